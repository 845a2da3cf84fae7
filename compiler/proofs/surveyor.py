"""What a survey goes through: hands that no setting tells apart, and the ways they can be won.

The cells of a ruleset are some ten thousand; what they have in common is worked out once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from ...runtime.packed_readings import SEVEN
from ..compile import run_aspects, run_survey
from ..core.nodes import children, options_read
from ..core.order import fans_read
from ..core.rising import rising
from ..emit.functions import row_exprs
from ..space.groups import circumstances_of, group_by, possible
from ..space.ways import WORTH_KINDS, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    """What there is to look at of a plan, whatever the setting.

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
        rules = (_fan_exprs(self.plan), _value_exprs(self.plan), exprs)
        self._options_read = tuple(sorted(options_read(*own)) for own in rules)

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
        told = [self.options_of(side) for side in self.sides]
        pairs = zip(self.readings, self.worths, strict=True)
        judged = sum(len(vectors) * len(numbers) for vectors, numbers in pairs)
        of_fans, of_cap = (
            sum(map(_parts, exprs)) for exprs in (_fan_exprs(self.plan), _value_exprs(self.plan))
        )
        return judged * (
            of_fans * len({one[0] for one in told}) + of_cap * len({one[:2] for one in told})
        )

    def options_of(self, side: Side) -> tuple[tuple[object, ...], ...]:
        """The values of the options that fans read, the cap reads, and the tables read."""
        values = side.options._asdict()
        return tuple(tuple(values[f"x_{id_}"] for id_ in own) for own in self._options_read)

    def settings_of(self, kind: TableKind) -> Iterator[Side]:
        """Of the settings those that a table tells apart."""
        read = sorted(options_read(*_exprs(self.plan, kind)))
        first: dict[object, Side] = {}
        for side in self.sides:
            values = side.options._asdict()
            first.setdefault(tuple(values[f"x_{id_}"] for id_ in read), side)
        yield from first.values()


def _possible(groups: Sequence[Group], ways: Sequence[Won]) -> list[tuple[int, ...]]:
    """For each group the numbers of the ways in which it can have been won."""
    known: dict[tuple[bool, bool], tuple[int, ...]] = {}
    for one in groups:
        if (one.kong, one.alone) not in known:
            own = tuple([number for number, won in enumerate(ways) if possible(one, won)])
            known[one.kong, one.alone] = own
    return [known[one.kong, one.alone] for one in groups]


def _fan_exprs(plan: Plan) -> list[Expr]:
    return [expr for fan in plan.fans for expr in (fan.when, fan.times)]


def _value_exprs(plan: Plan) -> list[Expr]:
    """What the cap and points ask, once the product is known."""
    return [*_exprs(plan, "cap"), *_exprs(plan, "points")]


def _parts(expr: Expr) -> int:
    return 1 + sum(map(_parts, children(expr)))


_TABLES: tuple[TableKind, ...] = ("may_win", "pay.win", "pay.also")


def _table_exprs(plan: Plan) -> list[Expr]:
    return [expr for kind in _TABLES for expr in _exprs(plan, kind)]


def _exprs(plan: Plan, kind: TableKind) -> list[Expr]:
    return row_exprs(plan.table(kind))
