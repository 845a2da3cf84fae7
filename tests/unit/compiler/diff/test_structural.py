from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diff.structural_rules import longest_rising

from .variants import BASE, by_path, changed, compared, rules_felt

if TYPE_CHECKING:
    from kawuxing.compiler.diff.findings import Comparison, Structural

LAST = "  last: {name: {zh: 末张, en: Last of all}, times: 2, when: last_tile, assumed: test}\n"
SHOWN = "  shown: {name: {zh: 明牌, en: Shown}, times: 2, when: winner.revealed, assumed: test}\n"
HIGH = "  - {id: high, when: fan.fours, at: 'max(16, options.cap)', assumed: test}\n"


def told(found: Comparison) -> dict[str, Structural]:
    """What is more than words."""
    return {path: one for path, one in by_path(found).items() if one.kind != "wording"}


@pytest.mark.parametrize(
    ("old", "new", "path", "before", "after", "kind"),
    [
        ("times: 8", "times: 9", "fans.fours.times", 8, 9, "scoring"),
        ("times: 8", "times: 2 if self_draw else 8", "fans.fours.times", 8, "2 if self_draw else 8",
         "scoring"),
        ("when: last_tile", "when: last_tile and self_draw", "fans.last.when", "last_tile",
         "last_tile and self_draw", "scoring"),
        ("replaces: [pairs]", "replaces: [pairs, last]", "fans.fours.replaces", "pairs",
         "last, pairs", "scoring"),
        ("replaces: [pairs]", "replaces: [pairs]\n    excludes: [shown]", "fans.fours.excludes", "",
         "shown", "scoring"),
        ("max(16, options.cap)", "max(12, options.cap)", "cap.high.at", "max(16, options.cap)",
         "max(12, options.cap)", "scoring"),
        ("when: fan.fours,", "when: fan.pairs,", "cap.high.when", "fan.fours", "fan.pairs",
         "scoring"),
        ("product < 2", "product < 3", "may_win.cheap.when",
         "options.strict and discard and product < 2", "options.strict and discard and product < 3",
         "eligibility"),
        ("< 2, allowed: false", "< 2, allowed: true", "may_win.cheap.allowed", "false", "true",
         "eligibility"),
        ("share * (players - 1)", "share * players", "pay.win.all.pay", "share * (players - 1)",
         "share * players", "payment"),
        ("pay: 2,", "pay: 3,", "pay.kong.given.pay", 2, 3, "payment"),
        ("pay: 1,", "pay: 4,", "pay.drawn.shown.pay", 1, 4, "payment"),
        ("default: none", "default: 8", "options.cap.default", "none", "8", "scoring"),
        ("default: false", "default: true", "options.strict.default", "false", "true",
         "eligibility"),
        ("[8, 16, none]", "[8, none]", "options.cap.offered", "16, 8, none", "8, none", "flow"),
        ("to: 100", "to: 90", "options.cap.accepts", "1–100, none", "1–90, none", "flow"),
        ("seats: 3", "seats: 2", "table.seats", 3, 2, "flow"),
        ("suits: [dots]", "suits: [dots, bamboos]", "table.suits", "dots", "bamboos, dots", "flow"),
        ("count(s.triplet for s", "count(s.kong for s", "define.triplets",
         "count(s.triplet for s in sets)", "count(s.kong for s in sets)", "scoring"),
    ],
)  # fmt: skip
def test_a_change_is_told_once_with_its_class(
    old: str, new: str, path: str, before: str | int, after: str | int, kind: str
) -> None:
    found = told(compared(BASE, changed((old, new))))
    assert list(found) == [path]
    one = found[path]
    assert (one.before, one.after, one.kind) == (before, after, kind)
    back = told(compared(changed((old, new)), BASE))
    assert (back[path].before, back[path].after) == (after, before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("when: triplets == 4", "when: count(x.triplet for x in sets) == 4"),
        (
            "when: win.rank == 5 and win.place == middle",
            "when: middle == win.place and 5 == win.rank",
        ),
        ("times: 8", "times:   8  # dear"),
        ("fans:\n", "# all there are\nfans:\n"),
        ("suits: [dots], dragons: [red], copies: 4", "dragons: [red], copies: 4, suits: [dots]"),
        (
            "options.strict and discard and product < 2",
            "product <= 1 and (discard and options.strict)",
        ),
        (
            HIGH,
            "  - id: high\n    when: fan.fours\n    at: max(options.cap, 16)\n    assumed: test\n",
        ),
        (LAST + SHOWN, SHOWN + LAST),
        ("[8, 16, none]", "[none, 16, 8]"),
        ("define:\n", "define:\n  idle: count(s.kong for s in sets) > 1\n"),
    ],
)
def test_what_means_the_same_is_no_difference(old: str, new: str) -> None:
    found = compared(BASE, changed((old, new)))
    assert found.structural == ()
    assert found.equal


def test_fans_and_rows_that_come_and_go() -> None:
    found = told(compared(BASE, changed((LAST, ""), (HIGH, ""))))
    assert {path: (one.before, one.after, one.kind) for path, one in found.items()} == {
        "fans.last": ("times: 2, when: last_tile", None, "scoring"),
        "cap.high": ("at: max(16, options.cap), when: fan.fours", None, "scoring"),
    }
    back = told(compared(changed((LAST, ""), (HIGH, "")), BASE))
    assert back["fans.last"].before is None
    assert back["fans.last"].after == "times: 2, when: last_tile"


def test_an_option_of_one_side() -> None:
    more = "options:\n  more: {default: 1, offered: [1, 2], assumed: x}\n"
    found = told(compared(BASE, changed(("options:\n", more))))
    assert (found["options.more"].before, found["options.more"].after) == (None, "1 (1, 2)")
    assert found["options.more"].kind == "flow"


