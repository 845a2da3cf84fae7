"""What is measured of rounds between bots: step by step, and as `simulate` plays them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import kawuxing
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.wall import derive
from kawuxing.runtime.simulate.facts import ending_of, facts_of
from kawuxing.runtime.simulate.tally import Tally

from .measuring import Row, process, rates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from kawuxing.runtime.round.game import Round

VARIANT = "suizhou"
SEED = 20260101
HANDS_A_ROUND = 40
"""A round is measured for so many hands."""

PUBLIC = {"random": 1500, "greedy": 500, "careful": None}
SIMULATED = {"random": 4000, "greedy": 1500, "careful": None}
PEAK = f"""
import sys
from kawuxing.compiler.commands.main import run
run(["simulate", "{VARIANT}", "--rounds", sys.argv[1], "--bots", "careful,greedy,random"])
with open("/proc/self/status", encoding="utf-8") as status, open("peak", "w") as peak:
    peak.write(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def rows_of_rounds(hands: int, runs: int, folder: Path) -> Iterator[Row]:
    """Rounds a second, and the memory a simulation takes."""
    count = max(1, hands // HANDS_A_ROUND)
    rules = RoundRules(kawuxing.load(VARIANT))
    for name, target in PUBLIC.items():
        found = rates(_rounds(rules, name, count, quick=False), runs)
        yield Row(f"rounds: {name}, public interface", "/s", found, target)
    for name, target in SIMULATED.items():
        found = rates(_rounds(rules, name, count, quick=True), runs)
        yield Row(f"rounds: {name}, simulated and counted", "/s", found, target)
        found = rates(_new_rounds(rules, name, count), runs)
        yield Row(f"rounds: {name}, the same, not played before", "/s", found)
    peaks = tuple(_peak(folder, hands) for _ in range(runs))
    yield Row("rounds: memory at its peak", "MB", peaks, 200, f"{hands:,} rounds")


def _rounds(rules: RoundRules, name: str, count: int, *, quick: bool) -> Callable[[], int]:
    """Rounds of matches with one kind of bot; played once before, so that tables are filled."""
    bots = [BOTS[name](rules)] * rules.players
    fast = Quick(rules)
    matches = [Match.new(rules, derive(SEED, number)) for number in range(count)]

    def simulated() -> int:
        tally = Tally()
        for match in matches:
            game = fast.play_round(match, bots)
            tally.count(_facts(match, game))
        return count

    def played() -> int:
        for match in matches:
            play_round(match, bots)
        return count

    work = simulated if quick else played
    work()
    return work


def _new_rounds(rules: RoundRules, name: str, count: int) -> Callable[[], int]:
    """The same, but other rounds every time."""
    bots = [BOTS[name](rules)] * rules.players
    fast, numbers = Quick(rules), itertools.count(count)

    def simulated() -> int:
        tally = Tally()
        for number in itertools.islice(numbers, count):
            match = Match.new(rules, derive(SEED, number))
            tally.count(_facts(match, fast.play_round(match, bots)))
        return count

    return simulated


def _facts(match: Match, game: Round) -> dict[tuple[str, ...], int]:
    return facts_of(ending_of(game), match.chairs, game.state.setup.playing)


def _peak(folder: Path, rounds: int) -> float:
    process(["-c", PEAK, str(rounds)], folder)
    return int((folder / "peak").read_text(encoding="utf-8")) / 1024
