"""Other tables: four seats of which one is out, and four players with three suits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import kawuxing
from kawuxing.runtime.evaluator import Evaluator
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.situations import HandEnded
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet

from .tables import FULL, after, idle, start, throw, totals, types

FOUR_SEATS = RoundRules(
    kawuxing.load("hubei"), replace(FULL, flow=replace(FULL.flow, at_table=4, out="rests"))
)
_HUBEI = kawuxing.load("hubei")
_LARGE = replace(_HUBEI.program, tiles=TileSet(SUITS, DRAGONS), seats=4)
FOUR_PLAYERS = RoundRules(
    Evaluator(_LARGE, _HUBEI.options), replace(FULL, flow=replace(FULL.flow, at_table=4))
)


@pytest.mark.parametrize("out", [0, 1, 3])
def test_the_seat_that_is_out_takes_no_part(out: int) -> None:
    dealer = (out + 1) % 4
    game = Round.new(FOUR_SEATS, seed=3, dealer=dealer, out=out)
    assert not game.hand(out).concealed
    assert game.state.left == 44
    turns = []
    while not game.over:
        turns.append(game.state.seat)
        game = idle(game, left=game.state.left - 1 if game.state.left else -1)
    assert out not in turns
    order = [seat for seat in (0, 1, 2, 3) if seat != out]
    after = dict(zip(order, (*order[1:], order[0]), strict=True))
    assert all(after[one] == other for one, other in pairwise(turns))
    assert totals(game)[out] == 0
    assert len(totals(game)) == 4
    assert replay(FOUR_SEATS, game.log()) == game


@pytest.mark.parametrize("out", [None, 4])
def test_one_seat_of_four_must_be_out(out: int | None) -> None:
    with pytest.raises(ValueError, match="does not play"):
        Round.new(FOUR_SEATS, seed=3, out=out)


def test_gt_88_four_players_with_120_tiles() -> None:
    game = Round.new(FOUR_PLAYERS, seed=11, dealer=3)
    assert len(game.state.setup.wall) == 120
    assert [len(game.hand(seat).concealed) for seat in range(4)] == [13, 13, 13, 14]
    assert game.state.left == 120 - 53
    game = idle(game)
    assert types(game)[-2:] == ["drawn", "end"]
    assert replay(FOUR_PLAYERS, game.log()) == game


@pytest.mark.parametrize(
    ("word", "expected"),
    [("dealer", 0), ("first_revealed", 2), ("payer", 2), ("winner", 0), ("discarder", 0)],
)
def test_who_deals_after_a_drawn_hand(word: str, expected: int) -> None:
    """Only seat 2 has revealed, and pays; where nobody has won, nobody fed a winner either."""
    asked: list[HandEnded] = []

    def dealer(ended: HandEnded, _options: object) -> tuple[str, int]:
        asked.append(ended)
        return word, 0

    play = replace(FULL, next_dealer=dealer)
    game = start(
        ("13579p13579s567z", "24568p24568s67z1s", "123p123s789s55z79p"),
        "5z6z6p",
        "8p8p8p",
        play=play,
    )
    game = after(game, (0, throw("5p")), (1, throw("1s")), (2, throw("6p", reveal=True)))
    game = idle(game)
    assert game.next_dealer == expected
    assert asked == [HandEnded(0, False, False, 1, 0, payers=1)]
