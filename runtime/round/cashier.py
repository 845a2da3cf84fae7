"""What a round's kongs, wins and its end without a winner cost whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..circumstances import Drawn, Konged
from ..ledger import Transfer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rules import RoundRules
    from .state import KongRecord, State
    from .wins import Winning


def _payment(
    rules: RoundRules, payer: int, payee: int, table: str, owed: tuple[int, int]
) -> Iterator[Transfer]:
    """The payment a row asks for; none if it asks for nothing."""
    amount, index = owed
    if amount:
        row = rules.evaluator.program.rows[table][index]
        yield Transfer(payer, payee, amount * rules.stake, f"{table}.{row.id}", row.cite)


def kong_money(rules: RoundRules, state: State, kong: KongRecord) -> Iterator[Transfer]:
    """What the others owe for a kong nobody has robbed."""
    for payer in state.setup.playing:
        if payer == kong.seat:
            continue
        situation = Konged(
            kong_concealed=kong.kind == "concealed",
            kong_direct=kong.kind == "direct",
            kong_added=kong.kind == "added",
            kong_chain=kong.chain,
            konger_revealed=kong.seat in state.revealed,
            payer_fed=payer == kong.giver,
        )
        owed = rules.evaluator.program.pay_kong(situation, rules.options)
        yield from _payment(rules, payer, kong.seat, "pay.kong", owed)


def win_money(rules: RoundRules, state: State, winning: Winning) -> Iterator[Transfer]:
    """What the others owe a winner."""
    program, vector = rules.evaluator.program, winning.judgement.vector
    worth = program.worth(vector, winning.won, rules.options)
    for payer in state.setup.playing:
        if payer == winning.seat:
            continue
        seen = replace(
            winning.won,
            payer_revealed=payer in state.revealed,
            payer_fed=payer == winning.giver,
        )
        owed = program.pay_win(vector, seen, rules.options, worth)
        yield from _payment(rules, payer, winning.seat, "pay.win", owed)


def drawn_money(rules: RoundRules, state: State) -> Iterator[Transfer]:
    """What each player owes each other when nobody has won."""
    revealed, playing = state.revealed, state.setup.playing
    for payer in playing:
        for payee in playing:
            if payer == payee:
                continue
            situation = Drawn(
                payer_revealed=payer in revealed,
                payer_first_revealed=revealed[:1] == (payer,),
                payee_revealed=payee in revealed,
            )
            owed = rules.evaluator.program.pay_drawn(situation, rules.options)
            yield from _payment(rules, payer, payee, "pay.drawn", owed)


def undone(state: State, seat: int, rule: str, last_only: bool) -> Iterator[Transfer]:
    """The kong money of a player paid back: all of it, or that of the last kong."""
    made = [one for one in state.kongs if one.seat == seat and one.paid]
    for kong in made[-1:] if last_only else made:
        for one in kong.paid:
            yield Transfer(one.payee, one.payer, one.amount, rule)
