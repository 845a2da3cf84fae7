"""What a table may choose on one side and not on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..space.values import accepts_value
from ..surface.options import spelled_value
from .findings import Accepted, Behavioural, Choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue


class _Numbers(NamedTuple):
    """The numbers an option accepts: a range, and others offered beside it."""

    low: int
    high: int
    beside: frozenset[int]

    @property
    def size(self) -> int:
        return self.high - self.low + 1 + len(self.beside)

    def common(self, other: _Numbers) -> int:
        """How many numbers both accept."""
        both = max(0, min(self.high, other.high) - max(self.low, other.low) + 1)
        ours = sum(other.low <= one <= other.high for one in self.beside)
        theirs = sum(self.low <= one <= self.high for one in other.beside)
        return both + ours + theirs + len(self.beside & other.beside)


def compare_choices(before: Core, after: Core) -> Iterator[Behavioural]:
    """For each option that both sides have the values that only one accepts."""
    theirs = {option.id: option for option in after.ruleset.options}
    for one in before.ruleset.options:
        other = theirs.get(one.id)
        if other is not None:
            yield from _compared(one, other)


def _compared(one: Option, other: Option) -> Iterator[Behavioural]:
    values = [
        value
        for value in _candidates(one, other)
        if accepts_value(one, value) != accepts_value(other, value)
    ]
    if not values:
        return
    value, rules = values[0], (f"options.{one.id}",)
    ours, theirs = _numbers(one), _numbers(other)
    common = ours.common(theirs)
    words = _words(one), _words(other)
    count = ours.size + theirs.size - 2 * common + len(words[0] ^ words[1])
    before, after = accepts_value(one, value), accepts_value(other, value)
    yield Behavioural(
        kind="flow",
        rules=rules,
        count=count,
        of=ours.size + theirs.size - common + len(words[0] | words[1]),
        swing=0,
        witness=Choice(one.id, value),
        settings=({}, {}),
        before=Accepted(before),
        after=Accepted(after),
    )


def _candidates(one: Option, other: Option) -> list[OptionValue]:
    """Values among which there is one that only one side accepts, if there is any."""
    offered = {spelled_value(value): value for option in (one, other) for value in option.offered}
    ends: set[int] = set()
    for option in (one, other):
        if option.accepts is not None:
            low, high, _ = option.accepts
            ends |= {low - 1, low, high, high + 1}
    return [*offered.values(), *sorted(ends), None]


def _numbers(option: Option) -> _Numbers:
    low, high, _ = option.accepts or (0, -1, False)
    offered = {value for value in option.offered if type(value) is int}
    return _Numbers(low, high, frozenset(one for one in offered if not low <= one <= high))


def _words(option: Option) -> set[str]:
    """The values that are no numbers, spelled out."""
    offered = [*option.offered, *([None] if option.accepts and option.accepts[2] else [])]
    return {spelled_value(value) for value in offered if type(value) is not int}
