"""What a table declares: options, what each player chooses, and numbers carried on, by meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import options_read
from ..surface.options import spelled_value
from ..surface.printer import print_expression
from .canonical import canonical
from .findings import Structural
from .places import origins, places
from .rules import gravest, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core
    from ..resolved.nodes import Option, Ruleset
    from .findings import Class

_ASKED_BY = "options."
"""How what a choice is asked by begins where an option says how often."""


def structural_options(before: Core, after: Core) -> Iterator[Structural]:
    """Options on one side only, or with another default or other values."""
    bound = {one.bound.id for core in (before, after) for one in core.ruleset.carried}
    ours = {option.id: option for option in before.options}
    theirs = {option.id: option for option in after.options}
    readers = _readers(before), _readers(after)
    for id_ in dict.fromkeys([*ours, *theirs]):
        users = {**readers[0].get(id_, {}), **readers[1].get(id_, {})}
        kind, rules = gravest(users.values()), tuple(sorted(users))
        one, other = ours.get(id_), theirs.get(id_)
        path = f"options.{id_}"
        if one is None or other is None:
            mine, yours = _summary(one), _summary(other)
            yield Structural(path, mine, yours, kind, origins(one, other), rules)
        elif id_ not in bound:
            yield from _default(one, other, path, kind, rules)
            yield from _values(one, other, path)


def structural_choices(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    """What players choose before the deal on one side only."""
    ours = {choice.id: choice for choice in before.choices}
    theirs = {choice.id: choice for choice in after.choices}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        path = f"choices.{id_}"
        if one is None or other is None:
            mine, yours = _summary(one), _summary(other)
            yield Structural(path, mine, yours, "payment", origins(one, other), (path,))


def choices_otherwise(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    """What players are offered otherwise before the deal, by default, or at other times."""
    theirs = {choice.id: choice for choice in after.choices}
    for one in before.choices:
        other = theirs.get(one.id)
        if other is None:
            continue
        path = f"choices.{one.id}"
        yield from _default(one, other, path, "payment", (path,))
        yield from _values(one, other, path)
        asked = _asked(one, other, before, after)
        if asked[0] != asked[1]:
            where = places(one, other, "asked")
            yield Structural(f"{path}.asked", *asked, "flow", where, (path,))


def _asked(one: Option, other: Option, before: Ruleset, after: Ruleset) -> tuple[str, str]:
    """How often players choose; where the same option says so, what it says by itself."""
    if one.asked != other.asked or not one.asked.startswith(_ASKED_BY):
        return one.asked, other.asked
    id_ = one.asked.removeprefix(_ASKED_BY)
    ours, theirs = (
        next(spelled_value(option.default) for option in ruleset.options if option.id == id_)
        for ruleset in (before, after)
    )
    return ours, theirs


def carried_otherwise(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    """Numbers carried from round to round that start or end elsewhere."""
    theirs = {one.id: one for one in after.carried}
    for one in before.carried:
        other = theirs.get(one.id)
        if other is None:
            continue
        path, where = f"carried.{one.id}", origins(one, other)
        for key, mine, yours in (
            ("start", spelled_value(one.bound.default), spelled_value(other.bound.default)),
            ("values", _offered(one.bound), _offered(other.bound)),
        ):
            if mine != yours:
                yield Structural(f"{path}.{key}", mine, yours, "flow", where, (path,))


def structural_carried(before: Core, after: Core) -> Iterator[Structural]:
    """Numbers carried from round to round after which something else comes."""
    ours = {one.id: one for one in before.ruleset.carried}
    theirs = {one.id: one for one in after.ruleset.carried}
    typed = dict(before.carried), dict(after.carried)
    for id_, one in ours.items():
        other = theirs.get(id_)
        if other and canonical(typed[0][id_], {}) != canonical(typed[1][id_], {}):
            texts = print_expression(one.next), print_expression(other.next)
            where = origins(one, other)
            yield Structural(f"carried.{id_}.next", *texts, "flow", where, (f"carried.{id_}",))


def _default(
    one: Option, other: Option, path: str, kind: Class, rules: tuple[str, ...]
) -> Iterator[Structural]:
    defaults = (spelled_value(one.default), spelled_value(other.default))
    if defaults[0] != defaults[1]:
        where = places(one, other, "default")
        yield Structural(f"{path}.default", *defaults, kind, where, rules)


def _values(one: Option, other: Option, path: str) -> Iterator[Structural]:
    for key, mine, yours in (
        ("offered", _offered(one), _offered(other)),
        ("accepts", _accepts(one), _accepts(other)),
    ):
        if mine != yours:
            where = places(one, other, key)
            yield Structural(f"{path}.{key}", mine, yours, "flow", where, (path,))


def _summary(option: Option | None) -> str | None:
    return None if option is None else f"{spelled_value(option.default)} ({_offered(option)})"


def _offered(option: Option) -> str:
    return ", ".join(sorted(map(spelled_value, option.offered)))


def _accepts(option: Option) -> str | None:
    if option.accepts is None:
        return None
    low, high, none = option.accepts
    return f"{low}–{high}" + (", none" if none else "")


def _readers(core: Core) -> dict[str, dict[str, Class]]:
    """The rules that read an option, by option and path."""
    found: dict[str, dict[str, Class]] = {}
    for rule in rules_of(core):
        for id_ in options_read(*rule.exprs):
            found.setdefault(id_, {})[rule.path] = rule.kind
    for id_, following in core.carried:
        for read in options_read(following):
            found.setdefault(read, {})[f"carried.{id_}"] = "flow"
    return found
