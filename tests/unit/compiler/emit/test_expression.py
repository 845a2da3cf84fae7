"""Expressions as Python text."""

from __future__ import annotations

import pytest

from kawuxing.compiler.emit.expression import Suit, Writer

from ..core.rules import right

DOTS, BAMBOOS = Suit(0, "dots"), Suit(1, "bamboos")
TWELVE_DOTS = 12 << 24


@pytest.mark.parametrize("suits", [(), (DOTS,), (DOTS, BAMBOOS)])
@pytest.mark.parametrize(
    "text", ["count(t.tiles > 0 for t in suits)", "sum(t.tiles for t in suits if t.suit == dots)"]
)
def test_a_count_over_suits_is_a_number_however_many_there_are(
    suits: tuple[Suit, ...], text: str
) -> None:
    value = eval(Writer(suits).write(right(text)), {"v": TWELVE_DOTS})
    assert type(value) is int
    assert value == ((1 if text.startswith("count") else 12) if suits else 0)
