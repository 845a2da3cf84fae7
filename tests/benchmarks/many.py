"""What is measured of many hands at once: won hands, each as likely as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import kawuxing
from kawuxing.compiler.space.every_hand import EveryHand
from kawuxing.compiler.space.looking import Looking
from kawuxing.runtime.batch.hands import PackedHands
from kawuxing.runtime.hand import NO_WIN
from kawuxing.runtime.suits import suit_counts

from .hands import SEED, TILES
from .measuring import Row, rates
from .ours import VARIANT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TIMES = 50
"""How many times as many hands as for calls with one hand each."""
STEPS = 1_000
"""How many chunks of hands are looked at, of some ten thousand."""


def rows_of_many(hands: int, runs: int) -> Iterator[Row]:
    """Calls with many hands each; all tables are warm.

    Args:
        hands: how many are measured where a call has one hand.
        runs: how often each is measured.
    """
    number = TIMES * hands
    note = f"{number:,} hands"
    rules = kawuxing.load(VARIANT)
    packed = EveryHand(TILES).sample(number, SEED)
    some = packed[packed.melds == 0]
    closed = some[np.arange(number) % len(some)]
    rows, closed_rows = packed.rows(), closed.rows()
    waiting = _waiting(packed)

    def from_rows() -> int:
        given = PackedHands.from_counts(TILES, rows.counts, rows.wins, rows.melds)
        return len(rules.score_many(given).value)

    def from_closed_rows() -> int:
        given = PackedHands.from_counts(TILES, closed_rows.counts, closed_rows.wins)
        return len(rules.score_many(given).value)

    works: tuple[tuple[str, Callable[[], int], float | None], ...] = (
        ("many: score, packed", lambda: len(rules.score_many(packed).value), 30_000_000),
        ("… without melds", lambda: len(rules.score_many(closed).value), None),
        ("many: score, from 21 bytes each, melds, win", from_rows, 12_000_000),
        ("… without melds", from_closed_rows, None),
        ("many: set of waits", lambda: len(rules.waits_many(waiting)), 18_000_000),
    )
    for name, work, target in works:
        work()
        yield Row(name, "/s", rates(work, runs), target, note)
    yield Row(
        "every won hand, looked at and counted",
        "/s",
        rates(_looking(min(STEPS, 1 + hands // 20)), runs),
        170_828_673 / 60,
        "170,828,673 in a minute",
    )


def _waiting(packed: PackedHands) -> PackedHands:
    """The same hands without their winning tiles."""
    rows = packed.rows()
    rows.counts[np.arange(len(packed)), rows.wins] -= 1
    none = np.full(len(packed), NO_WIN)
    return PackedHands.from_counts(TILES, rows.counts, none, rows.melds)


def _looking(steps: int) -> Callable[[], int]:
    program = kawuxing.load(VARIANT).program
    classes = suit_counts(program, program.defaults).least
    looking = [Looking(program, program.defaults, classes)]
    looking[0].step()

    def work() -> int:
        begun = looking[0].seen
        for _ in range(steps):
            if not looking[0].step():
                looking[0] = Looking(program, program.defaults, classes)
        return looking[0].seen - begun

    return work
