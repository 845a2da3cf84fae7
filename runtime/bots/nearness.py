"""How far hands are from ready and what brings them nearer, fast enough for bots.

The numbers are those of `ShantenTable`, put together in another order. The distances of a block are
numbered (see `distances`), so that what several blocks come to together is looked up by their
numbers. A hand is ready at 1 and complete at 0: one more than its shanten.
"""

from __future__ import annotations

from array import array
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ..distances import FAR, distance_table, goal_of
from ..memo import Memo
from ..round.state import with_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles import Block, TileSet

_PARTS_LIMIT: Final = 1 << 14
_ANSWERS_LIMIT: Final = 1 << 14
_HALVES: Final = bytes([count // 2 for count in range(256)])

_Steps = bytes
"""For each rank the number of the block's distances, plus one, when a tile comes or goes there; 0
where none can. Two bytes each."""


class Best(NamedTuple):
    """The least distance after a discard, and the positions whose discard leaves it."""

    away: int
    discards: tuple[int, ...]


class Part:
    """The tiles a player has of one block.

    Attributes:
        places: held tiles of each rank, with the tiles of melds three bits higher.
        number: of its distances.
        gone: what each tile leaves when it goes.
        come: what each tile makes of it that can still come; None if nobody has asked yet.
        less: the part without one tile of a rank; None if nobody has asked yet.
    """

    __slots__ = ("come", "gone", "less", "number", "places")

    def __init__(self, places: bytes, number: int, gone: _Steps) -> None:
        """Start without what has not been asked."""
        self.places = places
        self.number = number
        self.gone = gone
        self.come: _Steps | None = None
        self.less: list[Part | None] = [None] * len(places)


class _Room(NamedTuple):
    """Where a block stands, and what is remembered of it."""

    block: Block
    cut: slice
    parts: Memo[bytes, Part]
    best: Memo[tuple[int, _Steps, int], Best]
    nearer: Memo[tuple[int, _Steps, int, int], tuple[int, ...]]


class Nearness:
    """Distances of the hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._copies = tiles.copies
        self._table = distance_table(tiles.copies)
        self._rooms = tuple([self._room(block) for block in tiles.blocks])
        self._place = tuple(
            [(at, rank) for at, block in enumerate(tiles.blocks) for rank in range(block.length)]
        )
        self._others: Memo[tuple[int, ...], tuple[int, ...]] = Memo(self._without, _ANSWERS_LIMIT)

    def _room(self, block: Block) -> _Room:
        return _Room(
            block,
            slice(block.start, block.start + block.length),
            Memo(partial(self._part, block), _PARTS_LIMIT),
            Memo(partial(self._best_of, block), _ANSWERS_LIMIT),
            Memo(partial(self._nearer_of, block), _ANSWERS_LIMIT),
        )

    def away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from complete."""
        numbers = tuple([part.number for part in self._parts(counts, tail)])
        least = self._table.least
        standard = least[self._others[numbers][0], numbers[0], goal_of(len(tail) - 1)]
        return standard if len(tail) > 1 else min(standard, _by_pairs(counts))

    def best(self, counts: bytes, tail: bytes) -> Best:
        """What to discard of a hand of 3n+2 tiles to be as near to ready as can be."""
        parts = self._parts(counts, tail)
        goal = goal_of(len(tail) - 1)
        away: int = FAR
        found: tuple[int, ...] = ()
        others = self._others[tuple([part.number for part in parts])]
        for room, part, other in zip(self._rooms, parts, others, strict=True):
            distance, discards = room.best[other, part.gone, goal]
            if distance < away:
                away, found = distance, discards
            elif distance == away:
                found += discards
        if len(tail) == 1 and _by_pairs(counts) <= away:
            return _with_pairs(counts, away, found)
        return Best(away, found)

    def nearer(self, counts: bytes, tail: bytes, away: int) -> tuple[int, ...]:
        """The positions of the tiles that bring a hand of 3n+1 tiles nearer than `away`."""
        found = self._nearer(self._parts(counts, tail), goal_of(len(tail) - 1), away)
        if len(tail) == 1 and _by_pairs(counts) <= away:
            return tuple(sorted({*found, *_odd(counts)}))
        return found

    def nearer_after(self, counts: bytes, tail: bytes, best: Best) -> list[tuple[int, ...]]:
        """For each of the best discards of a hand, what brings it nearer then."""
        away, found = best
        parts, goal = self._parts(counts, tail), goal_of(len(tail) - 1)
        pairs = _by_pairs(counts) if len(tail) == 1 else FAR
        single = {*_odd(counts)} if pairs <= away else set()
        answers: list[tuple[int, ...]] = []
        for position in found:
            at, rank = self._place[position]
            part = parts[at]
            parts[at] = part.less[rank] or self._less(part, at, rank)
            wanted = self._nearer(parts, goal, away)
            parts[at] = part
            if pairs + (position not in single) <= away:
                wanted = tuple({*wanted, *single ^ {position}})
            answers.append(wanted)
        return answers

    def _nearer(self, parts: Sequence[Part], goal: int, away: int) -> tuple[int, ...]:
        """What brings a hand nearer that is not on the way to seven pairs."""
        found: tuple[int, ...] = ()
        others = self._others[tuple([part.number for part in parts])]
        for room, part, other in zip(self._rooms, parts, others, strict=True):
            come = part.come or self._come(part, room.block)
            found += room.nearer[other, come, goal, away]
        return found

    def _parts(self, counts: bytes, tail: bytes) -> list[Part]:
        """A hand, block by block."""
        if len(tail) == 1:
            return [room.parts[counts[room.cut]] for room in self._rooms]
        places = bytearray(counts)
        for byte in tail[1:]:
            places[byte & 31] |= (4 if byte >> 5 else 3) << 3
        whole = bytes(places)
        return [room.parts[whole[room.cut]] for room in self._rooms]

    def _part(self, block: Block, places: bytes) -> Part:
        known = self._table.blocks[block.runs]
        gone = [
            known[with_tile(places, rank, -1)] + 1 if place & 7 else 0
            for rank, place in enumerate(places)
        ]
        return Part(places, known[places], array("H", gone).tobytes())

    def _less(self, part: Part, at: int, rank: int) -> Part:
        """A part without one of its tiles, asked for the first time."""
        found = part.less[rank] = self._rooms[at].parts[with_tile(part.places, rank, -1)]
        return found

    def _come(self, part: Part, block: Block) -> _Steps:
        """What tiles that come make of a part, asked for the first time."""
        known, places = self._table.blocks[block.runs], part.places
        come = [
            known[with_tile(places, rank, 1)] + 1
            if (place & 7) + (place >> 3) < self._copies
            else 0
            for rank, place in enumerate(places)
        ]
        part.come = array("H", come).tobytes()
        return part.come

    def _best_of(self, block: Block, question: tuple[int, _Steps, int]) -> Best:
        """What to discard of one block."""
        others, steps, goal = question
        distances = [
            (self._table.least[others, number - 1, goal], block.start + rank)
            for rank, number in enumerate(array("H", steps))
            if number
        ]
        away = min(distances, default=(FAR, 0))[0]
        return Best(away, tuple([position for distance, position in distances if distance == away]))

    def _nearer_of(self, block: Block, question: tuple[int, _Steps, int, int]) -> tuple[int, ...]:
        """What must come in one block."""
        others, steps, goal, away = question
        return tuple(
            [
                block.start + rank
                for rank, number in enumerate(array("H", steps))
                if number and self._table.least[others, number - 1, goal] < away
            ]
        )

    def _without(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """For each block the number of what the others come to."""
        together = self._table.together
        return tuple([together[numbers[:at] + numbers[at + 1 :]] for at in range(len(numbers))])


@lru_cache(maxsize=16)
def nearness(tiles: TileSet) -> Nearness:
    """The shared table of a tile set."""
    return Nearness(tiles)


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
