"""Whether a greater product can only help a hand to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nodes import Apply, Compare, Conditional, Const, Junction, Named, Not, Read, asks_product

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .nodes import Expr, Row


def rising(rows: Iterable[Row]) -> bool:
    """Whether the rows of `may_win` never refuse a reading and allow one whose product is less.

    All else about the two readings is alike. The answer may be no although they do.
    """
    return all(_decides_rising(row) for row in rows)


def _decides_rising(row: Row) -> bool:
    """Whether a row that allows only comes to hold, and one that refuses only ceases to."""
    match row.result:
        case Const(value=bool() as allowed):
            return _moves(row.when, up=allowed)
        case result:
            return asks_product(row.when) is None and _moves(result, up=True)


def _moves(expr: Expr, *, up: bool) -> bool:
    """Whether an expression can only rise with the product, or if not `up`, only fall."""
    if asks_product(expr) is None:
        return True
    match expr:
        case Read():
            return up
        case Named(body=body):
            return _moves(body, up=up)
        case Not(operand=operand):
            return _moves(operand, up=not up)
        case Junction(operands=parts) | Apply(function="min" | "max", arguments=parts):
            return all(_moves(one, up=up) for one in parts)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return asks_product(test) is None and _moves(then, up=up) and _moves(otherwise, up=up)
        case Compare(op=">" | ">=", left=left, right=right):
            return _moves(left, up=up) and _moves(right, up=not up)
        case Compare(op="<" | "<=", left=left, right=right):
            return _moves(left, up=not up) and _moves(right, up=up)
        case _:
            return False
