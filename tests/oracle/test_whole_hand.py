"""The oracle's readings, against counts worked by hand and a search of another kind."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from .plain_hand import SUITS, PlainHand, Tile, parse_hand, write_hand
from .whole_hand import Set, readings


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        # One way to lay it out, and one part the winning tile can have completed.
        ("123p456s789s55z66z +6z", 1),
        # 111 222 333 or 123 123 123; three equal runs offer the 2 one place, not three.
        ("11122333p55z666z +2p", 2),
        # The dots sum to 40, so the pair's rank is 2 or 5 (40 - 2p divisible by three).
        # Pair 55: 111 222 333 444, 111 234 234 234, 123 123 123 444.  Pair 22: 111 234 345 345.
        # The 5 is the pair in the first three and the end of a run in the last.
        ("1112223334445p +5p", 4),
        # As above; the 2 stands in 222, low in 234, in the middle of 123, and in the last
        # layout either in the pair or low in 234.
        ("1112233344455p +2p", 5),
        # The sum is 56, so the pair is 1, 4 or 7: 11 234 234 567 567, 44 123 123 567 567,
        # 77 123 123 456 456.  One place each, and seven pairs beside them.
        ("1122334455667s +7s", 4),
        # 123 123 456 456 77 with the 5 in the middle; 11 234 234 567 567 and 44 123 123 567 567
        # with the 5 low; seven pairs.
        ("1122334466775s +5s", 4),
        # Only 88 can be the pair (the sum is 49); 555 567 88, won in the triplet or low in 567.
        ("5556788s 123p55z 5z +5s", 2),
        # 444 555 666 (the 5 in the triplet) or 456 456 456 (in the middle).
        ("44455666p66z [777s] +5p", 2),
        # 456 and 55: the 5 is the middle of the run or one of the pair.
        ("4556p123s789s777z +5p", 2),
        # Four equal tiles are two pairs, in one way only.
        ("1111p3333s55z778p +8p", 1),
        # One set alone in hand: the single tile.
        ("9s [555z] [666z] [777z] (1111p) +9s", 1),
        # Dragons make no run, suits do not turn around, and pairs need all seven.
        ("123456p56z88s789s +7z", 0),
        ("89p123456s789s55z +1p", 0),
        ("112p3344s [777z] [555z] +2p", 0),
        ("112233445566p7s +8s", 0),
    ],
)
def test_number_of_readings(hand: str, count: int) -> None:
    assert len(readings(parse_hand(hand))) == count


def test_readings_name_the_place_of_the_winning_tile() -> None:
    found = readings(parse_hand("2245667p123s777z +5p"))
    # 22 456 567: the 5 ends up in the middle of the one run or low in the other.
    assert {reading.place for reading in found} == {("middle", ("p", 4)), ("low", ("p", 5))}
    assert {reading.pairs for reading in found} == {(("p", 2),)}


def _layouts_by_choosing(tiles: Counter[Tile]) -> int:
    """Count layouts by trying every choice of sets that could be in the hand at all."""
    could: list[tuple[Set, Counter[Tile]]] = []
    for suit, rank in tiles:
        triplet = Counter({(suit, rank): 3})
        run = Counter([(suit, rank), (suit, rank + 1), (suit, rank + 2)])
        could += [(("triplet", (suit, rank)), triplet)] * (triplet <= tiles)
        could += [(("run", (suit, rank)), run)] * (suit in SUITS and run <= tiles)
    count = 0
    for chosen in combinations_with_replacement(could, 4):
        used = sum((cost for _, cost in chosen), Counter[Tile]())
        left = tiles - used
        count += used <= tiles and sorted(left.values()) == [2]
    return count


@pytest.mark.parametrize("seed", range(12))
def test_layouts_agree_with_choosing_sets(seed: int) -> None:
    """Hands crowded into one suit, complete or not, and the search that forgets nothing."""
    random = Random(seed)
    wall = [("p", rank) for rank in range(1, 6) for _ in range(4)] + [("z", 5)] * 3
    for _ in range(8):
        random.shuffle(wall)
        hand = PlainHand(tuple(sorted(wall[:13])), (), wall[13])
        layouts = {
            (reading.sets, reading.pairs)
            for reading in readings(hand)
            if not reading.is_seven_pairs()
        }
        assert len(layouts) == _layouts_by_choosing(Counter(hand.in_hand())), write_hand(hand)
