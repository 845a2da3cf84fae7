"""Everything that can happen to a winner, looked at once: what holds, what scores, what decides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...runtime.program import Worth
from ..emit.survey import function_of
from .cells import Cell, Payment, Verdict
from .judging import Fans, Readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..space.sides import Side
    from .cells import Judged
    from .surveyor import Surveyor


def survey(surveyor: Surveyor) -> Iterator[Surveyed]:
    """One setting after the other, the defaults first.

    Of settings that the rules for won hands do not tell apart only the first is looked at.
    """
    fans: dict[object, Fans] = {}
    judged: dict[object, Readings] = {}
    seen: set[object] = set()
    for side in surveyor.sides:
        of_fans, of_cap, of_tables = surveyor.options_of(side)
        if (of_fans, of_cap, of_tables) in seen:
            continue
        seen.add((of_fans, of_cap, of_tables))
        if of_fans not in fans:
            fans[of_fans] = Fans(surveyor, side)
        if (of_fans, of_cap) not in judged:
            judged[of_fans, of_cap] = Readings(surveyor, side, fans[of_fans])
        yield Surveyed(surveyor, side, judged[of_fans, of_cap])


def all_cells(surveyor: Surveyor) -> Iterator[Cell]:
    """All cells: the defaults first, then the least hands, then the plainest ways."""
    for one in survey(surveyor):
        yield from one.cells()


class Surveyed:
    """All cells under one setting."""

    def __init__(self, surveyor: Surveyor, side: Side, judged: Readings) -> None:
        """Judge nothing yet."""
        self.side = side
        self._surveyor = surveyor
        self._judged = judged
        self._verdicts = _Verdicts(surveyor, side, judged)

    def cells(self) -> Iterator[Cell]:
        """One cell after the other."""
        surveyor, judged, ways = self._surveyor, self._judged, self._surveyor.ways
        for group, vectors, numbers in zip(
            surveyor.groups, surveyor.readings, surveyor.numbers, strict=True
        ):
            for number in numbers:
                place = surveyor.worth_of[number]
                best = self._verdicts.taken(judged.best(vectors, place), number)
                verdict = self._verdicts.of(best, number)
                readings = [judged[vector, place] for vector in vectors]
                yield Cell(self.side.setting, group, ways[number], readings, best, verdict)

    @property
    def fans(self) -> Iterable[tuple[int, int]]:
        """The fans that hold and those that score, of all readings of all hands."""
        self._judged.bests  # noqa: B018 - until then not all have been looked at
        return self._judged.fans

    def judged(self) -> tuple[list[Judged], list[Judged], list[Verdict]]:
        """Readings, those among them that are taken, and the verdicts on these.

        Of those that are alike to cap and tables one.
        """
        verdicts, ways_of = self._verdicts, self._surveyor.ways_of
        taken: dict[int, Judged] = {}
        made: dict[int, Verdict] = {}
        for place, bests in enumerate(self._judged.bests):
            taken |= {id(one): one for one in bests.taken}
            for number in ways_of[place]:
                tied = [verdicts.taken(best, number) for best in bests.tied]
                taken |= {id(one): one for one in tied}
                for one in (*bests.told, *tied):
                    verdict = verdicts.of(one, number)
                    made[id(verdict)] = verdict
        return list(self._judged.values()), list(taken.values()), list(made.values())

    @property
    def asked(self) -> int:
        """How many times tables have been asked."""
        return self._verdicts.asked


class _Verdicts:
    """What the tables say; readings they cannot tell apart are asked about once."""

    def __init__(self, surveyor: Surveyor, side: Side, judged: Readings) -> None:
        self._rank = judged.rank
        self._may_win = surveyor.functions[function_of("may_win")]
        self._pay_win = surveyor.functions[function_of("pay.win")]
        self._pay_also = surveyor.functions.get(function_of("pay.also"))
        self._options = side.options
        self._seen = [(won, surveyor.seen(won)) for won in surveyor.ways]
        self._face = surveyor.face
        self._known: dict[object, Verdict] = {}

    @property
    def asked(self) -> int:
        """How many times tables have been asked."""
        return len(self._known)

    def taken(self, best: Sequence[Judged], number: int) -> Judged:
        """The reading that is taken: the dearest that may win, of equal ones that is owed most."""
        if len(best) == 1:
            return best[0]
        return max(best, key=partial(self._order, number))

    def _order(self, number: int, one: Judged) -> tuple[object, ...]:
        verdict = self.of(one, number)
        return verdict.allowed, self._rank(one), verdict.most

    def of(self, one: Judged, number: int) -> Verdict:
        """The verdict on a reading, won in a way."""
        key = (*self._face(one), number)
        if key not in self._known:
            self._known[key] = self._made(one, number)
        return self._known[key]

    def _made(self, one: Judged, number: int) -> Verdict:
        (won, seen), options = self._seen[number], self._options
        added = ((one.points, 0),) if one.points else ()
        worth = Worth(one.value, one.product, one.cap, (), one.scored, added)
        rows, allowed = self._may_win(one.vector, won, options, worth)
        if not allowed:
            return Verdict(False, rows, ())
        return Verdict(True, rows, tuple(self._paid(one.vector, view, worth) for view in seen))

    def _paid(self, vector: int, view: Won, worth: Worth) -> Payment:
        """What one player owes, with all that is paid beside."""
        rows, owed = self._pay_win(vector, view, self._options, worth)
        if self._pay_also is None:
            return Payment(view, rows, owed)
        also, more = self._pay_also(vector, view, self._options, worth, owed)
        return Payment(view, rows, owed + more, also)
