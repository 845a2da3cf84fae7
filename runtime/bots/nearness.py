"""How far hands are from ready and what brings them nearer, fast enough for bots.

The numbers are those of `ShantenTable`, put together in another order. What one block can come to
is numbered, and a block knows the numbers a tile leads to that comes or goes, a byte for each rank;
what a hand lacks then is these bytes, translated by a table that the other blocks decide about. A
hand is ready at 1 and complete at 0: one more than its shanten.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

from ..distances import FAR, distance_table, goal_of
from ..memo import Memo
from ..pairs import pair_table
from ..round.state import with_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles import TileSet

_PARTS_LIMIT: Final = 1 << 17
_TABLES_LIMIT: Final = 1 << 14
_EQUAL: Final = tuple([bytes(byte) + b"\1" + bytes(255 - byte) for byte in range(256)])
_BITS: Final = 8  # of the number of a part
_NOWHERE: Final = 0  # where no tile can come or go
_UNKNOWN: Final = 254
_WANTED: Final = 255

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
        number: of what it can come to, see `Form`.
        form: what it is a block of.
        gone: the number when a tile of each rank goes, or `_NOWHERE`; `come`: when one comes. None
            if nobody has asked yet.
        less: the part without one tile of a rank; None if nobody has asked yet.
    """

    __slots__ = ("come", "form", "gone", "less", "number", "places")

    def __init__(self, form: Form, places: bytes, number: int) -> None:
        """Start without what has not been asked."""
        self.form = form
        self.places = places
        self.number = number
        self.gone: bytes | None = None
        self.come: bytes | None = None
        self.less: list[Part | None] = [None] * len(places)


class Form:
    """What is remembered of all blocks that are made alike.

    The distances its tiles can come to are numbered from 1 on in the order in which they are met:
    200 for a suit with four copies, so that a number is a byte.
    """

    def __init__(self, copies: int, *, runs: bool) -> None:
        """Start with nothing known."""
        self._table = distance_table(copies)
        self._runs = runs
        self._numbers: Memo[int, int] = Memo(self._number, _UNKNOWN)
        self._numbers[-1] = _NOWHERE
        self.distances = [-1]
        self.parts: Memo[bytes, Part] = Memo(self._part, _PARTS_LIMIT)

    def _number(self, distances: int) -> int:
        self.distances.append(distances)
        return len(self.distances) - 1

    def _part(self, places: bytes) -> Part:
        return Part(self, places, self._numbers[self._table.blocks[self._runs][places]])

    def _beside(self, part: Part, change: int) -> bytes:
        """The numbers when one tile of each rank comes or goes."""
        found = self._table.beside(part.places, change, runs=self._runs)
        return bytes(map(self._numbers.__getitem__, found))

    def gone(self, part: Part) -> bytes:
        """The numbers when a tile goes, asked for the first time."""
        part.gone = self._beside(part, -1)
        return part.gone

    def come(self, part: Part) -> bytes:
        """The numbers when a tile comes, asked for the first time."""
        part.come = self._beside(part, 1)
        return part.come

    def less(self, part: Part, rank: int) -> Part:
        """A part without one of its tiles, asked for the first time."""
        found = part.less[rank] = self.parts[with_tile(part.places, rank, -1)]
        return found


