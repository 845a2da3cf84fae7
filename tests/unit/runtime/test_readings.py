from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.hand import Hand, Meld, MeldKind
from kawuxing.runtime.readings import Pair, Reading, Set, Win, readings

if TYPE_CHECKING:
    from collections.abc import Iterable

DOTS = {str(rank): rank - 1 for rank in range(1, 10)}
BAMBOOS = {str(rank): 8 + rank for rank in range(1, 10)}


def dots(text: str) -> tuple[int, ...]:
    return tuple(DOTS[digit] for digit in text)


def bamboos(text: str) -> tuple[int, ...]:
    return tuple(BAMBOOS[digit] for digit in text)


def shape(reading: Reading) -> str:
    """A reading of dots in one line: pair, then sets, the won one starred."""
    if reading.shape == "seven_pairs":
        return "7:" + "".join(str(kind + 1) for kind in reading.pairs)
    assert reading.pair is not None
    parts = [f"{reading.pair.tile + 1}{'*' if reading.pair.won else ''}"]
    parts += [f"{one.shape[0]}{one.tile + 1}{'*' if one.won else ''}" for one in reading.sets]
    return " ".join(parts)


def shapes(concealed: tuple[int, ...], win: int, melds: tuple[Meld, ...] = ()) -> list[str]:
    return [shape(one) for one in readings(Hand(concealed, melds, win))]


def test_one_plain_reading_in_full() -> None:
    # 46p 123s 77z [555s] (9999p) +5p
    melds = (Meld(MeldKind.CONCEALED_KONG, 8), Meld(MeldKind.PUNG, 13))
    assert readings(Hand((3, 5, *bamboos("123"), 29, 29), melds, 4)) == (
        Reading(
            "standard",
            (
                Set("run", 3, won=True),
                Set("run", 9),
                Set("kong", 8, exposed=False, melded=True),
                Set("triplet", 13, exposed=True, melded=True),
            ),
            Pair(29),
            (),
            Win(4, "middle", held=1, pung=False),
        ),
    )


def test_every_place_of_the_winning_tile() -> None:
    # 2233445 + 5 with 678p 999p: 5 ends 345, begins 567 or is half of the pair.
    concealed = dots("2233445678999")
    assert shapes(concealed, DOTS["5"]) == [
        "2 r3* r3 r6 t9",
        "5* r2 r2 r6 t9",
    ]


def test_two_pairs_of_runs_and_seven_pairs() -> None:
    assert shapes(dots("1122334455667"), DOTS["7"]) == [
        "7:1234567",
        "1 r2 r2 r5* r5",
        "4 r1 r1 r5* r5",
        "7* r1 r1 r4 r4",
    ]


def test_triplets_as_runs() -> None:
    assert shapes((*dots("111222333444"), 29), 29) == [
        "30* r1 r1 r1 t4",
        "30* t1 r2 r2 r2",
        "30* t1 t2 t3 t4",
    ]


def test_a_run_and_a_triplet_of_one_kind_count_once() -> None:
    # The run 123 and the triplet 111 can be taken out in either order.
    assert shapes(dots("1111245678955"), DOTS["3"]) == ["5 r1* t1 r4 r7"]


def test_four_equal_tiles_are_two_pairs() -> None:
    assert shapes(dots("1111335577992"), DOTS["2"]) == ["7:1123579"]
    assert readings(Hand(dots("1111335577992"), (), DOTS["2"]))[0].win.held == 2


def test_no_seven_pairs_with_melds() -> None:
    melds = (Meld(MeldKind.PUNG, 28), Meld(MeldKind.PUNG, 27))
    assert readings(Hand(dots("1133557"), melds, DOTS["7"])) == ()


def test_single_wait_on_four_melds() -> None:
    melds = tuple(Meld(kind, 9 + index) for index, kind in enumerate(MeldKind))
    (reading,) = readings(Hand((0,), melds, 0))
    assert reading.win == Win(0, "pair", held=2, pung=False)
    assert [(one.shape, one.exposed, one.melded) for one in reading.sets] == [
        ("triplet", True, True),
        ("kong", True, True),
        ("kong", True, True),
        ("kong", False, True),
    ]


