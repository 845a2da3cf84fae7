"""Payments without a hand, for kongs and when nobody has won, asked of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.circumstances import MAX_CHAIN, Drawn, Konged
from .behavioural import fingerprint
from .findings import Behavioural, Situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..space.sides import Side
    from .behavioural import Pair
    from .rules import Renamed

_KINDS = (("concealed", (False,)), ("direct", (True, False)), ("added", (False,)))
"""Kinds of kongs, and whether the payer can have given the tile; robbed kongs are not paid."""


class _Asked(NamedTuple):
    """One situation with what each side says: the payment and the path of its row."""

    situation: Situation
    before: tuple[int, str]
    after: tuple[int, str]


def konged() -> Iterator[tuple[Situation, Konged]]:
    """Every kong that can be paid for, as one payer sees it; the plainest first."""
    for kind, fed in _KINDS:
        for chain in range(1, MAX_CHAIN + 1):
            for revealed in (False, True):
                for payer_fed in fed:
                    words: dict[str, int | bool | str] = {
                        "kong": kind,
                        "chain": chain,
                        "konger_revealed": revealed,
                        "payer_fed": payer_fed,
                    }
                    facts = (kind == "concealed", kind == "direct", kind == "added")
                    yield (
                        Situation("pay.kong", words),
                        Konged(*facts, chain, revealed, payer_fed),
                    )


def drawn() -> Iterator[tuple[Situation, Drawn]]:
    """Every pair of players at the end of a hand nobody won, as far as rules can ask."""
    for revealed, first in ((False, False), (True, False), (True, True)):
        for payee in (False, True):
            words = {
                "payer_revealed": revealed,
                "payer_first_revealed": first,
                "payee_revealed": payee,
            }
            yield Situation("pay.drawn", words), Drawn(revealed, first, payee)


KONGS = sum(1 for _ in konged())
DRAWN = sum(1 for _ in drawn())


def compare_payments(pair: Pair, renamed: Renamed) -> tuple[Behavioural, ...]:
    """Every difference in what is paid for kongs and when nobody has won."""
    found: dict[tuple[str, ...], list[_Asked]] = {}
    for one in _asked(pair):
        if one.before[0] != one.after[0]:
            rules = tuple(sorted({one.before[1], renamed.path(one.after[1])}))
            found.setdefault(rules, []).append(one)
    return tuple(_finding(rules, cases, pair) for rules, cases in found.items())


def _asked(pair: Pair) -> Iterator[_Asked]:
    for situation, kong in konged():
        yield _Asked(situation, *(_paid_for_kong(side, kong) for side in pair))
    for situation, end in drawn():
        yield _Asked(situation, *(_paid_when_drawn(side, end) for side in pair))


def _paid_for_kong(side: Side, kong: Konged) -> tuple[int, str]:
    paid, row = side.program.pay_kong(kong, side.options)
    return paid, f"pay.kong.{side.program.rows['pay.kong'][row].id}"


def _paid_when_drawn(side: Side, end: Drawn) -> tuple[int, str]:
    paid, row = side.program.pay_drawn(end, side.options)
    return paid, f"pay.drawn.{side.program.rows['pay.drawn'][row].id}"


def _finding(rules: tuple[str, ...], cases: Iterable[_Asked], pair: Pair) -> Behavioural:
    known = tuple(cases)
    least = known[0]
    paid = (least.before[0], least.after[0])
    words = least.situation.words
    return Behavioural(
        kind="payment",
        rules=rules,
        count=len(known),
        of=KONGS if least.situation.table == "pay.kong" else DRAWN,
        swing=max(abs(one.after[0] - one.before[0]) for one in known),
        witness=least.situation,
        settings=(pair[0].setting, pair[1].setting),
        before=paid[0],
        after=paid[1],
        fingerprint=fingerprint("payment", rules, dict(words), paid, len(known)),
    )
