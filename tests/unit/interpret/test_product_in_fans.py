"""Fans that ask for the product are told that of all fans which do not, by both evaluators."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check, compile_core, module_of, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

TOWN = """
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
define:
  big: product >= 4
fans:
  raised:
    name: {zh: 补足, en: Raised}
    times: (16 - 1) // product + 1
    when: big and self_draw and product < 16
    assumed: test
  beside: {name: {zh: 另有, en: Beside}, times: 3, when: big and fan.raised, assumed: test}
cap:
  - {id: rest, at: 1000, when: product >= 40, assumed: test}
  - {id: unlimited, at: none, assumed: test}
"""


@cache
def core_of_town() -> Core:
    core = check(load_ruleset(TOWN), Sink())
    assert core is not None
    return core


@pytest.mark.parametrize(
    ("hand", "by", "fans"),
    [
        ("23789p123444s77z+1p", "self_draw", {}),
        ("113355p224477s7z+7z", "self_draw", {"qidui": 4, "raised": 4, "beside": 3}),
        ("113355p224477s7z+7z", "discard", {"qidui": 4}),
        ("1122333p445566s+3p", "self_draw", {"longqidui": 8, "raised": 2, "beside": 3}),
        ("1122334455667s+7s", "self_draw", {"qingyise": 4, "raised": 4, "beside": 3}),
    ],
)
def test_fans(hand: str, by: str, fans: dict[str, int]) -> None:
    core = core_of_town()
    rules = run_module(compile_core(core))
    product = 1
    for times in fans.values():
        product *= times
    score = rules.score(hand, by=by)
    assert (dict(score.fans), score.product) == (fans, product)
    parsed = parse_hand(hand, rules.program.tiles)
    walked = judge(core, parsed, won(by), all_options(core, {}))
    assert walked is not None
    assert (dict(walked.best.fans), walked.best.product) == (fans, product)


@pytest.mark.slow
def test_module_and_interpreter_agree_everywhere() -> None:
    core = core_of_town()
    assert disagreement(core, module_of(compile_core(core).text, "town")) is None
