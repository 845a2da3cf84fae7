"""Which values of an option rules can tell apart.

A value is met in comparisons, and where it is a least or a greatest: with numbers that are written
there, or with a count that has few values. On both sides of the former, at the latter, at the
limits of what is accepted, and without a number at all, everything happens that can. Where rules
calculate with the value before they compare it, `lines` says where else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..core.nodes import (
    Apply,
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Member,
    Named,
    OptionRead,
    Quantified,
    Read,
    children,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..core.nodes import Expr
    from ..resolved.nodes import Option, OptionValue

_ALL = 16
"""So many numbers are all tried, if rules calculate with them."""
_MOST = 128
"""How many numbers of one option are tried at most."""
FEW_COUNTS = 24
"""How many values a count may have for an option to be held against each."""

OWED_AT_LEAST_1: Final = "owed >= 1"
"""Said of an option whose value is nowhere part of an `owed` that may be 0."""

_WORTH: Final = frozenset(("share", "payee.best", "payee.worst"))
"""The worth of a hand: the value, or the product where that is less."""

_NOTHING, _PLAIN, _RECKONED, _OTHER = range(4)


class Values(NamedTuple):
    """The values of an option that are tried.

    Attributes:
        values: the ones that menus offer first.
        whole: whether rules can tell no other value from all of these.
    """

    values: tuple[OptionValue, ...]
    whole: bool


class Met(NamedTuple):
    """What some rules hold the value of an option against.

    Attributes:
        numbers: where something may change.
        bounds: numbers at which it is cut off: up to there it is one thing, from there on another,
            and at the number itself both.
        calculated: they calculate with it first, so that it may change elsewhere.
    """

    numbers: frozenset[int]
    bounds: frozenset[int]
    calculated: bool


def same_value(one: OptionValue, other: OptionValue) -> bool:
    """Whether two values are the same; a truth is no number."""
    return type(one) is type(other) and one == other


def accepts_value(option: Option, value: OptionValue) -> bool:
    """Whether a table may choose a value."""
    if any(same_value(value, one) for one in option.offered):
        return True
    if option.accepts is None:
        return False
    low, high, none = option.accepts
    return none if value is None else type(value) is int and low <= value <= high


def values_of(option: Option, met: Met) -> Values:
    """The values of an option to try, given what rules hold it against."""
    found: dict[tuple[type, OptionValue], OptionValue] = {}
    whole = True
    numbers: Sequence[OptionValue] = ()
    if option.accepts is not None:
        low, high, _ = option.accepts
        if high - low < _ALL and met.calculated:
            numbers = range(low, high + 1)
        else:
            near = sorted(met.bounds.union(*[{one - 1, one, one + 1} for one in met.numbers]))
            inside = [one for one in near if low < one < high]
            numbers = (low, high, *inside[:_MOST])
            whole = not met.calculated and len(inside) <= _MOST
    for value in (option.default, *option.offered, *numbers, None):
        if accepts_value(option, value):
            found.setdefault((type(value), value), value)
    return Values(tuple(found.values()), whole)


def met_by(exprs: Iterable[Expr], option: str, words: frozenset[str]) -> Met:
    """What expressions hold an option against.

    Args:
        exprs: conditions and results.
        option: its id.
        words: what else carries its value: `share`, `product`, `capped`; `OWED_AT_LEAST_1` beside
            `owed`, if it can never make that nothing.
    """
    meeting = _Meeting(option, words)
    for expr in exprs:
        if meeting.look(expr) == _OTHER:
            meeting.calculated = True
    return Met(frozenset(meeting.numbers), frozenset(meeting.bounds), meeting.calculated)


def carries(expr: Expr, option: str) -> bool:
    """Whether what an expression comes to is made of the value of an option."""
    return _Meeting(option, frozenset()).look(expr) != _NOTHING


class _Meeting:
    """Goes through expressions; says of each what it makes of the value.

    Nothing at all; the value itself, perhaps cut off at numbers; a sum or a product with it; or
    something else.
    """

    def __init__(self, option: str, words: frozenset[str]) -> None:
        self._option, self._words = option, words
        self.numbers: set[int] = set()
        self.bounds: set[int] = set()
        self.calculated = False

    def look(self, expr: Expr) -> int:
        match expr:
            case OptionRead(id=id_):
                return _PLAIN if id_ == self._option else _NOTHING
            case Read(path=path):
                return _NOTHING if path not in self._words else self._word(path)
            case Named(body=body):
                return self.look(body)
            case Compare(left=left, right=right):
                if not self._asks_whether_owed(left, right):
                    self._held_against((left, right))
                return _NOTHING
            case Member(item=item, choices=choices):
                self._held_against((item, *choices))
                return _NOTHING
            case Apply() | Arithmetic() | Conditional():
                return self._calculation(expr)
            case _:
                most = max(map(self.look, children(expr)), default=_NOTHING)
                return _OTHER if most and isinstance(expr, Quantified) else _NOTHING

    def _word(self, path: str) -> int:
        """What a word makes of the value; what is owed is the result of a row that is met, too."""
        return _RECKONED if path == "owed" else _PLAIN if path in _WORTH else _OTHER

    def _asks_whether_owed(self, left: Expr, right: Expr) -> bool:
        """Whether this is `owed > 0`, or so, on which the value has no influence."""
        return (
            OWED_AT_LEAST_1 in self._words
            and isinstance(left, Read)
            and left.path == "owed"
            and isinstance(right, Const)
            and right.value == 0
        )

    def _calculation(self, expr: Apply | Arithmetic | Conditional) -> int:
        if isinstance(expr, Conditional):
            self.look(expr.test)
            return max(self.look(expr.then), self.look(expr.otherwise))
        if isinstance(expr, Arithmetic):
            most = max(self.look(expr.left), self.look(expr.right))
            return _NOTHING if not most else _RECKONED if expr.op in "+-*" else _OTHER
        inner = [self.look(one) for one in expr.arguments]
        if expr.function == "capped":
            if max(inner):
                return _OTHER
            return _RECKONED if "capped" in self._words else _NOTHING
        if not max(inner):
            return _NOTHING
        if max(inner) > _PLAIN or expr.function == "abs":
            return _OTHER
        return _PLAIN if self._meets(expr.arguments, self.bounds) else _RECKONED

    def _held_against(self, operands: Sequence[Expr]) -> None:
        most = max(map(self.look, operands))
        if most and (most > _PLAIN or not self._meets(operands, self.numbers)):
            self.calculated = True

    def _meets(self, operands: Iterable[Expr], numbers: set[int]) -> bool:
        """Take in what numbers the value meets here; whether that are a few."""
        few = True
        for one in operands:
            if self.look(one):
                continue
            type_ = one.type
            if isinstance(one, Const):
                if type(one.value) is int:
                    numbers.add(one.value)
            elif type_.base == "int" and type_.high - type_.low < FEW_COUNTS and not type_.limit:
                numbers.update(range(type_.low, type_.high + 1))
            else:
                few = False
        return few
