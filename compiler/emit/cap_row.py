"""A function that says which row of the cap table decides for a reading that has been judged.

Generated modules need the cap only; comparisons and proofs name the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.order import fans_read
from .expression import Writer, atoms_read
from .functions import always, atom_read, suits_in_play

if TYPE_CHECKING:
    from ..plan.nodes import Plan

NAME = "cap_row"


def cap_row_text(plan: Plan) -> str:
    """The text of the function: a packed reading, circumstances, options, its worth; a number."""
    writer = Writer(suits_in_play(plan), spelled_out=True)
    rows = plan.table("cap").rows
    conditions = [row.when for row in rows]
    place = {fan: index for index, fan in enumerate(plan.core.order)}
    lines = [f"def {NAME}(v, c, o, w):"]
    lines += [
        f"    {atom_read(plan, index)}"
        for index in sorted({index for one in conditions for index in atoms_read(one)})
    ]
    lines += [
        f"    f_{fan} = w.scored >> {place[fan]} & 1 == 1"
        for fan in sorted({fan for one in conditions for fan in fans_read(one)})
    ]
    for index, row in enumerate(rows):
        when = "" if always(row) else f"if {writer.top(row.when)}: "
        lines.append(f"    {when}return {index}")
    return "\n".join(lines) + "\n"
