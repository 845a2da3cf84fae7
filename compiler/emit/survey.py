"""Functions that say of a reading not only what comes of it, but everything that holds on the way.

Truths are kept as bits: of fans by their place in the author's order, of rows by their place in
their table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.order import fans_read
from ..resolved.nodes import SUMMED_KINDS
from .expression import Writer
from .functions import (
    PRODUCT,
    always,
    combining,
    judging_lines,
    prelude,
    row_exprs,
    suits_in_play,
    writer_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind

TABLES: tuple[tuple[TableKind, str], ...] = (
    ("cap", "v, c, o, scored, product"),
    ("may_win", "v, c, o, w"),
    ("pay.win", "v, c, o, w"),
    ("pay.kong", "c, o"),
    ("pay.drawn", "c, o"),
    ("turn.kong", "c, o"),
    ("turn.chain", "c, o"),
    ("turn.pung", "c, o"),
    ("turn.reveal", "c, o"),
    ("turn.missed", "c, o"),
    ("dealer", "c, o"),
    ("horses.draw", "c, o"),
    ("horses.hits", "c, o"),
    ("horses.again", "c, o"),
)
"""The functions of tables with their parameters; their results are the rows that hold, and what
the first of them gives."""
ALSO: tuple[TableKind, str] = ("pay.also", "v, c, o, w, owed")
POINTS: tuple[TableKind, str] = ("points", "v, c, o, scored, product")
"""Those of what is paid beside and of points, where there are any: the rows that hold, and their
sum."""
_OF_PRODUCT = ("cap", "points")
"""The tables that are asked as soon as the product is known."""


def survey_text(plan: Plan) -> str:
    """The text of all functions: `fans` and one for each table.

    `fans` answers with the fans that hold, those that score, and the product.
    """
    writer = Writer(suits_in_play(plan))
    judging = replace(writer, product=PRODUCT)
    lines = [*_fans(plan, judging)]
    tables = [*TABLES, *(one for one in (POINTS, ALSO) if plan.table(one[0]).rows)]
    for kind, parameters in tables:
        lines += [f"def {function_of(kind)}({parameters}):"]
        lines += _table(plan, kind, judging if kind in _OF_PRODUCT else writer_for(kind, writer))
    return "".join(f"{line}\n" for line in lines)


def function_of(kind: TableKind) -> str:
    """What the function of a table is called."""
    return kind.replace(".", "_")


def _fans(plan: Plan, writer: Writer) -> Iterator[str]:
    yield "def fans(v, c, o):"
    yield from prelude(plan, writer, [e for fan in plan.fans for e in (fan.when, fan.times)])
    yield from judging_lines(plan, writer, {fan.id for fan in plan.fans})
    yield "    product = most = 1"
    by_id = {fan.id: fan for fan in plan.fans}
    for one in plan.core.order:
        yield f"    if f_{one}:"
        yield f"        {combining(plan, by_id[one], PRODUCT, writer.write(by_id[one].times))}"
    yield "    product *= most"
    held = _bits([f"h_{one}" for one in plan.core.order])
    scored = _bits([f"f_{one}" for one in plan.core.order])
    yield f"    return {held}, {scored}, product"


def _table(plan: Plan, kind: TableKind, writer: Writer) -> Iterator[str]:
    rows = plan.table(kind).rows
    exprs = row_exprs(plan.table(kind))
    yield from prelude(plan, writer, exprs)
    position = {one: index for index, one in enumerate(plan.core.order)}
    known = "scored" if kind in _OF_PRODUCT else "w.scored"
    for one in sorted({one for expr in exprs for one in fans_read(expr)}):
        yield f"    f_{one} = {known} >> {position[one]} & 1 == 1"
    for index, row in enumerate(rows):
        yield f"    r{index} = {'True' if always(row) else writer.top(row.when)}"
    yield f"    held = {_bits([f'r{index}' for index in range(len(rows))])}"
    if kind in SUMMED_KINDS:
        amounts = [f"({writer.write(row.result)} if r{at} else 0)" for at, row in enumerate(rows)]
        yield f"    return held, {' + '.join(amounts)}"
        return
    for index, row in enumerate(rows):
        if not always(row):
            yield f"    if r{index}:"
        yield f"    {'' if always(row) else '    '}return held, {writer.top(row.result)}"


def _bits(names: Sequence[str]) -> str:
    return " | ".join(f"{name} << {place}" for place, name in enumerate(names)) or "0"
