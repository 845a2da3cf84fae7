"""Types an expression: syntax tree in, core expression out, or errors.

Every function returns None once it has reported; callers go on with the neighbours, so that one
run finds all independent faults of an expression.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from ..diagnostics.report import Label
from ..surface import expressions as s
from .check_numbers import check_apply, check_arithmetic, check_negate, counted, plain_int
from .check_values import Link, between, compare, member
from .environment import VALUE_LIMIT, describe
from .faults import asked_elsewhere, asked_inside, key_of, meant, mismatch, out_of_scope
from .names import resolve_name
from .nodes import (
    BOOL,
    NOTHING,
    TILE,
    Apply,
    Conditional,
    Const,
    Junction,
    Named,
    Not,
    Quantified,
    Type,
    int_type,
)
from .vocabulary import ALL_SCOPES

if TYPE_CHECKING:
    from .environment import Environment
    from .nodes import Element, Expr


def check(expr: s.Expr, env: Environment) -> Expr | None:
    """Type an expression in its environment."""
    match expr:
        case s.Number(value=value, span=span):
            return Const(value, int_type(value, value), span)
        case s.Truth(value=value, span=span):
            return Const(value, BOOL, span)
        case s.Nothing(span=span):
            return Const(None, NOTHING, span)
        case s.TileLiteral(kind=kind, span=span):
            return Const(kind, TILE, span)
        case s.Text(value=value, span=span):
            env.sink.error("KWX2412", span, found=value)
            return None
        case s.ListLiteral(span=span):
            env.sink.error("KWX2413", span)
            return None
        case s.Name():
            return _name(expr, env)
        case _:
            return _compound(expr, env)


def _compound(expr: s.Expr, env: Environment) -> Expr | None:  # noqa: C901 - a case a node
    match expr:
        case s.Not(operand=operand, span=span):
            inner = check_bool(operand, env)
            return None if inner is None else Not(inner, BOOL, span)
        case s.And() | s.Or():
            return _junction(expr, env)
        case s.Negate(operand=operand, span=span):
            return check_negate(check(operand, env), span, env)
        case s.Arithmetic(op=op, left=left, right=right, span=span):
            return check_arithmetic(op, check(left, env), check(right, env), span, env)
        case s.Compare():
            return _compare(expr, env)
        case s.Conditional():
            return _conditional(expr, env)
        case s.Call():
            return _call(expr, env)
        case s.Quantified():
            return _quantified(expr, env)
        case s.Number() | s.Truth() | s.Nothing() | s.TileLiteral() | s.Text() | s.Name():
            raise AssertionError("handled by check")
        case s.ListLiteral():
            raise AssertionError("handled by check")
        case _:
            assert_never(expr)


def check_bool(expr: s.Expr, env: Environment) -> Expr | None:
    """Type an expression that must be a truth."""
    typed = check(expr, env)
    if typed is None:
        return None
    if typed.type.base != "bool":
        mismatch(typed, env, "bool")
        return None
    return typed


def _name(name: s.Name, env: Environment) -> Expr | None:
    define = env.defines.get(name.parts[0])
    if define is None or name.parts[0] == env.variable or env.means(name.parts[0]):
        return resolve_name(name, env)
    if define.id in env.broken:
        return None
    if len(name.parts) > 1:
        label = Label(key_of(define), "defined")
        env.sink.error(
            "KWX2408", name.part_spans[1], labels=[label], found=name.parts[1], owner=define.id
        )
        return None
    if env.element is not None:
        asked_inside(name.span, define.id, env)
        return None
    body = check(define.body, env.within(name.span))
    return None if body is None else Named(define.id, body, body.type, name.span)


def _junction(expr: s.And | s.Or, env: Environment) -> Expr | None:
    operands = [check_bool(part, env) for part in expr.operands]
    known = tuple(part for part in operands if part is not None)
    if len(known) < len(operands):
        return None
    return Junction("and" if isinstance(expr, s.And) else "or", known, BOOL, expr.span)


def _compare(expr: s.Compare, env: Environment) -> Expr | None:
    """A chain of comparisons is the conjunction of its links."""
    links: list[Expr | None] = []
    left = expr.first
    for op, right in expr.rest:
        whole = expr.span if len(expr.rest) == 1 else between(left.span, right.span)
        typed = member if op in {"in", "not in"} else compare
        links.append(typed(Link(op, whole), left, right, env, check))
        left = right
    known = tuple(link for link in links if link is not None)
    if len(known) < len(links):
        return None
    return known[0] if len(known) == 1 else Junction("and", known, BOOL, expr.span)


def _conditional(expr: s.Conditional, env: Environment) -> Expr | None:
    test = check_bool(expr.test, env)
    then, otherwise = check(expr.then, env), check(expr.otherwise, env)
    if test is None or then is None or otherwise is None:
        return None
    joined = join(then.type, otherwise.type)
    if joined is None:
        label = Label(then.span, "then", {"type": describe(then.type)})
        mismatch(otherwise, env, describe(then.type), [label])
        return None
    return Conditional(test, then, otherwise, joined, expr.span)


def join(one: Type, other: Type) -> Type | None:
    """The least type that holds the values of both; None where there is none."""
    numbers = {"int", "nothing"}
    if one.base in numbers and other.base in numbers:
        ints = [found for found in (one, other) if found.base == "int"]
        if not ints:
            return NOTHING
        return Type(
            "int",
            low=min(found.low for found in ints),
            high=max(found.high for found in ints),
            optional=one.optional or other.optional,
            limit=one.limit or other.limit,
        )
    if (one.base, one.words) != (other.base, other.words):
        return None
    return replace(one, optional=one.optional or other.optional)


def _call(expr: s.Call, env: Environment) -> Expr | None:
    term = env.vocabulary.functions.get(expr.function)
    if term is None:
        offered = [*env.vocabulary.functions, *s.QUANTIFIERS]
        close, fix = meant(expr.function, offered, env.vocabulary.also)
        env.sink.error(
            "KWX2415",
            expr.function_span,
            fix=fix,
            found=expr.function,
            close=close,
            offered=", ".join(offered),
        )
        return None
    if not env.allows(term.scopes):
        out_of_scope(expr.function_span, term.name, term.scopes, env)
        return None
    if term.scopes != ALL_SCOPES and asked_elsewhere(expr.function_span, term.name, env):
        return None
    if term.name == "in_some_reading":
        return _in_some_reading(expr, replace(env, any_reading=True))
    arguments = [check(argument, env) for argument in expr.arguments]
    return check_apply(expr, arguments, env)


def _in_some_reading(expr: s.Call, env: Environment) -> Expr | None:
    """A truth that is asked of every reading of the hand."""
    if not counted(expr, 1, 1, env):
        return None
    body = check_bool(expr.arguments[0], env)
    return None if body is None else Apply("in_some_reading", (body,), BOOL, expr.span)


def _quantified(expr: s.Quantified, env: Environment) -> Expr | None:
    name = expr.source.parts[0]
    term = env.vocabulary.lists.get(name) if len(expr.source.parts) == 1 else None
    if term is None:
        lists = env.vocabulary.lists
        close, fix = meant(name, lists, env.vocabulary.also)
        found, offered = ".".join(expr.source.parts), ", ".join(lists)
        env.sink.error(
            "KWX2416", expr.source.span, fix=fix, found=found, close=close, offered=offered
        )
        return None
    if not env.allows(term.scopes):
        out_of_scope(expr.source.span, term.name, term.scopes, env)
        return None
    if env.element is not None:
        env.sink.error("KWX2417", expr.span, found=expr.function, variable=env.variable)
        return None
    if expr.variable in env.vocabulary.reserved():
        env.sink.error("KWX2418", expr.variable_span, found=expr.variable)
        return None
    return _quantifier_body(expr, _element(term.type), term.high, env)


def _element(record: str) -> Element:
    match record:
        case "set":
            return "set"
        case "kind":
            return "kind"
        case _:
            return "suit_view"


def _quantifier_body(
    expr: s.Quantified, element: Element, length: int, env: Environment
) -> Expr | None:
    inner = env.inside(expr.variable, element)
    condition = None if expr.condition is None else check_bool(expr.condition, inner)
    body = check(expr.body, inner) if expr.function == "sum" else check_bool(expr.body, inner)
    if body is None or (expr.condition is not None and condition is None):
        return None
    made = BOOL
    if expr.function == "count":
        made = int_type(0, length)
    elif expr.function == "sum":
        if not plain_int(body, env):
            return None
        if body.type.low < 0:
            low, high = body.type.low, body.type.high
            env.sink.error("KWX2419", body.span, low=low, high=high)
            return None
        made = int_type(0, body.type.high * length)
        if made.high > VALUE_LIMIT:
            env.sink.error("KWX2421", expr.span, low=0, high=made.high, limit=VALUE_LIMIT)
            return None
    return Quantified(expr.function, element, body, condition, made, expr.span)
