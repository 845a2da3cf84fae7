"""What is paid beside the payment for a win: every row that holds, each a payment of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.compile import check, compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import Item, items_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.locate import GivenText
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.proofs.translation import disagreement

from ..compiler.diff.variants import by_path, compared, core_of, rules_felt
from ..compiler.proofs.asking import only, proofs
from .towns import ALSO, PAIRS, PLAIN, TOWN, paid, paying, settled, town

if TYPE_CHECKING:
    from kawuxing.runtime.settle import Settlement

FED = {"seat": 0, "hand": PAIRS, "win": "8p", "by": "discard", "from": 2}
DREW = {"seat": 0, "hand": PAIRS, "win": "8p", "by": "self_draw"}
PAYING = paying(ALSO)


def sums(done: Settlement) -> tuple[int, ...]:
    assert sum(done.totals) == 0
    return done.totals


def test_every_row_that_holds_is_a_payment_of_its_own() -> None:
    """Seven pairs are 4, so that who fed them owes 8, half of it more, and 1; the other 1."""
    done = settled(PAYING, FED)
    assert paid(done) == [
        (1, 0, 1, "pay.also.ante"),
        (2, 0, 8, "pay.win.fed"),
        (2, 0, 1, "pay.also.ante"),
        (2, 0, 4, "pay.also.half"),
    ]
    assert sums(done) == (14, -1, -13)


def test_what_a_row_asks_is_of_the_best_reading() -> None:
    """4 × 2 for drawing it: each owes 8, 1 and 2 + 8."""
    done = settled(PAYING, DREW)
    assert [one[2:] for one in paid(done)] == [
        (8, "pay.win.drew"), (1, "pay.also.ante"), (10, "pay.also.both"),
    ] * 2  # fmt: skip
    assert sums(done) == (38, -19, -19)


def test_each_winner_is_paid_beside() -> None:
    """Both win on one 8p from seat 2: each gets 8 + 1 + 4 of it, and 1 of the other winner."""
    other = {**FED, "seat": 1, "hand": "1122334455668p"}
    assert sums(settled(PAYING, FED, other)) == (13, 13, -26)


def test_a_dealer_who_pays_beside_only_has_lost() -> None:
    """Seat 2 feeds; the dealer, seat 1, pays the ante and deals no longer."""
    flow = ("dealer: [{id", "dealer: [{id: lost, when: dealer.lost, next: winner, assumed: t}, {id")
    for text, dealer in ((TOWN, 1), (PAYING, 0)):
        assert settled(town(flow, text=text), FED, dealer=1).next_dealer == dealer


def test_stakes_are_multiplied_once() -> None:
    done = settled(PAYING, FED, options={"stake": 5})
    assert sums(done) == (70, -5, -65)


def test_a_score_has_them_in_what_is_owed_and_lists_them() -> None:
    score = load(PAYING).score(f"{PAIRS}+8p", by="discard")
    assert (score.value, score.owed, score.also) == (4, 13, (("ante", 1), ("half", 4)))
    answer = score.to_dict()
    assert answer["also"] == [{"id": "ante", "pay": 1}, {"id": "half", "pay": 4}]
    assert json.loads(score.to_json()) == answer
    assert "pay.win.fed 8 + pay.also.ante 1 + pay.also.half 4" in score.explain()


def test_a_hand_that_may_not_win_owes_nothing_beside() -> None:
    score = load(PAYING).score(f"{PLAIN}+9p", by="discard")
    assert (score.complete, score.may_win, score.owed, score.also) == (True, False, 0, ())
    assert "also" not in score.to_dict()


def test_without_the_section_nothing_is_said_of_it() -> None:
    rules = load(TOWN)
    assert rules.program.pay_also is None
    assert "also" not in rules.score(f"{PAIRS}+8p", by="discard").to_dict()
    assert "also" not in compile_core(core_of(TOWN)).text


@pytest.mark.parametrize("also", ["", "  also: []\n"])
def test_an_empty_section_is_none(also: str) -> None:
    assert load(paying(also)).program.pay_also is None


def test_a_module_agrees_with_the_interpreter() -> None:
    core = core_of(PAYING)
    module = module_of(compile_core(core).text, "mint")
    assert disagreement(core, module) is None


def test_a_module_that_pays_something_else_beside_is_found_out() -> None:
    core = core_of(PAYING)
    text = compile_core(core).text
    wrong = text.replace("n := owed // 2", "n := owed // 3")
    assert wrong != text
    found = disagreement(core, module_of(wrong, "mint"))
    assert found is not None
    assert found.key in {"owed", "also"}


# --- inheritance


def child(also: str) -> str:
    return (
        "kawuxing: 1\nvariant: kid\nname: {zh: 子, en: Kid}\nextends: hubei\npay:\n  also:\n" + also
    )


def test_a_child_adds_rows_without_saying_where() -> None:
    rules = load(child("    ante: {pay: 3, assumed: test}\n    one: {pay: 1, assumed: test}\n"))
    assert [row.id for row in rules.program.rows["pay.also"]] == ["ante", "one"]
    score = rules.score("4556p123789s777z+5p", by="discard")
    assert score.also == (("ante", 3), ("one", 1))


# --- types and ranges


@pytest.mark.parametrize(
    ("pay", "code"),
    [
        ("owed - 1", "KWX2305"),
        ("self_draw", "KWX2411"),
        ("2 ** owed", "KWX2421"),
        ("999999999999 * 1000", "KWX2306"),
    ],
)
def test_payments_beside_are_numbers_of_a_size(pay: str, code: str) -> None:
    """`pay.win` may come to 0, or to 4 × 10¹¹: with it the last is more than 10¹⁵."""
    sink = Sink()
    huge = ("times: 4, when: seven_pairs", "times: 100000000000, when: seven_pairs")
    text = paying(f"  also: [{{id: one, pay: {pay}, assumed: test}}]\n", town(huge))
    ruleset = resolve_location(GivenText(text, "mint.yaml", "."), None, sink)
    assert ruleset is not None
    check(ruleset, sink)
    assert [one.code for one in sink.diagnostics] == [code]


def test_what_is_owed_is_asked_nowhere_else() -> None:
    sink = Sink()
    text = town(("fed, when: payer.fed,", "fed, when: payer.fed and owed > 2,"))
    ruleset = resolve_location(GivenText(text, "mint.yaml", "."), None, sink)
    assert ruleset is not None
    check(ruleset, sink)
    assert [one.code for one in sink.diagnostics] == ["KWX2404"]


# --- proofs


def test_the_largest_payment_has_what_is_paid_beside() -> None:
    """Seven pairs drawn: 8, 1 and 2 + 8."""
    found = next(one for one in proofs(PAYING, facts=True) if one.code == "KWX2610")
    assert found.params["amount"] == 19
    assert found.params["rule"] == "pay.win.drew + pay.also.ante + pay.also.both"


def test_a_row_that_never_holds_even_the_last() -> None:
    found = only(paying(f"{ALSO}    - {{id: odd, when: owed == 3, pay: 1, assumed: test}}\n"))
    assert (found.code, found.params["row"], found.params["table"]) == (
        "KWX2604", "odd", "pay.also",
    )  # fmt: skip


def test_rows_that_should_not_hold_at_once() -> None:
    text = town(("dealer: [{id", "exclusive: [pay.also]\ndealer: [{id"), text=PAYING)
    found = {(one.params["row"], one.params["other"]) for one in proofs(text)}
    assert found == {("half", "ante"), ("both", "ante")}


# --- differences


def test_another_payment_beside_is_that_row_s() -> None:
    after = town(("id: ante, pay: 1", "id: ante, pay: 2"), text=PAYING)
    found = compared(PAYING, after)
    assert set(rules_felt(found).items()) == {(("pay.also.ante",), "payment")}
    assert {one.swing for one in found.behavioural} == {1}


def test_what_a_section_adds() -> None:
    """The feeder of seven pairs pays 1 + 4 more, others the ante; of a self-draw 1 + 10."""
    found = compared(TOWN, PAYING)
    swings = {one.rules: one.swing for one in found.behavioural}
    assert swings == {
        ("pay.also.ante",): 1,
        ("pay.also.ante", "pay.also.half"): 5,
        ("pay.also.ante", "pay.also.both"): 11,
    }


def test_the_order_of_rows_does_not_matter() -> None:
    ante, rest = ALSO.splitlines(keepends=True)[1], ALSO.splitlines(keepends=True)[2:]
    after = paying("".join(["  also:\n", *rest, ante]))
    found = compared(PAYING, after)
    assert found.behavioural == ()
    assert by_path(found) == {}


# --- what examples show

OWED = """\
examples:
  - id: fed
    why: 8 of the feeder, 1 and 4 beside
    hand: "1133556677899p+8p"
    by: discard
    expect: {owed: 13}
