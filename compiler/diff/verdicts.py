"""What one side says of a hand, in the words a comparison needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.judge import taken
from ..compile import run_cap_row
from ..space.ways import other_payers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.circumstances import Won
    from ...runtime.program import Worth
    from ..plan.nodes import Plan
    from ..space.groups import Aspects
    from ..space.sides import Side


class Verdict(NamedTuple):
    """A hand judged.

    Attributes:
        owed: what the payer of the circumstances owes.
        others: what each other payer owes there may be, as `other_payers` lists them.
        fans: (id, factor) of each fan.
        cap: the cap in force.
        rows: the ids of the rows of `cap`, `may_win` and `pay.win` that decided.
        others_rows: the ids of the rows of `pay.win` for the other payers.
    """

    value: int
    may_win: bool
    owed: int
    others: tuple[int, ...]
    product: int
    cap: int
    fans: tuple[tuple[str, int], ...]
    rows: tuple[str, str, str]
    others_rows: tuple[str, ...]


SEEN = slice(0, 4)
"""What players notice of a verdict."""


class CapRows:
    """For each plan the function that names the row of the cap."""

    def __init__(self) -> None:
        """Start with none."""
        self._known: dict[int, tuple[Plan, Callable[[int, Won, Any, Worth], int]]] = {}

    def of(self, plan: Plan) -> Callable[[int, Won, Any, Worth], int]:
        """That of one plan; made once."""
        if id(plan) not in self._known:
            self._known[id(plan)] = (plan, run_cap_row(plan))
        return self._known[id(plan)][1]


class Verdicts:
    """The verdicts of one side on hands won in one way, each of its aspects judged once."""

    def __init__(self, side: Side, won: Won, cap_rows: CapRows, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        self._side = side
        self._won = won
        self._others = other_payers(won) if seats > 2 or won.self_draw else ()
        self._cap_row = cap_rows.of(side.plan)
        self.known: dict[Aspects, Verdict] = {}

    def judge(self, aspects: Aspects, vectors: tuple[int, ...]) -> Verdict:
        """Judge a hand by its packed readings, and remember what was said of such."""
        program, options, won = self._side.program, self._side.options, self._won
        worth, vector = self._best(vectors)
        allowed, row = program.may_win(vector, won, options, worth)
        owed, paid = program.pay_win(vector, won, options, worth)
        others = [program.pay_win(vector, one, options, worth) for one in self._others]
        cap, may_win, pay = program.rows["cap"], program.rows["may_win"], program.rows["pay.win"]
        self.known[aspects] = judged = Verdict(
            worth.value,
            allowed,
            owed if allowed else 0,
            tuple([amount if allowed else 0 for amount, _ in others]),
            worth.product,
            worth.cap,
            tuple([(program.fans[index].id, times) for index, times in worth.fans]),
            (
                cap[self._cap_row(vector, won, options, worth)].id,
                may_win[row].id,
                pay[paid].id,
            ),
            tuple([pay[index].id for _, index in others]),
        )
        return judged

    def _best(self, vectors: tuple[int, ...]) -> tuple[Worth, int]:
        """The reading that is taken; few are as good as the best."""
        program, options, won = self._side.program, self._side.options, self._won
        if len(vectors) == 1:
            return program.worth(vectors[0], won, options), vectors[0]
        worths = [(program.worth(vector, won, options), vector) for vector in vectors]
        most = max([(worth.value, worth.product) for worth, _ in worths])
        best = [one for one in worths if (one[0].value, one[0].product) == most]
        if len(best) == 1:
            return best[0]
        return taken(program, options, tuple([vector for _, vector in best]), won)[0]
