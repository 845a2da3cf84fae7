"""What each player chooses before the deal: declared, asked in payments, given, played, proven."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.compile import check, compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.locate import GivenText
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.circumstances import Won
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.round.actions import PASS, Discard
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

from ..compiler.diff.variants import by_path, compared, core_of, rules_felt
from ..compiler.proofs.asking import only, proofs
from .towns import PAIRS, TOWN, paid, paying, settled, town

CHOICES = """\
choices:
  ante: {name: {zh: 漂, en: Ante}, default: 0, offered: [0, 1, 2, 5], assumed: test}
  bird: {default: 1, offered: [1, 3], assumed: test}
"""
ALSO = """\
  also:
    - {id: ante, pay: winner.choice.ante + payer.choice.ante, assumed: test}
"""
CHOSEN = town(
    ("fans:\n", f"{CHOICES}fans:\n"),
    ("hidden, when: kong.concealed, pay: 2,",
     "hidden, when: kong.concealed, pay: konger.choice.bird + payer.choice.bird,"),
    ("not payee.revealed, pay: 1,",
     "not payee.revealed, pay: payer.choice.bird * payee.choice.bird,"),
    text=paying(ALSO),
)  # fmt: skip
FED = {"seat": 0, "hand": PAIRS, "win": "8p", "by": "discard", "from": 2}


def codes(text: str) -> list[str]:
    sink = Sink()
    ruleset = resolve_location(GivenText(text, "mint.yaml", "."), None, sink)
    if ruleset is not None and not sink.failed:
        check(ruleset, sink)
    return [one.code for one in sink.diagnostics]


# --- settling and scoring


def test_each_pair_of_players_pays_by_what_both_have_chosen() -> None:
    """Seven pairs are 4, the feeder pays 8; 1 + 2 of seat 1, 1 + 5 of seat 2."""
    done = settled(CHOSEN, FED, choices={"ante": [1, 2, 5]})
    assert paid(done) == [
        (1, 0, 3, "pay.also.ante"),
        (2, 0, 8, "pay.win.fed"),
        (2, 0, 6, "pay.also.ante"),
    ]
    assert done.totals == (17, -3, -14)


def test_who_says_nothing_has_chosen_the_default() -> None:
    assert settled(CHOSEN, FED).totals == (8, 0, -8)
    assert settled(CHOSEN, FED, choices={}).totals == (8, 0, -8)


def test_kongs_and_drawn_hands_ask_too() -> None:
    """Kong of seat 0: 3 + 1 and 3 + 3. Seat 0 has revealed: it pays 3 × 1 and 3 × 3."""
    done = settled(
        CHOSEN,
        revealed=[0],
        kongs=[{"by": 0, "kind": "concealed", "tile": "2p"}],
        choices={"bird": [3, 1, 3]},
    )
    assert [one[:3] for one in paid(done)] == [(1, 0, 4), (2, 0, 6), (0, 1, 3), (0, 2, 9)]


def test_a_score_is_told_of_winner_and_payer() -> None:
    rules = load(CHOSEN)
    hand = f"{PAIRS}+8p"
    assert rules.score(hand, by="discard").owed == 8
    score = rules.score(hand, by="discard", choices={"ante": {"winner": 1, "payer": 5}})
    assert (score.value, score.owed, score.also) == (4, 14, (("ante", 6),))
    assert rules.score(hand, by="discard", choices={"ante": {"payer": 2}}).owed == 10


def test_a_request_says_it_as_json() -> None:
    asked = {"hand": f"{PAIRS}+8p", "by": "discard", "choices": {"ante": {"winner": 2}}}
    answer = json.loads(Requests(load(CHOSEN)).score_line(json.dumps(asked)))
    assert (answer["ok"], answer["owed"]) == (True, 10)


@pytest.mark.parametrize(
    ("choices", "code", "field"),
    [
        ({"ante": [1, 2]}, "KWX3550", "choices.ante"),
        ({"ante": [1, 2, 0, 0]}, "KWX3550", "choices.ante"),
        ({"ante": [1, 2, 4]}, "KWX3552", "choices.ante.2"),
        ({"ante": [1, 2, True]}, "KWX3406", "choices.ante.2"),
        ({"ante": [1, 2, "5"]}, "KWX3406", "choices.ante.2"),
        ({"ante": {"0": 1}}, "KWX3406", "choices.ante"),
        ({"antes": [1, 2, 5]}, "KWX3551", "choices.antes"),
        ([1, 2, 5], "KWX3406", "choices"),
    ],
)
def test_rounds_whose_choices_cannot_be(choices: object, code: str, field: str) -> None:
    with pytest.raises(HandError) as caught:
        settled(CHOSEN, FED, choices=choices)
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("choices", "code", "field"),
    [
        ({"ante": [1, 2]}, "KWX3406", "choices.ante"),
        ({"ante": {"loser": 1}}, "KWX3404", "choices.ante.loser"),
        ({"ante": {"payer": 7}}, "KWX3552", "choices.ante.payer"),
        ({"ante": {"winner": "1"}}, "KWX3406", "choices.ante.winner"),
        ({"ante": {"winner": True}}, "KWX3406", "choices.ante.winner"),
        ({"ante": {"winner": "x"}}, "KWX3552", "choices.ante.winner"),
        ({"antes": {"payer": 1}}, "KWX3551", "choices.antes"),
        ([1], "KWX3406", "choices"),
    ],
)
def test_scores_whose_choices_cannot_be(choices: object, code: str, field: str) -> None:
    asked = {"hand": f"{PAIRS}+8p", "choices": choices}
    answer = json.loads(Requests(load(CHOSEN)).score_line(json.dumps(asked)))
    assert (answer["ok"], answer["error"]["code"], answer["error"]["field"]) == (False, code, field)


def test_a_text_in_the_place_of_a_number_is_quoted() -> None:
    asked = {"hand": f"{PAIRS}+8p", "choices": {"ante": {"winner": "1"}}}
    answer = json.loads(Requests(load(CHOSEN)).score_line(json.dumps(asked)))
    assert answer["error"]["message"] == 'choices.ante.winner must be: integer; found "1"'


# --- declarations


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("offered: [1, 3]", "offered: [1, none]", ["KWX2266"]),
        ("default: 1, offered: [1, 3]", "default: true, offered: [true, false]", ["KWX2266"]),
        ("default: 1, offered: [1, 3]", "default: 2, offered: [1, 3]", ["KWX2261"]),
        ("default: 1, offered: [1, 3]", "default: 1, offered: [1, 3], accepts: {from: 1, to: 9}",
         ["KWX2201"]),
        ("[1, 3], assumed: test", "[1, 3]", ["KWX2221"]),
        ("payer.choice.ante, assumed", "payer.choice.auntie, assumed", ["KWX2439"]),
        ("winner.choice.ante +", "winner.choice +", ["KWX2405"]),
        ("winner.choice.ante +", "winner.choice.ante.zh +", ["KWX2408"]),
        ("winner.choice.ante +", "payee.choice.ante +", ["KWX2404"]),
        ("winner.choice.ante +", "winner.choice.ante -", ["KWX2305"]),
        ("times: 2, when: self_draw", "times: 2, when: winner.choice.ante > 0", ["KWX2404"]),
    ],
)  # fmt: skip
def test_what_a_ruleset_cannot_say(old: str, new: str, expected: list[str]) -> None:
    assert codes(town((old, new), text=CHOSEN)) == expected


def test_a_child_changes_a_choice() -> None:
    child = (
        "kawuxing: 1\nvariant: kid\nname: {zh: 子, en: Kid}\nextends: hubei\n"
        "choices: {ante: {default: 2, offered: [0, 2], assumed: test}}\n"
        "pay: {also: {ante: {pay: winner.choice.ante, assumed: test}}}\n"
    )
    rules = load(child)
    assert [(one.id, one.default) for one in rules.program.choices] == [("ante", 2)]
    assert rules.score("4556p123789s777z+5p", by="discard").also == (("ante", 2),)


# --- proofs and differences


def test_a_module_agrees_with_the_interpreter_also_where_nobody_says_what_is_chosen() -> None:
    core = core_of(CHOSEN)
    text = compile_core(core).text
    assert disagreement(core, module_of(text, "mint")) is None
    wrong = text.replace("chosen(c.payer_choice, 'ante', 0)", "chosen(c.payer_choice, 'ante', 2)")
    assert wrong != text
    assert disagreement(core, module_of(wrong, "mint")) is not None


def test_a_module_that_asks_another_choice_is_found_out() -> None:
    core = core_of(CHOSEN)
    text = compile_core(core).text
    wrong = text.replace("chosen(c.winner_choice, 'ante', 0)", "chosen(c.winner_choice, 'bird', 0)")
    assert wrong != text
    assert disagreement(core, module_of(wrong, "mint")) is not None


def test_the_largest_payment_is_that_of_the_largest_choices() -> None:
    """Seven pairs fed: 2 × 4, and 5 + 5; drawn they are 8 and 10 too. For a kong 3 + 3."""
    found = [one.params["amount"] for one in proofs(CHOSEN, facts=True) if one.code == "KWX2610"]
    assert found == [18, 6]


def test_rows_that_no_choice_reaches() -> None:
    never = "    - {id: odd, when: winner.choice.ante == 4, pay: 1, assumed: test}\n"
    found = only(town((ALSO, ALSO + never), text=CHOSEN))
    assert (found.code, found.params["row"]) == ("KWX2604", "odd")


def test_what_a_choice_adds_is_found() -> None:
    before = town((ALSO, ""), text=CHOSEN)
    found = compared(before, CHOSEN)
    assert set(rules_felt(found)) == {("pay.also.ante",)}
    assert max(one.swing for one in found.behavioural) == 10
    assert all(isinstance(one.witness.won, Won) for one in found.behavioural)  # type: ignore[union-attr]


def test_other_values_are_a_difference_of_the_files() -> None:
    after = town(("offered: [0, 1, 2, 5]", "offered: [0, 1, 2]"), text=CHOSEN)
    found = by_path(compared(CHOSEN, after))
    assert (found["choices.ante.offered"].before, found["choices.ante.offered"].after) == (
        "0, 1, 2, 5", "0, 1, 2",
    )  # fmt: skip


def test_examples_say_what_was_chosen() -> None:
    shown = """\
