"""How many tiles a hand is away from ready, and which tiles bring it nearer; exact.

The distance to a complete hand is the least number of tiles to be drawn so that some complete hand
with the same melds is held.  A complete hand has at most the copies of a kind that exist, the
player's melds counted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from .distances import distance_table, goal_of
from .hand import NO_WIN
from .pairs import pair_table

if TYPE_CHECKING:
    from .tiles import TileSet

_FAR: Final = 99


class Discard(NamedTuple):
    """A tile to throw away, and what the hand is then."""

    tile: int
    shanten: int
    nearer: tuple[int, ...]


class ShantenTable:
    """Distances of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Use the table of blocks that all tile sets with as many copies share."""
        self._tiles = tiles
        self._size = len(tiles.kinds)
        self._table = distance_table(tiles.copies)
        self._pairs = pair_table(tiles.copies)

    def shanten(self, packed: bytes) -> int:
        """Tiles away from ready: -1 for a complete hand, 0 for a ready one."""
        places, table = self._places(packed), self._table
        first, *others = [self._block(places, index) for index in range(len(self._tiles.blocks))]
        away = table.least[first, table.together[tuple(others)], self._goal(packed)]
        return min(away, self._pairs_away(packed)) - 1

    def nearer(self, packed: bytes) -> tuple[int, ...]:
        """The kinds that lower the shanten of a hand when they are drawn, ascending."""
        places, table = self._places(packed), self._table
        goal = self._goal(packed)
        now = self.shanten(packed) + 1
        pairs: bytes | bytearray = bytes(self._size)
        if self._pairs_away(packed) <= now:
            pairs = self._pairs.nearer(packed[: self._size])
        blocks = [self._block(places, index) for index in range(len(self._tiles.blocks))]
        found = []
        for index, block in enumerate(self._tiles.blocks):
            others = table.together[tuple(blocks[:index] + blocks[index + 1 :])]
            for position in range(block.start, block.start + block.length):
                if (places[position] & 7) + (places[position] >> 3) >= self._tiles.copies:
                    continue
                drawn = places.copy()
                drawn[position] += 1
                away = table.least[others, self._block(drawn, index), goal]
                if away < now or pairs[position]:
                    found.append(position)
        return tuple(self._tiles.kinds[position] for position in found)

    def discards(self, packed: bytes) -> tuple[Discard, ...]:
        """The best discards of a hand of 3n+2 tiles: those that leave it nearest to ready."""
        rests = {
            kind: self._without(packed, position)
            for position, kind in enumerate(self._tiles.kinds)
            if packed[position]
        }
        away = {kind: self.shanten(rest) for kind, rest in rests.items()}
        best = min(away.values())
        return tuple(
            Discard(kind, best, self.nearer(rest))
            for kind, rest in rests.items()
            if away[kind] == best
        )

    def _places(self, packed: bytes) -> bytearray:
        """Held tiles of each position, with the tiles of melds three bits higher."""
        places = bytearray(packed[: self._size])
        for byte in packed[self._size + 1 :]:
            places[byte & 31] |= (4 if byte >> 5 else 3) << 3
        return places

    def _block(self, places: bytearray, index: int) -> int:
        """The number of a block's distances."""
        block = self._tiles.blocks[index]
        key = bytes(places[block.start : block.start + block.length])
        return self._table.blocks[block.runs][key]

    def _goal(self, packed: bytes) -> int:
        return goal_of(len(packed) - self._size - 1)

    def _pairs_away(self, packed: bytes) -> int:
        """The distance to seven pairs, which have no melds."""
        if len(packed) > self._size + 1:
            return _FAR
        return self._pairs.away(packed[: self._size])

    def _without(self, packed: bytes, position: int) -> bytes:
        rest = bytearray(packed)
        rest[position] -= 1
        rest[self._size] = NO_WIN
        return bytes(rest)


@lru_cache(maxsize=16)
def shanten_table(tiles: TileSet) -> ShantenTable:
    """The shared table of a tile set."""
    return ShantenTable(tiles)
