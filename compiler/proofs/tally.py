"""What all cells of a ruleset come to: which fans hold and score, which rows hold together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..resolved.nodes import HAND_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..resolved.nodes import TableKind
    from .cells import Verdict
    from .survey import Surveyed


class Tally:
    """Collects from cells.

    Attributes:
        held: the fans that hold in some reading.
        scored: those that score in some reading.
        taken: those that score in some reading that is taken.
        together: (fans that hold, fans that score) of every reading.
        rows: for each table of won hands every set of rows that hold at once; of `pay.…` only
            where the hand may win.
        unpaid: whether there is a win for which nobody pays.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self.held = self.scored = self.taken = 0
        self.together: set[tuple[int, int]] = set()
        self.rows: dict[TableKind, set[int]] = {kind: set() for kind in HAND_KINDS}
        self.unpaid = False

    def add(self, surveyed: Surveyed) -> None:
        """Take in all cells under one setting."""
        readings, taken, verdicts = surveyed.judged()
        self.together.update(surveyed.fans)
        self.rows["cap"].update([one.rows for one in readings])
        self.rows["points"].update([one.added for one in readings])
        for held, scored in self.together:
            self.held |= held
            self.scored |= scored
        for one in taken:
            self.taken |= one.scored
        for verdict in verdicts:
            self.rows["may_win"].add(verdict.rows)
            self.rows["pay.win"].update([payment.rows for payment in verdict.payments])
            self.rows["pay.also"].update([payment.also for payment in verdict.payments])
            self.unpaid = self.unpaid or is_unpaid(verdict)

    def beside(self) -> Beside:
        """What ever holds, and what ever scores, while a fan holds."""
        found = Beside({}, {})
        for held, scored in self.together:
            for fan in bits(held):
                found.held[fan] = found.held.get(fan, 0) | held
                found.scored[fan] = found.scored.get(fan, 0) | scored
        return found


class Beside(NamedTuple):
    """Fans that hold and fans that score, as bits, by the number of a fan that holds with them."""

    held: dict[int, int]
    scored: dict[int, int]


def bits(fans: int) -> Iterator[int]:
    """The numbers of some fans."""
    while fans:
        lowest = fans & -fans
        yield lowest.bit_length() - 1
        fans ^= lowest


def is_unpaid(verdict: Verdict) -> bool:
    """Whether a hand may win and yet perhaps nobody pays for it.

    Whoever fed it pays nothing, and there is a way for the others to stand, revealed or not, in
    which they all pay nothing. That a winner stands back behind another is no such case.
    """
    if not verdict.allowed or any(payment.won.winner_preceded for payment in verdict.payments):
        return False
    fed, others = (
        [payment.amount for payment in verdict.payments if payment.won.payer_fed is own]
        for own in (True, False)
    )
    return all(0 in amounts for amounts in (fed, others) if amounts)


def first(rows: int) -> int:
    """The row that decides: the first of those that hold."""
    return (rows & -rows).bit_length() - 1
