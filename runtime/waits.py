"""What a hand waits for, from remembered numbers for each of its blocks.

A hand of four sets and a pair but one tile waits in a block if the tile completes that block and
every other block is complete as it stands; so each block can be judged alone. Hardly any hand
waits: which tiles complete a block is asked only when the blocks together say that some do.

This says which tiles a packed hand waits for, as a round asks at every discard; what the waits are
worth, and how a hand without any gets nearer, `ready` says, to who asks for `waits`.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from .distances import distance_table
from .hand import MAX_MELDS
from .memo import Memo

if TYPE_CHECKING:
    from .distances import Distances
    from .tiles import Block, TileSet

_BLOCK_LIMIT: Final = 1 << 16
_ANSWER_LIMIT: Final = 1 << 14

# What is known of a block, added over the blocks of a hand: pairs beside sets, tiles modulo three,
# and incomplete blocks; above them one bit a position for the kinds held an odd number of times.
_FACTS: Final = 16
_FACTS_MASK: Final = (1 << _FACTS) - 1
_RESIDUE: Final = 3
_INCOMPLETE: Final = 7
_LANE: Final = 30  # beyond all positions
_HOPELESS: Final = 2  # a block no single tile completes weighs as two incomplete ones


def _waits(facts: int) -> bool:
    """Whether a hand with these facts waits (at most one block incomplete).

    The pairs are counted because the number of tiles does not exclude four pairs in four blocks.
    """
    pairs = facts & 7
    if (facts >> _RESIDUE & 15) % 3 != 1:
        return False
    return pairs < 2 if facts >> _INCOMPLETE else pairs == 2


_READY: Final = tuple(map(_waits, range(2 << _INCOMPLETE)))


class WaitTable:
    """Waits of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._size = len(tiles.kinds)
        self._copies = tiles.copies
        cuts = [slice(block.start, block.start + block.length) for block in tiles.blocks]
        self._blocks = tuple(
            [
                (cut, Memo(partial(_value, block, tiles.copies), _BLOCK_LIMIT))
                for cut, block in zip(cuts, tiles.blocks, strict=True)
            ]
        )
        self._completing = tuple(
            [
                (cut, Memo(partial(_completing, block, tiles.copies), _BLOCK_LIMIT))
                for cut, block in zip(cuts, tiles.blocks, strict=True)
            ]
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
        mask = self._mask(packed) if is_ready(total & _FACTS_MASK) else 0
        if len(packed) == self._size + 1:
            odd = total >> _FACTS
            if odd & (odd - 1) == 0 and sum(packed[: self._size]) == 13:
                mask |= odd if packed[odd.bit_length() - 1] < self._copies else 0
        elif mask:
            mask &= ~self._owned(packed)
        return self._kinds[mask]

    def _mask(self, packed: bytes) -> int:
        """The positions of the tiles that complete a hand with the facts of one that waits.

        They complete the one block that is not complete, or, if all are, one of the two pairs.
        """
        lanes = 0
        for cut, completing in self._completing:
            lanes |= completing[packed[cut]]
        return lanes >> _LANE or lanes

    def _owned(self, packed: bytes | bytearray) -> int:
        """The positions of melds whose kind the player owns entirely."""
        mask = 0
        for byte in packed[self._size + 1 :]:
            position = byte & 31
            laid = 4 if byte >> 5 else 3
            if laid + packed[position] >= self._copies:
                mask |= 1 << position
        return mask


def facts_of(block: Block, copies: int, counts: bytes) -> int:
    """What of the value of a block does not say which tiles, so that it is a small number."""
    return _facts(sum(counts), distance_table(copies).of(counts, runs=block.runs))


def facts_without(block: Block, copies: int, counts: bytes) -> tuple[int, ...]:
    """The same for the block without one tile, rank by rank; -1 where there is none."""
    table, total = distance_table(copies), sum(counts) - 1
    return tuple(
        [
            -1 if less < 0 else _facts(total, table.distances[less])
            for less in table.beside(counts, -1, runs=block.runs)
        ]
    )


def is_ready(facts: int) -> bool:
    """Whether a hand of 3n+1 tiles with these facts may wait, but as pairs."""
    return facts < len(_READY) and _READY[facts]


@lru_cache(maxsize=16)
def wait_table(tiles: TileSet) -> WaitTable:
    """The shared table of a tile set."""
    return WaitTable(tiles)


def _value(block: Block, copies: int, counts: bytes) -> int:
    """The facts of one block, and its odd kinds."""
    odd = sum([count % 2 << block.start + rank for rank, count in enumerate(counts)])
    return odd << _FACTS | facts_of(block, copies, counts)


def _completing(block: Block, copies: int, counts: bytes) -> int:
    """The positions of the tiles that complete a block; above `_LANE` if it is not complete now."""
    table, total = distance_table(copies), sum(counts)
    wanted, found = _whole(total + 1), 0
    if wanted is None or table.of(counts, runs=block.runs)[wanted] != 1:
        return 0
    for rank, more in enumerate(table.beside(counts, 1, runs=block.runs)):
        if more >= 0 and not table.distances[more][wanted]:
            found |= 1 << block.start + rank
    return found << (_LANE if facts_of(block, copies, counts) >> _INCOMPLETE else 0)


def _facts(total: int, distances: Distances) -> int:
    """Pairs, tiles modulo three and incompleteness of a block of so many tiles."""
    facts = total % 3 << _RESIDUE
    held, wanted = _whole(total), _whole(total + 1)
    if held is not None and not distances[held]:
        return facts + total % 3 // 2
    near = wanted is not None and distances[wanted] == 1
    return facts + ((1 if near else _HOPELESS) << _INCOMPLETE)


def _whole(total: int) -> int | None:
    """Where distances list the sets, or sets and a pair, that so many tiles can be."""
    sets, rest = divmod(total, 3)
    return None if rest == 1 or sets > MAX_MELDS else sets + 5 * (rest // 2)
