"""How far hands are from ready and what brings them nearer, fast enough for bots.

The numbers are those of `ShantenTable`, put together in another order. What one block can come to
is numbered, and a block knows the numbers a tile leads to that comes or goes, a byte for each rank;
whether the hand is as near then, or nearer, is these bytes, translated by a table that the other
blocks decide about. A hand is ready at 1 and complete at 0: one more than its shanten.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import compress
from typing import TYPE_CHECKING, Final

from ..distances import FAR, distance_table, goal_of
from ..memo import NUMBERING, Memo
from ..pairs import pair_table
from ..round.state import NONE, with_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles import TileSet

READY: Final = 1  # one tile is missing
_PARTS_LIMIT: Final = 1 << 17
_TABLES_LIMIT: Final = 1 << 14
_HANDS_LIMIT: Final = 1 << 16
_LANES_LIMIT: Final = 1 << 12
_TRANSLATE: Final = bytes.translate  # to look it up takes as long as to do it
_BITS: Final = 8  # of the number of a part
_NOWHERE: Final = 0  # where no tile can come or go
_UNKNOWN: Final = 254
_NEARER: Final = 255
_AS_NEAR: Final = 128  # more than there are tiles, so that it is not among those that help
_FARTHER: Final = 0

Lanes = int
"""A byte for each position, the first the lowest: 255 where something holds, else 0."""


Best = tuple[int, tuple[int, ...]]
"""The least distance after a discard, and the positions whose discard leaves it, ascending."""


class Part:
    """The tiles a player has of one block.

    Attributes:
        places: held tiles of each rank, with the tiles of melds three bits higher.
        number: of what it can come to, see `Form`.
        form: what it is a block of.
        gone: the number when a tile of each rank goes, or `_NOWHERE`; `come`: when one comes.
            Empty if nobody has asked yet.
        after: for each rank of which a tile may go `come` of what is left, and by how much its
            number is greater than this one. None if nobody has asked yet.
    """

    __slots__ = ("after", "come", "form", "gone", "number", "places")

    def __init__(self, form: Form, places: bytes, number: int) -> None:
        """Start without what has not been asked."""
        self.form = form
        self.places = places
        self.number = number
        self.gone = self.come = b""
        self.after: tuple[tuple[bytes, int] | None, ...] = form.nothing


class Form:
    """What is remembered of all blocks that are made alike.

    The distances its tiles can come to are numbered from 1 on in the order in which they are met:
    200 for a suit with four copies, so that a number is a byte. A table says by these how near a
    hand is; it depends on what the other blocks come to together, on what is wanted of the hand,
    and on how near it is now.
    """

    def __init__(self, length: int, copies: int, *, runs: bool) -> None:
        """Start with nothing known."""
        self.nothing = (None,) * length
        self._table = distance_table(copies)
        self._runs = runs
        self._numbers: Memo[int, int] = Memo(self._number, _UNKNOWN)
        self._numbers[-1] = _NOWHERE
        self.distances = [-1]
        self.parts: Memo[bytes, Part] = Memo(self._part, _PARTS_LIMIT)
        self.tables: Memo[tuple[int, int, int], bytearray] = Memo(_table, _TABLES_LIMIT)

    def _number(self, distances: int) -> int:
        with NUMBERING:
            if distances not in self.distances:
                self.distances.append(distances)
            return self.distances.index(distances)

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

    def after(self, part: Part, rank: int) -> tuple[bytes, int]:
        """What is known of a part without one of its tiles, asked for the first time."""
        rest = self.parts[with_tile(part.places, rank, -1)]
        found = rest.come or self.come(rest), rest.number - part.number
        part.after = (*part.after[:rank], found, *part.after[rank + 1 :])
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
        self._positions = range(len(tiles.kinds))
        self._shifts = tuple([_BITS * at for at in reversed(range(len(blocks)))])
        self._place = tuple(
            [
                (at, rank, shift)
                for at, (block, shift) in enumerate(zip(blocks, self._shifts, strict=True))
                for rank in range(block.length)
            ]
        )
        self._as_near = tuple(
            [Memo(partial(_as_near, block.start), _LANES_LIMIT) for block in blocks]
        )
        self._last: tuple[bytes, bytes, tuple[list[Part], int]] = (b"", b"", ([], 0))
        self._away: Memo[int, int] = Memo(self._find_away, _HANDS_LIMIT)
        self._tables: Memo[int, tuple[bytearray, ...]] = Memo(self._find_tables, _HANDS_LIMIT)

    def away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from complete."""
        return min(self._away[self._hand(counts, tail)[1]], self._pairs_away(counts, tail))

    def best(self, counts: bytes, tail: bytes) -> Best:
        """What to discard of a hand of 3n+2 tiles to be as near to ready as can be.

        A hand that lacks so many tiles has as many that are of no use to it: without one of them it
        lacks no more. Only a complete one has none.
        """
        parts, number = self._hand(counts, tail)
        found: tuple[int, ...] = ()
        asked = zip(parts, self._tables[number], self._as_near, strict=True)
        for part, table, as_near in asked:
            found += as_near[(part.gone or part.form.gone(part)).translate(table)]
        if NONE in found:
            self._learn(number, [part.gone for part in parts])
            return self.best(counts, tail)
        away = self._away[number] or READY
        if len(tail) == 1 and (pairs := self._pairs.away(counts)) <= away:
            return self._by_pairs(counts, pairs, (away, found))
        return away, found

    def _by_pairs(self, counts: bytes, pairs: int, best: Best) -> Best:
        """The best discards of a hand that is as near to seven pairs as to sets, or nearer."""
        away, found = best
        spare = tuple(compress(self._positions, self._pairs.spare(counts)))
        if not spare:  # whatever goes is half of a pair, or was to become one
            spare, pairs = tuple(compress(self._positions, counts)), pairs + 1
        if pairs == away:
            return away, tuple(sorted({*found, *spare}))
        return best if pairs > away else (pairs, spare)

    def nearer(self, counts: bytes, tail: bytes) -> tuple[int, ...]:
        """The positions of the tiles that bring a hand of 3n+1 tiles nearer."""
        parts, number = self._hand(counts, tail)
        away, pairs = self._away[number], self._pairs_away(counts, tail)
        wanted: set[int] = set()
        if away <= pairs:
            lanes = self._learn(number, [part.come or part.form.come(part) for part in parts])
            wanted.update([at for at, lane in enumerate(lanes) if lane == _NEARER])
        if pairs <= away:
            wanted.update(compress(self._positions, self._pairs.nearer(counts)))
        return tuple(sorted(wanted))

    def likeliest(self, counts: bytes, tail: bytes, best: Best, unseen: Lanes) -> Sequence[int]:
        """Of the best discards of a hand those after which most tiles bring it nearer.

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
        tables, place, by_pairs = self._tables, self._place, self._nearer_pairs(counts, tail, best)
        most, likeliest = -1, [NONE]
        for position in found:
            at, rank, shift = place[position]
            part, before = parts[at], come[at]
            come[at], more = part.after[rank] or part.form.after(part, rank)
            left = number + (more << shift)
            lanes = b"".join(map(_TRANSLATE, come, tables[left]))
            if _UNKNOWN in lanes:
                lanes = self._learn(left, come)
            come[at] = before
            wanted = int.from_bytes(lanes, "little")
            if position in by_pairs:
                wanted = by_pairs[position] | (wanted if self._away[left] == away else 0)
            live = (wanted & unseen) % 255
            if live > most:
                most, likeliest = live, [position]
            elif live == most:
                likeliest.append(position)
        return likeliest

    def _nearer_pairs(self, counts: bytes, tail: bytes, best: Best) -> dict[int, Lanes]:
        """What brings a hand nearer to seven pairs after those discards that leave it as near.

        Args:
            counts: concealed tiles.
            tail: melds.
            best: what `best` has said of them.
        """
        away, found = best
        pairs = self._pairs_away(counts, tail)
        if pairs > away:
            return {}
        if pairs == away:
            found = tuple(compress(found, map(self._pairs.spare(counts).__getitem__, found)))
        return self._pairs.nearer_without(counts, found)

    def _pairs_away(self, counts: bytes, tail: bytes) -> int:
        """How far a hand is from seven pairs, which have no melds."""
        return FAR if len(tail) > 1 else self._pairs.away(counts)

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

    def _learn(self, number: int, others: Sequence[bytes]) -> bytes:
        """Fill in what the tables of a hand do not know yet, and translate by them."""
        tables, away = self._tables[number], self._away[number] or READY
        least, goal = self._distances.least, self._goal(number)
        asked = zip(self._forms, self._beside(number), others, tables, strict=True)
        for form, other, numbers, table in asked:
            for one in numbers:
                if table[one] == _UNKNOWN:
                    lacks = least[other, form.distances[one], goal]
                    table[one] = (
                        _NEARER if lacks < away else _AS_NEAR if lacks == away else _FARTHER
                    )
        return b"".join(map(_TRANSLATE, others, tables))

    def _find_tables(self, number: int) -> tuple[bytearray, ...]:
        """For each part how near the hand is by its number, if the other parts are those of it."""
        away, goal = self._away[number] or READY, self._goal(number)
        return tuple(
            [
                form.tables[other, goal, away]
                for form, other in zip(self._forms, self._beside(number), strict=True)
            ]
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


def _table(asked: tuple[int, int, int]) -> bytearray:
    """A table in which nothing is known."""
    del asked
    table = bytearray([_UNKNOWN]) * 256
    table[_NOWHERE] = _FARTHER
    return table


def _as_near(start: int, lanes: bytes) -> tuple[int, ...]:
    """The positions of a block that leave a hand as near; `NONE` where that is not known yet."""
    if _UNKNOWN in lanes:
        return (NONE,)
    return tuple([at for at, lane in enumerate(lanes, start) if lane == _AS_NEAR])


@lru_cache(maxsize=16)
def form_of(length: int, copies: int, *, runs: bool) -> Form:
    """What is shared by blocks of one length that all have runs, or none."""
    return Form(length, copies, runs=runs)


@lru_cache(maxsize=16)
def nearness(tiles: TileSet) -> Nearness:
    """The shared table of a tile set."""
    return Nearness(tiles)
