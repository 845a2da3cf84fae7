"""Joins the clauses of the sources with the rules that cite them and examples that show them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from .catalogue import head_of
from .nodes import Carrier, Edition, SetAside, Statement, Trace
from .rules import rules_of
from .shown import examples_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ..resolved.nodes import Ruleset
    from .catalogue import Clause
    from .excuses import Excuse, Excuses
    from .nodes import Spoken, State
    from .rules import Rule


def trace(
    rulesets: Sequence[Ruleset],
    catalogue: Mapping[str, Clause],
    excuses: Excuses,
    spoken: Mapping[str, Mapping[str, Spoken]],
) -> Trace:
    """Join them.

    Args:
        rulesets: The editions looked at.
        catalogue: The clauses.
        excuses: Why some of them are not carried.
        spoken: For each edition, and each of its examples that passes, the rules that decide what
            the example expects.
    """
    editions = tuple(_edition(ruleset, spoken.get(ruleset.id, {})) for ruleset in rulesets)
    families: dict[str, list[str]] = defaultdict(list)
    for id_ in catalogue:
        families[head_of(id_, catalogue)].append(id_)
    carriers = _carriers(editions, catalogue)
    shown = examples_of(editions, carriers, catalogue)
    aside = _set_aside(editions, catalogue)
    excused = {head_of(id_, catalogue) for id_ in excuses.clauses if id_ in catalogue}
    states = _states(families, catalogue, carriers.keys(), excused | aside.keys())
    statements = tuple(
        Statement(
            clause=catalogue[head],
            again=tuple(catalogue[id_] for id_ in ids if id_ != head),
            state=states[head],
            carriers=tuple(carriers.get(head, ())),
            shown=tuple(shown.get(head, ())),
            parts=catalogue[head].sums_up,
            excuse=_excuse(ids, excuses),
            set_aside=tuple(aside.get(head, ())),
        )
        for head, ids in families.items()
    )
    return Trace(editions, statements, excuses)


def _edition(ruleset: Ruleset, spoken: Mapping[str, Spoken]) -> Edition:
    # what a mix-in is tried on says for itself what it rests on
    rules = tuple(
        rule for rule in rules_of(ruleset) if not ruleset.mixin or rule.written == ruleset.id
    )
    return Edition(
        ruleset.id,
        ruleset.name,
        ruleset.abstract,
        ruleset.parents,
        rules,
        ruleset.examples,
        ruleset.excused,
        spoken,
    )


def _states(
    heads: Iterable[str],
    catalogue: Mapping[str, Clause],
    carried: AbstractSet[str],
    excused: AbstractSet[str],
) -> dict[str, State]:
    """Whether statements are carried, excused or open; one that sums up is as its parts are."""
    states: dict[str, State] = {}

    def state(head: str) -> State:
        if head not in states:
            states[head] = "open"  # what sums up itself is no better
            parts = {state(head_of(part, catalogue)) for part in catalogue[head].sums_up}
            if head in carried or parts == {"carried"}:
                states[head] = "carried"
            elif head in excused or (parts and "open" not in parts):
                states[head] = "excused"
        return states[head]

    for head in heads:
        state(head)
    return states


def _excuse(ids: Iterable[str], excuses: Excuses) -> Excuse | None:
    return next((excuses.clauses[id_] for id_ in ids if id_ in excuses.clauses), None)


def _carriers(
    editions: Sequence[Edition], catalogue: Mapping[str, Clause]
) -> dict[str, list[Carrier]]:
    """For each statement the rules that cite it, where each is written."""
    found: dict[tuple[str, str, str], tuple[Rule, list[str], list[str]]] = {}
    for edition in editions:
        for rule in edition.rules:
            for ref in rule.cites:
                if ref.id not in catalogue:
                    continue
                key = (head_of(ref.id, catalogue), rule.path, rule.place)
                _, cited, where = found.setdefault(key, (rule, [], []))
                _add(cited, ref.id)
                _add(where, edition.id)
    carriers: dict[str, list[Carrier]] = defaultdict(list)
    for (head, path, place), (rule, cited, where) in found.items():
        one = Carrier(path, rule.name, tuple(cited), rule.written, place, tuple(where))
        carriers[head].append(one)
    return carriers


def _add(to: list[str], one: str) -> None:
    if one not in to:
        to.append(one)


def _set_aside(
    editions: Sequence[Edition], catalogue: Mapping[str, Clause]
) -> dict[str, list[SetAside]]:
    found: dict[str, list[SetAside]] = defaultdict(list)
    for edition in editions:
        for one in edition.set_aside:
            for ref in one.cites:
                if ref.id in catalogue:
                    aside = SetAside(edition.id, one.golden, one.why)
                    found[head_of(ref.id, catalogue)].append(aside)
    return found
