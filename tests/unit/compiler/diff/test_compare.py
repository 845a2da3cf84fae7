"""Comparisons against hands looked at one by one, and against what a person can work out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Accepted, Bystander, Choice, Outcome, WonHand
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.driver import load_ruleset
from kawuxing.runtime.notation import format_hand

from .one_by_one import TWO_COPIES, Counted, one_by_one
from .variants import (
    BASE,
    changed,
    compared,
    hold_to_its_word,
    only,
    rules_felt,
)

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.diff.findings import Behavioural, Comparison


@pytest.mark.parametrize(
    ("old", "new", "rules", "kind"),
    [
        ("pairs}, times: 4", "pairs}, times: 5", ("fans.pairs",), "scoring"),
        ("win.rank == 5 and win.place == middle", "win.rank in [4, 5] and win.place == middle",
         ("fans.middle",), "scoring"),
        ("when: last_tile", "when: last_tile and self_draw", ("fans.last",), "scoring"),
        ("common, at: options.cap", "common, at: 4", ("cap.common",), "scoring"),
        ("default: false", "default: true", ("may_win.cheap",), "eligibility"),
        ("share * (players - 1)", "share * players", ("pay.win.all",), "payment"),
        ("fed, when: payer.fed, pay: share,", "fed, when: payer.fed, pay: share + 1,",
         ("pay.win.fed",), "payment"),
        ("when: seven_pairs, assumed", "when: seven_pairs and pair.dragon, assumed",
         ("fans.pairs",), "scoring"),
    ],
)  # fmt: skip
def test_counts_swings_and_witnesses_are_those_of_all_hands(
    old: str, new: str, rules: tuple[str, ...], kind: str
) -> None:
    after = changed((old, new), text=TWO_COPIES)
    found = compared(TWO_COPIES, after)
    (one,) = (one for one in found.behavioural if (one.kind, one.rules) == (kind, rules))
    assert one.settings == ({}, {})
    assert isinstance(one.witness, WonHand)
    told = Counted(one.count, one.of, one.swing, format_hand(one.witness.hand))
    assert told == one_by_one(TWO_COPIES, after, kind)
    assert one.of == found.space.points
    assert one.share == one.count / one.of


def test_a_fan_nobody_reaches_makes_no_difference() -> None:
    """Nobody holds four of a kind where there are two copies."""
    found = compared(TWO_COPIES, changed(("times: 8", "times: 9"), text=TWO_COPIES))
    assert [one.path for one in found.structural] == ["fans.fours.times"]
    assert found.equal


def test_the_differences_of_two_towns() -> None:
    found = towns("suizhou", "xiaogan")
    assert found.proven
    assert not found.equal
    assert found.space[:4] == (49_380_393, 170_828_673, 28, 16)
    felt = {one.rules: one for one in found.behavioural}
    five = felt["fans.kawuxing",]
    assert five.kind == "scoring"
    assert fans_and_value(five.before) == (2, ["kawuxing"])
    assert fans_and_value(five.after) == (4, ["kawuxing"])
    assert isinstance(five.witness, WonHand)
    assert format_hand(five.witness.hand) == "11112222333p46s+5s"
    cap = felt["cap.common",]
    assert cap.kind == "scoring"
    assert fans_and_value(cap.before) == (8, ["qingyise", "ansigui"])
    assert fans_and_value(cap.after) == (16, ["qingyise", "ansigui"])
    assert felt["may_win.cheap",].kind == "eligibility"
    assert {"fans.kawuxing.times", "options.cap.default", "cap.shuang", "may_win.cheap"} <= {
        one.path for one in found.structural
    }
    for one in found.behavioural:
        hold_to_its_word(one, found)


def fans_and_value(answer: object) -> tuple[int, list[str]]:
    assert isinstance(answer, Outcome)
    return answer.value, [fan for fan, _ in answer.fans]


@cache
def town(variant: str) -> Core:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return core


@cache
def towns(before: str, after: str) -> Comparison:
    return compare(town(before), town(after), (before, after))


def test_turned_round_the_same_differs() -> None:
    there, back = towns("suizhou", "xiaogan"), towns("xiaogan", "suizhou")

    def turned(one: Behavioural) -> tuple[object, ...]:
        return (one.kind, one.rules, one.count, one.swing)

    assert sorted(map(turned, there.behavioural)) == sorted(map(turned, back.behavioural))


def test_a_variant_is_what_it_is() -> None:
    for variant in ("hubei", "suizhou", "xiangyang", "xiaogan"):
        found = towns(variant, variant)
        assert found.equal
        assert found.structural == ()


def test_options_given_are_all_that_is_compared() -> None:
    same = compared(BASE, BASE, Settings({"cap": 8}, {"cap": 8}))
    assert same.equal
    assert same.space.settings == 1
    found = compared(BASE, BASE, Settings({"cap": 8}, {"cap": 16}))
    assert rules_felt(found) == {("cap.common",): "scoring"}
    assert only(found).settings == ({"cap": 8}, {"cap": 16})
    assert found.structural == ()


def test_a_difference_under_an_option_names_the_option() -> None:
    """Only a cap of 16 or more, or none, lets the dear fan be felt beyond the high row."""
    strict = changed(("product < 2", "product < 3"))
    one = only(compared(BASE, strict))
    assert (one.kind, one.rules) == ("eligibility", ("may_win.cheap",))
    assert one.settings == ({"strict": True}, {"strict": True})


def test_one_finding_tells_of_all_options() -> None:
    """A cap of 1 hides it. The others: 8, 16, 100 and none, strict or not."""
    found = compared(BASE, changed(("pairs}, times: 4", "pairs}, times: 5")))
    one = only(found)
    assert one.settings == ({}, {})
    assert (one.shows, one.tried, found.space.settings) == (8, 10, 10)
    assert (one.swing, one.widest) == (4, 4), "pairs, last and shown: 16 and 20"


def test_an_option_that_only_one_side_has_is_set_there() -> None:
    more = changed(
        ("options:\n", "options:\n  more: {default: 1, offered: [1, 3], assumed: x}\n"),
        ("win.place == middle\n", "win.place == middle and options.more == 1\n"),
    )
    worth, allowed = compared(BASE, more).behavioural
    assert (worth.rules, worth.settings) == (("fans.middle",), ({}, {"more": 3}))
    assert (allowed.kind, allowed.rules) == ("eligibility", ("fans.middle",))
    assert allowed.settings == ({"strict": True}, {"strict": True, "more": 3})
    back, _ = compared(more, BASE).behavioural
    assert back.settings == ({"more": 3}, {})


def test_what_a_table_may_choose() -> None:
    found = compared(BASE, changed(("to: 100", "to: 90")))
    one = only(found)
    assert (one.kind, one.rules) == ("flow", ("options.cap",))
    assert (one.count, one.of) == (10, 101)  # 91 to 100, of 1 to 100 and none
    assert one.witness == Choice("cap", 91)
    assert (one.before, one.after) == (Accepted(True), Accepted(False))
    wider = only(compared(BASE, changed(("offered: [8, 16, none]", "offered: [8, 120, none]"))))
    assert (wider.witness, wider.count, wider.of) == (Choice("cap", 120), 1, 102)


def test_payments_without_a_hand() -> None:
    kong = only(compared(BASE, changed(("pay: 2 * 2 ** (kong.chain - 1)", "pay: 2 * kong.chain"))))
    assert kong.rules == ("pay.kong.hidden",)
    # the same for one kong and two; of chains 3 to 12 every one, revealed or not
    assert (kong.count, kong.of, kong.swing) == (16, 80, 2**10 - 20)
    assert (kong.before, kong.after) == (8, 6)
    drawn = only(compared(BASE, changed(("pay: 1,", "pay: 5,"))))
    assert (drawn.rules, drawn.count, drawn.of, drawn.swing) == (("pay.drawn.shown",), 2, 6, 4)


def test_what_other_payers_owe() -> None:
    """Who did not deal the tile pays nothing here, whatever the hand."""
    one = only(
        compared(
            BASE,
            changed(
                (
                    "- {id: nobody, pay: 0, assumed: test}\n  kong",
                    "- {id: nobody, pay: 1, assumed: test}\n  kong",
                )
            ),
        )
    )
    assert (one.kind, one.rules, one.swing) == ("payment", ("pay.win.nobody",), 1)
    assert (one.before, one.after) == (0, 1)
    assert one.count == one.of
    assert isinstance(one.witness, Bystander)
    assert one.witness.won.discard
    assert not one.witness.payer_revealed


def test_fingerprints_stay_and_tell_differences_apart() -> None:
    prints = {one.fingerprint for one in towns("suizhou", "xiaogan").behavioural}
    assert len(prints) == len(towns("suizhou", "xiaogan").behavioural)
    again = compare(town("suizhou"), town("xiaogan"), ("a", "b"))
    assert {one.fingerprint for one in again.behavioural} == prints
    commented = changed(("fans:\n", "# a comment\nfans:\n"), ("zh: 末张", "zh: 最后"))
    one = only(compared(BASE, changed(("times: 8", "times: 9"))))
    assert only(compared(commented, changed(("times: 8", "times: 9"), text=commented))) == one
