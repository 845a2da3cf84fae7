"""Amounts made of the value of an option: lines, and what rises by steps.

Steps are so much for each whole part of a line, as `full // product` is where `full` is made of the
value. `(full - 1) // product + 1`, times the product, is the least multiple no less than `full`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .values import FEW_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..core.nodes import Type

Line: TypeAlias = "tuple[int, int | None]"
"""What an amount has for each one of the value, and what besides; None if that may be anything."""


class Step(NamedTuple):
    """A whole part of a line that rises, so many times, and something besides.

    Attributes:
        rise: what the line has for each one of the value.
        start: and besides.
        divisor: what it is divided by, more than 0.
        times: how often the whole part is taken, more than 0.
        plus: and what is added.
    """

    rise: int
    start: int
    divisor: int
    times: int
    plus: int

    def at_least(self, line: Line, more: int) -> bool:
        """Whether this is always by so much more than a line; no may be said where it is."""
        slope, begin = line
        if begin is None or self.times * self.rise != slope * self.divisor:
            return False
        least = self.times * (self.start - self.divisor + 1) + self.plus * self.divisor
        return least >= (begin + more) * self.divisor

    def passes(self, number: int) -> Iterator[tuple[int, int]]:
        """Where this comes to a number, and where it goes beyond: the values on either side."""
        for reached in (number, number + 1):
            parts = -((self.plus - reached) // self.times)
            first = -((self.start - parts * self.divisor) // self.rise)
            yield first - 1, first


Lines: TypeAlias = "frozenset[Line | Step]"
"""All that an amount may be."""

NONE: Final[Lines] = frozenset()
ANY: Final[Lines] = frozenset(((0, None),))
NOUGHT: Final[Lines] = frozenset(((0, 0),))


def divided(line: Line | Step, divisor: Line | Step) -> Line | Step | None:
    """The whole part of a line that is divided by a number; None where that goes otherwise."""
    if isinstance(line, Step) or isinstance(divisor, Step):
        return None
    (rise, start), (slope, by) = line, divisor
    if start is None or by is None or slope or rise < 0 or by <= 0:
        return None
    return Step(rise, start, by, 1, 0) if rise else (0, start // by)


def _stepped(op: str, one: Line | Step, other: Line | Step) -> Step | None:
    """Steps after a number was added or taken away, or after they were taken so many times."""
    if op == "*" and isinstance(other, Step):
        one, other = other, one
    if isinstance(other, Step) or not isinstance(one, Step):
        return None
    slope, number = other
    if slope or number is None:
        return None
    if op == "*":
        return (
            one._replace(times=one.times * number, plus=one.plus * number) if number > 0 else None
        )
    return one._replace(plus=one.plus + (number if op == "+" else -number))


def constant(type_: Type) -> Lines:
    """What has nothing to do with the value."""
    if type_.base != "int":
        return NONE
    if type_.limit or type_.high - type_.low >= FEW_COUNTS:
        return ANY
    return frozenset((0, one) for one in range(type_.low, type_.high + 1))


def within(type_: Type, lines: Lines) -> Lines:
    """What an amount may be of which it is known how little and how much that is."""
    if rises(lines) or lines <= (known := constant(type_)):
        return lines
    if known == ANY:
        return lines
    return known if lines >= ANY else lines & known


def union(each: Iterable[Lines]) -> Lines:
    """All that one of some amounts may be."""
    return NONE.union(*each)


def rises(lines: Lines) -> bool:
    """Whether it matters to an amount what the value is."""
    return any(one[0] for one in lines)


def by_steps(lines: Lines) -> bool:
    """Whether an amount may go by steps."""
    return any(isinstance(one, Step) for one in lines)


def no_less(step: Step, line: Line | Step) -> bool:
    """Whether steps are never less than something."""
    return not isinstance(line, Step) and step.at_least(line, 0)


def worked_out(op: str, left: Lines, right: Lines) -> Iterator[Line]:
    """Every quotient, remainder or power of two numbers."""
    for a, b in product(left, right):
        one, other = a[1], b[1]  # nothing rises, so there are no steps
        if one is None or other is None:
            yield (0, None)
        elif op == "**":
            yield (0, int(one**other))
        elif other:
            yield (0, one // other if op == "//" else one % other)


def worked(op: str, one: Line | Step, other: Line | Step) -> Line | Step | None:
    """What a sum, a difference or a product of two is; None where that is neither."""
    if isinstance(one, Step) or isinstance(other, Step):
        return _stepped(op, one, other)
    return STRAIGHT[op](one, other)


def _sum(one: Line, other: Line) -> Line | None:
    (rise, start), (slope, begin) = one, other
    return rise + slope, None if start is None or begin is None else start + begin


def _difference(one: Line, other: Line) -> Line | None:
    slope, begin = other
    return _sum(one, (-slope, None if begin is None else -begin))


def _product(one: Line, other: Line) -> Line | None:
    """One of the two must not rise; and if the other does, it must be known."""
    if one[0] and other[0]:
        return None
    (rise, start), (_, times) = (other, one) if other[0] else (one, other)
    if times is None:
        return None if rise else (0, None)
    return rise * times, None if start is None else start * times


STRAIGHT: Final[dict[str, Callable[[Line, Line], Line | None]]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
}
