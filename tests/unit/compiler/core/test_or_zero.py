"""`or_zero`: a number of what may be absent."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.interpret.evaluate import number
from kawuxing.compiler.interpret.scene import scene_of
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.readings import readings
from kawuxing.runtime.tiles import TileSet

from .rules import right, typed

if TYPE_CHECKING:
    from kawuxing.runtime.evaluator import Evaluator

TEXT = """\
kawuxing: 1
variant: pips
name: {zh: 点, en: Pips}
extends: hubei
points:
  kinds: {add: sum(or_zero(k.rank) for k in kinds if k.won), assumed: a test}
  above: {add: "max(or_zero(win.rank) - 2, 0)", assumed: a test}
  won: {add: or_zero(win.rank), assumed: a test}
  eye: {add: or_zero(pair.rank) + 1, assumed: a test}
  chosen: {when: pair.won, add: 10 * or_zero(pair.rank) if standard else 7, assumed: a test}
"""
TILES = TileSet(("dots", "bamboos"), ("red", "green", "white"))


@cache
def rules() -> Evaluator[Any]:
    return kawuxing.load(TEXT)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1167p123789s777z+5p", 5 + 3 + 5 + (1 + 1)),
        ("123p789s77755z11s+1s", 1 + 0 + 1 + (0 + 1)),  # the eye is a dragon
        ("11p123789s77755z+5z", 0 + 0 + 0 + (1 + 1)),  # a dragon wins
        ("112233p446688s9s+9s", 9 + 7 + 9 + (0 + 1)),  # seven pairs have no eye
        ("9p[111s](3333p)[5555p][777z]+9p", 9 + 7 + 9 + (9 + 1) + 10 * 9),
    ],
)
def test_numbers_of_what_may_be_absent(hand: str, expected: int) -> None:
    assert rules().score(hand).points == expected


@pytest.mark.parametrize(
    ("asked", "hand", "expected"),
    [
        ("or_zero(win.rank)", "1167p123789s777z+5p", 5),
        ("or_zero(win.rank)", "11p123789s77755z+5z", 0),
        ("or_zero(pair.rank) + 1", "1122334455667p+7p", 1),
        ("sum(or_zero(k.rank) for k in kinds if k.held == 3)", "11p123789s77755z+5z", 0),
        ("sum(or_zero(k.rank) for k in kinds if k.held == 2)", "1122334455667p+7p", 28),
    ],
)
def test_the_interpreter_says_the_same(asked: str, hand: str, expected: int) -> None:
    expr, parsed = right(asked, "points"), parse_hand(hand, TILES)
    for reading in readings(parsed):
        if "pair" not in asked or reading.pair is None:
            scene = scene_of(parsed, reading, TILES, won("self_draw"), {})
            assert number(expr, scene) == expected


def test_its_range_begins_at_nothing() -> None:
    assert (right("or_zero(win.rank)").type.low, right("or_zero(win.rank)").type.high) == (0, 9)
    held = right("or_zero(win.held)").type
    assert (held.low, held.high, held.optional) == (1, 4, False)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("or_zero(win.suit) == 1", "KWX2411"),
        ("or_zero(options.cap) == 1", "KWX2422"),
        ("or_zero(1, 2) == 1", "KWX2427"),
        ("or_zero(win.dragon) == 1", "KWX2411"),
        ("or_zero(none) == 1", "KWX2411"),
    ],
)
def test_what_is_no_number(asked: str, code: str) -> None:
    assert typed(asked, "fan").codes == [code]
