"""Estimates: against published figures, a second formula, and how often intervals are right."""

from __future__ import annotations

from math import comb
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest

from kawuxing.runtime.simulate.intervals import NOTHING, Estimate, Z, mean, mean_of, share


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
