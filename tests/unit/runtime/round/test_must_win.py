"""Players who have revealed and must win where a variant says so; walls at their thresholds."""

from __future__ import annotations

import json
from functools import cache

import pytest

import kawuxing
from kawuxing.compiler.flow import situations
from kawuxing.compiler.interpret.judge import decide
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.actions import PASS, WIN, Discard, Kong
from kawuxing.runtime.round.errors import IllegalActionError, LogError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.situations import RevealAsked

from ...compiler.space.townships import core_of
from .tables import town, wall

HEAD = "kawuxing: 1\nvariant: strict\nname: {zh: 严, en: Strict}\nextends: hubei\n"


@cache
def rules(must: str) -> RoundRules:
    return RoundRules(kawuxing.load(f"{HEAD}turn: {{must: [{must}], assumed: a test}}\n"))


# The dealer waits for 7z after throwing 9s away; 1 has two isolated dragons and draws the first 7z.
HANDS = ("113355p224477s7z", "1379p1379s14p55z6z", "2468p2468s79p666z")


def revealed(must: str, draws: str) -> Round:
    """The dealer, who waits for a dragon, has revealed with the first discard."""
    game = Round.new(rules(must), wall=wall(HANDS, draws))
    return game.apply(0, Discard(game.rules.kinds[game.state.drawn], True))


@pytest.mark.parametrize(
    ("must", "actions"),
    [("", 2), ("win_by_self_draw", 1), ("win_off_discard", 2), ("announced_kong", 2)],
)
def test_who_draws_the_winning_tile(must: str, actions: int) -> None:
    """7z comes to the dealer in the fourth turn."""
    game = revealed(must, "9s6p6s7z")
    for seat in (1, 2):
        game = game.apply(seat, Discard(game.rules.kinds[game.state.drawn]))
        while game.state.phase is not Phase.TURN:
            game = game.apply(game.deciding[0], PASS)
    assert game.deciding == (0,)
    assert len(game.legal_actions(0)) == actions
    assert WIN in game.legal_actions(0)
    if actions == 1:
        with pytest.raises(IllegalActionError) as caught:
            game.apply(0, Discard(game.rules.kinds[game.state.drawn]))
        assert caught.value.code == "KWX3615"
    else:
        game.apply(0, Discard(game.rules.kinds[game.state.drawn]))


@pytest.mark.parametrize(("must", "bound"), [("", False), ("win_off_discard", True)])
def test_whose_tile_is_thrown_away(must: str, bound: bool) -> None:
    """1 draws 7z and throws it away."""
    game = revealed(must, "9s7z")
    game = game.apply(1, Discard(game.rules.kinds[game.state.drawn]))
    assert game.legal_actions(0) == ((WIN,) if bound else (WIN, PASS))
    if bound:
        with pytest.raises(IllegalActionError) as caught:
            game.apply(0, PASS)
        assert caught.value.code == "KWX3615"
    assert game.apply(0, WIN).state.winners == (0,)


@pytest.mark.parametrize("bot", ["random", "careful"])
def test_rounds_are_the_same_quickly_and_step_by_step(bot: str) -> None:
    strict = rules("win_by_self_draw, win_off_discard")
    bots, quick = [BOTS[bot](strict)] * 3, Quick(strict)
    match = Match.new(strict, 8)
    for _ in range(30):
        game = quick.play_round(match, bots)
        assert game == play_round(match, bots)
        assert replay(strict, game.log()) == game
        match = match.after(game)


def test_a_log_in_which_somebody_did_not_win_is_refused() -> None:
    game = revealed("", "9s7z").apply(1, Discard(29)).apply(0, PASS)
    strict = rules("win_off_discard")
    log = game.log().replace(game.rules.source, strict.source).replace("hubei", "strict")
    with pytest.raises(LogError):
        replay(strict, log)


REVEAL = """{head}turn:
  reveal:
    - {{id: late, when: not (wall.left {op} 12), allowed: false, assumed: a test}}
    - {{id: else, allowed: true, assumed: a test}}
"""


