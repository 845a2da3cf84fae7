"""What changed in the files: rules, options and seating, compared by meaning and by name.

Order of fans, comments, spelling and definitions written out do not count; a rule that only has
another name is one renamed rule, not a removed and an added one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..surface.options import spelled_value
from ..surface.printer import print_expression
from .canonical import canonical
from .declared import structural_carried, structural_choices, structural_options
from .findings import Structural
from .naming import COMBINE
from .places import origins, places
from .rules import CLASSES, definitions, gravest, rules_of
from .structural_rules import compare_fans, compare_rows
from .turns import structural_facts
from .wording import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import Preset, Ruleset, Seating
    from .findings import Class
    from .rules import Renamed


def structural(before: Core, after: Core, renamed: Renamed) -> tuple[Structural, ...]:
    """Every difference between the rules of two variants, as their files have them."""
    return (
        *_seating(before.ruleset.seating, after.ruleset.seating),
        *structural_options(before, after),
        *structural_choices(before.ruleset, after.ruleset),
        *structural_carried(before, after),
        *_presets(before.ruleset, after.ruleset),
        *_definitions(before, after, renamed),
        *compare_fans(before, after, renamed),
        *_worth(before, after),
        *(found for kind in CLASSES for found in compare_rows(kind, before, after, renamed)),
        *structural_facts(before.ruleset, after.ruleset),
        *wording(before.ruleset, after.ruleset, renamed),
    )


def _seating(one: Seating, other: Seating) -> Iterator[Structural]:
    parts = (
        ("seats", one.seats, other.seats),
        ("suits", _names(one.suits), _names(other.suits)),
        ("dragons", _names(one.dragons), _names(other.dragons)),
        ("ranks", _ranks(one), _ranks(other)),
        ("copies", one.copies, other.copies),
    )
    for key, ours, theirs in parts:
        if ours != theirs:
            where = places(one, other, key)
            yield Structural(f"table.{key}", ours, theirs, "flow", where)


def _worth(before: Core, after: Core) -> Iterator[Structural]:
    """Whether the fans of a reading are combined otherwise."""
    ours, theirs = (core.ruleset.worth for core in (before, after))
    one, other = ("maximum" if core.by_maximum else "product" for core in (before, after))
    if one != other:
        yield Structural(COMBINE, one, other, "scoring", origins(ours, theirs), (COMBINE,))


def _ranks(seating: Seating) -> str:
    low, high = seating.ranks
    return f"{low}–{high}"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(sorted(names))


def _presets(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    ours = {preset.id: preset for preset in before.presets}
    theirs = {preset.id: preset for preset in after.presets}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        mine, yours = _choice(one), _choice(other)
        if mine != yours:
            yield Structural(f"presets.{id_}", mine, yours, "flow", origins(one, other))


def _choice(preset: Preset | None) -> str | None:
    if preset is None:
        return None
    values = sorted(preset.values.items())
    return ", ".join(f"{id_}={spelled_value(value)}" for id_, value in values)


def _definitions(before: Core, after: Core, renamed: Renamed) -> Iterator[Structural]:
    """Definitions that both sides use, with another meaning."""
    ours, theirs = _defined(before), _defined(after)
    written = [{one.id: one for one in core.ruleset.defines} for core in (before, after)]
    for name, (body, users) in ours.items():
        if name not in theirs:
            continue
        other, others = theirs[name]
        one, two = written[0][name], written[1][name]
        texts = (print_expression(one.body), print_expression(two.body))
        if texts[0] != texts[1] and canonical(body, {}) != canonical(other, renamed.fans):
            kinds = {**users, **{renamed.path(path): kind for path, kind in others.items()}}
            where = origins(one, two)
            kind, rules = gravest(kinds.values()), tuple(sorted(kinds))
            yield Structural(f"define.{name}", *texts, kind, where, rules)


def _defined(core: Core) -> dict[str, tuple[Expr, dict[str, Class]]]:
    """The definitions in use: what they mean, and the rules that use them."""
    found: dict[str, tuple[Expr, dict[str, Class]]] = {}
    for rule in rules_of(core):
        for expr in rule.exprs:
            for name, body in definitions(expr).items():
                found.setdefault(name, (body, {}))[1][rule.path] = rule.kind
    return found
