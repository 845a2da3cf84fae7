"""Core in, plan out: finds the questions to the hand and gives each an atom.

`count` and `sum` over sets or kinds are atoms as they stand; `any` and `all` become comparisons of
a count. Of the pair and the winning tile the largest expression that asks nothing else becomes one
atom. Quantifiers over suits stay: a hand has a field for the tiles of each suit, and the rules
are few. What is asked of any reading is an atom over the others: a truth of the whole hand, which
is added to all its readings once they are known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...runtime.packed_readings import ATOMS_START
from ..core.nodes import (
    BOOL,
    Apply,
    AtomRead,
    Compare,
    Conditional,
    Const,
    Junction,
    Member,
    Named,
    Not,
    Quantified,
    int_type,
    map_children,
)
from .local import asked_of, negated, reads_option, spelled_out, split, when_absent
from .nodes import Atom, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core, Element, Expr, Row


class _Collector:
    """Hands out atoms; equal questions share one."""

    def __init__(self) -> None:
        self._known: dict[tuple[Element, Expr], Atom] = {}
        self._shift = ATOMS_START

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(self._known.values())

    def read(self, element: Element, body: Expr, high: int) -> Expr:
        """The value of the atom that asks `body` of the element."""
        key = (element, body)
        if key not in self._known:
            bits = high.bit_length()
            self._known[key] = Atom(len(self._known), element, body, high, self._shift, bits)
            self._shift += bits
        atom = self._known[key]
        return AtomRead(atom.index, int_type(0, atom.high), body.span)

    def truth(self, element: Element, body: Expr) -> Expr:
        """The atom of a truth that is asked once a hand, as a truth."""
        return replace(_atom(self.read(element, body, 1)), type=BOOL)


def _atom(expr: Expr) -> AtomRead:
    assert isinstance(expr, AtomRead)
    return expr


def lower(core: Core) -> Plan:
    """Turn every question to the hand into an atom."""
    return lower_together((core,))[0]


def lower_together(cores: Sequence[Core]) -> tuple[Plan, ...]:
    """Plans of several cores over the same atoms, so that one packed reading serves them all."""
    found = _Collector()
    plans = [_lower_core(core, found) for core in cores]
    return tuple(replace(plan, atoms=found.atoms) for plan in plans)


def _lower_core(core: Core, found: _Collector) -> Plan:
    fans = tuple(
        replace(fan, when=_lower(fan.when, found), times=_lower(fan.times, found))
        for fan in core.fans
    )
    tables = tuple(
        replace(table, rows=tuple(_row(row, found) for row in table.rows)) for table in core.tables
    )
    return Plan(core, found.atoms, fans, tables)


def _row(row: Row, found: _Collector) -> Row:
    return replace(row, when=_lower(row.when, found), result=_lower(row.result, found))


def _lower(expr: Expr, found: _Collector) -> Expr:
    part = asked_of(expr)
    if part is not None and not _falls_apart(expr):
        return _lower_local(expr, part, found)
    match expr:
        case Quantified(element="suit_view"):
            return expr
        case Quantified():
            return _lower_quantified(expr, found)
        case Junction():
            return _lower_junction(expr, found)
        case Compare() | Member():
            return _lower_compare(expr, found)
        case Apply(function="in_some_reading", arguments=(body,)):
            return found.truth("reading", _lower(spelled_out(body), found))
        case _:
            return _rebuild(expr, found)


def _falls_apart(expr: Expr) -> bool:
    """Whether a truth is better put together of its parts: so that fewer atoms read options."""
    return isinstance(expr, Junction | Not | Named) and reads_option(expr)


def _lower_local(expr: Expr, part: Element, found: _Collector) -> Expr:
    """An expression that asks the pair or the winning tile, and nothing else."""
    body = spelled_out(expr)
    if body.type.base == "int":
        return found.read(part, body, body.type.high)
    if when_absent(body):
        return Not(found.truth(part, negated(body)), BOOL, expr.span)
    return found.truth(part, body)


def _lower_compare(expr: Compare | Member, found: _Collector) -> Expr:
    choice = split(expr)
    return _rebuild(expr, found) if choice is None else _lower(choice, found)


def _lower_quantified(expr: Quantified, found: _Collector) -> Expr:
    body = spelled_out(expr.body)
    condition = None if expr.condition is None else spelled_out(expr.condition)
    length = 4 if expr.element == "set" else 30
    if expr.function == "sum":
        zero = Const(0, int_type(0, 0), expr.span)
        if condition is not None:
            body = Conditional(condition, body, zero, int_type(0, body.type.high), expr.span)
        return found.read(expr.element, body, max(1, body.type.high * length))
    if expr.function == "all":
        body = negated(body)
    if condition is not None:
        body = Junction("and", (condition, body), BOOL, expr.span)
    count = found.read(expr.element, body, length)
    if expr.function == "count":
        return count
    zero = Const(0, int_type(0, 0), expr.span)
    return Compare("==" if expr.function == "all" else ">", count, zero, BOOL, expr.span)


def _lower_junction(expr: Junction, found: _Collector) -> Expr:
    """Operands that ask the same part become one atom together."""
    groups: dict[Element, list[Expr]] = {}
    others: list[Expr] = []
    for operand in expr.operands:
        part = asked_of(operand)
        if part is None or reads_option(operand):
            others.append(_lower(operand, found))
        else:
            groups.setdefault(part, []).append(spelled_out(operand))
    for part, operands in groups.items():
        whole = operands[0] if len(operands) == 1 else replace(expr, operands=tuple(operands))
        others.append(_lower_local(whole, part, found))
    return others[0] if len(others) == 1 else replace(expr, operands=tuple(others))


def _rebuild(expr: Expr, found: _Collector) -> Expr:
    return map_children(expr, lambda inner: _lower(inner, found))
