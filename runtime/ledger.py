"""Who pays whom: transfers between seats, which no posting can unbalance."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from seat to seat, with the rule that asks for it and its sources.

    ``amount`` is a whole number of points, more than nothing.
    """

    payer: int
    payee: int
    amount: int
    rule: str
    cite: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no payment."""
        if self.payer == self.payee or self.payer < 0 or self.payee < 0:
            raise ValueError(f"no payment from seat {self.payer} to seat {self.payee}")
        if self.amount <= 0:
            raise ValueError(f"a payment of {self.amount}")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The payments of a round in the order in which they were asked for.

    What one seat loses another gains, whatever is posted: totals always add up to nothing.
    """

    transfers: tuple[Transfer, ...] = ()

    def post(self, *transfers: Transfer) -> Ledger:
        """The ledger with more payments."""
        return Ledger(self.transfers + transfers)

    def totals(self, seats: int) -> tuple[int, ...]:
        """What each seat has gained or lost."""
        totals = [0] * seats
        for transfer in self.transfers:
            totals[transfer.payer] -= transfer.amount
            totals[transfer.payee] += transfer.amount
        return tuple(totals)
