"""A function that says of a packed reading all that rules can make of it.

Its answers are the values of the largest parts of the rules that depend on the reading alone, not
on how the hand was won. Two readings with the same answers are the same to all rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import AtomRead, FanRead, OptionRead, Quantified, Read, children
from ..resolved.nodes import HAND_KINDS
from .expression import Writer, atoms_read
from .functions import atom_read, suits_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Expr
    from ..plan.nodes import Plan

NAME = "aspects"


def aspects_text(plan: Plan, *, options: bool = True) -> str:
    """The text of the function: a packed reading and bound options in, a tuple out.

    Args:
        plan: the rules.
        options: whether it may read options; if not, its answers serve all choices of them.
    """
    writer = Writer(suits_in_play(plan), spelled_out=True)
    parts = parts_of_hand(plan, options=options)
    lines = [f"def {NAME}(v, o):"]
    used = sorted({index for part in parts for index in atoms_read(part)})
    lines += [f"    {atom_read(plan, index)}" for index in used]
    answers = "".join(f"{writer.top(part)}, " for part in parts)
    lines.append(f"    return ({answers})")
    return "\n".join(lines) + "\n"


def parts_of_hand(plan: Plan, *, options: bool = True) -> tuple[Expr, ...]:
    """What the function answers: the largest parts of the rules that depend on the reading."""
    return tuple(dict.fromkeys(part for expr in _rules(plan) for part in _of_hand(expr, options)))


def _rules(plan: Plan) -> Iterator[Expr]:
    for fan in plan.fans:
        yield from (fan.when, fan.times)
    for kind in HAND_KINDS:
        for row in plan.table(kind).rows:
            yield from (row.when, row.result)


def _of_hand(expr: Expr, options: bool) -> Iterator[Expr]:
    """The largest parts of an expression that depend on the reading alone, or on options too."""
    if not depends_on_reading(expr):
        return
    if _alone(expr, options):
        yield expr
        return
    for inner in children(expr):
        yield from _of_hand(inner, options)


def depends_on_reading(expr: Expr) -> bool:
    """Whether the reading matters to an expression."""
    match expr:
        case AtomRead() | Quantified():
            return True
        case Read(path="seven_pairs" | "standard"):
            return True
        case _:
            return any(depends_on_reading(inner) for inner in children(expr))


def _alone(expr: Expr, options: bool) -> bool:
    """Whether nothing but the reading (and options) matters to it."""
    match expr:
        case Read(path=path):
            return path in {"seven_pairs", "standard"}
        case FanRead():
            return False
        case OptionRead():
            return options
        case _:
            return all(_alone(inner, options) for inner in children(expr))
