"""Every small change of what an option says: of its default, of what it offers and accepts.

Accepting more cannot be seen from an example, which gives values that are accepted; accepting less
can. What is offered an example can look up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...runtime.options import show
from ..space.values import accepts_value, same_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..resolved.nodes import Option, OptionValue

OptionMutant: TypeAlias = "tuple[Literal['default', 'offered', 'accepts'], str, str, Option]"
"""What was changed, the text before and after, and the option changed."""


def option_mutants(option: Option) -> Iterator[OptionMutant]:
    """The option with another default, and accepting less."""
    for value in other_values(option, option.default):
        changed = replace(option, default=value)
        yield "default", show(option.default), show(value), changed
    for offered in _fewer(option):
        changed = replace(option, offered=offered)
        yield "offered", _listed(option.offered), _listed(offered), changed
    for accepts in _narrower(option):
        changed = replace(option, accepts=accepts)
        yield "accepts", _text(option.accepts), _text(accepts), changed


def other_values(option: Option, chosen: OptionValue) -> tuple[OptionValue, ...]:
    """The other values that may stand there: what menus offer, and the neighbours of a number."""
    near: list[OptionValue] = []
    if type(chosen) is int:
        near = [chosen - 1, chosen + 1, chosen * 2]
    found = {(type(value), value): value for value in (*option.offered, *near)}
    return tuple(
        value
        for value in found.values()
        if not same_value(value, chosen) and accepts_value(option, value)
    )


def _fewer(option: Option) -> Iterator[tuple[OptionValue, ...]]:
    """Menus without one value, which is not the default; truths are always both offered."""
    if isinstance(option.default, bool):
        return
    for value in option.offered:
        if not same_value(value, option.default):
            yield tuple(one for one in option.offered if not same_value(one, value))


def _listed(values: tuple[OptionValue, ...]) -> str:
    return ", ".join(map(show, values))


def _narrower(option: Option) -> Iterator[tuple[int, int, bool]]:
    """The same with one value fewer, unless menus offer that value anyhow."""
    if option.accepts is None:
        return
    low, high, none = option.accepts
    for accepts in ((low + 1, high, none), (low, high - 1, none), (low, high, False)):
        if low < high and lost_values(option, replace(option, accepts=accepts)):
            yield accepts


def lost_values(option: Option, changed: Option) -> tuple[OptionValue, ...]:
    """What an option accepts at its limits and, accepting less, no longer does."""
    if option.accepts is None:
        return ()
    low, high, _ = option.accepts
    return tuple(
        value
        for value in (low, high, None)
        if accepts_value(option, value) and not accepts_value(changed, value)
    )


def _text(accepts: tuple[int, int, bool] | None) -> str:
    if accepts is None:
        return ""
    low, high, none = accepts
    return f"{low}…{high}" + (", none" if none else "")
