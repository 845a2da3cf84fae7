"""`kawuxing.simulate`: the figures of the command, from Python, with anybody's bots and workers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.bots.greedy import Greedy
from kawuxing.runtime.round.actions import PASS, WIN, Discard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.rules import RoundRules
    from kawuxing.runtime.round.sight import Sight


class Stubborn:
    """Wins, or throws away what it has drawn."""

    def __init__(self, rules: RoundRules) -> None:
        self.rules = rules

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        drawn = Discard(self.rules.kinds[sight.drawn])
        return next((one for one in (WIN, drawn, PASS) if one in actions), actions[0])


def test_the_executor_makes_no_difference() -> None:
    alone = kawuxing.simulate("suizhou", {"cap": 4}, rounds=140, seed=2)
    with ThreadPoolExecutor(2) as pool:
        assert kawuxing.simulate("suizhou", {"cap": 4}, rounds=140, seed=2, executor=pool) == alone
    assert alone["one"]["options"]["cap"] == 4


def test_bots_of_ones_own() -> None:
    found = kawuxing.simulate("suizhou", rounds=30, bots=[Stubborn, "greedy", Greedy])
    assert found["bots"] == ["Stubborn", "greedy", "greedy"]
    stubborn, *others = (player["won"] for player in found["one"]["players"])
    assert all(won > stubborn for won in others)


@pytest.mark.parametrize("bots", ["nobody", ["greedy", "random"], []])
def test_bots_that_are_none(bots: str | list[str]) -> None:
    with pytest.raises(ValueError, match="bot"):
        kawuxing.simulate("suizhou", rounds=3, bots=bots)
