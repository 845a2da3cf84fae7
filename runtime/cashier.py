"""Asks a variant what everybody owes, and writes it down in stakes times the stake.

The only place in which the answers of the rules become payments: the end of a round as it is
reported and a round as it is played go through it alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .circumstances import Drawn, Konged
from .ledger import Transfer
from .waiting import NOT_READY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .circumstances import Choices, Won
    from .declared import OptionValues
    from .program import Program
    from .waiting import Waiting

MAX_STAKE: Final = 1_000_000
"""The most that one stake can be worth."""


class Table(NamedTuple):
    """The seats that play, those that have revealed, in that order, and those that have won.

    `choices` has for every seat at the table what it has chosen, if anybody has chosen anything.
    """

    playing: tuple[int, ...]
    revealed: tuple[int, ...]
    winners: tuple[int, ...] = ()
    choices: tuple[Choices, ...] = ()

    def choice(self, seat: int) -> Choices:
        """What a seat has chosen before the deal."""
        return self.choices[seat] if self.choices else ()

    def preceded(self, winner: int) -> bool:
        """Whether another of the winners was the first of them to reveal."""
        return next((one for one in self.revealed if one in self.winners), winner) != winner


class Cashier:
    """The payments of one variant with its options bound."""

    __slots__ = ("_options", "_program", "_stake")

    def __init__(self, program: Program[Any], options: OptionValues, stake: int) -> None:
        """Ask this program, and pay this much for a stake."""
        self._program = program
        self._options = options
        self._stake = stake

    def kong(
        self, table: Table, by: int, kind: str, giver: int | None, chain: int
    ) -> Iterator[Transfer]:
        """What the others owe for a kong nobody has robbed."""
        for payer in table.playing:
            if payer == by:
                continue
            situation = Konged(
                kong_concealed=kind == "concealed",
                kong_direct=kind == "direct",
                kong_added=kind == "added",
                kong_chain=chain,
                konger_revealed=by in table.revealed,
                payer_fed=payer == giver,
                konger_choice=table.choice(by),
                payer_choice=table.choice(payer),
                others_choice=self._others(table, by, payer),
            )
            owed = self._program.pay_kong(situation, self._options)
            yield from self._payment(payer, by, "pay.kong", owed)

    def win(
        self, table: Table, winner: int, giver: int | None, vector: int, won: Won
    ) -> Iterator[Transfer]:
        """What the others owe one winner, whose reading is given as its vector."""
        program, options = self._program, self._options
        worth = program.worth(vector, won, options)
        if table.preceded(winner):
            won = replace(won, winner_preceded=True)
        for payer in table.playing:
            if payer == winner:
                continue
            seen = replace(won, payer_revealed=payer in table.revealed, payer_fed=payer == giver)
            if table.choices:
                seen = replace(
                    seen,
                    winner_choice=table.choice(winner),
                    payer_choice=table.choice(payer),
                    others_choice=self._others(table, winner, payer),
                )
            owed = program.pay_win(vector, seen, options, worth)
            yield from self._payment(payer, winner, "pay.win", owed)
            if program.pay_also is not None:
                for also in program.pay_also(vector, seen, options, worth, owed[0]):
                    yield from self._payment(payer, winner, "pay.also", also)

    def drawn(self, table: Table, waiting: Mapping[int, Waiting]) -> Iterator[Transfer]:
        """What each player owes each other when nobody has won.

        `waiting` says what the hands of the seats wait for, where the rules ask.
        """
        ready = sum([one.ready for one in waiting.values()])
        for payer in table.playing:
            for payee in table.playing:
                if payer == payee:
                    continue
                paid = waiting.get(payee, NOT_READY)
                situation = Drawn(
                    payer_revealed=payer in table.revealed,
                    payer_first_revealed=table.revealed[:1] == (payer,),
                    payee_revealed=payee in table.revealed,
                    payer_ready=waiting.get(payer, NOT_READY).ready,
                    payee_ready=paid.ready,
                    payee_best=paid.best,
                    payee_worst=paid.worst,
                    payer_choice=table.choice(payer),
                    payee_choice=table.choice(payee),
                    others_choice=self._others(table, payer, payee),
                    payee_points=paid.points,
                    payee_cap=paid.cap,
                    ready=ready,
                    revealed=len(table.revealed),
                )
                owed = self._program.pay_drawn(situation, self._options)
                yield from self._payment(payer, payee, "pay.drawn", owed)

    def _others(self, table: Table, one: int, other: int) -> Choices:
        """What all others than two seats have chosen together, where the rules ask."""
        if not table.choices:
            return ()
        from .choices import of_others  # noqa: PLC0415 - few variants let players choose

        return of_others(self._program, table.choices, table.playing, (one, other))

    def _payment(
        self, payer: int, payee: int, table: str, owed: tuple[int, int]
    ) -> Iterator[Transfer]:
        """The payment a row asks for; none if it asks for nothing."""
        amount, index = owed
        if amount:
            row = self._program.rows[table][index]
            yield Transfer(payer, payee, amount * self._stake, f"{table}.{row.id}", row.cite)
