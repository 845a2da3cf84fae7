"""Every clause of the sources has a rule or an excuse, and every rule has a ground."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.trace.catalogue import head_of, read_catalogue
from kawuxing.compiler.trace.excuses import read_excuses
from kawuxing.compiler.trace.join import trace
from kawuxing.compiler.trace.view import counts

if TYPE_CHECKING:
    from kawuxing.compiler.trace.join import Trace

# What has no rule yet, under the ruleset or the part of the language that is to bring it. Nothing
# may be added; whatever is carried must be taken out.
WAITING: dict[str, str] = {}


@cache
def everything() -> Trace:
    return trace([load_ruleset(id_) for id_ in builtin_ids()], read_catalogue(), read_excuses())


def waiting() -> set[str]:
    return {id_ for ids in WAITING.values() for id_ in ids.split()}


def test_every_clause_is_carried_or_excused() -> None:
    left = {one.clause.id for one in everything().statements if one.state == "open"}
    assert left - waiting() == set(), "cite them in a rule, or say why not in excused.yaml"


def test_nothing_waits_for_longer_than_it_must() -> None:
    settled = {one.clause.id for one in everything().statements if one.state != "open"}
    assert waiting() & settled == set(), "they are settled now: take them out of WAITING"


def test_the_clauses_are_all_there() -> None:
    total = counts(everything().statements)[-1]
    assert (total.clauses, total.distinct) == (913, 443)
    assert total.carried + total.excused + total.open == 913


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
            pending = {see for see in states if everything().of(see).clause.id in waiting()}
            assert {states[see] for see in states if see not in pending} <= {"carried", "excused"}


@pytest.mark.parametrize("id_", builtin_ids())
def test_what_is_removed_says_why(id_: str) -> None:
    for gone in load_ruleset(id_).removed:
        assert gone.basis.cites or gone.basis.assumed is not None, gone.path
