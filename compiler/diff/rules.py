"""The rules of a variant by their paths: `fans.x`, `cap.common`, `pay.win.other`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.nodes import BELOW, Named, children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import TableKind
    from ..source.text import Span
    from .findings import Class

CLASSES: dict[TableKind, Class] = {
    "cap": "scoring",
    "points": "payment",
    "may_win": "eligibility",
    "pay.win": "payment",
    "pay.also": "payment",
    "pay.kong": "payment",
    "pay.drawn": "payment",
    "turn.kong": "legality",
    "turn.chain": "payment",
    "turn.pung": "legality",
    "turn.reveal": "legality",
    "turn.missed": "legality",
    "dealer": "flow",
    "horses.draw": "payment",
    "horses.hits": "payment",
    "horses.again": "payment",
}
"""What a change of a table's rows is about."""

RANKS: tuple[Class, ...] = ("scoring", "payment", "eligibility", "legality", "flow", "wording")
"""All classes, the gravest first."""


class Rule(NamedTuple):
    """A fan or a row: its path, its class, when it holds and what it gives."""

    path: str
    kind: Class
    exprs: tuple[Expr, Expr]
    span: Span


class Renamed(NamedTuple):
    """What does the same under another name on the second side.

    Attributes:
        fans: from its name on the second side to that on the first.
        rows: the same by path.
    """

    fans: Mapping[str, str]
    rows: Mapping[str, str]

    def path(self, path: str) -> str:
        """A path of the second side as the first side has it."""
        if path.startswith("fans."):
            fan = path.removeprefix("fans.")
            return f"fans.{self.fans.get(fan, fan)}"
        return self.rows.get(path, path)


def rules_of(core: Core) -> Iterator[Rule]:
    """All fans and rows of a variant."""
    for fan in core.fans:
        yield Rule(f"fans.{fan.id}", "scoring", (fan.when, fan.times), fan.origin.span)
    for table in core.tables:
        for row in table.rows:
            exprs = (row.when, row.result)
            yield Rule(f"{table.kind}.{row.id}", CLASSES[table.kind], exprs, row.origin.span)


def definitions(expr: Expr) -> dict[str, Expr]:
    """The definitions an expression uses, through each other too, spelled out."""
    found: dict[str, Expr] = {}
    if isinstance(expr, Named) and expr.name != BELOW:
        found[expr.name] = expr.body
    for inner in children(expr):
        found |= definitions(inner)
    return found


def gravest(kinds: Iterable[Class]) -> Class:
    """The gravest of some classes; without any, a matter of flow."""
    return min(kinds, key=RANKS.index, default="flow")
