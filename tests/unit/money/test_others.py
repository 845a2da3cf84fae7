"""What all others have chosen beside the two between whom money moves."""

from __future__ import annotations

import json
from itertools import product

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.compile import compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.space.chosen import asked_of, varied
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.round.account import items_of
from kawuxing.runtime.round.rules import RoundRules

from ..compiler.diff.variants import compared, core_of, rules_felt
from ..compiler.proofs.asking import proofs
from .test_choices import CHOICES, FED, codes
from .towns import PAIRS, paid, paying, settled, town

ALSO = """\
  also:
    - {id: all, when: owed > 0, pay: winner.choice.ante + others.choice.ante, assumed: test}
"""
ASKED = town(
    ("fans:\n", f"{CHOICES}fans:\n"),
    ("hidden, when: kong.concealed, pay: 2,",
     "hidden, when: kong.concealed, pay: others.choice.bird,"),
    ("not payee.revealed, pay: 1,", "not payee.revealed, pay: 10 * others.choice.bird,"),
    text=paying(ALSO),
)  # fmt: skip
FOUR = town(("seats: 3", "seats: 4"), ("suits: [dots]", "suits: [dots, bamboos]"), text=ASKED)


def test_of_three_players_it_is_the_third() -> None:
    """Seven pairs fed are 8; seat 0 has chosen 1 and the third, seat 1, 5."""
    done = settled(ASKED, FED, choices={"ante": [1, 5, 2]})
    assert paid(done) == [(2, 0, 8, "pay.win.fed"), (2, 0, 6, "pay.also.all")]


def test_of_four_they_are_added_up() -> None:
    """Seat 0 has chosen 1, seats 1 and 3 together 7."""
    done = settled(FOUR, FED, players=4, choices={"ante": [1, 5, 2, 2]})
    assert (2, 0, 8, "pay.also.all") in paid(done)


def test_of_two_there_are_none() -> None:
    text = town(("seats: 3", "seats: 2"), text=ASKED)
    done = settled(text, {**FED, "from": 1}, players=2, choices={"ante": [1, 5]})
    assert (1, 0, 1, "pay.also.all") in paid(done)


def test_who_says_nothing_is_counted_with_the_default() -> None:
    """A bird is 1 if nothing is said: a concealed kong brings that of the third player."""
    kong = {"by": 0, "kind": "concealed", "tile": "2p"}
    done = settled(ASKED, kongs=[kong], choices={"bird": [1, 3, 1]})
    assert [one[:3] for one in paid(done)] == [(1, 0, 1), (2, 0, 3)]
    done = settled(FOUR, players=4, kongs=[kong], choices={"bird": [1, 3, 1, 1]})
    assert [one[:3] for one in paid(done)] == [(1, 0, 2), (2, 0, 4), (3, 0, 4)]
    assert [one[:3] for one in paid(settled(ASKED, kongs=[kong]))] == [(1, 0, 1), (2, 0, 1)]


def test_a_drawn_hand_asks_for_the_third() -> None:
    done = settled(ASKED, revealed=[0], choices={"bird": [1, 3, 1]})
    assert [one[:3] for one in paid(done)] == [(0, 1, 10), (0, 2, 30)]


def test_a_score_is_told_of_all_others_together() -> None:
    rules = load(FOUR)
    hand = f"{PAIRS}+8p"
    said = {"ante": {"winner": 1, "payer": 5, "others": 7}}
    score = rules.score(hand, by="discard", choices=said)
    assert score.also == (("all", 8),)
    line = "    Ante: the winner chose 1, the payer 5, all others together 7"
    assert line in score.explain("en").split("\n")
    assert "，其余各家合计 7" in score.explain("zh")


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        (ASKED, 5, ""),
        (ASKED, 3, "KWX3552"),
        (FOUR, 3, ""),
        (FOUR, 10, ""),
        (FOUR, 8, "KWX3552"),
        (FOUR, "7", "KWX3406"),
    ],
)
def test_others_can_choose_what_their_numbers_come_to(text: str, value: object, code: str) -> None:
    """One player chooses 0, 1, 2 or 5; two of them come to 3 and to 10, and never to 8."""
    asked = {"hand": f"{PAIRS}+8p", "choices": {"ante": {"others": value}}}
    answer = json.loads(Requests(load(text)).score_line(json.dumps(asked)))
    assert answer.get("error", {}).get("code", "") == code


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("others.choice.ante, assumed", "others.choice.auntie, assumed", ["KWX2439"]),
        ("others.choice.ante, assumed", "others.choice, assumed", ["KWX2405"]),
        ("others.choice.ante, assumed", "others.revealed, assumed", ["KWX2409"]),
        ("others.choice.ante, assumed", "others.choice.ante - 1, assumed", ["KWX2305"]),
        ("times: 2, when: self_draw", "times: 2, when: others.choice.ante > 0", ["KWX2404"]),
    ],
)
def test_what_a_ruleset_cannot_say(old: str, new: str, expected: list[str]) -> None:
    assert codes(town((old, new), text=ASKED)) == expected


