"""Types comparisons and membership, where words and `none` may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..diagnostics.report import Label
from ..source.text import Span
from ..surface import expressions as s
from .environment import describe
from .faults import meant, mismatch, short
from .nodes import (
    BOOL,
    Apply,
    Arithmetic,
    Ask,
    Compare,
    Conditional,
    Const,
    Member,
    Named,
    OptionRead,
    Type,
    children,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .environment import Environment
    from .nodes import Comparison, Expr

    Checker: TypeAlias = Callable[[s.Expr, Environment], Expr | None]

MAX_CASES = 256
"""How many values may be compared with how many, the product of both."""

_NUMBERS = frozenset({"int", "nothing"})


class Link(NamedTuple):
    """One comparison of a chain, and where it is written."""

    op: s.CompareOp
    span: Span


def compare(
    link: Link, left: s.Expr, right: s.Expr, env: Environment, check: Checker
) -> Expr | None:
    """Type one comparison."""
    pair = _both(left, right, env, check)
    if pair is None:
        return None
    one, other = pair
    sort = _operator(link.op)
    if sort is None or not _comparable(sort, one, other, env):
        return None
    if not _same_part(one, other, env):
        return None
    _warn_if_foregone(sort, one, other, env)
    return Compare(sort, one, other, BOOL, link.span)


def between(first: Span, last: Span) -> Span:
    """The place from one thing to the end of another."""
    return Span(first.source, first.start, max(first.end, last.end))


def _warn_if_foregone(op: Comparison, one: Expr, other: Expr, env: Environment) -> None:
    verdict = foregone(op, one.type, other.type)
    if verdict is not None:
        env.sink.warning(
            "KWX2428",
            other.span,
            labels=[Label(one.span, "left", {"range": _range(one.type)})],
            verdict=str(verdict).lower(),
            range=_range(other.type),
        )


def _range(found: Type) -> str:
    return str(found.low) if found.low == found.high else f"{found.low}…{found.high}"


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
        found = _both(right, left, env, check)
        return None if found is None else (found[1], found[0])
    one = check(left, env)
    if one is None:
        if not _is_word(right, env):
            check(right, env)
        return None
    other = word(right, one.type, env, check)
    return None if other is None else (one, other)


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
        close, fix = meant(text, known, env.vocabulary.also)
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
        left = Label(one.span, "left", {"type": describe(a)})
        ranked = f"{short(one.span)}.rank" if (a.base, b.base) == ("tile", "int") else ""
        mismatch(other, env, describe(a), [left], ranked)
        return False
    if a.base not in _NUMBERS and op not in {"==", "!="}:
        env.sink.error("KWX2430", between(one.span, other.span), op=op, type=describe(a))
        return False
    return True


def _same_part(one: Expr, other: Expr, env: Environment) -> bool:
    """What may be absent is only compared with what is asked of the same part, or is fixed."""
    sides = values(one), values(other)
    if not any(map(is_part, (*sides[0], *sides[1]))):
        return True
    if len(sides[0]) * len(sides[1]) > MAX_CASES:
        env.sink.error("KWX2436", between(one.span, other.span), limit=MAX_CASES)
        return False
    for side, values_of, against in ((one, sides[0], other), (other, sides[1], one)):
        for value in filter(_may_be_absent, values_of):
            if not all(_fixed(x, value) for x in values(against)):
                label = Label(side.span, "absent")
                env.sink.error("KWX2431", against.span, labels=[label])
                return False
    return True


def is_part(expr: Expr) -> bool:
    """Whether it is something of a part of the hand that only comparisons can use."""
    match expr:
        case Ask(type=found):
            return found.optional or found.base not in {"bool", "int"}
        case _:
            return False


def _may_be_absent(expr: Expr) -> bool:
    return expr.type.optional


def values(expr: Expr) -> tuple[Expr, ...]:
    """The expressions one of which gives the value, whatever decides between them."""
    match expr:
        case Named(body=body):
            return values(body)
        case Conditional(then=then, otherwise=otherwise):
            return values(then) + values(otherwise)
        case _:
            return (expr,)


def _fixed(expr: Expr, against: Expr) -> bool:
    """Whether an expression asks nothing but the part of the hand that `against` asks."""
    match expr:
        case Const() | OptionRead():
            return True
        case Ask(element=element):
            return isinstance(against, Ask) and against.element == element
        case Apply(function="capped" | "in_some_reading"):
            return False
        case Named() | Arithmetic() | Apply() | Conditional():
            return all(_fixed(inner, against) for inner in children(expr))
        case _:
            return False


def foregone(op: Comparison, a: Type, b: Type) -> bool | None:
    """The outcome of a comparison whose sides' ranges leave no choice; else None.

    What may be absent makes a comparison false, so that it can be sure to fail but never to hold.
    """
    if a.base != "int" or b.base != "int" or a.limit or b.limit:
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
    if fails:
        return False
    return True if holds and not a.optional and not b.optional else None


def member(
    link: Link, item: s.Expr, choices: s.Expr, env: Environment, check: Checker
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
        if foregone("==", one.type, choice.type) is False:
            _warn_if_foregone("==", one, choice, env)
    return Member(one, known, link.op == "not in", BOOL, link.span)
