"""The hands of a space for many sides, put together as far as the rules of a few ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..compile import run_aspects
from ..resolved.nodes import HAND_KINDS
from ..space.groups import Group, group_by, numbers_by, possible
from ..space.of_sides import space_of
from ..space.signatures import Signature, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..space.sides import Side


class Field(NamedTuple):
    """The hands as some sides tell them apart; a side goes by the id of its `aspects`.

    Attributes:
        groups: the least witnesses first.
        aspects: for each side by what number its rules know the groups.
        vectors: for each side by number the readings of the first group that has it.
    """

    groups: tuple[Group, ...]
    aspects: Mapping[int, Sequence[int]]
    vectors: Mapping[int, Mapping[int, Sequence[int]]]

    def possible(self, won: Won) -> int:
        """The groups that can have been won so, as `bits`."""
        return bits(possible(one, won) for one in self.groups)


def bits(each: Iterable[bool]) -> int:
    """Which of several things are so, a byte for each: the first in the highest."""
    return int.from_bytes(bytes(each), "big")


class Fields:
    """All hands; `space` has them as far as any side tells them apart."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together.

        Raises:
            NotFoldableError: if the rules tell too many apart.
        """
        whole = space_of(everyone)
        self.space = Space(_together(whole, everyone), whole.configurations, whole.points)
        self._aspects: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[int, ...], Field] = {}

    def of(self, sides: Sequence[Side]) -> Field:
        """The hands put together as far as none of these sides tells them apart."""
        asking = {id(side.aspects): side.aspects for side in sides}
        key = tuple(asking)
        if key not in self._known:
            signatures = self.space.signatures
            for one, aspects in asking.items():
                if one not in self._aspects:
                    self._aspects[one] = numbers_by(signatures, aspects)
            groups = _grouped(signatures, [self._aspects[one] for one in key])
            self._known[key] = _field(key, groups)
        return self._known[key]


def _together(space: Space, everyone: Sequence[Side]) -> tuple[Signature, ...]:
    """The hands of a space put together as far as no side tells them apart."""
    plans = {id(side.aspects): side.plan for side in everyone}
    rules: dict[Expr, None] = {}
    for plan in plans.values():
        for fan in plan.fans:
            rules |= dict.fromkeys((fan.when, fan.times))
        for kind in HAND_KINDS:
            for row in plan.table(kind).rows:
                rules |= dict.fromkeys((row.when, row.result))
    groups = group_by(space.signatures, [run_aspects(everyone[0].plan, tuple(rules))])
    return tuple([Signature(g.vectors, g.kong, g.alone, g.number, g.witness) for g in groups])


def _grouped(signatures: Sequence[Signature], told: Sequence[Sequence[int]]) -> tuple[Group, ...]:
    """Signatures put together of which the same is told."""
    first: dict[tuple[int, ...], Signature] = {}
    numbers: dict[tuple[int, ...], int] = {}
    for one, *aspects in zip(signatures, *told, strict=True):
        key = (one.kong, one.alone, *aspects)
        if key in numbers:
            numbers[key] += one.number
        else:
            numbers[key], first[key] = one.number, one
    return tuple(
        [
            Group(tuple(aspects), one.vectors, one.kong, one.alone, number, one.witness)
            for ((_, _, *aspects), one), number in zip(first.items(), numbers.values(), strict=True)
        ]
    )


def _field(sides: Sequence[int], groups: tuple[Group, ...]) -> Field:
    columns = {one: [own.aspects[at] for own in groups] for at, one in enumerate(sides)}
    vectors: dict[int, dict[int, Sequence[int]]] = {one: {} for one in sides}
    for group in groups:
        for one, number in zip(sides, group.aspects, strict=True):
            vectors[one].setdefault(number, group.vectors)
    return Field(groups, columns, vectors)
