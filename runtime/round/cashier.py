"""What a round's kongs, wins and its end without a winner cost whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cashier import Table
from ..ledger import Transfer
from ..waiting import waiting_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..waiting import Waiting
    from .rules import RoundRules
    from .state import KongRecord, State
    from .wins import Winning


def _table(state: State) -> Table:
    return Table(state.setup.playing, state.revealed, state.winners)


def kong_money(rules: RoundRules, state: State, kong: KongRecord) -> Iterator[Transfer]:
    """What the others owe for a kong nobody has robbed."""
    return rules.cashier.kong(_table(state), kong.seat, kong.kind, kong.giver, kong.chain)


def win_money(rules: RoundRules, state: State, winning: Winning) -> Iterator[Transfer]:
    """What the others owe a winner."""
    vector = winning.judgement.vector
    return rules.cashier.win(_table(state), winning.seat, winning.giver, vector, winning.won)


def drawn_money(rules: RoundRules, state: State) -> Iterator[Transfer]:
    """What each player owes each other when nobody has won."""
    waiting: dict[int, Waiting] = {}
    if "hands" in rules.evaluator.program.asks:
        for seat in state.setup.playing:
            packed = state.counts[seat] + state.melds[seat]
            revealed = seat in state.revealed
            waiting[seat] = waiting_of(rules.evaluator, packed, revealed=revealed)
    return rules.cashier.drawn(_table(state), waiting)


def undone(state: State, seat: int, rule: str, last_only: bool) -> Iterator[Transfer]:
    """The kong money of a player paid back: all of it, or that of the last kong."""
    made = [one for one in state.kongs if one.seat == seat and one.paid]
    for kong in made[-1:] if last_only else made:
        for one in kong.paid:
            yield Transfer(one.payee, one.payer, one.amount, rule)
