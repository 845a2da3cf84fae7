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
WAITING = {
    "yunmeng": """
        S0-095
    """,
    "ancestor": """
        S0-213
    """,
    "hubei_short": """
        S0-172 S0-186 S1-056 S4-062 S4-066
    """,
    "xiangfan_online": """
        S3-019 S3-020 S3-022 S3-033 S3-034 S3-036 S3-037 S3-039 S3-040 S3-041
    """,
    "resting": """
        S3-072 S3-073 S3-074 S3-075 S3-076 S3-077 S3-080 S3-119 S3-123 S3-124 S3-125
        S3-126 S4-075 S4-078 S4-079 S4-095 S4-096 S4-097 S4-104 S4-105 S4-106 S4-107
        S4-108 S4-109 S4-111 S4-112 S4-113 S4-114 S4-126
    """,
    "xiangyang_watching": """
        S3-139
    """,
    "counting": """
        S3-230 S3-231 S3-232 S3-233 S3-234 S3-235 S3-236 S3-237 S3-242 S3-243 S3-245
        S3-246 S3-247 S3-249 S3-250 S3-251 S3-252 S3-253 S3-254 S3-255 S3-258 S3-259
        S3-260 S3-261 S3-262 S3-263 S3-264 S3-265 S3-266 S3-267 S3-268 S3-269 S3-270
        S3-271 S3-272 S3-273 S3-274
    """,
    "suizhou_eleven": """
        S4-003
    """,
}


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
