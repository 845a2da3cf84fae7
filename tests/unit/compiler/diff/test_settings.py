from __future__ import annotations

from kawuxing.compiler.diff.settings import Settings, settings_of

from .variants import BASE, by_path, changed, compared, core_of, only

PRESETS = "presets:\n  hard: {cap: 8, strict: true}\n  soft: {cap: 16}\ndefine:\n"


def settings(before: str, after: str) -> list[Settings]:
    return list(settings_of(core_of(before), core_of(after)))


def both(**values: object) -> Settings:
    return Settings(dict(values), dict(values))  # type: ignore[arg-type]


def test_the_defaults_and_every_single_deviation() -> None:
    assert settings(BASE, BASE) == [
        both(), both(cap=8), both(cap=16), both(strict=True),
    ]  # fmt: skip


def test_a_value_that_is_the_default_of_one_side_only_is_tried_on_both() -> None:
    other = changed(("default: none", "default: 8"))
    assert settings(BASE, other) == [
        both(), both(cap=8), both(cap=16), both(cap=None), both(strict=True),
    ]  # fmt: skip


def test_what_one_side_refuses_cannot_be_compared() -> None:
    other = changed(
        ("accepts: {from: 1, to: 100, none: true}\n    ", ""), ("[8, 16, none]", "[8, none]")
    )
    assert settings(BASE, other) == [both(), both(cap=8), both(strict=True)]


def test_truth_and_numbers_are_not_mixed_up() -> None:
    other = changed(
        ("strict: {default: false,", "strict: {default: 0, offered: [0, 1],"),
        ("options.strict and", "options.strict == 1 and"),
    )
    assert settings(BASE, other) == [both(), both(cap=8), both(cap=16)]


def test_an_option_of_one_side_is_set_there() -> None:
    more = changed(("options:\n", "options:\n  more: {default: 1, offered: [1, 3], assumed: x}\n"))
    assert Settings({}, {"more": 3}) in settings(BASE, more)
    assert Settings({"more": 3}, {}) in settings(more, BASE)


def test_presets() -> None:
    named = changed(("define:\n", PRESETS))
    hard = both(cap=8, strict=True)
    assert settings(named, named) == [*settings(BASE, BASE), hard]
    assert hard in settings(BASE, named)
    softer = changed(("cap: 16}", "cap: none}"), text=named)
    assert settings(named, softer)[-1] == Settings({"cap": 16}, {"cap": None})
    without = changed(
        ("  strict: {default: false, assumed: test}\n", ""), ("options.strict and ", "")
    )
    assert settings(named, without)[-1] == Settings({"cap": 8, "strict": True}, {"cap": 8})


def test_presets_are_told_among_the_files() -> None:
    named = changed(("define:\n", PRESETS))
    found = compared(
        named,
        changed(("cap: 8, strict", "cap: 4, strict"), ("  soft: {cap: 16}\n", ""), text=named),
    )
    assert {path: (one.before, one.after, one.kind) for path, one in by_path(found).items()} == {
        "presets.hard": ("cap=8, strict=true", "cap=4, strict=true", "flow"),
        "presets.soft": ("cap=16", None, "flow"),
    }
    felt = only(found)
    assert felt.settings == ({"cap": 8, "strict": True}, {"cap": 4, "strict": True})
