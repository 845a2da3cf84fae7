"""Ways to win put together: those that the rules of some sides cannot tell apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ...runtime.declared import UNLIMITED
from ..core.nodes import (
    Apply,
    AtomRead,
    FanRead,
    Quantified,
    Read,
    children,
    options_read,
)
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene
from ..resolved.nodes import HAND_KINDS
from .parts import largest_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..interpret.scene import Value
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind
    from .sides import Side

WORTH_KINDS: Final[tuple[TableKind, ...]] = ("cap", "points")
"""The tables that say what a hand is worth; who pays for it is asked of no others."""

Answers: TypeAlias = tuple[object, ...]
"""What some questions come to."""

_OF_READING = {"seven_pairs", "standard", "product", "others", "share", "owed", "points"}


def other_payers(won: Won) -> tuple[Won, ...]:
    """A win as the payers see it whom its circumstances do not speak of."""
    if won.self_draw:
        return (replace(won, payer_revealed=not won.payer_revealed),)
    return tuple(
        replace(won, payer_fed=False, payer_revealed=revealed) for revealed in (False, True)
    )


def told_apart(sides: Sequence[Side], circumstances: Sequence[Won]) -> tuple[Won, ...]:
    """Of the circumstances that all sides judge alike, and that are as possible, the first.

    Alike also for the payers whom they do not speak of.
    """
    return tuple(Ways(circumstances).alike(sides))


class Ways:
    """Circumstances as the rules of sides tell them apart.

    What rules ask of circumstances alone is asked once for every choice of the options it reads,
    however many plans ask it: most of what they ask is the same.
    """

    def __init__(self, circumstances: Sequence[Won]) -> None:
        """Start with nothing asked."""
        self.circumstances = circumstances
        self._seen = [(won, *other_payers(won)) for won in circumstances]
        self._questions: dict[object, tuple[_Question, ...]] = {}
        self._known: dict[object, Answers] = {}
        self._columns: dict[object, Answers] = {}
        self._firsts: dict[object, tuple[int, ...]] = {}

    def alike(
        self, sides: Sequence[Side], kinds: Sequence[TableKind] = HAND_KINDS
    ) -> dict[Won, list[Won]]:
        """The circumstances that are told apart, each with all that it stands for.

        Args:
            sides: by whom.
            kinds: by which of their tables; by their fans in any case.
        """
        found: dict[object, list[Won]] = {}
        asked = dict.fromkeys(answers for side in sides for answers in self._asked(side, kinds))
        for won, *own in zip(self.circumstances, *asked, strict=True):
            found.setdefault((won.replacement, won.robbing, *own), []).append(won)
        return {own[0]: own for own in found.values()}

    def firsts(
        self, side: Side, told: object, kinds: Sequence[TableKind], *, fans: bool
    ) -> tuple[int, ...]:
        """For each of the circumstances the place of the first that is the same to some rules.

        Args:
            side: whose rules ask.
            told: the options that these rules read.
            kinds: the tables that ask.
            fans: whether fans ask, too.
        """
        key = (id(side.plan), told, fans, *kinds)
        if key not in self._firsts:
            first: dict[Answers, int] = {}
            asked = list(self._asked(side, kinds, fans=fans))
            rows = zip(*asked, strict=True) if asked else [()] * len(self.circumstances)
            self._firsts[key] = tuple([first.setdefault(row, at) for at, row in enumerate(rows)])
        return self._firsts[key]

    def _asked(
        self, side: Side, kinds: Sequence[TableKind], *, fans: bool = True
    ) -> Iterator[Answers]:
        """What a side says to each of its questions, of all circumstances in order."""
        plan = side.plan
        key = (id(plan), fans, *kinds)
        if key not in self._questions:
            self._questions[key] = _questions(plan, kinds, fans=fans)
        values = _values(side)
        for question in self._questions[key]:
            known = (question.expr, *[values[id_] for id_ in question.options])
            if known not in self._known:
                self._known[known] = tuple(self._answers(question, values))
            yield self._known[known]

    def _answers(self, question: _Question, values: dict[str, Value]) -> Iterator[object]:
        expr, of_payer = question.expr, question.of_payer
        columns = [self._column(read, of_payer) for read in question.reads]
        known: dict[Answers, Answers] = {}
        for seen, row in zip(self._seen, zip(*columns, strict=True), strict=True):
            if row not in known:
                asked = seen if of_payer else seen[:1]
                known[row] = tuple([evaluate(expr, Scene(values, one)) for one in asked])
            yield known[row]

    def _column(self, read: Read, of_payer: bool) -> Answers:
        """What is so in all circumstances in order, with every payer where it concerns them."""
        key = (read.path, read.default, of_payer)
        if key not in self._columns:
            seen = self._seen if of_payer else [own[:1] for own in self._seen]
            self._columns[key] = tuple(
                [tuple([evaluate(read, Scene({}, one)) for one in own]) for own in seen]
            )
        return self._columns[key]


class ByFans:
    """Ways to win as the fans and points of sides tell them apart, asked one by one."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        self._questions: dict[int, tuple[_Question, ...]] = {}
        self._known: dict[object, Won] = {}
        self._first: dict[object, Won] = {}

    def first(self, side: Side, told: object, won: Won) -> Won:
        """The first way asked about that is the same to a side.

        Args:
            side: whose fans ask.
            told: the options that its fans and points read.
            won: a way to win.
        """
        plan = side.plan
        key = (id(plan), told, won)
        if key not in self._known:
            if id(plan) not in self._questions:
                self._questions[id(plan)] = _questions(plan, ("points",))
            scene = Scene(_values(side), won)
            said = [evaluate(question.expr, scene) for question in self._questions[id(plan)]]
            alike = (id(plan), told, won.replacement, won.robbing, *said)
            self._known[key] = self._first.setdefault(alike, won)
        return self._known[key]


