"""The space against hands that were counted, and hands that were looked at one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.space.fold import fold
from kawuxing.compiler.space.groups import hand_of
from kawuxing.compiler.space.sides import suit_classes
from kawuxing.compiler.space.signatures import NotFoldableError

from .by_hand import histogram, order, short, told, told_by_signature
from .counting import Counts, count
from .townships import sides_of, town

if TYPE_CHECKING:
    from kawuxing.compiler.space.sides import Side
    from kawuxing.compiler.space.signatures import Space
    from kawuxing.runtime.tiles import TileSet

THREE = "[dots, bamboos, characters]"
TABLE = "table: {{tiles: {{suits: {}, dragons: {}, copies: {}}}, assumed: test}}\n"

ASKS = (
    "win.pung and win.rank == 2 and win.place == middle",
    "win.pung and win.place == low",
    "win.place == pair and win.held == 2",
    "win.dragon",
    "count(s.run and s.rank == 2 for s in sets) >= 2",
    "count(s.kong and s.exposed for s in sets) == 1",
    "any(s.melded and not s.exposed and s.won for s in sets)",
    "any(k.pung and k.held == 1 for k in kinds)",
    "any(k.pung and k.won for k in kinds)",
    "any(k.kong and k.rank == 1 for k in kinds)",
    "sum(k.held for k in kinds if k.rank == 3) == 2",
    "count(k.held == 4 for k in kinds) == 1",
    "any(k.won and k.held == 1 for k in kinds)",
    "pair.rank in [1, 3] and pair.won",
    "count(t.tiles > 7 for t in suits) == 1",
    "seven_pairs",
)


def folded(side: Side) -> Space:
    return fold(side.program, side.options, suit_classes([side]))


def test_the_hands_of_the_game_are_counted() -> None:
    assert count(2, 3) == Counts(49_380_393, 170_828_673, 1_737_012)


@pytest.mark.parametrize("variant", ["hubei", "xiaogan"])
def test_every_hand_of_a_town_has_a_signature(variant: str) -> None:
    space = folded(sides_of(variant)[0])
    assert (space.configurations, space.points) == (49_380_393, 170_828_673)
    assert sum(one.number for one in space.signatures) == 170_828_673


@pytest.mark.parametrize(
    ("suits", "dragons", "copies"),
    [
        ("[dots, characters]", "[]", 4),
        (THREE, "[red, green, white]", 4),
        ("[dots]", "[]", 2),
        ("[dots]", "[]", 3),
        ("[characters]", "[]", 4),
        ("[bamboos]", "[red]", 4),
    ],
)
def test_other_tile_sets_are_counted_too(suits: str, dragons: str, copies: int) -> None:
    rules = town("count(s.triplet for s in sets) == 4", more=TABLE.format(suits, dragons, copies))
    space = folded(sides_of(rules)[0])
    known = count(suits.count(",") + 1, len(dragons.strip("[]").split()), copies)
    assert (space.configurations, space.points) == known[:2]
    assert sum(one.number for one in space.signatures) == known.points


def test_hands_of_one_suit() -> None:
    """Counted by a program of their own, tile by tile."""
    assert count(1, 0, 3).points == 105_556
    assert count(1, 0, 4)[:2] == (346_203, 1_184_067)


SMALL = [
    (short(("dots",), 4, ("red",), 4), 200),
    (short(("dots",), 4, ("red", "green"), 3), 40),
    (short(("dots",), 7, ("white",), 2), 10),
    (short(("dots", "bamboos"), 3, (), 3), 40),
    pytest.param(short(("dots",), 6, (), 4), 40, marks=pytest.mark.slow),
    pytest.param(short(("dots",), 5, ("red",), 4), 300, marks=pytest.mark.slow),
    pytest.param(short(("dots", "bamboos"), 3, (), 4), 300, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("tiles", "many"), SMALL)
def test_every_signature_has_its_hands(tiles: TileSet, many: int) -> None:
    """Every number, every witness, against all hands of a small tile set."""
    side = sides_of(town(*ASKS))[0]
    program = replace(side.program, tiles=tiles)
    numbers, least, configurations = histogram(program)
    assert len(numbers) >= many
    space = fold(program, side.options, [range(19)] * len(tiles.suits))
    assert space.configurations == configurations
    counted: Counter[object] = Counter()
    first: dict[object, object] = {}
    for one in space.signatures:
        asked = told_by_signature(one)
        counted[asked] += one.number
        hand = hand_of(one.witness, tiles)
        assert told(program, hand) == asked
        first.setdefault(asked, hand)
    assert counted == numbers
    assert first == least


def test_the_least_witness_comes_first() -> None:
    space = folded(sides_of("suizhou")[0])
    tiles = sides_of("suizhou")[0].program.tiles
    hands = [hand_of(one.witness, tiles) for one in space.signatures[::3]]
    assert [order(hand, tiles) for hand in hands] == sorted(order(hand, tiles) for hand in hands)
    assert len(hands) > 200


def test_tiles_of_suits_are_kept_as_far_as_rules_ask() -> None:
    asks = "count(t.tiles > 7 for t in suits) == 1"
    side = sides_of(town(asks))[0]
    classes = suit_classes([side])
    assert classes == (tuple(0 if tiles <= 7 else 8 for tiles in range(19)),) * 2
    exact = fold(side.program, side.options, [range(19)] * 2)
    assert len(folded(side).signatures) < len(exact.signatures)
    assert folded(side).points == exact.points


def test_there_is_an_end_to_what_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    side = sides_of("hubei")[0]
    for limit in ("MOST_CLASSES", "MOST_PAIRS"):
        with monkeypatch.context() as patch:
            patch.setattr(f"kawuxing.compiler.space.fold.{limit}", 1000)
            with pytest.raises(NotFoldableError):
                folded(side)


@pytest.mark.slow
def test_rules_that_tell_too_many_hands_apart_are_refused() -> None:
    asks = [f"sum(k.held for k in kinds if k.rank == {rank}) == 3" for rank in range(1, 6)]
    side = sides_of(town(*asks))[0]
    with pytest.raises(NotFoldableError):
        folded(side)
