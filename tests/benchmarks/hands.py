"""The hands everything is measured on: the same every time, in every form that is asked for."""

from __future__ import annotations

import json
from typing import NamedTuple

from kawuxing.runtime.hand import NO_WIN, Hand, pack
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.tiles import TileSet

from ..oracle.hands import won_hands

SEED = 84
TILES = TileSet(("dots", "bamboos"), ("white", "green", "red"))

Way = tuple[str, tuple[str, ...], int, bool, bool]
"""How a hand was won: by, events, chain, revealed, payer revealed."""


class Won(NamedTuple):
    """A won hand: as text, packed, taken apart; how it was won; and before its last tile came."""

    text: str
    packed: bytes
    hand: Hand
    way: Way
    waiting: bytes


def sample(count: int, seed: int = SEED) -> tuple[Won, ...]:
    """Won hands in every way, with melds and without."""
    made = []
    for one in won_hands(seed, count):
        hand = parse_hand(one.hand, TILES)
        packed = pack(hand, TILES)
        way = (one.by, tuple(one.events), one.chain, one.revealed, one.payer_revealed)
        made.append(Won(one.hand, packed, hand, way, _without_win(packed)))
    return tuple(made)


def _without_win(packed: bytes) -> bytes:
    waiting = bytearray(packed)
    size = len(TILES.kinds)
    waiting[packed[size]] -= 1
    waiting[size] = NO_WIN
    return bytes(waiting)


def lines(count: int, seed: int = SEED) -> list[str]:
    """Won hands as lines of JSON, as another program would ask for them."""
    return [json.dumps(one._asdict()) + "\n" for one in won_hands(seed, count)]
