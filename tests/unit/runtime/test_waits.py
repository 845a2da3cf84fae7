from __future__ import annotations

import pytest

from kawuxing.runtime.hand import pack
from kawuxing.runtime.notation import FORMS, format_tiles, parse_hand
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet
from kawuxing.runtime.waits import WaitTable, wait_table

TILES = TileSet(("dots", "bamboos"), DRAGONS)
WIDE = TileSet(SUITS, DRAGONS)


def waits(text: str, tiles: TileSet = TILES) -> str:
    return format_tiles(wait_table(tiles).waits(pack(parse_hand(text, tiles, FORMS), tiles)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one place in a run, two ends of a run, two pairs, a single tile
        ("46p123456s99p [777z]", "5p"),
        ("45p123456s99p [777z]", "36p"),
        ("55p123456s99p [777z]", "59p"),
        ("5p123456s999p [777z]", "5p"),
        ("5p [111s] [222s] (3333s) [777z]", "5p"),
        # all nine ranks of one suit
        ("1112345678999p", "123456789p"),
        # the pair in one suit, the open run in another
        ("123789p3445566s", "36s"),
        ("111222333p4567s", "47s"),
        # a pair and a run of two that shares tiles with it
        ("2344p111222s777z", "14p"),
        # six pairs and a single tile; three equal tiles wait for the fourth
        ("1133557799p11s7z", "7z"),
        ("1133557799p111s", "1s"),
        ("1111335577992p", "2p"),
        # both shapes at once: 7 completes seven pairs, 1 and 4 complete runs as well
        ("1122334455667p", "147p"),
        # dragons never run together
        ("123456789p99s56z", ""),
        ("123456789p5566z", "56z"),
        # far from ready
        ("147p147s258p258s5z", ""),
        # three suits, four blocks
        ("123p456s789m55z66z", "56z"),
    ],
)
def test_waits(text: str, expected: str) -> None:
    assert waits(text, WIDE) == expected
    if "m" not in text:
        assert waits(text) == expected


def test_four_pairs_in_four_blocks_are_not_a_hand() -> None:
    # 14 tiles with one pair in each block and two sets: three pairs too many.
    assert waits("11123p11123s11m5z", WIDE) == ""
    assert waits("11p11123s11123m5z", WIDE) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 3p and 6p, but all 3p lie as a kong, or as a pung with the fourth in hand
        ("45p123456s99p [3333p]", "6p"),
        ("45p123456s99p (3333p)", "6p"),
        ("45p123456s99p [333+3p]", "6p"),
        ("34455p12399s [333p]", "6p"),
        # the fourth tile of a pung can still come
        ("45p123456s99p [333p]", "36p"),
        # single waits that would need a fifth tile
        ("5p123456789s [555p]", ""),
        ("1111p123456789s", ""),
    ],
)
def test_a_kind_owned_entirely_is_no_wait(text: str, expected: str) -> None:
    assert waits(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    # three dragons beside 11 223344 55 and the like; there is no fourth to make two pairs of
    [("1122334455p666z", "1245p"), ("1133557799p555z", ""), ("1133557799p55z1s", "1s")],
)
def test_where_there_is_no_fourth_tile(text: str, expected: str) -> None:
    assert waits(text, TileSet(("dots", "bamboos"), DRAGONS, 3)) == expected


def test_a_hand_that_must_discard_waits_for_nothing() -> None:
    assert waits("123456789p11199s") == ""
    assert waits("11223344556677p") == ""
    assert waits("12399p111s [555z] [777z]") == ""


def test_the_table_of_a_set_is_shared() -> None:
    assert wait_table(TileSet(("bamboos", "dots"), DRAGONS)) is wait_table(TILES)
    assert isinstance(wait_table(WIDE), WaitTable)
