"""Ways to win put together: those that the rules of some sides cannot tell apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ...runtime.program import UNLIMITED
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
        self._payers = [other_payers(won) for won in circumstances]
        self._questions: dict[object, tuple[_Question, ...]] = {}
        self._known: dict[object, Answers] = {}

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

    def _asked(self, side: Side, kinds: Sequence[TableKind]) -> Iterator[Answers]:
        """What a side says to each of its questions, of all circumstances in order."""
        plan = side.plan
        key = (id(plan), *kinds)
        if key not in self._questions:
            self._questions[key] = _questions(plan, kinds)
        values = _values(side)
        for question in self._questions[key]:
            known = (question.expr, *[values[id_] for id_ in question.options])
            if known not in self._known:
                self._known[known] = tuple(self._answers(question, values))
            yield self._known[known]

    def _answers(self, question: _Question, values: dict[str, Value]) -> Iterator[object]:
        expr = question.expr
        for won, others in zip(self.circumstances, self._payers, strict=True):
            seen = (won, *others) if question.of_payer else (won,)
            yield tuple([evaluate(expr, Scene(values, one)) for one in seen])


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
    options: tuple[str, ...]


def _asks_payer(expr: Expr) -> bool:
    if isinstance(expr, Read):
        return expr.path.startswith("payer.")
    return any(map(_asks_payer, children(expr)))


def _values(side: Side) -> dict[str, Value]:
    options = {one.id: one.default for one in side.core.options} | dict(side.setting)
    return {id_: UNLIMITED if value is None else value for id_, value in options.items()}


def _questions(plan: Plan, kinds: Sequence[TableKind]) -> tuple[_Question, ...]:
    """The largest parts of the rules for won hands that depend on the circumstances alone."""
    exprs = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
    for kind in kinds:
        for row in plan.table(kind).rows:
            exprs += [row.when, row.result]
    asked = dict.fromkeys(part for expr in exprs for part in _parts(expr))
    return tuple(
        [_Question(one, _asks_payer(one), tuple(sorted(options_read(one)))) for one in asked]
    )


def _parts(expr: Expr) -> Iterator[Expr]:
    if not _asks(expr):
        return
    if _alone(expr):
        yield expr
        return
    for inner in children(expr):
        yield from _parts(inner)


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
