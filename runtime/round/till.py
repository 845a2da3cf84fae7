"""Payments that fall due in a round, remembered for all rounds that are played with a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..memo import Memo
from .events import Paid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..cashier import Cashier, Table
    from ..circumstances import KongKind, Won
    from ..ledger import Transfer
    from ..waiting import Waiting

_LIMIT: Final = 1 << 12


class Payment(NamedTuple):
    """Transfers, and the same as events."""

    transfers: tuple[Transfer, ...]
    events: tuple[Paid, ...]


def payment(transfers: Iterable[Transfer]) -> Payment:
    """Transfers as a payment."""
    made = tuple(transfers)
    return Payment(made, tuple([Paid(one) for one in made]))


NOTHING: Final = payment(())


class Till:
    """The payments of one variant, remembered: in the same case the same seats owe the same.

    Attributes:
        kong: what the others owe for a kong, by the arguments of `Cashier.kong`.
        win: what they owe a winner, by those of `Cashier.win`.
        drawn: what each player owes each other when nobody has won, by those of `Cashier.drawn`,
            what their hands wait for as pairs.
    """

    def __init__(self, cashier: Cashier) -> None:
        """Start with nothing asked."""
        self.kong: Memo[tuple[Table, int, KongKind, int | None, int], Payment] = Memo(
            lambda asked: payment(cashier.kong(*asked)), _LIMIT
        )
        self.win: Memo[tuple[Table, int, int | None, int, Won], Payment] = Memo(
            lambda asked: payment(cashier.win(*asked)), _LIMIT
        )
        self.drawn: Memo[tuple[Table, tuple[tuple[int, Waiting], ...]], Payment] = Memo(
            lambda asked: payment(cashier.drawn(asked[0], dict(asked[1]))), _LIMIT
        )
