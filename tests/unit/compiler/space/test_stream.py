"""Looking at every hand: all of them, none twice, and what they add up to."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import count as counting
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kawuxing.compiler.space.every_hand import EveryHand
from kawuxing.compiler.space.groups import hand_of
from kawuxing.compiler.space.stream import NOTHING, stream
from kawuxing.runtime.batch.hands import PackedHands
from kawuxing.runtime.hand import pack
from kawuxing.runtime.readings import readings
from kawuxing.runtime.tiles import DRAGONS, TileSet

from .by_hand import every_hand, histogram, order, short, told, told_by_signature
from .counting import Counts, count
from .townships import sides_of, town

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.space.sides import Side
    from kawuxing.compiler.space.stream import Streamed

ASKS = (
    "win.pung and win.rank == 2 and win.place == middle",
    "win.place == pair and win.held == 2",
    "count(s.run and s.rank == 2 for s in sets) >= 2",
    "count(s.kong and s.exposed for s in sets) == 1",
    "any(k.pung and k.won for k in kinds)",
    "sum(k.held for k in kinds if k.rank == 3) == 2",
    "pair.rank in [1, 3] and pair.won",
    "count(t.tiles > 7 for t in suits) == 1",
    "seven_pairs",
)
EXACT: Sequence[Sequence[int]] = [range(19)] * 3


@pytest.mark.parametrize(
    ("suits", "dragons", "copies"),
    [(2, 3, 4), (2, 0, 4), (3, 3, 4), (1, 2, 4), (2, 3, 3), (1, 0, 2)],
)
def test_hands_are_counted(suits: int, dragons: int, copies: int) -> None:
    tiles = TileSet(("dots", "bamboos", "characters")[:suits], DRAGONS[:dragons], copies)
    hands = EveryHand(tiles)
    found = Counts(hands.configurations, hands.points, hands.concealed)
    assert found == count(suits, dragons, copies)


def test_the_hands_of_the_game_are_as_many_as_they_are() -> None:
    hands = EveryHand(TileSet(("dots", "bamboos"), DRAGONS))
    assert hands.concealed == 1_737_012
    assert hands.configurations == 49_380_393
    assert hands.points == 170_828_673


SMALL = (
    short(("dots",), 4, ("red",), 4),
    short(("dots",), 4, ("red", "green"), 3),
    short(("dots",), 7, ("white",), 2),
    short(("dots", "bamboos"), 3, (), 3),
    short(("dots", "bamboos", "characters"), 3, ("red",), 2),
)


@pytest.mark.parametrize("tiles", SMALL)
def test_every_hand_comes_once(tiles: TileSet) -> None:
    hands = EveryHand(tiles)
    seen: list[bytes] = []
    for chunk, orders in hands.chunks():
        chunk.check()
        assert orders.shape[1] == len(chunk)
        seen += [chunk.packed(index) for index in range(len(chunk))]
    assert len(seen) == hands.points
    expected = [pack(hand, tiles) for hand in every_hand(tiles) if readings(hand)]
    assert sorted(seen) == sorted(expected)


@pytest.mark.parametrize("tiles", SMALL)
def test_the_order_of_hands_is_that_of_witnesses(tiles: TileSet) -> None:
    hands = EveryHand(tiles)
    known = [
        (tuple(place), chunk.hand(index))
        for chunk, orders in hands.chunks()
        for index, place in enumerate(orders.T.tolist())
    ]
    known.sort(key=lambda one: one[0])
    assert len({place for place, _ in known}) == len(known)
    for place, hand in known[:: max(1, len(known) // 500)]:
        assert hand_of(hands.witness(place), tiles) == hand
    places = [order(hand, tiles) for _, hand in known]
    assert places == sorted(places, key=lambda one: one)


@pytest.mark.parametrize("tiles", SMALL[:4])
def test_every_signature_has_its_hands(tiles: TileSet) -> None:
    """Every number, every witness, against all hands of a small tile set."""
    side = sides_of(town(*ASKS))[0]
    program = replace(side.program, tiles=tiles)
    numbers, least, configurations = histogram(program)
    streamed = stream(program, side.options, EXACT[: len(tiles.suits)], budget=100)
    assert streamed.finished
    assert streamed.space.configurations == configurations
    counted: Counter[object] = Counter()
    first: dict[object, object] = {}
    for one in streamed.space.signatures:
        asked = told_by_signature(one)
        counted[asked] += one.number
        hand = hand_of(one.witness, tiles)
        assert told(program, hand) == asked
        first.setdefault(asked, hand)
    assert counted == numbers
    assert first == least


def some_seconds(side: Side, seconds: float) -> Streamed:
    """What is seen when every look at the clock takes a second."""
    ticks = counting()
    classes = EXACT[: len(side.program.tiles.suits)]
    return stream(side.program, side.options, classes, seconds, lambda: float(next(ticks)))


def test_time_runs_out() -> None:
    side = sides_of(town("seven_pairs"))[0]
    short_, longer = some_seconds(side, 5), some_seconds(side, 50)
    for streamed in (short_, longer):
        assert not streamed.finished
    assert 0 < short_.covered < longer.covered < 1
    # the clock is read once at the start and once before each step
    for streamed, steps in ((short_, 4), (longer, 49)):
        chunks = islice(EveryHand(side.program.tiles).chunks(), steps)
        hands = sum(len(chunk) for chunk, _ in chunks)
        assert sum(one.number for one in streamed.space.signatures) == hands
        assert streamed.covered == hands / 170_828_673
    # what has few melds comes first
    assert all(block.melds == 0 for one in short_.space.signatures for block in one.witness)


def test_no_time_at_all() -> None:
    assert some_seconds(sides_of(town("seven_pairs"))[0], 0.5).covered == 0


def test_rules_that_tell_too_many_hands_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    side = sides_of(town(*ASKS))[0]
    monkeypatch.setattr("kawuxing.compiler.space.stream.MOST_SIGNATURES", 20)
    streamed = some_seconds(side, 1000)
    assert 0 < streamed.covered < 0.1


def test_nothing_is_seen_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    side = sides_of(town("seven_pairs"))[0]
    for module in [name for name in sys.modules if name.startswith("kawuxing.compiler.space.")]:
        if module.rpartition(".")[2] in {"looking", "every_hand", "block_states"}:
            monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.startswith("kawuxing.runtime.batch")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert some_seconds(side, 100) == NOTHING
    assert not NOTHING.finished


def test_hands_are_packed_as_others_are() -> None:
    tiles = TileSet(("dots", "bamboos", "characters"), DRAGONS)
    chunk, _ = next(EveryHand(tiles).chunks())
    part = chunk[np.arange(0, len(chunk), 50)]
    again = PackedHands.from_packed(tiles, [part.packed(index) for index in range(len(part))])
    assert (again.counts == part.counts).all()
    assert (again.melds == part.melds).all()
    assert (again.wins == part.wins).all()


def test_a_sample_is_of_all_hands() -> None:
    tiles = SMALL[0]
    hands = EveryHand(tiles)
    sample = hands.sample(20 * hands.points, seed=84)
    sample.check()
    drawn = Counter(sample.packed(index) for index in range(0, len(sample), 4))
    known = {chunk.packed(index) for chunk, _ in hands.chunks() for index in range(len(chunk))}
    assert drawn.keys() <= known
    assert len(drawn) > 0.98 * len(known)
    assert max(drawn.values()) < 25
