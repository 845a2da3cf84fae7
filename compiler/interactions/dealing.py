"""Whether two switches meet in who deals next, or in what is carried on, through who has paid.

The tables of a round are compared apart from payments. Where they ask who has paid, one switch
may change that, and the other may too, or change what follows from it: of this nothing is proven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ...runtime.situations import HandEnded
from ..core.nodes import Apply, FanRead, Read, children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...runtime.situations import Asked
    from ..core.nodes import Core, Expr
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from .bearing import Area, Bearing
    from .course import Course

Four: TypeAlias = "Sequence[Side]"
Said: TypeAlias = "tuple[object, ...]"
"""Of an end of a round who deals next, and all that is carried on."""
Told: TypeAlias = "tuple[tuple[Said, ...], bool]"
"""What is said of some ends, and whether it matters who has paid."""

_BY_PAYERS: Final = ("payer", "odd_payer")
_WORTH: Final = frozenset(
    (
        *("share", "owed", "product", "others", "points", "value", "horses"),
        *("payee.best", "payee.worst", "payee.points", "payee.cap"),
    )
)
_PAYING: Final[Mapping[Area, tuple[TableKind, ...]]] = {
    "paid": ("pay.win", "pay.also"),
    "drawn": ("pay.drawn",),
}
"""The tables that say who pays, for a win and when nobody has won; named like what is changed."""


class Unlike(NamedTuple):
    """Whether the first of two switches changes something, and whether the second does."""

    one: bool
    other: bool


class Dealing:
    """Looks at the ends of rounds; what rules ask to say who pays is looked up once."""

    def __init__(self, course: Course) -> None:
        """Start with nothing looked up; what sides say of ends is known to a course."""
        self._course = course
        self._by_worth: dict[tuple[int, Area], bool] = {}
        self._told: dict[tuple[int, int, int, Area], Told] = {}

    def meet(
        self,
        four: Four,
        bearing: Bearing,
        unlike: Callable[[Area], Unlike],
    ) -> bool:
        """Whether what follows from who has paid may depend on both switches together.

        Args:
            four: the sides with neither switch, with the first, with the second, with both.
            bearing: what the switches change.
            unlike: tells whether they change who pays: for a win (`paid`), when nobody has won.
        """
        return any(self._met_by(four, bearing, area, unlike) for area in _PAYING)

    def _met_by(
        self,
        four: Four,
        bearing: Bearing,
        area: Area,
        unlike: Callable[[Area], Unlike],
    ) -> bool:
        may_pay = [self._may_pay(four, changed, area) for changed in (bearing.one, bearing.other)]
        if not any(may_pay):
            return False
        ends = self._course.situations("dealer", four)
        told = [self._told_by(side, ends, area) for side in four]
        if not any(by_payers for _, by_payers in told):
            return False
        neither, one, other, both = (said for said, _ in told)
        deals = Unlike(neither != one or other != both, neither != other or one != both)
        if not ((may_pay[0] or deals.one) and (may_pay[1] or deals.other)):
            return False
        pays = unlike(area)
        first, second = may_pay[0] and pays.one, may_pay[1] and pays.other
        return (first and (second or deals.other)) or (second and deals.one)

    def _told_by(self, side: Side, ends: tuple[Asked, ...], area: Area) -> Told:
        """What a side says of the ends at which somebody has won, or at which nobody has."""
        words = self._course.says(side, "dealer", ends)
        carried = self._course.carries(side, ends)
        key = (id(ends), id(words), id(carried), area)
        if key not in self._told:
            each = zip(ends, words, carried or ((),) * len(ends), strict=True)
            own = [
                (end, (word, *more)) for end, word, more in each if _is_won(end) == (area == "paid")
            ]
            said = tuple([one for _, one in own])
            self._told[key] = (said, _asks_who_paid([end for end, _ in own], said))
        return self._told[key]

    def _may_pay(self, four: Four, changed: frozenset[Area], area: Area) -> bool:
        """Whether a switch that changes so much may change who pays."""
        by_worth = "hands" in changed and any(self._turns_on_worth(one.core, area) for one in four)
        return area in changed or by_worth

    def _turns_on_worth(self, core: Core, area: Area) -> bool:
        """Whether it is asked what a hand is worth, or turned after it, to say who pays."""
        key = (id(core), area)
        if key not in self._by_worth:
            self._by_worth[key] = any(map(_asks_worth, _deciding(core, _PAYING[area])))
        return self._by_worth[key]


def _is_won(end: Asked) -> bool:
    assert isinstance(end, HandEnded)
    return end.winners > 0


def _asks_who_paid(ends: Sequence[Asked], said: Sequence[Said]) -> bool:
    """Whether it matters who has paid: somebody who has deals, or ends are told apart by that."""
    known: dict[object, Said] = {}
    for end, own in zip(ends, said, strict=True):
        assert isinstance(end, HandEnded)
        rest = (end.winners, end.dealer_won, end.revealed, end.kongs, end.ready)
        if own[0] in _BY_PAYERS or known.setdefault(rest, own) != own:
            return True
    return False


def _deciding(core: Core, kinds: Sequence[TableKind]) -> Iterator[Expr]:
    """What says whether somebody pays: conditions, and amounts that may be nothing."""
    for row in (row for kind in kinds for row in core.table(kind).rows):
        yield row.when
        if row.result.type.low <= 0 < row.result.type.high:
            yield row.result


def _asks_worth(expr: Expr) -> bool:
    match expr:
        case FanRead() | Apply(function="capped"):
            return True
        case Read(path=path) if path in _WORTH:
            return True
        case _:
            return any(map(_asks_worth, children(expr)))
