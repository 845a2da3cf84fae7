"""Which examples show a clause, and which a rule."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .catalogue import head_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..resolved.nodes import Example
    from .catalogue import Clause
    from .join import Carrier, Edition
    from .rules import Rule

Place: TypeAlias = tuple[str, str]
"""A ruleset and one of its examples."""


class Shown(NamedTuple):
    """An example: one that cites the clause, or one that expects a rule that carries it.

    A rule that is inherited unchanged is also shown by the examples of other heirs.
    """

    edition: str
    example: str
    cites: bool


def examples_of(
    editions: Sequence[Edition],
    carriers: Mapping[str, Sequence[Carrier]],
    catalogue: Mapping[str, Clause],
) -> dict[str, list[Shown]]:
    """For each statement the examples that cite it, then those that expect one of its rules."""
    found: dict[str, dict[Place, bool]] = defaultdict(dict)
    for edition in editions:
        for example in edition.examples:
            for ref in example.cites:
                if ref.id in catalogue:
                    found[head_of(ref.id, catalogue)][edition.id, example.id] = True
    rules = {(edition.id, rule.path): rule for edition in editions for rule in edition.rules}
    expecting = _expecting(editions, rules)
    for head, ones in carriers.items():
        for one in ones:
            places = expecting.get((one.rule, rules[one.editions[0], one.rule].does), [])
            for place in sorted(places, key=_elsewhere(one)):
                found[head].setdefault(place, False)
    return {head: _in_order(places) for head, places in found.items()}


def _elsewhere(one: Carrier) -> Callable[[Place], bool]:
    """The examples of the rulesets in which the citation is in force come first."""
    return lambda place: place[0] not in one.editions


def _in_order(places: Mapping[Place, bool]) -> list[Shown]:
    shown = [Shown(edition, example, cites) for (edition, example), cites in places.items()]
    return sorted(shown, key=lambda one: not one.cites)


def _expecting(
    editions: Sequence[Edition], rules: Mapping[tuple[str, str], Rule]
) -> dict[tuple[str, tuple[str, ...]], list[Place]]:
    """The examples that expect a rule, by its path and where what it does is written."""
    found: dict[tuple[str, tuple[str, ...]], list[Place]] = defaultdict(list)
    for edition in editions:
        for example in edition.examples:
            for path in _expected(example):
                rule = rules.get((edition.id, path))
                if rule is not None:
                    found[path, rule.does].append((edition.id, example.id))
    return found


def shown_by(rule: Rule, edition: Edition) -> tuple[Shown, ...]:
    """The examples of an edition that expect a rule, then those that cite its clauses."""
    clauses = {ref.id for ref in rule.cites}
    expecting, citing = [], []
    for example in edition.examples:
        cites = any(ref.id in clauses for ref in example.cites)
        if rule.path in _expected(example):
            expecting.append(Shown(edition.id, example.id, cites))
        elif cites:
            citing.append(Shown(edition.id, example.id, cites))
    return (*expecting, *citing)


def _expected(example: Example) -> Iterator[str]:
    """The rules an example says must come into play."""
    for key, prefix in (("fans", "fans."), ("rules", "")):
        ids = example.expect.get(key, ())
        if isinstance(ids, list | tuple):
            yield from (f"{prefix}{id_}" for id_ in ids)
