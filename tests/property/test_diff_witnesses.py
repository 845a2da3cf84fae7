"""Whatever a comparison claims of a witness, `score` and `settle` say when they are given it."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.commands.compared import load
from kawuxing.compiler.core.asks import OF_WORTH, asks, reads_when_drawn
from kawuxing.compiler.core.nodes import Read, children
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.library import builtins
from kawuxing.compiler.reports.example import examples_of
from kawuxing.compiler.reports.render_json import report_object
from kawuxing.compiler.reports.report import Entry, Policy, Report
from kawuxing.runtime.requests import Requests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.core.nodes import Core, Expr

PLAYED = [one.id for one in builtins() if not one.abstract]
LIVE = Path(kawuxing.__file__).resolve().parents[2] / "rulesets" / "live"


@cache
def core(variant: str) -> Core:
    """The rules of a variant; mix-ins stand behind it, each after a plus."""
    name, *use = variant.split("+")
    found = load(name, None, Sink(), use)
    assert found is not None
    return found


@cache
def scores(variant: str) -> Requests:
    name, *use = variant.split("+")
    return Requests(kawuxing.load(name, use=use))


def report_of(before: str, after: str, given: Settings | None = None) -> Report:
    found = compare(core(before), core(after), (before, after), given)
    return Report((Entry("", "changed", found),), Policy())


def behavioural(before: str, after: str, given: Settings | None = None) -> list[dict[str, Any]]:
    written = json.loads(json.dumps(report_object(report_of(before, after, given))))
    assert isinstance(written["behavioural"], list)
    return written["behavioural"]


def hold_to_its_claims(found: dict[str, Any], before: str, after: str) -> bool:
    """Whether it can be put to `score` or `settle`; if so, ask on both sides."""
    variants = (before, after)
    if "round" in found:
        for variant, side in zip(variants, ("before", "after"), strict=True):
            hold_to_the_round(found, variant, side)
        return True
    if "passing" in found:
        held = [hold_to_what_is_passed(found, variant) for variant in variants]
        return any(held)
    if not found["shown"] or "hand" not in found["witness"]:
        return False
    assert "payer" not in found
    assert "horses" not in found["witness"]
    requests = (found["witness"], found.get("witness_after", found["witness"]))
    for variant, asked, claimed in zip(
        variants, requests, (found["before"], found["after"]), strict=True
    ):
        answer = json.loads(scores(variant).score_line(json.dumps(asked)))
        assert answer["ok"], answer
        assert answer["complete"]
        told = {key: answer[key] for key in ("value", "may_win", "product", "owed")}
        assert told == {key: claimed[key] for key in told}
        assert [fan["id"] for fan in answer["fans"]] == claimed["fans"]
        assert [fan["times"] for fan in answer["fans"]] == claimed["times"]
    return True


def hold_to_the_round(found: dict[str, Any], variant: str, side: str) -> None:
    """Settle the round, and see what the one seat pays the other for what it is about."""
    played, claimed, witness = found["round"][side], found[side], found["witness"]
    owed = claimed["pay"] if "pay" in claimed else claimed["owed"]
    kong = witness.get("table") == "pay.kong"
    paid = paid_in(found, variant, played, "pay.kong" if kong else "pay.")
    if kong:
        *others, _ = played["kongs"]
        paid -= paid_in(found, variant, {**played, "kongs": others}, "pay.kong")
    elif played["end"]["kind"] == "drawn":
        paid = paid_in(found, variant, played, "pay.drawn")
        hold_to_the_waits(witness, variant, played)
    assert paid == owed


def paid_in(found: dict[str, Any], variant: str, played: dict[str, Any], rule: str) -> int:
    answer = json.loads(scores(variant).settle_line(json.dumps(played)))
    assert answer["ok"], answer
    seats = found["round"]["payer"], found["round"]["payee"]
    return sum(
        one["amount"]
        for one in answer["transfers"]
        if (one["from"], one["to"]) == seats and one["rule"].startswith(rule)
    )


def hold_to_the_waits(witness: dict[str, Any], variant: str, played: dict[str, Any]) -> None:
    """Try all waits of the hand of who is paid: what the rules ask of their worth is so."""
    asked = asks(core(variant)) and reads_when_drawn(core(variant)) & OF_WORTH
    if not asked:
        return
    hand, seen = played["end"]["hands"][1], {"options": played["options"]}
    told = json.loads(scores(variant).waits_line(json.dumps({"hand": hand, **seen})))
    assert told["ok"], told
    values = []
    for wait in told["waits"]:
        won = {**seen, "hand": hand, "win": wait["tile"], "by": "discard"}
        won["revealed"] = witness["payee_revealed"]
        answer = json.loads(scores(variant).score_line(json.dumps(won)))
        values += [answer["value"]] if answer["complete"] else []
    assert bool(values) == witness.get("payee_ready", False)
    for path, worth in (("payee.best", max), ("payee.worst", min)):
        if path in asked and values:
            assert worth(values) == witness[path.replace(".", "_")]


def hold_to_what_is_passed(found: dict[str, Any], variant: str) -> bool:
    """Score both wins of a hand, if the rules ask what they are worth."""
    told, asked = found["passing"], found["witness"]["asked"]
    rows = core(variant).table("turn.missed").rows
    read = {path for row in rows for path in paths_in(row.when)}
    for tile, events, value, path in (
        (told["passed"], [], asked["passed_value"], "passed.value"),
        (told["win"], told["events"], asked["value"], "value"),
    ):
        won = {"hand": told["hand"], "win": tile, "by": "discard", "events": events}
        won |= {"revealed": told["revealed"], "options": found["witness"]["options"]}
        if path in read:
            answer = json.loads(scores(variant).score_line(json.dumps(won)))
            assert answer["may_win"]
            assert answer["value"] == value
    if "passed.same" in read:
        assert (told["passed"] == told["win"]) == asked["passed_same"]
    return bool(read)


def paths_in(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from paths_in(inner)


FIRST = ("hubei", "suizhou", "xiangyang", "xiaogan")
OTHERS = (
    *("xiangfan", "ancestor"),
    "counting",  # which pays according to who of several winners revealed first
)
"""Rulesets that differ from `hubei` in what hands are worth."""
DEARER = ("suizhou_eleven", "yunmeng", "xiangfan_online", "resting")
"""Others, which differ under so many choices of options that the slow tests look at them."""
PAIRS = [*combinations(FIRST, 2), (FIRST[1], FIRST[0]), *((FIRST[0], other) for other in OTHERS)]
MORE = [
    *(pair for pair in permutations(FIRST, 2) if pair not in PAIRS),
    *((FIRST[0], other) for other in DEARER),
    ("resting", "yunmeng"),
]


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


MIXED = (
    ("suizhou", "suizhou+chadajiao_xiao"),
    ("suizhou", "suizhou+mai_1_song_1"),
    ("xiaogan", "xiaogan+guohu_tongpai"),
)
"""Waits that are paid for, turned tiles, passed wins."""
MORE_MIXED = (
    *(("xiaogan", "xiaogan+chadajiao"), ("suizhou+chadajiao", "suizhou+chadajiao_xiao")),
    *(("suizhou", "suizhou+piao"), ("suizhou", "suizhou+gang_leijia")),
)


def hold_to_all_and_show_them(before: str, after: str) -> list[dict[str, Any]]:
    found = behavioural(before, after)
    assert all(one["shown"] for one in found)
    held = [hold_to_its_claims(one, before, after) for one in found]
    assert any(held)
    return found


@pytest.mark.parametrize(("before", "after"), MIXED)
def test_mix_ins(before: str, after: str) -> None:
    found = hold_to_all_and_show_them(before, after)
    waits = [one for one in found if one["witness"].get("payee_ready")]
    assert bool(waits) == ("chadajiao" in after)
    assert all(len(one["round"]["after"]["end"]["hands"]) == 3 for one in waits)


@pytest.mark.slow
def test_hands_that_wait_become_examples() -> None:
    text = examples_of(report_of("suizhou", "suizhou+chadajiao_xiao", Settings({}, {})))
    assert text.count("hands:") == text.count("- id:") == 2
    assert "no example" not in text


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), MORE_MIXED)
def test_more_mix_ins(before: str, after: str) -> None:
    hold_to_all_and_show_them(before, after)


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [("s1_xiangyang", "s2_xiangyang")])
def test_live_tables(before: str, after: str) -> None:
    one, other = (str(LIVE / f"{variant}.yaml") for variant in (before, after))
    held = [
        hold_to_its_claims(found, one, other) for found in behavioural(one, other, Settings({}, {}))
    ]
    assert any(held)
