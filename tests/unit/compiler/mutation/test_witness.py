"""Differences become examples in which exactly that happens."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from kawuxing.compiler.coverage.family import Member, family
from kawuxing.compiler.examples.by_interpreter import Trace, trace
from kawuxing.compiler.interpret.judge import tile_set
from kawuxing.compiler.library import builtins
from kawuxing.compiler.mutation.situations import (
    Lost,
    Paid,
    Seats,
    WonHand,
    drawn_situations,
    kong_situations,
)
from kawuxing.compiler.mutation.witness import Given, givens
from kawuxing.compiler.surface.nodes import Example, Origin, Words
from kawuxing.runtime.circumstances import Drawn, Konged, Won, all_circumstances
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.tiles import TileSet

from ..toy import toy

TILES = TileSet(("dots", "bamboos"), ("white", "green", "red"))
ROOT = next(one.id for one in builtins() if one.extends is None)


@cache
def member(variant: str) -> Member:
    return family(variant)[0]


def traced(given: Given, variant: str = ROOT) -> Trace:
    """What an example comes to; it must be one that can be."""
    one = member(variant)
    origin = Origin(one.core.ruleset.origin.span)
    example = Example("it", None, Words("", ""), (), given, {}, {}, origin)
    return trace(example, one.core, one.rules)


@pytest.mark.parametrize("kong", list(kong_situations(3, TILES)), ids=str)
def test_a_kong_at_its_place_in_a_chain(kong: Konged) -> None:
    drawn, *won = givens(Paid(kong, {}), TILES, 3)
    assert len(won) <= 1  # by somebody who has made no kong
    for given in (drawn, *won):
        paid = [one.scene.situation for one in traced(given).decisions if one.table == "pay.kong"]
        assert kong in paid


@pytest.mark.parametrize("drawn", list(drawn_situations(3)), ids=str)
def test_a_pair_of_players_when_nobody_won(drawn: Drawn) -> None:
    rounds = list(givens(Paid(drawn, {}), TILES, 3))
    assert rounds
    for given in rounds:
        found = [one.scene.situation for one in traced(given).decisions]
        # how many have revealed is told of every round, and tried only where rules ask
        assert drawn in [replace(one, revealed=0) for one in found if isinstance(one, Drawn)]


def test_kongs_beyond_the_kinds_of_tiles_cannot_be_shown() -> None:
    """Ten kinds of tiles: the toy's players can make ten kongs."""
    one = member(toy())
    tiles = tile_set(one.core.ruleset.seating)
    for kong in kong_situations(3, TILES):
        shown = list(givens(Paid(kong, {}), tiles, 3))
        assert bool(shown) == (kong.kong_chain <= 10)
        for given in shown:
            assert traced(given, toy()).decisions


HANDS = {
    "no meld": "23789p123444s77z+1p",
    "kongs of all kinds": "9p[111s](3333p)[5555p](7777z)+9p",
    "a kong and a run to rob": "23p123s77z[999p](4444s)+1p",
}


@pytest.mark.parametrize("text", HANDS.values(), ids=HANDS.keys())
@pytest.mark.parametrize("won", all_circumstances((0,)), ids=lambda won: str(won.events))
def test_a_hand_won_so(text: str, won: Won) -> None:
    hand = parse_hand(text, TILES)
    kong = any(meld.kind.kong for meld in hand.melds)
    if (won.replacement and not kong) or (won.robbing and hand.held.count(hand.win or 0) > 1):
        return
    alone, *rounds = givens(WonHand(hand, won, {"cap": 8}), TILES, 3)
    assert alone["options"] == {"cap": 8}
    best = traced(alone).verdicts[0].best
    assert best.scene.situation == won
    assert len(rounds) == 2
    for given in rounds:
        settled = traced(given)
        assert settled.verdicts[0].best.scene.situation == won
        payers = [one.scene.situation for one in settled.decisions if one.table == "pay.win"]
        assert len(payers) == 2
    seen = [
        {one.scene.situation for one in traced(given).decisions if one.table == "pay.win"}
        for given in rounds
    ]
    assert seen[0] != seen[1]


def test_an_option_and_the_number_of_players() -> None:
    (given,) = givens(Lost("cap", 1_000_000), TILES, 3)
    assert given == {"hand": "1122334455667p+7p", "options": {"cap": 1_000_000}}
    (given,) = givens(Seats(), TILES, 4)
    assert given == {"round": {"players": 4, "dealer": 0, "revealed": [], "end": {"kind": "drawn"}}}
