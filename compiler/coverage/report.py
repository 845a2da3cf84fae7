"""How much of a ruleset its examples reach, and what they do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .marks import Marks, marks_of
from .units import units, watches_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .family import Member
    from .units import Mark, Unit


@dataclass(frozen=True, slots=True)
class Item:
    """A unit with what the examples show of it, and the first example that does.

    `inherited` says that another file wrote it.
    """

    unit: Unit
    seen: Mapping[Mark, str]
    inherited: bool

    @property
    def missing(self) -> tuple[Mark, ...]:
        """What is needed and not shown."""
        return tuple(mark for mark in self.unit.needs if mark not in self.seen)


def items_of(members: Sequence[Member]) -> tuple[Item, ...]:
    """The units of the first member, shown by its own examples and by those of its ancestors."""
    watches = [watches_of(member.core) for member in members]
    marks: Marks = {}
    for member, own in zip(members, watches, strict=True):
        marks = marks_of(member, own) | marks
    source = members[0].core.ruleset.sources[0]
    shown: dict[object, dict[Mark, str]] = {}
    for (place, mark), example in marks.items():
        shown.setdefault(place, {})[mark] = example
    return tuple(
        Item(unit, shown.get(unit.place, {}), unit.span.source.sha256 != source.sha256)
        for unit in units(watches[0])
    )


def tally(items: Iterable[Item]) -> tuple[int, int]:
    """How much is shown, and how much there is to show."""
    pairs = [(len(item.unit.needs) - len(item.missing), len(item.unit.needs)) for item in items]
    return sum(shown for shown, _ in pairs), sum(needed for _, needed in pairs)


def percent(shown: int, needed: int) -> float:
    """The share in per cent, to one decimal, never rounded up; nothing needed is all shown."""
    return shown * 1000 // needed / 10 if needed else 100.0
