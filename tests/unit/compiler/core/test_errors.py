"""Every fault of an expression: its code, its exact place, its labels, and what to write instead.

``⟦`` and ``⟧`` stand around the place a finding must point at, ``⟪`` and ``⟫`` around labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from ..towns import check_texts, place, unmark
from .rules import lowered, typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.diagnostics.report import Diagnostic, Value

STYLE = "options:\n  style: {default: plain, offered: [plain, fancy], assumed: test}\n"


class Wrong(NamedTuple):
    code: str
    marked: str
    params: dict[str, Value] = {}  # noqa: RUF012 - never changed
    fix: str | None = None
    scope: str = "fan"


def check(found: Diagnostic, wrong: Wrong) -> None:
    _, places, labels = unmark(wrong.marked)
    assert found.code == wrong.code
    assert [place(found.span)] == places
    assert sorted(filter(None, (place(label.span) for label in found.labels))) == labels
    assert {key: found.params[key] for key in wrong.params} == wrong.params
    assert found.fix == wrong.fix
    check_texts(found)


NAMES = [
    Wrong("KWX2401", "⟦self_drw⟧", {"found": "self_drw", "close": ""}, "self_draw"),
    Wrong("KWX2401", "not ⟦zimo⟧", {"found": "zimo"}, "self_draw"),
    Wrong("KWX2401", "⟦tsumo⟧ and discard", {"found": "tsumo"}, "self_draw"),
    Wrong("KWX2401", "⟦xyzzy⟧", {"found": "xyzzy", "close": "", "instead": ""}),
    Wrong("KWX2401", "⟦tripletts⟧ == 4", {"found": "tripletts"}, "triplets"),
    Wrong("KWX2401", "⟦revealed⟧", {"found": "revealed"}, "winner.revealed"),
    Wrong("KWX2401", "⟦cheap⟧", {"found": "cheap"}, "fan.cheap"),
    Wrong("KWX2401", "⟦tyrant⟧", {"found": "tyrant"}, "options.tyrant"),
    Wrong("KWX2401", "win.tile == ⟦zhong⟧", {"found": "zhong"}, "red"),
    Wrong("KWX2401", "⟦wni⟧.rank == 5", {"found": "wni"}, "win"),
    Wrong("KWX2401", "⟦s⟧.triplet", {"instead": "any(s.triplet for s in sets)", "close": ""}),
    Wrong("KWX2401", "⟦k⟧.held == 4", {"instead": "any(k.held for k in kinds)"}),
    Wrong("KWX2401", "count(⟦run⟧ for s in sets) == 4", {"found": "run"}, "s.run"),
    Wrong("KWX2401", "count(⟦triplet⟧ for s in sets) == 4", {"found": "triplet"}, "s.triplet"),
    Wrong("KWX2401", "count(⟦tiles⟧ > 0 for t in suits) == 1", {"found": "tiles"}, "t.tiles"),
    Wrong("KWX2402", "⟦sets⟧ == 4", {"found": "sets"}),
    Wrong("KWX2402", "⟦kinds.held⟧ == 4", {"found": "kinds"}),
    Wrong("KWX2403", "⟦triplet⟧", {"found": "triplet", "example": "win.place == triplet"}),
    Wrong("KWX2403", "⟦dots⟧", {"found": "dots", "example": "win.suit == dots"}),
    Wrong("KWX2403", "any(⟦dots⟧ for t in suits)", {"example": "t.suit == dots"}),
    Wrong("KWX2403", "any(⟦low⟧ for s in sets)", {"example": "win.place == low"}),
    Wrong("KWX2404", "⟦payer⟧.fed", {"section": "fans", "found": "payer"}),
    Wrong("KWX2404", "⟦share⟧ > 8", {"sections": "pay.win, pay.also"}),
    Wrong("KWX2404", "⟦payer.fed⟧", {"sections": "pay.win, pay.also, pay.kong"}, scope="may_win"),
    Wrong("KWX2404", "⟦self_draw⟧", {"section": "pay.kong"}, scope="pay.kong"),
    Wrong("KWX2404", "any(s.kong for s in ⟦sets⟧)", {"found": "sets"}, scope="pay.drawn"),
    Wrong("KWX2404", "⟦fan.cheap⟧", {"found": "fan", "section": "pay.kong"}, scope="pay.kong"),
    Wrong("KWX2404", "⟦capped⟧(8) > 2", {"sections": "pay.win, pay.also, pay.drawn"}, scope="cap"),
    Wrong("KWX2405", "⟦pair⟧", {"place": "win.place == pair", "there": "standard"}),
    Wrong("KWX2405", "⟦win⟧", {"found": "win", "place": "", "there": ""}),
    Wrong("KWX2405", "⟦payer⟧", {"offered": "payer.revealed"}, scope="may_win"),
    Wrong("KWX2405", "any(⟦s⟧ for s in sets)", {"found": "s"}),
    Wrong("KWX2405", "⟦options⟧", {"offered": "options.cap, options.tyrant"}),
    Wrong("KWX2405", "⟦fan⟧", {"offered": "fan.cheap, fan.dear, fan.other"}),
    Wrong("KWX2406", "options.⟦tirant⟧", {"offered": "cap, tyrant"}, "tyrant"),
    Wrong("KWX2407", "fan.⟦chaep⟧", {"found": "chaep"}, "cheap"),
    Wrong("KWX2407", "fan.⟦small⟧", {"found": "small"}, "cheap"),
    Wrong("KWX2408", "win.rank.⟦odd⟧", {"found": "odd", "owner": "win.rank"}),
    Wrong("KWX2408", "win.tile.rank.⟦odd⟧", {"owner": "win.tile.rank"}),
    Wrong("KWX2408", "self_draw.⟦now⟧", {"owner": "self_draw"}),
    Wrong("KWX2408", "winner.revealed.⟦now⟧", {"owner": "winner.revealed"}),
    Wrong("KWX2408", "red.⟦rank⟧ == 1", {"owner": "red"}),
    Wrong("KWX2408", "options.tyrant.⟦on⟧", {"owner": "options.tyrant"}),
    Wrong("KWX2408", "fan.cheap.⟦times⟧", {"owner": "fan.cheap"}),
    Wrong("KWX2409", "win.⟦rnak⟧ == 5", {"owner": "win", "close": ""}, "rank"),
    Wrong("KWX2409", "win.tile.⟦number⟧ == 5", {"owner": "win.tile"}, "rank"),
    Wrong("KWX2409", "any(s.⟦chow⟧ for s in sets)", {"owner": "s"}, "run"),
    Wrong("KWX2409", "any(s.⟦gang⟧ for s in sets)", {"owner": "s"}, "kong"),
    Wrong("KWX2409", "winner.⟦fed⟧", {"owner": "winner", "offered": "revealed, passed"}),
    Wrong("KWX2410", "any(⟦win.pung⟧ for s in sets)", {"variable": "s", "found": "win.pung"}),
    Wrong("KWX2410", "any(⟦self_draw⟧ for s in sets)", {"found": "self_draw"}),
    Wrong("KWX2410", "any(⟦winner.revealed⟧ for s in sets)", {"found": "winner.revealed"}),
    Wrong("KWX2410", "any(s.run for s in sets if ⟦fan.cheap⟧)", {"found": "fan.cheap"}),
    Wrong("KWX2410", "any(⟦triplets⟧ == 4 for s in sets)", {"found": "triplets"}),
    Wrong(
        "KWX2410",
        "any(k.held == ⟦capped⟧(3) for k in kinds)",
        {"found": "capped"},
        scope="pay.win",
    ),
    Wrong("KWX2410", "any(⟦in_some_reading⟧(s.run) for s in sets)", {"found": "in_some_reading"}),
    Wrong("KWX2437", "in_some_reading(⟦self_draw⟧)", {"found": "self_draw"}),
    Wrong("KWX2437", "in_some_reading(⟦chain⟧ > 2)", {"found": "chain"}),
    Wrong("KWX2437", "in_some_reading(⟦winner.revealed⟧)", {"found": "winner.revealed"}),
    Wrong("KWX2437", "in_some_reading(win.pung or ⟦fan.cheap⟧)", {"found": "fan.cheap"}),
    Wrong("KWX2437", "in_some_reading(⟦product⟧ > 2)", {"found": "product"}, scope="cap"),
    Wrong("KWX2437", "in_some_reading(⟦capped⟧(2) > 1)", {"found": "capped"}, scope="pay.win"),
    Wrong("KWX2437", "in_some_reading(⟦in_some_reading⟧(win.pung))", {"found": "in_some_reading"}),
    Wrong("KWX2404", "⟦in_some_reading⟧(true)", {"section": "pay.kong"}, scope="pay.kong"),
    Wrong("KWX2411", "in_some_reading(⟦win.held⟧)", {"found": "int", "wanted": "bool"}),
    Wrong("KWX2427", "⟦in_some_reading(win.pung, win.dragon)⟧", {"found": 2, "wanted": "1"}),
]


@pytest.mark.parametrize("wrong", NAMES, ids=lambda wrong: wrong.marked)
def test_names(wrong: Wrong) -> None:
    (found,) = typed(unmark(wrong.marked)[0], wrong.scope).diagnostics
    check(found, wrong)


TYPES = [
    Wrong("KWX2411", "not ⟦chain⟧", {"found": "int", "wanted": "bool", "compared": "chain >= 1"}),
    Wrong("KWX2411", "⟦win.held⟧ and self_draw", {"compared": "win.held >= 2"}),
    Wrong("KWX2411", "self_draw and ⟦1⟧", {"wanted": "bool", "compared": ""}),
    Wrong("KWX2411", "self_draw or ⟦red⟧", {"found": "tile", "wanted": "bool"}),
    Wrong("KWX2411", "2 + ⟦self_draw⟧ > 1", {"wanted": "int", "chosen": "1 if self_draw else 0"}),
    Wrong(
        "KWX2411",
        "⟪win.tile⟫ == ⟦5⟧",
        {"found": "int", "ranked": "win.tile.rank"},
    ),
    Wrong("KWX2411", "⟪win.rank⟫ == ⟦5p⟧", {"found": "tile", "wanted": "int", "ranked": ""}),
    Wrong("KWX2411", "⟪win.place⟫ == ⟦options.style⟧", {"found": "options.style"}),
    Wrong("KWX2411", "⟪win.rank⟫ in [2, ⟦red⟧]", {"found": "tile", "wanted": "int"}),
    Wrong("KWX2411", "(⟪2⟫ if self_draw else ⟦discard⟧) == 2", {"found": "bool", "wanted": "int"}),
    Wrong("KWX2411", "count(⟦k.held⟧ for k in kinds) > 2", {"compared": "k.held >= 1"}),
    Wrong("KWX2411", "count(k.won for k in kinds if ⟦k.tile⟧) > 2", {"wanted": "bool"}),
    Wrong("KWX2411", "sum(⟦k.won⟧ for k in kinds) > 2", {"chosen": "1 if k.won else 0"}),
    Wrong("KWX2411", "max(2, ⟦self_draw⟧) > 1", {"wanted": "int"}),
    Wrong("KWX2411", "min(⟦none⟧, none) > 1", {"found": "none", "wanted": "int"}),
    Wrong("KWX2411", "-⟦self_draw⟧ < 1", {"wanted": "int"}),
    Wrong("KWX2412", "win.rank == ⟦'5'⟧", {"found": "5"}),
    Wrong("KWX2412", "⟦'plain'⟧", {"found": "plain"}),
    Wrong("KWX2413", "⟦[2, 5, 8]⟧", {}),
    Wrong("KWX2413", "win.rank == ⟦[2, 5, 8]⟧", {}),
    Wrong("KWX2415", "⟦len⟧(2)", {"found": "len"}, "count"),
    Wrong("KWX2415", "⟦maxx⟧(2, 3) > 2", {"found": "maxx"}, "max"),
    Wrong("KWX2416", "any(s.run for s in ⟦melds⟧)", {"offered": "sets, kinds, suits"}, "sets"),
    Wrong("KWX2416", "any(s.run for s in ⟦win.tile⟧)", {"found": "win.tile"}),
    Wrong("KWX2417", "any(⟦any(k.won for k in kinds)⟧ for s in sets)", {"variable": "s"}),
    Wrong("KWX2418", "any(low.run for ⟦low⟧ in sets)", {"found": "low"}),
    Wrong("KWX2418", "any(kong.run for ⟦kong⟧ in sets)", {"found": "kong"}),
    Wrong("KWX2418", "any(sum.run for ⟦sum⟧ in sets)", {"found": "sum"}),
    Wrong("KWX2419", "sum(⟦k.held - 1⟧ for k in kinds) > 2", {"low": -1, "high": 3}),
    Wrong("KWX2421", "⟦10 ** chain⟧ > 2", {"low": 1, "high": 10**16}),
    Wrong("KWX2421", "⟦2 ** (5 * chain)⟧ > 2", {"high": "2**80"}),
    Wrong("KWX2421", "⟦0 - 1000000000000 * 1000 - 1⟧ < 2", {"low": -(10**15) - 1}),
    Wrong("KWX2421", "⟦sum(k.held * 1000000000000 * 99 for k in kinds)⟧ > 2", {"low": 0}),
    Wrong("KWX2422", "⟦options.cap⟧ + 1 > 2", {}),
    Wrong("KWX2422", "-⟦options.cap⟧ < 2", {}),
    Wrong("KWX2422", "abs(⟦max(options.cap, 2)⟧) > 3", {}),
    Wrong("KWX2422", "2 * ⟦none⟧ > 1", {}),
    Wrong("KWX2423", "⟦win.rank⟧ + 1 == 6", {}),
    Wrong("KWX2423", "max(⟦pair.rank⟧, 2) == 6", {}),
    Wrong("KWX2423", "sum(⟦k.rank⟧ for k in kinds) > 2", {}),
    Wrong("KWX2424", "8 // ⟦chain⟧ == 2", {"low": 0, "high": 16}),
    Wrong("KWX2424", "8 % (⟦chain - 1⟧) == 2", {"low": -1}),
    Wrong("KWX2425", "⟦chain⟧ ** 2 > 2", {}),
    Wrong("KWX2425", "⟦0⟧ ** 2 > 2", {}),
    Wrong("KWX2425", "(⟦-2⟧) ** 2 > 2", {}),
    Wrong("KWX2426", "2 ** (⟦chain - 1⟧) > 2", {"low": -1, "high": 15}),
    Wrong("KWX2427", "⟦max(2)⟧ > 1", {"function": "max", "found": 1, "wanted": "2–16"}),
    Wrong("KWX2427", "⟦abs(2, 3)⟧ > 1", {"function": "abs", "found": 2, "wanted": "1"}),
    Wrong("KWX2427", "⟦min()⟧ > 1", {"found": 0}),
    Wrong("KWX2429", "win.place == ⟦center⟧", {"words": "place"}, "middle"),
    Wrong("KWX2429", "⟦'center'⟧ != win.place", {}, "middle"),
    Wrong("KWX2429", "win.place in [low, ⟦mid⟧]", {"found": "mid"}, "middle"),
    Wrong("KWX2429", "win.place == ⟦dots⟧", {"members": "low, middle, high, triplet, pair"}),
    Wrong("KWX2429", "win.suit == ⟦'條'⟧", {"found": "條"}, "bamboos"),
    Wrong("KWX2429", "win.suit == ⟦'饼'⟧", {"found": "饼"}, "dots"),
    Wrong("KWX2429", "win.place == ⟦'刻子'⟧", {"found": "刻子"}, "triplet"),
    Wrong("KWX2429", "options.style == ⟦fanci⟧", {"members": "plain, fancy"}, "fancy"),
    Wrong("KWX2430", "⟦win.tile > 5p⟧", {"op": ">", "type": "tile"}),
    Wrong("KWX2430", "⟦win.place <= middle⟧", {"op": "<=", "type": "place"}),
    Wrong("KWX2430", "⟦self_draw < discard⟧", {"type": "bool"}),
    Wrong("KWX2431", "⟪pair.tile⟫ == ⟦win.tile⟧", {}),
    Wrong("KWX2431", "⟦chain⟧ == ⟪win.rank⟫", {}),
    Wrong("KWX2431", "⟪win.rank⟫ == ⟦triplets + 1⟧", {}),
    Wrong("KWX2431", "⟪pair.rank⟫ == ⟦count(true for s in sets)⟧", {}),
    Wrong("KWX2431", "(⟪pair.rank if self_draw else 2⟫) == ⟦win.held⟧", {}),
    Wrong("KWX2431", "⟪win.rank⟫ == ⟦capped(5)⟧", {}, scope="pay.win"),
    Wrong("KWX2432", "win.rank in ⟦5⟧", {}),
    Wrong("KWX2432", "win.rank in ⟦chain⟧", {}),
    Wrong("KWX2433", "chain in [1, ⟦win.held⟧]", {}),
    Wrong("KWX2433", "win.rank in [⟦1 + 1⟧]", {}),
]


@pytest.mark.parametrize("wrong", TYPES, ids=lambda wrong: wrong.marked)
def test_types(wrong: Wrong) -> None:
    (found,) = typed(unmark(wrong.marked)[0], wrong.scope, STYLE).diagnostics
    check(found, wrong)


WARNINGS = [
    Wrong("KWX2428", "⟪triplets⟫ >= ⟦5⟧", {"verdict": "false", "range": "5"}),
    Wrong("KWX2428", "⟪chain⟫ < ⟦win.held + 16⟧", {"verdict": "true", "range": "17…20"}),
    Wrong("KWX2428", "⟪players⟫ == ⟦3⟧", {"verdict": "true"}),
    Wrong("KWX2428", "⟪win.rank⟫ == ⟦10⟧", {"verdict": "false"}),
    Wrong("KWX2428", "⟪win.rank⟫ in [1, ⟦10⟧]", {"verdict": "false", "range": "10"}),
    Wrong("KWX2428", "0 < ⟪win.held⟫ < ⟦1⟧", {"verdict": "false"}),
]


@pytest.mark.parametrize("wrong", WARNINGS, ids=lambda wrong: wrong.marked)
def test_warnings(wrong: Wrong) -> None:
    found = typed(unmark(wrong.marked)[0], wrong.scope)
    assert found.expr is not None
    check(found.diagnostics[-1], wrong)
    assert {one.severity for one in found.diagnostics} == {"warning"}


@pytest.mark.parametrize(
    "text",
    [
        "win.rank <= 9",  # false for a dragon
        "pair.rank >= 1",
        "pair.rank != 10",
        "options.cap > 100",  # it may be none
        "triplets >= 4",
        "chain <= 15",
        "win.held in [1, 4]",
    ],
)
def test_a_comparison_that_can_go_either_way_is_no_fault(text: str) -> None:
    assert typed(text).codes == []


def test_several_faults_of_one_expression_are_all_found() -> None:
    found = typed("selfdraw and win.rnak == 5 and (fan.chaep or chain)")
    assert found.codes == ["KWX2401", "KWX2409", "KWX2407", "KWX2411"]


TOWNS = [
    Wrong("KWX2302", "define:\n  ⟦chain⟧: 2\n", {"found": "chain"}),
    Wrong("KWX2302", "define:\n  ⟦low⟧: 2\n", {"found": "low"}),
    Wrong("KWX2302", "define:\n  ⟦count⟧: 2\n", {"found": "count"}),
    Wrong("KWX2302", "options:\n  ⟦red⟧: {default: false, assumed: test}\n", {"found": "red"}),
    Wrong("KWX2304", "fans:\n  cheap: {times: ⟦win.held - 1⟧, assumed: test}\n", {"low": 0}),
    Wrong("KWX2304", "fans:\n  cheap: {times: ⟦0⟧, assumed: test}\n", {"low": 0}),
    Wrong("KWX2305", "cap:\n  common: {at: ⟦chain⟧, assumed: test}\n", {"low": 0, "least": 1}),
    Wrong(
        "KWX2305",
        "pay:\n  drawn:\n    nobody: {pay: ⟦-1⟧, assumed: test}\n",
        {"low": -1, "high": -1, "least": 0},
    ),
    Wrong("KWX2411", "fans:\n  cheap: {when: ⟦2⟧, assumed: test}\n", {"wanted": "bool"}),
    Wrong("KWX2411", "fans:\n  cheap: {times: ⟦discard⟧, assumed: test}\n", {"wanted": "int"}),
    Wrong("KWX2422", "fans:\n  cheap: {times: ⟦options.cap⟧, assumed: test}\n"),
    Wrong("KWX2423", "fans:\n  cheap: {times: ⟦pair.rank⟧, assumed: test}\n"),
    Wrong("KWX2411", "cap:\n  common: {at: ⟦discard⟧, assumed: test}\n", {"wanted": "int or none"}),
    Wrong("KWX2423", "cap:\n  common: {at: ⟦win.rank⟧, assumed: test}\n"),
    Wrong("KWX2411", "may_win:\n  any: {allowed: ⟦1⟧, assumed: test}\n", {"wanted": "bool"}),
    Wrong("KWX2422", "pay:\n  win:\n    nobody: {pay: ⟦none⟧, assumed: test}\n"),
    Wrong(
        "KWX2411",
        "define:\n  ⟪fives⟫: count(k.rank == 5 for k in kinds)\n"
        "fans:\n  cheap: {when: ⟦fives⟧, assumed: test}\n",
        {"found": "int", "wanted": "bool", "compared": "fives >= 1"},
    ),
    Wrong(
        "KWX2404",
        "define:\n  fed: ⟦payer⟧.fed\nfans:\n  cheap: {when: not ⟪fed⟫, assumed: test}\n",
        {"section": "fans"},
    ),
    Wrong(
        "KWX2404",
        "define:\n  fed: ⟦payer⟧.fed\n  given: not fed\n"
        "fans:\n  cheap: {when: not ⟪given⟫, assumed: test}\n",
    ),
    Wrong(
        "KWX2408",
        "define:\n  ⟪fives⟫: count(k.rank == 5 for k in kinds)\n"
        "fans:\n  cheap: {when: fives.⟦many⟧, assumed: test}\n",
        {"owner": "fives", "found": "many"},
    ),
]


def without_children(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings in the town itself; the base's own expressions use `s` too."""
    return [one for one in diagnostics if one.span and one.span.source.name == "town.yaml"]


@pytest.mark.parametrize("wrong", TOWNS, ids=lambda wrong: wrong.marked)
def test_towns(wrong: Wrong) -> None:
    text, _, _ = unmark(wrong.marked)
    found = lowered(text)
    assert found.core is None
    shift = len("kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: base\n")
    heading = " " * shift
    (one,) = without_children(found.diagnostics)
    check(one, wrong._replace(marked=heading + wrong.marked))
