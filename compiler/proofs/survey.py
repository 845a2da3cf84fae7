"""Everything that can happen to a winner, looked at once: what holds, what scores, what decides.

The cells of a ruleset are some ten thousand; what they have in common is worked out once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ...runtime.fields import SEVEN
from ...runtime.program import Worth
from ..compile import run_survey
from ..core.nodes import children, options_read
from ..core.order import fans_read
from ..emit.aspects import depends_on_reading
from ..emit.functions import row_exprs
from ..emit.survey import function_of
from ..space.groups import circumstances_of, group_by, possible
from ..space.ways import told_apart
from .cells import Cell, Judged, Payment, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from ..space.signatures import Signature


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
        numbers: for each group the numbers of the ways in which it can have been won.
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
        self.ways = told_apart(sides, circumstances_of(sides))
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
        ways = list(enumerate(self.ways))
        known: dict[tuple[bool, bool], tuple[int, ...]] = {}
        self.numbers = [
            known.setdefault(
                (one.kong, one.alone),
                tuple(number for number, won in ways if possible(one, won)),
            )
            for one in self.groups
        ]

    @property
    def size(self) -> int:
        """How many cells there are at most."""
        return len(self.sides) * sum(map(len, self.numbers))

    @property
    def work(self) -> int:
        """How many parts of rules have to be looked at, at most, for all cells."""
        read = _options_read(self.plan)
        told = [_options_of(read, side) for side in self.sides]
        pairs = zip(self.readings, self.numbers, strict=True)
        judged = sum(len(vectors) * len(numbers) for vectors, numbers in pairs)
        cells = sum(map(len, self.numbers))
        of_fans, of_cap, of_tables = (
            sum(map(_parts, exprs))
            for exprs in (
                _fan_exprs(self.plan),
                _value_exprs(self.plan),
                _table_exprs(self.plan),
            )
        )
        return (
            judged * of_fans * len({one[0] for one in told})
            + judged * of_cap * len({one[:2] for one in told})
            + cells * of_tables * len(set(told))
        )

    def settings(self) -> Iterator[Surveyed]:
        """One setting after the other, the defaults first.

        Of settings that the rules for won hands do not tell apart only the first is looked at.
        """
        fans: dict[object, _Fans] = {}
        judged: dict[object, _Judged] = {}
        seen: set[object] = set()
        read = _options_read(self.plan)
        for side in self.sides:
            of_fans, of_cap, of_tables = _options_of(read, side)
            if (of_fans, of_cap, of_tables) in seen:
                continue
            seen.add((of_fans, of_cap, of_tables))
            if of_fans not in fans:
                fans[of_fans] = _Fans(self, side)
            if (of_fans, of_cap) not in judged:
                judged[of_fans, of_cap] = _Judged(self, side, fans[of_fans])
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


class _Fans(dict[tuple[int, int], tuple[int, int, int]]):
    """The fans that hold, those that score, and the product, by vector and number of the way."""

    def __init__(self, surveyor: Surveyor, side: Side) -> None:
        super().__init__()
        self._asked = surveyor.functions["fans"]
        self._ways, self._options = surveyor.ways, side.options

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int, int]:
        self[key] = self._asked(key[0], self._ways[key[1]], self._options)
        return self[key]


class _Judged(dict[tuple[int, int], Judged]):
    """Readings judged, by vector and by the number of the way; fills itself."""

    def __init__(self, surveyor: Surveyor, side: Side, fans: _Fans) -> None:
        super().__init__()
        self._fans, self._cap = fans, surveyor.functions["cap"]
        self._points = surveyor.functions.get(function_of("points"))
        self._ways, self._options = surveyor.ways, side.options
        self._order: dict[int, tuple[int, ...]] = {}

    def __missing__(self, key: tuple[int, int]) -> Judged:
        held, scored, product = self._fans[key]
        rows, cap = self._cap(key[0], self._ways[key[1]], self._options, scored, product)
        value = product if product < cap else cap
        made = Judged(key[0], held, scored, product, cap, value, rows)
        if self._points is not None:
            way = self._ways[key[1]]
            added, points = self._points(key[0], way, self._options, scored, product)
            made = made._replace(points=points, added=added)
        self[key] = made
        return made

    def best(self, vectors: Sequence[int], number: int) -> list[Judged]:
        """The readings that rank highest."""
        if len(vectors) == 1:
            return [self[vectors[0], number]]
        judged = [self[vector, number] for vector in vectors]
        most = max(map(self._rank, judged))
        return [one for one in judged if self._rank(one) == most]

    def _rank(self, one: Judged) -> tuple[int, int, int, int, int, tuple[int, ...]]:
        """The order of readings, the best last, as the runtime has it."""
        scored = one.scored
        if scored not in self._order:
            places = range(scored.bit_length())
            self._order[scored] = tuple(-place for place in places if scored >> place & 1)
        seven, order = one.vector >> SEVEN & 1, self._order[scored]
        return (one.value + one.points, one.value, one.product, seven, -len(order), order)


class Surveyed:
    """All cells under one setting."""

    def __init__(self, surveyor: Surveyor, side: Side, judged: _Judged) -> None:
        """Judge nothing yet."""
        self.side = side
        self._surveyor = surveyor
        self._judged = judged
        self._verdicts = _Verdicts(surveyor, side)

    def _taken(self, vectors: Sequence[int], number: int) -> Judged:
        """The reading that is taken: of those that rank alike one that may win and is owed most."""
        best = self._judged.best(vectors, number)
        if len(best) == 1:
            return best[0]
        return max(best, key=lambda one: self._verdicts.of(one, number).order())

    def cells(self) -> Iterator[Cell]:
        """One cell after the other."""
        surveyor, judged, ways = self._surveyor, self._judged, self._surveyor.ways
        for group, vectors, numbers in zip(
            surveyor.groups, surveyor.readings, surveyor.numbers, strict=True
        ):
            for number in numbers:
                best = self._taken(vectors, number)
                verdict = self._verdicts.of(best, number)
                readings = [judged[vector, number] for vector in vectors]
                yield Cell(self.side.setting, group, ways[number], readings, best, verdict)

    def judged(self) -> tuple[list[Judged], list[Judged], list[Verdict]]:
        """All readings, those among them that are taken, and the verdicts on these."""
        surveyor, judged = self._surveyor, self._judged
        for vectors, numbers in zip(surveyor.readings, surveyor.numbers, strict=True):
            for number in numbers:
                for vector in vectors:
                    judged[vector, number]
        taken = {
            (best.vector, number): best
            for vectors, numbers in zip(surveyor.readings, surveyor.numbers, strict=True)
            for number in numbers
            for best in [self._taken(vectors, number)]
        }
        verdicts = self._verdicts
        made = {id(v): v for (_, number), one in taken.items() for v in [verdicts.of(one, number)]}
        return list(judged.values()), list(taken.values()), list(made.values())


class _Verdicts:
    """What the tables say; readings they cannot tell apart are asked about once."""

    def __init__(self, surveyor: Surveyor, side: Side) -> None:
        self._may_win = surveyor.functions[function_of("may_win")]
        self._pay_win = surveyor.functions[function_of("pay.win")]
        self._pay_also = surveyor.functions.get(function_of("pay.also"))
        self._options = side.options
        self._seen = [(won, surveyor.seen(won)) for won in surveyor.ways]
        exprs = _table_exprs(surveyor.plan)
        read = set().union(*map(fans_read, exprs))
        order = surveyor.plan.core.order
        self._mask = sum(1 << place for place, one in enumerate(order) if one in read)
        self._asks_hand = any(map(depends_on_reading, exprs))
        self._known: dict[tuple[int, ...], Verdict] = {}

    def of(self, one: Judged, number: int) -> Verdict:
        """The verdict on a reading, won in a way."""
        vector = one.vector if self._asks_hand else 0
        key = (one.scored & self._mask, one.product, one.cap, one.points, vector, number)
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
