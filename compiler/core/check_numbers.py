"""Types integer arithmetic, with the range of every result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from .environment import VALUE_LIMIT
from .faults import mismatch
from .nodes import Apply, Arithmetic, Const, int_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..source.text import Span
    from ..surface.expressions import ArithmeticOp, Call
    from .environment import Environment
    from .nodes import Expr, Type

_MANY = 16


def check_arithmetic(
    op: ArithmeticOp, left: Expr | None, right: Expr | None, span: Span, env: Environment
) -> Expr | None:
    """Type `left op right`."""
    if left is None or right is None:
        return None
    if not (plain_int(left, env) & plain_int(right, env)):
        return None
    made = _range(op, left, right, span, env)
    if made is None:
        return None
    if max(abs(made.low), abs(made.high)) > VALUE_LIMIT:
        env.sink.error("KWX2421", span, low=made.low, high=made.high, limit=VALUE_LIMIT)
        return None
    return Arithmetic(op, left, right, made, span)


def plain_int(expr: Expr, env: Environment) -> bool:
    """Whether one may calculate with it; says why not."""
    found = expr.type
    if found.base == "nothing" or found.limit:
        env.sink.error("KWX2422", expr.span)
        return False
    if found.base != "int":
        mismatch(expr, env, "int")
        return False
    if found.optional:
        env.sink.error("KWX2423", expr.span)
        return False
    return True


def _range(op: ArithmeticOp, left: Expr, right: Expr, span: Span, env: Environment) -> Type | None:
    a, b = left.type, right.type
    match op:
        case "+":
            return int_type(a.low + b.low, a.high + b.high)
        case "-":
            return int_type(a.low - b.high, a.high - b.low)
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return int_type(min(ends), max(ends))
        case "//" | "%":
            return _quotient(op, left, right, env)
        case "**":
            return _power(left, right, span, env)
        case _:
            assert_never(op)


def _quotient(op: ArithmeticOp, left: Expr, right: Expr, env: Environment) -> Type | None:
    a, b = left.type, right.type
    if b.low <= 0:
        env.sink.error("KWX2424", right.span, low=b.low, high=b.high)
        return None
    if op == "%":
        return int_type(0, b.high - 1)
    ends = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
    return int_type(min(ends), max(ends))


def _power(left: Expr, right: Expr, span: Span, env: Environment) -> Type | None:
    base = left.value if isinstance(left, Const) else None
    if not isinstance(base, int) or base < 1:
        env.sink.error("KWX2425", left.span)
        return None
    low, high = right.type.low, right.type.high
    if low < 0:
        env.sink.error("KWX2426", right.span, low=low, high=high)
        return None
    if high > 64:
        power = f"{base}**{high}"
        env.sink.error("KWX2421", span, low=1, high=power, limit=VALUE_LIMIT)
        return None
    return int_type(base**low, base**high)


def check_negate(operand: Expr | None, span: Span, env: Environment) -> Expr | None:
    """Type `-operand`, which is `0 - operand`."""
    if operand is None or not plain_int(operand, env):
        return None
    if isinstance(operand, Const) and isinstance(operand.value, int):
        return Const(-operand.value, int_type(-operand.value, -operand.value), span)
    zero = Const(0, int_type(0, 0), span)
    made = int_type(-operand.type.high, -operand.type.low)
    return Arithmetic("-", zero, operand, made, span)


def counted(call: Call, least: int, most: int, env: Environment) -> bool:
    """Whether a call has as many arguments as it must; says so if not."""
    found = len(call.arguments)
    if least <= found <= most:
        return True
    wanted = f"{least}–{most}" if least < most else str(least)
    env.sink.error("KWX2427", call.span, found=found, function=call.function, wanted=wanted)
    return False


def check_apply(call: Call, arguments: Sequence[Expr | None], env: Environment) -> Expr | None:
    """Type a call of `min max abs or_zero capped`."""
    several = call.function in {"min", "max"}
    if not (counted(call, 2, _MANY, env) if several else counted(call, 1, 1, env)):
        return None
    known = [argument for argument in arguments if argument is not None]
    if len(known) < len(arguments):
        return None
    if several:
        return _extreme(call, known, env)
    if call.function == "or_zero":
        return _or_zero(call, known[0], env)
    if not plain_int(known[0], env):
        return None
    a = known[0].type
    if call.function == "abs":
        low = 0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
        made = int_type(low, max(abs(a.low), abs(a.high)))
        return Apply("abs", (known[0],), made, call.span)
    return Apply("capped", (known[0],), int_type(min(a.low, 1), a.high), call.span)


def _or_zero(call: Call, known: Expr, env: Environment) -> Expr | None:
    """A number that may be absent, and is 0 then."""
    found = known.type
    if found.base != "int":
        mismatch(known, env, "int")
        return None
    if found.limit:
        env.sink.error("KWX2422", known.span)
        return None
    made = int_type(min(found.low, 0), max(found.high, 0)) if found.optional else found
    return Apply("or_zero", (known,), made, call.span)


def _extreme(call: Call, known: list[Expr], env: Environment) -> Expr | None:
    """`min` and `max`: the one place, with comparisons, where a value may be `none`."""
    for argument in known:
        if argument.type.base not in {"int", "nothing"}:
            mismatch(argument, env, "int")
            return None
        if argument.type.optional:
            env.sink.error("KWX2423", argument.span)
            return None
    numbers = [found.type for found in known if found.type.base == "int"]
    if not numbers:
        mismatch(known[0], env, "int")
        return None
    if call.function == "min":
        sure = [found.high for found in numbers if not found.limit]
        high = min(sure) if sure else max(found.high for found in numbers)
        made = int_type(min(f.low for f in numbers), high)
        limit = all(found.type.limit for found in known)
        return Apply("min", tuple(known), replace(made, limit=limit), call.span)
    made = int_type(max(f.low for f in numbers), max(f.high for f in numbers))
    limit = any(found.type.limit for found in known)
    return Apply("max", tuple(known), replace(made, limit=limit), call.span)
