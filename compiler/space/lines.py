"""Which values of an option matter where rules calculate with it.

Whatever else holds, an amount made of a value is a line as the value rises: so much for each one of
it, and something besides. It goes over to another line where `min`, `max` or a cap makes it, which
is where the two cross, or where a comparison turns. From one such value to the next two amounts
that are the same at both ends are the same.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from ..core.asks import CAP
from ..core.nodes import (
    OTHERS,
    Apply,
    Arithmetic,
    Compare,
    Conditional,
    Const,
    FanRead,
    Member,
    Named,
    OptionRead,
    Quantified,
    Read,
    children,
)
from ..core.rising import rising
from ..interpret.evaluate import number
from ..interpret.scene import Scene
from ..resolved.nodes import HAND_KINDS
from .apart import kept_apart
from .sides import NOWHERE
from .steps import (
    ANY,
    NONE,
    NOUGHT,
    STRAIGHT,
    Step,
    by_steps,
    constant,
    divided,
    no_less,
    rises,
    union,
    within,
    worked,
    worked_out,
)
from .values import Met

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..core.nodes import Core, Expr, Row
    from ..resolved.nodes import TableKind
    from .steps import Line, Lines

_MANY: Final = 400
"""With more lines an amount may be anything."""

_SHAPE: Final = frozenset(("seven_pairs", "standard", OTHERS, "points"))
_PAID: Final = frozenset(("share", "owed"))
_FANS: Final = frozenset(("product",))
"""What is told of a reading, and what `may_win` and payments may ask of it if only worth counts."""


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
                self._straight(self._look_at(table.kind))
        for id_, next_ in self._core.carried:
            if f"carried.{id_}" in places:
                self.look(next_)
        if any(one in HAND_KINDS or one.startswith("fans.") for one in places):
            for fan in self._core.fans:
                self.look(fan.when)
            self._look_at("cap")
            self._look_at("may_win")
            self._straight(self._word("share") | self._word("points"))
            self._which_reading()

    def _straight(self, lines: Lines) -> None:
        """What may be paid must go straight from one value to the next."""
        self.known &= not by_steps(lines)

    def _look_at(self, kind: TableKind) -> Lines:
        """What the rows of a table give."""
        rows = self._core.table(kind).rows
        for row in rows:
            self.look(row.when)
        return union([self.look(row.result) for row in rows])

    def look(self, expr: Expr) -> Lines:
        """The lines on which the value of an expression may be; none if it is no number."""
        match expr:
            case Const() | OptionRead() | Read():
                return self._name(expr)
            case Named(body=body):
                return self.look(body)
            case Compare(op=op, left=left, right=right):
                self._compare(op, self.look(left), self.look(right))
                return NONE
            case Member(item=item, choices=choices):
                self._turn(self.look(item), union(map(self.look, choices)))
                return NONE
            case Conditional(test=test, then=then, otherwise=otherwise):
                self.look(test)
                return self.look(then) | self.look(otherwise)
            case Arithmetic(op=op, left=left, right=right):
                return within(expr.type, self._arithmetic(op, self.look(left), self.look(right)))
            case Apply(function=function, arguments=arguments):
                return within(expr.type, self._applied(function, [*map(self.look, arguments)]))
            case _:
                inside = union(map(self.look, children(expr)))
                if isinstance(expr, Quantified) and rises(inside):
                    self.known = False
                return constant(expr.type)

    def _name(self, expr: Const | OptionRead | Read) -> Lines:
        match expr:
            case Const(value=value):
                return frozenset(((0, value),)) if type(value) is int else NONE
            case OptionRead(id=id_) if id_ == self._option:
                return frozenset(((1, 0),))
            case Read(path=path) if path in _WORDS:
                return self._word(path)
            case _:
                return constant(expr.type)

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
        before, found = self._word(OTHERS), NONE
        for one in before:  # a fan that asks for them is told this, and multiplies the same
            self._words[OTHERS] = frozenset((one,))
            found |= self._times(self._words[OTHERS], asking=True)
        self._words[OTHERS] = before
        return self._few(found)

    def _times(self, before: Lines, *, asking: bool) -> Lines:
        fans = [fan for fan in self._core.fans if fan.asks_product == asking]
        for apart in kept_apart(self._core, fans):
            one = union([self.look(fan.times) for fan in apart])
            before |= self._arithmetic("*", before, one)
        return self._few(before)

    def cap(self) -> Lines:
        """Every cap there may be in force."""
        return self._look_at("cap")

    def share(self) -> Lines:
        """What a reading may be worth."""
        return self._least(self._word("product"), self._word(CAP))

    def points(self) -> Lines:
        """What may be added up of points."""
        found = NOUGHT
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
        plain = points == NOUGHT and self._only_worth_is_seen()
        before = frozenset(self.turns)
        if not plain:
            self._turn(fans, fans)
        self._flip(fans, points)
        if points == NOUGHT and (plain or not rises(fans)):  # they must be capped otherwise
            self.turns = {at for at in self.turns if at in before or not self._capped_alike(at)}

    def _only_worth_is_seen(self) -> bool:
        """Whether of readings that are worth the same nobody sees which is taken."""
        winning = self._core.table("may_win").rows
        paying = (*self._core.table("pay.win").rows, *self._core.table("pay.also").rows)
        return (
            rising(winning)
            and not any(_of_reading(e, _SHAPE | _PAID) for row in winning for e in _exprs(row))
            and not any(_of_reading(e, _SHAPE | _FANS) for row in paying for e in _exprs(row))
        )

    def _flip(self, fans: Lines, points: Lines) -> None:
        """Where one reading becomes worth more than another, points added."""
        caps = self._word(CAP)
        numbers = [one[1] for one in points if not isinstance(one, Step) and not one[0]]
        known = [one for one in numbers if one is not None]
        if len(caps) > 1 or len(known) < len(points):
            worth = self._arithmetic("+", self._word("share"), points)
            self._turn(worth, worth)
            return
        if points == NOUGHT:
            self._turn(self._word("share"), self._word("share"))
            return
        each = self._arithmetic("+", fans, points)
        self._turn(each, each)
        for more in {one - other for one in known for other in known if one > other}:
            # capped it is dearer by fans, and what is not capped has more points
            self._turn(self._arithmetic("+", fans, frozenset(((0, more),))), caps)

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
                    first = (self._least if function == "min" else self._bend)(first, one)
                return first
            case "capped":
                return self._least(first, self._word(CAP))
            case "abs":
                return self._bend(first, self._arithmetic("-", NOUGHT, first))
            case "or_zero":
                return first | NOUGHT
            case _:
                return NONE

    def _arithmetic(self, op: str, left: Lines, right: Lines) -> Lines:
        """Every sum, difference or product of two; whatever else only of what does not rise."""
        pairs = product(left, right)
        if op == "//" and rises(left):
            made = [divided(one, other) for one, other in pairs]
        elif op not in STRAIGHT:
            self.known &= not rises(left | right)
            return frozenset(worked_out(op, left, right)) if left and right else NONE
        else:
            made = [worked(op, one, other) for one, other in pairs]
        self.known &= None not in made
        return self._few(frozenset(line for line in made if line is not None))

    def _few(self, lines: Lines) -> Lines:
        if len(lines) <= _MANY:
            return lines
        self.known &= not rises(lines)
        return ANY

    def _bend(self, one: Lines, other: Lines) -> Lines:
        """The less or the greater of two: on either side of where they cross it is one of them."""
        for low, high in self._crossings(one, other, 0):
            self.bends |= {low, high}
        return self._few(one | other)

    def _least(self, one: Lines, other: Lines) -> Lines:
        """The less of two, without steps that are never the less."""
        found = self._bend(one, other)
        for step, lines in [*product(one, (other,)), *product(other, (one,))]:
            if isinstance(step, Step) and all(no_less(step, line) for line in lines):
                found -= {step}
        return found

    def _turn(self, one: Lines, other: Lines) -> None:
        """Where one of two becomes the greater: there they may be equal."""
        for low, high in self._crossings(one, other, 1):
            (self.turns if low == high else self.bends).update((low, high))

    def _compare(self, op: str, one: Lines, other: Lines) -> None:
        """Where one becomes less than the other, which it is on one side only where they meet."""
        if op in {"==", "!="} or by_steps(one | other):
            self._turn(one, other)
            return
        for a, b in product(one, other):
            for low, high in self._crossings(frozenset((a,)), frozenset((b,)), 1):
                less_before = a[0] > b[0]
                with_it = (op in {"<", ">="}) == less_before
                self.bends.update((low - 1, low) if low == high and with_it else (low, high))
                if low == high and not with_it:
                    self.bends.add(low + 1)

    def _crossings(self, one: Lines, other: Lines, more: int) -> Iterator[tuple[int, int]]:
        """Where lines of two amounts cross: the numbers on either side, or the one there.

        Steps that are always by so much `more` than a line do not cross it.
        """
        for a, b in product(one, other):
            if isinstance(a, Step) or isinstance(b, Step):
                yield from self._steps(a, b, more)
                continue
            (rise, start), (slope, begin) = a, b
            if rise != slope:
                if start is None or begin is None:
                    self.known = False
                else:
                    found, rest = divmod(begin - start, rise - slope)
                    yield found, found + (rest != 0)

    def _steps(self, one: Line | Step, other: Line | Step, more: int) -> Iterator[tuple[int, int]]:
        """Where steps cross something."""
        step, line = (one, other) if isinstance(one, Step) else (other, one)
        if isinstance(step, Step) and not isinstance(line, Step):
            rise, number = line
            if not rise and number is not None:
                yield from step.passes(number)
            elif not step.at_least(line, more):
                self.known = False
        elif one != other:
            self.known = False


def _exprs(row: Row) -> tuple[Expr, Expr]:
    return row.when, row.result


def _of_reading(expr: Expr, words: frozenset[str]) -> bool:
    """Whether an expression asks how a hand is read: for its sets, its fans, or by some words."""
    match expr:
        case Quantified() | FanRead() | Apply(function="in_some_reading"):
            return True
        case Read(path=path):
            return path in words
        case _:
            return any(_of_reading(one, words) for one in children(expr))


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
