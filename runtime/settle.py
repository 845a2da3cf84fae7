"""Settles a round: who pays whom for kongs, for wins, for a hand nobody won.

A round is read, believed and judged as a whole before the first payment is posted; what cannot
have happened leaves no payment behind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .circumstances import Drawn, Konged
from .errors import HandError
from .hand import pack
from .ledger import Ledger, Transfer
from .records import inside
from .round_checks import check_round, kong_behind
from .rounds import read_round, split_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .circumstances import Won
    from .evaluator import Evaluator
    from .judge import Judgement
    from .program import OptionValues, Program
    from .rounds import Round, Win


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments at the end of a round, in the order in which they fell due."""

    ledger: Ledger
    players: int

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every payment: kongs in order, then wins, or the payments of a drawn hand."""
        return self.ledger.transfers

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat at the table has gained or lost; they add up to nothing."""
        return self.ledger.totals(self.players)

    def to_dict(self) -> dict[str, object]:
        """The JSON answer of `settle`."""
        return {
            "ok": True,
            "transfers": [
                {
                    "from": one.payer,
                    "to": one.payee,
                    "amount": one.amount,
                    "rule": one.rule,
                    "cite": list(one.cite),
                }
                for one in self.transfers
            ],
            "totals": list(self.totals),
        }


def settle(evaluator: Evaluator[Any], given: Mapping[str, object]) -> Settlement:
    """Settle a round under a variant; the options it names are bound first.

    Args:
        evaluator: the variant.
        given: the round as JSON has it.

    Raises:
        HandError: for a round that is badly written, cannot have happened, or was won with a hand
            that may not win; with the path of the field that is to blame.
    """
    played = read_round(given, evaluator.program)
    stake, options = split_options(given.get("options"))
    bound = evaluator.load(options) if options else evaluator
    check_round(played, bound.program.tiles)
    judged = [(win, *_judge(bound, played, win)) for win in played.wins]
    cashier = _Cashier(bound.program, bound.options, played, stake)
    ledger = Ledger().post(*cashier.kongs())
    for win, judgement, won in judged:
        ledger = ledger.post(*cashier.win(win, judgement, won))
    if not judged:
        ledger = ledger.post(*cashier.drawn())
    return Settlement(ledger, played.players)


def _judge(evaluator: Evaluator[Any], played: Round, win: Win) -> tuple[Judgement, Won]:
    """What a winner's hand is worth, and how it was won as the one who fed it sees it.

    Raises:
        HandError: if it is not complete or the variant does not let it win in this way.
    """
    kong = kong_behind(played, win)
    shown = win.shown
    with inside(shown.path):
        verdicts = evaluator.verdicts(
            win.by,
            win.events,
            kong.chain if kong else 0,
            revealed=shown.seat in played.revealed,
            payer_revealed=win.giver in played.revealed,
        )
        judgement = verdicts[evaluator.key(pack(shown.hand, evaluator.program.tiles))]
        if not judgement.complete:
            raise HandError("KWX3540", None, "hand", {"seat": shown.seat})
        if not judgement.may_win:
            row = f"may_win.{judgement.rows[0]}"
            raise HandError("KWX3541", None, "hand", {"seat": shown.seat, "row": row})
    return judgement, verdicts.won


class _Cashier:
    """Asks the variant what each player owes, and writes it down in stakes times the stake."""

    def __init__(
        self, program: Program[Any], options: OptionValues, played: Round, stake: int
    ) -> None:
        self.program = program
        self.options = options
        self.played = played
        self.stake = stake

    def _payments(
        self, payer: int, payee: int, table: str, owed: tuple[int, int]
    ) -> Iterator[Transfer]:
        """The payment a row asks for; none if it asks for nothing."""
        amount, index = owed
        if amount:
            row = self.program.rows[table][index]
            yield Transfer(payer, payee, amount * self.stake, f"{table}.{row.id}", row.cite)

    def kongs(self) -> Iterator[Transfer]:
        """The kongs in order; a robbed one earns nothing."""
        for kong in self.played.kongs:
            if kong.robbed:
                continue
            for payer in self.played.playing:
                if payer == kong.by:
                    continue
                situation = Konged(
                    kong_concealed=kong.kind == "concealed",
                    kong_direct=kong.kind == "direct",
                    kong_added=kong.kind == "added",
                    kong_chain=kong.chain,
                    konger_revealed=kong.by in self.played.revealed,
                    payer_fed=payer == kong.giver,
                )
                owed = self.program.pay_kong(situation, self.options)
                yield from self._payments(payer, kong.by, "pay.kong", owed)

    def win(self, win: Win, judgement: Judgement, won: Won) -> Iterator[Transfer]:
        """What the others owe one winner."""
        winner, vector = win.shown.seat, judgement.vector
        worth = self.program.worth(vector, won, self.options)
        for payer in self.played.playing:
            if payer == winner:
                continue
            seen = replace(
                won,
                payer_revealed=payer in self.played.revealed,
                payer_fed=payer == win.giver,
            )
            owed = self.program.pay_win(vector, seen, self.options, worth)
            yield from self._payments(payer, winner, "pay.win", owed)

    def drawn(self) -> Iterator[Transfer]:
        """What each player owes each other when nobody has won."""
        revealed, playing = self.played.revealed, self.played.playing
        for payer in playing:
            for payee in playing:
                if payer == payee:
                    continue
                situation = Drawn(
                    payer_revealed=payer in revealed,
                    payer_first_revealed=revealed[:1] == (payer,),
                    payee_revealed=payee in revealed,
                )
                owed = self.program.pay_drawn(situation, self.options)
                yield from self._payments(payer, payee, "pay.drawn", owed)
