"""Whatever a comparison claims of a witness, `score` says when it is given the witness as it is."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.commands.compared import load
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.render_json import report_object
from kawuxing.compiler.diff.report import Entry, Policy, Report
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.library import builtins
from kawuxing.runtime.requests import Requests

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

PLAYED = [one.id for one in builtins() if not one.abstract]


@cache
def core(variant: str) -> Core:
    found = load(variant, None, Sink())
    assert found is not None
    return found


@cache
def scores(variant: str) -> Requests:
    return Requests(kawuxing.load(variant))


def behavioural(before: str, after: str, given: Settings | None = None) -> list[dict[str, Any]]:
    found = compare(core(before), core(after), (before, after), given)
    report = Report((Entry("", "changed", found),), Policy())
    written = json.loads(json.dumps(report_object(report)))
    assert isinstance(written["behavioural"], list)
    return written["behavioural"]


def hold_to_its_claims(found: dict[str, Any], before: str, after: str) -> bool:
    """Whether it is about a hand; if so, ask for the hand on both sides."""
    if "hand" not in found["witness"]:
        return False
    requests = (found["witness"], found.get("witness_after", found["witness"]))
    for variant, asked, claimed in zip(
        (before, after), requests, (found["before"], found["after"]), strict=True
    ):
        answer = json.loads(scores(variant).score_line(json.dumps(asked)))
        assert answer["ok"], answer
        assert answer["complete"]
        if "payer" not in found:
            told = {key: answer[key] for key in ("value", "may_win", "product", "owed")}
            assert told == {key: claimed[key] for key in told}
            assert [fan["id"] for fan in answer["fans"]] == claimed["fans"]
            assert [fan["times"] for fan in answer["fans"]] == claimed["times"]
    return True


FIRST = ("hubei", "suizhou", "xiangyang", "xiaogan")
OTHERS = (
    *("suizhou_eleven", "yunmeng", "xiangfan", "xiangfan_online", "resting", "ancestor"),
    "counting",  # which pays according to who of several winners revealed first
)
"""Rulesets that differ from `hubei` in what hands are worth."""
PAIRS = [*combinations(FIRST, 2), (FIRST[1], FIRST[0]), *((FIRST[0], other) for other in OTHERS)]
MORE = [pair for pair in (*permutations(FIRST, 2), ("resting", "yunmeng")) if pair not in PAIRS]


def hold_to_all_claims(before: str, after: str) -> None:
    found = behavioural(before, after)
    held = [hold_to_its_claims(one, before, after) for one in found]
    assert any(held)


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_towns(before: str, after: str) -> None:
    hold_to_all_claims(before, after)


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), MORE)
def test_more_towns(before: str, after: str) -> None:
    hold_to_all_claims(before, after)


@pytest.mark.slow
@pytest.mark.parametrize("variant", PLAYED)
def test_options(variant: str) -> None:
    options = {option.id: option.offered for option in core(variant).options}
    given = [
        Settings({id_: one}, {id_: other})
        for id_, offered in options.items()
        for one, other in pairwise(offered)
    ]
    held = [
        hold_to_its_claims(one, variant, variant)
        for each in given
        for one in behavioural(variant, variant, each)
    ]
    assert any(held)