"""
DRAWN = """\
  - id: drawn
    why: 4 × 2, 1 and 10 beside, from each
    hand: "1133556677899p+8p"
    expect: {owed: 19}
  - id: cheap
    why: self-draw 2 and 1
    hand: "1112345678999p+9p"
    expect: {owed: 3}
"""


def test_examples_run_with_both_evaluators() -> None:
    (member,) = family(PAYING + OWED + DRAWN)
    assert [one.example.id for one in member.runs] == ["fed", "drawn", "cheap"]
    assert [one.trace.facts["owed"] for one in member.runs] == [13, 19, 3]


def rules_shown(text: str) -> dict[str, Item]:
    return {one.unit.rule: one for one in items_of(family(text)) if not one.unit.part}


def test_rows_that_examples_reach() -> None:
    """One example shows the ante and the half, the others that the latter may fail."""
    items = rules_shown(PAYING + OWED)
    assert (items["pay.also.ante"].missing, items["pay.also.half"].missing) == ((), ("vetoed",))
    assert items["pay.also.both"].missing == ("fired",)
    items = rules_shown(PAYING + OWED + DRAWN)
    assert [items[f"pay.also.{row}"].missing for row in ("ante", "half", "both")] == [()] * 3


def test_rows_are_not_swapped_but_changed() -> None:
    mutants = [one for one in mutants_of(core_of(PAYING).ruleset) if "pay.also" in one.rule]
    assert {one.kind for one in mutants} >= {"never", "number", "dropped"}
    assert "swapped" not in {one.kind for one in mutants}


def test_what_examples_notice_of_payments_beside() -> None:
    found = {
        (one.mutant.rule, one.mutant.kind, one.mutant.after): one.status
        for one in mutate(family(PAYING + OWED + DRAWN))
        if one.mutant.rule.startswith("pay.also")
    }
    assert found["pay.also.ante", "number", "2"] == "killed"
    assert found["pay.also.half", "never", ""] == "killed"
    assert "error" not in found.values()
