"""Under which options two variants are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue
    from ..space.sides import Setting


class Settings(NamedTuple):
    """One choice of options for each side; what is not said keeps its default."""

    before: Setting
    after: Setting


def settings_of(before: Core, after: Core) -> tuple[Settings, ...]:
    """The defaults, then every single deviation of an option, then the presets.

    An option that both sides have is set on both, to each value that a menu of either offers and
    both accept; one that only one side has is set there. So are the options of a preset; one that
    both sides have is what each of them says it is.
    """
    found = [Settings({}, {}), *_deviations(before, after), *_presets(before, after)]
    return tuple(one for at, one in enumerate(found) if one not in found[:at])


def _deviations(before: Core, after: Core) -> Iterator[Settings]:
    ours = {option.id: option for option in before.options}
    theirs = {option.id: option for option in after.options}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        for value in _values(one, other):
            yield Settings(_set(one, value), _set(other, value))


def _presets(before: Core, after: Core) -> Iterator[Settings]:
    ours = {preset.id: preset.values for preset in before.ruleset.presets}
    theirs = {preset.id: preset.values for preset in after.ruleset.presets}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        yield Settings(
            dict(one) if one is not None else _as_far(other or {}, before),
            dict(other) if other is not None else _as_far(one or {}, after),
        )


def _as_far(values: Mapping[str, OptionValue], core: Core) -> Setting:
    """As many of some values as a variant accepts."""
    known = {option.id: option for option in core.options}
    return {
        id_: value for id_, value in values.items() if id_ in known and accepts(known[id_], value)
    }


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
