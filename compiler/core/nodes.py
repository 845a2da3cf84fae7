"""The typed core: what a variant's rules say, every name looked up, every expression typed.

Nothing is left to decide but how to evaluate. Names of the author's own (`define`) stay visible as
`Named`, so that explanations can use them. Expressions are closed under `Expr`; spans say where
the author wrote them and do not count for equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..resolved.nodes import Basis, Option, Origin, Ruleset, TableKind, Words
    from ..source.text import Span
    from ..surface.expressions import ArithmeticOp

Element: TypeAlias = Literal["set", "pair", "win", "kind", "suit_view", "reading"]
"""What a local question may be asked of; of whole readings only `in_some_reading` asks."""

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an expression.

    Attributes:
        base: ``bool``, ``int``, ``tile``, ``nothing``, or ``word`` (then `words` names the set).
        words: the set of words, or ``options.x`` for the words of an option.
        low: the least value of an int.
        high: the greatest value of an int.
        optional: the value may be absent: what is asked of it is then false.
        limit: an int that may be ``none``, which is above every number.
    """

    base: Literal["bool", "int", "tile", "word", "nothing"]
    words: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False
    limit: bool = False


BOOL = Type("bool")
TILE = Type("tile")
NOTHING = Type("nothing", limit=True)
NEXT = Type("word", words="next")
"""Who deals next."""


def int_type(low: int, high: int) -> Type:
    """The type of the integers from `low` to `high`."""
    return Type("int", low=low, high=high)


@dataclass(frozen=True, slots=True)
class Const:
    """A value: a number, a truth, a tile's kind, a word, or ``None`` for `none`."""

    value: int | bool | str | None
    type: Type
    span: Span = field(compare=False)


OTHERS = "others"
"""What a fan reads where its author wrote `product`: the product of the fans that do not."""


@dataclass(frozen=True, slots=True)
class Read:
    """A name of the vocabulary that is no part of the hand, such as `winner.revealed`.

    `default` is what a player has chosen who is not known to have chosen otherwise.
    """

    path: str
    type: Type
    span: Span = field(compare=False)
    default: int = 0

    @property
    def chosen(self) -> tuple[str, str] | None:
        """Of what a player chose before the deal: which player, and the choice."""
        who, _, rest = self.path.partition(".choice.")
        return (who, rest) if rest else None


@dataclass(frozen=True, slots=True)
class OptionRead:
    """The value of an option, bound when the evaluator is loaded."""

    id: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FanRead:
    """Whether a fan scores in this reading."""

    id: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """An attribute of an element: of the one a quantifier is at, of the pair, or of the win."""

    element: Element
    attribute: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtomRead:
    """The value of an atom of a plan; the plan puts these in the place of questions to the hand."""

    index: int
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`function(body for … in the list of the element, where condition)`."""

    function: Literal["all", "any", "count", "sum"]
    element: Element
    body: Expr
    condition: Expr | None
    type: Type
    span: Span = field(compare=False)


BELOW: Final = "otherwise"
"""The name under which the rows below a row are spelled out in it, as a definition is."""


@dataclass(frozen=True, slots=True)
class Named:
    """A definition of the author's, spelled out; or the rows below (`BELOW`)."""

    name: str
    body: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """True where the operand is false."""

    operand: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Junction:
    """`and` or `or` over two operands or more."""

    op: Literal["and", "or"]
    operands: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Integer arithmetic; `**` has a literal base and an exponent that is never negative."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two values of one base type."""

    op: Comparison
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """`item in [choices]`; the choices are constants or options."""

    item: Expr
    choices: tuple[Expr, ...]
    negated: bool
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """`min max abs or_zero capped` of their arguments, or `in_some_reading` of a truth."""

    function: Literal["min", "max", "abs", "or_zero", "capped", "in_some_reading"]
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


