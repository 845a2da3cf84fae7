"""Hands in which none of the fans that a switch changes holds: of these it changes nothing.

A fan whose condition is false scores nowhere, replaces and excludes nothing, and is asked about in
vain, whatever else is switched on; as long as the condition asks of nothing but the hand, how it
was won, and options.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ...runtime.program import Worth
from ..compile import run_cap
from ..core.nodes import BOOL, Const, Table, int_type, options_read
from ..core.order import fans_read
from .fields import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from ..space.sides import Side
    from .fields import Field

    Ask: TypeAlias = Callable[[int, Won, Any, Worth], tuple[int, int]]


_NOTHING: Final = Worth(1, 1, 1, (), 0)
"""Nothing of it is asked."""


class Holding:
    """Finds the hands in which fans that a switch changes hold; what is met again is known."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        self._asks: dict[tuple[int, frozenset[str]], Ask] = {}
        self._known: dict[object, dict[int, bool]] = {}
        self._held: dict[object, int] = {}
        self._asked: dict[object, tuple[int, ...] | None] = {}

    def of(
        self, four: Sequence[Side], ways: Sequence[Won], fans: frozenset[str], field: Field
    ) -> int | None:
        """The hands in which some fan holds, as `fields.bits`; None where that is not so simple.

        Args:
            four: the sides on which fans are changed by a switch.
            ways: for each side how the hands were won, as far as its fans can tell.
            fans: which.
            field: the hands.
        """
        key = (fans, *[(id(side.plan), side.options) for side in four])
        if key not in self._asked:
            self._asked[key] = _asked(four, fans)
        asked = self._asked[key]
        if asked is None:
            return None
        held = 0
        for at in asked:
            held |= self._in(field, four[at], ways[at], fans)
        return held

    def _in(self, field: Field, side: Side, won: Won, fans: frozenset[str]) -> int:
        """The hands in which one of the fans holds on a side."""
        aspects = id(side.aspects)
        asked = (id(side.plan), fans, aspects, won, side.options)
        key = (id(field), *asked)
        if key not in self._held:
            ask = self._ask(side.plan, fans)
            known = self._known.setdefault(asked, {})
            for number, vectors in field.vectors[aspects].items():
                if number not in known:
                    known[number] = any(ask(one, won, side.options, _NOTHING)[0] for one in vectors)
            self._held[key] = bits(map(known.__getitem__, field.aspects[aspects]))
        return self._held[key]

    def _ask(self, plan: Plan, fans: frozenset[str]) -> Ask:
        key = (id(plan), fans)
        if key not in self._asks:
            self._asks[key] = _asking(plan, fans)
        return self._asks[key]


def _asked(four: Sequence[Side], fans: frozenset[str]) -> tuple[int, ...] | None:
    """The places of sides whose conditions of some fans are all that there are; None if not so."""
    found: dict[object, int] = {}
    for at, side in enumerate(four):
        own = [fan for fan in side.plan.fans if fan.id in fans]
        conditions = tuple([fan.when for fan in own])
        if any(fan.asks_product for fan in own) or any(map(fans_read, conditions)):
            return None
        if conditions:
            found.setdefault((conditions, _told(side, conditions)), at)
    return tuple(found.values())


def _told(side: Side, conditions: tuple[Expr, ...]) -> tuple[object, ...]:
    values = side.options._asdict()
    return tuple([(id_, values[f"x_{id_}"]) for id_ in sorted(options_read(*conditions))])


def _asking(plan: Plan, fans: frozenset[str]) -> Ask:
    """A function that says 1 where one of the fans holds, written as a cap is."""
    row = plan.table("cap").rows[-1]
    conditions = [fan.when for fan in plan.fans if fan.id in fans]
    number = int_type(0, 1)
    rows = [replace(row, when=one, result=Const(1, number, row.origin.span)) for one in conditions]
    truth = Const(value=True, type=BOOL, span=row.origin.span)
    last = replace(row, when=truth, result=Const(0, number, row.origin.span))
    asking: Ask = run_cap(replace(plan, tables=(Table("cap", (*rows, last)),)))
    return asking
