"""`kawuxing.simulate`: the figures of the command, from Python, with anybody's bots and workers."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.runtime.bots.greedy import Greedy
from kawuxing.runtime.bots.nearness import form_of, nearness
from kawuxing.runtime.discards import discard_table
from kawuxing.runtime.distances import distance_table
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match import outlook
from kawuxing.runtime.round.actions import PASS, WIN, Discard
from kawuxing.runtime.simulate import run
from kawuxing.runtime.waits import wait_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def clear_tables() -> None:
    """Forget what was remembered of tiles and rules by whoever played before."""
    shared = (distance_table, nearness, form_of, outlook.outlook, outlook._blocks, discard_table)
    for table in (*shared, wait_table, run._table):
        table.cache_clear()


@pytest.fixture
def _in_a_hurry() -> Iterator[None]:
    """Threads that take turns as often as they can, so that they meet wherever they may."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_in_a_hurry")
@pytest.mark.parametrize("cap", [4, 5])
def test_the_executor_makes_no_difference(cap: int) -> None:
    """Tables that fill themselves are shared by threads; these have rules that nobody knows yet."""
    clear_tables()
    with ThreadPoolExecutor(4) as pool:
        many = kawuxing.simulate("suizhou", {"cap": cap}, rounds=280, seed=2, executor=pool)
    clear_tables()
    assert many == kawuxing.simulate("suizhou", {"cap": cap}, rounds=280, seed=2)
    assert many["one"]["options"]["cap"] == cap


def test_a_bot_may_play_rounds_of_its_own_before_it_decides() -> None:
    class Trying(Stubborn):
        tried = 0

        def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
            if not Trying.tried:
                Trying.tried = 1
                kawuxing.simulate("suizhou", rounds=3, bots=[Stubborn, Stubborn, Stubborn])
            return super().choose(sight, actions, chance)

    found = kawuxing.simulate("suizhou", rounds=20, bots=[Trying, Stubborn, Stubborn])
    assert Trying.tried
    same = kawuxing.simulate("suizhou", rounds=20, bots=[Stubborn] * 3)
    assert found["one"] == same["one"]


def test_bots_of_ones_own() -> None:
    found = kawuxing.simulate("suizhou", rounds=30, bots=[Stubborn, "greedy", Greedy])
    assert found["bots"] == ["Stubborn", "greedy", "greedy"]
    stubborn, *others = (player["won"] for player in found["one"]["players"])
    assert all(won > stubborn for won in others)


@pytest.mark.parametrize("bots", ["nobody", ["greedy", "random"], []])
def test_bots_that_are_none(bots: str | list[str]) -> None:
    with pytest.raises(ValueError, match="bot"):
        kawuxing.simulate("suizhou", rounds=3, bots=bots)


def test_one_number_is_everybodys_choice() -> None:
    def played(chosen: int | list[int]) -> dict[str, Any]:
        return kawuxing.simulate(
            "suizhou", rounds=3, bots="greedy", use=["piao"], choices={"piao": chosen}
        )

    assert played(1) == played([1]) == played([1, 1, 1]) != played([1, 0, 0])


@pytest.mark.parametrize(
    ("choices", "code"),
    [({"ante": 1}, "KWX3551"), ({"piao": "1"}, "KWX3406"), ({"piao": [1, 1]}, "KWX3550")],
)
def test_choices_that_cannot_be(choices: dict[str, Any], code: str) -> None:
    with pytest.raises(HandError) as refused:
        kawuxing.simulate("suizhou", rounds=1, use=["piao"], choices=choices)
    assert refused.value.code == code


def test_arguments_of_other_types() -> None:
    wrong: Any
    for wrong in ("3", 1.5, None, True):
        with pytest.raises(TypeError, match="rounds: expected a whole number"):
            kawuxing.simulate("suizhou", rounds=wrong)
        with pytest.raises(TypeError, match="seed: expected a whole number"):
            kawuxing.simulate("suizhou", seed=wrong)
    for wrong in (3, ["small"], b"small"):
        with pytest.raises(TypeError, match="preset: expected a name as text"):
            kawuxing.load("suizhou", preset=wrong)
    for number in (0, -1, -(10**5000)):
        with pytest.raises(ValueError, match="rounds: expected a number from 1 up"):
            kawuxing.simulate("suizhou", rounds=number)
    for number in (-1, 2**64, 10**5000):
        with pytest.raises(
            ValueError, match="seed: expected a number from 0 to 18446744073709551615"
        ):
            kawuxing.simulate("suizhou", seed=number)
