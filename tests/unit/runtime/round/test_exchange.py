"""Tiles given away before play: what may be given, who gets it, who sees it, and how it is told."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Give, Kong, Reveal
from kawuxing.runtime.round.errors import LogError, RoundError
from kawuxing.runtime.round.events import Dealt, Drew, Gave, Started
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.under import judge_under

from .tables import FULL, after, kinds, refusal, town, wall

if TYPE_CHECKING:
    from kawuxing.runtime.situations import Exchange

HANDS = ("1p3p5p7p9p2s4s6s8s5z6z7z7z", "2p2p4p4p6p6p1s3s5s7s9s5z6z", "1p3p5p7p9p1s1s3s5s7s9s5z6z")
THREE: Exchange = (3, "one_suit", "next")


@cache
def rules(exchange: Exchange = THREE) -> RoundRules:
    flow = replace(FULL.flow, exchange=exchange)
    return RoundRules(kawuxing.load("hubei"), replace(FULL, flow=flow))


def dealt(exchange: Exchange = THREE) -> Round:
    return Round.new(rules(exchange), wall=wall(HANDS, "8p"))


def give(text: str) -> Give:
    return Give(tuple(sorted(kinds(text))))


def test_everybody_gives_and_the_dealer_draws_then() -> None:
    game = dealt()
    assert (game.state.phase, game.deciding, game.state.left) == (Phase.EXCHANGE, (0, 1, 2), 45)
    game = after(game, (1, give("2p2p4p")))  # in whatever order they decide
    assert game.deciding == (0, 2)
    assert game.hand(2) == dealt().hand(2)  # nothing has moved yet
    game = after(game, (2, give("1s1s3s")), (0, give("5z7z7z")))
    assert game.deciding == (0,)
    assert game.state.phase is Phase.TURN
    assert game.hand(0).concealed == tuple(sorted(kinds("1p3p5p7p9p2s4s6s8s6z1s1s3s8p")))
    assert game.hand(1).concealed == tuple(sorted(kinds("4p6p6p1s3s5s7s9s5z6z5z7z7z")))
    assert game.hand(2).concealed == tuple(sorted(kinds("1p3p5p7p9p5s7s9s5z6z2p2p4p")))
    types = [type(one) for one in game.events]
    assert types == [Started, *[Dealt] * 3, *[Gave] * 3, Drew]
    assert [(one.seat, one.to) for one in game.events if isinstance(one, Gave)] == [
        (0, 1),
        (1, 2),
        (2, 0),
    ]


@pytest.mark.parametrize(
    ("to", "dice", "expected"),
    [
        ("next", (1, 2), {0: 1, 1: 2, 2: 0}),
        ("previous", (1, 1), {0: 2, 1: 0, 2: 1}),
        ("dice", (1, 1), {0: 1, 1: 2, 2: 0}),
        ("dice", (1, 2), {0: 2, 1: 0, 2: 1}),
        ("dice", None, {0: 1, 1: 2, 2: 0}),
    ],
)
def test_who_gets_them(to: str, dice: tuple[int, int] | None, expected: dict[int, int]) -> None:
    exchange: Exchange = (1, "any", to)  # type: ignore[assignment]
    game = dealt(exchange).with_dice(dice)
    game = after(game, (0, give("1p")), (1, give("2p")), (2, give("1s")))
    assert {one.seat: one.to for one in game.events if isinstance(one, Gave)} == expected


def test_what_may_be_given() -> None:
    """Counted by hand: all threes of a suit, or of dragons, alike ones once."""
    parts = [[tile for tile in kinds(HANDS[0]) if tile // 9 == suit] for suit in (0, 1, 3)]
    expected = {tuple(sorted(three)) for part in parts for three in combinations(part, 3)}
    assert len(expected) == 10 + 4 + 3
    assert {one.tiles for one in dealt().legal_actions(0) if isinstance(one, Give)} == expected
    free = dealt((3, "any", "next")).legal_actions(0)
    whole = {tuple(sorted(three)) for three in combinations(kinds(HANDS[0]), 3)}
    assert {one.tiles for one in free if isinstance(one, Give)} == whole
    assert len(free) == len(whole)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ("1p3p", "KWX3616"),
        ("1p3p2s", "KWX3616"),
        ("1p1p3p", "KWX3616"),
        ("1p3p5p7p", "KWX3616"),
        ("7p8p9p", "KWX3616"),
    ],
)
def test_what_may_not_be_given(tiles: str, code: str) -> None:
    assert refusal(dealt(), 0, give(tiles)) == (code, "")


def test_each_thing_has_its_time() -> None:
    game = dealt()
    for action in (PASS, WIN, PUNG, Discard(0), Kong("concealed", 0), Reveal(())):
        assert refusal(game, 0, action) == ("KWX3612", "")
    given = after(game, (0, give("5z7z7z")))
    assert refusal(given, 0, give("1p3p5p")) == ("KWX3601", "")
    begun = after(given, (1, give("2p2p4p")), (2, give("1s1s3s")))
    assert refusal(begun, 0, give("1p3p5p")) == ("KWX3612", "")


def test_others_see_that_tiles_changed_hands_and_not_which() -> None:
    game = after(dealt(), (0, give("5z7z7z")), (1, give("2p2p4p")), (2, give("1s1s3s")))
    seen = [one for one in game.view(0).events if one["type"] == "give"]
    assert seen == [
        {"type": "give", "seat": 0, "tiles": "577z", "to": 1},
        {"type": "give", "seat": 1, "to": 2},
        {"type": "give", "seat": 2, "tiles": "113s", "to": 0},
    ]


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
@pytest.mark.parametrize("exchange", [THREE, (2, "any", "dice")])
def test_whole_rounds(exchange: Exchange, name: str) -> None:
    """Step by step and quickly alike; logs are read back; no tile is lost."""
    played = rules(exchange)
    bots, quick, match = [BOTS[name](played)] * 3, Quick(played), Match.new(played, 9)
    for _ in range(6):
        game = play_round(match, bots)
        assert quick.play_round(match, bots) == game
        assert replay(played, game.log()) == game
        gifts = [one for one in game.events if isinstance(one, Gave)]
        assert [len(one.tiles) for one in gifts] == [exchange[0]] * 3
        had = {one.seat: Counter(one.tiles) for one in game.events if isinstance(one, Dealt)}
        for one in gifts:
            assert had[one.seat] >= Counter(one.tiles)
            suits = {min(tile // 9, 3) for tile in one.tiles}
            assert exchange[1] == "any" or len(suits) == 1
        assert judge_under(game, played).objections == ()
        match = match.after(game)


def test_who_rests_keeps_out_of_it() -> None:
    """Of four at the table three give, each to the next of them; the dealer begins."""
    resting = RoundRules(kawuxing.load("resting", use=["huansanzhang"]))
    match = Match.new(resting, 3)
    for _ in range(4):
        game = play_round(match, [BOTS["careful"](resting)] * 4)
        given = [(one.seat, one.to) for one in game.events if isinstance(one, Gave)]
        playing = [(match.dealer + step) % 4 for step in range(4)]
        start = game.events[0]
        assert isinstance(start, Started)
        assert start.out is not None
        playing.remove(start.out)
        assert given == [*zip(playing, [*playing[1:], playing[0]], strict=True)]
        assert replay(resting, game.log()) == game
        match = match.after(game)


def test_greedy_gives_what_it_can_spare() -> None:
    """1 2 3 4 5 6 7 8 9 of dots and three of bamboos far apart: those go."""
    hands = ("123456789p1s5s9s5z", *HANDS[1:])
    texts = (hands[0], "2p2p4p4p6p6p3s3s5s7s7s5z6z", "1p3p5p7p9p1s3s5s7s9s6z7z7z")
    game = Round.new(rules(), wall=wall(texts, "8p"))
    bot = BOTS["greedy"](rules())
    assert bot.choose(game.sight(0), game.legal_actions(0), 0) == give("1s5s9s")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tiles": "123p"}, "KWX3625"),
        ({"tiles": "x"}, "KWX3626"),
        ({"to": 2}, "KWX3622"),
        ({"type": "pass"}, "KWX3622"),
    ],
)
def test_a_log_cannot_tell_otherwise(change: dict[str, object], code: str) -> None:
    game = after(dealt(), (0, give("5z7z7z")), (1, give("2p2p4p")), (2, give("1s1s3s")))
    lines = [json.loads(line) for line in game.log().splitlines()]
    lines[4] |= change
    with pytest.raises(LogError) as caught:
        replay(rules(), "\n".join(map(json.dumps, lines)))
    assert (caught.value.code, caught.value.line) == (code, 5)


def test_a_log_that_ends_too_early() -> None:
    game = after(dealt(), (0, give("5z7z7z")), (1, give("2p2p4p")), (2, give("1s1s3s")))
    with pytest.raises(LogError) as caught:
        replay(rules(), "".join(game.log().splitlines(keepends=True)[:5]))
    assert caught.value.code == "KWX3623"


def test_rules_that_exchange_otherwise_cannot_judge() -> None:
    game = play_round(Match.new(rules(), 2), [BOTS["random"](rules())] * 3)
    with pytest.raises(RoundError) as caught:
        judge_under(game, town("hubei"))
    assert caught.value.code == "KWX3628"
