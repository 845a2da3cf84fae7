"""What one side says of hands, in the words a comparison needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...runtime.judge import taken
from ...runtime.program import Worth
from ..compile import run_cap
from ..resolved.nodes import HAND_KINDS
from ..space.ways import other_payers
from .rules import options_read

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.circumstances import Won
    from ..plan.nodes import Plan
    from ..space.groups import Aspects
    from ..space.sides import Side

    Amounts: TypeAlias = tuple[tuple[int, int], ...]
    """What is paid beside: amounts, with the numbers of their rows."""
    Readings: TypeAlias = list[tuple[Worth, int]]
    """What each reading of a hand is worth, with the reading."""


class Verdict(NamedTuple):
    """A hand judged.

    Attributes:
        owed: what the payer of the circumstances owes, all that is paid beside included.
        others: what each other payer owes there may be, as `other_payers` lists them.
        cap: the cap in force.
        fans: (number, factor) of each fan.
        rows: the numbers of the rows that decided: of `cap`, of `may_win`, and of `pay.win` for
            each payer.
        also: for each payer the numbers of the rows of `pay.also` that ask for something.
    """

    value: int
    may_win: bool
    owed: int
    others: tuple[int, ...]
    product: int
    cap: int
    fans: tuple[tuple[int, int], ...]
    rows: tuple[int, ...]
    also: tuple[Amounts, ...] = ()


SEEN = slice(0, 4)
"""What players notice of a verdict."""


class Rulebook:
    """What all verdicts of one plan share: its cap, and fans that options leave as they are."""

    def __init__(self, plan: Plan) -> None:
        """Look which options the fans read."""
        self.plan = plan
        self.cap = run_cap(plan)
        fans = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
        tables = [row for kind in HAND_KINDS for row in plan.table(kind).rows]
        rows = [expr for row in tables for expr in (row.when, row.result)]
        self._options = sorted(frozenset().union(*map(options_read, fans)))
        self._told = sorted(frozenset(self._options).union(*map(options_read, rows)))
        self._known: dict[tuple[object, ...], dict[Aspects, Readings]] = {}

    def told(self, side: Side) -> tuple[object, ...]:
        """The options of a side that some rule for hands reads."""
        values = side.options._asdict()
        return tuple([values[f"x_{id_}"] for id_ in self._told])

    def readings(self, side: Side, won: Won) -> dict[Aspects, Readings]:
        """What is known of the fans of hands won so, under the options that fans read."""
        values = side.options._asdict()
        key = (won, *(values[f"x_{id_}"] for id_ in self._options))
        return self._known.setdefault(key, {})


class Verdicts:
    """The verdicts of one side on hands won in one way, each of its aspects judged once."""

    def __init__(self, side: Side, won: Won, rulebook: Rulebook, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        self._program = side.program
        self._options = side.options
        self._won = won
        self._others = other_payers(won) if seats > 2 or won.self_draw else ()
        self._cap: Callable[[int, Won, Any, Worth], tuple[int, int]] = rulebook.cap
        self._readings = rulebook.readings(side, won)
        self.known: dict[Aspects, Verdict] = {}

    def judge(self, aspects: Aspects, vectors: tuple[int, ...]) -> Verdict:
        """Judge a hand by its packed readings, and remember what was said of such."""
        program, options, won = self._program, self._options, self._won
        worth, vector = self._best(aspects, vectors)
        allowed, row = program.may_win(vector, won, options, worth)
        payers = (won, *self._others)
        paid = [program.pay_win(vector, one, options, worth) for one in payers]
        also: tuple[Amounts, ...] = ()
        owed = [amount for amount, _ in paid] if allowed else [0] * len(paid)
        if program.pay_also is not None and allowed:
            ask = program.pay_also
            also = tuple(
                [
                    ask(vector, one, options, worth, amount)
                    for one, amount in zip(payers, owed, strict=True)
                ]
            )
            owed = [
                sum([amount, *[n for n, _ in more]])
                for amount, more in zip(owed, also, strict=True)
            ]
        self.known[aspects] = judged = Verdict(
            worth.value,
            allowed,
            owed[0],
            tuple(owed[1:]),
            worth.product,
            worth.cap,
            worth.fans,
            (self._cap(vector, won, options, worth)[1], row, *[each for _, each in paid]),
            also,
        )
        return judged

    def _best(self, aspects: Aspects, vectors: tuple[int, ...]) -> tuple[Worth, int]:
        """The reading that is taken; few are as good as the best."""
        program, options, won = self._program, self._options, self._won
        worths = self._worths(aspects, vectors)
        if len(worths) == 1:
            return worths[0]
        most = max([(worth.value, worth.product) for worth, _ in worths])
        best = [one for one in worths if (one[0].value, one[0].product) == most]
        if len(best) == 1:
            return best[0]
        return taken(program, options, tuple([vector for _, vector in best]), won)[0]

    def _worths(self, aspects: Aspects, vectors: tuple[int, ...]) -> Readings:
        """What each reading is worth: where the fans are known, only capped anew."""
        options, won = self._options, self._won
        known = self._readings.get(aspects)
        if known is None:
            found = [(self._program.worth(vector, won, options), vector) for vector in vectors]
            self._readings[aspects] = found
            return found
        capped = []
        for worth, vector in known:
            cap, _ = self._cap(vector, won, options, worth)
            if cap != worth.cap:
                value = min(worth.product, cap)
                capped.append((Worth(value, worth.product, cap, worth.fans, worth.scored), vector))
            else:
                capped.append((worth, vector))
        return capped
