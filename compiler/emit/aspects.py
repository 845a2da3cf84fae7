"""A function that says of a packed reading all that rules can make of it.

Its answers are the values of the largest parts of the rules that depend on the reading alone, not
on how the hand was won. Two readings with the same answers are the same to all rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.packed_readings import SUIT_BITS, SUITS
from ..core.nodes import AtomRead, FanRead, OptionRead, Quantified, Read, children, options_read
from ..resolved.nodes import HAND_KINDS
from .expression import Writer, atoms_read
from .functions import atom_read, suits_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.nodes import Expr
    from ..plan.nodes import Plan

NAME = "aspects"


def aspects_text(plan: Plan, rules: Sequence[Expr] | None = None) -> str:
    """The text of the function: a packed reading in, a tuple out.

    Args:
        plan: whose rules ask.
        rules: those of them that count; all, if nothing is said.
    """
    writer = Writer(suits_in_play(plan), spelled_out=True)
    rules = tuple(_rules(plan)) if rules is None else rules
    parts = tuple(dict.fromkeys(part for expr in rules for part in _of_hand(expr)))
    lines = [f"def {NAME}(v):"]
    used = sorted({index for part in parts for index in atoms_read(part)})
    lines += [f"    {atom_read(plan, index)}" for index in used]
    answers = [writer.top(part) for part in parts]
    if any(map(_holds_suits_against_options, rules)):
        bits = SUIT_BITS * len(suits_in_play(plan))
        answers.append(f"v >> {SUITS} & {(1 << bits) - 1}")
    lines.append(f"    return ({''.join(f'{answer}, ' for answer in answers)})")
    return "\n".join(lines) + "\n"


def _rules(plan: Plan) -> Iterator[Expr]:
    for fan in plan.fans:
        yield from (fan.when, fan.times)
    for kind in HAND_KINDS:
        for row in plan.table(kind).rows:
            yield from (row.when, row.result)


def _of_hand(expr: Expr) -> Iterator[Expr]:
    """The largest parts of an expression that depend on the reading alone."""
    if not depends_on_reading(expr):
        return
    if _alone(expr):
        yield expr
        return
    for inner in children(expr):
        yield from _of_hand(inner)


def _holds_suits_against_options(expr: Expr) -> bool:
    """Whether something asked of suits reads an option: it has no part that is of the reading."""
    if isinstance(expr, Quantified):
        return bool(options_read(expr))
    return any(map(_holds_suits_against_options, children(expr)))


def depends_on_reading(expr: Expr) -> bool:
    """Whether the reading matters to an expression."""
    match expr:
        case AtomRead() | Quantified():
            return True
        case Read(path="seven_pairs" | "standard"):
            return True
        case _:
            return any(depends_on_reading(inner) for inner in children(expr))


def _alone(expr: Expr) -> bool:
    """Whether nothing but the reading matters to it."""
    match expr:
        case Read(path=path):
            return path in {"seven_pairs", "standard"}
        case FanRead() | OptionRead():
            return False
        case _:
            return all(map(_alone, children(expr)))
