"""Everything one evaluation may look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...runtime.elements import kinds_of
from ...runtime.readings import readings
from ...runtime.tiles import suit_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.circumstances import Drawn, Konged, Won
    from ...runtime.elements import Kind
    from ...runtime.hand import Hand
    from ...runtime.readings import Reading
    from ...runtime.situations import Asked
    from ...runtime.tiles import TileSet

Value: TypeAlias = int | bool | str
"""What an expression can be; `none` is a number above all others."""


@dataclass(frozen=True, slots=True)
class SuitView:
    """One numbered suit in play: how many tiles of it the player has, melds included."""

    suit: str
    tiles: int


class Scene(NamedTuple):
    """The reading, the hand behind it, the circumstances, and what has been worked out so far.

    Payments without a hand (kongs, drawn hands) and the course of a round leave the reading out.
    `among` are all readings of the hand.
    """

    options: Mapping[str, Value]
    situation: Won | Konged | Drawn | Asked
    reading: Reading | None = None
    kinds: tuple[Kind, ...] = ()
    suits: tuple[SuitView, ...] = ()
    fans: frozenset[str] = frozenset()
    product: int = 1
    others: int = 1
    share: int = 1
    cap: int = 1
    owed: int = 0
    points: int = 0
    among: tuple[Reading, ...] = ()


def scenes_of(
    hand: Hand, tiles: TileSet, won: Won, options: Mapping[str, Value]
) -> tuple[Scene, ...]:
    """The scenes in which a hand is judged: one for each of its readings."""
    among = readings(hand)
    if not among:
        return ()
    first = scene_of(hand, among[0], tiles, won, options)._replace(among=among)
    return tuple([first._replace(reading=reading) for reading in among])


def scene_of(
    hand: Hand, reading: Reading, tiles: TileSet, won: Won, options: Mapping[str, Value]
) -> Scene:
    """The scene in which the fans of a reading are judged, as if there were no other."""
    owned = [*hand.held, *(meld.tile for meld in hand.melds for _ in range(meld.size))]
    suits = tuple(
        SuitView(suit, sum(suit_of(tile) == suit for tile in owned)) for suit in tiles.suits
    )
    kinds = kinds_of(hand, tiles)
    return Scene(options, won, reading, kinds, suits, among=(reading,))
