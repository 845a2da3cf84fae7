"""Readings of all hands judged as far as their worth goes: fans, cap and points.

What is alike is looked at once: ways to win that fans and cap cannot tell apart, and hands that are
the same to cap and tables when their fans are known.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ...runtime.packed_readings import SEVEN
from ..emit.survey import function_of
from .cells import Judged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..space.sides import Side
    from .surveyor import Surveyor


class Fans(dict[tuple[int, int], tuple[int, int, int]]):
    """The fans that hold, those that score, and the product, by vector and way; fills itself.

    Ways are known by their places among those that matter to the worth of a hand.
    """

    def __init__(self, surveyor: Surveyor, side: Side) -> None:
        """Start with nothing asked."""
        super().__init__()
        self._asked = surveyor.functions["fans"]
        self._ways, self._options = surveyor.worth_ways, side.options
        self._surveyor = surveyor

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int, int]:
        """Ask the fans about a reading met for the first time."""
        self[key] = self._asked(key[0], self._ways[key[1]], self._options)
        return self[key]

    @cached_property
    def hands(self) -> list[list[tuple[int, ...]]]:
        """For each way the readings of all hands; what is alike to cap and tables is there once."""
        found: list[dict[object, tuple[int, ...]]] = [{} for _ in self._ways]
        surveyor = self._surveyor
        for vectors, places in zip(surveyor.readings, surveyor.worths, strict=True):
            told = [surveyor.told(vector) for vector in vectors]
            for place in places:
                own = {
                    (*self[vector, place][1:], which): vector
                    for vector, which in zip(vectors, told, strict=True)
                }
                found[place].setdefault(frozenset(own), tuple(own.values()))
        return [list(own.values()) for own in found]


class Bests:
    """The readings that may be taken of all hands won in one way.

    Attributes:
        taken: those of hands that have one such reading, each set of fans once.
        told: the same, once as far as tables can tell.
        tied: those of hands that have several, between which tables decide, the highest first.
    """

    def __init__(
        self, hands: Sequence[Sequence[Judged]], face: Callable[[Judged], tuple[object, ...]]
    ) -> None:
        """Put together what is alike.

        Args:
            hands: for each hand the readings that may be taken.
            face: all that tables can make of one.
        """
        sure = [best[0] for best in hands if len(best) == 1]
        self.taken = list({one.scored: one for one in sure}.values())
        self.told = list({face(one): one for one in sure}.values())
        tied = [best for best in hands if len(best) > 1]
        faces = {tuple([(one.scored, *face(one)) for one in best]): best for best in tied}
        self.tied = list(faces.values())


class Readings(dict[tuple[int, int], Judged]):
    """Readings judged, by vector and way; fills itself.

    Ways are known by their places among those that matter to the worth of a hand.
    """

    def __init__(self, surveyor: Surveyor, side: Side, fans: Fans) -> None:
        """Start with nothing judged."""
        super().__init__()
        self._fans, self._cap = fans, surveyor.functions["cap"]
        self._points = surveyor.functions.get(function_of("points"))
        self._ways, self._options = surveyor.worth_ways, side.options
        self._surveyor = surveyor
        self._order: dict[int, tuple[int, ...]] = {}

    def __missing__(self, key: tuple[int, int]) -> Judged:
        """Judge a reading met for the first time."""
        held, scored, product = self._fans[key]
        rows, cap = self._cap(key[0], self._ways[key[1]], self._options, scored, product)
        value = product if product < cap else cap
        made = Judged(key[0], held, scored, product, cap, value, rows)
        if self._points is not None:
            way = self._ways[key[1]]
            added, points = self._points(key[0], way, self._options, scored, product)
            made = made._replace(points=points, added=added)
        self[key] = made
        return made

    @cached_property
    def bests(self) -> list[Bests]:
        """For each way the readings that may be taken of all hands."""
        return [
            Bests([self.best(vectors, place) for vectors in hands], self._surveyor.face)
            for place, hands in enumerate(self._fans.hands)
        ]

    @property
    def fans(self) -> Iterable[tuple[int, int]]:
        """The fans that hold and those that score, of all readings."""
        return [(held, scored) for held, scored, _ in self._fans.values()]

    def best(self, vectors: Sequence[int], place: int) -> list[Judged]:
        """The readings that may be taken, those that rank highest first.

        The others are taken where these may not win: of them those that may win where these do not.
        """
        if len(vectors) == 1:
            return [self[vectors[0], place]]
        judged = [self[vector, place] for vector in vectors]
        kept: list[Judged] = []
        for one in sorted(judged, key=self.rank, reverse=True):
            if not any(self._bars(other, one) for other in kept):
                kept.append(one)
        return kept

    def _bars(self, one: Judged, other: Judged) -> bool:
        """Whether a reading is taken rather than one that ranks no higher, whatever tables say."""
        return (
            one.value >= other.value
            and one.product >= other.product
            and one.points >= other.points
            and self.rank(one) > self.rank(other)
            and self._surveyor.wins_if(one, other)
        )

    def rank(self, one: Judged) -> tuple[int, int, int, int, int, tuple[int, ...]]:
        """The order of readings that alike may win or not, the best last, as the runtime has it."""
        scored = one.scored
        if scored not in self._order:
            places = range(scored.bit_length())
            self._order[scored] = tuple(-place for place in places if scored >> place & 1)
        seven, order = one.vector >> SEVEN & 1, self._order[scored]
        return (one.value + one.points, one.value, one.product, seven, -len(order), order)
