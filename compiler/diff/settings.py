"""Under which options two variants are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue
    from ..space.sides import Setting


class Settings(NamedTuple):
    """One choice of options for each side; what is not said keeps its default."""

    before: Setting
    after: Setting


def settings_of(before: Core, after: Core) -> tuple[Settings, ...]:
    """The defaults, then every single deviation of an option.

    An option that both sides have is set on both, to each value that a menu of either offers and
    both accept; one that only one side has is set there.
    """
    found = [Settings({}, {}), *_deviations(before, after)]
    return tuple(found)


def _deviations(before: Core, after: Core) -> Iterator[Settings]:
    ours = {option.id: option for option in before.options}
    theirs = {option.id: option for option in after.options}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        for value in _values(one, other):
            yield Settings(_set(one, value), _set(other, value))


def _set(option: Option | None, value: OptionValue) -> Setting:
    return {} if option is None else {option.id: value}


def _values(one: Option | None, other: Option | None) -> tuple[OptionValue, ...]:
    """The values to try: not what both have anyhow."""
    known = [option for option in (one, other) if option is not None]
    offered = {(type(value), value): value for option in known for value in option.offered}
    return tuple(
        value
        for value in offered.values()
        if all(accepts(option, value) for option in known)
        and not all(_same(option.default, value) for option in known)
    )


def _same(one: OptionValue, other: OptionValue) -> bool:
    return type(one) is type(other) and one == other


def accepts(option: Option, value: OptionValue) -> bool:
    """Whether a table may choose a value."""
    if any(_same(value, one) for one in option.offered):
        return True
    if option.accepts is None:
        return False
    low, high, none = option.accepts
    return none if value is None else type(value) is int and low <= value <= high
