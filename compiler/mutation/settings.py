"""Choices of options that menus do not offer, under which a mutant may still be another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import options_read
from ..space.settings import choices_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core, Expr
    from ..space.settings import Choices
    from ..space.sides import Setting
    from .suspect import Suspect


def more_settings(core: Core, suspects: Sequence[Suspect]) -> tuple[Setting, ...]:
    """The choices of options under which something that was changed may come out otherwise."""
    return tuple(one for suspect in suspects for one in choices(core, suspect).settings)


def choices(core: Core, suspect: Suspect) -> Choices:
    """The same for one mutant, and what would have to be looked at beyond that."""
    places = changed_places(core, suspect.core)
    return choices_for((core, suspect.core), [(place, place) for place in places])


def changed_places(core: Core, other: Core) -> list[str]:
    """The fans and tables of which a mutant has another, or which read an option it has changed."""
    old = {option.id: option for option in core.options}
    options = {option.id for option in other.options if option != old[option.id]}
    ours, theirs = _places(core), _places(other)
    return [
        place
        for place, (own, exprs) in ours.items()
        if own != theirs[place][0] or options & options_read(*exprs)
    ]


def _places(core: Core) -> dict[str, tuple[object, list[Expr]]]:
    found: dict[str, tuple[object, list[Expr]]] = {}
    for fan in core.fans:
        own = (fan.when, fan.times, fan.replaced_by, fan.excluded_by)
        found[f"fans.{fan.id}"] = (own, [fan.when, fan.times])
    for table in core.tables:
        exprs = [expr for row in table.rows for expr in (row.when, row.result)]
        found[table.kind] = ([(row.when, row.result) for row in table.rows], exprs)
    found |= {f"carried.{id_}": (following, [following]) for id_, following in core.carried}
    return found
