"""Runs in parts: the same whoever plays them, and exact when they are put together."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.bots.greedy import Greedy
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.wall import derive
from kawuxing.runtime.simulate.facts import ending_of, facts_of
from kawuxing.runtime.simulate.report import report
from kawuxing.runtime.simulate.run import (
    ROUNDS_A_MATCH,
    Plan,
    parts_of,
    play_part,
    simulate,
)
from kawuxing.runtime.simulate.tally import Tally, difference, total

from ..match.test_match import TABLES
from ..round.tables import town

if TYPE_CHECKING:
    from collections.abc import Callable

    from kawuxing.runtime.round.rules import RoundRules

MIXED = (BOTS["greedy"], BOTS["careful"], BOTS["random"])


@dataclass(frozen=True, slots=True)
class Town:
    variant: str

    def __call__(self) -> RoundRules:
        return town(self.variant)


@dataclass(frozen=True, slots=True)
class AtTable:
    table: str

    def __call__(self) -> RoundRules:
        return TABLES[self.table]


class Shuffled(Executor):
    """Does what it is given late, and the last first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - any work
        future = Late(self)
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        return future

    def run(self) -> None:
        for future, work in reversed(self.waiting):
            future.set_result(work())
        self.waiting.clear()


class Late(Future[Any]):
    def __init__(self, executor: Shuffled) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:  # noqa: ANN401 - of any work
        if not self.done():
            self.executor.run()
        return super().result(timeout)


def test_a_run_is_its_matches_played_one_after_another() -> None:
    """Against matches played through the public interface, counted one by one."""
    rounds = 2 * ROUNDS_A_MATCH + 5
    found = simulate(Plan(Town("suizhou"), MIXED, rounds, 7))
    tally = Tally()
    rules = town("suizhou")
    bots = [make(rules) for make in MIXED]
    for number in range(3):
        match = Match.new(rules, derive(7, number))
        for _ in range(min(ROUNDS_A_MATCH, rounds - number * ROUNDS_A_MATCH)):
            game = play_round(match, bots)
            tally.count(facts_of(ending_of(game), match.chairs, game.state.setup.playing))
            match = match.after(game)
    assert found.one == tally
    assert found.rounds == tally.rounds == rounds


def test_whoever_plays_and_in_whatever_order() -> None:
    plan = Plan(Town("xiaogan"), MIXED, 270, 3, log=True)
    logs: list[str] = []
    told: list[int] = []
    alone = simulate(plan, log=logs.append, done=told.append)
    other_logs: list[str] = []
    late = simulate(plan, Shuffled(), log=other_logs.append)
    assert late[:4] == alone[:4]
    assert logs == other_logs
    assert len(logs) == 270
    assert sum(told) == 270
    parts = [play_part(part) for part in parts_of(plan)]
    assert len(parts) == 3
    Random(1).shuffle(parts)
    assert total(part.one for part in parts) == alone.one


def test_logs_are_those_of_the_rounds() -> None:
    logs: list[str] = []
    simulate(Plan(Town("xiangyang"), MIXED, 20, 9, log=True), log=logs.append)
    for text in logs:
        assert replay(town("xiangyang"), text).log() == text
    seeds = [json.loads(text.splitlines()[0])["seed"] for text in logs]
    first, second = derive(9, 0), derive(9, 1)
    assert seeds == [derive(first, n) for n in range(16)] + [derive(second, n) for n in range(4)]


def test_another_seed_gives_other_rounds() -> None:
    one = simulate(Plan(Town("hubei"), MIXED, 32, 1))
    assert simulate(Plan(Town("hubei"), MIXED, 32, 2)).one != one.one


def test_a_variant_against_itself_makes_no_difference() -> None:
    found = simulate(Plan(Town("hubei"), MIXED, 40, 1, against=Town("hubei")))
    assert found.one == found.other
    assert set(found.more.sums) == {("rounds",)}


def test_differences_are_taken_round_by_round() -> None:
    plan = Plan(Town("hubei"), MIXED, 140, 1, against=Town("xiaogan"))
    found = simulate(plan)
    assert simulate(plan, Shuffled())[:4] == found[:4]
    for name in found.more.sums.keys() - {("rounds",)}:
        expected = found.other.sums.get(name, 0) - found.one.sums.get(name, 0)
        assert found.more.sums[name] == expected
    assert difference({("a",): 3, ("b",): 1}, {("a",): 1, ("c",): 2, ("b",): 1}) == {
        ("rounds",): 1,
        ("a",): -2,
        ("c",): 2,
    }


@pytest.mark.parametrize("variant", ["hubei", "xiaogan"])
def test_figures_fit_together(variant: str) -> None:
    """Sums that can be had in two ways."""
    rules = town(variant)
    plan = Plan(Town(variant), MIXED, 300, 4)
    played = simulate(plan)
    one = report(played, rules, None, bots=("greedy", "careful", "random"), plan=plan)["one"]
    hands = one["wins"]["hands"]
    ways = {entry["id"]: entry["count"] for entry in one["wins"]["ways"]}
    assert ways["self_draw"] + ways["discard"] == hands
    assert sum(entry["count"] for entry in one["values"]["counts"]) == hands
    assert sum(entry["value"] * entry["count"] for entry in one["wins"]["together"]) == hands
    won = sum(entry["count"] for entry in one["wins"]["together"])
    assert won + one["drawn"]["count"] == 300
    assert sum(entry["count"] for entry in one["drawn"]["by_reveals"]) == one["drawn"]["count"]
    assert sum(entry["count"] for entry in one["turns"]["counts"]) == 300
    assert sum(entry["count"] for entry in one["reveals"]["a_round"]) == 300
    players = one["players"]
    assert sum(player["total"] for player in players) == 0
    assert sum(player["won"] for player in players) == hands
    assert sum(player["revealed"] for player in players) == one["reveals"]["made"]
    assert sum(player["fed"] for player in players) == ways["discard"]
    for entry in one["causes"]:
        assert sum(entry["gained"]) == sum(entry["lost"]) == entry["paid"]
    for number, player in enumerate(players):
        causes = sum(entry["gained"][number] - entry["lost"][number] for entry in one["causes"])
        assert player["total"] == causes
    paid = sum(entry["paid"] for entry in one["causes"] if entry["rule"].startswith("pay.kong."))
    assert sum(entry["paid"] for entry in one["kongs"]) == paid


def test_four_at_a_table_of_which_one_rests() -> None:
    bots = (Greedy, Careful, Greedy, Careful)
    played = simulate(Plan(AtTable("rests"), bots, 64, 1))
    rounds = [played.one.sum("played", str(person)) for person in range(4)]
    assert sum(rounds) == 3 * 64
    assert all(0 < count < 64 for count in rounds)


def test_a_careful_player_earns_more_than_one_who_plays_by_chance() -> None:
    plan = Plan(Town("suizhou"), MIXED, 200, 5)
    played = simulate(plan)
    found = report(played, town("suizhou"), None, bots=("greedy", "careful", "random"), plan=plan)
    money = [player["money"] for player in found["one"]["players"]]
    assert money[1]["low"] > 0 > money[2]["high"]
