"""Sums and sums of squares of what is counted: whole numbers, so that adding them is exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .facts import Facts, Name


class Tally:
    """What some rounds come to.

    Tallies of parts add up to the tally of the whole, in whatever order they are added.

    Attributes:
        sums: the sum of each fact over the rounds.
        squares: the sum of its squares.
    """

    __slots__ = ("squares", "sums")

    def __init__(self) -> None:
        """Start with no rounds."""
        self.sums: dict[Name, int] = {}
        self.squares: dict[Name, int] = {}

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return self.sums.get(ROUNDS, 0)

    def count(self, facts: Facts) -> None:
        """Add one round."""
        sums, squares = self.sums, self.squares
        for name, amount in facts.items():
            sums[name] = sums.get(name, 0) + amount
            squares[name] = squares.get(name, 0) + amount * amount

    def add(self, other: Tally) -> None:
        """Add the rounds of another tally."""
        for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
            for name, amount in theirs.items():
                mine[name] = mine.get(name, 0) + amount

    def sum(self, *name: str) -> int:
        """The sum of a fact."""
        return self.sums.get(name, 0)

    def square(self, *name: str) -> int:
        """The sum of the squares of a fact."""
        return self.squares.get(name, 0)

    def under(self, *first: str) -> dict[str, int]:
        """The sums of all facts whose names begin so and have one word more, by that word."""
        length = len(first)
        return {
            name[length]: amount
            for name, amount in self.sums.items()
            if len(name) == length + 1 and name[:length] == first
        }

    def __eq__(self, other: object) -> bool:
        """Whether the same was counted."""
        if not isinstance(other, Tally):
            return NotImplemented
        return (self.sums, self.squares) == (other.sums, other.squares)

    __hash__ = None  # type: ignore[assignment]


def difference(one: Facts, other: Facts) -> Facts:
    """What a round comes to under a second variant more than under a first, fact by fact."""
    found = {
        name: other.get(name, 0) - one.get(name, 0) for name in sorted(one.keys() | other.keys())
    }
    return {ROUNDS: 1, **{name: amount for name, amount in found.items() if amount}}


def total(tallies: Iterable[Tally]) -> Tally:
    """The tally of all rounds of several."""
    found = Tally()
    for one in tallies:
        found.add(one)
    return found
