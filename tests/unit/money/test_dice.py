"""The dice thrown before the deal, where rules ask for them: on paper, at the table, in proofs."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.examples.by_module import facts_by_module
from kawuxing.compiler.examples.facts import differences
from kawuxing.compiler.examples.possible import check_possible
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.mutation.situations import Answered, WonHand
from kawuxing.compiler.mutation.witness import givens
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.notation import format_hand, parse_hand
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.events import Started
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.under import judge_under
from kawuxing.runtime.round.wall import build_wall
from kawuxing.runtime.situations import PungAsked

from ..compiler.diff.variants import core_of
from ..runtime.round.tables import FULL

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
kawuxing: 1
variant: dicey
name: {zh: 掷骰, en: Dicey}
extends: hubei
carried:
  run:
    name: {zh: 连对, en: Doubles in a row}
    from: 0
    to: 2
    start: 0
    next: min(2, carried.run + 1) if dice.pair else 0
    assumed: a test
pay:
  also:
    doubled: {when: dice.pair, pay: owed * (carried.run + 1), assumed: a test}
"""
EXAMPLES = """\
examples:
  - id: doubles
    why: self-draw 1, doubled
    round:
      dealer: 0
      dice: [3, 3]
      end: {kind: win, wins: [{seat: 1, hand: 1167p123789s777z, win: 5p}]}
    expect:
      totals: [-2, 4, -2]
      rules: [pay.win.self_draw, pay.also.doubled]
      carried: {run: 1}
  - id: twice
    why: the second time in a row is paid twice more
    round:
      dealer: 0
      dice: [6, 6]
      carried: {run: 2}
      end: {kind: win, wins: [{seat: 1, hand: 1167p123789s777z, win: 5p}]}
    expect: {totals: [-4, 8, -4], carried: {run: 2}}
  - id: no_doubles
    why: self-draw 1
    round:
      dealer: 0
      dice: [3, 2]
      carried: {run: 1}
      end: {kind: win, wins: [{seat: 1, hand: 1167p123789s777z, win: 5p}]}
    expect: {totals: [-1, 2, -1], rules: [pay.win.self_draw], carried: {run: 0}}
"""
WON = {"kind": "win", "wins": [{"seat": 1, "hand": "1167p123789s777z", "win": "5p"}]}


@cache
def rules() -> RoundRules:
    return RoundRules(kawuxing.load(TEXT))


def settled(**given: object) -> tuple[int, ...]:
    return kawuxing.load(TEXT).settle({"dealer": 0, "end": WON, **given}).totals


def test_a_round_is_settled_by_what_they_showed() -> None:
    assert settled(dice=[4, 4]) == (-2, 4, -2)
    assert settled(dice=[4, 5]) == settled() == (-1, 2, -1)
    assert settled(dice=[4, 4], carried={"run": 1}) == (-3, 6, -3)
    assert kawuxing.load("hubei").settle({"dealer": 0, "dice": [1, 1], "end": WON}).totals[1] == 2


@pytest.mark.parametrize("dice", [[7, 1], [0, 1], [1], [1, 1, 1], 3, ["1", 1], [True, 1]])
def test_what_no_dice_show_is_refused(dice: object) -> None:
    with pytest.raises(HandError) as caught:
        settled(dice=dice)
    assert caught.value.code == ("KWX3411" if dice in ([7, 1], [0, 1]) else "KWX3406")
    assert caught.value.field.startswith("dice")


def test_what_is_set_for_all_rounds_goes_first() -> None:
    line = json.dumps({"dealer": 0, "dice": [1, 2], "end": WON})
    free = Requests(kawuxing.load(TEXT))
    fixed = Requests(kawuxing.load(TEXT, dice_pair=True), "en", {"dice_pair": True})
    assert json.loads(free.settle_line(line))["totals"] == [-1, 2, -1]
    assert json.loads(fixed.settle_line(line))["totals"] == [-2, 4, -2]


