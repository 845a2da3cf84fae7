"""What a hand waits for, worked out block by block; shares no code with the program.

Tiles of different suits form no sets. So a hand that is to become sets and a pair is that in every
suit, and the number of tiles in a suit says whether the pair is there: sets leave no tile over,
a pair leaves two. All that a suit can be then is written down once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kawuxing.runtime.tiles import Block, TileSet

SETS = 4
PAIRS = 13  # tiles of a hand that waits to be seven pairs


class Stretch(NamedTuple):
    """What a block is.

    Attributes:
        rest: its tiles beyond whole sets: 0, 1 or 2.
        whole: it is sets, with a pair if two tiles are left.
        wanted: where one tile more makes it whole, as bits.
        odd: how many kinds are held an odd number of times.
        hopeless: no hand with it waits for sets and a pair.
    """

    rest: int
    whole: bool
    wanted: int
    odd: int
    hopeless: bool


@lru_cache
def whole_blocks(length: int, runs: bool, most: int) -> frozenset[bytes]:
    """Everything that is sets, or sets and a pair, of which nothing is there too often."""
    pairs = [at_once(length, (at, at)) for at in range(length)]
    sets = [at_once(length, (at, at, at)) for at in range(length)]
    if runs:
        sets += [at_once(length, (at, at + 1, at + 2)) for at in range(length - 2)]
    found = {bytes(length), *pairs}
    newest = found
    for _ in range(SETS):
        newest = {bytes(map(int.__add__, one, more)) for one in newest for more in sets}
        found = found | newest
    return frozenset([one for one in found if max(one) <= most])


@lru_cache
def wanted_by(whole: frozenset[bytes]) -> dict[bytes, int]:
    """What lacks one tile to be whole, and the places where that tile may be, as bits."""
    found: dict[bytes, int] = {}
    for one in whole:
        for at, count in enumerate(one):
            if count:
                less = bytes((*one[:at], count - 1, *one[at + 1 :]))
                found[less] = found.get(less, 0) | 1 << at
    return found


def at_once(length: int, tiles: tuple[int, ...]) -> bytes:
    return bytes([tiles.count(at) for at in range(length)])


class Stretches(dict[bytes, Stretch]):
    """What a block is with so many of each of its tiles; fills itself as it is asked."""

    def __init__(self, block: Block, most: int) -> None:
        super().__init__()
        self.whole = whole_blocks(block.length, block.name != "dragons", most)
        self.wanted = wanted_by(self.whole)
        self.alike: dict[Stretch, Stretch] = {}  # thousands of blocks are few stretches

    def __missing__(self, held: bytes) -> Stretch:
        whole, wanted = held in self.whole, self.wanted.get(held, 0)
        odd = sum([count & 1 for count in held])
        found = Stretch(sum(held) % 3, whole, wanted, odd, not wanted and not whole)
        self[held] = self.alike.setdefault(found, found)
        return self[held]


@lru_cache
def stretches(block: Block, most: int) -> Stretches:
    return Stretches(block, most)


class Waits:
    """The waits of the hands of one tile set."""

    def __init__(self, tiles: TileSet) -> None:
        self.kinds, self.copies = tiles.kinds, tiles.copies
        self.blocks = [
            (slice(one.start, one.start + one.length), stretches(one, tiles.copies))
            for one in tiles.blocks
        ]

    def of(self, held: bytes, melds: bytes) -> tuple[int, ...]:
        """The kinds; `melds` as they are packed, with the byte before them."""
        found = []
        for cut, known in self.blocks:
            one = known[held[cut]]
            if one.hopeless and (one.odd > 1 or len(melds) > 1):
                return ()
            found.append(one)
        bits = self.by_sets(found) if sum([one.rest for one in found]) in (1, 4) else 0
        if len(melds) == 1 and sum([one.odd for one in found]) == 1 and sum(held) == PAIRS:
            bits |= 1 << next(at for at, count in enumerate(held) if count % 2)
        owned = {byte & 31: 4 if byte >> 5 else 3 for byte in melds[1:]}
        return tuple(
            [
                kind
                for at, kind in enumerate(self.kinds)
                if bits >> at & 1 and held[at] + owned.get(at, 0) < self.copies
            ]
        )

    def by_sets(self, found: list[Stretch]) -> int:
        """Where a tile more makes all blocks whole: every other one is whole as it is.

        A single tile beside sets wants to be a pair; of two blocks with a pair, each wants to be
        sets, and leaves the pair to the other. More pairs than one there may not be.
        """
        bits = 0
        for at, (one, (cut, _)) in enumerate(zip(found, self.blocks, strict=True)):
            others = found[:at] + found[at + 1 :]
            if one.wanted and all(other.whole for other in others):
                bits |= one.wanted << cut.start
        return bits
