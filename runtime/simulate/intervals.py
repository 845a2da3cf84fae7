"""Estimates with 95 % confidence intervals.

Shares get the interval of Wilson, which stays between 0 and 1 and is right for few and for rare
events too. Means get the normal interval: the mean, and 1.96 standard errors on both sides. Rounds
count as independent; those of a match have nothing in common but who deals.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959963984540054


class Estimate(NamedTuple):
    """A value, and the ends of its interval; None where nothing was counted or only one."""

    value: float | None
    low: float | None
    high: float | None


NOTHING: Final = Estimate(None, None, None)


def share(count: int, of: int) -> Estimate:
    """What part of all some are, with Wilson's interval."""
    if not of:
        return NOTHING
    part, spread = count / of, Z * Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(part * (1 - part) / of + spread / (4 * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(part, low if count else 0.0, high if count < of else 1.0)


def mean(total: int, squares: int, of: int) -> Estimate:
    """The mean of numbers whose sum and sum of squares are known, with the normal interval."""
    if not of:
        return NOTHING
    value = total / of
    if of == 1:
        return Estimate(value, None, None)
    # Whole numbers until the division: nothing is lost where squares and sum nearly cancel.
    half = Z * sqrt((of * squares - total * total) / (of * of * (of - 1)))
    return Estimate(value, value - half, value + half)


class Sums(NamedTuple):
    """Of pairs of numbers, one for each round, the sums, and those of squares and products."""

    numbers: int
    of: int
    squares: int
    products: int
    squares_of: int
    rounds: int


def ratio(sums: Sums) -> Estimate:
    """So much for each of something of which a round has several or none; the normal interval.

    What a round has belongs together; so the spread is that over rounds.
    """
    if not sums.of:
        return NOTHING
    value = sums.numbers / sums.of
    if sums.rounds == 1:
        return Estimate(value, None, None)
    # Whole numbers until the division: nothing is lost where they nearly cancel.
    spread = (
        sums.squares * sums.of**2
        - 2 * sums.numbers * sums.of * sums.products
        + sums.numbers**2 * sums.squares_of
    )
    half = Z * sqrt(spread * sums.rounds / (sums.rounds - 1)) / sums.of**2
    return Estimate(value, value - half, value + half)


def mean_of(histogram: dict[int, int]) -> Estimate:
    """The mean of numbers of which it is known how often each occurs."""
    total = sum(value * count for value, count in histogram.items())
    squares = sum(value * value * count for value, count in histogram.items())
    return mean(total, squares, sum(histogram.values()))
