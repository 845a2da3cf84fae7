"""The runner of examples: what counts as a difference, and that both evaluators are asked."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.examples.facts import differences, spelled
from kawuxing.compiler.examples.run import run_example, run_examples
from kawuxing.compiler.library import builtins

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.examples.facts import Facts
    from kawuxing.compiler.examples.run import Outcome
    from kawuxing.compiler.surface.nodes import Example
    from kawuxing.runtime.evaluator import Evaluator

HEAD = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"
PLAYED = [one.id for one in builtins() if not one.abstract]


@cache
def town(text: str) -> tuple[Core, Evaluator[Any]]:
    sink = Sink()
    core = check(load_ruleset(text), sink)
    assert core is not None, sink.diagnostics
    return core, run_module(compile_core(core))


def example(body: str) -> Example:
    text = HEAD + "examples:\n  - id: it\n    why: so\n" + body
    return load_ruleset(text).examples[0]


def outcome(body: str) -> Outcome:
    return run_example(example(body), *town(HEAD))


def hand(expect: str, hand: str = "1122334455667s+7s") -> Outcome:
    return outcome(f'    hand: "{hand}"\n    by: discard\n    expect: {{{expect}}}\n')


@pytest.mark.parametrize(("town_", "owed"), [("counting", 0), ("suizhou", 4)])
def test_a_winner_whom_another_preceded(town_: str, owed: int) -> None:
    """Seven pairs, 4; under the first rules only who revealed first of two winners is paid."""
    body = """\
    hand: "1133559p2244s77z+9p"
    by: discard
    preceded: true
    expect: {owed: OWED, value: 4}
