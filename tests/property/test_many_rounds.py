"""Twenty thousand rounds of all variants, over a million if slow: see `checked`."""

from __future__ import annotations

import gc
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.library import builtins
from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.errors import IllegalActionError, RoundError
from kawuxing.runtime.round.events import Discarded, Drew, Ended, Paid, Won
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.sight import Open, sight_of
from kawuxing.runtime.round.state import NONE

from ..running import python
from ..sources import ROOT
from ..unit.runtime.bots.rounds import exchanged
from .checked import LIVE, ROUNDS_A_MATCH, Course, check_matches, check_sights
from .million import CHANCE, MIXED, PUBLIC, parts
from .told import Retold

if TYPE_CHECKING:
    from kawuxing.runtime.round.sight import Sight
    from kawuxing.runtime.round.state import State

VARIANTS = [one.id for one in builtins() if not one.abstract]
ROUNDS = 20_000
MILLION = 1_000_000
PIECES = 2
LAST_DIGIT = re.compile(r"\d(?=\D*$)")
LIVE_TABLES = sorted(path.stem for path in LIVE.glob("*.yaml"))


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
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_million_rounds(variant: str, piece: int) -> None:
    """All variants together; two tests a variant, since those who run them share them out."""
    found = parts(MILLION // len(VARIANTS) + 1)
    first, last = [len(found) * at // PIECES for at in (piece, piece + 1)]
    check_parts(variant, found[first:last])


@pytest.mark.slow
@pytest.mark.parametrize("table", LIVE_TABLES)
def test_rounds_of_live_tables(table: str) -> None:
    check_parts(table, [(MIXED, range(5)), (CHANCE, range(5, 100))])


def check_parts(variant: str, chosen: list[tuple[tuple[str, ...], range]]) -> None:
    gc.freeze()  # what the other tests have left need not be looked through all the time
    found = [check_matches(variant, bots, matches, PUBLIC) for bots, matches in chosen]
    rounds = sum(len(matches) for _, matches in chosen) * ROUNDS_A_MATCH
    won, replayed = map(sum, zip(*found, strict=True))
    assert won > rounds // 40
    assert replayed > rounds // (2 * PUBLIC)


def test_there_are_a_million() -> None:
    found = parts(MILLION // len(VARIANTS) + 1)
    rounds = sum(len(matches) for _, matches in found) * ROUNDS_A_MATCH * len(VARIANTS)
    assert rounds > MILLION
    assert {bots for bots, _ in found} == {MIXED, CHANCE}


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


@pytest.mark.parametrize("kind", [Discarded, Drew, Paid, Ended])
def test_an_event_lost_or_doubled_is_noticed(kind: type) -> None:
    game = finished()
    at = last(game, kind)
    for here in ((), (game.events[at],) * 2):
        events = (*game.events[:at], *here, *game.events[at + 1 :])
        with pytest.raises(AssertionError):
            Course(Round(game.rules, game.state._replace(events=events))).follow()


def test_a_false_wall_is_noticed() -> None:
    game = finished()
    setup = game.state.setup
    wall = bytes([*setup.wall[:-1], setup.wall[0]])
    assert sorted(wall) != sorted(setup.wall)
    with pytest.raises(AssertionError):
        Course(Round(game.rules, game.state._replace(setup=setup._replace(wall=wall))))


def test_a_false_value_is_noticed() -> None:
    game = finished()
    course = Course(wrong(game, last(game, Won), value=3))
    course.follow()
    with pytest.raises(AssertionError):
        course.check_wins("suizhou")


def test_who_has_nothing_to_do_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked must have something to answer."""
    monkeypatch.setattr("kawuxing.runtime.match.table.legal_actions", lambda *_: ())
    with pytest.raises(IndexError):
        check_matches("suizhou", CHANCE, range(5), 1)


def test_a_log_of_another_round_is_noticed() -> None:
    """No line can be lost, told twice, told too early or changed."""
    game = finished()
    lines = game.log().splitlines()
    assert not is_noticed(game, lines)
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        assert is_noticed(game, [*before, *after])
        assert is_noticed(game, [*before, line, line, *after])
        assert is_noticed(game, [*before, LAST_DIGIT.sub(other_digit, line), *after])
        assert is_noticed(game, [*before, *after[:1], line, *after[1:]]) or not after


def other_digit(found: re.Match[str]) -> str:
    return str(int(found[0]) % 9 + 1)


def is_noticed(game: Round, lines: list[str]) -> bool:
    """Whether a log is found not to be that of a round."""
    try:
        return Retold(game.rules, "\n".join([*lines, ""])).play() != game
    except (AssertionError, LookupError, IllegalActionError, RoundError):
        return True


def states_asked(game: Round) -> list[State]:
    again = Retold(game.rules, game.log())
    again.play()
    assert again.asked
    check_sights(game.rules, again.asked, deeply=True)
    return again.asked


def test_who_sees_a_hidden_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished()
    states = states_asked(game)
    shown = "kawuxing.runtime.round.sight.open_hands"
    monkeypatch.setattr(shown, lambda state: [Open(one, b"", ()) for one in state.setup.playing])
    with pytest.raises(AssertionError):
        check_sights(game.rules, states, deeply=False)


def test_who_knows_the_wall_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished()
    states = states_asked(game)

    def knowing(state: State, seat: int) -> Sight:
        return sight_of(state, seat)._replace(tile=state.setup.wall[state.front])

    monkeypatch.setattr(f"{check_sights.__module__}.sight_of", knowing)
    monkeypatch.setattr("kawuxing.runtime.round.game.sight_of", knowing)
    with pytest.raises(AssertionError):
        check_sights(game.rules, states, deeply=True)
