"""Where a test is for every town: a few of them each time, the others with the slow tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark import ParameterSet


def slow_but(quick: Iterable[str], every: Iterable[str]) -> list[ParameterSet]:
    """All values of a parameter, of which all but a few are slow.

    Args:
        quick: those few.
        every: all of them.
    """
    found, known = list(every), frozenset(quick)
    assert known < set(found)
    return [
        pytest.param(one, marks=() if one in known else pytest.mark.slow, id=one) for one in found
    ]
