"""Every small change of an expression: what an author's slip of the pen could make of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from ..surface.expressions import (
    And,
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expr,
    ListLiteral,
    Name,
    Negate,
    Not,
    Number,
    Or,
    Quantified,
    TileLiteral,
    Truth,
    children,
    map_children,
)
from ..surface.keys import NEXT
from ..surface.printer import print_expression
from .words import other_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source.text import Span
    from ..surface.expressions import ArithmeticOp, CompareOp, Quantifier

EditKind: TypeAlias = Literal[
    "number", "truth", "word", "comparison", "logic", "arithmetic", "dropped"
]

_COMPARISONS: Final[dict[CompareOp, tuple[CompareOp, ...]]] = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "in": ("not in",),
    "not in": ("in",),
}
"""Off by one, and turned into the opposite."""

_ARITHMETIC: Final[dict[ArithmeticOp, ArithmeticOp]] = {
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "%": "//",
    "**": "*",
}
_FUNCTIONS: Final = {"min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of an expression in one place.

    Attributes:
        kind: what was changed.
        span: the place.
        before: what stands there, in canonical form; of an `and` or a quantifier the word alone.
        after: what is put there instead; empty where something is only taken away.
        expr: the whole expression, changed.
    """

    kind: EditKind
    span: Span = field(repr=False)
    before: str
    after: str
    expr: Expr = field(repr=False)


def edits(expr: Expr) -> Iterator[Edit]:
    """Every change of an expression, in itself or somewhere inside."""
    yield from _changes(expr)
    for child in children(expr):
        for edit in edits(child):
            yield replace(edit, expr=_instead(expr, child, edit.expr))


def other_dealers(word: Expr, rests: bool) -> Iterator[Edit]:
    """Every other word for who deals next; a newcomer only where somebody rests."""
    assert isinstance(word, Name)
    for other in NEXT:
        if (other,) != word.parts and (rests or other != "newcomer"):
            yield _put("word", word, replace(word, parts=(other,)))


def _instead(expr: Expr, old: Expr, new: Expr) -> Expr:
    return _flat(map_children(expr, lambda inner: new if inner is old else inner))


def _flat(expr: Expr) -> Expr:
    """The same without an `and` right inside an `and`, or an `or` inside an `or`."""
    match expr:
        case And(operands):
            nested = [one.operands if isinstance(one, And) else (one,) for one in operands]
            return And(tuple(chain.from_iterable(nested)), expr.span)
        case Or(operands):
            nested = [one.operands if isinstance(one, Or) else (one,) for one in operands]
            return Or(tuple(chain.from_iterable(nested)), expr.span)
        case _:
            return expr


def _put(kind: EditKind, old: Expr, new: Expr) -> Edit:
    """Something else in the place of an expression."""
    return Edit(kind, old.span, print_expression(old), print_expression(new), new)


def _dropped(part: Expr, rest: Expr) -> Edit:
    """A part taken away, and what is left."""
    return Edit("dropped", part.span, print_expression(part), "", rest)


def _changes(expr: Expr) -> Iterator[Edit]:
    """The changes of the outermost node."""
    match expr:
        case Number(value):
            for number in sorted({value - 1, value + 1, value * 2} - {value, -1}):
                yield _put("number", expr, replace(expr, value=number))
        case Truth(value):
            yield _put("truth", expr, replace(expr, value=not value))
        case Name() | TileLiteral():
            yield from (_put("word", expr, other) for other in other_words(expr))
        case Compare():
            yield from (_put("comparison", expr, other) for other in _compared(expr))
        case Arithmetic(op):
            yield _put("arithmetic", expr, replace(expr, op=_ARITHMETIC[op]))
        case Call(function=function) if function in _FUNCTIONS:
            yield _put("arithmetic", expr, replace(expr, function=_FUNCTIONS[function]))
        case ListLiteral(items) if len(items) > 1:
            for item, left in _without_each(items):
                yield _dropped(item, replace(expr, items=left))
        case _:
            yield from _logic(expr)


def _logic(expr: Expr) -> Iterator[Edit]:
    match expr:
        case Not(operand) | Negate(operand):
            yield _put("dropped", expr, operand)
        case And(operands):
            yield Edit("logic", expr.span, "and", "or", _flat(Or(operands, expr.span)))
            yield from _operands(expr)
        case Or(operands):
            yield Edit("logic", expr.span, "or", "and", _flat(And(operands, expr.span)))
            yield from _operands(expr)
        case Conditional():
            other = replace(expr, then=expr.otherwise, otherwise=expr.then)
            yield _put("logic", expr, other)
        case Quantified():
            yield from _quantified(expr)
        case Call(function="in_some_reading", arguments=(body,)):
            yield _put("dropped", expr, body)
        case _:
            return


def _operands(expr: And | Or) -> Iterator[Edit]:
    """Each operand in turn dropped."""
    for operand, left in _without_each(expr.operands):
        yield _dropped(operand, left[0] if len(left) == 1 else replace(expr, operands=left))


def _without_each(items: tuple[Expr, ...]) -> Iterator[tuple[Expr, tuple[Expr, ...]]]:
    for index, item in enumerate(items):
        yield item, (*items[:index], *items[index + 1 :])


def _compared(expr: Compare) -> Iterator[Expr]:
    for index, (op, operand) in enumerate(expr.rest):
        for other in _COMPARISONS[op]:
            changed = (*expr.rest[:index], (other, operand), *expr.rest[index + 1 :])
            yield replace(expr, rest=changed)


def _quantified(expr: Quantified) -> Iterator[Edit]:
    if expr.function in {"all", "any"}:
        other: Quantifier = "any" if expr.function == "all" else "all"
        yield Edit("logic", expr.span, expr.function, other, replace(expr, function=other))
    if expr.condition is not None:
        yield _dropped(expr.condition, replace(expr, condition=None))
