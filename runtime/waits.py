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

# What is known of a block, added over the blocks of a hand.  Three lanes of one bit a position:
# tiles that complete it if it is complete now, the same if it is not, kinds held an odd number of
# times.  Above them whether nobody has asked for its tiles yet; pairs beside sets, tiles modulo
# three, and incomplete blocks.
_LANE: Final = 30
_LANE_MASK: Final = (1 << _LANE) - 1
_ODD: Final = 2 * _LANE
_ASK: Final = 3 * _LANE
_ASKED: Final = 7 << _ASK
_FACTS: Final = _ASK + 3
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


_LANES: Final = tuple(map(_lane, range(2 << _INCOMPLETE)))


class WaitTable:
    """Waits of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        self._size = len(tiles.kinds)
        self._copies = tiles.copies
        cuts = [slice(block.start, block.start + block.length) for block in tiles.blocks]
        values = [Memo(partial(_value, one, tiles.copies), _BLOCK_LIMIT) for one in tiles.blocks]
        self._blocks = tuple(zip(cuts, values, strict=True))
        self._asked = tuple(zip(cuts, values, tiles.blocks, strict=True))
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
                mask = (self._ask(packed) if total & _ASKED else total) >> lane & _LANE_MASK
        if len(packed) == self._size + 1:
            odd = total >> _ODD & _LANE_MASK
            if odd & (odd - 1) == 0 and sum(packed[: self._size]) == 13:
                mask |= odd if packed[odd.bit_length() - 1] < self._copies else 0
        elif mask:
            mask &= ~self.owned(packed)
        return self._kinds[mask] if mask else ()

    def _ask(self, packed: bytes) -> int:
        """The values of the blocks, added up, with the tiles that complete each."""
        total = 0
        for cut, values, block in self._asked:
            counts = packed[cut]
            value = values[counts]
            if value & _ASKED:
                value = values[counts] = value - (1 << _ASK) + _tiles(block, self._copies, counts)
            total += value
        return total

    def owned(self, packed: bytes) -> int:
        """The positions of melds whose kind the player owns entirely, as bits."""
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
    return facts < len(_LANES) and _LANES[facts] is not None


@lru_cache(maxsize=16)
def wait_table(tiles: TileSet) -> WaitTable:
    """The shared table of a tile set."""
    return WaitTable(tiles)


def _value(block: Block, copies: int, counts: bytes) -> int:
    """The lanes and facts of one block, the tiles that complete it left out."""
    distances, wanted = distance_table(copies).of(counts, runs=block.runs), _whole(sum(counts) + 1)
    odd = sum([count % 2 << block.start + rank for rank, count in enumerate(counts)])
    ask = wanted is not None and distances[wanted] == 1
    return _facts(sum(counts), distances) << _FACTS | ask << _ASK | odd << _ODD


def _tiles(block: Block, copies: int, counts: bytes) -> int:
    """The tiles that complete a block that lacks one, in their lane."""
    table, wanted = distance_table(copies), _whole(sum(counts) + 1)
    assert wanted is not None
    found = 0
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
