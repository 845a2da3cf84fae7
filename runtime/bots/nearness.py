"""How far hands are from ready and what brings them nearer, fast enough for bots.

The numbers are those of `ShantenTable`, put together in another order. What one block can come to
is numbered, and a block knows the numbers a tile leads to that comes or goes, a byte for each rank;
what a hand lacks then is these bytes, translated by a table that the other blocks decide about. A
hand is ready at 1 and complete at 0: one more than its shanten.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

from ..distances import FAR, distance_table, goal_of
from ..memo import Memo
from ..round.state import with_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles import Block, TileSet

_PARTS_LIMIT: Final = 1 << 14
_TABLES_LIMIT: Final = 1 << 14
_HALVES: Final = bytes([count // 2 for count in range(256)])
_ODD: Final = bytes([255 * (count & 1) for count in range(256)])
_EQUAL: Final = tuple([bytes(byte) + b"\1" + bytes(255 - byte) for byte in range(256)])
_BELOW: Final = tuple([b"\xff" * away + bytes(256 - away) for away in range(FAR)])
_NOWHERE: Final = 0  # where no tile can come or go
_UNKNOWN: Final = 255

Lanes = int
"""A byte for each position, the first the lowest: 255 where something holds, else 0."""


class Best(NamedTuple):
    """The least distance after a discard, and the positions whose discard leaves it."""

    away: int
    discards: tuple[int, ...]


class Part:
    """The tiles a player has of one block.

    Attributes:
        places: held tiles of each rank, with the tiles of melds three bits higher.
        number: of what it can come to, see `_Room`.
        gone: the number when a tile of each rank goes, or `_NOWHERE`.
        come: the number when one comes; None if nobody has asked yet.
        less: the part without one tile of a rank; None if nobody has asked yet.
    """

    __slots__ = ("come", "gone", "less", "number", "places")

    def __init__(self, places: bytes, number: int, gone: bytes) -> None:
        """Start without what has not been asked."""
        self.places = places
        self.number = number
        self.gone = gone
        self.come: bytes | None = None
        self.less: list[Part | None] = [None] * len(places)


class _Room:
    """Where a block stands, and what is remembered of it.

    The distances its tiles can come to are numbered from 1 on in the order in which they are met:
    200 for a suit with four copies, so that a number is a byte.
    """

    def __init__(self, block: Block, copies: int) -> None:
        table = distance_table(copies)
        self._copies = copies
        self._known = table.blocks[block.runs]
        self._numbers: dict[int, int] = {}
        self.distances = [-1]
        self.cut = slice(block.start, block.start + block.length)
        self.parts: Memo[bytes, Part] = Memo(self._part, _PARTS_LIMIT)

    def _number(self, places: bytes) -> int:
        distances = self._known[places]
        number = self._numbers.setdefault(distances, len(self.distances))
        if number == len(self.distances):
            self.distances.append(distances)
        return number

    def _part(self, places: bytes) -> Part:
        gone = [
            self._number(with_tile(places, rank, -1)) if place & 7 else _NOWHERE
            for rank, place in enumerate(places)
        ]
        return Part(places, self._number(places), bytes(gone))

    def come(self, part: Part) -> bytes:
        """The numbers when a tile comes, asked for the first time."""
        part.come = bytes(
            [
                self._number(with_tile(part.places, rank, 1))
                if (place & 7) + (place >> 3) < self._copies
                else _NOWHERE
                for rank, place in enumerate(part.places)
            ]
        )
        return part.come

    def less(self, part: Part, rank: int) -> Part:
        """A part without one of its tiles, asked for the first time."""
        found = part.less[rank] = self.parts[with_tile(part.places, rank, -1)]
        return found


class Nearness:
    """Distances of the hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._distances = distance_table(tiles.copies)
        self._rooms = tuple([_Room(block, tiles.copies) for block in tiles.blocks])
        self._place = tuple(
            [(at, rank) for at, block in enumerate(tiles.blocks) for rank in range(block.length)]
        )
        self._lane = tuple([255 << 8 * at for at in range(len(tiles.kinds))])
        self._tables: Memo[tuple[int, ...], tuple[bytearray, ...]] = Memo(
            self._tables_of, _TABLES_LIMIT
        )
        self._table: Memo[tuple[int, int, int], bytearray] = Memo(_table, _TABLES_LIMIT)

    def away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from complete."""
        numbers = [part.number for part in self._parts(counts, tail)]
        asked = [bytes([number]) for number in numbers]
        standard = self._lacks(goal_of(len(tail) - 1), numbers, asked)[0]
        return standard if len(tail) > 1 else min(standard, _by_pairs(counts))

    def best(self, counts: bytes, tail: bytes) -> Best:
        """What to discard of a hand of 3n+2 tiles to be as near to ready as can be."""
        parts = self._parts(counts, tail)
        numbers = [part.number for part in parts]
        lacks = self._lacks(goal_of(len(tail) - 1), numbers, [part.gone for part in parts])
        away = min(lacks)
        found = _places(lacks, away)
        if len(tail) == 1 and _by_pairs(counts) <= away:
            return _with_pairs(counts, away, found)
        return Best(away, found)

    def nearer(self, counts: bytes, tail: bytes, away: int) -> tuple[int, ...]:
        """The positions of the tiles that bring a hand of 3n+1 tiles nearer than `away`."""
        parts = self._parts(counts, tail)
        numbers = [part.number for part in parts]
        wanted = self._nearer(goal_of(len(tail) - 1), numbers, self._come(parts), away)
        if len(tail) == 1 and _by_pairs(counts) <= away:
            wanted |= _odd_lanes(counts)
        return _places(wanted.to_bytes(len(counts), "little"), 255)

    def nearer_after(self, counts: bytes, tail: bytes, best: Best) -> list[Lanes]:
        """For each of the best discards of a hand, what brings it nearer then."""
        away, found = best
        parts, goal = self._parts(counts, tail), goal_of(len(tail) - 1)
        numbers, come = [part.number for part in parts], self._come(parts)
        pairs = _by_pairs(counts) if len(tail) == 1 else FAR
        odd = _odd_lanes(counts) if pairs <= away else 0
        answers: list[Lanes] = []
        for position in found:
            at, rank = self._place[position]
            part, room, before = parts[at], self._rooms[at], come[at]
            less = part.less[rank] or room.less(part, rank)
            numbers[at], come[at] = less.number, less.come or room.come(less)
            wanted = self._nearer(goal, numbers, come, away)
            numbers[at], come[at] = part.number, before
            if pairs <= away and pairs + (counts[position] & 1 ^ 1) <= away:
                wanted |= odd ^ self._lane[position]
            answers.append(wanted)
        return answers

    def _come(self, parts: Sequence[Part]) -> list[bytes]:
        """What tiles that come make of each part."""
        rooms = self._rooms
        return [part.come or room.come(part) for part, room in zip(parts, rooms, strict=True)]

    def _nearer(self, goal: int, numbers: list[int], come: Sequence[bytes], away: int) -> Lanes:
        """What brings a hand nearer that is not on the way to seven pairs."""
        lacks = self._lacks(goal, numbers, come)
        return int.from_bytes(lacks.translate(_BELOW[away]), "little")

    def _parts(self, counts: bytes, tail: bytes) -> list[Part]:
        """A hand, block by block."""
        if len(tail) == 1:
            return [room.parts[counts[room.cut]] for room in self._rooms]
        places = bytearray(counts)
        for byte in tail[1:]:
            places[byte & 31] |= (4 if byte >> 5 else 3) << 3
        whole = bytes(places)
        return [room.parts[whole[room.cut]] for room in self._rooms]

    def _lacks(self, goal: int, numbers: list[int], others: Sequence[bytes]) -> bytes:
        """What a hand lacks if one of its parts had another number; a byte for each of these."""
        tables = self._tables[(goal, *numbers)]
        found = b"".join(map(bytes.translate, others, tables))
        if _UNKNOWN in found:
            self._learn(goal, numbers, others)
            found = b"".join(map(bytes.translate, others, tables))
        return found

    def _learn(self, goal: int, numbers: list[int], others: Sequence[bytes]) -> None:
        """Fill in what tables do not know yet."""
        tables, beside = self._tables[(goal, *numbers)], self._beside(numbers)
        for room, other, asked, table in zip(self._rooms, beside, others, tables, strict=True):
            for number in asked:
                if table[number] == _UNKNOWN:
                    distances = room.distances[number]
                    table[number] = self._distances.least[other, distances, goal]

    def _tables_of(self, asked: tuple[int, ...]) -> tuple[bytearray, ...]:
        """For each part what the hand lacks by its number, if the other parts are these."""
        goal, *numbers = asked
        return tuple(
            [self._table[at, other, goal] for at, other in enumerate(self._beside(numbers))]
        )

    def _beside(self, numbers: Sequence[int]) -> list[int]:
        """For each part the number of what the others come to."""
        together = self._distances.together
        all_of = [room.distances[number] for room, number in zip(self._rooms, numbers, strict=True)]
        return [together[tuple(all_of[:at] + all_of[at + 1 :])] for at in range(len(all_of))]


def _table(_asked: tuple[int, int, int]) -> bytearray:
    """A table in which nothing is known."""
    table = bytearray([_UNKNOWN]) * 256
    table[_NOWHERE] = FAR
    return table


@lru_cache(maxsize=16)
def nearness(tiles: TileSet) -> Nearness:
    """The shared table of a tile set."""
    return Nearness(tiles)


def _places(found: bytes, wanted: int) -> tuple[int, ...]:
    """Where a byte stands among others."""
    return tuple(compress(range(len(found)), found.translate(_EQUAL[wanted])))


def _by_pairs(counts: bytes) -> int:
    """How far seven pairs are; four equal tiles are two of them."""
    return 7 - sum(counts.translate(_HALVES))


def _odd_lanes(counts: bytes) -> Lanes:
    """The positions that are half of a pair."""
    return int.from_bytes(counts.translate(_ODD), "little")


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
