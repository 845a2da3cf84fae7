"""The built-in bots: what they do in situations where it is plain what is best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.bots.by_chance import ByChance
from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.bots.greedy import Greedy
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Action, Discard

from ..round.tables import after, idle, idle_until, kind, kong, start, throw, town

if TYPE_CHECKING:
    from kawuxing.runtime.round.game import Round

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan")
IDLE = "2468p13579s24p67z"
OTHER = "1357p2468s13s567z"
PLAIN = ("2468p13579s2468p", "1379p2468s11346s")
FOLDS = "24589p24569s667z"
both = pytest.mark.parametrize("name", ["greedy", "careful"])


def choice(bot: str, game: Round, seat: int = 0, chance: int = 0) -> Action:
    made = BOTS[bot](game.rules)
    actions = game.legal_actions(seat)
    found = made.choose(game.sight(seat), actions, chance)
    assert found in actions
    return found


def test_the_three_are_there() -> None:
    assert dict(BOTS) == {"random": ByChance, "greedy": Greedy, "careful": Careful}


@pytest.mark.parametrize("variant", TOWNS)
@pytest.mark.parametrize("name", BOTS)
def test_bots_do_what_is_allowed_and_remember_nothing(variant: str, name: str) -> None:
    """A round comes out the same after other rounds, and with bots made anew."""
    rules = town(variant)
    bots = [BOTS[name](rules)] * 3
    first = [play_round(Match.new(rules, seed), bots) for seed in range(6)]
    again = [play_round(Match.new(rules, seed), bots) for seed in reversed(range(6))]
    assert first == again[::-1]
    new = [BOTS[name](rules) for _ in range(3)]
    assert play_round(Match.new(rules, 3), new) == first[3]
    assert len({game.log() for game in first}) == 6


def test_chance_decides_between_all_actions() -> None:
    game = start(("123456789p1234s", IDLE, OTHER), "9s")
    actions = game.legal_actions(0)
    count = len(actions)
    found = [choice("random", game, 0, (2 * n + 1 << 63) // count) for n in range(count)]
    assert found == list(actions)


@both
def test_a_win_is_taken(name: str) -> None:
    game = start(("123456789p1155s", IDLE, OTHER), "5s")
    assert WIN in game.legal_actions(0)
    assert choice(name, game) == WIN


@both
def test_to_be_ready_comes_first(name: str) -> None:
    """Only without 7z the hand waits, for 1s and 4s."""
    game = start(("123456789p23s55z", IDLE, OTHER), "7z")
    found = choice(name, game)
    assert isinstance(found, Discard)
    assert found.tile == kind("7z")


@both
def test_then_that_many_tiles_can_come(name: str) -> None:
    """23s waits for eight tiles, 35s for four; no fan asks for either."""
    found = choice(name, start(("123456789p23s66z", IDLE, OTHER), "5s"))
    assert isinstance(found, Discard)
    assert found.tile == kind("5s")


@pytest.mark.parametrize("variant", TOWNS[1:])
@both
def test_and_what_they_would_bring(name: str, variant: str) -> None:
    """46s waits for one kind and 67s for two; money and number together decide."""
    rest = "123456789p{}55z"
    game = start((rest.format("46s"), IDLE, OTHER), "7s", variant=variant)
    worth = {}
    for thrown, waiting in (("7s", "46s"), ("4s", "67s")):
        answer = town(variant).evaluator.waits(rest.format(waiting))
        worth[kind(thrown)] = sum(
            one.left * (2 * one.self_draw + one.may_win_off_discard * one.discard)
            for one in answer.waits
        )
    assert len(set(worth.values())) == 2
    found = choice(name, game)
    assert isinstance(found, Discard)
    assert found.tile == max(worth, key=lambda tile: worth[tile])


@both
def test_a_pung_that_makes_ready_is_taken(name: str) -> None:
    """Two pairs and a gap: with the pung only the gap is missing."""
    game = start(("13579p13579s567z", "123456p99p46s55z2s", OTHER), "7z")
    game = after(game, (0, throw("5z")))
    assert choice(name, game, 1) == PUNG


@both
def test_a_ready_hand_does_not_pung(name: str) -> None:
    game = start(("13579p13579s567z", "123456789p46s55z", OTHER), "7z")
    game = after(game, (0, throw("5z")))
    assert PUNG in game.legal_actions(1)
    assert choice(name, game, 1) == PASS


@both
def test_a_kong_that_leaves_the_wait_is_made(name: str) -> None:
    game = start(("123456789p4s555z", *PLAIN), "5z")
    assert choice(name, game) == kong("concealed", "5z")


@both
def test_a_kong_that_breaks_seven_pairs_is_not(name: str) -> None:
    """S2-074."""
    game = start(("5555p2266s8899s5z", *PLAIN), "6z")
    assert kong("concealed", "5p") in game.legal_actions(0)
    found = choice(name, game)
    assert isinstance(found, Discard)
    assert found.tile in (kind("5z"), kind("6z"))


def opened() -> Round:
    """Seat 1 lies open and waits for 8p; seat 0, ready but for 8p, has just drawn it."""
    game = start(("34566p345s678s46s", "123p123s789s55z79p", FOLDS), "7z7z6z8p")
    game = after(game, (0, throw("7z")), (1, throw("7z", reveal=True)))
    return idle_until(game, 0)


def test_the_careful_one_feeds_no_open_hand() -> None:
    """S2-079, S0-078: it would pay for all."""
    game = opened()
    assert choice("greedy", game) == throw("8p")
    found = choice("careful", game)
    assert isinstance(found, Discard)
    assert found.tile != kind("8p")


def test_the_careful_one_reveals() -> None:
    """S2-073: as soon as it is ready; four tiles to wait for, and nobody else lies open."""
    game = start(("123p123s789s55z79p", IDLE, OTHER), "7z")
    assert choice("greedy", game) == throw("7z")
    assert choice("careful", game) == throw("7z", reveal=True)


def test_but_not_at_the_end() -> None:
    """Five tiles are left: it would draw once more."""
    game = idle(start(("123p123s789s55z79p", IDLE, OTHER), "7z"), left=5)
    assert game.deciding == (0,)
    assert any(isinstance(one, Discard) and one.reveal for one in game.legal_actions(0))
    found = choice("careful", game)
    assert isinstance(found, Discard)
    assert not found.reveal


def test_ties_go_by_chance_or_as_advised() -> None:
    """One of 8p and 9p must go, the other is waited for: the eight first (S3-060)."""
    game = start(("123456p456789s8p", IDLE, OTHER), "9p")
    assert choice("greedy", game, chance=0) == throw("8p")
    assert choice("greedy", game, chance=(1 << 64) - 1) == throw("9p")
    found = choice("careful", game, chance=(1 << 64) - 1)
    assert isinstance(found, Discard)
    assert found.tile == kind("8p")


def test_dragons_go_before_terminals() -> None:
    """S3-059."""
    found = choice("careful", start(("123456p456789s9p", IDLE, OTHER), "5z"))
    assert isinstance(found, Discard)
    assert found.tile == kind("5z")
