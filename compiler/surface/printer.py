"""From a syntax tree back to text, with as few brackets as keep its meaning.

The text is canonical: one blank around operators, `true` for `True`, no brackets that precedence
already says. Parsing it gives an equal tree.
"""

from __future__ import annotations

from typing import Final, assert_never

from ...runtime.tiles import tile_text
from .expressions import (
    And,
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expr,
    ListLiteral,
    Name,
    Negate,
    Not,
    Nothing,
    Number,
    Or,
    Quantified,
    Text,
    TileLiteral,
    Truth,
)

_CONDITIONAL, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _FACTOR, _POWER, _ATOM = range(10)
"""How tightly each kind of expression binds, the loosest first."""

_OPERATORS: Final = {
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "//": _PRODUCT,
    "%": _PRODUCT,
    "**": _POWER,
}


def print_expression(expr: Expr) -> str:
    """The canonical text of an expression."""
    match expr:
        case Not(operand):
            text = f"not {_inside(operand, _NOT)}"
        case And(operands):
            text = " and ".join(_inside(operand, _NOT) for operand in operands)
        case Or(operands):
            text = " or ".join(_inside(operand, _AND) for operand in operands)
        case Negate(operand):
            text = f"-{_inside(operand, _FACTOR)}"
        case Arithmetic():
            text = _arithmetic(expr)
        case Compare(first, rest):
            compared = (f" {op} {_inside(operand, _SUM)}" for op, operand in rest)
            text = _inside(first, _SUM) + "".join(compared)
        case Conditional(test, then, otherwise):
            choice = f"{_inside(then, _OR)} if {_inside(test, _OR)}"
            text = f"{choice} else {print_expression(otherwise)}"
        case _:
            text = _closed(expr)
    return text


_Closed = (
    Number | Truth | Nothing | TileLiteral | Text | Name | Call | Quantified | ListLiteral
)  # what needs no brackets anywhere


def _closed(expr: _Closed) -> str:
    match expr:
        case Number(value):
            text = str(value)
        case Truth(value):
            text = "true" if value else "false"
        case Nothing():
            text = "none"
        case TileLiteral(kind):
            text = tile_text(kind)
        case Text(value):
            text = f'"{value}"' if "'" in value else f"'{value}'"
        case Name(parts):
            text = ".".join(parts)
        case Call(function=function, arguments=arguments):
            text = f"{function}({_listed(arguments)})"
        case Quantified():
            text = _quantified(expr)
        case ListLiteral(items):
            text = f"[{_listed(items)}]"
        case _:
            assert_never(expr)
    return text


def _inside(expr: Expr, level: int) -> str:
    """The text of an expression where only what binds as tightly as `level` may stand bare."""
    text = print_expression(expr)
    return text if _level(expr) >= level else f"({text})"


def _level(expr: Expr) -> int:
    match expr:
        case Conditional():
            level = _CONDITIONAL
        case Or():
            level = _OR
        case And():
            level = _AND
        case Not():
            level = _NOT
        case Compare():
            level = _COMPARE
        case Arithmetic(op):
            level = _OPERATORS[op]
        case Negate():
            level = _FACTOR
        case _:
            level = _ATOM
    return level


def _arithmetic(expr: Arithmetic) -> str:
    """Powers group from the right and take a minus there, all else groups from the left."""
    level = _OPERATORS[expr.op]
    left, right = (_ATOM, _FACTOR) if expr.op == "**" else (level, level + 1)
    return f"{_inside(expr.left, left)} {expr.op} {_inside(expr.right, right)}"


def _quantified(expr: Quantified) -> str:
    source = ".".join(expr.source.parts)
    condition = "" if expr.condition is None else f" if {_inside(expr.condition, _OR)}"
    body = print_expression(expr.body)
    return f"{expr.function}({body} for {expr.variable} in {source}{condition})"


def _listed(items: tuple[Expr, ...]) -> str:
    return ", ".join(map(print_expression, items))
