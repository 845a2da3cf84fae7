"""Towns prepared for play, walls made to order, and decisions."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.runtime.notation import parse_tiles
from kawuxing.runtime.round.actions import PASS, Discard, Kong
from kawuxing.runtime.round.errors import IllegalActionError
from kawuxing.runtime.round.events import to_dict
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase

if TYPE_CHECKING:
    from kawuxing.runtime.circumstances import KongKind
    from kawuxing.runtime.program import Program
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.situations import FlowRules

FULL: Program[Any] = kawuxing.load("hubei").program
"""A program to take rules of play from and to change some of them."""


@lru_cache
def town(variant: str) -> RoundRules:
    """A town, prepared for play."""
    return RoundRules(kawuxing.load(variant))


# --- walls ----------------------------------------------------------------------------------------


def kinds(text: str) -> tuple[int, ...]:
    """The tiles of a text, in the order written."""
    return parse_tiles(text, town("hubei").tiles)


def wall(hands: tuple[str, ...], draws: str = "", tail: str = "") -> tuple[int, ...]:
    """A wall that deals these hands, the dealer's first, and then has these tiles drawn.

    Args:
        hands: thirteen tiles for each player.
        draws: the dealer's extra tile and those after it.
        tail: replacement tiles, in the order in which they are taken.
    """
    own = [kinds(hand) for hand in hands]
    first, last = kinds(draws), kinds(tail)
    assert [len(hand) for hand in own] == [13] * len(own)
    rest = Counter(town("hubei").kinds * 4)
    rest.subtract([kind for part in (*own, first, last) for kind in part])
    assert min(rest.values()) >= 0, rest
    spare = sorted(rest.elements(), key=lambda kind: (kind * 7 % 11, kind))
    dealt = [kind for turn in range(3) for hand in own for kind in hand[4 * turn : 4 * turn + 4]]
    dealt += [hand[12] for hand in own]
    return (*dealt, *first, *spare, *reversed(last))


def start(
    hands: tuple[str, ...],
    draws: str = "",
    tail: str = "",
    *,
    variant: str = "hubei",
    play: FlowRules | None = None,
) -> Round:
    """The round after the deal of a wall made to order; seat 0 deals."""
    rules = town(variant) if play is None else RoundRules(kawuxing.load(variant), play)
    return Round.new(rules, wall=wall(hands, draws, tail))


# --- decisions ------------------------------------------------------------------------------------


def kind(text: str) -> int:
    (found,) = kinds(text)
    return found


def throw(tile: str, *, reveal: bool = False, kongs: str = "") -> Discard:
    return Discard(kind(tile), reveal, kinds(kongs))


def kong(how: KongKind, tile: str) -> Kong:
    return Kong(how, kind(tile))


def after(game: Round, *steps: tuple[int, Action]) -> Round:
    """The round after some decisions."""
    for seat, action in steps:
        assert action in game.legal_actions(seat), (seat, action, game.legal_actions(seat))
        game = game.apply(seat, action)
    return game


def refusal(game: Round, seat: int, action: Action) -> tuple[str, str]:
    """The code and the row with which an action is refused; the round stays as it is."""
    assert action not in game.legal_actions(seat)
    before = game.state
    with pytest.raises(IllegalActionError) as caught:
        game.apply(seat, action)
    assert game.state is before
    if caught.value.code == "KWX3605":
        assert caught.value.row in caught.value.text("en")
    assert caught.value.text("zh") != caught.value.text("en")
    return caught.value.code, caught.value.row


def totals(game: Round) -> tuple[int, ...]:
    return game.ledger.totals(game.rules.players)


def rows_of(game: Round) -> list[str]:
    """The rules behind the payments, in order."""
    return [one.rule for one in game.ledger.transfers]


def types(game: Round) -> list[str]:
    return [str(to_dict(event)["type"]) for event in game.events]


def last(game: Round, name: str) -> dict[str, object]:
    """The last event of a type, as the log has it."""
    return next(
        found for event in reversed(game.events) if (found := to_dict(event))["type"] == name
    )


def idle(game: Round, left: int = -1) -> Round:
    """The round when nobody keeps or claims anything, until so many tiles are left, or to the end.

    With some left, the tile just drawn is not thrown away yet.
    """
    while not game.over and not (game.state.phase is Phase.TURN and game.state.left == left):
        game = _idle_step(game)
    return game


def idle_until(game: Round, seat: int) -> Round:
    """The round when nobody keeps or claims anything until it is a seat's turn."""
    while game.deciding != (seat,):
        game = _idle_step(game)
    return game


def _idle_step(game: Round) -> Round:
    seat = game.deciding[0]
    drawn = game.view(seat).drawn
    return game.apply(seat, PASS if drawn is None else Discard(drawn))
