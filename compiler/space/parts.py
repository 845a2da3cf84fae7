"""Which parts of an expression something decides alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..core.nodes import Expr


def largest_parts(
    expr: Expr, asks: Callable[[Expr], bool], alone: Callable[[Expr], bool]
) -> Iterator[Expr]:
    """The largest parts of an expression that ask for something, and for nothing beside it.

    Args:
        expr: where to look.
        asks: whether an expression asks for it anywhere.
        alone: whether an expression asks for nothing else.
    """
    if not asks(expr):
        return
    if alone(expr):
        yield expr
        return
    for inner in children(expr):
        yield from largest_parts(inner, asks, alone)
