"""Room for the numbers of one chunk of hands on their way through the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from .arrays import Ints
    from .hands import PackedHands

CHUNK: Final = 1 << 14
"""Hands that go through all tables together: few enough to stay near the processor."""


class Room:
    """One chunk of hands as int64 arrays, and arrays of the same length to work in.

    Attributes:
        words: the packed counts, an array a word.
        wins: the bytes of the winning tiles.
        melds: the bytes of the melds, four in a number.
        left: what has been put together of the hands.
        right: what comes next.
        out: where the two meet.
        cell: places in tables.
        part: parts of them.
    """

    __slots__ = ("cell", "left", "melds", "out", "part", "right", "wins", "words")

    def __init__(self, size: int) -> None:
        """Make room for some hands."""
        arrays = np.empty((7, size), dtype=np.int64)
        self.wins, self.melds, self.left, self.right, self.out, self.cell, self.part = arrays
        self.words: tuple[Ints, ...] = ()

    def load(self, hands: PackedHands, start: int, *, melds: bool) -> None:
        """Put as many hands as there is room for into the arrays, the melds only if asked."""
        stop = start + len(self.wins)
        self.words = tuple(word[start:stop].view(np.int64) for word in hands.counts)
        np.copyto(self.wins, hands.wins[start:stop])
        if melds:
            np.copyto(self.melds, hands.melds[start:stop])

    def swap(self) -> None:
        """What was put together last is on the left next."""
        self.left, self.out = self.out, self.left
