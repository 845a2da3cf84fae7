"""All ways to arrange the concealed tiles of one block: its sets, its pair, the winning tile."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .readings import Pair, Set, Win
from .tiles import starts_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .readings import Place

PUNGED: Final = 16
"""In the mark of a block's winning tile: an exposed pung of its kind lies melded."""

Division: TypeAlias = tuple[tuple[tuple[int, bool], ...], int]
"""Sets as (lowest place in the block, whether a triplet), sorted; the place of the pair or -1."""

_RUN_PLACES: Final[tuple[Place, ...]] = ("low", "middle", "high")


class Arrangement(NamedTuple):
    """One way to arrange a block. `win` is None if the winning tile is in another block."""

    sets: tuple[Set, ...]
    pair: Pair | None
    win: Win | None


@lru_cache(maxsize=1 << 15)
def divide(held: bytes, runs: bool) -> tuple[Division, ...]:
    """All ways to divide the counts of a block into sets and at most one pair, each once.

    Args:
        held: how many tiles of each kind of the block.
        runs: whether the block's tiles can form runs.
    """
    total = sum(held)
    found: set[Division] = set()
    if total % 3 == 0:
        found = {(sets, -1) for sets in _sets(list(held), runs)}
    elif total % 3 == 2:
        for pair, count in enumerate(held):
            if count >= 2:
                rest = list(held)
                rest[pair] -= 2
                found |= {(sets, pair) for sets in _sets(rest, runs)}
    return tuple(sorted(found))


def _sets(held: list[int], runs: bool, start: int = 0) -> Iterator[tuple[tuple[int, bool], ...]]:
    """All ways to divide counts into runs and triplets; some come more than once."""
    while start < len(held) and not held[start]:
        start += 1
    if start == len(held):
        yield ()
        return
    if held[start] >= 3:
        rest = held.copy()
        rest[start] -= 3
        for more in _sets(rest, runs, start):
            yield tuple(sorted(((start, True), *more)))
    if runs and starts_run(start) and held[start + 1] and held[start + 2]:
        rest = held.copy()
        for at in (start, start + 1, start + 2):
            rest[at] -= 1
        for more in _sets(rest, runs, start):
            yield tuple(sorted(((start, False), *more)))


def arrange(
    held: bytes, mark: int | None, kinds: tuple[int, ...], runs: bool
) -> Iterator[Arrangement]:
    """All arrangements of a block, for every place of the winning tile.

    Args:
        held: how many tiles of each kind of the block, the winning tile included.
        mark: the winning tile's place in the block, plus `PUNGED`; None if it is elsewhere.
        kinds: the kinds of the block.
        runs: whether the block's tiles can form runs.
    """
    for division in divide(held, runs):
        if mark is None:
            yield Arrangement(*_laid_out(division, kinds, -1), None)
        else:
            for won, place in _places(division, mark & 15):
                at = mark & 15
                win = Win(kinds[at], place, held[at], bool(mark & PUNGED))
                yield Arrangement(*_laid_out(division, kinds, won), win)


def _places(division: Division, win: int) -> Iterator[tuple[int, Place]]:
    """Which set the winning tile can complete, by number, and where; -2 for the pair."""
    sets, pair = division
    if pair == win:
        yield -2, "pair"
    for index, (at, triplet) in enumerate(sets):
        if (at, triplet) in sets[:index]:
            continue
        if triplet and at == win:
            yield index, "triplet"
        if not triplet and at <= win <= at + 2:
            yield index, _RUN_PLACES[win - at]


def _laid_out(
    division: Division, kinds: tuple[int, ...], won: int
) -> tuple[tuple[Set, ...], Pair | None]:
    """The sets and the pair of a division; `won` is the number of the completed set."""
    sets, pair = division
    made = tuple(
        Set("triplet" if triplet else "run", kinds[at], won=index == won)
        for index, (at, triplet) in enumerate(sets)
    )
    return made, None if pair < 0 else Pair(kinds[pair], won == -2)