"""
    core, rules = town(HEAD.replace("suizhou", town_))
    assert run_example(example(body.replace("OWED", str(owed))), core, rules).passed
    assert not run_example(example(body.replace("OWED", str(4 - owed))), core, rules).passed
    alone = example(body.replace("preceded: true", "revealed: false").replace("OWED", "4"))
    assert run_example(alone, core, rules).passed


@pytest.mark.parametrize("id", PLAYED)
def test_every_example_of_a_built_in_ruleset_passes(id: str) -> None:
    """How many a ruleset needs is for coverage to say; an edition that changes little has few."""
    core, rules = town(id)
    outcomes = list(run_examples(core, rules))
    assert [one.example.id for one in outcomes] == [one.id for one in core.ruleset.examples]
    assert outcomes
    assert [one.example.id for one in outcomes if not one.passed] == []


@pytest.mark.parametrize(
    "expect",
    [
        "value: 8",
        "product: 16",
        "fans: [qidui, qingyise]",
        "has: [qidui]",
        "lacks: [kawuxing, liangdao]",
        "may_win: true",
        "owed: 8",
        "shape: seven_pairs",
        "complete: true",
    ],
)
def test_what_is_so(expect: str) -> None:
    assert hand(expect).passed


@pytest.mark.parametrize(
    ("expect", "found", "missing", "surplus"),
    [
        ("value: 16", "8", (), ()),
        ("product: 8", "16", (), ()),
        ("fans: [qidui]", "[qingyise, qidui]", (), ("qingyise",)),
        ("fans: [qidui, qingyise, kawuxing]", "[qingyise, qidui]", ("kawuxing",), ()),
        ("has: [qidui, kawuxing]", "[qingyise, qidui]", ("kawuxing",), ()),
        ("lacks: [kawuxing, qidui]", "[qingyise, qidui]", (), ("qidui",)),
        ("may_win: false", "true", (), ()),
        ("owed: 0", "8", (), ()),
        ("shape: standard", "seven_pairs", (), ()),
        ("complete: false", "true", (), ()),
    ],
)
def test_what_is_not_so(
    expect: str, found: str, missing: tuple[str, ...], surplus: tuple[str, ...]
) -> None:
    (one,) = hand(expect).differences
    assert one.key == expect.partition(":")[0]
    assert (one.found, one.missing, one.surplus) == (found, missing, surplus)


def test_an_incomplete_hand_is_worth_nothing() -> None:
    expect = "complete: false, value: 0, product: 0, fans: [], may_win: false, owed: 0"
    assert hand(expect, "1122334455667s+8s").passed
    (one,) = hand("shape: standard", "1122334455667s+8s").differences
    assert one.found == "–"


@pytest.mark.parametrize(
    ("tiles", "waits", "passed"),
    [
        ("46p123456s77z [555s]", "[5p]", True),
        ("46p123456s77z [555s]", "[]", False),
        ("1122334455566s", "[6s, 5s, 4s, 1s]", True),
        ("147p258s369p5566z", "[]", True),
        ("1111s 123456789p", "[]", True),
    ],
)
def test_waits_are_exact_and_in_any_order(tiles: str, waits: str, passed: bool) -> None:
    ran = outcome(f'    hand: "{tiles}"\n    expect: {{waits: {waits}}}\n')
    assert ran.refusal is None
    assert ran.disagreements == ()
    assert ran.passed is passed


def test_a_hand_that_cannot_be_is_refused_by_both() -> None:
    ran = hand("value: 1", "11111s+7s")
    assert ran.refusal is not None
    assert ran.refusal.code == "KWX3102"
    assert not ran.passed


@pytest.mark.parametrize(
    ("tiles", "by", "event", "code"),
    [
        ("1122334455667s+7s", "self_draw", "replacement", "KWX3205"),
        ("1122334455667s+7s", "discard", "robbing", "KWX3206"),
        ("1122334455667s+7s", "self_draw", "robbing", "KWX3203"),
    ],
)
def test_impossible_circumstances_are_refused_by_both(
    tiles: str, by: str, event: str, code: str
) -> None:
    body = f'    hand: "{tiles}"\n    by: {by}\n    events: [{event}]\n    expect: {{value: 1}}\n'
    ran = outcome(body)
    assert ran.refusal is not None
    assert (ran.refusal.code, ran.disagreements) == (code, ())


def test_a_round() -> None:
    body = (
        "    round: {dealer: 0, revealed: [1], options: {stake: 5}, end: {kind: drawn}}\n"
        "    expect: {totals: [5, -10, 5], rules: [pay.drawn.revealed]}\n"
    )
    assert outcome(body).passed
    ran = outcome(body.replace("[5, -10, 5]", "[10, -20, 10]"))
    assert [(one.key, one.found) for one in ran.differences] == [("totals", "[5, -10, 5]")]


def test_a_round_that_cannot_be() -> None:
    body = (
        "    round: {dealer: 0, end: {kind: win, wins: "
        '[{seat: 0, hand: "1122334455667s+8s", by: self_draw}]}}\n'
        "    expect: {totals: [0, 0, 0]}\n"
    )
    ran = outcome(body)
    assert ran.refusal is not None
    assert (ran.refusal.code, ran.disagreements) == ("KWX3540", ())


def test_evaluators_that_disagree_are_told_of() -> None:
    """The core of one town beside the module of another, where the fan counts double."""
    core, _ = town(HEAD)
    _, rules = town("xiaogan")
    body = '    hand: "4556p123789s777z+5p"\n    expect: {value: 4, complete: true}\n'
    ran = run_example(example(body), core, rules)
    assert ran.differences == ()
    assert [(one.key, one.module, one.interpreter) for one in ran.disagreements] == [
        ("value", "4", "2"),
        ("product", "4", "2"),
        ("owed", "4", "2"),
    ]
    assert not ran.passed


def test_facts_nobody_asks_for_do_not_matter() -> None:
    facts: Facts = {"value": 3, "fans": ("a",)}
    assert differences(example('    hand: "1s+1s"\n    expect: {value: 3}\n'), facts) == ()


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (7, "7"), (("a", "b"), "[a, b]"), ([], "[]"), ("", "–")]
)
def test_values_are_spelled_as_in_a_ruleset(value: object, text: str) -> None:
    assert spelled(value) == text
