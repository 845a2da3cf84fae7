"""A function that says what the cap is for fans that have been found, and which row gives it.

Generated modules find the fans and the cap at once, and need no row. Comparisons name the row, and
ask again where only options of the cap are others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.order import fans_read
from .expression import Writer, atoms_read
from .functions import always, atom_read, row_exprs, suits_in_play

if TYPE_CHECKING:
    from ..plan.nodes import Plan

NAME = "cap"


def cap_text(plan: Plan) -> str:
    """The text of the function.

    In go a packed reading, the circumstances, the options and what the reading is worth.
    """
    writer = Writer(suits_in_play(plan), spelled_out=True)
    rows = plan.table("cap").rows
    exprs = row_exprs(plan.table("cap"))
    place = {fan: index for index, fan in enumerate(plan.core.order)}
    lines = [f"def {NAME}(v, c, o, w):"]
    lines += [
        f"    {atom_read(plan, index)}"
        for index in sorted({index for one in exprs for index in atoms_read(one)})
    ]
    lines += [
        f"    f_{fan} = w.scored >> {place[fan]} & 1 == 1"
        for fan in sorted({fan for one in exprs for fan in fans_read(one)})
    ]
    for index, row in enumerate(rows):
        when = "" if always(row) else f"if {writer.top(row.when)}: "
        lines.append(f"    {when}return {writer.top(row.result)}, {index}")
    return "\n".join(lines) + "\n"
