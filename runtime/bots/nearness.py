"""How far hands are from ready and what brings them nearer, fast enough for bots.

The numbers are those of `ShantenTable`, put together in another order. The distances of a block are
numbered, so that what several blocks come to together is looked up by their numbers. A hand is
ready at 1 and complete at 0: one more than its shanten.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ..distances import FAR, distance_table, goal_of
from ..memo import Memo
from ..round.state import with_tile

if TYPE_CHECKING:
    from ..tiles import Block, TileSet

_BLOCK_LIMIT: Final = 1 << 17
_PART_LIMIT: Final = 1 << 17
_HALVES: Final = bytes([count // 2 for count in range(256)])

_Steps = tuple[tuple[int, int], ...]
"""Positions, each with the number of the block's distances when a tile comes or goes there."""


class Best(NamedTuple):
    """The least distance after a discard, and the positions whose discard leaves it."""

    away: int
    discards: tuple[int, ...]


class Nearness:
    """Distances of the hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        table = distance_table(tiles.copies)
        self._copies = tiles.copies
        self._table = table
        self._least = table.least
        self._steps: list[_Steps] = []
        self._steps_numbers: dict[_Steps, int] = {}
        self._blocks = tuple(
            [
                (
                    slice(block.start, block.start + block.length),
                    table.blocks[block.runs],
                    Memo(partial(self._gone, block), _BLOCK_LIMIT),
                    Memo(partial(self._come, block), _BLOCK_LIMIT),
                )
                for block in tiles.blocks
            ]
        )
        self._others: Memo[tuple[int, ...], tuple[int, ...]] = Memo(self._without, _PART_LIMIT)
        self._best: Memo[tuple[int, int, int], Best] = Memo(self._best_of, _PART_LIMIT)
        self._nearer: Memo[tuple[int, int, int, int], tuple[int, ...]]
        self._nearer = Memo(self._nearer_of, _PART_LIMIT)

    def away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from complete."""
        places = _places(counts, tail)
        numbers = tuple([known[places[cut]] for cut, known, _, _ in self._blocks])
        standard = self._least[self._others[numbers][0], numbers[0], goal_of(len(tail) - 1)]
        if len(tail) > 1:
            return standard
        return min(standard, _by_pairs(counts))

    def best(self, counts: bytes, tail: bytes) -> Best:
        """What to discard of a hand of 3n+2 tiles to be as near to ready as can be."""
        places = _places(counts, tail)
        goal, best = goal_of(len(tail) - 1), self._best
        numbers = tuple([known[places[cut]] for cut, known, _, _ in self._blocks])
        away: int = FAR
        found: tuple[int, ...] = ()
        for (cut, _, gone, _), others in zip(self._blocks, self._others[numbers], strict=True):
            distance, discards = best[others, gone[places[cut]], goal]
            if distance < away:
                away, found = distance, discards
            elif distance == away:
                found += discards
        if len(tail) == 1 and _by_pairs(counts) <= away:
            return _with_pairs(counts, away, found)
        return Best(away, found)

    def nearer(self, counts: bytes, tail: bytes, away: int) -> tuple[int, ...]:
        """The positions of the tiles that bring a hand of 3n+1 tiles nearer than `away`."""
        places = _places(counts, tail)
        goal, nearer = goal_of(len(tail) - 1), self._nearer
        numbers = tuple([known[places[cut]] for cut, known, _, _ in self._blocks])
        found: tuple[int, ...] = ()
        for (cut, _, _, come), others in zip(self._blocks, self._others[numbers], strict=True):
            found += nearer[others, come[places[cut]], goal, away]
        if len(tail) == 1 and _by_pairs(counts) <= away:
            return tuple(sorted({*found, *_odd(counts)}))
        return found

    def _numbered(self, steps: _Steps) -> int:
        number = self._steps_numbers.get(steps)
        if number is None:
            number = self._steps_numbers[steps] = len(self._steps)
            self._steps.append(steps)
        return number

    def _best_of(self, question: tuple[int, int, int]) -> Best:
        """What to discard of one block."""
        others, steps, goal = question
        distances = [
            (self._least[others, number, goal], position) for position, number in self._steps[steps]
        ]
        away = min(distances, default=(FAR, 0))[0]
        return Best(away, tuple([position for distance, position in distances if distance == away]))

    def _nearer_of(self, question: tuple[int, int, int, int]) -> tuple[int, ...]:
        """What must come in one block."""
        others, steps, goal, away = question
        return tuple(
            [
                position
                for position, number in self._steps[steps]
                if self._least[others, number, goal] < away
            ]
        )

    def _gone(self, block: Block, places: bytes) -> int:
        """What each tile of a block leaves when it goes."""
        known = self._table.blocks[block.runs]
        steps = [
            (block.start + rank, known[with_tile(places, rank, -1)])
            for rank, place in enumerate(places)
            if place & 7
        ]
        return self._numbered(tuple(steps))

    def _come(self, block: Block, places: bytes) -> int:
        """What each tile that can still come makes of a block."""
        known = self._table.blocks[block.runs]
        steps = [
            (block.start + rank, known[with_tile(places, rank, 1)])
            for rank, place in enumerate(places)
            if (place & 7) + (place >> 3) < self._copies
        ]
        return self._numbered(tuple(steps))

    def _without(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """For each block the number of what the others come to."""
        return tuple(
            [self._table.together[numbers[:at] + numbers[at + 1 :]] for at in range(len(numbers))]
        )


@lru_cache(maxsize=16)
def nearness(tiles: TileSet) -> Nearness:
    """The shared table of a tile set."""
    return Nearness(tiles)


def _places(counts: bytes, tail: bytes) -> bytes:
    """Held tiles of each position, with the tiles of melds three bits higher."""
    if len(tail) == 1:
        return counts
    places = bytearray(counts)
    for byte in tail[1:]:
        places[byte & 31] |= (4 if byte >> 5 else 3) << 3
    return bytes(places)


def _by_pairs(counts: bytes) -> int:
    """How far seven pairs are; four equal tiles are two of them."""
    return 7 - sum(counts.translate(_HALVES))


def _odd(counts: bytes) -> tuple[int, ...]:
    """The positions that are half of a pair."""
    return tuple([position for position, count in enumerate(counts) if count & 1])


def _with_pairs(counts: bytes, away: int, found: tuple[int, ...]) -> Best:
    """The best discards of a hand that is as near to seven pairs as to sets, or nearer."""
    single, pairs = _odd(counts), _by_pairs(counts)
    if not single:  # seven pairs already, and one of them must go
        single, pairs = tuple([at for at, count in enumerate(counts) if count]), pairs + 1
    if pairs > away:
        return Best(away, found)
    return Best(pairs, single if pairs < away else tuple(sorted({*found, *single})))
