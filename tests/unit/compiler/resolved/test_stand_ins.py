"""One mistake does not hide others: what cannot be read is replaced by what is right everywhere."""

from __future__ import annotations

from kawuxing.compiler.surface.printer import print_expression

from ..towns import over_base

BROKEN = """\
options:
  cap: {default: 010}
define:
  broken: 1 +
  of_broken: broken + 1
  sound: triplets + 1
fans:
  dear: {when: of_broken == 2, assumed: x}
  other: {when: sound == 2, times: broken, assumed: x}
  cheap: {when: self_draw and, assumed: x}
cap:
  high: {at: 'max(16, options.cap)', assumed: x}
may_win: {any: {allowed: broken > 1, assumed: x}}
"""


def test_what_speaks_of_something_broken_is_replaced() -> None:
    found = over_base(BROKEN)
    assert len(found.codes) == 3  # the default, and the two expressions that end too early
    ruleset = found.ruleset
    assert ruleset is not None
    fans = {fan.id: fan for fan in ruleset.fans}
    assert print_expression(fans["dear"].when) == "true"
    assert print_expression(fans["other"].when) == "sound == 2"
    assert print_expression(fans["other"].times) == "1"
    assert print_expression(fans["cheap"].when) == "self_draw"  # the parent's
    defines = {define.id: print_expression(define.body) for define in ruleset.defines}
    assert defines["sound"] == "triplets + 1"
    assert defines["of_broken"] == defines["broken"] == "true"
    cap, may_win = ruleset.tables[0], ruleset.tables[1]
    assert [print_expression(row.result) for row in cap.rows] == ["1", "12", "1"]
    assert print_expression(may_win.rows[0].result) == "true"


def test_nothing_is_replaced_in_a_sound_ruleset() -> None:
    ruleset = over_base("").ruleset
    assert ruleset is not None
    assert print_expression(ruleset.tables[0].rows[2].result) == "options.cap"
