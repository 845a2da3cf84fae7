"""A digit mistyped anywhere in a ruleset's numbers is noticed, unless it changes nothing."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.library import builtin_path, builtins
from kawuxing.compiler.locate import GivenText

from ..unit.compiler.diff.variants import hold_to_its_word
from .numbers_in_rules import Digit, digits

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

PLAYED = [one.id for one in builtins() if not one.abstract]
DIGITS = [digit for variant in PLAYED for digit in digits(variant)]
DEAR = ("resting", "suizhou_eleven")
"""Of so many choices of options that only the slow tests mistype them, and each digit once."""
SAMPLE = random.Random(5).sample(
    [
        (digit, new)
        for digit in DIGITS
        for new in "0123456789"
        if new != digit.digit and digit.variant not in DEAR
    ],
    12,
)

NOTHING = {
    "define.big.is": {("4", "3")},  # products are powers of two
    "define.dragon_pairs.is": {("2", "1")},  # asked of seven pairs only, which hold no kind once
    "define.pure_suit.is": {("0", "1")},  # no won hand has one tile of a suit, or one dragon
    "define.full.is": {("1", "2"), ("0", "1")},  # a cap cannot be as much as this is made
}
"""Digits of rules that may be mistyped so without anybody noticing."""


@cache
def rules(variant: str) -> Core:
    core = parsed(builtin_path(variant).read_text("utf-8"))
    assert core is not None
    return core


def parsed(text: str) -> Core | None:
    """The rules of a text, None if it is refused; the examples are left out."""
    sink = Sink()
    place = GivenText(text.partition("\nexamples:\n")[0] + "\n", "typo.yaml", folder())
    ruleset = resolve_location(place, None, sink)
    core = None if ruleset is None or sink.failed else check(ruleset, sink)
    assert (core is None) == sink.failed
    return core


def folder() -> str:
    return str(builtin_path(PLAYED[0]).parent)


def look_at(digit: Digit, new: str) -> None:
    after = parsed(digit.mistyped(new))
    if after is None:
        return
    found = compare(rules(digit.variant), after, ("before", "after"))
    if found.equal:
        # A menu may list other values, of which the same can be chosen as before.
        menu = digit.path.startswith("options.cap.offered")
        assert menu or (digit.digit, new) in NOTHING.get(digit.path, ()), digit
    elif not found.behavioural:
        assert found.gaps
        assert digit.path == "table.tiles.copies", digit
    assert found.structural
    for one in found.behavioural[:2]:
        hold_to_its_word(one, found)


def test_there_are_numbers_to_mistype() -> None:
    assert len(DIGITS) > 60
    without = {"hubei_short", "shiyan"}  # state words and truths only, besides what they inherit
    assert {digit.variant for digit in DIGITS} == set(PLAYED) - without


@pytest.mark.parametrize(("digit", "new"), SAMPLE, ids=str)
def test_a_mistyped_digit_is_noticed(digit: Digit, new: str) -> None:
    look_at(digit, new)


@pytest.mark.slow
@pytest.mark.parametrize("digit", DIGITS, ids=str)
def test_every_mistyped_digit_is_noticed(digit: Digit) -> None:
    old = int(digit.digit)
    for by in (1,) if digit.variant in DEAR else (-1, 1):
        look_at(digit, str((old + by) % 10))
