"""How many passed wins are looked at: as many as some rule can tell apart."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.space.passing import passed_told_apart

TEXT = """
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
options:
  most: {default: 2, offered: [2, 3, 5], assumed: x}
define:
  let_go: winner.passed
fans:
  waited:
    name: {zh: 等, en: Waited}
    times: "TIMES"
    when: "WHEN"
    assumed: x
"""


@pytest.mark.parametrize(
    ("times", "when", "most"),
    [
        ("2", "self_draw", 0),
        ("2", "winner.passed >= 1", 2),
        ("2", "3 > let_go", 4),
        ("2", "winner.passed == 0 or winner.passed in [5, 7]", 8),
        ("2", "winner.passed > win.held", 5),
        ("2", "not winner.passed <= options.cap", 12),
        ("2 ** winner.passed", "winner.passed >= 1", 12),
        ("2 ** min(4, winner.passed)", "true", 4),
        ("2 ** min(let_go, 7, options.most)", "true", 5),
        ("1 + min(options.cap, winner.passed)", "true", 12),
        ("1 + min(3, max(1, winner.passed))", "true", 12),
        ("1 + max(min(3, winner.passed), min(2, let_go))", "let_go == 5", 6),
        ("1 + min(3, 2 * winner.passed)", "true", 12),
        ("2 if winner.passed == winner.passed else 1", "true", 0),
    ],
)
def test_no_more_are_told_apart_than_rules_take_or_compare(
    times: str, when: str, most: int
) -> None:
    text = TEXT.replace("TIMES", times).replace("WHEN", when)
    core = check(load_ruleset(text), Sink())
    assert core is not None
    (fan,) = (one for one in core.fans if one.id == "waited")
    assert [*passed_told_apart((fan.when, fan.times))] == [*range(1, most + 1)]
