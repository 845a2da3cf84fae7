"""Who deals the next round: the seat behind the word that a variant's table answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .situations import HandEnded

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """

    dealer: int
    winners: tuple[int, ...]
    giver: int | None
    revealed: tuple[int, ...]
    kongs: int
    out: int | None
    ledger: Ledger


CARRIED_AS = "carried_"
"""How the ids begin by which carried numbers are bound like options."""


def ended(end: RoundEnd) -> HandEnded:
    """The end of a round, as rules ask for it."""
    return HandEnded(
        winners=len(end.winners),
        dealer_won=end.dealer in end.winners,
        dealer_lost=end.dealer in _payers(end.ledger, ("pay.win.", "pay.also.")),
        revealed=len(end.revealed),
        kongs=end.kongs,
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
        The seat and the number of the row. Where the word means nobody it is the dealer's seat; of
        a newcomer it is None if it is not known who has rested.
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
            seats = _payers(end.ledger, "pay.drawn.")
        case "newcomer":
            return end.out, row
        case _:
            seats = []
    return seats[0] if seats else end.dealer, row


def _payers(ledger: Ledger, rules: str | tuple[str, ...]) -> list[int]:
    return [one.payer for one in ledger.transfers if one.rule.startswith(rules)]