def test_examples_say_them(tmp_path: Path) -> None:
    file = tmp_path / "dicey.yaml"
    file.write_text(TEXT + EXAMPLES, "utf-8")
    members = family(str(file))
    assert [member.failing for member in members] == [0] * len(members)
    ruleset = members[0].core.ruleset
    others = {one.key for one in mutants_of(ruleset) if one.span.source != ruleset.sources[0]}
    own = [one for one in mutate(members, others) if not one.inherited]
    assert own
    assert [one.mutant.rule for one in own if one.status in {"survived", "unproven"}] == []


OF_HANDS = """\
kawuxing: 1
variant: lucky
name: {zh: 对子骰, en: Lucky}
extends: hubei
fans:
  lucky: {name: {zh: 骰子一对, en: Doubles}, times: 2, when: dice.pair, assumed: a test}
turn:
  pung:
    unlucky: {place: first, when: dice.pair, allowed: false, assumed: a test}
examples:
  - id: doubles
    why: the dice double the hand
    hand: "1167p123789s777z+5p"
    dice: [3, 3]
    expect: {value: 2, fans: [lucky]}
  - {id: no, why: none, hand: "1167p123789s777z+5p", dice: [3, 4], expect: {value: 1, fans: []}}
  - {id: waits, why: the same, hand: "1167p123789s777z", dice: [1, 1], expect: {waits: [5p, 8p]}}
  - id: no_pung
    why: not with doubles
    asked: {table: turn.pung}
    dice: [6, 6]
    expect: {allowed: false, rules: [turn.pung.unlucky]}
  - {id: pung, why: as ever, asked: {table: turn.pung}, dice: [6, 5], expect: {allowed: true}}
"""


def test_examples_of_hands_and_tables_say_them_too(tmp_path: Path) -> None:
    """No round is needed to show a fan that asks for them."""
    file = tmp_path / "lucky.yaml"
    file.write_text(OF_HANDS, "utf-8")
    member = family(str(file))[0]
    assert (len(member.runs), member.failing) == (5, 0)
    for run in member.runs:
        assert not differences(run.example, facts_by_module(run.example, member.rules))
    bound = member.rules.load({"dice_pair": True})
    assert bound.score("1167p123789s777z+5p").value == 2
    plain = kawuxing.load("hubei")
    assert facts_by_module(member.runs[0].example, plain)["value"] == 1  # as rounds leave them out


def test_what_shows_a_difference_of_hands_or_tables_says_them() -> None:
    tiles = kawuxing.load("hubei").program.tiles
    hand = parse_hand("1167p123789s777z+5p", tiles)
    for setting, said in (({"dice_pair": True}, [1, 1]), ({"dice_pair": False}, None)):
        first = next(givens(WonHand(hand, won("self_draw", ()), setting), tiles, 3))
        assert (first["hand"], first.get("dice")) == (format_hand(hand), said)
        first = next(
            givens(
                Answered("turn.pung", PungAsked(punger_revealed=False, wall_left=10), setting),
                tiles,
                3,
            )
        )
        assert (first["asked"], first.get("dice")) == ({"table": "turn.pung"}, said)


@pytest.mark.parametrize("dice", ["[3]", "[3, 3, 3]"])
def test_no_hand_is_won_with_other_dice_than_two(tmp_path: Path, dice: str) -> None:
    file = tmp_path / "lucky.yaml"
    file.write_text(OF_HANDS.replace("[3, 3]", dice), "utf-8")
    member = family(str(file))[0]
    assert member.failing == 1
    (wrong,) = (one for one in member.core.ruleset.examples if one.id == "doubles")
    with pytest.raises(HandError) as caught:
        check_possible(wrong, member.core, member.rules.program.options)
    assert (caught.value.code, caught.value.field) == ("KWX3406", "dice")


