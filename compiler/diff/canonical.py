"""Expressions as what they mean: equal forms for what rules cannot tell apart.

Definitions are written out, operands of `and` and `or` stand in one order, comparisons face one
way. Two conditions with equal forms hold for the same hands; two that hold for the same hands may
still have different forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from ..core.nodes import (
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
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..core.nodes import Expr

Form: TypeAlias = "tuple[object, ...]"
"""A kind of expression and its parts, which are forms, words and numbers."""

_OPPOSITES = {"discard": "self_draw", "standard": "seven_pairs"}
_FLIPPED = {">": "<", ">=": "<="}
_NEGATED = {"<": ">=", "<=": ">", "==": "!=", "!=": "=="}


def canonical(expr: Expr, fans: Mapping[str, str]) -> Form:  # noqa: C901 - a case a node
    """The form of an expression.

    Args:
        expr: the expression.
        fans: other names for the fans it reads.
    """
    match expr:
        case Const(value=value, type=type_):
            return ("const", type_.base, value)
        case Read(path=path):
            other = _OPPOSITES.get(path)
            return ("not", ("read", other)) if other else ("read", path)
        case OptionRead(id=id_):
            return ("option", id_)
        case FanRead(id=id_):
            return ("fan", fans.get(id_, id_))
        case Ask(element=element, attribute=attribute):
            return ("ask", element, attribute)
        case AtomRead(index=index):
            return ("atom", index)
        case Named(body=body):
            return canonical(body, fans)
        case Quantified():
            return _quantified(expr, fans)
        case Not(operand=operand):
            return _negated(operand, fans)
        case Junction(op=op, operands=operands):
            return _junction(op, [canonical(one, fans) for one in operands])
        case Arithmetic() | Apply() | Conditional():
            return _calculation(expr, fans)
        case Compare():
            return _comparison(expr, expr.op, fans)
        case Member(item=item, choices=choices, negated=negated):
            forms = _sorted({canonical(one, fans) for one in choices})
            return ("not in" if negated else "in", canonical(item, fans), *forms)
        case _:
            assert_never(expr)


def _sorted(forms: Sequence[Form] | set[Form]) -> list[Form]:
    return sorted(forms, key=repr)


def _junction(op: str, forms: Sequence[Form]) -> Form:
    """Nested ones of a kind become one; what is said twice is said once."""
    flat: set[Form] = set()
    for form in forms:
        flat |= set(_parts(form)) if form[0] == op else {form}
    return next(iter(flat)) if len(flat) == 1 else (op, *_sorted(flat))


def _parts(form: Form) -> tuple[Form, ...]:
    return tuple(part for part in form[1:] if isinstance(part, tuple))


def _negated(expr: Expr, fans: Mapping[str, str]) -> Form:
    """The opposite; what is asked of an absent thing stays as it is, since it is false anyhow."""
    match expr:
        case Named(body=body):
            return _negated(body, fans)
        case Not(operand=operand):
            return canonical(operand, fans)
        case Junction(op=op, operands=operands):
            other = "or" if op == "and" else "and"
            return _junction(other, [_negated(one, fans) for one in operands])
        case Compare(op=op) if not (expr.left.type.optional or expr.right.type.optional):
            flipped = _turned(expr, op)
            return _comparison(flipped, _NEGATED[flipped.op], fans)
        case _:
            return _opposite(canonical(expr, fans))


def _opposite(form: Form) -> Form:
    inner = _parts(form)
    return inner[0] if form[0] == "not" else ("not", form)


def _turned(expr: Compare, op: str) -> Compare:
    """The same comparison, written with `<`, `<=`, `==` or `!=`."""
    other = _FLIPPED.get(op)
    if other is None:
        return expr
    return Compare("<" if other == "<" else "<=", expr.right, expr.left, expr.type, expr.span)


def _comparison(expr: Compare, op: str, fans: Mapping[str, str]) -> Form:
    left, right = canonical(expr.left, fans), canonical(expr.right, fans)
    if op in _FLIPPED:
        op, left, right = _FLIPPED[op], right, left
    if op in ("==", "!="):
        return (op, *_sorted([left, right]))
    return _bounded(op, left, right)


def _bounded(op: str, left: Form, right: Form) -> Form:
    """`<` beside a number becomes `<=` beside its neighbour."""
    if op == "<" and (number := _number(left)) is not None:
        return ("<=", ("const", "int", number + 1), right)
    if op == "<" and (number := _number(right)) is not None:
        return ("<=", left, ("const", "int", number - 1))
    return (op, left, right)


def _number(form: Form) -> int | None:
    value = form[2] if form[:2] == ("const", "int") else None
    return value if isinstance(value, int) else None


def _quantified(expr: Quantified, fans: Mapping[str, str]) -> Form:
    """`all` is no exception; a condition is part of what is counted."""
    condition = [] if expr.condition is None else [canonical(expr.condition, fans)]
    if expr.function == "all":
        body = _junction("and", [*condition, _negated(expr.body, fans)])
        return ("not", ("any", expr.element, body))
    body = canonical(expr.body, fans)
    if expr.function == "sum":
        return ("sum", expr.element, body, *condition)
    return (expr.function, expr.element, _junction("and", [*condition, body]))


def _calculation(expr: Arithmetic | Apply | Conditional, fans: Mapping[str, str]) -> Form:
    match expr:
        case Arithmetic(op=op, left=left, right=right):
            parts = [canonical(left, fans), canonical(right, fans)]
            if op not in ("+", "*"):
                return (op, *parts)
        case Apply(function=op, arguments=arguments):
            parts = [canonical(one, fans) for one in arguments]
            if op not in ("min", "max"):
                return (op, *parts)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return ("if", *(canonical(one, fans) for one in (test, then, otherwise)))
        case _:
            assert_never(expr)
    flat = [part for form in parts for part in (_parts(form) if form[0] == op else (form,))]
    return (op, *_sorted(flat))