Expr: TypeAlias = (
    Const
    | Read
    | OptionRead
    | FanRead
    | Ask
    | AtomRead
    | Quantified
    | Named
    | Not
    | Junction
    | Arithmetic
    | Compare
    | Member
    | Conditional
    | Apply
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside `expr`."""
    match expr:
        case Const() | Read() | OptionRead() | FanRead() | Ask() | AtomRead():
            return ()
        case Quantified(body=body, condition=condition):
            return (body,) if condition is None else (body, condition)
        case Named(body=body):
            return (body,)
        case Not(operand=operand):
            return (operand,)
        case Junction(operands=operands):
            return operands
        case Arithmetic(left=left, right=right) | Compare(left=left, right=right):
            return (left, right)
        case Member(item=item, choices=choices):
            return (item, *choices)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return (test, then, otherwise)
        case Apply(arguments=arguments):
            return arguments
        case _:
            assert_never(expr)


def map_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same expression with `change` applied to each of its children."""
    match expr:
        case Const() | Read() | OptionRead() | FanRead() | Ask() | AtomRead():
            return expr
        case Quantified(body=body, condition=condition):
            kept = None if condition is None else change(condition)
            return replace(expr, body=change(body), condition=kept)
        case Named(body=body):
            return replace(expr, body=change(body))
        case Not(operand=operand):
            return replace(expr, operand=change(operand))
        case Junction(operands=operands):
            return replace(expr, operands=tuple(map(change, operands)))
        case Arithmetic() | Compare():
            return replace(expr, left=change(expr.left), right=change(expr.right))
        case Member(item=item, choices=choices):
            return replace(expr, item=change(item), choices=tuple(map(change, choices)))
        case Conditional(test=test, then=then, otherwise=otherwise):
            return replace(expr, test=change(test), then=change(then), otherwise=change(otherwise))
        case Apply(arguments=arguments):
            return replace(expr, arguments=tuple(map(change, arguments)))
        case _:
            assert_never(expr)


def options_read(*exprs: Expr) -> frozenset[str]:
    """The options that expressions read, through definitions too."""
    return frozenset().union(
        *[
            frozenset((one.id,)) if isinstance(one, OptionRead) else options_read(*children(one))
            for one in exprs
        ]
    )


def asks_product(expr: Expr) -> Span | None:
    """Where an expression asks for a product of fans, if it does."""
    if isinstance(expr, Read):
        return expr.span if expr.path in {"product", OTHERS} else None
    return next((span for part in children(expr) if (span := asks_product(part))), None)


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan. `replaced_by` and `excluded_by` are complete: replacement is already transitive.

    `asks_product`: it asks for the product, so it is no part of the one that fans ask for.
    """

    id: str
    name: Words
    when: Expr
    times: Expr
    on_top: bool
    replaced_by: tuple[str, ...]
    excluded_by: tuple[str, ...]
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)
    asks_product: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Look once for what is asked of every fan of every hand."""
        asking = asks_product(self.when) is not None or asks_product(self.times) is not None
        object.__setattr__(self, "asks_product", asking)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a decision table; `when` is the constant true in the last one."""

    id: str
    name: Words | None
    when: Expr
    result: Expr
    basis: Basis
    note: Words | None
    origin: Origin = field(compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A decision table: the first row that holds decides, or all that hold add up."""

    kind: TableKind
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Core:
    """A variant's typed rules.

    Attributes:
        ruleset: what it was made from, for names, options, examples and provenance.
        fans: in the order in which they must be judged: a fan comes after those it reads and
            after those that exclude it.
        carried: the numbers carried from round to round, bound like options while one lasts, with
            what comes after it.
        order: the ids of the fans in the author's order, the one people see.
    """

    ruleset: Ruleset
    options: tuple[Option, ...]
    fans: tuple[Fan, ...]
    order: tuple[str, ...]
    tables: tuple[Table, ...]
    carried: tuple[tuple[str, Expr], ...] = ()
    _tables: dict[TableKind, Table] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put the tables where they are found at once."""
        object.__setattr__(self, "_tables", {one.kind: one for one in self.tables})

    @property
    def by_maximum(self) -> bool:
        """Whether the greatest fan counts, and not the product of all; those on top multiply it."""
        return self.ruleset.worth is not None and self.ruleset.worth.combine == "maximum"

    @property
    def on_top(self) -> tuple[str, ...] | None:
        """The fans that multiply the greatest of the others; None where all multiply each other."""
        return tuple(f.id for f in self.ruleset.fans if f.on_top) if self.by_maximum else None

    def table(self, kind: TableKind) -> Table:
        """The decision table of that kind; one without rows where the variant has none."""
        return self._tables.get(kind) or Table(kind, ())
