"""Revealing: when, what it binds to, what it costs, and kongs announced with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Reveal
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

from ..plain_program import plain_rules
from .tables import (
    FULL,
    after,
    idle_until,
    kind,
    kong,
    last,
    refusal,
    start,
    throw,
    totals,
    types,
    wall,
)

if TYPE_CHECKING:
    from kawuxing.runtime.situations import KongAsked

IDLE = "13579p13579s567z"
WAITS_8P = "123p123s789s55z79p"


def test_reveal_comes_with_a_discard() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z")
    game = after(game, (0, throw("7z", reveal=True)))
    assert last(game, "reveal") == {
        "type": "reveal",
        "seat": 0,
        "hand": "12379p123789s55z",
        "melds": [],
        "waits": ["8p"],
    }
    assert types(game)[-3:] == ["reveal", "discard", "draw"]


def test_only_a_waiting_hand_reveals() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z")
    assert refusal(game, 0, throw("1p", reveal=True)) == ("KWX3607", "")
    reveals = [one for one in game.legal_actions(0) if one in (throw("7z", reveal=True),)]
    assert reveals == [throw("7z", reveal=True)]
    assert throw("7z") in game.legal_actions(0)


def test_not_with_the_first_discard_but_later() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z6z6z6p")
    game = idle_until(after(game, (0, throw("7z"))), 0)
    game = after(game, (0, throw("6p", reveal=True)))
    assert game.state.revealed == (0,)


def test_a_revealed_hand_is_fixed() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z6z6z6p")
    game = idle_until(after(game, (0, throw("7z", reveal=True))), 0)
    assert game.legal_actions(0) == (throw("6p"),)
    assert refusal(game, 0, throw("1p")) == ("KWX3604", "")
    assert refusal(game, 0, throw("6p", reveal=True)) == ("KWX3613", "")


def test_a_revealed_player_may_win_by_self_draw_or_not() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z6z6z8p")
    game = idle_until(after(game, (0, throw("7z", reveal=True))), 0)
    assert game.legal_actions(0) == (WIN, throw("8p"))
    game = after(game, (0, WIN))
    assert totals(game) == (4, -2, -2)


def test_dealing_into_a_revealed_hand_pays_for_all() -> None:
    """GT-62: v = 2 with the reveal in it, both shares."""
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z8p")
    game = after(game, (0, throw("7z", reveal=True)), (1, throw("8p")), (0, WIN))
    assert totals(game) == (4, -4, 0)


@pytest.mark.parametrize(("spares", "expected"), [(False, 4), (True, 2)])
def test_a_payer_who_has_revealed_too(spares: bool, expected: int) -> None:
    """Where the option spares those who have revealed, they pay their own share only."""
    rules = RoundRules(kawuxing.load("hubei", bao_spares_revealed=spares))
    hands = (WAITS_8P, "456p123s456s66z99s", "2468p13579s567z9p")
    game = Round.new(rules, wall=wall(hands, "7z1p4p3p8p"))
    game = after(game, (0, throw("7z", reveal=True)), (1, throw("1p", reveal=True)))
    game = after(idle_until(game, 1), (1, throw("8p")), (0, WIN))
    assert totals(game) == (expected, -expected, 0)


def test_gt_90_a_cheap_hand_may_win_from_one_who_has_revealed() -> None:
    """Under a small variant of the tests' own, which allows it as some towns do."""
    rules = RoundRules(plain_rules().load(strict=True))
    hands = ("123p456s66z789s79p", "13579p13579s67z2s", WAITS_8P)
    game = Round.new(rules, wall=wall(hands, "8p"))
    hidden = after(game, (0, throw("8p")))
    assert hidden.deciding == (1,)  # the round has gone on
    shown = after(game, (0, throw("8p", reveal=True)))
    assert shown.legal_actions(2) == (WIN, PASS)


def test_the_reveal_counts_for_the_discard_it_comes_with() -> None:
    """The discarder has revealed when its tile is won on, as a payer and as a drawn hand's."""
    game = start(("123p456s66z789s79p", IDLE, "123p123s456s5z456p"), "5z")
    game = after(game, (0, throw("5z", reveal=True)))
    assert game.legal_actions(2) == (WIN, PASS)
    assert game.state.revealed == (0,)


def test_a_revealed_player_makes_no_pung() -> None:
    game = start((WAITS_8P, "13579p13579s67z8s", "123p123s789s5z456p"), "7z5z")
    game = after(game, (0, throw("7z", reveal=True)), (1, throw("5z")))
    assert game.deciding == (2,)
    assert refusal(game, 0, PUNG) == ("KWX3605", "turn.pung.revealed")


# --- out of turn ----------------------------------------------------------------------------------

ANYTIME = replace(FULL, flow=replace(FULL.flow, reveal_anytime=True))


