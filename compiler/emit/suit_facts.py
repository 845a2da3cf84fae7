"""A function that says of a suit all that rules make of how many tiles of it the player has.

Numbers of tiles with the same answers are the same to all rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import Quantified, children
from .expression import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Expr
    from ..plan.nodes import Plan

NAME = "suit_facts"


def suit_facts_text(plan: Plan) -> str:
    """The text of the function: a suit and bound options in, a tuple out."""
    writer = Writer((), spelled_out=True)
    parts = dict.fromkeys(part for expr in _rules(plan) for part in _of_suits(expr))
    answers = "".join(f"{writer.top(part)}, " for part in parts)
    head = f"def {NAME}(e: SuitTiles, o: Options) -> tuple[int | bool | str, ...]:"
    return f"{head}\n    return ({answers.rstrip(' ')})\n"


def _rules(plan: Plan) -> Iterator[Expr]:
    for fan in plan.fans:
        yield from (fan.when, fan.times)
    for table in plan.tables:
        for row in table.rows:
            yield from (row.when, row.result)
    yield from (atom.body for atom in plan.atoms if atom.element == "reading")


def _of_suits(expr: Expr) -> Iterator[Expr]:
    """What an expression asks suits for; only suits, options and numbers stand in there."""
    if isinstance(expr, Quantified) and expr.element == "suit_view":
        yield from children(expr)
    else:
        for inner in children(expr):
            yield from _of_suits(inner)
