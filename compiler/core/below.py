"""What the rows below a row give, as an expression: a row may say how it differs from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..resolved.nodes import SUMMED_KINDS
from .check import join
from .nodes import BELOW, BOOL, Arithmetic, Conditional, Const, Named, children, int_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..resolved.nodes import Table, TableKind
    from ..source.text import Span
    from .nodes import Expr, Row


def nothing_below(table: Table) -> Expr | None:
    """What there is below the last row: nothing, which adds nothing where rows add up."""
    return _nothing(table.rows[-1].origin.span) if table.kind in SUMMED_KINDS else None


def stand_in(kind: TableKind, span: Span) -> Expr:
    """Something of the right type in the place of a row that cannot be read."""
    if kind in ("may_win", "horses.again") or kind.startswith("turn."):
        return Const(value=True, type=BOOL, span=span)
    return Const(1, int_type(1, 1), span)


def with_row(kind: TableKind, row: Row, below: Expr | None) -> Expr:
    """The rows from one on.

    Args:
        kind: that of the table.
        row: the first of them.
        below: the others; None if there are none.
    """
    always = isinstance(row.when, Const) and row.when.value is True
    if kind in SUMMED_KINDS and below is not None:
        added = row.result if always else _chosen(row, _nothing(row.origin.span))
        low, high = added.type.low + below.type.low, added.type.high + below.type.high
        return Arithmetic("+", added, below, int_type(low, high), row.origin.span)
    return row.result if always or below is None else _chosen(row, below)


def taking_part(rows: Sequence[Row], held: Iterable[int]) -> Iterator[int]:
    """The rows that make an answer: the first that holds, and the next while one asks for it.

    Args:
        rows: the rows of a table of which one decides.
        held: the numbers of those that hold, ascending.
    """
    for number in held:
        yield number
        if not builds_on_below(rows[number]):
            return


def builds_on_below(row: Row) -> bool:
    """Whether a row says by the rows below it when it holds or what it gives."""
    return _reads_below(row.when) or _reads_below(row.result)


def _reads_below(expr: Expr) -> bool:
    named = isinstance(expr, Named) and expr.name == BELOW
    return named or any(map(_reads_below, children(expr)))


def _chosen(row: Row, below: Expr) -> Expr:
    joined = join(row.result.type, below.type)
    assert joined is not None, "rows of one table give results of one type"
    return Conditional(row.when, row.result, below, joined, row.origin.span)


def _nothing(span: Span) -> Expr:
    return Const(0, int_type(0, 0), span)
