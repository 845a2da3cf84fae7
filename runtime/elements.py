"""A kind of tile as rules ask about it: how many the player has of it, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from .tiles import is_dragon, rank_of, suit_of

if TYPE_CHECKING:
    from .hand import Hand
    from .tiles import TileSet


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tile in one player's hand.

    Attributes:
        tile: the kind.
        held: tiles of it in the concealed hand, the winning tile included.
        pung: an exposed pung of it lies melded.
        kong: a kong of it lies melded.
        won: it is the winning tile's kind.
    """

    tile: int
    held: int
    pung: bool = False
    kong: bool = False
    won: bool = False

    @property
    def owned(self) -> int:
        """Tiles of it the player has, melds included."""
        return self.held + (4 if self.kong else 3 if self.pung else 0)

    @property
    def rank(self) -> int | None:
        """The number on it, None for a dragon."""
        return rank_of(self.tile)

    @property
    def suit(self) -> str | None:
        """Its suit, None for a dragon."""
        return suit_of(self.tile)

    @property
    def dragon(self) -> bool:
        """Whether it is a dragon."""
        return is_dragon(self.tile)


class SuitTiles(NamedTuple):
    """A numbered suit, and how many tiles of it the player has, melds included."""

    suit: str
    tiles: int


def kinds_of(hand: Hand, tiles: TileSet) -> tuple[Kind, ...]:
    """Every kind of a tile set as it stands in a hand, in layout order."""
    held = hand.held
    pungs = {meld.tile for meld in hand.melds if not meld.kind.kong}
    kongs = {meld.tile for meld in hand.melds if meld.kind.kong}
    return tuple(
        Kind(kind, held.count(kind), kind in pungs, kind in kongs, kind == hand.win)
        for kind in tiles.kinds
    )
