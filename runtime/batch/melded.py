"""From melds and the winning tile to the number of what they add to every reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .joins import Join, Numbers
from .melds import NO_MELDS, Melded, single_melds
from .words import BYTE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..program import Program
    from ..suits import SuitCounts
    from .arrays import Ints
    from .room import Room

_PAIR_BITS = 16


class MeldedTables:
    """The tables for the melds and the winning tiles of a variant's hands, options bound.

    Attributes:
        made: what melds and a winning tile add together, numbered.
    """

    def __init__(
        self,
        program: Program[Any],
        options: object,
        suits: SuitCounts,
        common: Mapping[int, int],
    ) -> None:
        """Work out what melds add.

        Args:
            program: whose rules are asked.
            options: its options, bound.
            suits: which numbers of tiles of a suit they tell apart.
            common: by the byte of a winning tile, what it adds in all readings.
        """
        self._suits = suits
        pairs, self._pairs = self._two_melds(single_melds(program, options))
        wins, self._wins = _numbered(common)
        self._four: Join[Melded, Melded, Melded] = Join(pairs, pairs, self._plus)
        self._all: Join[Melded, int, Melded] = Join(self._four.made, wins, _with_win)
        self.made = self._all.made
        none = np.full(BYTE, pairs.of(NO_MELDS), dtype=np.int64)
        self._bare = np.empty(BYTE, dtype=np.int64)
        four = np.empty(BYTE, dtype=np.int64)
        self._four.pass_through(none, none.copy(), four, learn=True)
        self._all.pass_through(four, self._wins, self._bare, learn=True)

    def numbers(self, room: Room, *, melds: bool, learn: bool) -> None:
        """Put the numbers of what melds and winning tile add on the right.

        Args:
            room: the hands.
            melds: whether there are any melds among them.
            learn: whether to work out what is not known yet; otherwise it becomes 0.
        """
        if not melds:
            self._bare.take(room.wins, out=room.right, mode="clip")
            return
        cell, part = room.cell, room.part
        np.bitwise_and(room.melds, (1 << _PAIR_BITS) - 1, out=part)
        self._pairs.take(part, out=cell, mode="clip")
        np.right_shift(room.melds, _PAIR_BITS, out=part)
        self._pairs.take(part, out=room.right, mode="clip")
        self._four.pass_through(cell, room.right, part, learn=learn)
        self._wins.take(room.wins, out=cell, mode="clip")
        self._all.pass_through(part, cell, room.right, learn=learn)

    def _two_melds(self, singles: list[Melded]) -> tuple[Numbers[Melded], Ints]:
        """What two melds add, numbered, and a table by their two bytes."""
        ones = Numbers(singles)
        twos: Numbers[Melded] = Numbers()
        table = np.zeros((len(ones) + 1, len(ones) + 1), dtype=np.int64)
        for left in range(1, len(ones) + 1):
            for right in range(1, len(ones) + 1):
                table[left, right] = twos.of(self._plus(ones[left], ones[right]))
        by_byte = np.full(BYTE, ones.of(NO_MELDS), dtype=np.int64)
        by_byte[: len(singles)] = [ones.of(one) for one in singles]
        # The first of two melds is in the lower byte.
        return twos, np.ascontiguousarray(table[by_byte][:, by_byte].reshape(-1))

    def _plus(self, one: Melded, other: Melded) -> Melded:
        vector = self._suits.reduced(one.vector + other.vector, self._suits.part)
        return Melded(vector, one.kong or other.kong, one.any or other.any)


def _with_win(melds: Melded, common: int) -> Melded:
    return melds._replace(vector=melds.vector + common)


def _numbered(common: Mapping[int, int]) -> tuple[Numbers[int], Ints]:
    """The different values, numbered, and a table of the numbers by byte; any for other bytes."""
    numbers: Numbers[int] = Numbers(common.values())
    table = np.ones(BYTE, dtype=np.int64)
    for byte, value in common.items():
        table[byte] = numbers.of(value)
    return numbers, table