class _Question(NamedTuple):
    """What a plan asks of the circumstances alone, and whether it concerns the payer."""

    expr: Expr
    of_payer: bool
    reads: tuple[Read, ...]
    options: tuple[str, ...]


def _reads(expr: Expr) -> Iterator[Read]:
    if isinstance(expr, Read):
        yield expr
    for inner in children(expr):
        yield from _reads(inner)


def _values(side: Side) -> dict[str, Value]:
    options = {one.id: one.default for one in side.core.options} | dict(side.setting)
    return {id_: UNLIMITED if value is None else value for id_, value in options.items()}


def _questions(
    plan: Plan, kinds: Sequence[TableKind], *, fans: bool = True
) -> tuple[_Question, ...]:
    """The largest parts of the rules for won hands that depend on the circumstances alone."""
    exprs = [expr for fan in plan.fans for expr in (fan.when, fan.times)] if fans else []
    for kind in kinds:
        for row in plan.table(kind).rows:
            exprs += [row.when, row.result]
    found = (part for expr in exprs for part in largest_parts(expr, _asks, _alone))
    return tuple(map(_question, dict.fromkeys(found)))


def _question(expr: Expr) -> _Question:
    reads = tuple(dict.fromkeys(_reads(expr)))
    of_payer = any(one.path.startswith("payer.") for one in reads)
    return _Question(expr, of_payer, reads, tuple(sorted(options_read(expr))))


def _asks(expr: Expr) -> bool:
    """Whether the circumstances matter to an expression."""
    if isinstance(expr, Read) and expr.path not in _OF_READING:
        return True
    return any(map(_asks, children(expr)))


def _alone(expr: Expr) -> bool:
    """Whether nothing but circumstances and options matters to it."""
    match expr:
        case Read(path=path):
            return path not in _OF_READING
        case FanRead() | AtomRead() | Quantified() | Apply(function="capped"):
            return False
        case _:
            return all(map(_alone, children(expr)))
