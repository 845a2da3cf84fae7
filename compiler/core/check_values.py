"""Types comparisons and membership, where words and `none` may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..surface import expressions as s
from .environment import describe
from .names import close_names, mismatch
from .nodes import BOOL, Ask, Compare, Const, Member, OptionRead, Type, children

if TYPE_CHECKING:
    from collections.abc import Callable

    from .environment import Environment
    from .nodes import Comparison, Expr

    Checker: TypeAlias = Callable[[s.Expr, Environment], Expr | None]

_NUMBERS = frozenset({"int", "nothing"})


def compare(
    op: s.CompareOp, left: s.Expr, right: s.Expr, env: Environment, check: Checker
) -> Expr | None:
    """Type one comparison."""
    pair = _both(left, right, env, check)
    if pair is None:
        return None
    one, other = pair
    sort = _operator(op)
    if sort is None or not _comparable(sort, one, other, env):
        return None
    if not _same_part(one, other, env):
        return None
    whole = s.Compare(left, ((op, right),), left.span).span
    made = Compare(sort, one, other, BOOL, whole)
    verdict = _foregone(sort, one, other)
    if verdict is not None:
        env.sink.warning(
            "KWX2428",
            right.span,
            verdict=str(verdict).lower(),
            left=f"{one.type.low}…{one.type.high}",
            right=f"{other.type.low}…{other.type.high}",
        )
    return made


def _operator(op: s.CompareOp) -> Comparison | None:
    match op:
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            return op
        case _:
            return None


def _both(
    left: s.Expr, right: s.Expr, env: Environment, check: Checker
) -> tuple[Expr, Expr] | None:
    """Type two sides; a bare or quoted word takes its meaning from the side that has a type."""
    if _is_word(left, env) and not _is_word(right, env):
        other = check(right, env)
        one = None if other is None else word(left, other.type, env, check)
    else:
        one = check(left, env)
        other = check(right, env) if one is None else word(right, one.type, env, check)
    return None if one is None or other is None else (one, other)


def _is_word(expr: s.Expr, env: Environment) -> bool:
    match expr:
        case s.Text():
            return True
        case s.Name(parts=(only,)):
            return bool(env.vocabulary.word_sets(only)) and only not in env.defines
        case _:
            return False


def word(expr: s.Expr, wanted: Type, env: Environment, check: Checker) -> Expr | None:
    """Type an expression where a value of `wanted` is expected, a word perhaps."""
    if wanted.base != "word":
        return check(expr, env)
    match expr:
        case s.Name(parts=(only,)) if only != env.variable and only not in env.defines:
            text = only
        case s.Text(value=text):
            pass
        case _:
            return check(expr, env)
    known = _members(wanted.words, env)
    if text not in known:
        close, fix = close_names(text, known)
        env.sink.error(
            "KWX2429",
            expr.span,
            fix=fix,
            found=text,
            close=close,
            words=wanted.words,
            members=", ".join(known),
        )
        return None
    return Const(text, Type("word", words=wanted.words), expr.span)


def _members(words: str, env: Environment) -> tuple[str, ...]:
    if words.startswith("options."):
        offered = env.options[words.removeprefix("options.")].offered
        return tuple(value for value in offered if isinstance(value, str))
    return env.vocabulary.words[words]


def _comparable(op: Comparison, one: Expr, other: Expr, env: Environment) -> bool:
    a, b = one.type, other.type
    alike = (a.base in _NUMBERS and b.base in _NUMBERS) or (a.base, a.words) == (b.base, b.words)
    if not alike:
        mismatch(other.span, env, b, describe(a))
        return False
    if a.base not in _NUMBERS and op not in {"==", "!="}:
        env.sink.error("KWX2430", other.span, op=op, type=describe(a))
        return False
    return True


def _same_part(one: Expr, other: Expr, env: Environment) -> bool:
    """What may be absent is only compared with what is asked of the same part, or is fixed."""
    for side, against in ((one, other), (other, one)):
        if side.type.optional and not _fixed_or_of(against, side):
            env.sink.error("KWX2431", against.span)
            return False
    return True


def _fixed_or_of(expr: Expr, side: Expr) -> bool:
    match expr:
        case Const() | OptionRead():
            return True
        case Ask(element=element):
            return isinstance(side, Ask) and side.element == element
        case _:
            return bool(children(expr)) and all(_fixed_or_of(x, side) for x in children(expr))


def _foregone(op: Comparison, one: Expr, other: Expr) -> bool | None:
    """The outcome of a comparison whose sides' ranges leave no choice."""
    a, b = one.type, other.type
    if a.base != "int" or b.base != "int" or a.limit or b.limit or a.optional or b.optional:
        return None
    always: dict[Comparison, tuple[bool, bool]] = {
        "==": (a.low == a.high == b.low == b.high, a.high < b.low or b.high < a.low),
        "!=": (a.high < b.low or b.high < a.low, a.low == a.high == b.low == b.high),
        "<": (a.high < b.low, a.low >= b.high),
        "<=": (a.high <= b.low, a.low > b.high),
        ">": (a.low > b.high, a.high <= b.low),
        ">=": (a.low >= b.high, a.high < b.low),
    }
    holds, fails = always[op]
    if holds or fails:
        return holds
    return None


def member(
    item: s.Expr, choices: s.Expr, negated: bool, env: Environment, check: Checker
) -> Expr | None:
    """Type `item in [choices]`."""
    if not isinstance(choices, s.ListLiteral):
        env.sink.error("KWX2432", choices.span)
        return None
    one = check(item, env)
    if one is None:
        return None
    typed = [word(choice, one.type, env, check) for choice in choices.items]
    known = tuple(choice for choice in typed if choice is not None)
    if len(known) < len(typed):
        return None
    for choice in known:
        if not isinstance(choice, Const | OptionRead):
            env.sink.error("KWX2433", choice.span)
            return None
        if not _comparable("==", one, choice, env):
            return None
    return Member(one, known, negated, BOOL, item.span)
