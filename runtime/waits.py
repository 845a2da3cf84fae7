"""What a hand waits for, from one remembered number for each of its blocks.

A hand of four sets and a pair but one tile waits in a block if the tile completes that block and
every other block is complete as it stands; so each block can be judged alone.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from .memo import Memo

if TYPE_CHECKING:
    from .tiles import Block, TileSet

_BLOCK_LIMIT: Final = 1 << 17
_ANSWER_LIMIT: Final = 1 << 14

# What is known of a block, added over the blocks of a hand.  Three lanes of one bit a position:
# tiles that complete it if it is complete now, the same if it is not, kinds held an odd number of
# times.  Above them pairs beside sets, tiles modulo three, and incomplete blocks.
_LANE: Final = 30
_LANE_MASK: Final = (1 << _LANE) - 1
_FACTS: Final = 3 * _LANE
_RESIDUE: Final = 3
_INCOMPLETE: Final = 7
_HOPELESS: Final = 2  # a block no single tile completes weighs as two incomplete ones


def _lane(facts: int) -> int | None:
    """Which lane holds the waits of a hand with these facts (at most one block incomplete).

    The pairs are counted because the number of tiles does not exclude four pairs in four blocks.
    """
    pairs = facts & 7
    if (facts >> _RESIDUE & 15) % 3 != 1:
        return None
    if facts >> _INCOMPLETE:
        return _LANE if pairs < 2 else None
    return 0 if pairs == 2 else None


_LANES: Final = tuple(_lane(facts) for facts in range(2 << _INCOMPLETE))


class WaitTable:
    """Waits of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._size = len(tiles.kinds)
        self._copies = tiles.copies
        self._blocks = tuple(
            (
                slice(block.start, block.start + block.length),
                Memo(partial(_block_value, block, tiles.copies), _BLOCK_LIMIT),
            )
            for block in tiles.blocks
        )
        self._kinds: Memo[int, tuple[int, ...]] = Memo(
            lambda mask: tuple(
                kind for position, kind in enumerate(tiles.kinds) if mask >> position & 1
            ),
            _ANSWER_LIMIT,
        )

    def waits(self, packed: bytes) -> tuple[int, ...]:
        """The kinds a hand of 3n+1 tiles waits for, ascending; none for other numbers of tiles.

        A kind of which the player owns every copy is no wait.
        """
        total = 0
        for cut, values in self._blocks:
            total += values[packed[cut]]
        facts = total >> _FACTS
        mask = 0
        if facts < 2 << _INCOMPLETE:
            lane = _LANES[facts]
            if lane is not None:
                mask = total >> lane & _LANE_MASK
        if len(packed) == self._size + 1:
            odd = total >> 2 * _LANE & _LANE_MASK
            if odd & (odd - 1) == 0 and sum(packed[: self._size]) == 13:
                mask |= odd
        elif mask:
            mask &= ~self._owned(packed)
        return self._kinds[mask]

    def lacking(self, packed: bytes) -> tuple[int, ...]:
        """For each block, what its tiles lack to be sets or sets and a pair: 0, one tile, or 2."""
        return tuple([values[packed[cut]] >> _FACTS + _INCOMPLETE for cut, values in self._blocks])

    def _owned(self, packed: bytes) -> int:
        """The positions of melds whose kind the player owns entirely."""
        mask = 0
        for byte in packed[self._size + 1 :]:
            position = byte & 31
            laid = 4 if byte >> 5 else 3
            if laid + packed[position] >= self._copies:
                mask |= 1 << position
        return mask


@lru_cache(maxsize=16)
def wait_table(tiles: TileSet) -> WaitTable:
    """The shared table of a tile set."""
    return WaitTable(tiles)


def _block_value(block: Block, copies: int, counts: bytes) -> int:
    """The lanes and facts of one block."""
    waits = odd = 0
    for rank, count in enumerate(counts):
        bit = 1 << block.start + rank
        more = bytes((*counts[:rank], count + 1, *counts[rank + 1 :]))
        if count < copies and _complete(more, block.runs):
            waits |= bit
        if count % 2:
            odd |= bit
    residue = sum(counts) % 3
    facts = residue << _RESIDUE
    if _complete(counts, block.runs):
        facts += residue // 2
        return facts << _FACTS | odd << 2 * _LANE | waits
    facts += (1 if waits else _HOPELESS) << _INCOMPLETE
    return facts << _FACTS | odd << 2 * _LANE | waits << _LANE


@lru_cache(maxsize=_BLOCK_LIMIT)
def _complete(counts: bytes, runs: bool) -> bool:
    """Whether these tiles of one block are sets, or sets and one pair."""
    match sum(counts) % 3:
        case 0:
            return _only_sets(counts, runs)
        case 2:
            return any(
                count >= 2
                and _only_sets(bytes((*counts[:rank], count - 2, *counts[rank + 1 :])), runs)
                for rank, count in enumerate(counts)
            )
        case _:
            return False


def _only_sets(counts: bytes, runs: bool) -> bool:
    """Whether these tiles are sets.

    From the lowest rank up: three equal runs are as good as three triplets, so the number of runs
    that begin at a rank can be taken as what its triplets leave over.
    """
    left = [*counts, 0, 0]
    for rank in range(len(counts)):
        begun = left[rank] % 3
        if begun and not (runs and left[rank + 1] >= begun and left[rank + 2] >= begun):
            return False
        left[rank + 1] -= begun
        left[rank + 2] -= begun
    return True
