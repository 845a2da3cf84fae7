"""Estimates: against published figures, a second formula, and how often intervals are right."""

from __future__ import annotations

from math import comb
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest

from kawuxing.runtime.simulate.intervals import (
    NOTHING,
    Estimate,
    Sums,
    Z,
    mean,
    mean_of,
    ratio,
    share,
)


def test_z() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975)) == Z


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_shares(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert found.value == count / of
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_shares_stay_between_none_and_all() -> None:
    assert share(7, 7).high == 1.0
    assert share(0, 7).low == 0.0


def test_means() -> None:
    random = Random(1)
    numbers = [random.randrange(-40, 60) for _ in range(500)]
    found = mean(sum(numbers), sum(n * n for n in numbers), 500)
    half = Z * stdev(numbers) / 500**0.5
    assert found.value == pytest.approx(fmean(numbers))
    assert found.low == pytest.approx(fmean(numbers) - half)
    assert found.high == pytest.approx(fmean(numbers) + half)


def test_nothing_is_lost_where_sums_nearly_cancel() -> None:
    """A spread of 1 around 10**9, where floats have no digits left for squares."""
    numbers = [10**9, 10**9 + 1] * 50
    found = mean(sum(numbers), sum(n * n for n in numbers), 100)
    assert found.high is not None
    assert found.low is not None
    expected = 2 * Z * (0.25 / 99) ** 0.5
    assert found.high - found.low == pytest.approx(expected, rel=1e-5)


def test_few_and_none() -> None:
    assert share(0, 0) == NOTHING
    assert mean(0, 0, 0) == NOTHING
    assert mean(7, 49, 1) == Estimate(7.0, None, None)


def test_numbers_by_how_often_they_occur() -> None:
    assert mean_of({1: 3, 4: 2, 9: 1}) == mean(20, 3 + 32 + 81, 6)


@pytest.mark.parametrize("truth", [0.05, 0.3, 0.5])
def test_shares_hold_the_truth_nineteen_times_in_twenty(truth: float) -> None:
    """Exactly: the chance of every count whose interval has the truth in it."""
    of, held = 200, 0.0
    for count in range(of + 1):
        found = share(count, of)
        assert found.low is not None
        assert found.high is not None
        if found.low <= truth <= found.high:
            held += comb(of, count) * truth**count * (1 - truth) ** (of - count)
    assert 0.935 < held < 0.97


def test_means_hold_the_truth_nineteen_times_in_twenty() -> None:
    random, held = Random(5), 0
    for _ in range(2000):
        rolled = [random.randrange(1, 7) for _ in range(60)]
        found = mean(sum(rolled), sum(n * n for n in rolled), 60)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 3.5 <= found.high
    assert 0.93 < held / 2000 < 0.965


def sums_of(pairs: list[tuple[int, int]]) -> Sums:
    return Sums(
        sum(number for number, _ in pairs),
        sum(of for _, of in pairs),
        sum(number * number for number, _ in pairs),
        sum(number * of for number, of in pairs),
        sum(of * of for _, of in pairs),
        len(pairs),
    )


def test_ratios() -> None:
    """By the textbook: the spread of what each round has too much, over the mean of the others."""
    random = Random(3)
    pairs = [(random.randint(-9, 12) * of, of) for of in random.choices(range(4), k=500)]
    found = ratio(sums_of(pairs))
    assert found.value == sum(number for number, _ in pairs) / sum(of for _, of in pairs)
    over = [number - found.value * of for number, of in pairs]
    half = Z * stdev(over) / 500**0.5 / fmean(of for _, of in pairs)
    assert found.low == pytest.approx(found.value - half)
    assert found.high == pytest.approx(found.value + half)


def test_a_ratio_to_one_in_every_round_is_a_mean() -> None:
    numbers = [3, -1, 4, -1, 5]
    plain = mean(sum(numbers), sum(number * number for number in numbers), 5)
    assert ratio(sums_of([(number, 1) for number in numbers])) == pytest.approx(plain)


def test_what_cancels_within_a_round_does_not_spread() -> None:
    """Two of a round get as much as each other loses: nobody doubts that it comes to nothing."""
    assert ratio(sums_of([(0, 2)] * 10)) == Estimate(0.0, 0.0, 0.0)


def test_ratios_of_few() -> None:
    assert ratio(sums_of([(0, 0)])) == NOTHING
    assert ratio(sums_of([(6, 3)])) == Estimate(2.0, None, None)


def test_ratios_are_right_as_often_as_they_say() -> None:
    """Each of two in a round gets 1 on the average, both the same."""
    random, right = Random(5), 0
    for _ in range(400):
        pairs = []
        for _ in range(200):
            of, each = random.randint(0, 2), random.randint(-4, 6)
            pairs.append((of * each, of))
        found = ratio(sums_of(pairs))
        assert found.low is not None
        assert found.high is not None
        right += found.low <= 1 <= found.high
    assert 0.92 <= right / 400 <= 0.98
