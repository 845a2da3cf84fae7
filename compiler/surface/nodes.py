"""Declarations as the author wrote them: one class for each kind of thing a ruleset declares.

They mirror the YAML. A key that is not written is ``None``, so that a child can state only what
differs; `resolved.inherit` lays one file's declarations over another's and needs no other class
for the outcome. What needs no inheritance (`Words`, `Basis`, `Example`, …) is the same here and in
the resolved ruleset.

A declaration is ``sound`` when everything written in it could be read. One that is not has had its
error reported, and later passes say nothing about what it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..source.text import SourceText, Span
    from .expressions import Expr

TableKind: TypeAlias = Literal[
    "cap",
    "points",
    "may_win",
    "pay.win",
    "pay.also",
    "pay.kong",
    "pay.drawn",
    "horses.draw",
    "horses.hits",
    "horses.again",
    "turn.kong",
    "turn.chain",
    "turn.pung",
    "turn.reveal",
    "turn.missed",
    "dealer",
]
HORSE_KINDS: tuple[TableKind, ...] = ("horses.draw", "horses.hits", "horses.again")
"""The tables about tiles turned after a win; a variant need not have them."""
FLOW_KINDS: tuple[TableKind, ...] = (
    "turn.kong",
    "turn.chain",
    "turn.pung",
    "turn.reveal",
    "turn.missed",
    "dealer",
    "horses.draw",
    "horses.hits",
    "horses.again",
)
"""The tables about the course of a round: they know no hand."""
TABLE_KINDS: tuple[TableKind, ...] = (
    "cap",
    "points",
    "may_win",
    *HORSE_KINDS,
    "pay.win",
    "pay.also",
    "pay.kong",
    "pay.drawn",
    *(kind for kind in FLOW_KINDS if kind not in HORSE_KINDS),
)
OPTIONAL_KINDS: tuple[TableKind, ...] = ("points", "pay.also", *HORSE_KINDS, "turn.chain")
"""The tables that a variant need not have."""
HAND_KINDS: tuple[TableKind, ...] = ("cap", "points", "may_win", "pay.win", "pay.also")
"""The tables about won hands."""
SUMMED_KINDS: tuple[TableKind, ...] = ("points", "pay.also")
"""The tables of which every row that holds counts, not the first: they may have no rows at all."""

OptionValue: TypeAlias = int | bool | str | None
"""An option's value; ``None`` is the author's ``none``, above every number."""

T_co = TypeVar("T_co", covariant=True)


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


@dataclass(frozen=True, slots=True, eq=False)
class Located(Generic[T_co]):
    """One value of a declaration and where it is written."""

    value: T_co
    origin: Origin


@dataclass(frozen=True, slots=True, eq=False)
class Removed:
    """``id: removed``: what the parent declares under this id is not taken over."""

    id: Ref
    origin: Origin
    basis: Basis = Basis()


@dataclass(frozen=True, slots=True, eq=False)
class FanDecl:
    """A fan, or what a child changes of one."""

    id: Ref
    origin: Origin
    sound: bool
    name: Located[Words] | None
    times: Located[Expr] | None
    on_top: Located[bool] | None
    when: Located[Expr] | None
    replaces: Located[tuple[Ref, ...]] | None
    excludes: Located[tuple[Ref, ...]] | None
    basis: Located[Basis] | None
    note: Located[Words] | None


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Where a row goes among the rows of the parent: right before or right after one of them.

    At a `place`, the anchor is no row but the word for it.
    """

    side: Literal["before", "after", "place"]
    anchor: Ref


@dataclass(frozen=True, slots=True, eq=False)
class RowDecl:
    """A row of a decision table, or what a child changes of one."""

    id: Ref
    origin: Origin
    sound: bool
    name: Located[Words] | None
    when: Located[Expr] | None
    result: Located[Expr] | None
    place: Placement | None
    basis: Located[Basis] | None
    note: Located[Words] | None


