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
        S0-093 S0-094 S0-095 S0-098 S0-099 S0-100 S0-101 S0-102 S0-103 S0-104 S0-105
        S0-111 S0-112
    """,
    "ancestor": """
        S0-118 S0-210 S0-212 S0-213
    """,
    "hubei_short": """
        S0-134 S0-137 S0-145 S0-149 S0-157 S0-165 S0-166 S0-167 S0-168 S0-172 S0-174
        S0-175 S0-176 S0-178 S0-186 S1-031 S1-032 S1-034 S1-037 S1-038 S1-040 S1-042
        S1-056 S4-034 S4-038 S4-060 S4-062 S4-063 S4-064 S4-066
    """,
    "xiangfan": """
        S0-216 S0-217 S0-218 S0-219 S0-220 S0-221 S0-222 S0-223 S0-225 S0-226 S0-227
        S0-228 S0-229 S0-231 S0-232 S0-242 S0-244 S0-245 S0-246 S0-247 S0-248 S0-249
        S0-250 S0-253 S0-254 S0-255 S0-256 S0-257 S0-258 S0-260 S0-261 S0-262 S0-263
    """,
    "xiangfan_online": """
        S3-002 S3-004 S3-006 S3-007 S3-010 S3-011 S3-012 S3-013 S3-018 S3-019 S3-020
        S3-021 S3-022 S3-023 S3-024 S3-025 S3-026 S3-027 S3-028 S3-029 S3-030 S3-031
        S3-032 S3-033 S3-034 S3-035 S3-036 S3-037 S3-038 S3-039 S3-040 S3-041 S3-042
        S3-043 S3-044 S3-045 S3-046 S3-047 S3-048 S3-049 S3-050 S3-051 S3-052 S3-053
        S3-054 S3-055 S3-056 S3-058
    """,
    "resting": """
        S3-068 S3-069 S3-070 S3-071 S3-072 S3-073 S3-074 S3-075 S3-076 S3-077 S3-080
        S3-082 S3-083 S3-084 S3-085 S3-087 S3-088 S3-089 S3-092 S3-093 S3-094 S3-095
        S3-097 S3-098 S3-099 S3-100 S3-101 S3-102 S3-103 S3-104 S3-105 S3-107 S3-108
        S3-109 S3-110 S3-111 S3-114 S3-115 S3-116 S3-117 S3-118 S3-119 S3-121 S3-123
        S3-124 S3-125 S3-126 S3-127 S3-130 S4-074 S4-075 S4-078 S4-079 S4-080 S4-083
        S4-087 S4-089 S4-090 S4-091 S4-092 S4-093 S4-094 S4-095 S4-096 S4-097 S4-098
        S4-099 S4-101 S4-102 S4-103 S4-104 S4-105 S4-106 S4-107 S4-108 S4-109 S4-111
        S4-112 S4-113 S4-114 S4-126
    """,
    "xiangyang_watching": """
        S3-135 S3-139 S3-142 S3-143 S3-148 S3-150 S3-151
    """,
    "zaoyang": """
        S3-200
    """,
    "counting": """
        S3-230 S3-231 S3-232 S3-233 S3-234 S3-235 S3-236 S3-237 S3-242 S3-243 S3-245
        S3-246 S3-247 S3-249 S3-250 S3-251 S3-252 S3-253 S3-254 S3-255 S3-258 S3-259
        S3-260 S3-261 S3-262 S3-263 S3-264 S3-265 S3-266 S3-267 S3-268 S3-269 S3-270
        S3-271 S3-272 S3-273 S3-274
    """,
    "suizhou_eleven": """
        S4-002 S4-003 S4-004 S4-005 S4-006 S4-007 S4-008 S4-010 S4-012 S4-013 S4-017
        S4-018
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
