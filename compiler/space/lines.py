"""Which values of an option matter where rules calculate with it.

Whatever else holds, an amount made of a value is a line as the value rises: so much for each one of
it, and something besides. It goes over to another line where `min`, `max` or a cap makes it, which
is where the two cross, or where a comparison turns. From one such value to the next two amounts
that are the same at both ends are the same.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from ..core.asks import CAP
from ..core.nodes import (
    OTHERS,
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
from ..interpret.evaluate import number
from ..interpret.scene import Scene
from ..resolved.nodes import HAND_KINDS
from .sides import NOWHERE
from .values import FEW_COUNTS, Met

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..core.nodes import Core, Expr, Type
    from ..resolved.nodes import TableKind

Line: TypeAlias = "tuple[int, int | None]"
"""What an amount has for each one of the value, and what besides; None if that may be anything."""
Lines: TypeAlias = "frozenset[Line]"

_MANY: Final = 400
"""With more lines an amount may be anything."""

_NONE: Final[Lines] = frozenset()
_ANY: Final[Lines] = frozenset(((0, None),))
_NOUGHT: Final[Lines] = frozenset(((0, 0),))


def met_on_lines(core: Core, option: str, places: frozenset[str]) -> Met:
    """Where anything that the rules of some places make of an option may go another way.

    Args:
        core: the variant.
        option: the id of an option with numbers for values.
        places: those of the rules, as `Wiring` calls them.
    """
    following = _Following(core, option)
    following.rules(places)
    return Met(frozenset(following.turns), frozenset(following.bends), not following.known)


class _Following:
    """Follows a value through the rules.

    Attributes:
        turns: at these numbers something may be otherwise than on either side.
        bends: up to these it is one line, from there on another.
        known: whether these are all.
    """

    def __init__(self, core: Core, option: str) -> None:
        self._core, self._option = core, option
        self._words: dict[str, Lines] = {}
        self.turns: set[int] = set()
        self.bends: set[int] = set()
        self.known = True

    def rules(self, places: frozenset[str]) -> None:
        """Look at the rules of some places, and if they ask hands, at what these are worth."""
        for table in self._core.tables:
            if table.kind in places:
                self._look_at(table.kind)
        for id_, next_ in self._core.carried:
            if f"carried.{id_}" in places:
                self.look(next_)
        if any(one in HAND_KINDS or one.startswith("fans.") for one in places):
            for fan in self._core.fans:
                self.look(fan.when)
            self._look_at("cap")
            self._look_at("may_win")
            self._which_reading()

    def _look_at(self, kind: TableKind) -> Lines:
        """What the rows of a table give."""
        rows = self._core.table(kind).rows
        for row in rows:
            self.look(row.when)
        return _union([self.look(row.result) for row in rows])

    def look(self, expr: Expr) -> Lines:
        """The lines on which the value of an expression may be; none if it is no number."""
        match expr:
            case Const() | OptionRead() | Read():
                return self._name(expr)
            case Named(body=body):
                return self.look(body)
            case Compare(left=left, right=right):
                self._turn(self.look(left), self.look(right))
                return _NONE
            case Member(item=item, choices=choices):
                self._turn(self.look(item), _union(map(self.look, choices)))
                return _NONE
            case Conditional(test=test, then=then, otherwise=otherwise):
                self.look(test)
                return self.look(then) | self.look(otherwise)
            case Arithmetic(op=op, left=left, right=right):
                return self._arithmetic(op, self.look(left), self.look(right))
            case Apply(function=function, arguments=arguments):
                return self._applied(function, list(map(self.look, arguments)))
            case _:
                inside = _union(map(self.look, children(expr)))
                if isinstance(expr, Quantified) and _rise(inside):
                    self.known = False
                return _constant(expr.type)

    def _name(self, expr: Const | OptionRead | Read) -> Lines:
        match expr:
            case Const(value=value):
                return frozenset(((0, value),)) if type(value) is int else _NONE
            case OptionRead(id=id_) if id_ == self._option:
                return frozenset(((1, 0),))
            case Read(path=path) if path in _WORDS:
                return self._word(path)
            case _:
                return _constant(expr.type)

    def _word(self, path: str) -> Lines:
        """What a word stands for that carries values further."""
        if path not in self._words:
            self._words[path] = _WORDS[path](self)
        return self._words[path]

    def others(self) -> Lines:
        """The product of the fans that do not ask for one."""
        return self._times(frozenset(((0, 1),)), asking=False)

    def product(self) -> Lines:
        """Every product of fans there may be."""
        return self._times(self._word(OTHERS), asking=True)

    def _times(self, before: Lines, *, asking: bool) -> Lines:
        for fan in self._core.fans:
            if fan.asks_product == asking:
                before |= self._arithmetic("*", before, self.look(fan.times))
        return self._few(before)

    def cap(self) -> Lines:
        """Every cap there may be in force."""
        return self._look_at("cap")

    def share(self) -> Lines:
        """What a reading may be worth."""
        return self._bend(self._word("product"), self._word(CAP))

    def points(self) -> Lines:
        """What may be added up of points."""
        found = _NOUGHT
        for row in self._core.table("points").rows:
            self.look(row.when)
            found |= self._arithmetic("+", found, self.look(row.result))
        return self._few(found)

    def owed(self) -> Lines:
        """What a payer may owe."""
        return self._look_at("pay.win")

    def _which_reading(self) -> None:
        """Of readings that may win the dearest is taken, perhaps another from some value on."""
        fans, points = self._word("product"), self._word("points")
        worth = self._arithmetic("+", self._word("share"), points)
        before = frozenset(self.turns)
        self._turn(fans, fans)
        self._turn(worth, worth)
        if points == _NOUGHT and not _rise(fans):  # then they must be capped otherwise
            self.turns = {at for at in self.turns if at in before or not self._capped_alike(at)}

    def _capped_alike(self, at: int) -> bool:
        """Whether there is one cap for all readings at a number and on either side of it."""
        results = [row.result for row in self._core.table("cap").rows]
        if not all(map(self._alone, results)):
            return False
        scenes = [Scene({self._option: one}, NOWHERE) for one in (at - 1, at, at + 1)]
        return all(len({number(one, scene) for one in results}) == 1 for scene in scenes)

    def _alone(self, expr: Expr) -> bool:
        """Whether nothing matters to an expression but the value."""
        if isinstance(expr, OptionRead):
            return expr.id == self._option
        inside = children(expr)
        return all(map(self._alone, inside)) if inside else isinstance(expr, Const)

    def _applied(self, function: str, arguments: Sequence[Lines]) -> Lines:
        first, *others = arguments
        match function:
            case "min" | "max":
                for one in others:
                    first = self._bend(first, one)
                return first
            case "capped":
                return self._bend(first, self._word(CAP))
            case "abs":
                return self._bend(first, self._arithmetic("-", _NOUGHT, first))
            case "or_zero":
                return first | _NOUGHT
            case _:
                return _NONE

    def _arithmetic(self, op: str, left: Lines, right: Lines) -> Lines:
        """Every sum, difference or product of two; whatever else only of what does not rise."""
        if op not in _STRAIGHT:
            self.known &= not _rise(left | right)
            return frozenset(_worked_out(op, left, right)) if left and right else _NONE
        made = [_STRAIGHT[op](one, other) for one, other in product(left, right)]
        self.known &= None not in made
        return self._few(frozenset(line for line in made if line is not None))

    def _few(self, lines: Lines) -> Lines:
        if len(lines) <= _MANY:
            return lines
        self.known &= not _rise(lines)
        return _ANY

    def _bend(self, one: Lines, other: Lines) -> Lines:
        """The less or the greater of two: on either side of where they cross it is one of them."""
        for low, high in self._crossings(one, other):
            self.bends |= {low, high}
        return self._few(one | other)

    def _turn(self, one: Lines, other: Lines) -> None:
        """Where one of two becomes the greater: there they may be equal."""
        for low, high in self._crossings(one, other):
            (self.turns if low == high else self.bends).update((low, high))

    def _crossings(self, one: Lines, other: Lines) -> Iterator[tuple[int, int]]:
        """Where lines of two amounts cross: the numbers on either side, or the one there."""
        for (rise, start), (slope, begin) in product(one, other):
            if rise != slope:
                if start is None or begin is None:
                    self.known = False
                else:
                    found, rest = divmod(begin - start, rise - slope)
                    yield found, found + (rest != 0)


def _constant(type_: Type) -> Lines:
    """What has nothing to do with the value."""
    if type_.base != "int":
        return _NONE
    if type_.limit or type_.high - type_.low >= FEW_COUNTS:
        return _ANY
    return frozenset((0, one) for one in range(type_.low, type_.high + 1))


def _union(each: Iterable[Lines]) -> Lines:
    return _NONE.union(*each)


def _rise(lines: Lines) -> bool:
    """Whether it matters to an amount what the value is."""
    return any(rise for rise, _ in lines)


def _worked_out(op: str, left: Lines, right: Lines) -> Iterator[Line]:
    """Every quotient, remainder or power of two numbers."""
    for (_, one), (_, other) in product(left, right):
        if one is None or other is None:
            yield (0, None)
        elif op == "**":
            yield (0, int(one**other))
        elif other:
            yield (0, one // other if op == "//" else one % other)


def _sum(one: Line, other: Line) -> Line | None:
    (rise, start), (slope, begin) = one, other
    return rise + slope, None if start is None or begin is None else start + begin


def _difference(one: Line, other: Line) -> Line | None:
    slope, begin = other
    return _sum(one, (-slope, None if begin is None else -begin))


def _product(one: Line, other: Line) -> Line | None:
    """One of the two must not rise; and if the other does, it must be known."""
    if one[0] and other[0]:
        return None
    (rise, start), (_, times) = (other, one) if other[0] else (one, other)
    if times is None:
        return None if rise else (0, None)
    return rise * times, None if start is None else start * times


_STRAIGHT: Final[dict[str, Callable[[Line, Line], Line | None]]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
}
_WORDS: Final[dict[str, Callable[[_Following], Lines]]] = {
    OTHERS: _Following.others,
    "product": _Following.product,
    CAP: _Following.cap,
    "share": _Following.share,
    "payee.best": _Following.share,
    "payee.worst": _Following.share,
    "points": _Following.points,
    "payee.points": _Following.points,
    "owed": _Following.owed,
}
"""What stands for the values of other rules."""
