"""A core with its options bound: the same rules for one choice of options, as constants."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .nodes import NOTHING, Const, OptionRead, map_children

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolved.nodes import OptionValue
    from .nodes import Core, Expr


def bind(core: Core, values: Mapping[str, OptionValue]) -> Core:
    """Put values in the place of options; options without one keep their default."""
    known = {option.id: values.get(option.id, option.default) for option in core.options}

    def bound(expr: Expr) -> Expr:
        if isinstance(expr, OptionRead):
            value = known[expr.id]
            return Const(value, NOTHING if value is None else expr.type, expr.span)
        return map_children(expr, bound)

    return replace(
        core,
        fans=tuple(replace(fan, when=bound(fan.when), times=bound(fan.times)) for fan in core.fans),
        tables=tuple(
            replace(
                table,
                rows=tuple(
                    replace(row, when=bound(row.when), result=bound(row.result))
                    for row in table.rows
                ),
            )
            for table in core.tables
        ),
    )
