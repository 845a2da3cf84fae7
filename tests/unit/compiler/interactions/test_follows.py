"""Switches of which one changes a fact, and the other what follows from it."""

from __future__ import annotations

import pytest

from .test_pairs import LATE, NO_CAP, PAIRS, PUNGS, Edit, forbids, met, of


def missed(condition: str) -> Edit:
    """Some wins are allowed after one was passed."""
    row = f"{{id: m, when: '{condition}', allowed: true, assumed: x}}"
    return ("missed: [", f"missed: [{row}, ")


DEARER = missed("value > passed.value")
FOURFOLD = missed("value >= 4 * passed.value")
MUST: Edit = ("must: []", "must: [win_off_discard]")
HORSES: Edit = (
    "  kong:\n    - {id: hidden",
    """\
  also: [
    {id: horses, when: self_draw, pay: horses, assumed: x},
    {id: twice, when: owed > 0, pay: 2 * winner.choice.bet, assumed: x},
  ]
  kong:
    - {id: hidden""",
)
TURNED: Edit = (
    "cap:\n  -",
    """\
horses:
  draw: [{id: n, number: 1, assumed: x}]
  hits: [{id: n, points: horse.rank, assumed: x}]
  again: [{id: n, allowed: false, assumed: x}]
choices:
  bet: {name: {zh: 注, en: Bet}, default: 0, offered: [0, 1, 3], assumed: x}
cap:
  -""",
)
TWO: Edit = ("{id: n, number: 1, ", "{id: n, number: 2, ")
DRAGON: Edit = ("points: horse.rank,", "points: '20 if horse.dragon else horse.rank',")
NINE: Edit = ("hits: [", "hits: [{id: q, when: horse.rank == 9, points: 90, assumed: x}, ")
AGAIN: Edit = ("again: [", "again: [{id: a, when: horse.dragon, allowed: true, assumed: x}, ")
MANY: Edit = ("also: [", "also: [{id: m, when: horses >= 15, pay: 5, assumed: x}, ")
BETS: Edit = ("offered: [0, 1, 3]", "offered: [0, 1, 3, 5]")
HIGH: Edit = (
    "also: [",
    "also: [{id: h, when: winner.choice.bet + payer.choice.bet >= 8, pay: 1, assumed: x}, ",
)
FED: Edit = ("also: [", "also: [{id: f, when: payer.fed, pay: 1, assumed: x}, ")


def facts(one: Edit, other: Edit, *also: Edit) -> dict[str, str]:
    """What is asked of which facts where two switches meet unseen; nothing where they are apart."""
    found = met(of(one, other, also=also or (NO_CAP,)))
    assert found.kind == ("open" if found.gaps else "apart")
    assert {gap.key for gap in found.gaps} <= {"follows"}
    return {str(gap.params["asking"]): str(gap.params["facts"]) for gap in found.gaps}


@pytest.mark.parametrize("row", [DEARER, FOURFOLD])
def test_what_hands_are_worth_meets_what_may_be_won_after_a_passed_win(row: Edit) -> None:
    """All triplets 2, with the switch 4; pairs 4, plain hands 1.

    Pairs after triplets are dearer, and no more with both; triplets are four times as dear as a
    plain hand with both alone.
    """
    assert facts(PUNGS, row) == {"turn.missed": "passed.value, value, may_win"}


def test_two_fans_meet_where_a_dearer_hand_may_be_won() -> None:
    """All triplets 2 and all pairs 4; with one switch 4 and 4, the other 2 and 8, both 4 and 8.

    From triplets to pairs: yes, no, yes, yes.
    """
    assert facts(PUNGS, PAIRS, NO_CAP, DEARER) == {"turn.missed": "passed.value, value"}


def test_what_no_passed_win_is_worth_is_no_matter() -> None:
    """The one changes only wins by self-draw, and those are never passed."""
    times = ("times: 2, when: last_tile, assumed: x", "times: '4 if self_draw else 2', ")
    drawn = (times[0], f"{times[1]}when: last_tile, assumed: x")
    assert facts(drawn, DEARER, NO_CAP, LATE) == {}


def test_where_only_who_has_revealed_may_win_again_worth_is_no_matter() -> None:
    assert facts(PUNGS, missed("winner.revealed")) == {}


def test_who_may_not_win_has_passed_nothing_and_must_not_win() -> None:
    """Forbidden: with neither, and must with the one alone; so what the one changes depends."""
    triplets = forbids("discard and fan.pungs")
    assert facts(triplets, missed("winner.revealed")) == {"turn.missed": "may_win"}
    assert facts(triplets, MUST) == {"turn.must": "may_win"}
    assert facts(PUNGS, MUST) == {"turn.must": "may_win"}  # some may win only from 2 on


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        (TWO, DRAGON, "horses"),  # 0 and 9 of a dragon and a nine; 20, 9; together 29
        (TWO, AGAIN, "horses"),
        (AGAIN, NINE, "horses"),  # a dragon brings a nine: 0, 9, 0, 90
        (DRAGON, MANY, "m"),  # a dragon is no 15; 20 is
    ],
)
def test_what_is_turned_meets_what_it_scores_and_what_is_paid(
    one: Edit, other: Edit, at: str
) -> None:
    found = facts(one, other, NO_CAP, TURNED, HORSES)
    assert found[f"pay.also.{at}"] == "horses"


@pytest.mark.parametrize("other", [PUNGS, FED])
def test_what_is_paid_beside_horses_is_paid_without_them(other: Edit) -> None:
    assert facts(TWO, other, NO_CAP, TURNED, HORSES) == {}


def test_what_may_be_chosen_meets_what_is_paid_for_it() -> None:
    """Two who choose 3 make 6; two who choose 5 make 10, and pay 1 more."""
    found = facts(BETS, HIGH, NO_CAP, TURNED, HORSES)
    assert found == {"pay.also.h": "payer.choice.bet, winner.choice.bet"}


def test_what_may_be_chosen_is_no_matter_to_what_does_not_ask() -> None:
    assert facts(BETS, FED, NO_CAP, TURNED, HORSES) == {}
