"""The discards that leave a hand that waits.

Hardly any hand has one. What the blocks of a hand are and may become when one of their tiles is
gone tells nearly all others apart, and of that there are a few hundred things to know.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from .memo import Memo
from .waits import facts_of, is_ready, may_wait, wait_table

if TYPE_CHECKING:
    from .tiles import TileSet

_BLOCK_LIMIT: Final = 1 << 16
_GONE_LIMIT: Final = 1 << 13
_HAND_LIMIT: Final = 1 << 16
_BITS: Final = 16  # of the number of an outlook
_PAIRS_NEARLY: Final = 2  # kinds that are half of a pair in a hand that is nearly seven pairs


class Outlook(NamedTuple):
    """What matters of a block.

    Attributes:
        odd: kinds of which it has an odd number.
        facts: what its waits depend on (see `waits`).
        less: the facts it may have when one tile is gone.
    """

    odd: int
    facts: int
    less: tuple[int, ...]


class DiscardTable:
    """Discards of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables; blocks that are made alike share one."""
        self._size = len(tiles.kinds)
        self._waiting = wait_table(tiles)
        cuts = [cut for cut, _ in self._waiting.blocks]
        self._gone = tuple([Memo(partial(self._less, at), _GONE_LIMIT) for at in range(len(cuts))])
        made = [(block.length, block.runs) for block in tiles.blocks]
        alike = {one: Memo(partial(self._number, at), _BLOCK_LIMIT) for at, one in enumerate(made)}
        self._blocks = tuple([(cut, alike[one]) for cut, one in zip(cuts, made, strict=True)])
        self._outlooks: list[Outlook] = []
        self._numbers: dict[Outlook, int] = {}
        self._near: Memo[int, bool] = Memo(self._may_be_ready, _HAND_LIMIT)

    def ready(self, packed: bytes) -> tuple[int, ...]:
        """The positions of the tiles without which a hand of 3n+2 tiles waits, ascending."""
        hand = int(len(packed) > self._size + 1)
        for cut, numbers in self._blocks:
            hand = hand << _BITS | numbers[packed[cut]]
        return self._found(packed) if self._near[hand] else ()

    def _found(self, packed: bytes) -> tuple[int, ...]:
        """The same, with every tile tried."""
        table = self._waiting
        melded = len(packed) > self._size + 1
        total = sum([values[packed[cut]] for cut, values in table.blocks])
        found: list[int] = []
        for (cut, values), gone in zip(table.blocks, self._gone, strict=True):
            key = packed[cut]
            rest = total - values[key]
            for position, value in gone[key]:
                if may_wait(rest + value, melded):
                    left = bytearray(packed)
                    left[position] -= 1
                    if table.waits_of(rest + value, left):
                        found.append(position)
        return tuple(found)

    def _less(self, at: int, key: bytes) -> tuple[tuple[int, int], ...]:
        """For each tile of a block where it stands, and the value of the block without it."""
        cut, values = self._waiting.blocks[at]
        return tuple(
            [
                (cut.start + rank, values[key[:rank] + bytes([count - 1]) + key[rank + 1 :]])
                for rank, count in enumerate(key)
                if count
            ]
        )

    def _number(self, at: int, key: bytes) -> int:
        """The number of a block's outlook."""
        facts, odd = facts_of(self._waiting.blocks[at][1][key])
        less = {facts_of(value)[0] for _, value in self._gone[at][key]}
        outlook = Outlook(odd, facts, tuple(sorted(less)))
        number = self._numbers.setdefault(outlook, len(self._outlooks))
        if number == len(self._outlooks):
            self._outlooks.append(outlook)
        return number

    def _may_be_ready(self, hand: int) -> bool:
        """Whether a hand of such blocks may wait when one tile is gone."""
        blocks: list[Outlook] = []
        for _ in self._blocks:
            hand, number = divmod(hand, 1 << _BITS)
            blocks.append(self._outlooks[number])
        if not hand and sum([one.odd for one in blocks]) <= _PAIRS_NEARLY:
            return True
        facts = sum([one.facts for one in blocks])
        return any(
            is_ready(facts - one.facts + then, 0, True) for one in blocks for then in one.less
        )


@lru_cache(maxsize=16)
def discard_table(tiles: TileSet) -> DiscardTable:
    """The shared table of a tile set."""
    return DiscardTable(tiles)