@pytest.mark.parametrize("text", [ASKED, FOUR])
def test_a_module_agrees_with_the_interpreter(text: str) -> None:
    core = core_of(text)
    made = compile_core(core).text
    assert disagreement(core, module_of(made, "mint")) is None
    wrong = made.replace("c.others_choice, 'ante'", "c.payer_choice, 'ante'")
    assert wrong != made
    assert disagreement(core, module_of(wrong, "mint")) is not None


def test_the_largest_payment_counts_all_others() -> None:
    """Of four players: fed 2 × 4, 5 of the winner and 5 + 5. A kong brings 3 + 3."""
    found = [one.params["amount"] for one in proofs(FOUR, facts=True) if one.code == "KWX2610"]
    assert found == [18 + 5, 6]


def test_all_that_can_come_of_others_is_tried() -> None:
    asked = asked_of([core_of(FOUR)], ["pay.also"])
    ways = varied([won("self_draw")], asked)
    told = [dict(one.winner_choice)["ante"] + dict(one.others_choice)["ante"] for one in ways]
    own = (0, 1, 2, 5)
    assert sorted(told) == sorted({sum(three) for three in product(own, own, own)})


def test_choices_are_tried_where_rows_can_hold_that_ask() -> None:
    """Two come to 0 to 7 or 10; a win off a discard pays nothing beside."""
    asked = asked_of([core_of(ASKED.replace("owed > 0,", "self_draw,"))], ["pay.also"])
    drawn, fed = won("self_draw"), won("discard")
    ways = varied([drawn, fed], asked)
    assert [one.self_draw for one in ways].count(True) == len((0, 1, 2, 3, 4, 5, 6, 7, 10))
    assert [one.self_draw for one in ways].count(False) == 1
    assert len(varied([drawn, fed], asked, all_of_few=True)) == 2 * 4 * 4


def test_a_difference_that_only_the_third_sees_is_found() -> None:
    after = ASKED.replace("+ others.choice.ante", "+ (2 if others.choice.ante == 2 else 0)")
    found = compared(ASKED, after)
    assert set(rules_felt(found)) == {("pay.also.all",)}
    assert max(one.swing for one in found.behavioural) == 5


def test_examples_of_hands_and_rounds_agree() -> None:
    shown = """\
examples:
  - id: hand
    why: 8, and 1 + 5
    hand: "1133556677899p+8p"
    by: discard
    choices: {ante: {winner: 1, payer: 2, others: 5}}
    expect: {owed: 14}
  - id: round
    why: 8, and 1 + 5
    round:
      dealer: 0
      choices: {ante: [1, 5, 2]}
      end:
        kind: win
        wins: [{seat: 0, hand: 1133556677899p, win: 8p, by: discard, from: 2}]
    expect: {totals: [14, 0, -14]}
"""
    (member,) = family(ASKED + shown)
    assert ([one.example.id for one in member.runs], member.failing) == (["hand", "round"], 0)


def test_rounds_that_are_played_ask_the_others() -> None:
    """Whoever wins: who pays pays what the winner and the third have chosen."""
    text = town(("suits: [dots]", "suits: [dots, bamboos]"), text=ASKED)
    rules, antes = RoundRules(load(text)), (1, 2, 5)
    chosen = tuple((("ante", ante),) for ante in antes)
    games = (Match.new(rules, seed).deal(chosen) for seed in range(20))
    done = (Quick(rules).play_out(game, [BOTS["greedy"](rules)] * 3, (1, 2, 3)) for game in games)
    game = next(one for one in done if one.state.winners)
    beside = [one for one in game.ledger.transfers if one.rule == "pay.also.all"]
    assert beside
    assert all(one.amount == sum(antes) - antes[one.payer] for one in beside)
    scores = [one.score for one in items_of(rules.evaluator, game.events) if one.score]
    assert all(one.won.winner_choice for one in scores)
