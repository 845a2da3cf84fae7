"""Rulesets that once went wrong: each with what is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand

from ...running import strictly_typed

if TYPE_CHECKING:
    from pathlib import Path

TOWN = """kawuxing: 1
variant: {id}
name: {{zh: "{name}", en: Odd}}
extends: hubei
{rest}
"""


def codes(id_: str = "odd", name: str = "某地", rest: str = "") -> list[str]:
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(TOWN.format(id=id_, name=name, rest=rest))
    return [found.code for found in caught.value.diagnostics]


@pytest.mark.parametrize("id_", ["class", "import", "typing", "json", "token", "kawuxing"])
def test_ids_no_module_can_have(id_: str) -> None:
    assert codes(id_=id_) == ["KWX2275"]


@pytest.mark.parametrize("name", [r"a\nfans: {}", r"a\r::warning::", r"a\u2028b", r"a\n"])
def test_a_name_is_one_line(name: str) -> None:
    # U+2028 is refused as an invisible character already.
    assert "KWX2276" in codes(name=name)


TIES = {
    # 123 123 123 or 111 222 333: both worth 1, but only the second may win off the high 3.
    "may_win": (
        "may_win:\n"
        "  - {id: high, when: discard and win.place == high, allowed: false, assumed: x}\n"
        "  - {id: else, allowed: true, assumed: x}",
        (True, 1, "else"),
    ),
    # Both may win; the triplet is owed 7.
    "pay.win": (
        "pay:\n  win:\n"
        "    - {id: triplet, when: win.place == triplet, pay: 7, assumed: x}\n"
        "    - {id: other, pay: 2, assumed: x}",
        (True, 7, "else"),
    ),
}


@pytest.mark.parametrize("table", TIES)
def test_equal_readings_are_taken_as_serves_the_winner(table: str) -> None:
    rest, (allowed, owed, row) = TIES[table]
    text = TOWN.format(id="odd", name="某地", rest=rest)
    core = check(load_ruleset(text), Sink())
    assert core is not None
    rules = run_module(compile_core(core))
    hand = "11122233p456s77z +3p"
    score = rules.score(hand, by="discard")
    assert (score.may_win, score.owed, score.judgement.rows[0]) == (allowed, owed, row)
    assert score.reading is not None
    assert score.reading.win.place == "triplet"
    parsed = parse_hand(hand, rules.program.tiles)
    walked = judge(core, parsed, won("discard"), all_options(core, {}))
    assert walked is not None
    assert (walked.may_win, walked.owed, walked.best.reading) == (allowed, owed, score.reading)


def test_modules_that_ask_which_suit_it_is_are_strictly_typed(
    tmp_path: Path, types_known: Path
) -> None:
    rest = (
        "fans:\n  odd_fan:\n    name: {zh: 怪番, en: Odd fan}\n    times: 2\n"
        "    when: not any(t.tiles > 0 and t.suit != dots for t in suits)\n    assumed: x"
    )
    core = check(load_ruleset(TOWN.format(id="odd", name="某地", rest=rest)), Sink())
    assert core is not None
    compiled = compile_core(core)
    rules = run_module(compiled)
    # All dots scores it, one bamboo set does not.
    assert "odd_fan" in dict(rules.score("11122233345p55z +6p").fans)
    assert "odd_fan" not in dict(rules.score("111222p33345s55z +6s").fans)
    module = tmp_path / "odd.py"
    module.write_text(compiled.text, "utf-8")
    found = strictly_typed(module, known=types_known)
    assert found == "Success: no issues found in 1 source file\n"
