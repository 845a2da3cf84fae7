"""Numbers as they are written: counts, shares, amounts, and estimates with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING: Final = "–"
_RARE: Final = 0.01


def count_text(number: int) -> str:
    """A count, its thousands apart."""
    return f"{number:,}"


def share_text(value: float) -> str:
    """A part of all, in per cent; more digits where it is rare."""
    digits = 2 if 0 < value < _RARE else 1
    return f"{100 * value:.{digits}f} %"


def amount_text(value: float) -> str:
    """A mean."""
    return f"{value:.3f}"


def money_text(value: float) -> str:
    """A mean of gains and losses."""
    return f"{value:+.3f}" if round(value, 3) else "0.000"


def gain_text(number: int) -> str:
    """A sum of gains and losses."""
    return f"{number:+,}" if number else "0"


def estimate_text(estimate: dict[str, Any], text: Callable[[float], str]) -> str:
    """A value with its interval."""
    value, low, high = estimate["value"], estimate["low"], estimate["high"]
    if value is None:
        return NOTHING
    if low is None:
        return text(value)
    return f"{text(value)}  [{text(low)}, {text(high)}]"
