"""Tables for two with fewer tiles: dealt, played, settled, proven, and judged many at a time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.flow import situations
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.events import Dealt, Ended
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.situations import HandEnded, PungAsked

from ..compiler.diff.variants import core_of
from ..runtime.random_hands import Dealer

if TYPE_CHECKING:
    from kawuxing.runtime.evaluator import Evaluator

DUO = """\
kawuxing: 1
variant: duo
name: {zh: 两人, en: Two}
extends: hubei
table:
  seats: 2
  tiles: {ranks: [1, 7], dragons: []}
  assumed: test
fans: {xiaosanyuan: {removed: true, assumed: test}, dasanyuan: {removed: true, assumed: test}}
dealer:
  two_winners: {removed: true, assumed: test}
"""
TILES = 2 * 7 * 4
SEATS = 2


@cache
def duo() -> Evaluator[Any]:
    return load(DUO)


def test_both_are_dealt_thirteen_and_the_dealer_draws() -> None:
    game = Round.new(RoundRules(duo()), seed=5, dealer=1)
    dealt = [one for one in game.events if isinstance(one, Dealt)]
    assert [(one.seat, len(one.tiles)) for one in dealt] == [(1, 13), (0, 13)]
    assert game.state.left == TILES - SEATS * 13 - 1
    assert game.deciding == (1,)


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_they_take_turns_and_one_gains_what_the_other_loses(name: str) -> None:
    rules = RoundRules(duo())
    bots = [BOTS[name](rules)] * SEATS
    match, quick = Match.new(rules, 3), Quick(rules)
    for _ in range(6):
        game = quick.play_round(match, bots)
        assert game == play_round(match, bots)
        assert replay(match.rules, game.log()) == game
        (ended,) = [one for one in game.events if isinstance(one, Ended)]
        assert len(ended.totals) == SEATS
        assert sum(ended.totals) == 0
        winners = game.state.winners
        assert game.next_dealer == (winners[0] if winners else match.dealer)
        match = match.after(game)


HAND = "22246p12345677s"
"""Closed by 5p: 222 456 123 456 77."""


def settled(**more: object) -> tuple[int, ...]:
    win = {"seat": 1, "hand": HAND, "win": "5p", "by": "discard", "from": 0}
    given = {"players": 2, "dealer": 0, "end": {"kind": "win", "wins": [win]}}
    totals: tuple[int, ...] = duo().settle({**given, **more}).totals
    return totals


def test_a_round_of_two_is_settled() -> None:
    """A closed five is 2; who deals into a revealed hand pays for one, whoever they pay for."""
    assert settled() == (-2, 2)
    assert settled(revealed=[1]) == (-4, 4)
    kong = {"by": 0, "kind": "concealed", "tile": "1p"}
    assert settled(kongs=[kong]) == (0, 0)


def test_a_third_player_is_refused() -> None:
    with pytest.raises(HandError) as told:
        settled(players=3)
    assert (told.value.code, told.value.field) == ("KWX3502", "players")


def test_no_end_of_two_has_two_winners_or_three_reveals() -> None:
    core = core_of(DUO)
    ends = [one for one in situations("dealer", [core]) if isinstance(one, HandEnded)]
    assert {one.winners for one in ends} == {0, 1}
    assert {one.revealed for one in ends} == {0, 1, 2}
    pungs = [one for one in situations("turn.pung", [core]) if isinstance(one, PungAsked)]
    assert pungs
    assert all(one.wall_left <= TILES - SEATS * 13 - 1 for one in pungs)


def test_many_hands_are_judged_as_one_by_one() -> None:
    rules = duo()
    hands = list(Dealer(rules.program.tiles, 7).won(300))
    many, one = rules.score_many(hands), [rules.score(hand) for hand in hands]
    assert many.complete.tolist() == [score.complete for score in one]
    for score, value, owed in zip(one, many.value.tolist(), many.owed.tolist(), strict=True):
        if score.complete:
            assert (score.value, score.owed) == (value, owed)
    assert len({score.value for score in one if score.complete}) > 3
