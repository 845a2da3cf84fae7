"""Ways to win put together: those that the rules of some sides cannot tell apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.program import UNLIMITED
from ..core.nodes import (
    Apply,
    AtomRead,
    FanRead,
    Quantified,
    Read,
    children,
)
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene
from ..resolved.nodes import HAND_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from .sides import Side

_OF_READING = {"seven_pairs", "standard", "product", "others", "share", "owed"}


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
    return tuple(alike(sides, circumstances))


def alike(sides: Sequence[Side], circumstances: Sequence[Won]) -> dict[Won, list[Won]]:
    """The circumstances that are told apart, each with all that it stands for."""
    asked_of = {id(side.plan): side.plan for side in sides}
    known = {number: _Questions(*_questions(plan)) for number, plan in asked_of.items()}
    questions = [(_values(side), known[id(side.plan)]) for side in sides]
    found: dict[tuple[object, ...], list[Won]] = {}
    for won in circumstances:
        others = other_payers(won)
        answers: list[object] = [won.replacement, won.robbing]
        for values, asked in questions:
            scene = Scene(values, won)
            answers += [evaluate(one, scene) for one in asked.all]
            for seen in others if asked.of_payers else ():
                scene = Scene(values, seen)
                answers += [evaluate(one, scene) for one in asked.of_payers]
        found.setdefault(tuple(answers), []).append(won)
    return {own[0]: own for own in found.values()}


class _Questions(NamedTuple):
    """What a plan asks of the circumstances alone, and which of it concerns the payer."""

    all: tuple[Expr, ...]
    of_payers: tuple[Expr, ...]


def _asks_payer(expr: Expr) -> bool:
    if isinstance(expr, Read):
        return expr.path.startswith("payer.")
    return any(map(_asks_payer, children(expr)))


def _values(side: Side) -> dict[str, int | bool | str]:
    options = {one.id: one.default for one in side.core.options} | dict(side.setting)
    return {id_: UNLIMITED if value is None else value for id_, value in options.items()}


def _questions(plan: Plan) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    """The largest parts of the rules for won hands that depend on the circumstances alone."""
    exprs = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
    for kind in HAND_KINDS:
        for row in plan.table(kind).rows:
            exprs += [row.when, row.result]
    asked = tuple(dict.fromkeys(part for expr in exprs for part in _parts(expr)))
    return asked, tuple(filter(_asks_payer, asked))


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
