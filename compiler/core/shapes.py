"""What can be said of an expression when only the shape of the reading is known.

Answers three ways: it holds in every reading of the shape, in none, or it depends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .check_values import foregone
from .nodes import (
    Ask,
    Compare,
    Conditional,
    Const,
    Junction,
    Member,
    Named,
    Not,
    Quantified,
    Read,
    children,
    int_type,
)

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from .nodes import Expr, Type

Shape: TypeAlias = Literal["standard", "seven_pairs"]
SHAPES: tuple[Shape, ...] = ("standard", "seven_pairs")


def holds(expr: Expr, shape: Shape) -> bool | None:
    """Whether a truth holds in readings of a shape; None where that depends on more."""
    match expr:
        case Const(value=bool(value)):
            return value
        case Read(path="seven_pairs" | "standard" as path):
            return path == shape
        case Named(body=body):
            return holds(body, shape)
        case Not(operand=operand):
            inner = holds(operand, shape)
            return None if inner is None else not inner
        case Junction(op=op, operands=operands):
            return _junction([holds(operand, shape) for operand in operands], op == "and")
        case Conditional(test=test, then=then, otherwise=otherwise):
            return _chosen(holds(test, shape), holds(then, shape), holds(otherwise, shape))
        case _:
            return _answered(expr, shape)


def _answered(expr: Expr, shape: Shape) -> bool | None:
    """The answer to a question, where the shape alone decides it."""
    match expr:
        case Quantified(element="set", function=function) if shape == "seven_pairs":
            return function == "all"
        case Ask(element="pair") if shape == "seven_pairs":
            return False
        case Compare() | Member() if any(_absent(side, shape) for side in children(expr)):
            return False
        case Compare(op=op, left=left, right=right):
            return foregone(op, _type(left, shape), _type(right, shape))
        case _:
            return None


def _junction(parts: list[bool | None], every: bool) -> bool | None:
    if (not every) in parts:
        return not every
    return None if None in parts else every


def _chosen(test: bool | None, then: bool | None, otherwise: bool | None) -> bool | None:
    if test is None:
        return then if then is otherwise else None
    return then if test else otherwise


def _absent(expr: Expr, shape: Shape) -> bool:
    """Whether something is asked of the pair of seven pairs, which have none."""
    match expr:
        case Named(body=body):
            return _absent(body, shape)
        case Ask(element="pair", type=found):
            return shape == "seven_pairs" and found.optional
        case _:
            return False


def _type(expr: Expr, shape: Shape) -> Type:
    """The type of an expression in a shape: what is counted over no sets is zero."""
    match expr:
        case Named(body=body):
            return _type(body, shape)
        case Quantified(element="set", function="count" | "sum") if shape == "seven_pairs":
            return int_type(0, 0)
        case _:
            return expr.type


def warn_of_empty(expr: Expr, sink: Sink, *, told: bool = False) -> None:
    """Warn where `all` goes through the sets of seven pairs, of which there are none.

    Args:
        expr: A rule.
        sink: Takes the warnings.
        told: Whether what stands around the expression tells seven pairs apart.
    """
    match expr:
        case Quantified(function="all", element="set"):
            if not told:
                sink.warning("KWX2420", expr.span)
        case Junction(op=op, operands=operands):
            decided = [holds(operand, "seven_pairs") is (op == "or") for operand in operands]
            for index, operand in enumerate(operands):
                others = decided[:index] + decided[index + 1 :]
                warn_of_empty(operand, sink, told=told or any(others))
        case Conditional(test=test, then=then, otherwise=otherwise):
            seven = holds(test, "seven_pairs")
            warn_of_empty(test, sink, told=told)
            warn_of_empty(then, sink, told=told or seven is False)
            warn_of_empty(otherwise, sink, told=told or seven is True)
        case _:
            for inner in children(expr):
                warn_of_empty(inner, sink, told=told)