def test_win_on_the_fourth_of_a_pung() -> None:
    melds = (Meld(MeldKind.PUNG, 4), *(Meld(MeldKind.DIRECT_KONG, kind) for kind in (27, 28)))
    (reading,) = readings(Hand((3, 5, 9, 9), melds, 4))
    assert reading.win == Win(4, "middle", held=1, pung=True)


def test_a_kong_of_the_winning_kind_is_no_pung() -> None:
    melds = (Meld(MeldKind.PUNG, 3), Meld(MeldKind.DIRECT_KONG, 27), Meld(MeldKind.PUNG, 28))
    (reading,) = readings(Hand((9, 10, 12, 12), melds, 11))
    assert reading.win.pung is False


def test_dragons_and_suits_never_run_together() -> None:
    assert shapes((27, 28, 29, *dots("1234567899")), 8) == []
    assert shapes((7, 8, 9, 27, 27, 27, 28, 28, 28, 29, 29, 29, 0), 0) == []


@pytest.mark.parametrize(
    "hand",
    [
        Hand(dots("1122334455667"), (), None),
        Hand(dots("11223344556677"), (), None),
        Hand(dots("1122334455"), (), DOTS["5"]),
        Hand(dots("1234567891234"), (), 29),
    ],
)
def test_no_reading(hand: Hand) -> None:
    assert readings(hand) == ()


def test_properties_of_sets() -> None:
    run, kong = Set("run", 12), Set("kong", 29, exposed=True, melded=True)
    assert (run.run, run.triplet, run.kong, run.concealed) == (True, False, False, True)
    assert (run.dragon, run.suit, run.rank) == (False, "bamboos", 4)
    assert (kong.run, kong.triplet, kong.kong, kong.concealed) == (False, True, True, False)
    assert (kong.dragon, kong.suit, kong.rank) == (True, None, None)
    concealed_kong = Set("kong", 0, melded=True)
    assert (concealed_kong.concealed, concealed_kong.melded) == (True, True)
    assert Set("triplet", 0).kong is False


def brute(held: tuple[int, ...], win: int) -> set[tuple[object, ...]]:
    """All marked standard readings of 14 concealed tiles, by trying every four of the sets.

    A reading is (pair kind, sorted sets as tuples of kinds, index of what holds the win or -1).
    """
    kinds = sorted(set(held))
    sets = [(kind,) * 3 for kind in kinds]
    sets += [(kind, kind + 1, kind + 2) for kind in kinds if kind < 27 and kind % 9 < 7]
    found: set[tuple[object, ...]] = set()
    for four in combinations_with_replacement(sorted(sets), 4):
        for pair in kinds:
            if sorted((*sum(four, ()), pair, pair)) != list(held):
                continue
            holders: Iterable[tuple[int, ...]] = {one for one in four if win in one}
            found |= {(pair, four, holder) for holder in holders}
            if pair == win:
                found.add((pair, four, None))
    return found


def tiles_of(one: Set) -> tuple[int, ...]:
    return tuple(range(one.tile, one.tile + 3)) if one.run else (one.tile,) * 3


@pytest.mark.parametrize(
    "text",
    [
        "11122233344455",
        "11112223334445",
        "22334455667788",
        "11123456789995",
        "11223344556677",
        "11112222333344",
        "33344455566677",
        "12345678912399",
        "11144477788899",
        "22233334444555",
    ],
)
def test_against_every_choice_of_four_sets(text: str) -> None:
    held = tuple(sorted(dots(text)))
    for win in set(held):
        concealed = list(held)
        concealed.remove(win)
        standard = [
            one for one in readings(Hand(tuple(concealed), (), win)) if one.shape == "standard"
        ]
        got = set()
        for one in standard:
            assert one.pair is not None
            won = [tiles_of(part) for part in one.sets if part.won]
            assert len(won) + one.pair.won == 1
            got.add(
                (
                    one.pair.tile,
                    tuple(sorted(tiles_of(part) for part in one.sets)),
                    won[0] if won else None,
                )
            )
        assert len(got) == len(standard)
        assert got == brute(held, win)
