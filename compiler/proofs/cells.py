"""What is said of a winner.

A *cell* is a group of hands that rules cannot tell apart, won in a way they can tell from others,
under one setting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..resolved.nodes import OptionValue
    from ..space.groups import Group


class Judged(NamedTuple):
    """A reading judged; truths are bits, of fans in the author's order, of rows in their table.

    Attributes:
        vector: the packed reading.
        held: the fans whose condition holds.
        scored: those that score.
        value: the product after the cap.
        rows: the rows of the cap that hold.
        points: the points, and `added` the rows of points that hold.
    """

    vector: int
    held: int
    scored: int
    product: int
    cap: int
    value: int
    rows: int
    points: int = 0
    added: int = 0


class Payment(NamedTuple):
    """What one player owes a winner.

    Attributes:
        won: the win as this player sees it.
        rows: the rows of `pay.win` that hold.
        amount: all that is owed, what is paid beside included.
        also: the rows of `pay.also` that hold.
    """

    won: Won
    rows: int
    amount: int
    also: int = 0


class Verdict(NamedTuple):
    """What the tables say of a reading.

    Attributes:
        rows: the rows of `may_win` that hold.
        payments: what each player who can be at the table owes; none if the hand may not win.
    """

    allowed: bool
    rows: int
    payments: tuple[Payment, ...]

    @property
    def most(self) -> int:
        """The most that anybody owes."""
        return max((one.amount for one in self.payments), default=0)


class Cell(NamedTuple):
    """Hands that rules cannot tell apart, won in one way, under one setting.

    Attributes:
        readings: all that rules can tell apart of their readings, judged.
        best: the one that is taken.
    """

    setting: Mapping[str, OptionValue]
    group: Group
    won: Won
    readings: Sequence[Judged]
    best: Judged
    verdict: Verdict
