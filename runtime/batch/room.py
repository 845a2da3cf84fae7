"""Room for the numbers of one chunk of hands on their way through the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from .arrays import Bytes, Ints, Masks, Words

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

    def load(self, counts: Words, wins: Bytes, melds: Masks | None) -> None:
        """Put as many hands as there is room for into the arrays, the melds only if given."""
        self.words = tuple(word.view(np.int64) for word in counts)
        np.copyto(self.wins, wins)
        if melds is not None:
            np.copyto(self.melds, melds)

    def swap(self) -> None:
        """What was put together last is on the left next."""
        self.left, self.out = self.out, self.left
