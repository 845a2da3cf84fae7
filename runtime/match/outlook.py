"""How soon hands may be ready: a bound that is quick to look up while a hand changes.

Each block of concealed tiles is a number whose digits are the counts of its ranks, so that a tile
that comes or goes adds to it or takes from it. A table has a byte for every such number, for what
the tiles can come to; what all blocks come to together is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..distances import distance_table, goal_of
from ..hand import MAX_MELDS
from ..memo import NUMBERING
from ..tiles import Block

if TYPE_CHECKING:
    from ..tiles import TileSet

_LIMIT: Final = 1 << 15
_PAIRS: Final = 7
_BLOCKS: Final = 4  # three suits and dragons; those a tile set does not have are without ranks
_NOTHING: Final = Block("nothing", 0, 0)
_DIGITS: Final = bytes([ord("0") + count if count < 10 else 0 for count in range(256)])
_HALVES: Final = bytes([count // 2 for count in range(256)])

_Bytes = tuple[int, ...]
"""A byte for each block, its place among the `numbers` of its form."""


class _Blocks:
    """All blocks of one form, as numbers.

    Attributes:
        known: for each block a byte, the place of its distances among `numbers`; 0 if nobody has
            asked yet.
        numbers: the numbers that a `DistanceTable` gives to distances.
    """

    def __init__(self, length: int, copies: int, *, runs: bool) -> None:
        self._distances = distance_table(copies).blocks[runs]
        self.known = bytearray((copies + 1) ** length)
        self.numbers = [-1]

    def learn(self, block: int, counts: bytes) -> int:
        """The byte of a block that is asked for the first time."""
        number = self._distances[counts]
        with NUMBERING:
            if number not in self.numbers:
                self.numbers.append(number)
        self.known[block] = self.numbers.index(number)
        return self.known[block]


class Outlook:
    """What can be said of all hands of a tile set; fills itself as hands come by.

    Attributes:
        place: for each position its block, and what one tile of it adds to that.
    """

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables."""
        base = tiles.copies + 1
        self._base = base
        self._table = distance_table(tiles.copies)
        blocks = (*tiles.blocks, *[_NOTHING] * (_BLOCKS - len(tiles.blocks)))
        self._blocks = tuple([_blocks(one.length, tiles.copies, one.runs) for one in blocks])
        self._known = tuple([one.known for one in self._blocks])
        self._cuts = tuple([slice(one.start, one.start + one.length) for one in blocks])
        self.place = tuple(
            [
                (at, base**rank)
                for at, block in enumerate(blocks)
                for rank in reversed(range(block.length))
            ]
        )
        self._least: tuple[dict[_Bytes, int], ...] = tuple([{} for _ in range(MAX_MELDS + 1)])

    def blocks(self, counts: bytes) -> list[int]:
        """The blocks of concealed tiles."""
        text = counts.translate(_DIGITS)
        return [int(text[cut] or "0", self._base) for cut in self._cuts]

    def away(self, blocks: list[int], melds: int, held: bytearray, kinds: int) -> int:
        """The number of tiles that a hand of 3n+2 tiles at least is away from complete.

        It may be one more where a wait is dead, since all tiles of it are in the player's melds.

        Args:
            blocks: its concealed tiles.
            melds: how many lie beside them.
            held: the same tiles by position.
            kinds: of how many positions there are some.
        """
        (one, two, three, four), (a, b, c, d) = self._known, blocks
        try:
            away = self._least[melds][one[a], two[b], three[c], four[d]]
        except KeyError:
            away = self._learn(melds, blocks, held)
        if melds or kinds - _PAIRS >= away:  # each pair has two tiles of the 14
            return away
        return min(away, _PAIRS - sum(held.translate(_HALVES)))

    def _learn(self, melds: int, blocks: list[int], held: bytearray) -> int:
        """What blocks lack together that are asked for the first time, or again after long."""
        for one, cut, block in zip(self._blocks, self._cuts, blocks, strict=True):
            if not one.known[block]:
                one.learn(block, bytes(held[cut]))
        key = tuple([known[block] for known, block in zip(self._known, blocks, strict=True)])
        first, *others = [
            one.numbers[number] for one, number in zip(self._blocks, key, strict=True)
        ]
        away = self._table.least[first, self._table.together[tuple(others)], goal_of(melds)]
        least = self._least[melds]
        if len(least) >= _LIMIT:
            least.clear()
        least[key] = away
        return away


@lru_cache(maxsize=16)
def _blocks(length: int, copies: int, runs: bool) -> _Blocks:
    """The shared table of a form of blocks."""
    return _Blocks(length, copies, runs=runs)


@lru_cache(maxsize=16)
def outlook(tiles: TileSet) -> Outlook:
    """The shared table of a tile set."""
    return Outlook(tiles)
