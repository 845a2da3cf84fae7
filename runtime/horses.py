"""Horses: tiles turned up after a win, as rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from .tiles import rank_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .circumstances import Won
    from .tiles import TileSet

MAX_HORSES: Final = 12
"""How many tiles are turned for one winner at most, those among them that others brought."""
_GROUPS: Final = 3


@dataclass(frozen=True, slots=True)
class HorsesAsked:
    """A win after which tiles are perhaps turned."""

    self_draw: bool
    discard: bool
    replacement: bool
    robbing: bool
    last_tile: bool
    winner_revealed: bool


@dataclass(frozen=True, slots=True)
class HorseAsked:
    """A tile that has been turned.

    Attributes:
        horse_rank: its number, 0 for a dragon.
        horse_won: it is of the winning tile's kind.
        horse_grouped: its number is three or six away from that of the winning tile, or the same.
        horse_turned: how many have been turned, this one included.
    """

    horse_rank: int
    horse_dragon: bool
    horse_won: bool
    horse_grouped: bool
    horse_turned: int


def horses_asked(won: Won) -> HorsesAsked:
    """A win as the rules about horses see it."""
    return HorsesAsked(
        won.self_draw,
        won.discard,
        won.replacement,
        won.robbing,
        won.last_tile,
        won.winner_revealed,
    )


def horse_asked(kind: int, win: int, turned: int) -> HorseAsked:
    """A turned tile as the rules see it; `win` is the winning kind."""
    rank, other = rank_of(kind) or 0, rank_of(win) or 0
    grouped = bool(rank and other) and rank % _GROUPS == other % _GROUPS
    return HorseAsked(rank, not rank, kind == win, grouped, turned)


def every_horse(tiles: TileSet) -> Iterator[HorseAsked]:
    """Every tile that can be turned first, as the rules see it."""
    for rank, won, grouped in product(range(10), (False, True), (False, True)):
        dragon = not rank
        there = bool(tiles.dragons) if dragon else bool(tiles.suits)
        if there and grouped <= (not dragon) and (not won or grouped or dragon):
            yield HorseAsked(rank, dragon, won, grouped, 1)
