"""Everything that can happen to a winner, looked at once: what holds, what scores, what decides.

The cells of a ruleset are some ten thousand; what they have in common is worked out once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from ...runtime.packed_readings import SEVEN
from ...runtime.program import Worth
from ..compile import run_aspects, run_survey
from ..core.nodes import children, options_read
from ..core.order import fans_read
from ..core.rising import rising
from ..emit.functions import row_exprs
from ..emit.survey import function_of
from ..space.groups import circumstances_of, group_by, possible
from ..space.ways import WORTH_KINDS, Ways
from .cells import Cell, Payment, Verdict
from .judging import Fans, Readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind
    from ..space.groups import Group
    from ..space.sides import Side
    from ..space.signatures import Signature
    from .cells import Judged


def seen_by_all(seats: int, won: Won) -> tuple[Won, ...]:
    """A win as each player who may have to pay sees it; the one who fed it first, if any."""
    fed = () if won.self_draw else (won,)
    if fed and seats == 2:
        return fed
    others = (replace(won, payer_revealed=revealed, payer_fed=False) for revealed in (False, True))
    return (*fed, *others)


class Surveyor:
    """Goes through all cells of a plan, under one setting after the other.

    Attributes:
        groups: hands that no setting tells apart, the least first.
        readings: for each group what rules can tell apart of its readings.
        seen: how a win looks to all who may have to pay.
        ways: what rules can tell apart of them, the plainest first.
        worth_ways: what of it matters to the worth of a hand; `worth_of` says for each way which of
            these it is, `ways_of` for each of these which ways that are.
        numbers: for each group the numbers of the ways in which it can have been won, and `worths`
            of those that matter to its worth.
    """

    def __init__(self, signatures: Sequence[Signature], sides: Sequence[Side]) -> None:
        """Put together what no setting tells apart.

        Args:
            signatures: the space.
            sides: one plan under some settings.
        """
        self.plan = sides[0].plan
        self.sides = sides
        self.functions, aspects = run_survey(self.plan)
        self.groups = group_by(signatures, [aspects])
        self.seen = partial(seen_by_all, sides[0].program.seats)
        ways = Ways(circumstances_of(sides))
        self.ways = tuple(ways.alike(sides))
        by_worth = ways.alike(sides, WORTH_KINDS)
        places = {won: place for place, own in enumerate(by_worth.values()) for won in own}
        self.worth_ways = tuple(by_worth)
        self.worth_of = [places[won] for won in self.ways]
        self.ways_of: list[list[int]] = [[] for _ in by_worth]
        for number, place in enumerate(self.worth_of):
            self.ways_of[place].append(number)
        exprs = _table_exprs(self.plan)
        read = set().union(*map(fans_read, exprs))
        self._asked = sum(1 << at for at, one in enumerate(self.plan.core.order) if one in read)
        self._of_reading = cache(run_aspects(self.plan, exprs))
        self._told = cache(run_aspects(self.plan, [*_value_exprs(self.plan), *exprs]))
        winning = _exprs(self.plan, "may_win")
        read = set().union(*map(fans_read, winning))
        self._rising = rising(self.plan.table("may_win").rows)
        self._fans_winning = sum(
            1 << at for at, one in enumerate(self.plan.core.order) if one in read
        )
        self._winning = cache(run_aspects(self.plan, winning))
        first: dict[object, int] = {}
        self.readings = [
            tuple(
                dict.fromkeys(
                    first.setdefault((vector >> SEVEN & 1, *aspects(vector)), vector)
                    for vector in one.vectors
                )
            )
            for one in self.groups
        ]
        self.numbers = _possible(self.groups, self.ways)
        self.worths = _possible(self.groups, self.worth_ways)

    def told(self, vector: int) -> tuple[object, ...]:
        """All that cap, points and tables can make of a reading, but for its fans."""
        return vector >> SEVEN & 1, *self._told(vector)

    def face(self, one: Judged) -> tuple[object, ...]:
        """All that the tables can make of a reading that has been judged."""
        told = self._of_reading(one.vector)
        return one.scored & self._asked, one.product, one.cap, one.points, told

    def wins_if(self, one: Judged, other: Judged) -> bool:
        """Whether a reading may win if another may whose product is no greater."""
        if self.face(one) == self.face(other):
            return True
        told = self._winning(one.vector) == self._winning(other.vector)
        return self._rising and told and not (one.scored ^ other.scored) & self._fans_winning

    @property
    def work(self) -> int:
        """How many parts of rules are looked at, at most, to say what all hands are worth."""
        read = _options_read(self.plan)
        told = [_options_of(read, side) for side in self.sides]
        pairs = zip(self.readings, self.worths, strict=True)
        judged = sum(len(vectors) * len(numbers) for vectors, numbers in pairs)
        of_fans, of_cap = (
            sum(map(_parts, exprs)) for exprs in (_fan_exprs(self.plan), _value_exprs(self.plan))
        )
        return judged * (
            of_fans * len({one[0] for one in told}) + of_cap * len({one[:2] for one in told})
        )

    def settings(self) -> Iterator[Surveyed]:
        """One setting after the other, the defaults first.

        Of settings that the rules for won hands do not tell apart only the first is looked at.
        """
        fans: dict[object, Fans] = {}
        judged: dict[object, Readings] = {}
        seen: set[object] = set()
        read = _options_read(self.plan)
        for side in self.sides:
            of_fans, of_cap, of_tables = _options_of(read, side)
            if (of_fans, of_cap, of_tables) in seen:
                continue
            seen.add((of_fans, of_cap, of_tables))
            if of_fans not in fans:
                fans[of_fans] = Fans(self, side)
            if (of_fans, of_cap) not in judged:
                judged[of_fans, of_cap] = Readings(self, side, fans[of_fans])
            yield Surveyed(self, side, judged[of_fans, of_cap])

    def settings_of(self, kind: TableKind) -> Iterator[Side]:
        """Of the settings those that a table tells apart."""
        read = sorted(options_read(*_exprs(self.plan, kind)))
        first: dict[object, Side] = {}
        for side in self.sides:
            values = side.options._asdict()
            first.setdefault(tuple(values[f"x_{id_}"] for id_ in read), side)
        yield from first.values()

    def cells(self) -> Iterator[Cell]:
        """All cells: the defaults first, then the least hands, then the plainest ways."""
        for one in self.settings():
            yield from one.cells()


def _possible(groups: Sequence[Group], ways: Sequence[Won]) -> list[tuple[int, ...]]:
    """For each group the numbers of the ways in which it can have been won."""
    known: dict[tuple[bool, bool], tuple[int, ...]] = {}
    for one in groups:
        if (one.kong, one.alone) not in known:
            own = tuple([number for number, won in enumerate(ways) if possible(one, won)])
            known[one.kong, one.alone] = own
    return [known[one.kong, one.alone] for one in groups]


def _options_read(plan: Plan) -> tuple[list[str], ...]:
    """The options that fans read, that the cap reads, and that the tables read."""
    rules = (
        _fan_exprs(plan),
        _value_exprs(plan),
        _table_exprs(plan),
    )
    return tuple(sorted(options_read(*exprs)) for exprs in rules)


def _options_of(read: tuple[list[str], ...], side: Side) -> tuple[tuple[object, ...], ...]:
    """The values of these options."""
    values = side.options._asdict()
    return tuple(tuple(values[f"x_{id_}"] for id_ in own) for own in read)


def _fan_exprs(plan: Plan) -> list[Expr]:
    return [expr for fan in plan.fans for expr in (fan.when, fan.times)]


def _value_exprs(plan: Plan) -> list[Expr]:
    """What the cap and points ask, once the product is known."""
    return [*_exprs(plan, "cap"), *_exprs(plan, "points")]


def _parts(expr: Expr) -> int:
    return 1 + sum(map(_parts, children(expr)))


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


_TABLES: tuple[TableKind, ...] = ("may_win", "pay.win", "pay.also")


def _table_exprs(plan: Plan) -> list[Expr]:
    return [expr for kind in _TABLES for expr in _exprs(plan, kind)]


def _exprs(plan: Plan, kind: TableKind) -> list[Expr]:
    return row_exprs(plan.table(kind))
