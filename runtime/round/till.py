"""What a round's kongs, wins and its end without a winner cost whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..cashier import Table
from ..ledger import Transfer
from ..memo import Memo
from ..waiting import NOT_READY, waiting_of
from .events import Paid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..cashier import Cashier
    from ..circumstances import KongKind, Won
    from ..waiting import Waiting
    from .rules import RoundRules
    from .state import KongRecord, State
    from .wins import Winning

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


def _table(state: State) -> Table:
    setup = state.setup
    return Table(setup.playing, state.revealed, state.winners, setup.choices)


def kong_money(rules: RoundRules, state: State, kong: KongRecord) -> Payment:
    """What the others owe for a kong nobody has robbed."""
    return rules.till.kong[_table(state), kong.seat, kong.kind, kong.giver, kong.chain]


def win_money(rules: RoundRules, state: State, winning: Winning) -> Payment:
    """What the others owe a winner."""
    vector = winning.judgement.vector
    return rules.till.win[_table(state), winning.seat, winning.giver, vector, winning.won]


def drawn_money(rules: RoundRules, state: State) -> Payment:
    """What each player owes each other when nobody has won."""
    waiting: tuple[tuple[int, Waiting], ...] = ()
    if "hands" in rules.evaluator.program.asks:
        waiting = tuple([(seat, _waiting(rules, state, seat)) for seat in state.setup.playing])
    return rules.till.drawn[_table(state), waiting]


def _waiting(rules: RoundRules, state: State, seat: int) -> Waiting:
    """What the hand of a seat would have been worth."""
    if not state.waits[seat]:
        return NOT_READY
    packed = state.counts[seat] + state.melds[seat]
    return waiting_of(rules.evaluator, packed, revealed=seat in state.revealed)


def undone(state: State, seat: int, rule: str, last_only: bool) -> Payment:
    """The kong money of a player paid back: all of it, or that of the last kong."""
    made = [one for one in state.kongs if one.seat == seat and one.paid]
    paid = [one for kong in (made[-1:] if last_only else made) for one in kong.paid]
    return payment([Transfer(one.payee, one.payer, one.amount, rule) for one in paid])
