"""What stands in the place of an expression that could not be read.

One mistake must not hide others: the rest of the ruleset is still to be typed. So whatever could
not be read, and whatever speaks of it, is replaced by something that is right everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..surface.expressions import Name, Number, Truth, free_names
from ..surface.keys import RESULT_KEYS

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..source.text import Span
    from ..surface.expressions import Expr
    from .nodes import Fan, Row, Ruleset, TableKind


def always(span: Span) -> Expr:
    """A condition that holds."""
    return Truth(True, span)


def once(span: Span) -> Expr:
    """A factor that changes nothing."""
    return Number(1, span)


def outcome(kind: TableKind, span: Span) -> Expr:
    """A result that fits the rows of a table."""
    match RESULT_KEYS[kind]:
        case "allowed":
            return always(span)
        case "next":
            return Name(("dealer",), (span,), span)
        case _:
            return once(span)


def without_broken(ruleset: Ruleset, broken: Collection[str]) -> Ruleset:
    """Replace every expression that speaks of something broken.

    Args:
        ruleset: The ruleset.
        broken: Definitions, and options as ``options.x``, that could not be read.
    """
    if not broken:
        return ruleset
    names = _spread(ruleset, set(broken))
    tables = tuple(
        replace(table, rows=tuple(_row(row, table.kind, names) for row in table.rows))
        for table in ruleset.tables
    )
    return replace(
        ruleset,
        defines=tuple(
            replace(define, body=always(define.body.span)) if define.id in names else define
            for define in ruleset.defines
        ),
        fans=tuple(_fan(fan, names) for fan in ruleset.fans),
        tables=tables,
    )


def _spread(ruleset: Ruleset, broken: set[str]) -> set[str]:
    """The broken things and all definitions that speak of them, directly or not."""
    while True:
        more = {
            define.id
            for define in ruleset.defines
            if define.id not in broken and _mentions(define.body, broken)
        }
        if not more:
            return broken
        broken |= more


def _mentions(expr: Expr, names: Collection[str]) -> bool:
    return any(
        name.parts[0] in names or ".".join(name.parts[:2]) in names for name in free_names(expr)
    )


def _fan(fan: Fan, names: Collection[str]) -> Fan:
    when = always(fan.when.span) if _mentions(fan.when, names) else fan.when
    times = once(fan.times.span) if _mentions(fan.times, names) else fan.times
    return replace(fan, when=when, times=times)


def _row(row: Row, kind: TableKind, names: Collection[str]) -> Row:
    when, result = row.when, row.result
    if when is not None and _mentions(when, names):
        when = always(when.span)
    if _mentions(result, names):
        result = outcome(kind, result.span)
    return replace(row, when=when, result=result)
