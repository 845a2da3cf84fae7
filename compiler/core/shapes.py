"""What can be said of an expression when only the shape of the reading is known.

Answers three ways: it holds in every reading of the shape, in none, or it depends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .nodes import (
    Ask,
    Compare,
    Const,
    Junction,
    Member,
    Named,
    Not,
    Quantified,
    Read,
    children,
)

if TYPE_CHECKING:
    from .nodes import Expr

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
        case Quantified(element="set", function=function) if shape == "seven_pairs":
            return function == "all"
        case Ask() | Compare() | Member() if _asks_nothing(expr, shape):
            return False
        case Compare(left=left, right=right, op="==" | ">=" | ">"):
            return False if _zero(left, shape) and _positive(right) else None
        case _:
            return None


def _junction(parts: list[bool | None], every: bool) -> bool | None:
    if (not every) in parts:
        return not every
    return None if None in parts else every


def _asks_nothing(expr: Expr, shape: Shape) -> bool:
    """Whether a question is put to the pair of seven pairs, which has none."""
    if shape != "seven_pairs":
        return False
    match expr:
        case Ask(element=element):
            return element == "pair"
        case Compare() | Member():
            return any(_asks_nothing(part, shape) for part in children(expr))
        case _:
            return False


def _zero(expr: Expr, shape: Shape) -> bool:
    match expr:
        case Named(body=body):
            return _zero(body, shape)
        case Quantified(element="set", function="count" | "sum"):
            return shape == "seven_pairs"
        case _:
            return False


def _positive(expr: Expr) -> bool:
    return isinstance(expr, Const) and isinstance(expr.value, int) and expr.value > 0
