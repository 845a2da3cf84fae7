"""How soon hands may be ready, against how far they are by another table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kawuxing.runtime.distances import distance_table
from kawuxing.runtime.match.outlook import Outlook, outlook
from kawuxing.runtime.shanten import shanten_table
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet
from kawuxing.runtime.waits import wait_table

from ..random_hands import Dealer

SETS = (
    TileSet(("dots", "bamboos"), DRAGONS),
    TileSet(SUITS, DRAGONS),
    TileSet(("dots",), (), 4),
)


def away(found: Outlook, counts: bytes | bytearray, melds: int) -> int:
    kinds = len(counts) - counts.count(0)
    return found.away(found.blocks(bytes(counts)), melds, bytearray(counts), kinds)


@pytest.mark.parametrize("tiles", SETS, ids=["84", "120", "36"])
def test_no_hand_is_nearer_than_it_says(tiles: TileSet) -> None:
    """Hands of 14 tiles; of those without melds it says exactly how far they are."""
    found, table, waits = outlook(tiles), shanten_table(tiles), wait_table(tiles)
    size = len(tiles.kinds)
    seen = Counter[tuple[bool, int]]()
    for packed in Dealer(tiles, 4).waiting(1500):
        counts, tail = bytearray(packed[:size]), packed[size:]
        laid = {byte & 31 for byte in tail[1:]}
        tile = next((at for at in range(size) if counts[at] < 4 and at not in laid), None)
        if tile is None:
            continue
        counts[tile] += 1
        exact, melds = table.shanten(bytes(counts) + tail) + 1, len(tail) - 1
        told = away(found, counts, melds)
        assert told <= exact if melds else told == exact
        rest = (
            bytes([*counts[:at], one - 1, *counts[at + 1 :]])
            for at, one in enumerate(counts)
            if one
        )
        if told > 1:
            assert not any(waits.waits(one + tail) for one in rest)
        seen[bool(melds), told] += 1
    assert seen[False, 2] > 20
    assert sum(count for (_, told), count in seen.items() if told < 2) > 20


def test_tiles_come_and_go() -> None:
    tiles = SETS[0]
    found = Outlook(tiles)
    counts = bytearray(len(tiles.kinds))
    blocks = found.blocks(bytes(counts))
    random = Random(4)
    for _ in range(400):
        tile = random.randrange(len(counts))
        change = -1 if counts[tile] == 4 or (counts[tile] and random.random() < 0.3) else 1
        at, one = found.place[tile]
        counts[tile] += change
        blocks[at] += change * one
        assert blocks == found.blocks(bytes(counts))
    assert sum(counts) > 20


@pytest.mark.parametrize("copies", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("length", "runs"), [(9, True), (3, False)])
def test_what_a_block_can_come_to_is_a_byte(copies: int, length: int, runs: bool) -> None:
    """All blocks of 15 tiles at most, rank by rank."""
    table = distance_table(copies)
    profiles = {(1, 0)}
    for _ in range(length):
        profiles = {
            (table.step(runs, profile, held), tiles + held)
            for profile, tiles in profiles
            for held in range(copies + 1)
            if tiles + held <= 15
        }
    found = {table.profiles[profile][0] for profile, _ in profiles}
    assert 2 < len(found) < 255
