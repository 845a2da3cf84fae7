"""What in a round cost whom: every kong, every win, a hand nobody won, with its payments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .circumstances import KongKind
    from .ledger import Transfer
    from .score import Score

    What = KongKind | Literal["win", "drawn", "foul"]


@dataclass(frozen=True, slots=True)
class Item:
    """One reason for money to move, and the payments that follow from it.

    Attributes:
        what: a kind of kong, a win, a hand nobody won, or a foul.
        seat: who made the kong, won, or broke a rule; None where nobody won.
        tile: the kind of the kong, or the one won on.
        giver: who gave the tile of a direct kong, fed a win, or had their kong robbed.
        chain: the place of a kong in its chain.
        robbed: of an added kong, that somebody won on it, so that it earned nothing.
        score: what a won hand is worth.
        kind: the kind of a foul.
    """

    what: What
    seat: int | None = None
    tile: int | None = None
    giver: int | None = None
    chain: int = 1
    robbed: bool = False
    score: Score | None = None
    kind: str = ""
    transfers: tuple[Transfer, ...] = ()
