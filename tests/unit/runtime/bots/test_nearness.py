"""Distances as bots look them up, against those of `waits`."""

from __future__ import annotations

import pytest

from kawuxing.runtime.bots.nearness import Nearness, form_of
from kawuxing.runtime.distances import distance_table
from kawuxing.runtime.round.state import NO_MELDS
from kawuxing.runtime.shanten import shanten_table
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet

from ..random_hands import Dealer

SETS = (
    TileSet(("dots", "bamboos"), DRAGONS),
    TileSet(SUITS, DRAGONS),
    TileSet(("dots",), (), 4),
    TileSet(("dots", "bamboos"), DRAGONS, 3),
)


@pytest.fixture(params=SETS, ids=["84", "120", "36", "63"])
def tiles(request: pytest.FixtureRequest) -> TileSet:
    found: TileSet = request.param
    return found


def test_distances_of_waiting_hands_and_what_brings_them_nearer(tiles: TileSet) -> None:
    near, table, size = Nearness(tiles), shanten_table(tiles), len(tiles.kinds)
    seen = set()
    for packed in Dealer(tiles, 1).waiting(400):
        counts, tail = packed[:size], packed[size:]
        away = near.away(counts, tail)
        assert away == table.shanten(packed) + 1
        nearer = tuple(tiles.kinds[at] for at in near.nearer(counts, tail))
        assert nearer == table.nearer(packed)
        seen.add(away)
    assert {1, 2} <= seen


def test_the_best_discards(tiles: TileSet) -> None:
    near, table, size = Nearness(tiles), shanten_table(tiles), len(tiles.kinds)
    seen = set()
    for packed in Dealer(tiles, 2).waiting(400):
        counts = bytearray(packed[:size])
        free = [at for at in range(size) if packed[at] < tiles.copies]
        free = [at for at in free if at not in {byte & 31 for byte in packed[size + 1 :]}]
        if not free:
            continue
        counts[free[sum(packed) % len(free)]] += 1
        full = bytes(counts) + packed[size:]
        away, discards = near.best(bytes(counts), packed[size:])
        best = table.discards(full)
        assert away == best[0].shanten + 1
        assert [tiles.kinds[at] for at in discards] == [one.tile for one in best]
        seen.add(away)
    assert {1, 2} <= seen


@pytest.mark.parametrize(
    "copies", [2, *(pytest.param(many, marks=pytest.mark.slow) for many in (3, 4))]
)
@pytest.mark.parametrize(("length", "runs"), [(9, True), (3, False)])
def test_what_a_block_can_come_to_is_a_byte(copies: int, length: int, runs: bool) -> None:
    """All blocks of hands of 14 tiles and one more, with at most four melds, rank by rank."""
    table = distance_table(copies)
    forms = [(held, held, 0) for held in range(copies + 1)]
    forms += (
        [(5, 3, 1), (6, 4, 1), (7, 4, 1)] if copies == 4 else [(5, 3, 1)] if copies == 3 else []
    )
    profiles = {(1, 0, 0)}
    for _ in range(length):
        profiles = {
            (table.step(runs, profile, form), tiles + more, melds + meld)
            for profile, tiles, melds in profiles
            for form, more, meld in forms
            if tiles + more <= 15 and melds + meld <= 4
        }
    found = {table.profiles[profile][0] for profile, _, _ in profiles}
    assert 2 < len(found) < 255


def test_what_is_known_of_a_suit_holds_for_every_suit_and_stays_known() -> None:
    tiles = TileSet(("dots", "bamboos"), ())
    near, parts = Nearness(tiles), form_of(9, tiles.copies, runs=True).parts
    held, other = bytes([1, 1, 1, 2, 0, 2, 0, 0, 3]), bytes([0, 2, 0, 0, 0, 1, 0, 1, 0])
    away, discards = near.best(held + other, NO_MELDS)
    known = len(parts)
    again = near.best(other + held, NO_MELDS)
    assert again == (away, tuple(sorted((at + 9) % 18 for at in discards)))
    assert {held, other} <= parts.keys()
    assert len(parts) == known