@pytest.mark.parametrize(("op", "at_twelve"), [(">=", True), (">", False)])
def test_the_threshold_of_the_wall(op: str, at_twelve: bool) -> None:
    """Twelve tiles left: one camp may reveal, the other may not; both alike at eleven, thirteen."""
    text = REVEAL.format(head=HEAD, op=op)
    program, core = kawuxing.load(text).program, core_of(text)
    for left, allowed in ((11, False), (12, at_twelve), (13, True)):
        asked = RevealAsked(turn_own=True, wall_left=left)
        assert program.may_reveal(asked, program.defaults)[0] is allowed
        assert decide(core, "turn.reveal", asked, {})[0] is allowed
    asked_of = situations("turn.reveal", [core])
    assert {decide(core, "turn.reveal", one, {})[0] for one in asked_of} == {True, False}


@pytest.mark.parametrize(
    ("op", "drawn", "may"), [(">=", 32, True), (">", 32, False), (">", 31, True)]
)
def test_a_reveal_at_the_threshold(op: str, drawn: int, may: bool) -> None:
    """84 tiles, 40 of them dealt and drawn: 44 - n are left when n more have been drawn."""
    strict = RoundRules(kawuxing.load(REVEAL.format(head=HEAD, op=op)))
    game = Round.new(strict, wall=wall(HANDS, "9s"))
    state = game.state._replace(front=game.state.front + drawn)
    assert state.left == 44 - drawn
    game = Round(strict, state)
    found = [one for one in game.legal_actions(0) if isinstance(one, Discard) and one.reveal]
    assert bool(found) is may


# --- who must claim a tile that goes to somebody else ---------------------------------------------

SEEN = ("start", "deal", "draw", "discard", "reveal", "win")


def seen(text: str, **changes: object) -> str:
    """What a table sees of a round, with other words about the wins."""
    lines = [json.loads(line) for line in text.splitlines()]
    kept = {"type", "variant", "dealer", "out", "seat", "tile", "tiles", "kongs"}
    told = [
        {name: value for name, value in line.items() if name in kept}
        | (changes if line["type"] == "win" else {})
        for line in lines
        if line["type"] in SEEN
    ]
    return "".join(json.dumps(line) + "\n" for line in told)


def test_who_must_win_and_comes_second_is_replayed() -> None:
    """The dealer and 1 wait for 7z, which 2 throws away; one may win, and the dealer is next."""
    text = f"{HEAD}turn: {{winners: one, must: [win_off_discard], assumed: a test}}\n"
    one = RoundRules(kawuxing.load(text))
    hands = (HANDS[0], "668899p113355s7z", "2468p2468s79p66z7z")
    game = Round.new(one, wall=wall(hands, "9s5z7z"))
    for seat in (0, 1):
        game = game.apply(seat, Discard(game.rules.kinds[game.state.drawn], True))
    game = game.apply(2, Discard(29))
    assert [game.legal_actions(seat) for seat in (0, 1)] == [(WIN,), (WIN,)]
    game = game.apply(1, WIN).apply(0, WIN)
    assert game.state.winners == (0,)
    assert replay(one, game.log()).events == game.events
    assert replay(one, seen(game.log())).events[1:] == game.events[1:]
    with pytest.raises(LogError) as caught:  # 1 cannot win before the dealer
        replay(one, seen(game.log(), seat=1))
    assert isinstance(caught.value.cause, IllegalActionError)
    assert caught.value.cause.code == "KWX3615"
    assert caught.value.cause.params["seat"] == 0


def test_a_kong_that_must_be_made_loses_to_a_win() -> None:
    """1 has announced a kong of the tile that 2 wins with (S3-112: a win goes before a kong)."""
    four = town("resting")
    hands = ("124578p245678s3s", "123123789p333s9s", "12789s555666z77z")
    game = Round.new(four, wall=wall(hands, "7z8p8p5s"), dealer=0, out=3)
    bamboo = 11
    for seat, action in (
        (0, Discard(29)),
        (1, Discard(7, True, (bamboo,))),
        (2, Discard(7)),
        (0, Discard(bamboo)),
        (2, WIN),
        (1, Kong("direct", bamboo)),
    ):
        while action not in game.legal_actions(seat):
            game = game.apply(game.deciding[0], PASS)
        game = game.apply(seat, action)
    assert game.state.winners == (2,)
    assert replay(four, game.log()).events == game.events
    assert replay(four, seen(game.log())).events[1:] == game.events[1:]
