"""Wins the winner has passed, as far as rules tell one number of them from another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.circumstances import MAX_PASSED
from ..core.nodes import Apply, Compare, Member, Named, Read, children

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.nodes import Expr

PASSED: Final = "winner.passed"


def passed_told_apart(rules: Iterable[Expr]) -> range:
    """The numbers of passed wins, from 1, that some rule tells from all below.

    A rule that takes no more than so many, or compares them with a number, sees no more of them.
    """
    return range(1, 1 + min(MAX_PASSED, max(map(_seen, rules), default=0)))


def _seen(expr: Expr) -> int:
    """From which number on nothing changes."""
    match expr:
        case Read():
            return MAX_PASSED if expr.path == PASSED else 0
        case Apply(function="min", arguments=arguments) if any(map(_is_it, arguments)):
            others = [one for one in arguments if not _is_it(one)]
            bounds = [one.type.high for one in others if not one.type.limit]
            return max(min(bounds, default=MAX_PASSED), *map(_seen, others), 0)
        case Compare(left=left, right=right) if _is_it(left) or _is_it(right):
            return _compared((left, right))
        case Member(item=item, choices=choices) if _is_it(item):
            return _compared(choices)
        case _:
            return max(map(_seen, children(expr)), default=0)


def _compared(exprs: Iterable[Expr]) -> int:
    """The first number above all that it is compared with."""
    others = [one for one in exprs if not _is_it(one)]
    return max((max(one.type.high + 1, _seen(one)) for one in others), default=0)


def _is_it(expr: Expr) -> bool:
    while isinstance(expr, Named):
        expr = expr.body
    return isinstance(expr, Read) and expr.path == PASSED
