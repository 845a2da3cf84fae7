"""Wins that were passed and count for a later one: at the table, on paper, in proofs."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.commands.main import run
from kawuxing.compiler.compile import compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import WonHand
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.reports.words import Phrase
from kawuxing.compiler.space.groups import circumstances_of
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.circumstances import passing, won
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import pack
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.round.actions import Win
from kawuxing.runtime.round.events import Won
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.wall import derive

from ...plain_flow import FLOW
from ..compiler.space.townships import core_of, sides_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.round.sight import Sight

TEXT = """\
kawuxing: 1
variant: passing
name: {zh: 过胡, en: Passing}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: a test
options:
  cap: {default: none, offered: [16, none], assumed: a test}
fans:
  pairs: {name: {zh: 对, en: Pairs}, times: 3, when: seven_pairs, assumed: a test}
  waited:
    name: {zh: 过, en: Waited}
    times: 2 ** min(4, winner.passed)
    when: winner.passed >= 1
    assumed: a test
cap:
  - {id: all, at: options.cap, assumed: a test}
may_win:
  - {id: all, allowed: true, assumed: a test}
pay:
  win:
    - {id: patient, when: winner.passed >= 3 and payer.fed, pay: 2 * share, assumed: a test}
    - {id: all, pay: share, assumed: a test}
  kong:
    - {id: nobody, pay: 0, assumed: a test}
  drawn:
    - {id: nobody, pay: 0, assumed: a test}
""" + FLOW.replace("missed: [{id: else, allowed: false", "missed: [{id: else, allowed: true")
PAIRS = "1122334455667p"
EXAMPLES = """\
examples:
  - {{id: twice, why: 3 x 4, hand: "{hand}+7p", passed: 2, expect: {{product: 12, owed: 12}}}}
  - id: paid
    why: 3 x 8, and the discarder pays it twice
    round:
      dealer: 0
      end:
        kind: win
        wins: [{{seat: 1, hand: {hand}, win: 7p, by: discard, from: 2, passed: 3}}]
    expect: {{totals: [-24, 72, -48], rules: [pay.win.all, pay.win.patient]}}
"""


@cache
def core() -> Core:
    return core_of(TEXT)


def test_what_a_hand_is_worth_after_passing() -> None:
    rules = kawuxing.load(TEXT)
    values = [rules.score(f"{PAIRS}+7p", passed=passed).value for passed in range(6)]
    assert values == [3, 6, 12, 24, 48, 48]
    all_of_them = kawuxing.load(TEXT.replace("min(4, winner.passed)", "winner.passed"))
    assert all_of_them.score(f"{PAIRS}+7p", passed=12).value == 3 * 4096
    capped = kawuxing.load(TEXT, cap=16)
    assert [capped.score(f"{PAIRS}+7p", passed=one).value for one in (2, 3)] == [12, 16]
    assert rules.score(f"{PAIRS}+7p", by="discard", events=["last_tile"], passed=1).owed == 6
    assert rules.score(f"{PAIRS}+7p", passed=2).fans == (("pairs", 3), ("waited", 4))
    assert rules.score(f"{PAIRS}+7p", by="discard", passed=3).owed == 48
    assert kawuxing.load("hubei").score(f"{PAIRS}+7p", passed=3).value == 16


def test_what_cannot_be_is_refused() -> None:
    rules = kawuxing.load(TEXT)
    for passed in (-1, 13):
        with pytest.raises(HandError) as caught:
            rules.score(f"{PAIRS}+7p", passed=passed)
        assert (caught.value.code, caught.value.field) == ("KWX3207", "passed")
    wrong: Any = "1"
    with pytest.raises(HandError) as caught:
        rules.score(f"{PAIRS}+7p", passed=wrong)
    assert caught.value.field == "passed"


def test_requests_say_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    requests = Requests(kawuxing.load(TEXT))
    answer = json.loads(requests.score_line(json.dumps({"hand": f"{PAIRS}+7p", "passed": 2})))
    assert answer["value"] == 12
    answer = json.loads(requests.score_line(json.dumps({"hand": f"{PAIRS}+7p", "passed": 13})))
    assert answer["error"]["code"] == "KWX3207"
    file = tmp_path / "passing.yaml"
    file.write_text(TEXT, "utf-8")
    assert run(["score", str(file), f"{PAIRS}+7p", "--passed", "2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 12
    assert run(["explain", str(file), f"{PAIRS}+7p", "--passed", "2", "--lang", "en"]) == 0
    assert "after passing 2 wins" in capsys.readouterr().out


def settled(passed: int) -> tuple[int, ...]:
    wins = [{"seat": 1, "hand": PAIRS, "win": "7p", "by": "discard", "from": 2, "passed": passed}]
    return kawuxing.load(TEXT).settle({"dealer": 0, "end": {"kind": "win", "wins": wins}}).totals


def test_a_round_is_settled_by_it() -> None:
    assert settled(0) == (-3, 6, -3)
    assert settled(2) == (-12, 24, -12)
    assert settled(3) == (-24, 72, -48)
    with pytest.raises(HandError) as caught:
        settled(13)
    assert caught.value.field == "end.wins[0].passed"


def test_examples_are_run_by_both_evaluators() -> None:
    text = TEXT + EXAMPLES.format(hand=PAIRS)
    outcomes = list(run_examples(core_of(text), kawuxing.load(text)))
    assert [outcome.passed for outcome in outcomes] == [True, True]
    wrong = text.replace("product: 12", "product: 24").replace("72, -48", "48, -24")
    outcomes = list(run_examples(core_of(wrong), kawuxing.load(wrong)))
    assert [outcome.passed for outcome in outcomes] == [False, False]


class Patient:
    """A bot that lets two of three wins off a discard go."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        if chance % 3 and sight.phase is not Phase.TURN:
            actions = [one for one in actions if not isinstance(one, Win)]
        return self.bot.choose(sight, actions, chance) if len(actions) > 1 else actions[0]