def test_rounds_are_played_with_them() -> None:
    """Step by step and quickly alike, and as the throw of each seed says."""
    bots, quick, match = [BOTS["greedy"](rules())] * 3, Quick(rules()), Match.new(rules(), 6)
    seen, run = set(), 0
    for _ in range(40):
        game = play_round(match, bots)
        assert quick.play_round(match, bots) == game
        assert replay(match.rules, game.log()) == game
        dice = build_wall(21, 4, match.round_seed).dice
        assert dice is not None
        pair = dice[0] == dice[1]
        start = game.events[0]
        assert isinstance(start, Started)
        assert dict(start.options)["dice_pair"] is pair
        assert dict(start.options)["carried_run"] == run
        run = min(2, run + 1) if pair else 0
        paid = {one.rule for one in game.ledger.transfers}
        if any(rule.startswith("pay.win.") for rule in paid):
            assert ("pay.also.doubled" in paid) is pair
            seen.add(pair)
        match = match.after(game)
    assert seen == {False, True}


def test_a_log_cannot_lie_about_them() -> None:
    match = Match.new(rules(), 6)
    game = play_round(match, [BOTS["greedy"](rules())] * 3)
    lines = game.log().splitlines()
    first = json.loads(lines[0])
    first["dice"] = [5, 5] if first["dice"][0] != first["dice"][1] else [5, 6]
    with pytest.raises(LogError) as caught:
        replay(rules(), "\n".join([json.dumps(first), *lines[1:]]))
    assert caught.value.line == 1


def test_what_was_seen_at_a_table_may_say_them() -> None:
    """Without seed and wall the dice stand by themselves."""
    game = play_round(Match.new(rules(), 6), [BOTS["greedy"](rules())] * 3)
    first, *more = map(json.loads, game.log().splitlines())
    for name in ("seed", "wall", "options", "hash", "use"):
        first.pop(name, None)
    told = [one for one in more if one["type"] not in {"transfer", "end"}]
    for dice in ([2, 2], [2, 1]):
        text = "\n".join(json.dumps(one) for one in [{**first, "dice": dice}, *told])
        paid = {one.rule for one in replay(rules(), text).ledger.transfers}
        assert "pay.win.self_draw" in paid or "pay.win.discard" in paid or "pay.win.baohu" in paid
        assert ("pay.also.doubled" in paid) is (dice == [2, 2])


def test_another_variant_judges_by_them_too() -> None:
    plain = RoundRules(kawuxing.load("hubei"))
    seeds = [seed for seed in range(60) if len(set(build_wall(21, 4, seed).dice or ())) == 1]
    bots = [BOTS["greedy"](plain)] * 3
    found = set()
    for seed in seeds:
        game = Round.new(plain, seed=seed)
        while not game.over:
            seat = game.deciding[0]
            game = game.apply(
                seat, bots[seat].choose(game.sight(seat), game.legal_actions(seat), 0)
            )
        judged = judge_under(game, rules()).round
        found |= {one.rule for one in judged.ledger.transfers}
    assert "pay.also.doubled" in found


def test_rules_that_do_not_ask_know_nothing_of_them() -> None:
    assert "dice_pair" not in compile_core(core_of(TEXT[: TEXT.index("carried:")])).text
    assert "'dice_pair'" in compile_core(core_of(TEXT)).text
    base = RoundRules(kawuxing.load("hubei"), FULL)
    assert base.thrown((1, 1)) is base


def test_proofs_try_both() -> None:
    never = TEXT.replace("when: dice.pair", "when: dice.pair and not dice.pair")
    (found,) = compare(core_of(TEXT), core_of(never), ("a", "b")).behavioural
    assert found.settings == ({"dice_pair": True}, {"dice_pair": True})


def test_the_name_is_taken() -> None:
    text = TEXT + "options: {dice_pair: {default: false, assumed: a test}}\n"
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(text)
    assert "KWX2302" in {one.code for one in caught.value.diagnostics}
