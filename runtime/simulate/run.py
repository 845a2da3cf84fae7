"""Matches in parts that can be played anywhere, and put together again.

A match is the unit of work. Its seed is derived from that of the run by its number, its rounds
follow from that; what is counted are whole numbers. So the outcome does not depend on who plays
which part, nor in what order.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from ..match.match import Match
from ..match.quick import Quick
from ..round.wall import derive
from .facts import ending_of, facts_of
from .tally import Tally, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from ..bots.bot import Bot, MakeBot
    from ..circumstances import Choices
    from ..round.rules import RoundRules
    from .facts import Facts

ROUNDS_A_MATCH: Final = 16
_MATCHES_A_JOB: Final = 8
_AHEAD: Final = 64  # parts that may be under way at once


class Load(Protocol):
    """Where the rules come from; equal ones give equal rules. To be sent away it must pickle."""

    def __call__(self) -> RoundRules:
        """Make the rules."""

    def __hash__(self) -> int:
        """Rules are made once for equal ones."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Attributes:
        load: the rules.
        bots: how the bot of each person is made.
        rounds: how many rounds in all.
        seed: of the whole run.
        against: other rules, under which the same is played too.
        log: whether the rounds are wanted as logs.
        choices: what each person chooses before every deal, and `other_choices` under the other
            rules; the defaults, if left out.
    """

    load: Load
    bots: tuple[MakeBot, ...]
    rounds: int
    seed: int
    against: Load | None = None
    log: bool = False
    choices: tuple[Choices, ...] = ()
    other_choices: tuple[Choices, ...] = ()


class Part(NamedTuple):
    """Some matches of a plan: the numbers of the first, and of the first that is not in it."""

    plan: Plan
    first: int
    stop: int


class Played(NamedTuple):
    """What a part comes to.

    Attributes:
        one: the rounds counted.
        other: the same rounds under the other rules, if there are any.
        more: for each round, what the other rules make more of it.
        rounds: how many rounds were played.
        logs: the rounds as logs, if they are wanted, each whole.
    """

    one: Tally
    other: Tally
    more: Tally
    rounds: int
    logs: tuple[str, ...]


def parts_of(plan: Plan) -> Iterator[Part]:
    """A plan in parts of a few matches."""
    matches = -(-plan.rounds // ROUNDS_A_MATCH)
    for first in range(0, matches, _MATCHES_A_JOB):
        yield Part(plan, first, min(first + _MATCHES_A_JOB, matches))


def play_part(part: Part) -> Played:
    """Play some matches; the same wherever it is done."""
    plan = part.plan
    found = Played(Tally(), Tally(), Tally(), 0, ())
    logs: list[str] = []
    rounds = 0
    for number in range(part.first, part.stop):
        count = min(ROUNDS_A_MATCH, plan.rounds - number * ROUNDS_A_MATCH)
        rounds += count
        kept = logs if plan.log else None
        one = _rounds(plan, (plan.load, plan.choices), number, kept)
        other = None
        if plan.against:
            other = _rounds(plan, (plan.against, plan.other_choices), number, None)
        for _ in range(count):
            facts = next(one)
            found.one.count(facts)
            if other:
                others = next(other)
                found.other.count(others)
                found.more.count(difference(facts, others))
    return found._replace(rounds=rounds, logs=tuple(logs))


def _rounds(
    plan: Plan, side: tuple[Load, tuple[Choices, ...]], number: int, logs: list[str] | None
) -> Iterator[Facts]:
    """The rounds of one match, one after another, without end."""
    load, choices = side
    quick, bots = _table(load, plan.bots)
    match = Match.new(quick.rules, derive(plan.seed, number), choices)
    while True:
        game = quick.play_round(match, bots)
        if logs is not None:
            logs.append(game.log())
        yield facts_of(ending_of(game), match.chairs, game.state.setup.playing)
        match = match.after(game)


@lru_cache(maxsize=8)
def _table(load: Load, makers: tuple[MakeBot, ...]) -> tuple[Quick, tuple[Bot, ...]]:
    """Who plays the rounds of a variant, and the bots of the persons; made once in a process."""
    rules = load()
    made = {make: make(rules) for make in dict.fromkeys(makers)}
    return Quick(rules), tuple(made[make] for make in makers)


def simulate(
    plan: Plan,
    executor: Executor | None = None,
    *,
    done: Callable[[int], None] | None = None,
    log: Callable[[str], None] | None = None,
) -> Played:
    """Play a plan.

    Args:
        plan: what is played.
        executor: who plays it; this process, if left out.
        done: told after each part how many rounds it had.
        log: given each round's log, whole, in the order of rounds.
    """
    found = Played(Tally(), Tally(), Tally(), 0, ())
    for played in _played(plan, executor):
        for mine, theirs in zip(found[:3], played[:3], strict=True):
            mine.add(theirs)
        found = found._replace(rounds=found.rounds + played.rounds)
        if log:
            for text in played.logs:
                log(text)
        if done:
            done(played.rounds)
    return found


def _played(plan: Plan, executor: Executor | None) -> Iterator[Played]:
    """The parts in their order, some of them under way ahead of it."""
    if executor is None:
        yield from map(play_part, parts_of(plan))
        return
    waiting: deque[Future[Played]] = deque()
    try:
        for part in parts_of(plan):
            waiting.append(executor.submit(play_part, part))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
