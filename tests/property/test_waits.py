from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from kawuxing.runtime.hand import Hand, Meld, MeldKind, pack
from kawuxing.runtime.readings import readings
from kawuxing.runtime.shanten import shanten_table
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet, starts_run
from kawuxing.runtime.waits import WaitTable, wait_table

from .block_waits import Waits

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS = (
    TileSet(("dots", "bamboos"), DRAGONS),
    TileSet(SUITS, DRAGONS),
    TileSet(("characters",), ("red", "white")),
    TileSet(("dots",), ()),
    TileSet(("dots", "bamboos"), DRAGONS, 3),
    TileSet(("dots", "bamboos"), DRAGONS, 2),
)


def owned(hand: Hand, kind: int) -> int:
    return hand.held.count(kind) + sum(meld.size for meld in hand.melds if meld.tile == kind)


def brute_waits(hand: Hand, tiles: TileSet) -> tuple[int, ...]:
    """Try every tile that the player does not own entirely."""
    return tuple(
        kind
        for kind in tiles.kinds
        if owned(hand, kind) < tiles.copies and readings(Hand(hand.concealed, hand.melds, kind))
    )


def waiting_hand(tiles: TileSet, dice: Random) -> Hand:
    """A hand of 13 tiles: complete sets and a pair less one tile, a few tiles then exchanged."""
    wall = dict.fromkeys(tiles.kinds, tiles.copies)

    def take(shape: tuple[int, ...]) -> bool:
        if any(wall.get(kind, 0) < shape.count(kind) for kind in shape):
            return False
        for kind in shape:
            wall[kind] -= 1
        return True

    melds: list[Meld] = []
    for _ in range(dice.randint(0, 4)):
        meld = Meld(dice.choice(list(MeldKind)), dice.choice(tiles.kinds))
        if take((meld.tile,) * meld.size):
            melds.append(meld)
    held: list[int] = []
    runs = [kind for kind in tiles.kinds if starts_run(kind)]
    size = 14 - 3 * len(melds)
    seven = not melds and dice.random() < 0.3
    while len(held) < size:
        shape = (dice.choice(tiles.kinds),) * (2 if seven or size - len(held) == 2 else 3)
        if len(shape) == 3 and dice.random() < 0.7:
            start = dice.choice(runs)
            shape = (start, start + 1, start + 2)
        if take(shape):
            held.extend(shape)
    held.remove(dice.choice(held))
    for _ in range(dice.choice([0, 0, 0, 1, 2, 5])):
        kind = dice.choice([kind for kind, left in wall.items() if left])
        wall[kind] -= 1
        held[dice.randrange(len(held))] = kind
    return Hand(tuple(held), tuple(melds))


with_set = st.builds(
    lambda tiles, seed: (tiles, waiting_hand(tiles, Random(seed))),
    st.sampled_from(SETS),
    st.integers(0, 2**32),
)


@settings(max_examples=1000)
@given(with_set)
def test_waits_are_the_tiles_that_complete_the_hand(case: tuple[TileSet, Hand]) -> None:
    tiles, hand = case
    packed = pack(hand, tiles)
    expected = brute_waits(hand, tiles)
    assert wait_table(tiles).waits(packed) == expected
    assert WaitTable(tiles).waits(packed) == expected
    size = len(tiles.kinds)
    assert Waits(tiles).of(packed[:size], packed[size:]) == expected  # of the tests' own


@given(with_set)
def test_ready_means_waiting_for_something(case: tuple[TileSet, Hand]) -> None:
    tiles, hand = case
    packed = pack(hand, tiles)
    expected = brute_waits(hand, tiles)
    table = shanten_table(tiles)
    assert (table.shanten(packed) == 0) == bool(expected)
    if expected:
        assert table.nearer(packed) == expected


def neighbours(hand: Hand, tiles: TileSet) -> Iterator[tuple[int, Hand]]:
    """Every hand one draw and one discard away, with the tile drawn."""
    for drawn in tiles.kinds:
        if owned(hand, drawn) == tiles.copies:
            continue
        for thrown in set(hand.concealed) - {drawn}:
            rest = list(hand.concealed)
            rest.remove(thrown)
            yield drawn, Hand((*rest, drawn), hand.melds)


@given(with_set)
def test_shanten_goes_down_by_one_step_at_a_time(case: tuple[TileSet, Hand]) -> None:
    """With the ready hands known, this makes shanten the length of the shortest way to them."""
    tiles, hand = case
    table = shanten_table(tiles)
    here = table.shanten(pack(hand, tiles))
    there = [(drawn, table.shanten(pack(other, tiles))) for drawn, other in neighbours(hand, tiles)]
    assert all(away >= here - 1 for _, away in there)
    if here > 0:
        lower = {drawn for drawn, away in there if away < here}
        assert table.nearer(pack(hand, tiles)) == tuple(sorted(lower))
        assert lower


@given(with_set, st.data())
def test_best_discards_are_the_best_of_all(case: tuple[TileSet, Hand], data: st.DataObject) -> None:
    tiles, hand = case
    free = [kind for kind in tiles.kinds if owned(hand, kind) < tiles.copies]
    full = Hand((*hand.concealed, data.draw(st.sampled_from(free))), hand.melds)
    table = shanten_table(tiles)
    outcome = {}
    for kind in sorted(set(full.concealed)):
        rest = list(full.concealed)
        rest.remove(kind)
        packed = pack(Hand(tuple(rest), full.melds), tiles)
        outcome[kind] = (table.shanten(packed), table.nearer(packed))
    best = min(away for away, _ in outcome.values())
    assert table.discards(pack(full, tiles)) == tuple(
        (kind, *result) for kind, result in outcome.items() if result[0] == best
    )
    rest = list(full.concealed)
    complete = bool(readings(Hand(tuple(rest[1:]), full.melds, rest[0])))
    assert table.shanten(pack(full, tiles)) == (-1 if complete else best)
