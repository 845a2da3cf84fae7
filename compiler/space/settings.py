"""Under which options a variant is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.nodes import Core
    from ..resolved.nodes import OptionValue
    from .sides import Setting


def settings_of(core: Core) -> tuple[Setting, ...]:
    """The defaults, every single other value that is offered, and the presets."""
    defaults = {option.id: option.default for option in core.options}
    found: list[Setting] = [{}]
    for option in core.options:
        found += [{option.id: one} for one in option.offered if not _same(one, option.default)]
    for preset in core.ruleset.presets:
        chosen = {
            id_: value for id_, value in preset.values.items() if not _same(value, defaults[id_])
        }
        if not any(_alike(chosen, one) for one in found):
            found.append(chosen)
    return tuple(found)


def _same(one: OptionValue, other: OptionValue) -> bool:
    """Whether two values are one: a truth is no number."""
    return type(one) is type(other) and one == other


def _alike(one: Setting, other: Setting) -> bool:
    return one.keys() == other.keys() and all(_same(one[id_], other[id_]) for id_ in one)


def setting_text(setting: Mapping[str, OptionValue]) -> str:
    """A setting as authors and the command line write it."""
    return " ".join(f"{id_}={_spelled(value)}" for id_, value in setting.items())


def _spelled(value: OptionValue) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
