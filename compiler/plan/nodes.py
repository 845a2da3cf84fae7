"""A plan: the core's rules with every question to the hand turned into an atom.

An atom is a number that adds up over the parts of a hand: over the sets of a reading, over the
kinds of tiles, or it is asked of the one pair or the one winning tile. All atoms of a reading are
kept in one integer, each in a field of its own (`shift`, `bits`), so that adding two integers adds
all atoms. That is what lets a hand be put together from its blocks. Atoms of whole readings are the
exception: they are asked of the packed readings of a hand and hold in all of them or in none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..core.nodes import Table

if TYPE_CHECKING:
    from ..core.nodes import Core, Element, Expr, Fan
    from ..resolved.nodes import TableKind


@dataclass(frozen=True, slots=True)
class Atom:
    """One additive count.

    Attributes:
        element: what is asked: each set, each kind, the pair, the winning tile or each reading.
        body: the question: a truth, counted as 0 or 1, or a number that is never negative.
        high: the greatest value it can have over a whole hand.
        shift: the lowest bit of its field.
        bits: the width of its field.
    """

    index: int
    element: Element
    body: Expr
    high: int
    shift: int
    bits: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A variant ready to be emitted or folded; `fans` are in judging order."""

    core: Core = field(repr=False)
    atoms: tuple[Atom, ...]
    fans: tuple[Fan, ...]
    tables: tuple[Table, ...]

    def table(self, kind: TableKind) -> Table:
        """The decision table of that kind, over atoms; one without rows where there is none."""
        return next((one for one in self.tables if one.kind == kind), Table(kind, ()))