class Nearness:
    """Distances of the hands of one tile set; fills itself as hands come by.

    The number of a hand has those of its parts, the last one lowest, and above them the number of
    its melds.
    """

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._distances = distance_table(tiles.copies)
        self._pairs = pair_table(tiles.copies)
        blocks = tiles.blocks
        self._forms = tuple(
            [form_of(block.length, tiles.copies, runs=block.runs) for block in blocks]
        )
        self._known = tuple(
            [
                (slice(block.start, block.start + block.length), form.parts)
                for block, form in zip(blocks, self._forms, strict=True)
            ]
        )
        self._shifts = tuple([_BITS * at for at in reversed(range(len(blocks)))])
        self._place = tuple(
            [
                (at, rank, shift)
                for at, (block, shift) in enumerate(zip(blocks, self._shifts, strict=True))
                for rank in range(block.length)
            ]
        )
        self._last: tuple[bytes, bytes, tuple[list[Part], int]] = (b"", b"", ([], 0))
        self._away: Memo[int, int] = Memo(self._find_away, _TABLES_LIMIT)
        self._lacks: Memo[int, tuple[bytearray, ...]] = Memo(
            partial(self._tables, FAR), _TABLES_LIMIT
        )
        self._wants = tuple(
            [Memo(partial(self._tables, away), _TABLES_LIMIT) for away in range(FAR)]
        )
        self._table: Memo[tuple[int, int, int, int], bytearray] = Memo(_table, _TABLES_LIMIT)

    def away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from complete."""
        standard = self._away[self._hand(counts, tail)[1]]
        return standard if len(tail) > 1 else min(standard, self._pairs.away(counts))

    def best(self, counts: bytes, tail: bytes) -> Best:
        """What to discard of a hand of 3n+2 tiles to be as near to ready as can be."""
        parts, number = self._hand(counts, tail)
        gone = [part.gone or part.form.gone(part) for part in parts]
        lacks = b"".join(map(bytes.translate, gone, self._lacks[number]))
        if _UNKNOWN in lacks:
            lacks = self._learn(number, gone, FAR)
        away = next(filter(lacks.__contains__, range(_UNKNOWN)))
        found = _places(lacks, away)
        return Best(away, found) if len(tail) > 1 else self._with_pairs(counts, away, found)

    def _with_pairs(self, counts: bytes, away: int, found: tuple[int, ...]) -> Best:
        """The best discards of a hand that may be as near to seven pairs as to sets, or nearer."""
        pairs = self._pairs.away(counts)
        if pairs > away:
            return Best(away, found)
        spare = _places(self._pairs.spare(counts), _WANTED)
        if not spare:  # whatever goes is half of a pair, or was to become one
            spare, pairs = tuple(compress(range(len(counts)), counts)), pairs + 1
        if pairs > away:
            return Best(away, found)
        return Best(pairs, spare if pairs < away else tuple(sorted({*found, *spare})))

    def nearer(self, counts: bytes, tail: bytes, away: int) -> tuple[int, ...]:
        """The positions of the tiles that bring a hand of 3n+1 tiles nearer than `away`."""
        parts, number = self._hand(counts, tail)
        wanted = self._nearer(number, [part.come or part.form.come(part) for part in parts], away)
        if len(tail) == 1 and self._pairs.away(counts) <= away:
            wanted |= _lanes(self._pairs.nearer(counts))
        return _places(wanted.to_bytes(len(counts), "little"), _WANTED)

    def live_after(self, counts: bytes, tail: bytes, best: Best, unseen: Lanes) -> list[int]:
        """For each of the best discards of a hand, how many tiles bring it nearer then.

        Args:
            counts: concealed tiles.
            tail: melds.
            best: what `best` has said of them.
            unseen: how many of each tile may still come, a byte for each position. The digits to
                the base of 256 of a number add up to what is left when it is divided by 255.
        """
        away, found = best
        parts, number = self._hand(counts, tail)
        come = [part.come or part.form.come(part) for part in parts]
        tables, place = self._wants[away], self._place
        pairs = self._pairs.away(counts) if len(tail) == 1 else FAR
        spare = self._pairs.spare(counts) if pairs == away else b""
        answers: list[int] = []
        for position in found:
            at, rank, shift = place[position]
            part, before = parts[at], come[at]
            less = part.less[rank] or part.form.less(part, rank)
            come[at] = less.come or part.form.come(less)
            left = number + (less.number - part.number << shift)
            lanes = b"".join(map(bytes.translate, come, tables[left]))
            if _UNKNOWN in lanes:
                lanes = self._learn(left, come, away)
            wanted = int.from_bytes(lanes, "little")
            come[at] = before
            if pairs < away or (spare and spare[position]):
                rest = with_tile(counts, position, -1)
                wanted |= _lanes(self._pairs.nearer(rest))
            answers.append((wanted & unseen) % 255)
        return answers

    def _nearer(self, number: int, come: Sequence[bytes], away: int) -> Lanes:
        """What brings a hand nearer that is not on the way to seven pairs."""
        wanted = b"".join(map(bytes.translate, come, self._wants[away][number]))
        if _UNKNOWN in wanted:
            wanted = self._learn(number, come, away)
        return int.from_bytes(wanted, "little")

    def _hand(self, counts: bytes, tail: bytes) -> tuple[list[Part], int]:
        """A hand, block by block, and its number; whoever has asked may ask more about it."""
        last_counts, last_tail, hand = self._last
        if counts is last_counts and tail is last_tail:
            return hand
        whole = counts
        if len(tail) > 1:
            places = bytearray(counts)
            for byte in tail[1:]:
                places[byte & 31] |= (4 if byte >> 5 else 3) << 3
            whole = bytes(places)
        parts: list[Part] = []
        number = len(tail) - 1
        for cut, known in self._known:
            part = known[whole[cut]]
            parts.append(part)
            number = number << _BITS | part.number
        hand = parts, number
        self._last = counts, tail, hand
        return hand

    def _learn(self, number: int, others: Sequence[bytes], away: int) -> bytes:
        """Fill in what tables do not know yet, and translate again."""
        tables = self._tables(away, number)
        least, goal = self._distances.least, self._goal(number)
        asked = zip(self._forms, self._beside(number), others, tables, strict=True)
        for form, other, numbers, table in asked:
            for one in numbers:
                if table[one] == _UNKNOWN:
                    lacks = least[other, form.distances[one], goal]
                    table[one] = lacks if away == FAR else _WANTED * (lacks < away)
        return b"".join(map(bytes.translate, others, tables))

    def _tables(self, away: int, number: int) -> tuple[bytearray, ...]:
        """For each part what the hand lacks by its number, if the other parts are these.

        Or, if `away` is not `FAR`, whether it lacks less than that.
        """
        goal = self._goal(number)
        return tuple(
            [self._table[at, other, goal, away] for at, other in enumerate(self._beside(number))]
        )

    def _goal(self, number: int) -> int:
        """What is wanted of a hand."""
        return goal_of(number >> _BITS * len(self._forms))

    def _numbers(self, number: int) -> list[int]:
        """The numbers of the distances of each part."""
        return [
            form.distances[number >> shift & 255]
            for form, shift in zip(self._forms, self._shifts, strict=True)
        ]

    def _beside(self, number: int) -> list[int]:
        """For each part the number of what the others come to."""
        together, numbers = self._distances.together, self._numbers(number)
        return [together[(*numbers[:at], *numbers[at + 1 :])] for at in range(len(numbers))]

    def _find_away(self, number: int) -> int:
        """How far parts are from complete."""
        own, other = self._numbers(number)[0], self._beside(number)[0]
        return self._distances.least[other, own, self._goal(number)]


def _table(asked: tuple[int, int, int, int]) -> bytearray:
    """A table in which nothing is known."""
    table = bytearray([_UNKNOWN]) * 256
    table[_NOWHERE] = FAR if asked[-1] == FAR else 0
    return table


@lru_cache(maxsize=16)
def form_of(length: int, copies: int, *, runs: bool) -> Form:
    """What is shared by blocks of one length that all have runs, or none."""
    del length  # it only keeps the numbers of other blocks apart
    return Form(copies, runs=runs)


@lru_cache(maxsize=16)
def nearness(tiles: TileSet) -> Nearness:
    """The shared table of a tile set."""
    return Nearness(tiles)


def _places(found: bytes | bytearray, wanted: int) -> tuple[int, ...]:
    """Where a byte stands among others."""
    return tuple(compress(range(len(found)), found.translate(_EQUAL[wanted])))


def _lanes(found: bytes | bytearray) -> Lanes:
    """The positions where a byte is 255."""
    return int.from_bytes(found, "little")
