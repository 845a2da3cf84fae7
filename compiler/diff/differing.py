"""Hands put together by how two sides differ about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .effects import mark, summed
from .naming import differences, felt_as
from .verdicts import SEEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...runtime.circumstances import Won
    from .findings import Class
    from .naming import Difference, Differing, Names
    from .verdicts import Verdict, Verdicts


class Together(NamedTuple):
    """Groups whose readings have the same fans, won in one way.

    Attributes:
        first: the number of the least.
        groups: the numbers of all, as bits.
        hands: how many hands that are.
        numbers: by what numbers the rulebooks of the two sides know them.
    """

    first: int
    groups: int
    hands: int
    numbers: tuple[int, int]


class Case(NamedTuple):
    """Groups won in one way, all judged alike by either side."""

    won_by: Together
    way: int
    won: Won
    before: Verdict
    after: Verdict


Marked: TypeAlias = tuple["Difference", int]
"""How two verdicts differ, and what stands for that among the effects."""


class Told(dict[tuple[int, int], tuple[Marked, ...]]):
    """How two sides differ about hands won in one way, by their numbers; fills itself.

    The same differences are one object, nothing at all if both say the same.
    """

    __slots__ = ("_names", "_once", "_verdicts")

    def __init__(
        self,
        verdicts: tuple[Verdicts, Verdicts],
        names: tuple[Names, Names, Differing],
        once: dict[object, tuple[Marked, ...]],
    ) -> None:
        """Start with nothing compared.

        Args:
            verdicts: what each side says.
            names: those of the rules of each side, and what they depend on.
            once: what is known already, by the verdicts and by the differences themselves.
        """
        super().__init__()
        self._verdicts = verdicts
        self._names = names
        self._once = once

    def verdicts(self, numbers: tuple[int, int]) -> tuple[Verdict, Verdict]:
        """What both sides say of some hands."""
        (ours, theirs), (a, b) = self._verdicts, numbers
        return ours[a], theirs[b]

    def __missing__(self, numbers: tuple[int, int]) -> tuple[Marked, ...]:
        """Compare what both sides say of hands that are asked about for the first time."""
        both = self.verdicts(numbers)
        key = id(both[0]), id(both[1])  # equal verdicts of one side are one object
        if key not in self._once:
            self._once[key] = self._differences(both)
        self[numbers] = told = self._once[key]
        return told

    def _differences(self, both: tuple[Verdict, Verdict]) -> tuple[Marked, ...]:
        before, after = both
        if before[SEEN] == after[SEEN]:
            return ()
        ours, theirs, differing = self._names
        told = tuple(
            [
                (one, mark(one.payer, *felt(both, one.key[0], one.payer)))
                for one in differences(both, (ours, theirs), differing)
            ]
        )
        return self._once.setdefault(told, told)


class Alike:
    """Hands that differ in the same ways.

    Attributes:
        groups: the numbers of the groups, as bits.
        weight: for how much they stand, hands and circumstances.
        least: the least hands, and the number of the plainest way they are won in.
    """

    __slots__ = ("groups", "least", "weight")

    def __init__(self, hands: Together, way: int) -> None:
        """Start with no more than the place of the least."""
        self.groups = 0
        self.weight = 0
        self.least = (hands, way)

    def add(self, hands: Together, way: int, circumstances: int) -> None:
        """Take hands in, won in a way that stands for so much; the plainest ways come first."""
        self.groups |= hands.groups
        self.weight += hands.hands * circumstances
        if hands.first < self.least[0].first:
            self.least = (hands, way)


class Found:
    """A difference while it is collected: its hands, its largest swing, its least example."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.groups = 0
        self.swing = 0
        self.effects = 0
        self.order: tuple[int, ...] | None = None
        self.example: tuple[Together, int, int] | None = None

    def add(self, alike: Alike, found: Difference, marked: int) -> None:
        """Take cases in.

        What can be scored is shown first, then what involves the fewest rules, then the least hand
        and the plainest win.
        """
        self.groups |= alike.groups
        self.swing = max(self.swing, found.swing)
        self.effects = summed(self.effects, alike.weight * marked)
        hands, way = alike.least
        order = (found.payer + 1, found.fans, hands.first, way)
        if self.order is None or order < self.order:
            self.order, self.example = order, (hands, way, found.payer)


def felt(both: tuple[Verdict, Verdict], kind: Class, payer: int) -> tuple[int, int]:
    """What a difference comes down to, for one payer if it is about a payment."""
    before, after = both
    if payer >= 0:
        return before.others[payer], after.others[payer]
    return felt_as(kind, before, after)


def bits(numbers: Iterable[int]) -> int:
    """Numbers of groups as bits."""
    return sum([1 << number for number in numbers])


def members(groups: int) -> Iterator[int]:
    """The numbers of groups that are given as bits, ascending."""
    while groups:
        least = groups & -groups
        yield least.bit_length() - 1
        groups ^= least
