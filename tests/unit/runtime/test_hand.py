from __future__ import annotations

import pickle

import pytest

from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, Meld, MeldKind, check_packed, pack, unpack
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet

TILES = TileSet(("dots", "bamboos"), DRAGONS)


def packed(counts: dict[int, int], win: int = 255, melds: tuple[int, ...] = ()) -> bytes:
    """A packed hand of the 84-tile set written out by position."""
    return bytes([counts.get(position, 0) for position in range(21)]) + bytes([win, *melds])


def test_a_hand_is_sorted() -> None:
    melds = (Meld(MeldKind.PUNG, 29), Meld(MeldKind.CONCEALED_KONG, 4))
    hand = Hand((9, 3, 1, 3), melds, 2)
    assert hand.concealed == (1, 3, 3, 9)
    assert [meld.tile for meld in hand.melds] == [4, 29]
    assert hand.held == (1, 2, 3, 3, 9)
    assert Hand((1,)).held == (1,)


def test_pack_counts_the_winning_tile_and_writes_melds_in_order() -> None:
    # 46p 5s5s [777z] (9999p) [111+1s] +5p
    melds = (
        Meld(MeldKind.PUNG, 29),
        Meld(MeldKind.CONCEALED_KONG, 8),
        Meld(MeldKind.ADDED_KONG, 9),
    )
    hand = Hand((3, 5, 13, 13), melds, 4)
    expected = packed({3: 1, 4: 1, 5: 1, 13: 2}, 4, (2 << 5 | 8, 1 << 5 | 9, 20))
    assert pack(hand, TILES) == expected


def test_pack_follows_the_layout_of_the_set() -> None:
    tiles = TileSet(("characters",), ("red",))
    assert pack(Hand((18, 26, 29), (), 29), tiles) == bytes([1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 9])


def test_unpack_gives_the_hand_back_but_for_the_way_a_kong_was_made() -> None:
    hand = Hand((3, 5, 13, 13), (Meld(MeldKind.DIRECT_KONG, 9), Meld(MeldKind.PUNG, 29)), 4)
    assert unpack(pack(hand, TILES), TILES) == hand
    added = Hand((3,), (Meld(MeldKind.ADDED_KONG, 9),), None)
    assert unpack(pack(added, TILES), TILES).melds == (Meld(MeldKind.DIRECT_KONG, 9),)


def test_what_a_meld_kind_tells() -> None:
    assert [kind.kong for kind in MeldKind] == [False, True, True, True]
    assert [kind.exposed for kind in MeldKind] == [True, True, True, False]
    assert [Meld(kind, 0).size for kind in MeldKind] == [3, 4, 4, 4]


GOOD = packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 2}, 4)


@pytest.mark.parametrize(
    "good",
    [
        GOOD,
        packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 1}),
        packed({4: 2}, 4, (0, 1, 32 | 2, 64 | 20)),
        packed({4: 1, 5: 1}, 4, (4, 5, 6, 7)),
    ],
)
def test_check_packed_lets_hands_through(good: bytes) -> None:
    check_packed(good, TILES)


@pytest.mark.parametrize(
    ("bad", "code", "at"),
    [
        (b"", "KWX3130", 0),
        (GOOD[:21], "KWX3130", 21),
        (packed({4: 2}, 4, (0, 1, 2, 3, 5)), "KWX3112", 26),
        (packed({0: 3, 1: 3, 2: 3, 3: 5}), "KWX3102", 3),
        (packed({0: 2, 4: 9}, 4, (0,)), "KWX3102", 0),
        (packed({0: 1, 4: 10}, 4, (32,)), "KWX3102", 0),
        (packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 2}, 5), "KWX3131", 21),
        (packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 2}, 21), "KWX3131", 21),
        (packed({0: 3, 1: 3, 2: 3, 4: 2}, 4, (21,)), "KWX3132", 22),
        (packed({0: 3, 1: 3, 2: 3, 4: 2}, 4, (96 | 3,)), "KWX3132", 22),
        (packed({0: 3, 1: 3, 4: 2}, 4, (9, 8)), "KWX3133", 23),
        (packed({0: 3, 1: 3, 4: 2}, 4, (9, 32 | 9)), "KWX3133", 23),
        (packed({0: 3, 1: 3, 2: 3, 3: 3}), "KWX3101", None),
        (packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 3}, 4), "KWX3101", None),
        (packed({0: 3, 1: 3, 2: 3, 3: 3}, 3, (4,)), "KWX3101", None),
    ],
)
def test_check_packed_names_the_byte(bad: bytes, code: str, at: int | None) -> None:
    with pytest.raises(HandError) as caught:
        check_packed(bad, TILES)
    assert (caught.value.code, caught.value.at, caught.value.field) == (code, at, "packed")


def test_check_packed_can_ask_for_a_complete_hand() -> None:
    with pytest.raises(HandError) as caught:
        check_packed(packed({0: 3, 1: 3, 2: 3, 3: 3, 4: 1}), TILES, (14,))
    assert caught.value.message == "13 tiles, expected 14 (a meld counts as three)"


def test_a_set_of_fewer_copies_has_its_own_limit() -> None:
    few = TileSet(("dots",), (), copies=2)
    with pytest.raises(HandError) as caught:
        check_packed(bytes([2, 2, 3, 2, 2, 2, 0, 0, 0, 255]), few)
    assert (caught.value.code, caught.value.at) == ("KWX3134", 2)
    assert caught.value.message == "3 of 3p, and the set has only 2 of each kind"
    assert caught.value.text("zh") == "3p 有 3 张，而这副牌每种只有 2 张"


def test_check_packed_follows_the_set() -> None:
    wide = TileSet(SUITS, DRAGONS)
    with pytest.raises(HandError) as caught:
        check_packed(GOOD, wide)
    assert caught.value.params == {"found": 22, "expected": 31}


def test_an_error_speaks_two_languages_and_survives_pickling() -> None:
    error = HandError("KWX3102", 4, "hand", {"tile": "1s"})
    for one in (error, pickle.loads(pickle.dumps(error))):
        assert (one.code, one.at, one.field) == ("KWX3102", 4, "hand")
        assert (str(one), one.message, one.text("zh")) == ("five 1s", "five 1s", "五张 1s")
        assert isinstance(one, ValueError)
