"""Two rows that change places and never hold at once: whichever is asked first, nothing changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...runtime.circumstances import MAX_CHAIN, all_circumstances
from ..core.nodes import Ask, AtomRead, FanRead, OptionRead, Quantified, Read, children
from ..interpret.evaluate import truth
from ..interpret.scene import Scene
from ..space.ways import other_payers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr, Row
    from .delta import Delta

_OF_WINS = ("cap", "may_win", "pay.win")
_OF_READING = ("seven_pairs", "standard", "product", "share", "others")


def strangers(delta: Delta) -> bool:
    """Whether all that changed is the order of two rows about wins that never hold at once.

    That is known only of conditions about how the hand was won and who pays.
    """
    if delta.everything or delta.given or delta.fans or len(delta.tables) != 1:
        return False
    ((before, after),) = delta.tables
    if before.kind not in _OF_WINS:
        return False
    moved = [at for at, row in enumerate(before.rows) if row != after.rows[at]]
    if len(moved) != 2 or moved[1] != moved[0] + 1:
        return False
    first, second = (before.rows[at] for at in moved)
    if (after.rows[moved[0]], after.rows[moved[1]]) != (second, first):
        return False
    return _apart(first, second)


def _apart(first: Row, second: Row) -> bool:
    if not (_of_the_win(first.when) and _of_the_win(second.when)):
        return False
    scenes = (Scene({}, won) for won in _wins())
    return not any(truth(first.when, one) and truth(second.when, one) for one in scenes)


def _of_the_win(expr: Expr) -> bool:
    """Whether a condition asks neither the hand nor an option."""
    if isinstance(expr, Ask | AtomRead | FanRead | OptionRead | Quantified):
        return False
    if isinstance(expr, Read) and expr.path in _OF_READING:
        return False
    return all(map(_of_the_win, children(expr)))


def _wins() -> Iterator[Won]:
    """Every way to win, as each payer sees it."""
    for won in all_circumstances(range(MAX_CHAIN + 1)):
        for seen in (won, *other_payers(won)):
            yield seen
            if seen.discard:
                yield replace(seen, winner_preceded=True)
