"""Hands that may pass a win and be offered another, as the rules about passed wins see it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ...runtime.evaluator import Evaluator
from ...runtime.hand import pack
from ...runtime.situations import MissedAsked
from ..core.nodes import Read, children
from ..space.waiting_hands import waiting_hands
from .findings import PassedSo

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ...runtime.hand import Hand
    from ..core.nodes import Core, Expr
    from ..space.sides import Side
    from ..space.signatures import Space

_MOST: Final = 1_000
"""So many hands are looked at."""
_OF_WORTH: Final = frozenset(("value", "passed.value"))


def passed_so(
    sides: Sequence[Side], space: Callable[[], Space], wanted: Collection[MissedAsked]
) -> tuple[MissedAsked, PassedSo] | None:
    """The first hand that is found for any of some situations.

    What its wins are worth is the same on all sides whose rules ask for it.

    Args:
        sides: whose rules say what hands are worth.
        space: gives their space.
        wanted: what rules are asked.
    """
    asking = [side for side in sides if _reads(side.core) & _OF_WORTH] or list(sides)
    rules = [Evaluator(side.program, side.options) for side in asking]
    ways = sorted({(one.robbing, one.winner_revealed) for one in wanted})
    same = any("passed.same" in _reads(side.core) for side in sides)
    for hand in islice(waiting_hands(asking, space), _MOST):
        for robbing, revealed in ways:
            for asked, how in _wins(hand, rules, robbing=robbing, revealed=revealed):
                told = asked if same or not asked.passed_same else _unlike(asked)
                if told in wanted:
                    return told, how
    return None


def _unlike(asked: MissedAsked) -> MissedAsked:
    """A situation as rules see it that do not ask whether the tile is the same."""
    return MissedAsked(asked.value, asked.passed_value, asked.robbing, asked.winner_revealed)


def _wins(
    hand: Hand, rules: Sequence[Evaluator[Any]], *, robbing: bool, revealed: bool
) -> Iterator[tuple[MissedAsked, PassedSo]]:
    """Each two wins of a hand of which one may be passed, and then comes the other."""
    first = _worths(hand, rules, robbing=False, revealed=revealed)
    later = _worths(hand, rules, robbing=True, revealed=revealed) if robbing else first
    for passed, before in first.items():
        for win, value in later.items():
            asked = MissedAsked(value, before, robbing, revealed, passed == win)
            yield asked, PassedSo(hand, passed, win, robbing, revealed)


def _worths(
    hand: Hand, rules: Sequence[Evaluator[Any]], *, robbing: bool, revealed: bool
) -> dict[int, int]:
    """What a hand is worth on each tile that it may win on, where all rules say the same."""
    found: dict[int, int] = {}
    tiles = rules[0].program.tiles
    events = ("robbing",) if robbing else ()
    packed = pack(hand, tiles)
    for kind in rules[0].wait_set(packed):
        if robbing and kind in hand.concealed:  # somebody has a pung of it, and draws the fourth
            continue
        full = bytearray(packed)
        full[tiles.position[kind]] += 1
        full[len(tiles.kinds)] = tiles.position[kind]
        judged = [
            one.verdicts("discard", events, revealed=revealed)[one.key(bytes(full))]
            for one in rules
        ]
        worths = {one.value for one in judged if one.may_win}
        if len(worths) == 1 and all(one.may_win for one in judged):
            found[kind] = worths.pop()
    return found


def _reads(core: Core) -> frozenset[str]:
    exprs = [expr for row in core.table("turn.missed").rows for expr in (row.when, row.result)]
    return frozenset(path for expr in exprs for path in _paths(expr))


def _paths(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from _paths(inner)