examples:
  - id: hand
    why: 8, and 1 + 5
    hand: "1133556677899p+8p"
    by: discard
    choices: {ante: {winner: 1, payer: 5}}
    expect: {owed: 14}
  - id: round
    why: 8, and 1 + 2, 1 + 5
    round:
      dealer: 0
      choices: {ante: [1, 2, 5]}
      end:
        kind: win
        wins: [{seat: 0, hand: 1133556677899p, win: 8p, by: discard, from: 2}]
    expect: {totals: [17, -3, -14]}
"""
    (member,) = family(CHOSEN + shown)
    assert [one.example.id for one in member.runs] == ["hand", "round"]


# --- rounds that are played


def drawn_out(game: Round) -> Round:
    """Everybody throws away what is drawn until the wall is empty; nobody takes anything."""
    while not game.over:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        plain = [one for one in actions if isinstance(one, Discard) and not one.reveal]
        drawn = game.view(seat).drawn
        if PASS in actions:
            game = game.apply(seat, PASS)
        else:
            mine = [one for one in plain if one.tile == drawn]
            game = game.apply(seat, (mine or plain)[0])
    return game


def test_a_round_keeps_what_was_chosen_and_its_log_tells() -> None:
    rules = RoundRules(load(CHOSEN))
    chosen = ((("ante", 1),), (), (("ante", 5),))
    game = drawn_out(Round.new(rules, seed=3, choices=chosen))
    start = json.loads(game.log().split("\n")[0])
    assert start["choices"] == {"ante": [1, 0, 5], "bird": [1, 1, 1]}
    again = replay(rules, game.log())
    assert again == game
    assert again.state.setup.choices == chosen


def test_who_chooses_the_default_plays_the_same_round_as_who_says_nothing() -> None:
    rules = RoundRules(load(CHOSEN))
    said = ((("bird", 1), ("ante", 0)), (("ante", 0),), (("bird", 1), ("ante", 5)))
    game = Round.new(rules, seed=3, choices=said)
    assert game == Round.new(rules, seed=3, choices=((), (), (("ante", 5),)))
    assert replay(rules, drawn_out(game).log()) == drawn_out(game)
    plain = Round.new(rules, seed=3, choices=(*said[:2], ()))
    assert plain == Round.new(rules, seed=3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"ante": [1, 0, 5]},
        ({"ante": 1}, {}, {}),
        ((("ante", 1),), ()),
        (("ante", 1), (), ()),
        ((("ante", "1"),), (), ()),
        [(("ante", 1),), (), ()],
    ],
)
def test_choices_of_another_form_are_named_so(wrong: Any) -> None:  # noqa: ANN401
    rules = RoundRules(load(CHOSEN))
    with pytest.raises(HandError, match="choices must be: 3 tuples, one a seat, of pairs such as"):
        Round.new(rules, seed=3, choices=wrong)


def test_a_log_with_a_choice_there_is_not() -> None:
    rules = RoundRules(load(CHOSEN))
    log = drawn_out(Round.new(rules, seed=3)).log()
    with pytest.raises(LogError):
        replay(rules, log.replace('"ante": [0, 0, 0]', '"ante": [0, 0, 4]'))


def test_the_log_of_a_variant_without_choices_says_nothing() -> None:
    game = Round.new(RoundRules(load(TOWN)), seed=3)
    assert "choices" not in json.loads(game.log().split("\n")[0])


def test_wins_in_a_round_are_paid_by_what_was_chosen() -> None:
    """Whoever wins first: each other player pays the ante of both beside."""
    rules = RoundRules(load(town(("suits: [dots]", "suits: [dots, bamboos]"), text=CHOSEN)))
    chosen = ((("ante", 1),), (("ante", 2),), (("ante", 5),))
    antes = (1, 2, 5)
    bots = [BOTS["greedy"](rules)] * 3
    games = (Match.new(rules, seed).deal(chosen) for seed in range(20))
    done = (Quick(rules).play_out(game, bots, (1, 2, 3)) for game in games)
    game = next(one for one in done if one.state.winners)
    beside = [one for one in game.ledger.transfers if one.rule == "pay.also.ante"]
    assert [one.amount for one in beside] == [antes[one.payer] + antes[one.payee] for one in beside]
    assert len(beside) == 2 * len(game.state.winners)


def test_the_words_say_for_which_choices_a_payer_owes() -> None:
    rules = load(CHOSEN)
    score = rules.score(f"{PAIRS}+8p", choices={"ante": {"winner": 2}})
    assert "    Ante: the winner chose 2, the payer 0" in score.explain("en").split("\n")
    assert "：胡的人选 2，付钱者选 0" in score.explain("zh")
    assert "chose" not in load("suizhou").score(f"{PAIRS}+8p").explain("en")
