"""What a round's kongs, wins and its end without a winner cost whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cashier import Table
from ..ledger import Transfer
from ..waiting import NOT_READY, waiting_of
from .till import payment

if TYPE_CHECKING:
    from ..waiting import Waiting
    from .rules import RoundRules
    from .state import KongRecord, State
    from .till import Payment
    from .wins import Winning


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
