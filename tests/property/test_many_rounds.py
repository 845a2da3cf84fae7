"""Twenty thousand rounds of all variants, four hundred thousand if slow: see `checked`."""

from __future__ import annotations

import gc
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kawuxing
from kawuxing.compiler.library import builtins
from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.events import Discarded, Drew, Ended, Paid, Won
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import NONE

from ..running import python
from ..unit.runtime.bots.rounds import exchanged
from .checked import ROUNDS_A_MATCH, Course, check_matches
from .million import MIXED, PUBLIC, parts

VARIANTS = [one.id for one in builtins() if not one.abstract]
ROUNDS = 20_000
ROOT = Path(__file__).parents[2]


def matches_each(part: float) -> int:
    """How many matches of each variant come to a part of all rounds."""
    return -(-int(ROUNDS * part) // (ROUNDS_A_MATCH * len(VARIANTS)))


def test_there_are_twenty_thousand() -> None:
    matches = matches_each(0.9) + matches_each(0.1)
    assert matches * ROUNDS_A_MATCH * len(VARIANTS) >= ROUNDS
    assert len(VARIANTS) > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_by_chance(variant: str) -> None:
    matches = range(matches_each(0.9))
    won, replayed = check_matches(variant, ("random",) * 4, matches, 40)
    assert won > len(matches) // 4
    assert replayed >= len(matches) // 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_between_all_bots(variant: str) -> None:
    matches = range(1000, 1000 + matches_each(0.1))
    won, replayed = check_matches(variant, MIXED, matches, 20)
    assert won > len(matches) * ROUNDS_A_MATCH * 3 // 4
    assert replayed >= len(matches) // 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_tiles_stay_hidden(variant: str) -> None:
    """Other hidden tiles in other hands and in the wall, and the same view."""
    rules = RoundRules(kawuxing.load(variant))
    bot = Careful(rules)
    states = 0
    for seed in range(4):
        game = Match.new(rules, seed).deal()
        while not game.over:
            seat = game.deciding[0]
            actions = game.legal_actions(seat)
            chosen = bot.choose(game.sight(seat), actions, 0) if len(actions) > 1 else actions[0]
            game = game.apply(seat, chosen)
            for other in game.state.setup.playing:
                changed = exchanged(game, other)
                before, after = game.view(other), changed.view(other)
                assert replace(after, events=before.events) == before
                assert changed.sight(other) == game.sight(other)
                states += changed != game
    assert states > 100


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_four_hundred_thousand_rounds(variant: str) -> None:
    """With all variants together; a million takes the time that all slow tests have."""
    rounds = -(-400_000 // len(VARIANTS))
    gc.freeze()  # what the other tests have left need not be looked through all the time
    found = [0, 0, 0]
    for bots, matches in parts(rounds):
        one = (len(matches) * ROUNDS_A_MATCH, *check_matches(variant, bots, matches, PUBLIC))
        found = [a + b for a, b in zip(found, one, strict=True)]
    played, won, replayed = found
    assert played >= rounds
    assert won > played // 20
    assert replayed > played // (2 * PUBLIC)


@pytest.mark.slow
def test_the_command_of_a_release() -> None:
    args = ("suizhou", "resting", "--each", "40", "--jobs", "2")
    found = json.loads(python("-m", "tests.property.million", *args, cwd=ROOT))
    assert [(one["variant"], one["rounds"]) for one in found] == [("suizhou", 40), ("resting", 40)]
    assert all(one["won"] > 20 for one in found)


# --- that what is wrong is noticed ----------------------------------------------------------------


def finished() -> Round:
    """A round that was won off a discard."""
    rules = RoundRules(kawuxing.load("suizhou"))
    bots = [Careful(rules)] * 3
    match = Match.new(rules, 3)
    while True:
        game = Quick(rules).play_round(match, bots)
        if game.state.giver != NONE and game.state.left > 5:
            return game
        match = match.after(game)


def wrong(game: Round, at: int, **changed: object) -> Round:
    """The round with one event changed."""
    events = list(game.events)
    found: Any = events[at]
    events[at] = replace(found, **changed)
    return Round(game.rules, game.state._replace(events=tuple(events)))


def last(game: Round, kind: type) -> int:
    return max(at for at, event in enumerate(game.events) if type(event) is kind)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        (Discarded, {"tile": 26}),
        (Drew, {"tile": 26}),
        (Discarded, {"seat": 9}),
        (Ended, {"totals": (0, 0, 1)}),
        (Won, {"giver": None}),
    ],
)
def test_a_false_event_is_noticed(kind: type, changed: dict[str, object]) -> None:
    game = finished()
    Course(game).follow()
    with pytest.raises((AssertionError, IndexError)):
        Course(wrong(game, last(game, kind), **changed)).follow()


def test_a_lost_event_is_noticed() -> None:
    game = finished()
    for kind in (Discarded, Paid, Ended):
        at = last(game, kind)
        events = (*game.events[:at], *game.events[at + 1 :])
        with pytest.raises(AssertionError):
            Course(Round(game.rules, game.state._replace(events=events))).follow()


def test_a_false_value_is_noticed() -> None:
    game = finished()
    course = Course(wrong(game, last(game, Won), value=3))
    course.follow()
    with pytest.raises(AssertionError):
        course.check_wins("suizhou")
