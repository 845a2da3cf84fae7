"""How far a hand is from seven pairs, and what brings it nearer.

Four tiles of a kind are two pairs. Of three the third is half of a pair only where there is a
fourth; where there is none it must go, and a hand with many of them lacks tiles of new kinds, two
for each pair.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

PAIRS: Final = 7
_HALVES: Final = bytes([count // 2 for count in range(256)])


class PairTable:
    """Seven pairs of tiles of which there are so many copies; all hands are without melds."""

    def __init__(self, copies: int) -> None:
        """Sort the numbers of tiles of a kind by what one tile more or less does for pairs."""
        odd = [count % 2 for count in range(256)]
        over = [copies % 2 and count == copies for count in range(256)]
        half = [one and not last for one, last in zip(odd, over, strict=True)]
        new = [one or copies - count > 1 for count, one in enumerate(half)]
        self._even = not copies % 2
        self._half = bytes(map(bool, half))
        self._half_lanes, self._new_lanes = _lanes(half), _lanes(new)
        self._odd_lanes, self._over_lanes = _lanes(odd), _lanes(over)

    def away(self, counts: bytes | bytearray) -> int:
        """The number of tiles that 13 or 14 lack: one for each half of a pair, else two."""
        missing = PAIRS - sum(counts.translate(_HALVES))
        if self._even:  # so many tiles have enough halves for all pairs that are missing
            return missing
        return missing + max(0, missing - sum(counts.translate(self._half)))

    def nearer(self, counts: bytes | bytearray) -> bytes | bytearray:
        """For each position 255 if a tile more of it brings seven pairs nearer, else 0."""
        return counts.translate(self._new_lanes if self._short(counts, 0) else self._half_lanes)

    def nearer_without(self, counts: bytes, gone: Iterable[int]) -> dict[int, int]:
        """The same as a number, its first byte the lowest, after one tile or another has gone."""
        if self._even:  # what was half of a pair is none, and what was none is half
            lanes = int.from_bytes(self.nearer(counts), "little")
            return {at: lanes ^ 255 << 8 * at for at in gone}
        found = {}
        for at in gone:
            rest = bytearray(counts)
            rest[at] -= 1
            found[at] = int.from_bytes(self.nearer(rest), "little")
        return found

    def spare(self, counts: bytes | bytearray) -> bytes | bytearray:
        """For each position 255 if 14 tiles are as near without one of it, else 0."""
        return counts.translate(self._over_lanes if self._short(counts, 1) else self._odd_lanes)

    def _short(self, counts: bytes | bytearray, halves: int) -> bool:
        """Whether halves of pairs are too few for the missing pairs, and so many more."""
        if self._even:
            return False
        missing = PAIRS - sum(counts.translate(_HALVES))
        return sum(counts.translate(self._half)) < missing + halves


def _lanes(held: Iterable[object]) -> bytes:
    """A table of what holds of a number of tiles."""
    return bytes([255 if one else 0 for one in held])


@lru_cache(maxsize=16)
def pair_table(copies: int) -> PairTable:
    """The shared table for a number of copies of each kind."""
    return PairTable(copies)
