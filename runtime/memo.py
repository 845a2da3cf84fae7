"""A dictionary that computes what it is asked for and never grows past a limit."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

K = TypeVar("K")
V = TypeVar("V")

NUMBERING: Final = RLock()
"""Held while new things are given numbers, so that threads never give one number to two things.

Answers of pure functions need no lock: whoever is asked at the same time finds the same.
"""


class Memo(dict[K, V], Generic[K, V]):
    """Answers of a pure function; starts afresh when ``limit`` answers are kept."""

    __slots__ = ("_compute", "_limit")

    def __init__(self, compute: Callable[[K], V], limit: int) -> None:
        """Remember at most ``limit`` answers of ``compute``."""
        super().__init__()
        self._compute = compute
        self._limit = limit

    def __missing__(self, key: K) -> V:
        """Compute and keep the answer to a new question."""
        value = self._compute(key)
        if len(self) >= self._limit:
            self.clear()
        self[key] = value
        return value
