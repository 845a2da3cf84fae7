"""The syntax tree of expressions: what the author wrote, names still plain text.

Built by `expression.parse_expression`, printed back by `printer.print_expression`. A tree is never
deeper than `MAX_DEPTH`, so whoever walks it may recurse. Two trees are equal when they say the
same thing; where it was said (`span` and its kin) does not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source.text import Span

MAX_DEPTH = 64
"""Levels of the deepest tree: every node counts one, brackets count one each while parsing."""

QUANTIFIERS = ("all", "any", "count", "sum")
"""The functions that take `body for variable in list` instead of arguments."""

ArithmeticOp: TypeAlias = Literal["+", "-", "*", "//", "%", "**"]
CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
Quantifier: TypeAlias = Literal["all", "any", "count", "sum"]


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, never negative: `-1` is the negation of 1."""

    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`: no value, such as a cap that is not there."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TileLiteral:
    """A tile by rank and letter, such as `5p`; `kind` is its number, 0 to 29."""

    kind: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A word in quotes: one of the values an option may take."""

    value: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its dots, `win.tile.rank` being three parts."""

    parts: tuple[str, ...]
    part_spans: tuple[Span, ...] = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`not a`."""

    operand: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """`a and b and c`: two operands or more, none of them an `And`."""

    operands: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """`a or b or c`: two operands or more, none of them an `Or`."""

    operands: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Negate:
    """`-a`."""

    operand: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left op right`."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """`first op a op b …`: every neighbouring pair must hold, as in `1 <= x < 4`."""

    first: Expr
    rest: tuple[tuple[CompareOp, Expr], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`function(arguments)`, where the function is not one of `QUANTIFIERS`."""

    function: str
    function_span: Span = field(compare=False)
    arguments: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`function(body for variable in source if condition)`."""

    function: Quantifier
    body: Expr
    variable: str
    variable_span: Span = field(compare=False)
    source: Name
    condition: Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b, c]`."""

    items: tuple[Expr, ...]
    span: Span = field(compare=False)


Expr: TypeAlias = (
    Number
    | Truth
    | Nothing
    | TileLiteral
    | Text
    | Name
    | Not
    | And
    | Or
    | Negate
    | Arithmetic
    | Compare
    | Conditional
    | Call
    | Quantified
    | ListLiteral
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside `expr`, in the order of the text.

    A quantifier's are its body, its source and its condition.
    """
    match expr:
        case Not(operand) | Negate(operand):
            inside: tuple[Expr, ...] = (operand,)
        case And(several) | Or(several) | ListLiteral(several) | Call(arguments=several):
            inside = several
        case Arithmetic(_, left, right):
            inside = (left, right)
        case Compare(first, rest):
            inside = (first, *(operand for _, operand in rest))
        case Conditional(test, then, otherwise):
            inside = (then, test, otherwise)
        case Quantified(body=body, source=source, condition=condition):
            inside = (body, source) if condition is None else (body, source, condition)
        case Number() | Truth() | Nothing() | TileLiteral() | Text() | Name():
            inside = ()
        case _:
            assert_never(expr)
    return inside


def free_names(expr: Expr) -> list[Name]:
    """The names in an expression, but not those a quantifier around them gives its element."""
    found: list[Name] = []
    waiting: list[tuple[Expr, tuple[str, ...]]] = [(expr, ())]
    while waiting:
        part, elements = waiting.pop()
        if isinstance(part, Name):
            found += [part] if part.parts[0] not in elements else []
        elif isinstance(part, Quantified):
            elements = (*elements, part.variable)
        waiting += ((inside, elements) for inside in reversed(children(part)))
    return found


def map_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """`expr` with `change` applied to each of its children; spans stay.

    Raises:
        TypeError: `change` made something else than a name of a quantifier's source.
    """
    match expr:
        case Not(operand) | Negate(operand):
            changed: Expr = replace(expr, operand=change(operand))
        case And(several) | Or(several):
            changed = replace(expr, operands=tuple(map(change, several)))
        case ListLiteral(several):
            changed = replace(expr, items=tuple(map(change, several)))
        case Call(arguments=several):
            changed = replace(expr, arguments=tuple(map(change, several)))
        case Arithmetic(_, left, right):
            changed = replace(expr, left=change(left), right=change(right))
        case Compare(first, rest):
            compared = tuple((op, change(operand)) for op, operand in rest)
            changed = replace(expr, first=change(first), rest=compared)
        case Conditional():
            changed = _map_conditional(expr, change)
        case Quantified():
            changed = _map_quantified(expr, change)
        case Number() | Truth() | Nothing() | TileLiteral() | Text() | Name():
            changed = expr
        case _:
            assert_never(expr)
    return changed


def _map_conditional(expr: Conditional, change: Callable[[Expr], Expr]) -> Conditional:
    then, test, otherwise = change(expr.then), change(expr.test), change(expr.otherwise)
    return replace(expr, test=test, then=then, otherwise=otherwise)


def _map_quantified(expr: Quantified, change: Callable[[Expr], Expr]) -> Quantified:
    body, source = change(expr.body), change(expr.source)
    if not isinstance(source, Name):
        message = f"the source of {expr.function}() must stay a name"
        raise TypeError(message)
    condition = None if expr.condition is None else change(expr.condition)
    return replace(expr, body=body, source=source, condition=condition)
