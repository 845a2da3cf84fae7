"""Pungs that were passed, where rules ask: barred until the next draw."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.flow import situations
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Pung, Reveal
from kawuxing.runtime.round.events import Discarded, Drew
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.under import judge_under
from kawuxing.runtime.situations import PungAsked

from ...compiler.diff.variants import core_of
from .tables import after, refusal, throw, town, wall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.sight import Sight

HEAD = "kawuxing: 1\nvariant: some\nname: {zh: 某, en: Some}\nextends: hubei\n"
BARRED = """turn:
  pung:
    again: {place: first, when: passed.pung, allowed: false, assumed: a test}
"""
THREE = "table: {tiles: {copies: 3}, assumed: a test}\n"
HANDS = ("13579p1357s567z8p", "13579p1357s67z85p", "2469p1234s88p55z6z")


@cache
def barred() -> RoundRules:
    return RoundRules(kawuxing.load(HEAD + BARRED))


def dealt(draws: str, rules: RoundRules | None = None) -> Round:
    """Seat 2 has two 8p and two 5z; the others have one of each."""
    return Round.new(rules or barred(), wall=wall(HANDS, draws))


def test_who_passes_a_pung_may_not_take_the_same_before_drawing() -> None:
    game = after(dealt("7z"), (0, throw("8p")), (2, PASS), (1, throw("8p")))
    assert game.deciding == (2,)  # nobody wants it, and the turn has come
    assert game.state.phase is Phase.TURN
    plain = after(dealt("7z", town("hubei")), (0, throw("8p")), (2, PASS), (1, throw("8p")))
    assert PUNG in plain.legal_actions(2)


def test_the_row_is_named() -> None:
    """Seat 0 has thrown the 8p that would have won, and waits for it."""
    game = Round.new(barred(), wall=wall(("123p123s789s66z79p", *HANDS[1:]), "8p"))
    game = after(game, (0, throw("8p")), (2, PASS), (1, throw("8p")))
    assert game.deciding == (0,)
    assert refusal(game, 2, PUNG) == ("KWX3605", "turn.pung.again")


def test_another_kind_is_free() -> None:
    game = after(dealt("7z5z"), (0, throw("8p")), (2, PASS), (1, throw("5z")))
    assert PUNG in game.legal_actions(2)


def test_a_draw_makes_it_free() -> None:
    game = after(dealt("7z1s9s7s"), (0, throw("8p")), (2, PASS), (1, throw("1s")))
    game = after(game, (2, throw("9s")), (0, throw("7s")), (1, throw("8p")))
    assert PUNG in game.legal_actions(2)


def test_who_reveals_instead_has_passed() -> None:
    """Where one may reveal out of turn, that lets the tile go, too."""
    text = BARRED + "  reveal_anytime: true\n  assumed: a test\n"
    rules = RoundRules(kawuxing.load(HEAD + text))
    game = Round.new(rules, wall=wall((*HANDS[:2], "123p123s789s88p55z"), "7z"))
    game = after(game, (0, throw("8p")))
    assert {PUNG, Reveal(())} <= set(game.legal_actions(2))
    game = after(game, (2, Reveal(())))
    assert [one[1:] for one in game.state.let_go] == [(7, "win"), (7, "pung")]


def test_a_passed_pung_bars_no_win() -> None:
    """Seat 2 waits for 4p and 7p beside two 8p; a passed win would bar the next."""
    hands = ("3579p1357s567z7p8p", "13579p1357s67z85p", "123s456s789s88p56p")
    game = after(Round.new(barred(), wall=wall(hands, "7z")), (0, throw("8p")), (2, PASS))
    game = after(game, (1, throw("7p")))
    assert WIN in game.legal_actions(2)


class Coy:
    """A bot that lets half of its pungs go."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        if sight.phase is not Phase.TURN and chance % 2:
            return PASS
        return self.bot.choose(sight, actions, chance)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_quick_rounds_keep_it_too(name: str) -> None:
    rules = barred()
    bots, quick, match = [Coy(BOTS[name](rules))] * 3, Quick(rules), Match.new(rules, 8)
    for _ in range(25):
        expected = play_round(match, bots)
        assert quick.play_round(match, bots) == expected
        match = match.after(expected)


def test_it_is_as_the_events_say() -> None:
    """Held against what was offered since the last draw, round by round."""
    rules, again, random = barred(), 0, Random(3)
    for seed in range(30):
        game, passed, seen, tile = Round.new(rules, seed=seed), set[tuple[int, int]](), 0, -1
        while not game.over:
            for one in game.events[seen:]:
                if isinstance(one, Drew):
                    passed = {pair for pair in passed if pair[0] != one.seat}
                elif isinstance(one, Discarded):
                    tile = one.tile
            seen = len(game.events)
            seat = game.deciding[0]
            actions = game.legal_actions(seat)
            if game.state.phase is Phase.CLAIM:
                again += tile in {kind for _, kind in passed}
                assert not ((seat, tile) in passed and PUNG in actions)
            action = random.choice(actions)
            if PUNG in actions and not isinstance(action, Pung):
                passed.add((seat, tile))
            game = game.apply(seat, action)
        assert replay(rules, game.log()) == game
    assert again


def test_judged_under_rules_that_ask() -> None:
    game = after(dealt("7z", town("hubei")), (0, throw("8p")), (2, PASS), (1, throw("8p")))
    game = after(game, (2, PUNG))
    while not game.over:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        throws = [one for one in actions if isinstance(one, Discard) and not one.reveal]
        game = game.apply(seat, throws[-1] if throws else PASS)
    found = judge_under(game, barred())
    rows = [(one.seat, one.action, one.error.row) for one in found.objections]
    assert rows == [(2, "pung", "turn.pung.again")]
    assert judge_under(game, town("hubei")).objections == ()


def pungs(text: str) -> tuple[PungAsked, ...]:
    found = situations("turn.pung", [core_of(text)])
    return tuple(one for one in found if isinstance(one, PungAsked))


def test_proofs_try_it_where_it_is_asked_and_can_be() -> None:
    """84 tiles, 13 each and one drawn leave 44; of the first discard nobody has passed one."""
    text = HEAD + BARRED
    assert {one.passed_pung for one in pungs(HEAD)} == {False}
    assert {one.passed_pung for one in pungs(text)} == {False, True}
    least = text.replace("passed.pung", "passed.pung and wall.left >= 43")
    passed = [one.wall_left for one in pungs(least) if one.passed_pung]
    assert (max(passed), max(one.wall_left for one in pungs(least))) == (43, 44)
    assert {one.passed_pung for one in pungs(text + THREE)} == {False}
