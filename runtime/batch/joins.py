"""Tables that join two numbered things to a third, and fill themselves as pairs come by.

Number 0 stands for "not known yet" everywhere: joined with anything it gives 0. So hands can be
sent through a whole chain of tables, and only what comes out need be looked at: where it is 0, the
hands are sent through again, and what is missing is worked out on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from .arrays import Ints

L = TypeVar("L", bound="Hashable")
R = TypeVar("R", bound="Hashable")
T = TypeVar("T", bound="Hashable")

MOST_CELLS: Final = 1 << 24
"""A table that would get larger is replaced by a dictionary, which is slower but always fits."""


class Numbers(Generic[T]):
    """Things numbered from 1 in the order in which they come."""

    __slots__ = ("_number", "things")

    def __init__(self, things: Iterable[T] = ()) -> None:
        """Number some things."""
        self.things: list[T] = []
        self._number: dict[T, int] = {}
        for thing in things:
            self.of(thing)

    def of(self, thing: T) -> int:
        """The number of a thing, a new one if it is new."""
        number = self._number.get(thing)
        if number is None:
            self.things.append(thing)
            number = self._number[thing] = len(self.things)
        return number

    def __getitem__(self, number: int) -> T:
        """The thing with a number."""
        return self.things[number - 1]

    def __len__(self) -> int:
        """How many things there are."""
        return len(self.things)


class _Cells(NamedTuple):
    """What is known: by pair, and as a table unless that would get too large.

    A pair is the left number, shifted, plus the right one. All this is replaced together, so that
    threads may read while another one makes room.
    """

    shift: int
    known: dict[int, int]
    table: Ints | None

    def look_up(self, pairs: Ints, out: Ints) -> None:
        """The numbers for pairs, 0 where they are not known."""
        if self.table is not None:
            # What lies beyond the table is looked up in its last cell, which stays empty.
            self.table.take(pairs, out=out, mode="clip")
            return
        different, places = np.unique(pairs, return_inverse=True)
        numbers = [self.known.get(pair, 0) for pair in different.tolist()]
        np.copyto(out, np.array(numbers, dtype=np.int64)[places])

    def fits(self, rows: int, shift: int) -> bool:
        """Whether there is room for so many left numbers, and right ones of so many bits."""
        return shift <= self.shift and (self.table is None or rows << self.shift < len(self.table))

    def larger(self, rows: int, shift: int, most: int) -> _Cells:
        """With room for at least so many, as a table if that has no more cells than `most`."""
        shift = max(shift, self.shift)
        size = 1 << shift + rows.bit_length()
        mask = (1 << self.shift) - 1
        known = {
            (pair >> self.shift << shift) + (pair & mask): number
            for pair, number in self.known.items()
        }
        if size > most:
            return _Cells(shift, known, None)
        table = np.zeros(size, dtype=np.int64)
        table[list(known)] = list(known.values())
        return _Cells(shift, known, table)


class Join(Generic[L, R, T]):
    """Two numbers in, the number of what they make together out.

    Attributes:
        made: what was made so far, numbered.
    """

    __slots__ = ("_cells", "_combine", "_grows", "_left", "_right", "made")

    def __init__(
        self,
        left: Numbers[L],
        right: Numbers[R],
        combine: Callable[[L, R], T],
        *,
        grows: bool = False,
    ) -> None:
        """Start with an empty table.

        Args:
            left: the things on the left; there may be more later.
            right: the things on the right.
            combine: what two of them make together.
            grows: whether there may be more on the right later, too.
        """
        self.made: Numbers[T] = Numbers()
        self._left = left
        self._right = right
        self._combine = combine
        self._grows = grows
        self._cells = _Cells(len(right).bit_length(), {}, np.zeros(1, dtype=np.int64))

    def __len__(self) -> int:
        """How many pairs have been worked out."""
        return len(self._cells.known)

    def pass_through(
        self, left: Ints, right: Ints, out: Ints, *, learn: bool, most: int = MOST_CELLS
    ) -> None:
        """The numbers for pairs. `left` is overwritten.

        Args:
            left: int64, numbers of things on the left.
            right: int64, numbers of things on the right.
            out: int64, where the numbers go.
            learn: whether to work out what is not known; otherwise it becomes 0.
            most: how many cells the table may get.
        """
        if learn:
            self._make_room(most)
        cells = self._cells
        if self._grows and int(right.max(initial=0)) >> cells.shift:
            out.fill(0)
            return
        np.left_shift(left, cells.shift, out=left)
        np.add(left, right, out=left)
        cells.look_up(left, out)
        if learn:
            unknown = out == 0
            if unknown.any():
                self._learn(cells, np.unique(left[unknown]))
                cells.look_up(left, out)

    def _learn(self, cells: _Cells, pairs: Ints) -> None:
        """Work out some pairs that are not known yet, in which nothing is 0."""
        for pair in pairs.tolist():
            left, right = pair >> cells.shift, pair & (1 << cells.shift) - 1
            made = self._combine(self._left[left], self._right[right])
            cells.known[pair] = self.made.of(made)
            if cells.table is not None:
                cells.table[pair] = cells.known[pair]

    def _make_room(self, most: int) -> None:
        """Make room for all pairs of the numbers given out so far."""
        rows, shift = len(self._left) + 1, len(self._right).bit_length()
        if not self._cells.fits(rows, shift):
            self._cells = self._cells.larger(rows, shift, most)
