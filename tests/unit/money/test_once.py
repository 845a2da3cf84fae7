"""Choices that hold for a whole match: asked before the first deal, and not again."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.mutation.facts import fact_changes
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

from ..compiler.diff.variants import core_of
from ..runtime.round.tables import idle

if TYPE_CHECKING:
    from kawuxing.runtime.circumstances import Choices

CHOICES = """\
choices:
  ante: {{name: {{zh: 漂, en: Ante}}, default: 0, offered: [0, 1, 2], assumed: a test{asked}}}
  side: {{name: {{zh: 边, en: Side}}, default: 1, offered: [1, 3], assumed: a test}}
pay:
  also:
    ante: {{pay: winner.choice.ante + payer.choice.ante, assumed: a test}}
"""
HEAD = "kawuxing: 1\nvariant: once\nname: {zh: 定漂, en: Once}\nextends: resting\n"
OPTION = "options:\n  how: {default: once, offered: [each_round, once], assumed: a test}\n"
ONCE = HEAD + CHOICES.format(asked=", asked: once")
EACH = HEAD + CHOICES.format(asked="")
LEFT = HEAD + OPTION + CHOICES.format(asked=", asked: options.how")


def played(text: str, **options: object) -> list[tuple[Choices, ...]]:
    """What the seats have chosen in three rounds in which everybody says something else each time.

    In the first round nobody says anything of `side`.
    """
    rules = RoundRules(kawuxing.load(text, options))
    match = Match.new(rules, 7)
    found = []
    for number in range(3):
        ante, side = (number + 1) % 3, 3 if number else 1
        said = (("ante", ante),) * (ante != 0) + (("side", 3),) * (side != 1)
        game = idle(match.deal((said,) * 4))
        assert replay(rules, game.log()) == game
        found.append(game.state.setup.choices or ((),) * 4)
        match = match.after(game)
    return found


def test_what_is_asked_once_holds_and_the_rest_is_chosen_anew() -> None:
    """One of four rests in the first round: that place has a person who may still choose."""
    first, second, third = played(ONCE)
    assert first == ((("ante", 1),),) * 4
    assert second.count((("ante", 1), ("side", 3))) >= 3
    assert third.count((("ante", 1), ("side", 3))) >= 3
    assert played(EACH)[1:] == [((("ante", 2), ("side", 3)),) * 4, ((("side", 3),),) * 4]


def test_an_option_may_say_how_often() -> None:
    assert played(LEFT) == played(ONCE)
    assert played(LEFT, how="each_round") == played(EACH)


def test_who_has_chosen_is_not_asked_again_and_who_has_rested_is() -> None:
    rules = RoundRules(kawuxing.load(ONCE))
    match = Match.new(rules, 7)
    assert all([one.id for one in match.asked_of(who)] == ["ante", "side"] for who in range(4))
    out = match.chairs[cast("int", match.out)]
    match = match.after(idle(match.deal()))
    asked = {who: [one.id for one in match.asked_of(who)] for who in range(4)}
    assert asked == {who: ["ante", "side"] if who == out else ["side"] for who in range(4)}
    assert match.held == tuple(() if who == out else (("ante", 0),) for who in range(4))


def test_the_default_holds_too() -> None:
    rules = RoundRules(kawuxing.load(ONCE))
    match = Match.new(rules, 7)
    match = match.after(idle(match.deal()))
    chosen = match.deal(((("ante", 2),),) * 4).state.setup.choices
    (rested,) = [seat for seat in range(4) if chosen and chosen[seat]]
    assert match.held[match.chairs[rested]] == ()


@pytest.mark.parametrize("text", [ONCE, EACH])
def test_quick_rounds_are_the_same(text: str) -> None:
    rules = RoundRules(kawuxing.load(text))
    quick, match = Quick(rules), Match.new(rules, 3, ((("ante", 2),), (), (), (("side", 3),)))
    bots = [BOTS["random"](rules)] * 4
    for _ in range(4):
        expected, found = play_round(match, bots), quick.play_round(match, bots)
        assert found == expected
        match = match.after(found)
    assert bool(match.held) is (text is ONCE)


def test_it_is_looked_up_changed_and_compared() -> None:
    example = (
        "examples:\n  - {id: a, why: x, asked: {fact: choices.ante.asked}, expect: {said: once}}\n"
    )
    core = core_of(ONCE + example)
    (outcome,) = run_examples(core, run_module(compile_core(core)))
    assert outcome.passed
    changes = [one for one in fact_changes(core.ruleset) if one.rule.startswith("choices.")]
    assert [(one.rule, one.before, one.after) for one in changes] == [
        ("choices.ante.asked", "once", "each_round")
    ]
    assert not [one for one in fact_changes(core_of(EACH).ruleset) if "choices" in one.rule]
    (one,) = compare(core_of(EACH), core_of(ONCE), ("a", "b")).structural
    assert (one.path, one.before, one.after) == ("choices.ante.asked", "each_round", "once")


def test_modules_say_it_only_where_it_is_said() -> None:
    assert "each_round" not in compile_core(core_of(EACH)).text
    assert compile_core(core_of(LEFT)).text.count("'options.how'") == 1
