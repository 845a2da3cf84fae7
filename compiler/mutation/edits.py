"""Every small change of an expression: what an author's slip of the pen could make of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from ..core.vocabulary import vocabulary
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
from ..surface.printer import print_expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source.text import Span
    from ..surface.expressions import ArithmeticOp, CompareOp

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
_DRAGONS: Final = ("red", "green", "white")
_FUNCTIONS: Final = {"min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of an expression in one place.

    Attributes:
        kind: what was changed.
        span: the place.
        before: the canonical text of what stands there.
        after: that of what is put there instead.
        expr: the whole expression, changed.
    """

    kind: EditKind
    span: Span = field(repr=False)
    before: str
    after: str
    expr: Expr = field(repr=False)


def edits(expr: Expr) -> Iterator[Edit]:
    """Every change of an expression, in itself or somewhere inside."""
    before = print_expression(expr)
    for kind, changed in _changes(expr):
        yield Edit(kind, expr.span, before, print_expression(changed), changed)
    for child in children(expr):
        for edit in edits(child):
            yield replace(edit, expr=_instead(expr, child, edit.expr))


def _instead(expr: Expr, old: Expr, new: Expr) -> Expr:
    return map_children(expr, lambda inner: new if inner is old else inner)


def _changes(expr: Expr) -> Iterator[tuple[EditKind, Expr]]:
    """The changes of the outermost node."""
    match expr:
        case Number(value):
            for number in sorted({value - 1, value + 1, value * 2} - {value, -1}):
                yield "number", replace(expr, value=number)
        case Truth(value):
            yield "truth", replace(expr, value=not value)
        case Name() | TileLiteral():
            yield from (("word", one) for one in _other_words(expr))
        case Compare():
            yield from (("comparison", one) for one in _compared(expr))
        case Arithmetic(op):
            yield "arithmetic", replace(expr, op=_ARITHMETIC[op])
        case Call(function=function) if function in _FUNCTIONS:
            yield "arithmetic", replace(expr, function=_FUNCTIONS[function])
        case Negate(operand):
            yield "dropped", operand
        case ListLiteral(items) if len(items) > 1:
            yield from (("dropped", replace(expr, items=left)) for left in _without_one(items))
        case _:
            yield from _logic(expr)


def _other_words(expr: Name | TileLiteral) -> Iterator[Expr]:
    """The words of the same set, the neighbours of a tile, other attributes that are truths."""
    if isinstance(expr, TileLiteral):
        yield from (replace(expr, kind=kind) for kind in (expr.kind - 1, expr.kind + 1))
        return
    last = expr.parts[-1]
    for word in _words_like(expr):
        if word != last:
            yield replace(expr, parts=(*expr.parts[:-1], word))


def _words_like(expr: Name) -> tuple[str, ...]:
    known = vocabulary()
    if len(expr.parts) == 1:
        sets = (*known.words.values(), _DRAGONS)
        bools = tuple(term.name for term in known.names.values() if term.type == "bool")
        return next((words for words in (*sets, bools) if expr.parts[0] in words), ())
    found: dict[str, None] = {}
    for record in known.records.values():
        if expr.parts[-1] in record and record[expr.parts[-1]].type == "bool":
            found |= dict.fromkeys(name for name, term in record.items() if term.type == "bool")
    return tuple(found)


def _logic(expr: Expr) -> Iterator[tuple[EditKind, Expr]]:
    match expr:
        case Not(operand):
            yield "dropped", operand
        case And(operands):
            yield "logic", Or(operands, expr.span)
            yield from (("dropped", one) for one in _without_operand(expr))
        case Or(operands):
            yield "logic", And(operands, expr.span)
            yield from (("dropped", one) for one in _without_operand(expr))
        case Conditional():
            yield "logic", replace(expr, then=expr.otherwise, otherwise=expr.then)
        case Quantified():
            yield from _quantified(expr)
        case _:
            return


def _without_operand(expr: And | Or) -> Iterator[Expr]:
    """What is left when each operand in turn is dropped."""
    for left in _without_one(expr.operands):
        yield left[0] if len(left) == 1 else replace(expr, operands=left)


def _without_one(items: tuple[Expr, ...]) -> Iterator[tuple[Expr, ...]]:
    for index in range(len(items)):
        yield (*items[:index], *items[index + 1 :])


def _compared(expr: Compare) -> Iterator[Expr]:
    for index, (op, operand) in enumerate(expr.rest):
        for other in _COMPARISONS[op]:
            changed = (*expr.rest[:index], (other, operand), *expr.rest[index + 1 :])
            yield replace(expr, rest=changed)


def _quantified(expr: Quantified) -> Iterator[tuple[EditKind, Expr]]:
    if expr.function in {"all", "any"}:
        yield "logic", replace(expr, function="any" if expr.function == "all" else "all")
    if expr.condition is not None:
        yield "dropped", replace(expr, condition=None)
