"""Rounds in which horses were turned speak of the tables that were asked about them."""

from __future__ import annotations

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate

from ..toy import TOY

TURNED = TOY.replace(
    "  kong:\n", "  also: [{id: horses, pay: horses, assumed: a toy}]\n  kong:\n", 1
) + (
    "horses:\n"
    "  draw: [{id: own, when: self_draw, number: 1, assumed: a toy}, "
    "{id: none, number: 0, assumed: a toy}]\n"
    "  hits: [{id: low, when: horse.rank < 5, points: 2, assumed: a toy}, "
    "{id: high, points: 4, assumed: a toy}]\n"
)
ROUND = """\
  - id: turned
    why: seven pairs 3, and 2 for a horse below 5
    round:
      players: 3
      dealer: 0
      horses: [4p]
      end: {kind: win, wins: [{seat: 0, hand: "1133556677899p", win: 8p}]}
    expect: {totals: [10, -5, -5]}
"""


def test_a_round_shows_and_notices_what_its_horses_score() -> None:
    members = family(TURNED + "examples:\n" + ROUND)
    assert members[0].failing == 0
    reached = {item.unit.rule: item.missing for item in items_of(members)}
    assert reached["horses.draw.own"] == ("vetoed",)
    assert reached["horses.hits.low"] == ("vetoed",)
    assert reached["horses.hits.high"] == ("fired",)
    mutants = mutants_of(members[0].core.ruleset)
    others = {one.key for one in mutants if not one.rule.startswith("horses.")}
    killed = {
        (one.mutant.rule, one.mutant.before, one.mutant.after)
        for one in mutate(members, others)
        if one.status == "killed"
    }
    assert ("horses.hits.low", "2", "3") in killed
    assert ("horses.hits.low", "5", "4") in killed
    assert ("horses.draw.own", "1", "0") in killed
    assert ("horses.hits.high", "4", "5") not in killed
