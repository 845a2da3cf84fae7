"""Which examples show a clause, and which a rule."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, TypeAlias

from .catalogue import head_of
from .nodes import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..resolved.nodes import Example
    from .catalogue import Clause
    from .nodes import Carrier, Edition
    from .rules import Rule

Place: TypeAlias = tuple[str, str]
"""A ruleset and one of its examples."""

_JUDGED: Final = ("fans.", "cap.", "may_win.", "pay.", "turn.", "dealer.", "fouls.")
"""Rules that apply to a hand, a payment, a question or not; others hold for all examples."""


def examples_of(
    editions: Sequence[Edition],
    carriers: Mapping[str, Sequence[Carrier]],
    catalogue: Mapping[str, Clause],
) -> dict[str, list[Shown]]:
    """For each statement the examples that cite it, then those that expect one of its rules.

    An example that cites a clause shows it only if one of the rules that carry it decides what the
    example expects.
    """
    found: dict[str, dict[Place, bool]] = defaultdict(dict)
    rules = {(edition.id, rule.path): rule for edition in editions for rule in edition.rules}
    for edition in editions:
        for example in edition.examples:
            for ref in example.cites:
                head = head_of(ref.id, catalogue) if ref.id in catalogue else ""
                paths = [one.rule for one in carriers.get(head, ()) if edition.id in one.editions]
                if any(_depends(edition, example.id, rules[edition.id, path]) for path in paths):
                    found[head][edition.id, example.id] = True
    expecting = _expecting(editions, rules)
    for head, ones in carriers.items():
        for one in ones:
            places = expecting.get((one.rule, rules[one.editions[0], one.rule].does), [])
            for place in sorted(places, key=_elsewhere(one)):
                found[head].setdefault(place, False)
    return {head: _in_order(places) for head, places in found.items()}


def _depends(edition: Edition, example: str, rule: Rule) -> bool:
    """Whether a rule decides what an example expects.

    Of options and facts, and of what was removed, the author of the example knows.
    """
    if example not in edition.spoken:
        return False
    applying, absent = edition.spoken[example]
    judged = bool(rule.does) and rule.path.startswith(_JUDGED)
    return not judged or rule.path in applying or rule.path in absent


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
            for path in _expected(example, edition):
                rule = rules.get((edition.id, path))
                if rule is not None:
                    found[path, rule.does].append((edition.id, example.id))
    return found


def shown_by(rule: Rule, edition: Edition) -> tuple[Shown, ...]:
    """The examples of an edition that expect a rule, then those that cite its clauses for it."""
    clauses = {ref.id for ref in rule.cites}
    expecting, citing = [], []
    for example in edition.examples:
        cites = any(ref.id in clauses for ref in example.cites)
        if rule.path in _expected(example, edition):
            expecting.append(Shown(edition.id, example.id, cites))
        elif cites and _depends(edition, example.id, rule):
            citing.append(Shown(edition.id, example.id, cites))
    return (*expecting, *citing)


def _expected(example: Example, edition: Edition) -> Iterator[str]:
    """The rules that apply in an example, and of which it says by name that they must."""
    applying, _ = edition.spoken.get(example.id, (frozenset[str](), frozenset[str]()))
    for key, prefix in (("fans", "fans."), ("has", "fans."), ("rules", "")):
        ids = example.expect.get(key, ())
        if isinstance(ids, list | tuple):
            yield from (f"{prefix}{id_}" for id_ in ids if f"{prefix}{id_}" in applying)
