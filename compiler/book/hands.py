"""Hands as pictures, and in words how they were won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.notation import format_hand, parse_hand
from ..pages.tiles import Group, groups_of, laid
from .document import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.parsing import Form
    from ...runtime.readings import Reading, Set
    from ...runtime.tiles import TileSet
    from .voice import Pair, Voice

_WON: Final[tuple[Form, ...]] = ("won",)
_WAITING: Final[tuple[Form, ...]] = ("waiting",)
_EVENTS: Final[dict[str, Pair]] = {
    "replacement": ("on a replacement tile", "杠后补牌"),
    "kong_discard": ("on the discard after a kong", "杠后打出的牌"),
    "robbing": ("robbing a kong", "抢杠"),
    "last_tile": ("with the last tile", "最后一张"),
}
_SELF_DRAW, _DISCARD = ("self-draw", "自摸"), ("off a discard", "点炮")
_CHAIN: Pair = ("chain of {count} kongs", "连开 {count} 杠")
_PASSED: Pair = ("after passing {count} wins", "放过 {count} 次胡")
_WINNER, _PAYER = ("winner revealed", "胡的人亮牌"), ("discarder revealed", "放炮的人亮牌")
_PRECEDED = ("another winner had revealed before", "同一张牌另有人胡，先亮了牌")
_PLACES: Final = {"low": 0, "middle": 1, "high": 2, "triplet": 2, "pair": 1}


def read_won(text: str, tiles: TileSet) -> Hand:
    """The won hand somebody wrote.

    Raises:
        HandError: for one that cannot be.
    """
    return parse_hand(text, tiles, _WON)


def read_waiting(text: str, tiles: TileSet) -> Hand:
    """The waiting hand somebody wrote.

    Raises:
        HandError: for one that cannot be.
    """
    return parse_hand(text, tiles, _WAITING)


def won_hand(hand: Hand, reading: Reading) -> Picture:
    """A won hand as it is read, the winning tile marked."""
    return Picture(tuple(_groups(hand, reading)), format_hand(hand))


def waiting_hand(hand: Hand) -> Picture:
    """A hand that is not won, or not complete; the last tile taken is marked, if there is one."""
    return Picture(tuple(groups_of(hand)), format_hand(hand))


def loose_tiles(kinds: Sequence[int], label: str) -> Picture:
    """Tiles side by side."""
    return Picture((Group(tuple(kinds)),), label)


def _groups(hand: Hand, reading: Reading) -> Iterator[Group]:
    place = _PLACES[reading.win.place]
    if reading.shape == "seven_pairs":
        last = max(at for at, kind in enumerate(reading.pairs) if kind == reading.win.tile)
        for at, kind in enumerate(reading.pairs):
            yield Group((kind, kind), "held", place if at == last else None)
        return
    for one in reading.sets:
        if not one.melded:
            yield Group(_tiles(one), "held", place if one.won else None)
    if reading.pair is not None:
        yield Group((reading.pair.tile,) * 2, "held", place if reading.pair.won else None)
    yield from map(laid, hand.melds)


def _tiles(one: Set) -> tuple[int, ...]:
    if one.run:
        return (one.tile, one.tile + 1, one.tile + 2)
    return (one.tile,) * (4 if one.kong else 3)


def how(won: Won, voice: Voice) -> str:
    """How a hand was won."""
    pairs = [] if won.robbing else [_SELF_DRAW if won.self_draw else _DISCARD]
    pairs += [_EVENTS[event] for event in won.events]
    said = [voice.say(pair) for pair in pairs]
    if won.chain > 1:
        said.append(voice.say(_CHAIN, count=won.chain))
    if won.winner_revealed:
        said.append(voice.say(_WINNER))
    if won.discard and won.payer_revealed:
        said.append(voice.say(_PAYER))
    if won.winner_preceded:
        said.append(voice.say(_PRECEDED))
    if won.winner_passed:
        said.append(voice.say(_PASSED, count=won.winner_passed))
    return voice.listed(said)
