"""What a town's own text does not say is marked as assumed, whoever wrote it down first."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.trace.catalogue import read_catalogue
from kawuxing.compiler.trace.rules import rules_of
from kawuxing.compiler.trace.texts import own_clause, own_texts

if TYPE_CHECKING:
    from kawuxing.compiler.trace.rules import Rule

LETTERS: Final = {
    "hubei": {"J", "B"},
    "hubei_short": {"B"},
    "suizhou_eleven": {"D"},
    "yunmeng": {"E"},
    "xiangfan_online": {"G"},
    "xiangyang_watching": {"H"},
    "resting": {"C"},
    "counting": {"I"},
}
"""Whose text is whose, where it is one passage and nobody else's."""

POINTS: Final = {
    "reveal_wins_off_discards": {"hubei", "suizhou", "hubei_short", "yunmeng", "ancestor"},
    "last_discard": {"hubei", "hubei_short", "xiangyang_watching", "counting"},
    "passed_wins": set(builtin_ids()),
    "kong_money_at_once": set(builtin_ids()) - {"xiangfan_online"},
    "several_winners": {"xiangyang", "xiangfan", "xiangfan_online", "yunmeng", "suizhou_eleven"},
    "reveal_and_kongs": {"xiangyang", "resting", "counting", "yunmeng", "xiangfan_online"},
    "robbed_kong_unpaid": {"hubei", "suizhou", "xiangyang", "yunmeng", "xiangfan_online"},
    "kong_outside_cap": {"hubei", "suizhou", "xiangyang", "resting"},
    "deal": set(builtin_ids()) - {"xiangfan_online"},
    "best_reading": {"hubei", "xiangfan", "xiangyang_watching", "counting", "yunmeng"},
    "whose_hand": {"hubei", "xiangyang", "resting", "counting", "yunmeng"},
}
"""Points no rule says, and rulesets that have to list them, by hand from what the texts say."""

ABSENT: Final = {
    "kong_money_at_once": {"xiangfan_online"},
    "deal": {"xiangfan_online"},
    "robbed_kong_unpaid": {"resting", "counting"},
    "kong_outside_cap": {"counting"},
    "best_reading": {"xiangyang", "xiaogan", "resting"},
    "several_winners": {"hubei", "hubei_short", "resting"},
    "reveal_and_kongs": {"hubei", "hubei_short", "suizhou"},
}
"""Rulesets whose own texts decide them."""


@cache
def rules(id_: str) -> dict[str, Rule]:
    return {rule.path: rule for rule in rules_of(load_ruleset(id_))}


@pytest.mark.parametrize("id_", builtin_ids())
def test_what_rests_on_other_towns_texts_alone_is_assumed(id_: str) -> None:
    foreign = [
        rule.path
        for rule in rules(id_).values()
        if rule.cites and rule.assumed is None and not own_clause(id_, [r.id for r in rule.cites])
    ]
    assert foreign == []


def test_texts_are_of_rulesets_and_exist() -> None:
    blocks = {clause.block for clause in read_catalogue().values()}
    assert own_texts().keys() == set(builtin_ids())
    for texts in own_texts().values():
        assert all(text in blocks or text in read_catalogue() for text in texts)
    for id_, letters in LETTERS.items():
        assert {text for text in own_texts()[id_] if text in blocks} == letters


def test_a_foreign_clause_is_known_as_foreign() -> None:
    assert not own_clause("counting", ["S3-311", "S0-070"])  # J and A
    assert own_clause("counting", ["S3-311", "S3-230"])  # J and I
    assert own_clause("suizhou", ["S0-252"])  # F's remark on 随州
    assert not own_clause("suizhou", ["S0-251"])
    assert own_clause("a_house", ["S0-251"])
    assert not own_clause("a_house", [])


@pytest.mark.parametrize("point", POINTS)
def test_points_no_rule_says_are_listed(point: str) -> None:
    lacking = {id_ for id_ in POINTS[point] if f"assumptions.{point}" not in rules(id_)}
    assert lacking == set()
    needless = {id_ for id_ in ABSENT.get(point, ()) if _listed(id_, point)}
    assert needless == set()


def _listed(id_: str, point: str) -> bool:
    return any(one.id == point for one in load_ruleset(id_).assumptions)


@pytest.mark.parametrize("id_", ["yunmeng", "resting", "counting", "xiangyang", "xiangfan_online"])
def test_that_the_final_discard_is_not_punged_is_the_short_rules(id_: str) -> None:
    """Only the full text and the short rules say so."""
    assert rules(id_)["turn.pung.final"].assumed is not None


def test_of_the_accidents_of_a_table_only_what_is_done_is_claimed() -> None:
    cited = {ref.id for rule in rules("resting").values() for ref in rule.cites}
    assert "S4-112" in cited
    assert not cited & {"S4-104", "S4-105", "S4-113", "S4-114"}


@pytest.mark.parametrize(
    ("clause", "id_", "carriers"),
    [
        ("S0-262", "xiangfan", {"pay.kong.concealed", "pay.kong.added"}),
        ("S3-133", "xiangyang_watching", set()),
    ],
)
def test_clauses_stand_at_the_rules_they_speak_of(
    clause: str, id_: str, carriers: set[str]
) -> None:
    found = {rule.path for rule in rules(id_).values() if clause in {r.id for r in rule.cites}}
    assert found == carriers
