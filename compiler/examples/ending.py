"""How a round has ended, and what hands wait for, as the interpreter sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.hand import Hand
from ...runtime.readings import readings
from ...runtime.situations import HandEnded
from ..core.asks import asks
from ..interpret.judge import tile_set

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ...runtime.round_report import RoundReport
    from ..core.nodes import Core
    from ..surface.nodes import TableKind


def waits_of(hand: Hand, core: Core) -> Iterator[int]:
    """The tiles that complete a hand, each tried in turn."""
    tiles = tile_set(core.ruleset.seating)
    owned = [*hand.concealed, *(meld.tile for meld in hand.melds for _ in range(meld.size))]
    for kind in tiles.kinds:
        if owned.count(kind) < tiles.copies and readings(Hand(hand.concealed, hand.melds, kind)):
            yield kind


def ended(played: RoundReport, core: Core, paid: Collection[tuple[int, TableKind]]) -> HandEnded:
    """How a round has ended, as far as rules may ask; `paid` says who has, under which tables."""
    winners = {win.shown.seat for win in played.wins}
    lost = {payer for payer, kind in paid if kind in ("pay.win", "pay.also")}
    hands = played.shown if not winners and "hands" in asks(core) else ()
    return HandEnded(
        winners=len(winners),
        dealer_won=played.dealer in winners,
        dealer_lost=played.dealer in lost,
        revealed=len(played.revealed),
        kongs=sum(not kong.robbed for kong in played.kongs),
        payers=len({payer for payer, kind in paid if kind != "pay.kong"}),
        ready=sum(any(waits_of(shown.hand, core)) for shown in hands),
    )
