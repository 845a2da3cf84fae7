"""What players choose, tried together as far as rules tell it apart."""

from __future__ import annotations

from itertools import product

import pytest

from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.interactions.pairs import interactions
from kawuxing.compiler.matrix.pairs import matrix
from kawuxing.compiler.space.chosen import asked_of, left_out, varied
from kawuxing.runtime.circumstances import won

from .test_every_part import ALL, rules
from .variants import changed

Edit = tuple[str, str]
FIVE = "default: 0, offered: [0, 1, 2, 3, 4]"
SUM = "winner.choice.bet * 125 + winner.choice.more * 25 + payer.choice.bet * 5 + payer.choice.more"


def chosen(*rows: str) -> str:
    """All parts, with two choices of five values, and rows that are paid beside a win."""
    return changed(
        ("default: 0, offered: [0, 1]", FIVE),
        ("carried:\n", f"  more: {{{FIVE}, assumed: test}}\ncarried:\n"),
        ("    floor: {when", f"{''.join(f'    {row}{chr(10)}' for row in rows)}    floor: {{when"),
        text=ALL,
    )


BOTH = "both: {when: winner.choice.bet * winner.choice.more == 1, pay: 0, assumed: test}"
PAID: Edit = ("== 1, pay: 0", "== 1, pay: 1")


def test_choices_are_tried_together_as_far_as_rules_tell_them_apart() -> None:
    """What is paid where a player has chosen both is seen in no choice by itself."""
    text = chosen(
        BOTH,
        "some: {when: winner.choice.bet + payer.choice.bet == 9, pay: 1, assumed: test}",
        "none: {when: payer.choice.more == 9, pay: 1, assumed: test}",
    )
    found = compare(rules(text), rules(changed(PAID, text=text)), ("before", "after"))
    assert (found.gaps, found.equal) == ((), False)
    assert {(one.rules, one.swing) for one in found.behavioural} == {(("pay.also.both",), 1)}


@pytest.mark.slow
def test_too_many_choices_together_are_not_proven() -> None:
    """Of 625 combinations no two are alike to a sum."""
    text = chosen(BOTH, f"sum: {{when: winner.choice.bet > 9, pay: {SUM}, assumed: test}}")
    other = changed(PAID, text=text)
    found = compare(rules(text), rules(other), ("before", "after"))
    assert [(gap.key, gap.params["options"]) for gap in found.gaps] == [
        ("combinations", "choices.bet, choices.more")
    ]
    assert not matrix([rules(text), rules(other)]).cells[0].equal
    assert compare(rules(text), rules(text), ("before", "after")).equal


@pytest.mark.slow
def test_of_switches_that_choices_tell_apart_too_finely_it_is_said() -> None:
    """Two rows that ask for choices of which not all combinations are looked at."""
    base = chosen(f"sum: {{when: winner.choice.bet > 9, pay: {SUM}, assumed: test}}")
    one, other = (("sum: {when", f"{row}    sum: {{when") for row in (f"{BOTH}\n", _second(BOTH)))
    both = (one[0], other[1].removesuffix("sum: {when") + one[1])
    worlds = {
        frozenset(use): rules(changed(*([edit] if edit else []), text=base))
        for use, edit in (((), None), (("m0",), one), (("m1",), other), (("m0", "m1"), both))
    }
    met = interactions(worlds, ["m0", "m1"]).meeting(0, 1)
    assert met is not None
    assert [(gap.key, gap.params["options"]) for gap in met.gaps] == [
        ("combinations", "choices.bet, choices.more")
    ]


def test_every_answer_of_625_combinations_is_given_by_some_that_is_tried() -> None:
    """Sums and products worked out here, of all combinations and of those tried."""
    text = chosen(
        "one: {when: winner.choice.bet + payer.choice.bet >= 6, pay: 1, assumed: test}",
        "other: {when: true, pay: winner.choice.more * payer.choice.more, assumed: test}",
    )
    asked = asked_of([rules(text)])
    ways = varied([won("self_draw")], asked)
    tried = [(dict(one.winner_choice), dict(one.payer_choice)) for one in ways]

    def paid(winner_bet: int, payer_bet: int, winner: int, payer: int) -> tuple[bool, int]:
        return winner_bet + payer_bet >= 6, winner * payer

    given = {paid(w["bet"], p["bet"], w["more"], p["more"]) for w, p in tried}
    assert given == {paid(*values) for values in product(range(5), repeat=4)}
    assert (asked.number, len(tried) < 100, left_out(asked)) == (625, True, ())


def _second(row: str) -> str:
    return row.replace("both:", "twice:").replace("pay: 0", "pay: 2") + "\n"
