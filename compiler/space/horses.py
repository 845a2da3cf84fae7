"""What the tiles turned after a win can score, as far as rules ask."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...runtime.horses import MAX_HORSES, every_horse, horses_asked
from ..core.nodes import (
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Junction,
    Member,
    Named,
    Not,
    Read,
    children,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from .sides import Side

_FEW: Final = 8
"""So many sums are all looked at; of more the least, the greatest, and the nearest to what is
written in the rules that ask, as long as those add, multiply and compare with numbers alone."""


def with_horses(sides: Sequence[Side], ways: Iterable[Won]) -> tuple[Won, ...]:
    """Ways of winning after which the tiles that were turned score something."""
    asking = [side for side in sides if side.program.horses_draw and _asks(side.plan)]
    rules = [expr for side in asking for expr in _exprs(side.plan) if _reads(expr)]
    written = {number for expr in rules for number in _written(expr)}
    bends = any(map(_bends, rules)) or any(_asks_what_horses_made(side.plan) for side in asking)
    found: dict[Won, int] = {}
    for won in ways:
        sums = {one for side in asking for one in _sums(side, won)}
        for points in sorted(sums - {0}) if bends else _chosen(sums, written):
            found[replace(won, horses=points)] = points
    return tuple(sorted(found, key=found.__getitem__))


def _asks(plan: Plan) -> bool:
    return any(_reads(expr) for expr in _exprs(plan))


def _asks_what_horses_made(plan: Plan) -> bool:
    """Whether rules ask what is owed where horses are a part of that."""
    made = any(_reads(expr) for expr in _exprs(plan, ("pay.win",)))
    return made and any(_reads(expr, "owed") for expr in _exprs(plan, ("pay.also",)))


def _exprs(plan: Plan, kinds: Sequence[str] = ("pay.win", "pay.also")) -> Iterator[Expr]:
    for kind in kinds:
        for table in plan.tables:
            if table.kind == kind:
                for row in table.rows:
                    yield from (row.when, row.result)


def _reads(expr: Expr, path: str = "horses") -> bool:
    if isinstance(expr, Read) and expr.path == path:
        return True
    return any(_reads(one, path) for one in children(expr))


def _bends(expr: Expr) -> bool:
    """Whether what becomes of more horses may change elsewhere than beside a written number."""
    match expr:
        case Read():
            return False
        case Arithmetic(op="+" | "-") | Conditional() | Junction() | Not() | Named():
            return any(map(_bends, children(expr)))
        case Arithmetic(op="*", left=left, right=right) if not (_reads(left) and _reads(right)):
            return _bends(left) or _bends(right)
        case Compare(left=Read(), right=Const()) | Compare(left=Const(), right=Read()):
            return False
        case Member(item=Read(), choices=choices) if not any(map(_reads, choices)):
            return False
        case _:
            return _reads(expr)


def _written(rule: Expr) -> Iterator[int]:
    """The numbers in a rule that asks for horses."""
    left = [rule]
    while left:
        expr = left.pop()
        left += children(expr)
        if isinstance(expr, Const) and type(expr.value) is int:
            yield expr.value


def _sums(side: Side, won: Won) -> set[int]:
    """What tiles turned after a win can score together; the wall may end before them."""
    program, options = side.program, side.options
    if program.horses_draw is None or program.horses_hits is None:
        return set()
    most = min(MAX_HORSES, program.horses_draw(horses_asked(won), options)[0])
    if not most:
        return set()
    horses = list(every_horse(program.tiles))
    points = {program.horses_hits(one, options)[0] for one in horses}
    again = program.horses_again
    if again is not None and any(again(one, options)[0] for one in horses):
        most = MAX_HORSES
    sums, last = {0}, {0}
    for _ in range(most):
        last = {one + more for one in last for more in points}
        sums |= last
    return sums


def _chosen(sums: set[int], written: set[int]) -> list[int]:
    ascending = sorted(sums - {0})
    if len(ascending) <= _FEW:
        return ascending
    places = [bisect_left(ascending, number) for number in written]
    beside = [one for at in places for one in ascending[max(0, at - 1) : at + 2]]
    return sorted({*ascending[:3], *ascending[-2:], *beside})
