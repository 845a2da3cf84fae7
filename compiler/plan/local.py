"""What can be asked of one part of a hand in one go: of the pair, or of the winning tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.check_values import is_part, values
from ..core.nodes import (
    BOOL,
    Apply,
    Arithmetic,
    Ask,
    AtomRead,
    Compare,
    Conditional,
    Const,
    FanRead,
    Junction,
    Member,
    Named,
    Not,
    OptionRead,
    Quantified,
    Read,
    children,
    map_children,
)

if TYPE_CHECKING:
    from ..core.nodes import Element, Expr

_PARTS: tuple[Element, ...] = ("pair", "win")


def asked_of(expr: Expr) -> Element | None:
    """The one part, pair or win, that a truth or number asks; None if it asks more or nothing."""
    found = expr.type
    if found.base not in {"bool", "int"} or found.optional or not _is_local(expr):
        return None
    parts = _parts(expr)
    if len(parts) != 1:
        return None
    part = next(iter(parts))
    if found.base == "int":
        # An atom is never negative, and is zero where there is no such part.
        there = part == "win" or (isinstance(expr, Apply) and expr.function == "or_zero")
        return part if there and found.low >= 0 else None
    return part if part == "win" or _is_plain(expr) else None


def reads_option(expr: Expr) -> bool:
    """Whether an expression depends on a choice of options."""
    return isinstance(expr, OptionRead) or any(map(reads_option, children(expr)))


def _parts(expr: Expr) -> set[Element]:
    if isinstance(expr, Ask):
        return {expr.element}
    found: set[Element] = set()
    for inner in children(expr):
        found |= _parts(inner)
    return found & set(_PARTS)


def _is_local(expr: Expr, *, compared: bool = False) -> bool:
    """Whether all of it can be answered by the part, given the options.

    An option may stand only where it is compared: the answer of an absent part must not depend
    on it.
    """
    match expr:
        case Const() | Ask():
            return True
        case OptionRead():
            return compared
        case (
            Apply(function="capped" | "in_some_reading")
            | Read()
            | FanRead()
            | AtomRead()
            | Quantified()
        ):
            return False
        case Compare() | Member():
            return all(_is_local(inner, compared=True) for inner in children(expr))
        case Named() | Not() | Junction() | Arithmetic() | Conditional() | Apply():
            return all(_is_local(inner, compared=compared) for inner in children(expr))


def _is_plain(expr: Expr) -> bool:
    """Whether nothing is compared but what may be absent, and nothing is chosen or calculated.

    Then `when_absent` knows the answer of a pair that is not there.
    """
    match expr:
        case Const() | Ask():
            return True
        case Compare() | Member():
            return any(_may_be_absent(side) for side in children(expr))
        case Named() | Not() | Junction():
            return all(_is_plain(inner) for inner in children(expr))
        case _:
            return False


def _may_be_absent(expr: Expr) -> bool:
    match expr:
        case Named(body=body):
            return _may_be_absent(body)
        case Ask(type=found):
            return found.optional
        case _:
            return False


def when_absent(expr: Expr) -> bool:
    """The value of a truth about a part that is not there: every question to it is false."""
    match expr:
        case Const(value=value):
            return bool(value)
        case Not(operand=operand):
            return not when_absent(operand)
        case Named(body=body):
            return when_absent(body)
        case Junction(op="and", operands=operands):
            return all(when_absent(operand) for operand in operands)
        case Junction(operands=operands):
            return any(when_absent(operand) for operand in operands)
        case _:
            return False


def negated(expr: Expr) -> Expr:
    """The opposite of a truth."""
    return expr.operand if isinstance(expr, Not) else Not(expr, BOOL, expr.span)


def spelled_out(expr: Expr) -> Expr:
    """The same expression without the author's own names, so that equal questions are equal."""
    return spelled_out(expr.body) if isinstance(expr, Named) else map_children(expr, spelled_out)


def split(expr: Compare | Member) -> Conditional | None:
    """A comparison of a part with one of two values, as one of two comparisons.

    None where no part is compared, or nothing is left to split.
    """
    sides = children(expr)
    if not any(is_part(value) for side in sides for value in values(side)):
        return None
    for side in sides:
        choice = spelled_out(side)
        if isinstance(choice, Conditional):
            then, otherwise = (
                _instead(expr, side, choice.then),
                _instead(expr, side, choice.otherwise),
            )
            return Conditional(choice.test, then, otherwise, BOOL, expr.span)
    return None


def _instead(expr: Expr, old: Expr, new: Expr) -> Expr:
    return map_children(expr, lambda inner: new if inner is old else inner)
