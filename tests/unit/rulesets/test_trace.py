"""Every clause of the sources has a rule or an excuse, and every rule has a ground."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.coverage.spoken import spoken_by
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.trace.catalogue import head_of, read_catalogue
from kawuxing.compiler.trace.excuses import read_excuses
from kawuxing.compiler.trace.join import trace
from kawuxing.compiler.trace.view import counts

if TYPE_CHECKING:
    from kawuxing.compiler.trace.nodes import Trace


@cache
def everything() -> Trace:
    known = [load_ruleset(id_) for id_ in builtin_ids()]
    return trace(known, read_catalogue(), read_excuses(), spoken_by(known))


def test_every_clause_is_carried_or_excused() -> None:
    left = {one.clause.id for one in everything().statements if one.state == "open"}
    assert left == set(), "cite them in a rule, or say why not in excused.yaml"


def test_a_clause_that_only_a_missing_ruleset_cites_is_found() -> None:
    others = [load_ruleset(id_) for id_ in builtin_ids() if id_ != "xiaogan"]
    left = trace(others, read_catalogue(), read_excuses(), {})
    assert left.of("S2-041").state == "open"


def test_the_clauses_are_all_there() -> None:
    total = counts(everything().statements)[-1]
    assert (total.clauses, total.distinct) == (913, 443)
    assert (total.carried + total.excused, total.open) == (913, 0)


@pytest.mark.parametrize("id_", builtin_ids())
def test_every_rule_rests_on_something(id_: str) -> None:
    edition = next(one for one in everything().editions if one.id == id_)
    assert len(edition.rules) > 20
    assert [rule.path for rule in edition.unfounded] == []


def test_excuses_are_of_clauses_that_exist_and_for_reasons_that_exist() -> None:
    excuses = read_excuses()
    reasons = {one.word for one in excuses.reasons}
    for id_, excuse in excuses.clauses.items():
        assert id_ in read_catalogue()
        assert excuse.reason in reasons
        assert excuse.why.en.strip()
        assert excuse.why.zh.strip()
    assert {excuse.reason for excuse in excuses.clauses.values()} == reasons


def test_nothing_carried_is_excused() -> None:
    """An excuse stands for all that repeat the clause."""
    needless = [
        id_
        for id_ in read_excuses().clauses
        if everything().of(id_).carriers or head_of(id_, read_catalogue()) != id_
    ]
    assert needless == []


def test_excuses_refer_to_clauses_that_are_settled() -> None:
    """What is said elsewhere, or overruled, is said by clauses that a rule carries."""
    for id_, excuse in read_excuses().clauses.items():
        states = {see: everything().of(see).state for see in excuse.see}
        if excuse.reason in {"elsewhere", "overruled"}:
            assert states, id_
            assert set(states.values()) == {"carried"}, id_


@pytest.mark.parametrize("id_", builtin_ids())
def test_what_is_removed_says_why(id_: str) -> None:
    for gone in load_ruleset(id_).removed:
        assert gone.basis.cites or gone.basis.assumed is not None, gone.path


def test_an_example_shows_a_clause_only_if_a_rule_that_carries_it_decides() -> None:
    """The waits of a closed five are no price, and a reveal is no kong money."""
    shown = {(one.edition, one.example) for one in everything().of("S3-309").shown}
    assert ("hubei", "gt_01") in shown
    assert ("hubei", "gt_01_waits") not in shown
    for one in everything().of("S4-103").shown:  # a chained kong that is robbed
        example = next(
            example
            for edition in everything().editions
            if edition.id == one.edition
            for example in edition.examples
            if example.id == one.example
        )
        assert "robbing" in str(example.given), one
