"""Choices of options that menus do not offer, under which a mutant may still be another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import Const, OptionRead, children
from .options import accepts_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import Option
    from ..space.sides import Setting
    from .suspect import Suspect

_MOST_VALUES = 16


def more_settings(core: Core, suspects: Sequence[Suspect]) -> tuple[Setting, ...]:
    """Of the options that something changed reads, values that are accepted and not offered.

    They are the limits of what is accepted, and the numbers in the changed rules with their
    neighbours.
    """
    found: list[Setting] = []
    for option in core.options:
        reading = [
            expr
            for one in suspects
            for expr in one.delta.exprs()
            if option.id in options_read(expr)
        ]
        if reading and option.accepts is not None:
            found += [{option.id: value} for value in _values(option, reading)]
    return tuple(found)


def _values(option: Option, reading: Sequence[Expr]) -> list[int | None]:
    assert option.accepts is not None
    low, high, _ = option.accepts
    numbers = {number for expr in reading for number in _numbers(expr)}
    near = sorted({number + step for number in numbers for step in (-1, 0, 1)})
    values: dict[int | None, None] = dict.fromkeys((low, high, None, *near[:_MOST_VALUES]))
    return [
        value for value in values if value not in option.offered and accepts_value(option, value)
    ]


def options_read(expr: Expr) -> set[str]:
    """The options an expression reads."""
    found = {expr.id} if isinstance(expr, OptionRead) else set()
    return found.union(*map(options_read, children(expr)))


def _numbers(expr: Expr) -> Iterator[int]:
    if isinstance(expr, Const) and type(expr.value) is int:
        yield expr.value
    for inner in children(expr):
        yield from _numbers(inner)
