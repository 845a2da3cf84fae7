"""Who deals the next round: the seat behind the word that a variant's table answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .situations import HandEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from .ledger import Ledger


class RoundEnd(NamedTuple):
    """How a round has ended.

    Attributes:
        winners: in the order of turns, beginning behind the player whose tile they won on.
        giver: the player whose tile was won on.
        revealed: in the order in which they revealed.
        kongs: how many were made, those that were robbed not counted.
        out: the seat that rests or only watches, if one does and it is known.
        ledger: all payments.
        playing: the seats that play.
        ready: those who wait when nobody has won, where the rules ask.
        drawer: who drew the last tile, if it is known.
    """

    dealer: int
    winners: tuple[int, ...]
    giver: int | None
    revealed: tuple[int, ...]
    kongs: int
    out: int | None
    ledger: Ledger
    playing: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    drawer: int | None = None

    @property
    def payers(self) -> list[int]:
        """Who has paid for the win, or for the drawn hand, each once."""
        return _payers(self.ledger, ("pay.win.", "pay.also.", "pay.drawn."))


CARRIED_AS = "carried_"
"""How the ids begin by which carried numbers are bound like options."""
DICE_PAIR = "dice_pair"
"""What it is called, bound like an option, that both dice show the same."""


def ended(end: RoundEnd) -> HandEnded:
    """The end of a round, as rules ask for it."""
    return HandEnded(
        winners=len(end.winners),
        dealer_won=end.dealer in end.winners,
        dealer_lost=end.dealer in _payers(end.ledger, ("pay.win.", "pay.also.")),
        revealed=len(end.revealed),
        kongs=end.kongs,
        payers=len(end.payers),
        ready=len(end.ready),
    )


def next_dealer(
    answer: Callable[[HandEnded, Any], tuple[str, int]], options: object, end: RoundEnd
) -> tuple[int | None, int]:
    """Who deals the next round.

    Args:
        answer: the variant's table.
        options: the variant's options, bound.
        end: how the round has ended.

    Returns:
        The seat and the number of the row. Where the word means nobody it is the dealer's seat; it
        is None if it is not known who has rested or who drew last.
    """
    asked = ended(end)
    word, row = answer(asked, options)
    match word:
        case "winner":
            seats = list(end.winners)
        case "discarder":
            seats = [] if end.giver is None else [end.giver]
        case "first_revealed":
            seats = list(end.revealed)
        case "payer":
            seats = end.payers
        case "odd_revealed":
            seats = _odd(end.playing, end.revealed)
        case "odd_ready":
            seats = _odd(end.playing, end.ready)
        case "odd_payer":
            seats = _odd(end.playing, end.payers)
        case "newcomer":
            return end.out, row
        case "last_drawer":
            return end.drawer, row
        case _:
            seats = []
    return seats[0] if seats else end.dealer, row


def _odd(playing: Iterable[int], those: Collection[int]) -> list[int]:
    """The one who alone is among those, or alone is not; of two players each would be."""
    inside = [seat for seat in playing if seat in those]
    outside = [seat for seat in playing if seat not in those]
    alone = [group for group in (inside, outside) if len(group) == 1]
    return alone[0] if len(alone) == 1 else []


def _payers(ledger: Ledger, rules: tuple[str, ...]) -> list[int]:
    paid = [one.payer for one in ledger.transfers if one.rule.startswith(rules)]
    return list(dict.fromkeys(paid))
