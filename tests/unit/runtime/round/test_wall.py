"""The shuffle, the dice and the deal."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from kawuxing.runtime.round.errors import RoundError
from kawuxing.runtime.round.events import Dealt, Drew, Started
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.wall import (
    GAMMA,
    build_wall,
    deal_order,
    derive,
    mix,
    numbers,
    outputs,
    shuffled,
)

from .tables import kinds, start, town, types, wall

MASK = (1 << 64) - 1

# Outputs of splitmix64 for the seed 1234567, as its reference implementation prints them.
REFERENCE = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_the_generator_is_splitmix64() -> None:
    assert tuple(mix(1234567 + n * GAMMA & MASK) for n in range(1, 6)) == REFERENCE
    assert tuple(derive(1234567, n) for n in range(5)) == REFERENCE
    assert outputs(1234567, 5) == REFERENCE


@pytest.mark.parametrize("state", [0, 1, MASK, MASK - 7, 1 << 70 | 5])
def test_outputs_at_once_are_those_one_by_one(state: int) -> None:
    for count in (0, 1, 2, 21, 64):
        assert outputs(state, count) == tuple(derive(state, number) for number in range(count))


@pytest.mark.parametrize("seed", [0, 1234567, MASK, 1 << 70 | 5])
def test_numbers_come_one_after_another(seed: int) -> None:
    first = list(islice(numbers(seed), 40))
    assert first == [derive(seed, number) for number in range(40)]


def plain_wall(size: int, copies: int, seed: int) -> tuple[list[int], tuple[int, int]]:
    """The wall as its module describes it, number by number with exact fractions."""
    state = seed & MASK

    def output() -> int:
        nonlocal state
        state = (state + GAMMA) & MASK
        return mix(state)

    fraction = output()
    dice = []
    for _ in range(2):
        whole, fraction = divmod(fraction * 6, 1 << 64)
        dice.append(whole)
    tiles = sorted(list(range(size)) * copies)
    for n in range(len(tiles), 1, -1):
        if (len(tiles) - n) % 4 == 0:
            fraction = output()
        below, fraction = divmod(fraction * n, 1 << 64)
        tiles[n - 1], tiles[below] = tiles[below], tiles[n - 1]
    first, second = dice[0] + 1, dice[1] + 1
    cut = 2 * (first + second)
    return tiles[cut:] + tiles[:cut], (first, second)


@pytest.mark.parametrize(("size", "tiles"), [(21, 84), (30, 120)])
@pytest.mark.parametrize("seed", [0, 1, 42, MASK, 1 << 70 | 5])
def test_the_wall_is_the_documented_one(size: int, tiles: int, seed: int) -> None:
    made = build_wall(size, 4, seed)
    assert (list(made.tiles), made.dice) == plain_wall(size, 4, seed)
    assert len(made.tiles) == tiles
    assert set(Counter(made.tiles).values()) == {4}


def test_a_wall_never_changes() -> None:
    assert build_wall(21, 4, 2026).tiles.hex() == plain_hex()


def plain_hex() -> str:
    return bytes(plain_wall(21, 4, 2026)[0]).hex()


def test_every_place_is_as_likely() -> None:
    """Where the first of twelve tiles goes: 12,000 shuffles, 1,000 expected in each place."""
    places = Counter(shuffled(bytes(range(12)), seed * 7919).index(0) for seed in range(12_000))
    chi_square = sum((places[at] - 1000) ** 2 / 1000 for at in range(12))
    assert chi_square < 31.3  # one in a thousand with eleven degrees of freedom


def test_both_dice_show_everything() -> None:
    thrown = {build_wall(1, 4, seed).dice for seed in range(600)}
    assert thrown == {(one, other) for one in range(1, 7) for other in range(1, 7)}


def test_four_at_a_time_then_one() -> None:
    first, second, third = deal_order(3, 13)
    assert first == (0, 1, 2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36)
    assert second[:5] == (4, 5, 6, 7, 16)
    assert third[-1] == 38


def test_gt_87_thirteen_each_fourteen_for_the_dealer() -> None:
    game = Round.new(town("hubei"), seed=1, dealer=2)
    assert [len(game.hand(seat).concealed) for seat in range(3)] == [13, 13, 14]
    assert game.state.left == 44
    assert game.deciding == (2,)
    assert [event.seat for event in game.events if isinstance(event, Dealt)] == [2, 0, 1]
    assert types(game) == ["start", "deal", "deal", "deal", "draw"]


def test_a_given_wall_is_dealt_as_given() -> None:
    hands = ("1112223334445p", "1112223334445s", "6667778889991p")
    game = start(hands, "7z", "6z")
    for seat, hand in enumerate(hands):
        held = list(game.hand(seat).concealed)
        if seat == 0:
            held.remove(kinds("7z")[0])
        assert sorted(held) == sorted(kinds(hand))
    assert isinstance(game.events[-1], Drew)
    assert isinstance(game.events[0], Started)
    assert game.events[0].wall == wall(hands, "7z", "6z")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ((), "KWX3630"),
        (kinds("1p"), "KWX3630"),
        ((18,) * 84, "KWX3630"),
        (town("hubei").kinds * 3 + (0,) * 21, "KWX3633"),
    ],
)
def test_a_wall_of_other_tiles_is_refused(given: tuple[int, ...], code: str) -> None:
    with pytest.raises(RoundError) as caught:
        Round.new(town("hubei"), wall=given)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("dealer", "out"), [(3, None), (-1, None), (0, 1), (0, 3), (0, 7), (0, -1), (0, 10**30)]
)
def test_seats_that_do_not_play(dealer: int, out: int | None) -> None:
    with pytest.raises(RoundError) as caught:
        Round.new(town("hubei"), seed=1, dealer=dealer, out=out)
    assert caught.value.code == "KWX3631"
