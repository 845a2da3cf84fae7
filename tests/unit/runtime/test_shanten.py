from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest

from kawuxing.runtime.hand import Hand, Meld, MeldKind, pack
from kawuxing.runtime.notation import FORMS, format_tiles, parse_hand, parse_tiles
from kawuxing.runtime.shanten import Discard, shanten_table
from kawuxing.runtime.tiles import DRAGONS, TileSet, starts_run

TILES = TileSet(("dots", "bamboos"), DRAGONS)


def packed(text: str) -> bytes:
    return pack(parse_hand(text, TILES, FORMS), TILES)


@pytest.mark.parametrize(
    ("text", "shanten", "nearer"),
    [
        # complete, as sets and as pairs
        ("123456789p11199s", -1, ""),
        ("1122334455667p+7p", -1, ""),
        ("1111335577992p+2p", -1, ""),
        # ready
        ("46p123456s99p [777z]", 0, "5p"),
        ("1133557799p11s7z", 0, "7z"),
        # two runs to fill beside a pair and a run
        ("45p45s99p123s6z [777z]", 1, "36p36s"),
        # nine single tiles no set has two of, and a pair: two more tiles for each of three sets
        ("1147p147s567z [999p]", 5, "123456789p123456789s567z"),
        # four pairs and five single tiles: three pairs are missing
        ("1199p1199s37p5s5z6z", 2, "37p5s56z"),
        # four equal tiles are two pairs already
        ("1111p5599s37p5s6z7z", 2, None),
        # a single tile without a fellow left: another pair has to be found
        ("5p [555p] [111s] [222s] [333s]", 1, "12346789p456789s567z"),
        ("1111p123456789s", 1, None),
        # the fourth 3p would complete 345p, but all four lie on the table
        ("45p99p123s [3333p] [666z]", 0, "6p"),
    ],
)
def test_known_hands(text: str, shanten: int, nearer: str | None) -> None:
    table = shanten_table(TILES)
    assert table.shanten(packed(text)) == shanten
    if nearer is not None:
        assert format_tiles(table.nearer(packed(text))) == nearer


Target = tuple[tuple[int, int], ...]


@cache
def targets(tiles: TileSet, wanted: int) -> list[Target]:
    """Every multiset of so many sets and a pair, as (kind, count), whatever the copies."""
    sets = [(kind,) * 3 for kind in tiles.kinds]
    sets += [(kind, kind + 1, kind + 2) for kind in tiles.kinds if starts_run(kind)]
    found = set()
    for some in combinations_with_replacement(sets, wanted):
        for pair in tiles.kinds:
            counts = Counter([pair, pair])
            for one in some:
                counts.update(one)
            found.add(tuple(sorted(counts.items())))
    return list(found)


@cache
def pair_targets(tiles: TileSet) -> list[Target]:
    """Every choice of seven pairs."""
    return [
        tuple((kind, 2 * count) for kind, count in Counter(some).items())
        for some in combinations_with_replacement(tiles.kinds, 7)
        if max(Counter(some).values()) <= 2
    ]


def slow_shanten(hand: Hand, tiles: TileSet) -> int:
    """Compare the hand with every complete hand there is."""
    melded = {meld.tile: meld.size for meld in hand.melds}
    aims = targets(tiles, 4 - len(hand.melds))
    if not hand.melds:
        aims = aims + pair_targets(tiles)
    held = Counter(hand.held)
    return (
        min(
            sum(max(0, count - held[kind]) for kind, count in aim)
            for aim in aims
            if all(count + melded.get(kind, 0) <= tiles.copies for kind, count in aim)
        )
        - 1
    )


def some_hand(tiles: TileSet, melds: int, size: int, dice: Random) -> Hand:
    wall = [kind for kind in tiles.kinds for _ in range(tiles.copies)]
    laid = []
    for kind in dice.sample(tiles.kinds, melds):
        meld = Meld(dice.choice(list(MeldKind)), kind)
        laid.append(meld)
        for _ in range(meld.size):
            wall.remove(kind)
    # A narrow choice of tiles makes pairs, triplets and fours likely.
    dice.shuffle(wall)
    few = set(dice.sample(tiles.kinds, dice.choice([5, 8, len(tiles.kinds)])))
    wall.sort(key=lambda kind: kind not in few)
    return Hand(tuple(wall[: size - 3 * melds]), tuple(laid))


HALF = TileSet(("bamboos",), ("red", "white"))


@pytest.mark.parametrize(
    ("tiles", "melds", "hands"),
    [(TILES, 2, 12), (TILES, 3, 60), (TILES, 4, 60), (HALF, 1, 12), (HALF, 0, 6)],
)
@pytest.mark.parametrize("size", [13, 14])
def test_against_every_complete_hand(tiles: TileSet, melds: int, hands: int, size: int) -> None:
    dice = Random(f"{tiles} {melds} {size}")
    table = shanten_table(tiles)
    seen = set()
    for _ in range(hands):
        hand = some_hand(tiles, melds, size, dice)
        expected = slow_shanten(hand, tiles)
        assert table.shanten(pack(hand, tiles)) == expected, hand
        seen.add(expected)
    assert len(seen) > 1


@pytest.mark.parametrize(("tiles", "melds", "hands"), [(TILES, 3, 12), (HALF, 2, 6)])
def test_nearer_tiles_are_those_that_lower_it(tiles: TileSet, melds: int, hands: int) -> None:
    dice = Random(f"{tiles} {melds}")
    for _ in range(hands):
        hand = some_hand(tiles, melds, 13, dice)
        owned = Counter(hand.held)
        owned.update({meld.tile: meld.size for meld in hand.melds})
        now = slow_shanten(hand, tiles)
        expected = tuple(
            kind
            for kind in tiles.kinds
            if owned[kind] < tiles.copies
            and slow_shanten(Hand((*hand.concealed, kind), hand.melds), tiles) < now
        )
        assert shanten_table(tiles).nearer(pack(hand, tiles)) == expected


def test_best_discards() -> None:
    # One run and a pair are there; 79p waits for 8p, 57p for 6p, 9p or 5p must go.
    full = packed("579p123s11s [777z] [666z]")
    (nine, five) = parse_tiles("9p5p", TILES)
    (six, eight) = parse_tiles("6p8p", TILES)
    assert shanten_table(TILES).discards(full) == (
        Discard(five, 0, (eight,)),
        Discard(nine, 0, (six,)),
    )


def test_discards_of_a_won_hand_take_the_winning_tile_too() -> None:
    won = packed("579p123s1s [777z] [666z] +1s")
    assert [one.tile for one in shanten_table(TILES).discards(won)] == [4, 8]
