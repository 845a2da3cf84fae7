"""Reveals of which the others see only what the hand waits for."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kawuxing
from kawuxing.compiler.commands.settings import Settings
from kawuxing.compiler.commands.table_text import TableText
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.evaluator import Evaluator
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.round.events import Revealed
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

from .tables import FULL, after, idle, idle_until, kind, start, throw, town, wall

CLOSED = replace(FULL, flow=replace(FULL.flow, reveal_shows="waiting"))
HANDS = ("111p999p2333457s", "24682468p12489s", "245678p2468s567z")
SHOWN = "111999p233345s+7s"


def revealed(*, closed: bool) -> Round:
    """The dealer has revealed a hand that waits for 2s and the ends of 3-4-5."""
    game = start(HANDS, "7z5z5z6z", play=CLOSED if closed else None)
    return after(game, (0, throw("7z", reveal=True)))


def test_the_others_see_only_what_it_waits_for() -> None:
    game = revealed(closed=True)
    waits = game.state.waits[0]
    assert waits
    for seat in (1, 2):
        view = game.view(seat)
        assert (view.open_hands, view.open_waits) == ((), ((0, waits),))
        (event,) = [one for one in view.events if one["type"] == "reveal"]
        assert "hand" not in event
        assert event["waits"]
        (open_,) = game.sight(seat).open
        assert (open_.seat, sum(open_.counts), open_.waits) == (0, 0, waits)
    own = game.view(0)
    assert [(seat, format_hand(hand)) for seat, hand in own.open_hands] == [
        (0, format_hand(game.hand(0)))
    ]
    assert any("hand" in one for one in own.events if one["type"] == "reveal")


def test_where_the_hand_is_shown_they_see_both() -> None:
    game = revealed(closed=False)
    view = game.view(1)
    assert view.open_hands == ((0, game.hand(0)),)
    assert view.open_waits == ((0, game.state.waits[0]),)
    assert sum(game.sight(1).open[0].counts) == 13


def test_the_log_tells_the_hand_all_the_same() -> None:
    game = revealed(closed=True)
    (event,) = [one for one in game.events if isinstance(one, Revealed)]
    assert event.hand == game.hand(0)
    assert game.log() == revealed(closed=False).log()


def test_a_tile_in_the_hidden_hand_may_still_come() -> None:
    """Three 1p lie in the dealer's hand: who does not see them reckons with them."""
    unseen = []
    for closed in (False, True):
        game = idle_until(revealed(closed=closed), 1)
        eye = BOTS["careful"](game.rules).eye  # type: ignore[attr-defined]
        unseen.append(eye.by_tile(eye.unseen(game.sight(1)))[kind("1p")])
    assert unseen == [1, 4]


@pytest.mark.parametrize("names", [("careful",) * 3, ("greedy", "careful", "careful")])
def test_the_quick_loop_and_the_replay_agree(names: tuple[str, ...]) -> None:
    rules = RoundRules(Evaluator(CLOSED, town("hubei").evaluator.options))
    bots = [BOTS[name](rules) for name in names]
    quick, shown = Quick(rules), 0
    for seed in range(6):
        match = Match.new(rules, seed)
        game = quick.play_round(match, bots)
        assert game == play_round(match, bots)
        assert replay(rules, game.log()) == game
        shown += len(game.state.revealed)
    assert shown


def test_a_table_shows_the_waits_alone() -> None:
    game = revealed(closed=True)
    text = TableText(("A", "B", "C"), Settings("en"), closed=True)
    (event,) = [one for one in game.events if isinstance(one, Revealed)]
    held = format_hand(event.hand)
    others, own = text.event(event, 1), text.event(event, 0)
    assert held not in others
    assert others.startswith("A: reveal, waiting for ")
    assert held in own
    table = "\n".join(text.table(game, 1))
    assert held not in table
    assert "13 tiles" in table
    assert "revealed, waits for" in table


CHOSEN = """\
kawuxing: 1
variant: chosen
name: {zh: 全亮部分亮, en: Full or partial}
extends: hubei
options:
  reveal: {default: hand, offered: [hand, waiting], assumed: a test}
turn:
  reveal_shows: options.reveal
  assumed: a test
"""


@pytest.mark.parametrize(("options", "closed"), [({}, False), ({"reveal": "waiting"}, True)])
def test_an_option_may_say_what_is_shown(options: dict[str, object], closed: bool) -> None:
    rules = RoundRules(kawuxing.load(CHOSEN, options))
    game = Round.new(rules, wall=wall(HANDS, "7z5z5z6z"))
    game = after(game, (0, throw("7z", reveal=True)))
    assert [seat for seat, _ in game.view(1).open_hands] == ([] if closed else [0])
    assert sum(game.sight(1).open[0].counts) == (0 if closed else 13)
    ended = idle(game)
    assert replay(rules, ended.log()) == ended
    quick, match = Quick(rules), Match.new(rules, 3)
    bots = [BOTS["careful"](rules)] * 3
    assert quick.play_round(match, bots) == play_round(match, bots)
