"""What the examples of a ruleset show of its rules.

An example shows only what it speaks of: one that expects a price shows which fans score, one that
says which fans there are shows which do not, one that expects what is owed shows who pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..core.below import taking_part
from ..interpret.evaluate import truth
from ..resolved.nodes import SUMMED_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core
    from ..examples.payments import Decision
    from ..interpret.judge import Verdict
    from ..interpret.scene import Scene
    from ..surface.nodes import Example, TableKind
    from .family import Member, Run
    from .places import Place
    from .units import Mark, Watches

Marks: TypeAlias = "dict[tuple[Place, Mark], str]"
"""For each thing shown the first example that shows it."""

_OF_PRICE = frozenset(("fans", "value", "product", "owed", "totals"))
_OF_TABLE: dict[TableKind, frozenset[str]] = {
    "cap": frozenset(("value", "owed", "totals")),
    "points": frozenset(("points", "owed", "totals")),
    "may_win": frozenset(("may_win", "owed", "totals")),
    "pay.win": frozenset(("owed", "totals")),
    "pay.also": frozenset(("owed", "totals")),
    "pay.kong": frozenset(("totals",)),
    "pay.drawn": frozenset(("totals",)),
    "turn.kong": frozenset(("allowed", "rules")),
    "turn.chain": frozenset(("allowed", "rules")),
    "turn.pung": frozenset(("allowed", "rules")),
    "turn.reveal": frozenset(("allowed", "rules")),
    "turn.missed": frozenset(("allowed", "rules")),
    "dealer": frozenset(("next", "rules")),
    "horses.draw": frozenset(("number", "rules", "totals")),
    "horses.hits": frozenset(("number", "rules", "totals")),
    "horses.again": frozenset(("allowed", "rules", "totals")),
}
"""What an example must expect to speak of a table."""


class Said(NamedTuple):
    """What an example speaks of."""

    keys: frozenset[str]
    has: frozenset[str]
    lacks: frozenset[str]

    def scores(self, fan: str) -> bool:
        """Whether it would notice if the fan no longer scored."""
        return fan in self.has or bool(self.keys & _OF_PRICE)

    def lacking(self, fan: str) -> bool:
        """Whether it says that the fan does not score."""
        return fan in self.lacks or "fans" in self.keys

    def table(self, kind: TableKind) -> bool:
        """Whether it would notice if another row decided."""
        return bool(self.keys & _OF_TABLE.get(kind, frozenset()))


def marks_of(member: Member, watches: Watches) -> Marks:
    """Everything the examples of one ruleset show."""
    found: Marks = {}
    for run in member.runs:
        for place, mark in _shown(run, member.core, watches):
            found.setdefault((place, mark), run.example.id)
    return found


def said_by(example: Example) -> Said:
    """What an example speaks of."""
    expect = example.expect
    lists = {key: expect.get(key) for key in ("fans", "has", "lacks")}
    named = {
        key: frozenset(map(str, value)) if isinstance(value, list) else frozenset[str]()
        for key, value in lists.items()
    }
    return Said(frozenset(expect), named["fans"] | named["has"], named["lacks"])


def _shown(run: Run, core: Core, watches: Watches) -> Iterator[tuple[Place, Mark]]:
    said = said_by(run.example)
    for verdict in run.trace.verdicts:
        yield from _of_fans(verdict, core, said, watches)
    for decision in run.trace.decisions:
        if said.table(decision.table):
            yield from _of_rows(decision, core, watches)
    if run.trace.end is not None:
        yield from _of_carried(run.example.expect.get("carried"), run.trace.end, watches)
    if run.trace.fact.startswith("fouls."):
        yield watches[run.trace.fact].unit.place, "fired"


def _of_carried(after: object, end: Scene, watches: Watches) -> Iterator[tuple[Place, Mark]]:
    """The numbers of which an example says what they are after its round."""
    for id_ in after if isinstance(after, dict) else ():
        watched = watches[f"carried.{id_}"]
        yield watched.unit.place, "fired"
        for part, expr in watched.parts:
            yield part.place, "true" if truth(expr, end) else "false"


def _of_fans(
    verdict: Verdict, core: Core, said: Said, watches: Watches
) -> Iterator[tuple[Place, Mark]]:
    best = verdict.best
    for fan in core.order:
        watched = watches[f"fans.{fan}"]
        place = watched.unit.place
        if fan in best.scene.fans:
            if said.scores(fan):
                yield place, "fired"
        elif said.lacking(fan):
            yield place, "superseded" if fan in best.held else "vetoed"
        if said.scores(fan) or said.lacking(fan):
            for part, expr in watched.parts:
                yield part.place, "true" if truth(expr, best.scene) else "false"


def _of_rows(decision: Decision, core: Core, watches: Watches) -> Iterator[tuple[Place, Mark]]:
    """The rows down to the one that settles it; where all count, all of them."""
    rows, counting = core.table(decision.table).rows, rows_that_count(decision, core)
    summed = decision.table in SUMMED_KINDS
    for number, row in enumerate(rows if summed else rows[: max(counting, default=0) + 1]):
        watched = watches[f"{decision.table}.{row.id}"]
        yield watched.unit.place, "reached"
        for part, expr in watched.parts:
            yield part.place, "true" if truth(expr, decision.scene) else "false"
        yield watched.unit.place, "fired" if number in counting else "vetoed"


def rows_that_count(decision: Decision, core: Core) -> tuple[int, ...]:
    """The numbers of the rows that have a part in what a table said."""
    rows = core.table(decision.table).rows
    held = [number for number, row in enumerate(rows) if truth(row.when, decision.scene)]
    return tuple(held if decision.table in SUMMED_KINDS else taking_part(rows, held))
