"""The examples of the rulesets reach all of their rules, and notice every small change."""

from __future__ import annotations

import time

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of, tally
from kawuxing.compiler.library import builtins
from kawuxing.compiler.mutation.run import mutate

PLAYED = [one.id for one in builtins() if not one.abstract]
ABSTRACT = [one.id for one in builtins() if one.abstract]

SECONDS = 30
"""What all mutants of a town may take of one core."""


@pytest.mark.parametrize("id", PLAYED)
def test_examples_reach_every_rule(id: str) -> None:
    members = family(id)
    assert [member.failing for member in members] == [0] * len(members)
    items = items_of(members)
    missing = {(item.unit.rule, item.unit.part): item.missing for item in items if item.missing}
    assert missing == {}
    shown, needed = tally(items)
    assert shown == needed > 90


@pytest.mark.parametrize("id", ABSTRACT)
def test_rules_of_abstract_rulesets_are_reached_too(id: str) -> None:
    """They are counted among the rules of those that extend them."""
    child = next(one.id for one in builtins() if one.extends == id and not one.abstract)
    written = {item.unit.span.source.name for item in items_of(family(child)) if item.inherited}
    assert f"{id}.yaml" in written


UNPROVEN = {"resting": 16, "suizhou_eleven": 12}
"""They reckon with the cap inside comparisons; of so many mutants at most it stays open whether
anybody would notice."""


@pytest.mark.slow
@pytest.mark.parametrize("id", PLAYED)
def test_examples_notice_every_change(id: str) -> None:
    begun = time.process_time()
    results = mutate(family(id))
    taken = time.process_time() - begun
    left = [
        (one.mutant.rule, one.mutant.before, one.mutant.after, one.catch)
        for one in results
        if one.status == "survived"
    ]
    assert left == []
    assert sum(one.status == "unproven" for one in results) <= UNPROVEN.get(id, 0)
    assert len(results) > 300
    least = 0.9 if UNPROVEN.get(id, 0) > 1 else 0.94
    assert sum(one.status == "killed" for one in results) > least * len(results)
    assert taken < SECONDS
