"""Many hands in one container: packed, checked, and given back as they came."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from kawuxing.runtime.batch.hands import BatchError, PackedHands
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import check_packed, pack
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.tiles import DRAGONS, TileSet

from .random_hands import NONE, TILE_SETS, Dealer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Melds = list[list[int]] | list[int] | None

TILES = TileSet(("dots", "bamboos"), DRAGONS)
SEED = 20261130


def some_hands(tiles: TileSet, number: int, seed: int = SEED) -> list[bytes]:
    dealer = Dealer(tiles, seed)
    return [*dealer.won(number), *dealer.waiting(number)]


def tile_set(suits: str, dragons: str, copies: int) -> TileSet:
    return TileSet(tuple(suits.split(", ")), tuple(filter(None, dragons.split(", "))), copies)


@pytest.mark.parametrize("of", TILE_SETS)
def test_hands_come_out_as_they_went_in(of: tuple[str, str, int]) -> None:
    tiles = tile_set(*of)
    hands = some_hands(tiles, 2_000)
    packed = PackedHands.from_packed(tiles, hands)
    packed.check()
    assert [packed.packed(index) for index in range(len(packed))] == hands
    assert [packed.packed(index - 3) for index in range(3)] == hands[-3:]
    rows = packed.rows()
    again = PackedHands.from_counts(tiles, rows.counts, rows.wins, rows.melds)
    assert (again.counts == packed.counts).all()
    assert (again.melds == packed.melds).all()
    assert (again.wins == packed.wins).all()
    flags = np.arange(len(hands)) % 5 == 1
    assert [packed[flags].packed(index) for index in range(50)] == hands[1::5][:50]
    assert packed[7:9].packed(0) == hands[7]


def test_words_are_laid_out_as_documented() -> None:
    hands = ["46p123s77z [555s] (9999p) +5p", "555p13s66z [222s] [777z] +2s", "1112223334445p"]
    packed = PackedHands.from_hands(TILES, hands)
    ones = sum(1 << 3 * at for at in (3, 4, 5, 9, 10, 11))
    assert packed.counts.shape == (1, 3)
    assert int(packed.counts[0, 0]) == ones + (2 << 3 * 20)
    # 9p: position 8, concealed kong; 5s: position 13, pung
    assert int(packed.melds[0]) == (1 + 5 * 8 + 4) + (1 + 5 * 13 + 0 << 8)
    assert packed.wins.tolist() == [5 * 4 + 0, 5 * 10 + 4, NONE]
    # 2s: position 10, the winning tile is the fourth; 7z: position 20
    assert int(packed.melds[1]) == (1 + 5 * 10 + 2) + (1 + 5 * 20 + 0 << 8)
    assert packed.hand(0) == parse_hand(hands[0], TILES)


def test_hands_may_come_in_several_forms() -> None:
    text = "46p123s77z [555s] (9999p) +5p"
    hand = parse_hand(text, TILES)
    packed = PackedHands.from_hands(TILES, [text, hand, pack(hand, TILES)])
    assert [packed.packed(index) for index in range(3)] == [pack(hand, TILES)] * 3
    with pytest.raises(HandError, match="hand must be: str, bytes or Hand; found 7"):
        PackedHands.from_hands(TILES, [7])  # type: ignore[list-item]


def test_hands_without_melds_need_no_melds() -> None:
    counts = [[2] * 7 + [0] * 14, [3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 12]
    packed = PackedHands.from_counts(TILES, counts, [6, NONE])
    assert packed.hand(0) == parse_hand("1122334455667p+7p", TILES)
    assert packed.hand(1) == parse_hand("1112345678999p", TILES)
    with pytest.raises(BatchError):
        PackedHands.from_counts(TILES, counts)


@pytest.mark.parametrize(
    ("counts", "wins", "melds"),
    [
        (np.zeros((2, 20)), None, None),
        (np.zeros(21), None, None),
        (np.zeros((2, 21)), [NONE], None),
        (np.zeros((2, 21)), None, [[NONE] * 5] * 2),
        (np.zeros((2, 21)), None, [NONE, NONE]),
    ],
)
def test_arrays_of_other_shapes(counts: Array, wins: list[int] | None, melds: Melds) -> None:
    with pytest.raises(ValueError, match=r"expected .* of shape"):
        PackedHands.from_counts(TILES, counts, wins, melds)


@pytest.mark.parametrize("wrong", [256, -1, 0.5, 2**40])
def test_numbers_that_are_no_bytes(wrong: float) -> None:
    counts = np.array([[2] * 7 + [0] * 14], dtype=np.float64)
    wins, melds = np.array([6.0]), np.array([[255.0]])
    for array, name in ((counts, "counts"), (wins, "wins"), (melds, "melds")):
        before = array.flat[-1]
        array.flat[-1] = wrong
        with pytest.raises(ValueError, match=f"expected {name} as whole numbers"):
            PackedHands.from_counts(TILES, counts, wins, melds)
        array.flat[-1] = before
    assert len(PackedHands.from_counts(TILES, counts, wins, melds)) == 1


def refused(hand: bytes, tiles: TileSet) -> HandError | None:
    """What is wrong with a packed hand, looked at alone."""
    won = hand[len(tiles.kinds)] != NONE
    try:
        check_packed(hand, tiles, (14,) if won else (13,))
    except HandError as error:
        return error
    return None


@pytest.mark.parametrize("of", TILE_SETS)
def test_impossible_hands_are_refused_for_the_same_reason_as_alone(
    of: tuple[str, str, int],
) -> None:
    tiles = tile_set(*of)
    random = Random(SEED)
    good = some_hands(tiles, 20)
    codes = set()
    for hand in some_hands(tiles, 1_500, SEED + 1):
        spoilt = bytearray(hand)
        for _ in range(random.choice((1, 1, 2))):
            spoilt[random.randrange(len(spoilt))] = random.choice(
                (*range(5), random.randrange(256))
            )
        if random.random() < 0.2:
            spoilt.append(random.randrange(256))
        expected = refused(bytes(spoilt), tiles)
        hands = [*good[:7], bytes(spoilt), *good[7:]]
        if expected is None:
            assert PackedHands.from_packed(tiles, hands).packed(7) == spoilt
            continue
        if spoilt[-1] == NONE and len(spoilt) > len(tiles.kinds) + 1:
            continue  # here a byte for no meld, which is no byte of a packed hand
        with pytest.raises(BatchError) as caught:
            PackedHands.from_packed(tiles, hands)
        error = caught.value
        assert (error.index, error.field) == (7, "hands[7]")
        assert (error.code, error.at, error.params) == (expected.code, expected.at, expected.params)
        codes.add(error.code)
    assert codes >= {"KWX3101", "KWX3131", "KWX3132"}


def test_hands_too_short_or_too_long_are_refused() -> None:
    good = some_hands(TILES, 1)
    for bad, code in ((b"", "KWX3130"), (bytes(21), "KWX3130"), (bytes(27), "KWX3112")):
        with pytest.raises(BatchError) as caught:
            PackedHands.from_packed(TILES, [*good, bad])
        assert (caught.value.index, caught.value.code) == (2, code)


def test_notation_is_refused_at_its_place() -> None:
    with pytest.raises(BatchError) as caught:
        PackedHands.from_hands(TILES, ["1112223334445p", "111122233344x"])
    assert (caught.value.index, caught.value.code, caught.value.at) == (1, "KWX3104", 12)


def test_words_that_contradict_each_other_are_found() -> None:
    packed = PackedHands.from_packed(TILES, some_hands(TILES, 20_000))
    index = int(np.flatnonzero(packed.wins != NONE)[-1])
    wins = packed.wins.copy()
    wins[index] = wins[index] // 5 * 5 + (wins[index] + 1) % 5
    for broken in (
        PackedHands(TILES, packed.counts, packed.melds, wins),
        PackedHands(TILES, packed.counts | np.uint64(1 << 63), packed.melds, packed.wins),
    ):
        with pytest.raises(BatchError) as caught:
            broken.check()
        assert caught.value.code == "KWX3135"
        assert caught.value.index == (index if broken.wins is wins else 0)
    with pytest.raises(ValueError, match="expected wins as uint8"):
        PackedHands(TILES, packed.counts, packed.melds, packed.wins.astype(np.int64)).check()


def test_one_hand_is_no_list_of_hands() -> None:
    with pytest.raises(BatchError) as caught:
        PackedHands.from_packed(TILES, cast("list[bytes]", bytes(26)))
    assert (caught.value.code, caught.value.field) == ("KWX3406", "hands[0]")
