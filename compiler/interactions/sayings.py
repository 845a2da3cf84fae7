"""Hands won in one way, by numbers for what four sides make of them, and what is said of these."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

from ..diff.verdicts import taken
from .touches import apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..diff.scores import Reading
    from ..diff.verdicts import Said, Tables


class Met(NamedTuple):
    """What hands that can be won in some way score on each of four sides.

    Attributes:
        scores: for each side the numbers of all hands: one object where they are the same.
        possible: for each hand whether it can be won so.
        numbers: all that there are together; by whether the first switch changes nothing but
            numbers, and whether the second does.
    """

    scores: tuple[Sequence[int | None], ...]
    possible: bytes
    numbers: dict[tuple[bool, bool], set[tuple[int, ...]]]

    def places(self) -> Mapping[tuple[int, ...], Sequence[int]]:
        """By the four numbers the places of the hands, the least first."""
        found: dict[tuple[int, ...], list[int]] = {}
        numbers = enumerate(zip(*self.scores, strict=True))
        for at, own in compress(numbers, self.possible):
            found.setdefault(own, []).append(at)
        return found


NONE: Final = Met((), b"", numbers={(False, False): set()})
"""No hands."""


class Asked(NamedTuple):
    """A way to win that four sides tell apart, the hands won so, and the tables asked of them."""

    won: Won
    met: Met
    tables: tuple[Tables, ...]

    @property
    def apart(self) -> bool:
        """Whether one of the switches changes nothing of hands won so."""
        return not self.met.numbers[False, False] or apart(
            list(zip(map(id, self.met.scores), map(id, self.tables), strict=True))
        )

    @property
    def numbers(self) -> set[tuple[int, ...]]:
        """What hands score of which either switch changes something."""
        neither, one, other, both = self.tables
        key = (neither is one and other is both, neither is other and one is both)
        known = self.met.numbers
        if key not in known:
            known[key] = {own for own in known[False, False] if not _unchanged(own, *key)}
        return known[key]


def _unchanged(numbers: tuple[int, ...], first: bool, second: bool) -> bool:
    """Whether one of two switches that change nothing but numbers does not change these."""
    neither, one, other, both = numbers
    return (first and neither == one and other == both) or (
        second and neither == other and one == both
    )


class Sayings(dict[int, int]):
    """What is said of hands won in one way, by their numbers, the reading taken; fills itself.

    What is said alike is one object: it goes by its id, under which it is `heard`.
    """

    __slots__ = ("_hands", "_heard", "_tables")

    def __init__(
        self, hands: Sequence[Sequence[Reading]], tables: Tables, heard: dict[int, Said]
    ) -> None:
        """Start with nothing said."""
        super().__init__()
        self._hands = hands
        self._tables = tables
        self._heard = heard

    def __missing__(self, number: int) -> int:
        """Say it of hands met for the first time."""
        said = taken(self._hands[number], self._tables)[1]
        self[number] = key = id(said)
        self._heard[key] = said
        return key