def test_revealing_out_of_turn() -> None:
    game = start((IDLE, "24568p24568s67z1s", WAITS_8P), "7z", play=ANYTIME)
    game = after(game, (0, throw("7z")))
    assert game.legal_actions(2) == (Reveal(), PASS)
    game = after(game, (2, Reveal()))
    assert game.state.revealed == (2,)
    assert types(game)[-3:] == ["discard", "reveal", "draw"]
    game = after(game, (1, throw("1s")))
    assert game.deciding == (2,)
    assert refusal(game, 1, Reveal()) == ("KWX3601", "")


def test_revealing_lets_the_tile_go() -> None:
    hands = ("13579p1357s567z8p", "24568p24568s67z1s", WAITS_8P)
    game = after(start(hands, "7z", play=ANYTIME), (0, throw("8p")))
    assert game.legal_actions(2) == (WIN, Reveal(), PASS)
    game = after(game, (2, Reveal()))
    assert game.state.passed[2] == 1


def test_not_out_of_turn_where_the_variant_does_not_say_so() -> None:
    hands = ("13579p1357s567z8p", "24568p24568s67z1s", WAITS_8P)
    game = after(start(hands, "7z"), (0, throw("8p")))
    assert refusal(game, 2, Reveal()) == ("KWX3612", "")


# --- kongs announced ------------------------------------------------------------------------------


def only_announced(c: KongAsked, _o: object) -> tuple[bool, int]:
    if c.konger_revealed and not (c.kong_announced and c.kong_keeps_ready):
        return False, 3
    return True, 4


ANNOUNCED = replace(
    FULL, may_kong=only_announced, flow=replace(FULL.flow, must=("announced_kong",))
)
TRIPLETS = "111p999p234s555z5s"  # waits 5s (and 2s: 345s + 22s is none: 2345s waits 2s and 5s)
QUIET = "24568p24568s66z1s"


def test_kongs_are_announced_with_the_reveal() -> None:
    game = start((TRIPLETS, "2345678p13679s7z", QUIET), "7z", play=ANNOUNCED)
    said = {one for one in game.legal_actions(0) if one in _reveals_of("7z")}
    assert len(said) == 8  # every choice among three triplets
    game = after(game, (0, throw("7z", reveal=True, kongs="1p9p")))
    assert last(game, "reveal")["kongs"] == ["1p", "9p"]


def _reveals_of(tile: str) -> list[object]:
    choices = ("", "1p", "9p", "5z", "1p9p", "1p5z", "9p5z", "1p9p5z")
    return [throw(tile, reveal=True, kongs=one) for one in choices]


def test_what_cannot_be_announced() -> None:
    game = start((TRIPLETS, "2345678p13679s7z", QUIET), "7z", play=ANNOUNCED)
    assert refusal(game, 0, throw("7z", reveal=True, kongs="2s")) == ("KWX3614", "")
    plain = start((TRIPLETS, "2345678p13679s7z", QUIET), "7z")
    assert refusal(plain, 0, throw("7z", reveal=True, kongs="1p")) == ("KWX3614", "")


@pytest.mark.parametrize("tile", ["1p", "9p", "5z"])
def test_an_announced_kong_must_be_made(tile: str) -> None:
    draws = f"7z6p7p{tile}"
    game = start((TRIPLETS, "2345678p13679s7z", QUIET), draws, play=ANNOUNCED)
    game = idle_until(after(game, (0, throw("7z", reveal=True, kongs="1p9p"))), 0)
    if tile == "5z":
        assert game.legal_actions(0) == (throw("5z"),)
        assert refusal(game, 0, kong("concealed", "5z")) == ("KWX3605", "turn.kong.revealed")
    else:
        assert game.legal_actions(0) == (kong("concealed", tile),)
        assert refusal(game, 0, throw(tile)) == ("KWX3610", "")


def test_an_announced_kong_must_be_made_off_a_discard() -> None:
    game = start((TRIPLETS, "2345678p13679s7z", QUIET), "7z1p", play=ANNOUNCED)
    game = after(game, (0, throw("7z", reveal=True, kongs="1p")), (1, throw("1p")))
    assert game.legal_actions(0) == (kong("direct", "1p"),)
    assert refusal(game, 0, PASS) == ("KWX3610", "")


OPEN_PUNGS = """kawuxing: 1
variant: openly
name: {zh: 开门, en: Openly}
extends: suizhou
turn: {pung: {revealed: {allowed: true, assumed: so}}, assumed: so}
"""


def test_a_revealed_player_may_throw_any_tile_after_a_pung() -> None:
    rules = RoundRules(kawuxing.load(OPEN_PUNGS))
    hands = ("22p55p123456789s", "13579p13579s567z", "4689p2468s2p566z7z")
    game = Round.new(rules, wall=wall(hands, "7z"))
    game = after(game, (0, throw("7z", reveal=True)))
    game = idle_until(game, 2)
    game = after(game, (2, throw("2p")), (0, PUNG))
    assert game.deciding == (0,)
    allowed = game.legal_actions(0)
    assert allowed == tuple(throw(tile) for tile in ("5p", *(f"{rank}s" for rank in range(1, 10))))
    game = after(game, (0, throw("5p")))
    assert game.state.waits[0] == (kind("5p"),)
