"""Fouls: events of the table, with what a variant makes of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.round.actions import PASS, PUNG, WIN
from kawuxing.runtime.round.errors import IllegalActionError
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.situations import Foul

from .tables import FULL, after, idle, kong, last, refusal, start, throw, totals, types

if TYPE_CHECKING:
    from kawuxing.runtime.round.actions import Action

IDLE = "13579p13579s567z"
GIVER = "13579p1357s567z8p"
WAITS_8P = "123p123s789s55z79p"
FOULS = {
    "swap": Foul(may_win=False),
    "long": Foul(may_win=False, may_kong=False, kong_money="void"),
    "unpaid": Foul(kong_money="void"),
    "untaken": Foul(kong_money="last_void"),
}
PLAY = replace(FULL, flow=replace(FULL.flow, fouls=FOULS))
KONGS = ("8888p8888s1234p5z", "13579p13579s67z2s", "12345679p12346s")


def test_a_foul_without_consequences_is_recorded() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "8p", play=PLAY)
    game = game.foul(0, "hurry")
    assert last(game, "foul") == {"type": "foul", "seat": 0, "kind": "hurry"}
    assert WIN in game.legal_actions(0)


def test_a_foul_may_bar_from_winning() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "8p", play=PLAY).foul(0, "swap")
    assert refusal(game, 0, WIN) == ("KWX3611", "fouls.swap")


def test_a_foul_may_bar_from_kongs_and_cost_their_money() -> None:
    game = after(start(KONGS, "7z", "2s", play=PLAY), (0, kong("concealed", "8p")))
    assert totals(game) == (4, -2, -2)
    game = game.foul(0, "long")
    assert totals(game) == (0, 0, 0)
    assert [one.rule for one in game.ledger.transfers][2:] == ["fouls.long"] * 2
    assert refusal(game, 0, kong("concealed", "8s")) == ("KWX3611", "fouls.long")
    assert totals(game.foul(0, "long")) == (0, 0, 0)  # nothing is paid back twice


def test_later_kongs_earn_nothing_either() -> None:
    game = start(KONGS, "7z", "2s6z", play=PLAY).foul(0, "unpaid")
    game = after(game, (0, kong("concealed", "8p")))
    assert totals(game) == (0, 0, 0)


def test_a_foul_may_cost_the_last_kong_only() -> None:
    game = start(KONGS, "7z", "2s6z", play=PLAY)
    game = after(game, (0, kong("concealed", "8p")), (0, kong("concealed", "8s")))
    assert totals(game) == (12, -6, -6)
    assert totals(game.foul(0, "untaken")) == (4, -2, -2)


def test_a_foul_while_others_decide() -> None:
    game = start((GIVER, "2469p1234679s88p", WAITS_8P), "7z", play=PLAY)
    game = after(game, (0, throw("8p")), (1, PUNG))
    assert game.legal_actions(2) == (WIN, PASS)
    game = game.foul(2, "swap")
    assert types(game)[-2:] == ["foul", "pung"]  # nobody else has anything to say
    assert game.deciding == (1,)


def test_a_foul_that_leaves_nobody_to_decide() -> None:
    game = start((GIVER, IDLE, WAITS_8P), "7z", play=PLAY)
    game = after(game, (0, throw("8p"))).foul(2, "swap")
    assert types(game)[-2:] == ["foul", "draw"]


PAIRS_8P = "2469p1234679s88p"


@pytest.mark.parametrize("kind", ["swap", "hurry"])
@pytest.mark.parametrize("answer", [WIN, PASS])
def test_what_the_fouler_has_answered_is_void(kind: str, answer: Action) -> None:
    """Whether it is barred or not, it decides again; so the foul comes first in every log."""
    game = start((GIVER, WAITS_8P, PAIRS_8P), "7z", play=PLAY)
    game = after(game, (0, throw("8p")), (1, answer)).foul(1, kind)
    assert game.deciding == ((1, 2) if kind == "hurry" else (2,))
    game = after(game, *[(1, WIN)] * (kind == "hurry"), (2, PASS))
    assert types(game)[-3:] == (
        ["win", "transfer", "end"] if kind == "hurry" else ["foul", "pass", "draw"]
    )
    game = idle(game)
    assert replay(game.rules, game.log()) == game
    assert replay(game.rules, game.log()).log() == game.log()


def test_what_the_others_have_answered_holds_when_somebody_fouls() -> None:
    game = start((GIVER, WAITS_8P, PAIRS_8P), "7z", play=PLAY)
    game = after(game, (0, throw("8p")), (2, PUNG)).foul(1, "swap")
    assert types(game)[-2:] == ["foul", "pung"]


@pytest.mark.parametrize("fouler", [0, 1, 2])
@pytest.mark.parametrize("answers", list(product((WIN, PASS), (PUNG, PASS))))
@pytest.mark.parametrize("when", [0, 1])
def test_a_foul_between_answers_comes_back_from_the_log(
    fouler: int, answers: tuple[Action, Action], when: int
) -> None:
    game = start((GIVER, WAITS_8P, PAIRS_8P), "7z", play=PLAY)
    game = after(game, (0, throw("8p")))
    for seat, answer in ((1, answers[0]), (2, answers[1])):
        game = game.foul(fouler, "long") if seat == 1 + when else game
        game = game.apply(seat, answer) if answer in game.legal_actions(seat) else game
    while not game.over:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        game = game.apply(seat, actions[-1])
    assert replay(game.rules, game.log()) == game


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_players_commit_fouls(seat: int) -> None:
    with pytest.raises(IllegalActionError) as caught:
        start((GIVER, IDLE, WAITS_8P), "7z").foul(seat, "swap")
    assert caught.value.code == "KWX3631"


def test_no_foul_after_the_end() -> None:
    game = idle(start((GIVER, IDLE, "12345679p12346s"), "7z"))
    with pytest.raises(IllegalActionError) as caught:
        game.foul(0, "swap")
    assert caught.value.code == "KWX3602"
