"""A variant in the manner of a generated module, and one that writes down what it is asked.

Every hand is worth its single fan: 2 if the winner has revealed, 1 otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kawuxing.runtime.declared import UNLIMITED, OptionInfo, RuleInfo
from kawuxing.runtime.evaluator import Evaluator
from kawuxing.runtime.program import Program, Worth
from kawuxing.runtime.situations import Flow
from kawuxing.runtime.tiles import TileSet

if TYPE_CHECKING:
    from kawuxing.runtime.circumstances import Drawn, Konged, Won
    from kawuxing.runtime.situations import HandEnded


class Options(NamedTuple):
    """The options of this variant, bound."""

    x_rate: int = 3
    x_strict: bool = False


def _nothing(_part: object, _options: Options) -> int:
    return 0


def _worth(_vector: int, won: Won, _options: Options) -> Worth:
    times = 2 if won.winner_revealed else 1
    return Worth(times, times, UNLIMITED, ((0, times),), 1)


def _may_win(_vector: int, won: Won, options: Options, worth: Worth) -> tuple[bool, int]:
    if options.x_strict and won.discard and worth.product < 2 and not won.payer_revealed:
        return False, 0
    return True, 1


def _pay_win(_vector: int, won: Won, options: Options, worth: Worth) -> tuple[int, int]:
    if won.self_draw:
        return worth.value * options.x_rate, 0
    if won.payer_fed:
        return worth.value * (2 if won.payer_revealed else 1), 1
    return 0, 2


def _pay_kong(kong: Konged, _options: Options) -> tuple[int, int]:
    if kong.kong_concealed:
        return 2 * kong.kong_chain, 0
    if kong.kong_direct:
        return (3, 1) if kong.payer_fed else (0, 3)
    return 1, 2


def _pay_drawn(drawn: Drawn, _options: Options) -> tuple[int, int]:
    return (5, 0) if drawn.payer_first_revealed and not drawn.payee_revealed else (0, 1)


def _always(_asked: object, _options: Options) -> tuple[bool, int]:
    return True, 0


def _next_dealer(ended: HandEnded, _options: Options) -> tuple[str, int]:
    return ("winner", 0) if ended.winners else ("payer", 1)


def _rows(*ids: str) -> tuple[RuleInfo, ...]:
    return tuple(RuleInfo(row, row, row, (f"C-{row}",)) for row in ids)


class Asked:
    """What a program has been asked, in order."""

    def __init__(self) -> None:
        self.kongs: list[Konged] = []
        self.wins: list[Won] = []
        self.drawn: list[Drawn] = []

    def pay_kong(self, kong: Konged, options: Options) -> tuple[int, int]:
        self.kongs.append(kong)
        return _pay_kong(kong, options)

    def pay_win(self, vector: int, won: Won, options: Options, worth: Worth) -> tuple[int, int]:
        self.wins.append(won)
        return _pay_win(vector, won, options, worth)

    def pay_drawn(self, drawn: Drawn, options: Options) -> tuple[int, int]:
        self.drawn.append(drawn)
        return _pay_drawn(drawn, options)


def plain_rules(asked: Asked | None = None, *, seats: int = 3) -> Evaluator[Options]:
    """An evaluator of the variant; what its payments are asked goes to `asked`."""
    asked = asked or Asked()
    program = Program(
        variant="plain",
        zh="平",
        en="Plain",
        language=1,
        sources=(),
        tiles=TileSet(("dots", "bamboos"), ("red", "green", "white")),
        seats=seats,
        options=(
            OptionInfo("rate", "倍", "Rate", 3, (3,), (1, 9, False)),
            OptionInfo("strict", "严", "Strict", False, (False, True)),
        ),
        defaults=Options(),
        make_options=Options,
        fans=(RuleInfo("some_fan", "番", "Some fan"),),
        rows={
            "cap": _rows("none"),
            "may_win": _rows("cheap", "else"),
            "pay.win": _rows("drawn", "fed", "nobody"),
            "pay.kong": _rows("concealed", "direct", "added", "nobody"),
            "pay.drawn": _rows("first", "nobody"),
            "turn.kong": _rows("else"),
            "turn.pung": _rows("else"),
            "turn.reveal": _rows("else"),
            "turn.missed": _rows("else"),
            "dealer": _rows("won", "drawn"),
        },
        set_atoms=_nothing,
        kind_atoms=_nothing,
        pair_atoms=_nothing,
        win_atoms=_nothing,
        worth=_worth,
        may_win=_may_win,
        pay_win=asked.pay_win,
        pay_kong=asked.pay_kong,
        pay_drawn=asked.pay_drawn,
        may_kong=_always,
        may_pung=_always,
        may_reveal=_always,
        may_win_later=_always,
        next_dealer=_next_dealer,
        flow=Flow(at_table=seats),
    )
    return Evaluator(program, Options())
