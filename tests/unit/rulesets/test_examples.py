"""The examples of the rulesets reach all of their rules, and notice every small change."""

from __future__ import annotations

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of, tally
from kawuxing.compiler.library import builtins
from kawuxing.compiler.mutation.run import mutate

PLAYED = [one.id for one in builtins() if not one.abstract]
ABSTRACT = [one.id for one in builtins() if one.abstract]


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


@pytest.mark.slow
@pytest.mark.parametrize("id", PLAYED)
def test_examples_notice_every_change(id: str) -> None:
    results = mutate(family(id))
    left = [
        (one.mutant.rule, one.mutant.before, one.mutant.after, one.catch)
        for one in results
        if one.status == "survived"
    ]
    assert left == []
    assert [one.mutant.rule for one in results if one.status == "unproven"] == []
    assert len(results) > 300
    assert sum(one.status == "killed" for one in results) > 0.94 * len(results)
