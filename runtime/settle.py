"""Settles a round: who pays whom for kongs, for wins, for a hand nobody won.

A round is read, believed and judged as a whole before the first payment is posted; what cannot
have happened leaves no payment behind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .accounts import Item
from .cashier import Cashier, Table
from .dealing import CARRIED_AS, DICE_PAIR, RoundEnd, ended, next_dealer
from .declared import UNLIMITED
from .errors import HandError
from .hand import pack
from .ledger import Ledger
from .options import check_json, domain, spelled
from .records import as_json, inside, wrong_type
from .round_checks import check_chains, check_hands, check_revealed, check_round, kong_behind
from .round_report import read_round, split_options
from .turned import reported
from .waiting import waiting_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .circumstances import Choices
    from .declared import OptionInfo
    from .ledger import Transfer
    from .round_report import RoundReport, Win
    from .score import Score
    from .scorer import Scorer
    from .waiting import Waiting


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a round: the payments as they fell due, for what, and who deals next.

    Attributes:
        next_dealer: the seat; None where it is who has rested or who drew last, and nobody has said
            who that is.
        carried: the numbers carried into the next round.
        dealer_row: the row that says who deals next, as ``dealer.…``.
    """

    ledger: Ledger
    players: int
    items: tuple[Item, ...]
    next_dealer: int | None
    dealer_row: str
    carried: tuple[tuple[str, int], ...] = ()

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
            "next_dealer": self.next_dealer,
            **({"carried": dict(self.carried)} if self.carried else {}),
        }


def settle(scorer: Scorer[Any], given: Mapping[str, object]) -> Settlement:
    """Settle a round under a variant; the options it names are bound first.

    Args:
        scorer: the variant.
        given: the round as JSON has it.

    Raises:
        HandError: for a round that is badly written, cannot have happened, or was won with a hand
            that may not win; with the path of the field that is to blame.
    """
    program = scorer.program
    one = program.flow.winners == "one"
    played = read_round(given, program.tiles, program.seats, one_winner=one)
    stake, options = split_options(given.get("options"))
    check_json(program.options, options)
    carried = read_carried(program.options, given) | thrown(program.options, played.dice)
    if carried and not options:  # what the scorer has been loaded with holds on
        options = {
            info.id: "none" if value == UNLIMITED else value
            for info, value in zip(program.options, scorer.options, strict=True)
        }
    options |= carried
    bound = scorer.load(options) if options else scorer
    check_round(played, bound.program.tiles)
    choices = _choices(bound, given, played)
    check_hands(played, bound.program.asks)
    check_revealed(played, bound)
    check_chains(played, bound)
    scores = [_score(bound, played, win, choices) for win in played.wins]
    cashier = Cashier(bound.program, bound.options, stake)
    winners = tuple(win.shown.seat for win in played.wins)
    table = Table(played.playing, played.revealed, winners, choices)
    worth = list(zip(scores, _horses(bound, played, scores), strict=True))
    waiting = _waiting(bound, played)
    items = tuple(_items(cashier, table, played, worth, waiting))
    ledger = Ledger().post(*[one for item in items for one in item.transfers])
    end = _end(played, ledger, waiting)
    dealer, row = _next_dealer(bound, end)
    after = _carried_on(bound, end)
    return Settlement(ledger, played.players, items, dealer, row, after)


def _next_dealer(bound: Scorer[Any], end: RoundEnd) -> tuple[int | None, str]:
    """Who deals the next round, and the row."""
    seat, index = next_dealer(bound.program.next_dealer, bound.options, end)
    return seat, f"dealer.{bound.program.rows['dealer'][index].id}"


def read_carried(options: Sequence[OptionInfo], given: Mapping[str, object]) -> dict[str, object]:
    """The numbers a request says are carried into the round, as options.

    Raises:
        HandError: for a number that is not carried, and for one that cannot be.
    """
    if "carried" not in given:
        return {}
    found = given["carried"]
    if not isinstance(found, dict):
        raise wrong_type("carried", "object", found)
    infos = [info for info in options if info.id.startswith(CARRIED_AS)]
    known = {info.id.removeprefix(CARRIED_AS): info for info in infos}
    for name, value in found.items():
        path = f"carried.{name}"
        if name not in known:
            params = {"found": str(name), "offered": ", ".join(sorted(known)) or "–"}
            raise HandError("KWX3404", None, path, params)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(path, "integer", value)
        if value not in known[name].offered:
            params = {"name": name, "found": spelled(value), "accepted": domain(known[name])}
            raise HandError("KWX3553", None, path, params)
        said = _said_otherwise(given, known[name].id, value)
        if said is not None:
            raise HandError("KWX3554", None, path, {"name": name, "found": value, "said": said})
    return {known[name].id: value for name, value in found.items()}


def thrown(options: Sequence[OptionInfo], dice: tuple[int, int] | None) -> dict[str, object]:
    """What the dice showed, as an option, where the rules ask and it is said."""
    if dice is None or all(info.id != DICE_PAIR for info in options):
        return {}
    first, second = dice
    return {DICE_PAIR: first == second}


