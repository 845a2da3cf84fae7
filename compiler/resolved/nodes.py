"""A resolved ruleset: what the whole extends chain says, flat, each value knowing where it stands.

Expressions are still the author's syntax trees; names in them are not yet looked up and nothing is
typed. `compiler.core` does that next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from ..source.text import SourceText, Span
    from ..surface.expressions import Expr

TableKind: TypeAlias = Literal["cap", "may_win", "pay.win", "pay.kong", "pay.drawn"]
TABLE_KINDS: tuple[TableKind, ...] = ("cap", "may_win", "pay.win", "pay.kong", "pay.drawn")

OptionValue: TypeAlias = int | bool | str | None
"""An option's value; ``None`` is the author's ``none``, above every number."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text for people. A plain string in the file stands in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Ref:
    """A name that points at something: a fan, a row, a clause."""

    id: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Basis:
    """On what a rule rests: clauses of the sources, or an assumption with its reason."""

    cites: tuple[Ref, ...] = ()
    assumed: Words | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value is written (`span`) and what it overrode, nearest ancestor first."""

    span: Span
    overrode: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan: `times` multiplies the product of a reading in which `when` holds."""

    id: str
    name: Words
    when: Expr
    times: Expr
    replaces: tuple[Ref, ...]
    excludes: tuple[Ref, ...]
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a decision table; without `when` it always holds."""

    id: str
    name: Words | None
    when: Expr | None
    result: Expr
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A decision table: the first row that holds decides."""

    kind: TableKind
    rows: tuple[Row, ...]
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """What a table of players may choose.

    `offered` are the values that menus and proofs list; `accepts` (lowest, highest, whether `none`)
    widens that to any integer of a range. Without it only the offered values are accepted.
    """

    id: str
    name: Words | None
    default: OptionValue
    offered: tuple[OptionValue, ...]
    accepts: tuple[int, int, bool] | None
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Define:
    """A name for an expression."""

    id: str
    body: Expr
    note: Words | None
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumed point that belongs to no single rule."""

    id: str
    text: Words
    cites: tuple[Ref, ...]
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays with which tiles."""

    seats: int
    suits: tuple[str, ...]
    dragons: tuple[str, ...]
    copies: int
    basis: Basis
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A hand or a round with what it must give; `data` is the decoded mapping of the file."""

    id: str
    golden: str | None
    why: Words
    cites: tuple[Ref, ...]
    given: dict[str, object]
    expect: dict[str, object]
    spans: dict[str, Span] = field(compare=False)
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Excused:
    """A worked figure of the sources that this variant does not follow, with the reason."""

    golden: str
    why: Words
    cites: tuple[Ref, ...]
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole variant. `sources` are the files it comes from, its own first, then its ancestors."""

    id: str
    name: Words
    abstract: bool
    note: Words | None
    seating: Seating
    assumptions: tuple[Assumption, ...]
    options: tuple[Option, ...]
    defines: tuple[Define, ...]
    fans: tuple[Fan, ...]
    tables: tuple[Table, ...]
    examples: tuple[Example, ...]
    excused: tuple[Excused, ...]
    parents: tuple[str, ...]
    sources: tuple[SourceText, ...]
    origin: Origin = field(compare=False)
