"""How many tiles a hand is away from ready, and which tiles bring it nearer; exact.

The distance to a complete hand is the least number of tiles to be drawn so that some complete hand
with the same melds is held.  A complete hand has at most the copies of a kind that exist, the
player's melds counted.  Distances of blocks, by number of sets and pairs, add up.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from .hand import MAX_MELDS, NO_WIN
from .memo import Memo

if TYPE_CHECKING:
    from .tiles import TileSet

_BLOCK_LIMIT: Final = 1 << 16
_REST_LIMIT: Final = 1 << 17
_FAR: Final = 99

Distances = tuple[int, ...]
"""The least number of missing tiles, at ``sets + 5 * pairs`` (0 to 4 sets, 0 or 1 pair)."""

_NOTHING: Final[Distances] = (0, *[_FAR] * 9)
_SPLITS: Final = tuple(
    tuple(
        (sets + 5 * pairs, (all_sets - sets) + 5 * (all_pairs - pairs))
        for pairs, sets in product(range(all_pairs + 1), range(all_sets + 1))
    )
    for all_pairs, all_sets in product(range(2), range(5))
)
# Runs begun, triplets and pairs at one rank.  Two equal runs are enough: three are three triplets.
_CHOICES: Final = tuple(product(range(3), range(2), range(2)))

_Question = tuple[bytes, bool, int, int]
"""The places of the remaining ranks of a block (held tiles, ``melded << 3``), whether its tiles
form runs, and how many runs began one rank and two ranks below them."""


class Discard(NamedTuple):
    """A tile to throw away, and what the hand is then."""

    tile: int
    shanten: int
    nearer: tuple[int, ...]


class ShantenTable:
    """Distances of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables, one for whole blocks and one for their upper ranks."""
        self._tiles = tiles
        self._size = len(tiles.kinds)
        self._blocks: Memo[_Question, Distances] = Memo(self._distances, _BLOCK_LIMIT)
        self._rests: Memo[_Question, Distances] = Memo(self._distances, _REST_LIMIT)

    def shanten(self, packed: bytes) -> int:
        """Tiles away from ready: -1 for a complete hand, 0 for a ready one."""
        places = self._places(packed)
        first, *others = [self._block(places, index) for index in range(len(self._tiles.blocks))]
        away = _least(first, _together(others), self._goal(packed))
        return min(away, self._pairs_away(packed)) - 1

    def nearer(self, packed: bytes) -> tuple[int, ...]:
        """The kinds that lower the shanten of a hand when they are drawn, ascending."""
        places = self._places(packed)
        goal = self._goal(packed)
        now = self.shanten(packed) + 1
        by_pairs = self._pairs_away(packed) <= now
        blocks = [self._block(places, index) for index in range(len(self._tiles.blocks))]
        found = []
        for index, block in enumerate(self._tiles.blocks):
            others = _together(blocks[:index] + blocks[index + 1 :])
            for position in range(block.start, block.start + block.length):
                if (places[position] & 7) + (places[position] >> 3) >= self._tiles.copies:
                    continue
                drawn = places.copy()
                drawn[position] += 1
                away = _least(others, self._block(drawn, index), goal)
                if away < now or (by_pairs and packed[position] % 2):
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

    def _block(self, places: bytearray, index: int) -> Distances:
        block = self._tiles.blocks[index]
        key = bytes(places[block.start : block.start + block.length])
        return self._blocks[key, block.runs, 0, 0]

    def _goal(self, packed: bytes) -> int:
        """Where distances list the sets that are still wanted, and a pair."""
        return MAX_MELDS - (len(packed) - self._size - 1) + 5

    def _pairs_away(self, packed: bytes) -> int:
        """The distance to seven pairs; four equal tiles are two of them.

        Every hand of 13 or 14 tiles has enough single tiles to turn into the missing pairs.
        """
        if len(packed) > self._size + 1:
            return _FAR
        return 7 - sum(count // 2 for count in packed[: self._size])

    def _without(self, packed: bytes, position: int) -> bytes:
        rest = bytearray(packed)
        rest[position] -= 1
        rest[self._size] = NO_WIN
        return bytes(rest)

    def _distances(self, question: _Question) -> Distances:
        """Distances of the remaining ranks of a block, the begun runs completed."""
        key, runs, newer, older = question
        if not key:
            return _NOTHING
        held, room = key[0] & 7, self._tiles.copies - (key[0] >> 3)
        best = [_FAR] * 10
        for begun, triplets, pairs in _CHOICES:
            wanted = begun + newer + older + 3 * triplets + 2 * pairs
            if wanted > room or (begun and not (runs and len(key) > 2)):
                continue
            missing = max(0, wanted - held)
            rest = self._rests[key[1:], runs, begun, newer]
            sets = begun + triplets
            for low, high in ((0, 5 - sets), (5, 10 - sets)) if not pairs else ((0, 5 - sets),):
                for at in range(low, high):
                    to = at + sets + 5 * pairs
                    best[to] = min(best[to], missing + rest[at])
        return tuple(best)


@lru_cache(maxsize=16)
def shanten_table(tiles: TileSet) -> ShantenTable:
    """The shared table of a tile set."""
    return ShantenTable(tiles)


def _least(one: Distances, other: Distances, goal: int) -> int:
    """The distance of two parts of a hand to one number of sets and pairs."""
    return min([one[left] + other[right] for left, right in _SPLITS[goal]])


def _together(blocks: list[Distances]) -> Distances:
    """The distances of several blocks together."""
    return reduce(_combine, blocks) if blocks else _NOTHING


def _combine(one: Distances, other: Distances) -> Distances:
    return tuple([_least(one, other, goal) for goal in range(10)])
