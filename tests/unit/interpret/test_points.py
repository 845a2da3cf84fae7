"""Points beside the fans: added to what is paid, and readings are chosen by the money."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from kawuxing.compiler.compile import check, compile_core, module_of, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.hand import pack
from kawuxing.runtime.notation import parse_hand

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator

HEAD = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: hubei\n"
POINTS = f"""{HEAD}
options:
  eye: {{name: {{zh: 将, en: Eye}}, default: 2, offered: [0, 2, 3], assumed: test}}
points:
  kan:
    name: {{zh: 数坎, en: Triplets}}
    add: count(s.concealed and s.triplet or s.kong for s in sets)
    assumed: test
  eye:
    when: pair.rank in [2, 5, 8]
    add: options.eye
    assumed: test
  dear: {{when: fan.qingyise and product >= 8, add: 5, assumed: test}}
pay:
  win:
    self_draw: {{pay: share + points, assumed: test}}
    discard: {{pay: capped(share + points), assumed: test}}
"""
FEW = f"""{HEAD}
points:
  last: {{when: last_tile, add: 2, assumed: test}}
pay:
  win:
    self_draw: {{pay: share + points, assumed: test}}
    discard: {{pay: capped(share + points), assumed: test}}
"""
"""Points that ask nothing new of the hand."""


@cache
def town(text: str) -> tuple[Core, Evaluator[Any]]:
    sink = Sink()
    core = check(load_ruleset(text), sink)
    assert core is not None, sink.diagnostics
    return core, run_module(compile_core(core))


@pytest.mark.parametrize(
    ("hand", "value", "added"),
    [
        ("123456p123789s7z+7z", 1, {}),
        # Three runs 456 and a closed five 2, or three triplets 444 555 666: 1 and 3 points.
        ("11123p44455666s+5s", 1, {"kan": 3}),
        # The same with the pair of a 2: 2 more whichever it is.
        ("12223p44455666s+5s", 1, {"kan": 3, "eye": 2}),
        # A kong counts wherever it comes from, a pung does not.
        ("23p55z[9999s][111s](6666p)+4p", 1, {"kan": 2}),
        ("23p55z[9999s][111s](6666p)+1p", 1, {"kan": 2}),
        # Seven pairs have no sets and no eye.
        ("113355p77992s55z+2s", 4, {}),
        # A pure suit 4 and a closed five 2 are 8: five points more; the pair 99 gives none.
        ("1111234678999p+5p", 8, {"kan": 1, "dear": 5}),
    ],
)
def test_points_are_added(hand: str, value: int, added: dict[str, int]) -> None:
    core, rules = town(POINTS)
    score = rules.score(hand)
    assert (score.value, dict(score.added), score.points) == (value, added, sum(added.values()))
    assert score.owed == value + score.points
    parsed = parse_hand(hand, rules.program.tiles)
    walked = judge(core, parsed, won("self_draw"), all_options(core, {}))
    assert walked is not None
    assert (walked.best.value, dict(walked.best.added), walked.owed) == (value, added, score.owed)
    assert walked.best.reading == score.reading
    assert json.loads(score.to_json()) == score.to_dict()
    schema = resources.files("kawuxing.compiler") / "schemas" / "score-answer.json"
    Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(score.to_dict())


def test_a_reading_is_taken_for_its_money() -> None:
    hand = "11123p44455666s+5s"
    plain, counted = town("hubei")[1].score(hand), town(POINTS)[1].score(hand)
    assert (plain.value, dict(plain.fans)) == (2, {"kawuxing": 2})
    assert (counted.value, dict(counted.fans), counted.owed) == (1, {}, 4)


def test_a_payment_may_cap_value_and_points_together() -> None:
    rules = town(POINTS)[1].load(cap=8)
    assert rules.score("1111234678999p+5p").owed == 14
    assert rules.score("1111234678999p+5p", by="discard").owed == 8


def test_options_are_read_in_points() -> None:
    hand = "12223p44455666s+5s"
    rules = town(POINTS)[1]
    assert [rules.load(eye=eye).score(hand).points for eye in (0, 2, 3)] == [3, 5, 6]
    packed = [pack(parse_hand(hand, rules.program.tiles), rules.program.tiles)]
    assert rules.load(eye=3).score_many(packed).owed.tolist() == [7]


def test_explanations_show_them() -> None:
    score = town(POINTS)[1].score("11123p44455666s+5s")
    assert "  +3  Triplets (kan)  assumed" in score.explain("en").splitlines()
    assert "  +3  数坎 (kan)  推定" in score.explain("zh").splitlines()
    assert "cap none → value 1, and 3" in score.explain("en")
    assert "，加 3" in score.explain("zh")


@pytest.mark.slow
def test_module_and_interpreter_agree_everywhere() -> None:
    core = town(POINTS)[0]
    assert disagreement(core, module_of(compile_core(core).text, "town")) is None


def test_a_program_without_points_says_nothing_of_them() -> None:
    core, rules = town("hubei")
    assert core.table("points").rows == ()
    assert "points" not in compile_core(core).text
    score = rules.score("11123p44455666s+5s")
    assert (score.points, score.added) == (0, ())
    assert "added" not in score.to_dict()


def test_a_row_that_never_holds_is_found() -> None:
    text = FEW.replace(
        "pay:\n", "  never: {when: seven_pairs and fan.pengpenghu, add: 1, assumed: test}\npay:\n"
    )
    sink = Sink()
    prove(town(text)[0], sink)
    found = [one for one in sink.diagnostics if one.params.get("table") == "points"]
    assert [(one.code, one.params["row"]) for one in found] == [("KWX2604", "never")]


def test_a_comparison_names_the_row() -> None:
    other = FEW.replace("add: 2", "add: 3")
    found = compare(town(FEW)[0], town(other)[0], ("a", "b"))
    assert {one.path for one in found.structural if one.kind != "wording"} == {"points.last.add"}
    assert {one.rules for one in found.behavioural} == {("points.last",)}
    assert {one.kind for one in found.behavioural} <= {"payment", "scoring"}


@pytest.mark.parametrize(
    ("section", "code"),
    [
        ("points:\n  kan: {add: 1}", "KWX2221"),
        ("points:\n  kan: {when: self_draw, assumed: t}", "KWX2240"),
        ("points:\n  kan: {add: 1 - chain, assumed: t}", "KWX2305"),
        ("points:\n  kan: {add: none, assumed: t}", "KWX2422"),
        ("points:\n  kan: {add: share, assumed: t}", "KWX2404"),
        ("points:\n  kan:\n    add: points\n    assumed: t", "KWX2404"),
        ("fans:\n  liangdao: {times: 1 + points, assumed: t}", "KWX2404"),
        (
            "may_win:\n  - {id: cheap, when: points < 2, allowed: false, assumed: t}\n"
            "  - {id: else, allowed: true, assumed: t}",
            "KWX2404",
        ),
        (
            "points:\n  a: {add: 600000000000, assumed: t}\n"
            "  b: {when: self_draw, add: 600000000000, assumed: t}",
            "KWX2306",
        ),
    ],
)
def test_faults(section: str, code: str) -> None:
    sink = Sink()
    ruleset = resolve_variant(f"{HEAD}{section}\n", None, sink)
    if ruleset is not None and not sink.failed:
        check(ruleset, sink)
    assert [found.code for found in sink.diagnostics] == [code]