def play(match: Match, bots: Sequence[Bot]) -> tuple[Round, list[int]]:
    """A round played step by step, and how many wins each seat has let go."""
    game, passed = match.deal(), [0, 0, 0]
    made = [0, 0, 0]
    seeds = match.seeds
    while not game.over:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        action = actions[0]
        if len(actions) > 1:
            action = bots[seat].choose(game.sight(seat), actions, derive(seeds[seat], made[seat]))
            made[seat] += 1
        others_tile = game.state.phase is not Phase.TURN
        if others_tile and any(isinstance(one, Win) for one in actions):
            passed[seat] += not isinstance(action, Win)
        game = game.apply(seat, action)
    return game, passed


def test_rounds_count_what_is_passed() -> None:
    """Step by step and quickly alike; what was passed is told by the log, and doubles the worth."""
    rules = RoundRules(kawuxing.load(TEXT))
    bots, quick = [Patient(BOTS["careful"](rules))] * 3, Quick(rules)
    match, seen = Match.new(rules, 4), set()
    for _ in range(60):
        game, passed = play(match, bots)
        assert quick.play_round(match, bots) == game
        for event in game.events:
            if isinstance(event, Won):
                assert event.passed == min(12, passed[event.seat])
                plain = rules.evaluator.score(pack(event.hand, rules.tiles))
                assert event.value == plain.value * 2 ** min(4, event.passed)
                seen.add((event.passed, event.giver is None))
        assert replay(RoundRules(kawuxing.load(TEXT)), game.log()) == game
        assert ('"passed"' in game.log()) == any(
            isinstance(one, Won) and one.passed for one in game.events
        )
        match = match.after(game)
    assert {(0, False), (0, True), (1, False), (1, True)} <= seen


def test_ways_of_winning_are_told_apart_only_where_rules_ask() -> None:
    plain, asking = (circumstances_of(sides_of(variant)) for variant in ("hubei", TEXT))
    assert [one for one in asking if not one.winner_passed] == list(plain)
    assert len(asking) == 5 * len(plain)
    assert "passed" not in repr(plain[0])
    assert len({repr(one) for one in asking}) == len(asking)


def found_in(text: str) -> list[tuple[str, object]]:
    sink = Sink()
    prove(core_of(text), sink)
    return [(one.code, one.params.get("row")) for one in sink.diagnostics]


def test_proofs_go_through_all_there_is_to_pass() -> None:
    assert found_in(TEXT) == []
    row = "    - {id: never, when: winner.passed >= 3 and product < 8, pay: 1, assumed: a test}\n"
    assert found_in(TEXT.replace("    - {id: patient", f"{row}    - {{id: patient")) == [
        ("KWX2604", "never")
    ]
    more = row.replace("product < 8", "product == 8")
    assert found_in(TEXT.replace("    - {id: patient", f"{more}    - {{id: patient")) == []


def test_modules_are_proven_to_agree() -> None:
    text = compile_core(core()).text
    assert "asks=('passed',)" in text
    assert disagreement(core(), module_of(text, "passing")) is None
    assert text.count("t = 2 ** min(4, c.winner_passed)") == 1
    wrong = text.replace("t = 2 ** min(4, c.winner_passed)", "t = 1 + min(4, c.winner_passed)")
    found = disagreement(core(), module_of(wrong, "passing"))
    assert found is not None
    assert "--passed 2" in found.asked


def test_what_a_change_changes() -> None:
    other = core_of(TEXT.replace("winner.passed >= 1", "winner.passed >= 2"))
    found = compare(core(), other, ("a", "b")).behavioural
    assert found
    for one in found:
        assert isinstance(one.witness, WonHand)
        assert one.witness.won.winner_passed == 1
        assert "after passing 1 wins" in Phrase("en").won(one.witness.won)
    assert compare(core(), core(), ("a", "b")).equal
    assert Phrase("zh").won(passing(won("discard"), 2)).endswith("放过 2 次胡")


def test_changes_that_examples_do_not_notice_are_shown() -> None:
    found = [
        one for one in mutate(family(TEXT)) if one.mutant.rule in ("fans.waited", "pay.win.patient")
    ]
    shown = [one for one in found if one.status == "survived"]
    assert len(shown) > 5
    told = []
    for one in shown:
        assert one.catch is not None
        given: Any = one.catch.example.given
        how = given if "hand" in given else given["round"]["end"]["wins"][0]
        told.append(how.get("passed"))
    assert {None, 1, 2, 3} <= set(told)
