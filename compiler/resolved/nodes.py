"""A resolved ruleset: what the whole extends chain says, flat, each value knowing where it stands.

Expressions are still the author's syntax trees; names in them are not yet looked up and nothing is
typed. `compiler.core` does that next.

What inheritance leaves as it is (words, citations, examples) is the same class as in
`surface.nodes`, and can be imported from here. Of a fan, a row, an option and the seating, `keys`
says for each key the author wrote where its value stands and what it overrode.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..surface.nodes import (
    FLOW_KINDS,
    HAND_KINDS,
    HORSE_KINDS,
    OPTIONAL_KINDS,
    SUMMED_KINDS,
    TABLE_KINDS,
    Basis,
    Example,
    Exchange,
    Excused,
    OptionValue,
    Origin,
    Ref,
    TableKind,
    Words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..source.text import SourceText
    from ..surface.expressions import Expr

__all__ = [
    "FLOW_KINDS",
    "HAND_KINDS",
    "HORSE_KINDS",
    "OPTIONAL_KINDS",
    "SUMMED_KINDS",
    "TABLE_KINDS",
    "Assumption",
    "Basis",
    "Carried",
    "Define",
    "Example",
    "Exchange",
    "Excused",
    "Fan",
    "Foul",
    "Option",
    "OptionValue",
    "Origin",
    "Preset",
    "Ref",
    "Removal",
    "Row",
    "Ruleset",
    "Seating",
    "Table",
    "TableKind",
    "Turn",
    "Words",
    "Worth",
]


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan: `times` multiplies the product of a reading in which `when` holds.

    Where fans are combined by the maximum, those `on_top` multiply it.
    """

    id: str
    name: Words
    when: Expr
    times: Expr
    on_top: bool
    replaces: tuple[Ref, ...]
    excludes: tuple[Ref, ...]
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)


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
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A decision table: the first row that holds decides, or all add up (`SUMMED_KINDS`)."""

    kind: TableKind
    rows: tuple[Row, ...]
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """What a table of players may choose.

    `offered` are the values that menus and proofs list; `accepts` (lowest, highest, whether `none`)
    widens that to any integer of a range. Without it only the offered values are accepted. Of what
    each player chooses, `asked` says how often, or which option says so.
    """

    id: str
    name: Words | None
    default: OptionValue
    offered: tuple[OptionValue, ...]
    accepts: tuple[int, int, bool] | None
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)
    asked: str = "each_round"


@dataclass(frozen=True, slots=True)
class Carried:
    """A number carried from round to round.

    While a round lasts it is bound like an option, `bound`; `next` is what comes after the round.
    """

    id: str
    bound: Option
    next: Expr
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of options; the others keep their defaults."""

    id: str
    values: Mapping[str, OptionValue]
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
    """Who plays with which tiles.

    `at_table` counts the seats at the table, those included that do not play (`out` says why);
    the dealer gets `dealer` tiles and the others `others`, in the order of `direction`.
    """

    seats: int
    suits: tuple[str, ...]
    dragons: tuple[str, ...]
    copies: int
    basis: Basis
    origin: Origin = field(compare=False)
    note: Words | None = None
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)
    at_table: int = 3
    out: str = "nobody"
    dealer: int = 14
    others: int = 13
    direction: str = "counterclockwise"
    ranks: tuple[int, int] = (1, 9)


@dataclass(frozen=True, slots=True)
class Turn:
    """Facts about the turns of a round.

    Of who has revealed the others see the ``hand``, or only for what it is ``waiting``.
    Each player gives so many tiles away before play as `exchange` says, of what, to whom.
    """

    exchange: Exchange
    precedence: tuple[str, ...]
    winners: str
    tail: bool
    reveal_anytime: bool
    reveal_shows: str
    must: tuple[str, ...]
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Worth:
    """How the fans of a reading are combined: ``product`` or ``maximum``."""

    combine: str
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Foul:
    """What follows for a player who has done what the rules forbid."""

    id: str
    name: Words | None
    may_win: bool
    may_kong: bool
    kong_money: str
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    keys: Mapping[str, Origin] = field(compare=False, default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Removal:
    """Something of an ancestor that is not taken over, by its path, and on what that rests."""

    path: str
    basis: Basis
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole variant.

    Attributes:
        mixin: whether it is a mix-in, laid upon the ruleset on which it is tried.
        worth: how fans are combined; None where nothing is said, and they are multiplied.
        choices: what each player chooses before the deal; their values are whole numbers.
        dice: what the dice show, bound like an option while a round lasts; only where rules ask.
        exclusive: the kinds of the tables of which at most one row besides the last may hold.
        refuses: the mix-ins that must not be laid upon it, with the option to choose instead or
            the reason.
        parents: the rulesets it lies upon, the nearest first.
        uses: the mix-ins in it, those of its ancestors too, the lowest first.
        use: those of them that lie on top, and that it does not name itself.
        sources: the files it comes from, its own first, then all others, the topmost first.
        files: the id of the ruleset or mix-in in each of them.
    """

    id: str
    mixin: bool
    name: Words
    abstract: bool
    note: Words | None
    seating: Seating
    assumptions: tuple[Assumption, ...]
    refuses: tuple[Assumption, ...]
    options: tuple[Option, ...]
    choices: tuple[Option, ...]
    carried: tuple[Carried, ...]
    dice: tuple[Option, ...]
    presets: tuple[Preset, ...]
    defines: tuple[Define, ...]
    fans: tuple[Fan, ...]
    worth: Worth | None
    tables: tuple[Table, ...]
    turn: Turn
    fouls: tuple[Foul, ...]
    exclusive: tuple[Ref, ...]
    examples: tuple[Example, ...]
    excused: tuple[Excused, ...]
    removed: tuple[Removal, ...]
    parents: tuple[str, ...]
    uses: tuple[str, ...]
    use: tuple[str, ...]
    sources: tuple[SourceText, ...]
    files: tuple[str, ...]
    origin: Origin = field(compare=False)