def _said_otherwise(given: Mapping[str, object], option: str, value: int) -> str | None:
    """What the options of a request say of a carried number, if it is something else."""
    options = given.get("options")
    said = options.get(option) if isinstance(options, dict) else None
    return None if said is None or said == value else as_json(said)


def _carried_on(bound: Scorer[Any], end: RoundEnd) -> tuple[tuple[str, int], ...]:
    """The numbers carried into the next round."""
    carry = bound.program.carry
    return () if carry is None else carry(ended(end), bound.options)


def _end(played: RoundReport, ledger: Ledger, waiting: Mapping[int, Waiting]) -> RoundEnd:
    """How the round has ended; several winners take turns behind their giver."""
    giver = played.wins[0].giver if played.wins else None
    winners = [win.shown.seat for win in played.wins]
    if giver is not None:
        winners.sort(key=lambda seat: (seat - giver) % played.players)
    return RoundEnd(
        dealer=played.dealer,
        winners=tuple(winners),
        giver=giver,
        revealed=played.revealed,
        kongs=len([kong for kong in played.kongs if not kong.robbed]),
        out=played.out,
        ledger=ledger,
        playing=played.playing,
        ready=tuple([seat for seat, one in waiting.items() if one.ready]),
        drawer=played.drawer,
    )


def _choices(
    bound: Scorer[Any], given: Mapping[str, object], played: RoundReport
) -> tuple[Choices, ...]:
    """What each seat has chosen before the deal; nothing where nobody may choose."""
    if not bound.program.choices and "choices" not in given:
        return ()
    from .choices import of_seats  # noqa: PLC0415 - few variants let players choose

    return of_seats(bound.program.choices, given.get("choices"), played.players)


def _score(
    scorer: Scorer[Any], played: RoundReport, win: Win, choices: tuple[Choices, ...]
) -> Score:
    """What a winner's hand is worth, won as the one who fed it sees it.

    Raises:
        HandError: if it is not complete or the variant does not let it win in this way.
    """
    kong = kong_behind(played, win)
    shown = win.shown
    with inside(shown.path):
        score = scorer.score(
            pack(shown.hand, scorer.program.tiles),
            by=win.by,
            events=win.events,
            chain=kong.chain if kong else 0,
            revealed=shown.seat in played.revealed,
            payer_revealed=win.giver in played.revealed,
            passed=win.passed,
            choices=_of_win(scorer, played, win, choices),
        )
        if not score.complete:
            raise HandError("KWX3540", None, "hand", {"seat": shown.seat})
        if not score.may_win:
            row = f"may_win.{score.judgement.rows[0]}"
            raise HandError("KWX3541", None, "hand", {"seat": shown.seat, "row": row})
    return score


def _of_win(
    scorer: Scorer[Any], played: RoundReport, win: Win, choices: tuple[Choices, ...]
) -> tuple[Choices, ...] | None:
    """What people have chosen of whom a score speaks, if anybody has chosen anything."""
    if not any(choices):
        return None
    from .choices import of_win  # noqa: PLC0415 - few variants let players choose

    return of_win(scorer.program, choices, played.playing, win.shown.seat, win.giver)


def _horses(scorer: Scorer[Any], played: RoundReport, scores: Sequence[Score]) -> tuple[int, ...]:
    """What the tiles that were turned score for each winner."""
    wins = [
        (score.won, win.shown.hand.win or 0) for win, score in zip(played.wins, scores, strict=True)
    ]
    return reported(scorer.program, scorer.options, wins, played.horses)


def _waiting(scorer: Scorer[Any], played: RoundReport) -> dict[int, Waiting]:
    """What the hands wait for that are shown when nobody has won, where the rules ask."""
    if played.wins or "hands" not in scorer.program.asks:
        return {}
    tiles = scorer.program.tiles
    return {
        one.seat: waiting_of(scorer, pack(one.hand, tiles), revealed=one.seat in played.revealed)
        for one in played.shown
    }


def _items(
    cashier: Cashier,
    table: Table,
    played: RoundReport,
    scores: Sequence[tuple[Score, int]],
    waiting: Mapping[int, Waiting],
) -> Iterator[Item]:
    """Everything that is paid for: the kongs, then the wins or the end without one."""
    for kong in played.kongs:
        paid = cashier.kong(table, kong.by, kong.kind, kong.giver, kong.chain)
        yield Item(
            kong.kind,
            kong.by,
            kong.tile,
            kong.giver,
            kong.chain,
            kong.robbed,
            transfers=() if kong.robbed else tuple(paid),
        )
    for win, (score, horses) in zip(played.wins, scores, strict=True):
        seat, giver = win.shown.seat, win.giver
        won = replace(score.won, horses=horses) if horses else score.won
        owed = cashier.win(table, seat, giver, score.judgement.vector, won)
        yield Item("win", seat, win.shown.hand.win, giver, score=score, transfers=tuple(owed))
    if not played.wins:
        yield Item("drawn", transfers=tuple(cashier.drawn(table, waiting)))
