"""What there is to be reached: every fan, row and foul, and every part of a condition."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..core.nodes import Conditional, Const, Junction, Named, Not, Quantified, children
from .places import fan_span, foul_span, place_of, row_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core, Expr
    from ..source.text import Span
    from .places import Place

Mark: TypeAlias = Literal["reached", "fired", "vetoed", "superseded", "true", "false"]
"""What examples show of a rule or of a part of a condition.

A fan has ``fired`` when it scores, is ``vetoed`` when its condition is false, ``superseded`` when
it holds and another fan replaces or excludes it. What is carried on has ``fired`` when an example
says what it is after a round. A row is ``reached``, and then it has ``fired``
when it decides and is ``vetoed`` when its condition is false. A foul has ``fired`` when it is asked
for what follows from it. A part is ``true`` or ``false``.
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to be reached.

    Attributes:
        rule: its path: ``fans.x``, ``pay.win.x``, ``define.x``.
        part: the text of a part of a condition; empty for the rule as a whole.
        span: where it is written.
        needs: what the examples must show of it.
    """

    rule: str
    part: str
    span: Span = field(repr=False)
    needs: tuple[Mark, ...]

    @property
    def place(self) -> Place:
        """What it is known by."""
        return place_of(self.span)


@dataclass(frozen=True, slots=True)
class Watched:
    """A fan, a row or a foul with the parts of its condition, as they are to be evaluated."""

    unit: Unit
    parts: tuple[tuple[Unit, Expr], ...]


Watches: TypeAlias = dict[str, Watched]
"""Everything of a ruleset, by the path of the fan, row or foul."""


def watches_of(core: Core) -> Watches:
    """The units of a variant's rules."""
    ruleset = core.ruleset
    found: Watches = {}
    fans = {fan.id: fan for fan in core.fans}
    for declared in ruleset.fans:
        fan, path = fans[declared.id], f"fans.{declared.id}"
        unit = _rule(path, fan.when, fan_span(declared, ruleset))
        found[path] = Watched(unit, tuple(_parts(path, fan.when, fan.times)))
    for declared_table, table in zip(ruleset.tables, core.tables, strict=True):
        for declared_row, row in zip(declared_table.rows, table.rows, strict=True):
            path = f"{table.kind}.{row.id}"
            unit = _rule(path, row.when, row_span(declared_row, table.kind, ruleset))
            found[path] = Watched(unit, tuple(_parts(path, row.when, row.result)))
    following = dict(core.carried)
    for number in ruleset.carried:
        path, expr = f"carried.{number.id}", following[number.id]
        unit = Unit(path, "", number.next.span, ("fired",))
        found[path] = Watched(unit, tuple(_leaves_of(path, expr)))
    for foul in ruleset.fouls:
        path = f"fouls.{foul.id}"
        found[path] = Watched(Unit(path, "", foul_span(foul, ruleset), ("fired",)), ())
    return found


def units(watches: Watches) -> tuple[Unit, ...]:
    """All units, each once: a definition is counted where it is written, however often used."""
    found: dict[Place, Unit] = {}
    for watched in watches.values():
        for unit in (watched.unit, *(part for part, _ in watched.parts)):
            found.setdefault(unit.place, unit)
    return tuple(found.values())


def _rule(path: str, when: Expr, span: Span) -> Unit:
    always = isinstance(when, Const)
    return Unit(path, "", span, ("fired",) if always else ("fired", "vetoed"))


def _parts(path: str, when: Expr, result: Expr) -> Iterator[tuple[Unit, Expr]]:
    """The parts of a condition, unless it has but one, and the conditions inside the result."""
    of_condition = tuple(_leaves_of(path, when))
    yield from of_condition if len(of_condition) > 1 else ()
    yield from _leaves_of(path, result)


def _leaves_of(path: str, expr: Expr) -> Iterator[tuple[Unit, Expr]]:
    """The conditions inside an expression."""
    for rule, part in _leaves(path, expr):
        text = " ".join(part.span.text.split())
        yield Unit(rule, text, part.span, ("true", "false")), part


def _leaves(path: str, expr: Expr) -> Iterator[tuple[str, Expr]]:
    """The truths an expression is made of by `and`, `or`, `not` and choices."""
    match expr:
        case Named(name="otherwise"):  # other rows, which are units of their own
            return
        case Named(name=name, body=body):
            yield from _leaves(f"define.{name}", body)
        case Not() | Junction() | Conditional():
            for inner in children(expr):
                yield from _leaves(path, inner)
        case _ if expr.type.base == "bool":
            if _depends(expr):
                yield path, expr
        case Quantified():
            return
        case _:
            for inner in children(expr):
                yield from _leaves(path, inner)


def _depends(expr: Expr) -> bool:
    """Whether a truth can be both."""
    if isinstance(expr, Const):
        return False
    inner = children(expr)
    return not inner or any(map(_depends, inner))
