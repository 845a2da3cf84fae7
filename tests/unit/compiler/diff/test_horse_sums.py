"""What tiles turned after a win score together is looked at wherever a rule may tell it apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Outcome, WonHand

from .variants import changed, core_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kawuxing.compiler.diff.findings import Comparison

TOWN = changed(
    (
        "pay:\n  win:",
        """\
horses:
  draw:
    - {id: drew, when: self_draw, number: 4, assumed: test}
    - {id: none, number: 0, assumed: test}
  hits: [{id: pips, points: 0 if horse.dragon else horse.rank, assumed: test}]
pay:
  also:
    horses: {when: horses > 0, pay: 'HORSES', assumed: test}
  win:""",
    ),
)
"""Four tiles of one to nine: every sum from 0 to 36."""


def paying(pay: str) -> str:
    return TOWN.replace("HORSES", pay)


def against(pay: str) -> Comparison:
    return compare(core_of(paying("horses")), core_of(paying(pay)), ("before", "after"))


@pytest.mark.parametrize(
    ("pay", "answer"),
    [
        ("18 if horses == 17 else horses", lambda horses: 18 if horses == 17 else horses),
        (
            "horses if horses < 21 or horses > 22 else 25",
            lambda horses: 25 if horses in (21, 22) else horses,
        ),
        (
            "horses if horses not in [13, 14] else 0",
            lambda horses: 0 if horses in (13, 14) else horses,
        ),
        ("horses + (1 if horses % 11 == 5 else 0)", lambda horses: horses + (horses % 11 == 5)),
        ("horses + (horses + 19) // 40 * 3", lambda horses: horses + (horses + 19) // 40 * 3),
        ("min(horses, 17)", lambda horses: min(horses, 17)),
        ("horses + (1 if horses * 2 == 34 else 0)", lambda horses: horses + (horses == 17)),
    ],
)
def test_a_sum_in_the_middle_is_looked_at(pay: str, answer: Callable[[int], int]) -> None:
    (found,) = against(pay).behavioural
    assert found.rules == ("pay.also.horses",)
    assert isinstance(found.witness, WonHand)
    assert isinstance(found.before, Outcome)
    assert isinstance(found.after, Outcome)
    horses = found.witness.won.horses
    assert 0 < horses <= 36
    assert found.after.owed - found.before.owed == answer(horses) - horses != 0


@pytest.mark.parametrize(
    "pay", ["horses + 0", "horses if horses < 20 else horses", "min(horses, 36)", "max(horses, 1)"]
)
def test_another_spelling_of_the_same_is_equal(pay: str) -> None:
    assert against(pay).equal


def test_a_sum_that_is_met_in_what_is_owed_is_looked_at() -> None:
    """Nothing that is written stands beside the sum at which what is owed comes to a number."""
    town = paying("0").replace("self_draw, pay: share", "self_draw, pay: 100 + horses")
    other = town.replace("when: horses > 0, pay: '0'", "when: owed == 117, pay: 1")
    (found,) = compare(core_of(town), core_of(other), ("before", "after")).behavioural
    assert isinstance(found.witness, WonHand)
    assert found.witness.won.horses == 17


def turning(number: int, hits: str, again: str = "") -> str:
    """The town where so many tiles are turned after a self-draw, and what they score."""
    town = paying("PAID").replace("number: 4", f"number: {number}")
    return town.replace("points: 0 if horse.dragon else horse.rank", f"points: {hits}").replace(
        "pay:\n  also:",
        "  again: [{id: again, allowed: AGAIN, assumed: test}]\npay:\n  also:".replace(
            "AGAIN", again
        )
        if again
        else "pay:\n  also:",
    )


@pytest.mark.parametrize(
    ("town", "most"),
    [
        (turning(12, "9 if horse.rank == 9 else 0"), 36),  # there are four nines
        (turning(12, "10 if horse.won else 0"), 30),  # one of the four is the winning tile
        (turning(12, "horse.rank"), 4 * 9 + 4 * 8 + 4 * 7),
        (turning(12, "5 if horse.dragon else 0"), 4 * 5),
        (turning(2, "0 if horse.dragon else horse.rank", "horse.rank == 1"), 4 + 2 * 9),
        (turning(1, "1 if horse.rank == 1 else 0", "horse.rank == 1"), 4),
        (turning(1, "9 if horse.rank == 9 else 0", "horse.rank == 1"), 9),
        (turning(4, "3 if horse.turned == 2 else 0"), 3),
        (turning(1, "3 if horse.turned == 2 else 0", "horse.turned == 1"), 3),
    ],
)
def test_no_more_is_turned_than_there_is(town: str, most: int) -> None:
    """What is owed differs at the most that can be turned, and nowhere if it differs beyond."""
    plain = core_of(town.replace("PAID", "horses"))
    for limit, equal in ((most, True), (most - 1, False)):
        other = core_of(town.replace("PAID", f"min(horses, {limit})"))
        assert compare(plain, other, ("before", "after")).equal is equal, limit
