"""The discards that leave a hand that waits, against trying every one of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.discards import discard_table
from kawuxing.runtime.hand import NO_WIN
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet
from kawuxing.runtime.waits import wait_table

if TYPE_CHECKING:
    from collections.abc import Iterator

TILES = TileSet(("dots", "bamboos"), DRAGONS)
WIDE = TileSet(SUITS, DRAGONS)
SHORT = TileSet(("dots", "characters"), ("red",), ranks=(1, 7))


def hands(tiles: TileSet, few: int, random: Random) -> Iterator[bytes]:
    """Packed hands with a tile too many, of a few kinds, so that many are near to ready."""
    size = len(tiles.kinds)
    while True:
        kinds = random.sample(range(size), few)
        sets = random.randrange(5)
        melds = sorted(random.sample(kinds, min(sets, few - 4)))
        wall = [at for at in kinds for _ in range(1 if at in melds else tiles.copies)]
        count = 14 - 3 * len(melds)
        if len(wall) >= count:
            held = random.sample(wall, count)
            yield bytes([*map(held.count, range(size)), NO_WIN, *melds])


@pytest.mark.parametrize("tiles", [TILES, WIDE, SHORT])
def test_ready_discards_are_those_that_leave_waits(tiles: TileSet) -> None:
    table, waiting, found = discard_table(tiles), wait_table(tiles), 0
    for few in (6, 8, 11):
        made = hands(tiles, few, Random(few))
        for _ in range(250):
            packed = next(made)
            expected = []
            for at in range(len(tiles.kinds)):
                if packed[at]:
                    rest = bytearray(packed)
                    rest[at] -= 1
                    if waiting.waits(bytes(rest)):
                        expected.append(at)
            size = len(tiles.kinds)
            assert table.ready(packed[:size], packed[size:]) == tuple(expected)
            found += bool(expected)
    assert 100 < found < 700


def test_a_hand_of_pairs_waits_without_its_single_tiles() -> None:
    # six pairs, 1s and 5s: without either it waits for the other
    counts = bytearray(len(TILES.kinds))
    for at in (0, 2, 4, 6, 19, 20):
        counts[at] = 2
    counts[9] = counts[13] = 1
    assert discard_table(TILES).ready(bytes(counts), bytes([NO_WIN])) == (9, 13)