@dataclass(frozen=True, slots=True, eq=False)
class TableDecl:
    """A decision table: `whole` when it is a list of rows, else a mapping that patches rows."""

    kind: TableKind
    key: Span
    origin: Origin
    sound: bool
    whole: bool
    rows: tuple[RowDecl | Removed, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OptionDecl:
    """An option, or what a child changes of one; `accepts` is (lowest, highest, none too).

    A choice may say how often players are `asked`.
    """

    id: Ref
    origin: Origin
    sound: bool
    name: Located[Words] | None
    default: Located[OptionValue] | None
    offered: Located[tuple[OptionValue, ...]] | None
    accepts: Located[tuple[int, int, bool]] | None
    basis: Located[Basis] | None
    note: Located[Words] | None
    asked: Located[str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CarriedDecl:
    """A number carried from round to round, or what a child changes of one."""

    id: Ref
    origin: Origin
    sound: bool
    name: Located[Words] | None
    low: Located[int] | None
    high: Located[int] | None
    start: Located[int] | None
    next: Located[Expr] | None
    basis: Located[Basis] | None
    note: Located[Words] | None


@dataclass(frozen=True, slots=True, eq=False)
class PresetDecl:
    """A named choice of options, or what a child changes of one."""

    id: Ref
    origin: Origin
    sound: bool
    values: Mapping[str, tuple[Ref, Located[OptionValue]]]


@dataclass(frozen=True, slots=True, eq=False)
class DefineDecl:
    """A name for an expression."""

    id: Ref
    origin: Origin
    sound: bool
    body: Located[Expr] | None
    note: Located[Words] | None


@dataclass(frozen=True, slots=True, eq=False)
class AssumptionDecl:
    """An assumed point that belongs to no single rule."""

    id: Ref
    origin: Origin
    sound: bool
    text: Located[Words] | None
    cites: Located[tuple[Ref, ...]] | None


@dataclass(frozen=True, slots=True, eq=False)
class SeatingDecl:
    """``table:``, who plays with which tiles.

    `at_table` and `out` say who sits there and does not play, `dealer`, `others` and `direction`
    how tiles are dealt.
    """

    origin: Origin
    sound: bool
    seats: Located[int] | None = None
    at_table: Located[int] | None = None
    out: Located[str] | None = None
    suits: Located[tuple[str, ...]] | None = None
    ranks: Located[tuple[int, int]] | None = None
    dragons: Located[tuple[str, ...]] | None = None
    copies: Located[int] | None = None
    dealer: Located[int] | None = None
    others: Located[int] | None = None
    direction: Located[str] | None = None
    basis: Located[Basis] | None = None
    note: Located[Words] | None = None


Exchange: TypeAlias = "tuple[()] | tuple[int, str, str]"
"""How many tiles each player gives away before play, of what, to whom; nothing if none."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnDecl:
    """The facts under ``turn:``; its tables are among those of the file."""

    origin: Origin
    sound: bool
    exchange: Located[Exchange] | None = None
    precedence: Located[tuple[str, ...]] | None = None
    winners: Located[str] | None = None
    tail: Located[bool] | None = None
    reveal_anytime: Located[bool] | None = None
    reveal_shows: Located[str] | None = None
    must: Located[tuple[str, ...]] | None = None
    basis: Located[Basis] | None = None
    note: Located[Words] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WorthDecl:
    """``worth:``, how the fans of a reading are combined."""

    origin: Origin
    sound: bool
    combine: Located[str] | None = None
    basis: Located[Basis] | None = None
    note: Located[Words] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FoulDecl:
    """What follows from a foul, or what a child changes of that."""

    id: Ref
    origin: Origin
    sound: bool
    name: Located[Words] | None = None
    may_win: Located[bool] | None = None
    may_kong: Located[bool] | None = None
    kong_money: Located[str] | None = None
    basis: Located[Basis] | None = None
    note: Located[Words] | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A hand or a round with what it must give.

    Attributes:
        given: The keys that describe the hand or the round, decoded to plain values.
        expect: What must come out, decoded to plain values.
        spans: Where each value is written, by its path: ``hand``, ``expect.value``,
            ``round.kongs[0].tile``; with a colon behind it, where the key is.
        locate: For each text among them, what finds the place of its characters ``[start, end)``.
    """

    id: str
    golden: str | None
    why: Words
    cites: tuple[Ref, ...]
    given: dict[str, object]
    expect: dict[str, object]
    spans: dict[str, Span] = field(compare=False)
    origin: Origin = field(compare=False)
    locate: Mapping[str, Callable[[int, int], Span]] = field(compare=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class Excused:
    """A worked figure of the sources that this variant does not follow, with the reason."""

    golden: str
    why: Words
    cites: tuple[Ref, ...]
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class RulesetDecl:
    """A whole file, a ruleset or a mix-in.

    Attributes:
        origin: spans it.
        variant: its id, also that of a mix-in.
        mixin: whether it is one.
        extends: the ruleset it lies upon; that of a mix-in only where it is looked at by itself.
        uses: the mix-ins that lie between the two.
        refuses: the mix-ins that must not lie upon it, each with an option to choose instead or a
            reason.
        tables: what stands under each table's key.
        exclusive: the tables of which at most one row besides the last may hold at a time.
        stated: what it says, by path; of files only that are mix-ins or use some.
    """

    source: SourceText
    origin: Origin
    sound: bool
    variant: Ref | None
    name: Located[Words] | None
    abstract: Located[bool] | None
    extends: Ref | None
    mixin: bool
    uses: tuple[Ref, ...]
    note: Located[Words] | None
    seating: SeatingDecl | None
    assumptions: tuple[AssumptionDecl | Removed, ...]
    refuses: tuple[AssumptionDecl | Removed, ...]
    options: tuple[OptionDecl | Removed, ...]
    choices: tuple[OptionDecl | Removed, ...]
    carried: tuple[CarriedDecl | Removed, ...]
    presets: tuple[PresetDecl | Removed, ...]
    defines: tuple[DefineDecl | Removed, ...]
    fans: tuple[FanDecl | Removed, ...]
    worth: WorthDecl | None
    tables: tuple[TableDecl, ...]
    turn: TurnDecl | None
    fouls: tuple[FoulDecl | Removed, ...]
    exclusive: Located[tuple[Ref, ...]] | None
    examples: tuple[Example, ...]
    excused: tuple[Excused, ...]
    stated: Mapping[str, Ref]
