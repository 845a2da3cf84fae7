"""Under which options two variants are compared."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from ..resolved.nodes import HAND_KINDS
from ..space.chosen import asked_of, left_out
from ..space.settings import MOST_OF_ONE_RULE, Uncovered, choices_for
from ..space.values import accepts_value, same_value
from .canonical import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue, TableKind
    from ..space.sides import Setting
    from .canonical import Form
    from .rules import Renamed


class Settings(NamedTuple):
    """One choice of options for each side; what is not said keeps its default."""

    before: Setting
    after: Setting


def settings_of(before: Core, after: Core) -> tuple[Settings, ...]:
    """What menus offer: the defaults, every single deviation of an option, and the presets.

    An option that both sides have is set on both, to each value that a menu of either offers and
    both accept; one that only one side has is set there. So are the options of a preset; one that
    both sides have is what each of them says it is.
    """
    return _once([Settings({}, {}), *_deviations(before, after), *_presets(before, after)])


def settings_to_prove(
    before: Core, after: Core, renamed: Renamed
) -> tuple[tuple[Settings, ...], tuple[Uncovered, ...]]:
    """Those, and all others under which a changed rule may come out otherwise.

    Returns:
        The choices of options, and which others would have to be looked at.
    """
    cores = (before, after)
    found = choices_for(cores, changed_places(before, after, renamed))
    more = [Settings(_as_far(one, before), _as_far(one, after)) for one in found.settings]
    return _once([*settings_of(before, after), *more]), found.uncovered


def settings_given(
    given: Settings, before: Core, after: Core
) -> tuple[tuple[Settings, ...], tuple[Uncovered, ...]]:
    """What is given, with all that nobody chooses: numbers carried on, and what the dice show.

    Returns:
        The choices of options, and what there is too much of to look at.
    """
    ours, theirs = bound_options(before), bound_options(after)
    ids = [id_ for id_ in dict.fromkeys([*ours, *theirs]) if not any(id_ in one for one in given)]
    each = [list(_tried(ours.get(id_), theirs.get(id_))) for id_ in ids]
    if prod(map(len, each)) > MOST_OF_ONE_RULE:
        return (given,), (Uncovered("combinations", tuple(ids)),)
    found = [given]
    for tried in each:
        found = [
            Settings({**one.before, **more.before}, {**one.after, **more.after})
            for one in found
            for more in tried
        ]
    return tuple(found), ()


def _tried(one: Option | None, other: Option | None) -> Iterator[Settings]:
    """An option at its defaults, and at every other value that there is on both sides."""
    yield Settings({}, {})
    for value in _values(one, other):
        yield Settings(_set(one, value), _set(other, value))


def choices_left(before: Core, after: Core, renamed: Renamed) -> tuple[Uncovered, ...]:
    """What players choose before the deal of which not all combinations are looked at."""
    tables: tuple[tuple[TableKind, ...], ...] = (HAND_KINDS, ("pay.kong",), ("pay.drawn",))
    left = [left_out(asked_of((before, after), kinds)) for kinds in tables]
    found = [
        Uncovered("combinations", tuple(f"choices.{id_}" for id_ in ids)) for ids in left if ids
    ]
    changed = bool(found) and bool(changed_places(before, after, renamed))
    return tuple(dict.fromkeys(found)) if changed else ()


def bound_options(core: Core) -> dict[str, Option]:
    """What is bound like an option while a round lasts, and nobody chooses."""
    chosen = {option.id for option in core.ruleset.options}
    return {option.id: option for option in core.options if option.id not in chosen}


def _once(settings: Iterable[Settings]) -> tuple[Settings, ...]:
    found: dict[object, Settings] = {}
    for one in settings:
        key = tuple(
            frozenset((id_, type(value), value) for id_, value in side.items()) for side in one
        )
        found.setdefault(key, one)
    return tuple(found.values())


def changed_places(before: Core, after: Core, renamed: Renamed) -> list[tuple[str, str]]:
    """What does not mean the same on both sides: fans, tables, numbers carried on; "" for none.

    So are those that read an option with another default, and all where others play, or with
    other tiles.
    """
    ours, theirs = meanings(before, {}), meanings(after, renamed.fans)
    return unlike_places(before, after, renamed, (ours, theirs))


def unlike_places(
    before: Core, after: Core, renamed: Renamed, meaning: tuple[Mapping[str, Form], ...]
) -> list[tuple[str, str]]:
    """The same, once it is known what everything means on both sides."""
    one, other = before.ruleset.seating, after.ruleset.seating
    everything = (one.seats, set(one.suits), set(one.dragons), one.copies, one.ranks) != (
        other.seats, set(other.suits), set(other.dragons), other.copies, other.ranks
    )  # fmt: skip
    ours, theirs = meaning
    unlike = _unlike_defaults(before, after)
    back = {f"fans.{old}": f"fans.{new}" for new, old in renamed.fans.items()}
    return [
        (place if place in ours else "", back.get(place, place) if place in theirs else "")
        for place in dict.fromkeys([*ours, *theirs])
        if everything or ours.get(place) != theirs.get(place) or _reads(ours[place], unlike)
    ]


def same_hands(before: Core, after: Core, renamed: Renamed, settings: Iterable[Settings]) -> bool:
    """Whether both sides say the same of every hand, because their rules for hands are the same."""
    places = [one or other for one, other in changed_places(before, after, renamed)]
    order = [renamed.fans.get(fan, fan) for fan in after.order]
    return (
        not any(place.startswith("fans.") or place in _OF_HANDS for place in places)
        and order == list(before.order)
        and all(one.before == one.after for one in settings)
    )


_OF_HANDS = frozenset(HAND_KINDS)


def meanings(core: Core, names: Mapping[str, str]) -> dict[str, Form]:
    """What fans, tables and what is carried on mean, by the first side's names for fans."""
    found: dict[str, Form] = {}
    for fan in core.fans:
        barring = [
            tuple(sorted(names.get(id_, id_) for id_ in ids))
            for ids in (fan.replaced_by, fan.excluded_by)
        ]
        on_top = fan.on_top or not core.by_maximum
        form = (canonical(fan.when, names), canonical(fan.times, names), on_top, *barring)
        found[f"fans.{names.get(fan.id, fan.id)}"] = form
    for table in core.tables:
        found[table.kind] = tuple(
            (canonical(row.when, names), canonical(row.result, names)) for row in table.rows
        )
    for id_, following in core.carried:
        found[f"carried.{id_}"] = canonical(following, names)
    return found


def _unlike_defaults(before: Core, after: Core) -> set[str]:
    theirs = {option.id: option for option in after.options}
    return {
        one.id
        for one in before.options
        if one.id not in theirs or not same_value(one.default, theirs[one.id].default)
    }


def _reads(form: object, options: set[str]) -> bool:
    """Whether a form reads one of some options."""
    if not isinstance(form, tuple):
        return False
    if len(form) == 2 and form[0] == "option" and form[1] in options:
        return True
    return any(_reads(part, options) for part in form)


def _deviations(before: Core, after: Core) -> Iterator[Settings]:
    ours = {option.id: option for option in before.options}
    theirs = {option.id: option for option in after.options}
    for id_ in dict.fromkeys([*ours, *theirs]):
        _, *others = _tried(ours.get(id_), theirs.get(id_))
        yield from others


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
        id_: value
        for id_, value in values.items()
        if id_ in known and accepts_value(known[id_], value)
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
        if all(accepts_value(option, value) for option in known)
        and not all(same_value(option.default, value) for option in known)
    )
