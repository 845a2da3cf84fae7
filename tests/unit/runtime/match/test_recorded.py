"""Rounds of one log: what a match hands on from one to the next is handed on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.match.recorded import RecordedMatch
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.finish import next_dealer
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

from ..round.tables import idle

if TYPE_CHECKING:
    from kawuxing.runtime.circumstances import Choices

TOWN = """\
kawuxing: 1
variant: town
name: {{zh: 试, en: Trial}}
extends: {parent}
choices:
  ante: {{name: {{zh: 漂, en: Ante}}, default: 0, offered: [0, 1, 2], asked: {asked}, assumed: x}}
carried:
  floors: {{from: 0, to: 3, start: 0, next: "min(carried.floors + 1, 3)", assumed: x}}
pay:
  also:
    ante: {{pay: winner.choice.ante + payer.choice.ante + carried.floors, assumed: x}}
"""


@cache
def rules_of(parent: str = "suizhou", asked: str = "once") -> RoundRules:
    return RoundRules(kawuxing.load(TOWN.format(parent=parent, asked=asked)))


@cache
def rounds(parent: str = "suizhou", asked: str = "once", seed: int = 3) -> tuple[Round, ...]:
    """Six rounds of a match between bots in which person 1 always chooses 2."""
    rules = rules_of(parent, asked)
    quick, bots = Quick(rules), [BOTS["greedy"](rules)] * rules.players
    match = Match.new(rules, seed, ((), (("ante", 2),), *((),) * (rules.players - 2)))
    found = []
    for _ in range(6):
        found.append(quick.play_round(match, bots))
        match = match.after(found[-1])
    return tuple(found)


def like(
    game: Round,
    *,
    number: int | None = None,
    dealer: int | None = None,
    rules: RoundRules | None = None,
    choices: tuple[Choices, ...] | None = None,
) -> Round:
    """A round with the same dealer and choices as this one, but for what is said otherwise."""
    setup = game.state.setup
    made = Round.new(
        game.rules if rules is None else rules,
        seed=11,
        dealer=setup.dealer if dealer is None else dealer,
        choices=setup.choices if choices is None else choices,
    )
    return idle(made if number is None else made.numbered(number))


def refusal(*games: Round) -> tuple[str, str, str] | None:
    """What is said of the first round that is refused: its code, its row, and its number."""
    match, refused = RecordedMatch(), None
    for number, game in enumerate(games, 1):
        try:
            match.take(game, number)
        except LogError as error:
            refused = error
            break
    if refused is None:
        return None
    assert refused.cause is not None
    assert refused.text("zh") != refused.text("en")
    return refused.cause.code, refused.row, str(refused.line)


@pytest.mark.parametrize("asked", ["once", "each_round"])
@pytest.mark.parametrize("parent", ["suizhou", "resting", "xiangyang_watching"])
def test_the_rounds_of_a_match_follow_each_other(parent: str, asked: str) -> None:
    for seed in range(3):
        assert refusal(*rounds(parent, asked, seed)) is None


def test_chairs_change_in_these_rounds() -> None:
    """What person 1 has chosen is not always said of the same seat."""
    assert len({game.state.setup.choices for game in rounds("resting")}) > 1


def test_a_log_may_begin_anywhere_and_hold_many_matches() -> None:
    assert refusal(*rounds()[2:]) is None
    assert refusal(*rounds(), *rounds(seed=4), *rounds("resting"), *rounds()) is None


def test_rounds_that_are_left_out_or_change_places() -> None:
    first, second, third, *_ = rounds()
    assert refusal(first, third) == ("KWX3619", "", "2")
    assert refusal(first, second, second) == ("KWX3619", "", "3")
    assert refusal(second, third, first) is None  # the first of another match


ANTES = ((), (("ante", 1),), ())


@pytest.mark.parametrize("number", [None, 2])
def test_a_choice_that_holds_must_hold(number: int | None) -> None:
    first, second, *_ = rounds()
    same, other = like(second, number=number), like(second, number=number, choices=ANTES)
    assert refusal(first, same) is None
    assert refusal(first, other) == ("KWX3618", "choices.ante", "2")
    silent = like(second, number=number, choices=())  # whoever says nothing chooses the default
    assert refusal(first, silent) == ("KWX3618", "choices.ante", "2")
    assert refusal(first, like(second, number=1, choices=ANTES)) is None  # another match


def test_what_is_asked_before_every_deal_may_change() -> None:
    first, second, *_ = rounds(asked="each_round")
    assert refusal(first, like(second, number=2, choices=ANTES)) is None


def test_who_deals_and_what_is_carried_must_follow() -> None:
    first, second, *_ = rounds()
    dealer = (second.state.setup.dealer + 1) % 3
    _, index = next_dealer(first.rules, first.state)
    row = f"dealer.{first.rules.row('dealer', index).id}"
    assert refusal(first, like(second, number=2, dealer=dealer)) == ("KWX3619", row, "2")
    stale = like(second, number=2, rules=rules_of())
    assert refusal(first, stale) == ("KWX3619", "carried.floors", "2")
    dear = RoundRules(rules_of().evaluator, stake=5)
    assert refusal(first, like(second, number=2, rules=dear)) == ("KWX3619", "", "2")


def test_what_says_no_number_and_cannot_follow_begins_a_match() -> None:
    first, second, *_ = rounds()
    dealer = (second.state.setup.dealer + 1) % 3
    assert refusal(first, like(second, choices=ANTES, dealer=dealer)) is None
    assert refusal(first, like(second, choices=ANTES, rules=rules_of())) is None


def test_after_a_round_that_is_refused_another_match_begins() -> None:
    first, second, third, *_ = rounds()
    match = RecordedMatch()
    match.take(first, 1)
    with pytest.raises(LogError):
        match.take(third, 2)
    match.take(second, 3)
    match.take(third, 4)
