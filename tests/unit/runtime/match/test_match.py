"""Matches: seats, dealers and totals from round to round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.bots.greedy import Greedy
from kawuxing.runtime.evaluator import Evaluator
from kawuxing.runtime.match.match import Match, first_dealer
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.wall import derive
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet

from ..round.tables import FULL, town

if TYPE_CHECKING:
    from kawuxing.runtime.situations import Out


def seated(out: Out) -> RoundRules:
    """Three players at a table of four."""
    flow = replace(FULL.flow, at_table=4, out=out)
    return RoundRules(kawuxing.load("hubei"), replace(FULL, flow=flow))


def four_players() -> RoundRules:
    hubei = kawuxing.load("hubei")
    large = replace(hubei.program, tiles=TileSet(SUITS, DRAGONS), seats=4)
    play = replace(FULL, flow=replace(FULL.flow, at_table=4))
    return RoundRules(Evaluator(large, hubei.options), play)


TABLES = {
    "three": town("hubei"),
    "rests": seated("rests"),
    "watches": seated("watches"),
    "four": four_players(),
}


@pytest.mark.parametrize("table", TABLES)
def test_totals_add_up_and_every_round_follows_from_the_one_before(table: str) -> None:
    rules = TABLES[table]
    bots = [Greedy(rules), Careful(rules), Greedy(rules), Careful(rules)][: rules.players]
    match = Match.new(rules, 5)
    money = Counter[int]()
    for number in range(12):
        assert match.number == number
        assert match.round_seed == derive(5, number)
        game = play_round(match, bots)
        setup = game.state.setup
        assert setup.dealer == match.dealer
        assert [seat for seat in range(rules.players) if seat != match.out] == list(setup.playing)
        for seat, amount in enumerate(game.ledger.totals(rules.players)):
            money[match.chairs[seat]] += amount
        match = match.after(game)
        assert match.totals == tuple(money[person] for person in range(rules.players))
        assert sum(match.totals) == 0
        assert sorted(match.chairs) == list(range(rules.players))
    assert any(match.totals)


def test_the_single_winner_rests_and_the_newcomer_takes_the_chair() -> None:
    match = Match.new(seated("rests"), 1)
    match = replace(match, out=3, dealer=0)
    after = match.next((4, -2, -2, 0), (0,), 3)
    assert after.chairs == (3, 1, 2, 0)
    assert after.totals == (4, -2, -2, 0)
    assert (after.out, after.dealer) == (3, 0)
    again = after.next((-3, 1, 2, 0), (2,), 1)
    assert again.chairs == (3, 1, 0, 2)
    assert again.totals == (4, -1, 0, -3)
    assert again.dealer == 1


def test_two_winners_stay() -> None:
    match = replace(Match.new(seated("rests"), 1), out=3, dealer=0)
    after = match.next((4, 4, -8, 0), (0, 1), 2)
    assert after.chairs == (0, 1, 2, 3)
    assert after.dealer == 2
    assert match.next((0, 0, 0, 0), (), 3).dealer == 0


def test_where_one_only_watches_nobody_moves() -> None:
    match = replace(Match.new(seated("watches"), 1), dealer=0)
    after = match.next((4, -2, -2, 0), (0,), 0)
    assert (after.chairs, after.out, after.dealer) == ((0, 1, 2, 3), 3, 0)


@pytest.mark.parametrize(
    ("table", "dealers"), [("three", 3), ("rests", 4), ("watches", 3), ("four", 4)]
)
def test_every_seat_deals_first_as_often(table: str, dealers: int) -> None:
    found = [first_dealer(TABLES[table], derive(9, number)) for number in range(1200)]
    counts = Counter(dealer for dealer, _ in found)
    assert sorted(counts) == list(range(dealers))
    expected = 1200 / dealers
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 16.3
    for dealer, out in found:
        match table:
            case "rests":
                assert out == (dealer + 3) % 4
            case "watches":
                assert out == 3
            case _:
                assert out is None


def test_a_round_that_goes_on_cannot_be_counted() -> None:
    match = Match.new(town("hubei"), 1)
    with pytest.raises(kawuxing.HandError, match="a round that is over"):
        match.after(match.deal())


def test_persons_keep_their_bots_and_their_chance() -> None:
    """Where somebody rests, persons move; what they decide by chance is theirs, not the seat's."""
    match = Match.new(seated("rests"), 2)
    moved = replace(match, chairs=(3, 1, 2, 0))
    assert [moved.seeds[seat] for seat in (3, 1, 2, 0)] == [*match.seeds]
    assert len({*match.seeds}) == 4
