"""Mix-ins beside options for the same custom, and before rows that add money."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.catalogue import helps
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.proofs.check import prove

from .test_mixins import FOUR, MIXIN, TOWN, Folder
from .test_structure_pages import BASE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    found = Folder(tmp_path)
    found.write("base", BASE)
    return found


COUNTED = "options:\n  counted: {name: {zh: 数, en: Counting}, default: false, assumed: x}\n"


@pytest.mark.parametrize(("id", "name"), [("counted", "某"), ("other", "数")])
def test_a_mixin_beside_an_option_for_the_same_is_an_error(
    folder: Folder, id: str, name: str
) -> None:
    """Whether id or name shows that it is the same: both together would count it twice."""
    folder.write("middle", TOWN.replace("town", "middle") + COUNTED)
    mixin = folder.write(id, MIXIN.format(id=id).replace("某", name) + FOUR)
    town = folder.write("town", TOWN.replace("base.yaml", "middle.yaml"))
    sink = Sink()
    resolve_variant(town, None, sink, [mixin])
    (found,) = (one for one in sink.diagnostics if one.code == "KWX2298")
    assert dict(found.params) == {"mixin": id, "option": "counted", "set": "counted"}
    assert "-o counted=" in helps(found, "en")[0]
    assert found.labels[0].span.text == "counted"


def test_beside_a_choice_of_players_options_are_not_spoken_of(folder: Folder) -> None:
    chosen = "choices:\n  counted: {default: 0, offered: [0, 1], assumed: x}\n"
    folder.write("middle", TOWN.replace("town", "middle") + chosen)
    mixin = folder.mixin("counted", FOUR)
    town = folder.write("town", TOWN.replace("base.yaml", "middle.yaml"))
    sink = Sink()
    resolve_variant(town, None, sink, [mixin])
    (found,) = (one for one in sink.diagnostics if one.code == "KWX2298")
    (advice,) = helps(found, "en")
    assert "--choose counted=" in advice
    assert "-o " not in advice


@pytest.mark.parametrize(
    "own",
    [
        COUNTED,  # a file that makes an option of a mix-in knows of both
        "options: {counted: removed}\n",
    ],
)
def test_a_mixin_goes_with_an_option_that_the_file_itself_speaks_of(
    folder: Folder, own: str
) -> None:
    folder.mixin("counted", FOUR)
    middle = COUNTED if own != COUNTED else ""
    folder.write("middle", TOWN.replace("town", "middle") + middle)
    text = TOWN.replace("base.yaml", "middle.yaml") + "uses: [counted.yaml]\n" + own
    assert load_ruleset(folder.write("town", text)).uses == ("counted",)


def test_a_row_of_a_mixin_that_leaves_out_what_rules_add_is_told(folder: Folder) -> None:
    row = "pay:\n  win:\n    half: {{place: first, when: discard, pay: {pay}, assumed: x}}\n"
    short = folder.mixin("short", row.format(pay="share"))
    whole = folder.mixin("whole", row.format(pay="share + points"))
    added = "pay:\n  win:\n    nobody: {pay: share + extra, assumed: x}\ndefine: {extra: points}\n"
    assert folder.codes(added, short) == ["KWX2299"]
    assert folder.codes(added, whole) == []
    assert folder.codes("", short) == []
    # added where all rows count, it is paid whichever row of the win decides
    also = "pay:\n  also:\n    extra: {pay: points, assumed: x}\n"
    assert folder.codes(also, short) == []


def test_a_mixin_that_uses_others_is_told_who_may(folder: Folder) -> None:
    sink = Sink()
    resolve_variant(folder.mixin("one", "uses: [haidi]\n" + FOUR), None, sink)
    (found,) = sink.diagnostics
    assert (found.code, found.params["found"]) == ("KWX2290", "uses")
    assert [text for text in helps(found, "en") if "`uses: [the_other, this_one]`" in text]
    assert "`on:`" not in " ".join(helps(found, "en"))


CHOSEN = "choices: {bets: {name: {zh: 漂, en: Bets}, default: 0, offered: [0, 1], assumed: x}}\n"


@pytest.mark.parametrize(
    ("refuses", "code", "advice"),
    [
        ("{haidi: cap}", "KWX2298", "`-o cap=…`"),
        ("{haidi: bets}", "KWX2298", "`--choose bets=…`"),
        ("{haidi: {zh: 已有, en: there already}}", "KWX2289", "`haidi: removed`"),
        ("{haidi: {zh: 封顶, en: cap}}", "KWX2289", "`haidi: removed`"),
    ],
)
def test_a_mixin_that_rules_refuse(folder: Folder, refuses: str, code: str, advice: str) -> None:
    folder.write("middle", TOWN.replace("town", "middle") + CHOSEN + f"refuses: {refuses}\n")
    town = folder.write("town", TOWN.replace("base.yaml", "middle.yaml"))
    sink = Sink()
    resolve_variant(town, None, sink, ["haidi"])
    (found,) = (one for one in sink.diagnostics if one.code == code)
    assert advice in " ".join(helps(found, "en"))
    (refused,) = load_ruleset(town).refuses  # without the mix-in nothing is wrong
    assert refused.id == "haidi"
    folder.write("town", TOWN.replace("base.yaml", "middle.yaml") + "refuses: {haidi: removed}\n")
    assert load_ruleset(town, None, ["haidi"]).refuses == ()


def test_what_cannot_be_refused(folder: Folder) -> None:
    assert folder.codes("refuses: {haidy: {zh: 无, en: none}}\n") == ["KWX2292"]
    assert folder.codes("refuses: {haidi: cpa}\n") == ["KWX2288"]


def test_a_fan_that_a_mixin_gives_in_full_keeps_nothing_of_another(folder: Folder) -> None:
    full = "fans: {large: {name: {zh: 大, en: Big}, times: 8, when: self_draw, assumed: x}}\n"
    part = "fans: {large: {times: 8, assumed: x}}\n"

    def replaced(text: str) -> list[str]:
        ruleset = load_ruleset(folder.town(""), None, [folder.mixin("some", text)])
        (fan,) = (one for one in ruleset.fans if one.id == "large")
        assert len(fan.keys["times"].overrode) == 1
        return [ref.id for ref in fan.replaces]

    assert replaced(full) == []
    assert replaced(part) == ["little"]
    own = load_ruleset(folder.town(full))
    (fan,) = (one for one in own.fans if one.id == "large")
    assert [ref.id for ref in fan.replaces] == ["little"]  # a child knows what it changes


ROW = "pay:\n  win:\n    {id}: {{place: {place}, when: {when}, pay: {pay}, assumed: x}}\n"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("first", "discard", 1), ("first", "winner.revealed", 2), ("two", "one")),
        (("last", "discard", 1), ("last", "winner.revealed", 2), ("one", "two")),
        (("first", "discard", 1), ("first", "winner.revealed", 1), None),
        (("first", "discard", 1), ("last", "winner.revealed", 2), None),
        (("first", "discard and winner.revealed", 1), ("first", "not winner.revealed", 2), None),
    ],
)
def test_rows_of_two_mixins_of_which_only_the_order_chooses(
    folder: Folder,
    first: tuple[str, str, int],
    second: tuple[str, str, int],
    told: tuple[str, str] | None,
) -> None:
    use = [
        folder.mixin(id, ROW.format(id=id, place=place, when=when, pay=pay))
        for id, (place, when, pay) in (("one", first), ("two", second))
    ]
    sink = Sink()
    resolve_variant(folder.town(""), None, sink, use)
    found = [
        (one.params["mixin"], one.params["below"])
        for one in sink.diagnostics
        if one.code == "KWX2287"
    ]
    assert found == ([] if told is None else [told])


@pytest.mark.parametrize(
    ("one", "two", "meet"),
    [
        ("discard", "self_draw", False),
        ("seven_pairs", "any(s.kong for s in sets)", False),
        ("options.cap == 8", "options.cap == none", False),
        ("options.cap == 11", "payer.fed and options.cap >= 11", True),  # no menu offers it
        ("seven_pairs", "payer.revealed", True),
    ],
)
def test_rows_that_are_proven_never_to_meet_are_left_alone(
    folder: Folder, one: str, two: str, meet: bool
) -> None:
    """Their conditions exclude each other, but not in so many words."""
    use = [
        folder.mixin(id, ROW.format(id=id, place="first", when=when, pay=pay))
        for id, when, pay in (("one", one, 1), ("two", two, 2))
    ]
    sink = Sink()
    ruleset = resolve_variant(folder.town(""), None, sink, use)
    assert ruleset is not None
    core = check(ruleset, sink)
    assert core is not None
    codes = [found.code for found in sink.diagnostics]
    assert codes.count("KWX2287") == 1
    prove(core, sink)
    assert [found.code for found in sink.diagnostics].count("KWX2287") == meet


@pytest.mark.parametrize("given", [1, [1], [b"haidi"], None])
def test_names_that_are_none(given: object) -> None:
    with pytest.raises(TypeError, match="use: expected a name or a path as text, got"):
        kawuxing.load("suizhou", use=given)  # type: ignore[arg-type]