def test_a_renamed_fan_is_one_renamed_fan() -> None:
    found = compared(
        BASE, changed(("  pairs: {name", "  couples: {name"), ("[pairs]", "[couples]"))
    )
    assert found.equal
    assert found.renamed == (("fans.pairs", "fans.couples"),)
    (one,) = found.structural
    assert (one.path, one.before, one.after, one.kind) == (
        "fans.pairs.id",
        "pairs",
        "couples",
        "wording",
    )


def test_a_renamed_fan_that_has_changed_is_still_the_same_fan() -> None:
    renamed = changed(
        (
            "  pairs: {name: {zh: 全对, en: All pairs}, times: 4",
            "  couples: {name: {zh: 全对, en: All pairs}, times: 5",
        ),
        ("[pairs]", "[couples]"),
    )
    found = compared(BASE, renamed)
    assert found.renamed == (("fans.pairs", "fans.couples"),)
    assert told(found)["fans.pairs.times"].after == 5
    assert set(rules_felt(found)) == {("fans.pairs",)}


def test_a_fan_is_known_again_by_what_it_does() -> None:
    """Four triplets: no runs, and not seven pairs."""
    renamed = changed(
        ("  pungs: {name", "  thrice: {name"),
        ("when: triplets == 4", "when: standard and not any(s.run for s in sets)"),
    )
    found = compared(BASE, renamed)
    assert found.equal
    assert found.renamed == (("fans.pungs", "fans.thrice"),)
    assert list(told(found)) == ["fans.pungs.when"]


def test_two_fans_that_do_the_same_are_not_mixed_up() -> None:
    twice = changed((LAST, LAST.replace("last:", "one:") + LAST.replace("last:", "two:")))
    found = compared(BASE, twice)
    assert found.renamed == ()
    assert set(told(found)) == {"fans.last", "fans.one", "fans.two"}


def test_a_fan_that_does_the_same_only_by_default_is_another() -> None:
    """With `strict` three triplets are enough for the one, and four are needed for the other."""
    enough = "when: 'triplets == 4 or options.strict and triplets == 3'"
    other = changed(("  pungs: {", "  thrice: {"), ("when: triplets == 4", enough))
    found = compared(BASE, other)
    assert found.renamed == ()
    assert not found.equal
    always = "when: 'triplets == 4 or options.strict and triplets == 4 and standard'"
    same = compared(BASE, changed(("  pungs: {", "  thrice: {"), ("when: triplets == 4", always)))
    assert same.renamed == (("fans.pungs", "fans.thrice"),)
    assert same.equal


def test_a_renamed_row() -> None:
    found = compared(BASE, changed(("id: hidden", "id: secret")))
    assert found.equal
    assert found.renamed == (("pay.kong.hidden", "pay.kong.secret"),)
    assert [one.path for one in found.structural] == ["pay.kong.hidden.id"]


def test_rows_that_change_places() -> None:
    start = BASE.index("    - {id: drew")
    rows = BASE[start : BASE.index("    - {id: nobody")].splitlines(keepends=True)
    found = compared(BASE, changed(("".join(rows), rows[1] + rows[2] + rows[0])))
    assert [(one.path, one.before, one.after) for one in found.structural] == [
        ("pay.win.drew.place", 1, 3)
    ]
    assert found.equal
    felt = compared(BASE, changed(("".join(rows), rows[0] + rows[2] + rows[1])))
    assert [one.path for one in felt.structural] == ["pay.win.all.place"]
    assert rules_felt(felt) == {("pay.win.all",): "payment"}


@pytest.mark.parametrize(
    ("numbers", "longest"),
    [
        ([], 0),
        ([0, 1, 2], 3),
        ([2, 1, 0], 1),
        ([1, 2, 0], 2),
        ([3, 0, 1, 4, 2], 3),
        ([4, 0, 3, 1, 2], 3),
    ],
)
def test_longest_rising(numbers: list[int], longest: int) -> None:
    found = longest_rising(numbers)
    kept = [number for number in numbers if number in found]
    assert len(found) == longest
    assert kept == sorted(kept)


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ("zh: 末张", "zh: 最后", ["fans.last.name.zh"]),
        ("name: {zh: 某地, en: Town}", "name: {zh: 某地, en: Place}", ["name.en"]),
        ("variant: town", "variant: place", ["variant"]),
        ("times: 8", "note: hard\n    times: 8", ["fans.fours.note.zh", "fans.fours.note.en"]),
        ("product < 2, allowed: false, assumed: test", "product < 2, allowed: false, cite: S0-040",
         ["may_win.cheap.cite", "may_win.cheap.assumed.zh", "may_win.cheap.assumed.en"]),
        ("options:\n", "assumptions:\n  so: it seems\noptions:\n", ["assumptions.so"]),
        ("counterclockwise}\n  assumed: test", "counterclockwise}\n  assumed: well",
         ["table.assumed.zh", "table.assumed.en"]),
    ],
)  # fmt: skip
def test_words_are_only_words(old: str, new: str, paths: list[str]) -> None:
    found = compared(BASE, changed((old, new)))
    assert found.equal
    assert [one.path for one in found.structural] == paths
    assert {one.kind for one in found.structural} == {"wording"}


def test_places_on_both_sides() -> None:
    found = told(
        compared(BASE, changed(("define:", "# one line more\ndefine:"), ("times: 8", "times: 9")))
    )
    before, after = found["fans.fours.times"].where
    assert before is not None
    assert after is not None
    assert (before.source.name, before.position, before.text) == ("before.yaml", (24, 12), "8")
    assert (after.source.name, after.position, after.text) == ("after.yaml", (25, 12), "9")
