"""What was passed stays passed, whatever happens in a round."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.round.actions import WIN, Kong
from kawuxing.runtime.round.events import Drew
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.state import Phase

from ..unit.runtime.round.tables import town
from .test_rounds import choose, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.runtime.round.actions import Action

Step = tuple[Round, int, "tuple[Action, ...]", "Action"]


def steps(variant: str, seed: int) -> Iterator[Step]:
    """Every decision of a random round: before it, whose it is, what is allowed, what is done."""
    random = Random(f"passed {variant}{seed}")
    game = Round.new(town(variant), seed=seed, dealer=seed % 3)
    while not game.over:
        seat = random.choice(game.deciding)
        actions = game.legal_actions(seat)
        others: list[Action] = [one for one in actions if one != WIN and not isinstance(one, Kong)]
        # Wins and kongs are let go often, so that there is something to be offered again.
        idle = others and random.random() < 0.7
        action = random.choice(others) if idle else choose(random, game, seat, actions)
        yield game, seat, actions, action
        game = game.apply(seat, action)


@pytest.mark.parametrize("variant", ["hubei", "suizhou"])
def test_no_win_is_offered_between_a_missed_one_and_the_next_draw(variant: str) -> None:
    missed = 0
    for seed in range(60):
        barred: set[int] = set()
        seen = 0
        for game, seat, actions, action in steps(variant, seed):
            barred -= {one.seat for one in game.events[seen:] if isinstance(one, Drew)}
            seen = len(game.events)
            claimed = game.state.phase is not Phase.TURN
            assert not (claimed and seat in barred and WIN in actions)
            if claimed and WIN in actions and action != WIN:
                barred.add(seat)
                missed += 1
    assert missed > 5


@rounds
def test_an_added_kong_that_was_passed_is_not_offered_again(variant: str) -> None:
    passed_at_all = 0
    for seed in range(40):
        passed: set[tuple[int, int]] = set()
        for game, seat, actions, action in steps(variant, seed):
            added = {
                (seat, one.tile) for one in actions if isinstance(one, Kong) and one.kind == "added"
            }
            assert not added & passed
            if isinstance(action, Kong) and action.kind == "added":
                added.discard((seat, action.tile))
            passed |= added
            passed_at_all += len(added)
            assert game.rules is town(variant)
    assert passed_at_all > 0


@rounds
def test_nobody_kongs_in_the_turn_of_the_last_tile(variant: str) -> None:
    for seed in range(40):
        for game, _, actions, _ in steps(variant, seed):
            if game.state.left == 0:
                assert not any(isinstance(one, Kong) for one in actions)
