"""What the tiles turned after a win can score, as far as rules ask."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Final

from ...runtime.horses import MAX_HORSES, every_horse, horse_asked
from ...runtime.memo import Memo
from ...runtime.turned import turned as turned_up
from ...runtime.turned import wanted
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
    from ...runtime.hand import Hand
    from ...runtime.horses import HorseAsked
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from .sides import Side

_KNOWN: Final = 1 << 12
_MOST_TRIED: Final = 2_000
_FEW: Final = 8
"""So many sums are all looked at; of more the least, the greatest, and the nearest to what is
written in the rules that ask, as long as those add, multiply and compare with numbers alone."""


def with_horses(sides: Sequence[Side], ways: Iterable[Won]) -> tuple[Won, ...]:
    """Ways of winning after which the tiles that were turned score something."""
    asking = [side for side in sides if side.program.horses_draw and _asks(side.plan)]
    rules = [expr for side in asking for expr in _exprs(side.plan) if _reads(expr)]
    written = {number for expr in rules for number in _written(expr)}
    bends = any(map(_bends, rules)) or any(_asks_what_horses_made(side.plan) for side in asking)
    sums_of = Memo[tuple[int, int], set[int]](lambda key: _sums(asking[key[0]], key[1]), _KNOWN)
    found: dict[Won, int] = {}
    for won in ways:
        numbers = [wanted(side.program, side.options, won) for side in asking]
        sums = set[int]().union(*[sums_of[asked] for asked in enumerate(numbers)])
        for points in sorted(sums - {0}) if bends else _chosen(sums, written):
            found[_scoring(won, points)] = points
    return tuple(sorted(found, key=found.__getitem__))


def tiles_that_score(sides: Sequence[Side], hand: Hand, won: Won) -> tuple[int, ...] | None:
    """Tiles, as kinds, that may be turned after a win and score what is said on every side.

    Of each kind there are as many as the winner does not hold; the wall may end after any of them.

    Args:
        sides: those that ask for nothing that is turned have no part in it.
        hand: the winner's.
        won: how it was won, and what the tiles score.

    Returns:
        The tiles; None if none are found.
    """
    asking = [side for side in sides if side.program.horses_draw is not None]
    left = dict.fromkeys(sides[0].program.tiles.kinds, sides[0].program.tiles.copies)
    for kind in (*hand.concealed, *(() if hand.win is None else (hand.win,))):
        left[kind] -= 1
    for meld in hand.melds:
        left[meld.tile] -= meld.size
    tried = [_MOST_TRIED]

    def after(told: tuple[int, ...]) -> tuple[int, ...] | None:
        """The tiles, once some have been turned."""
        scored = [_scored(side, won, hand.win or 0, told) for side in asking]
        if scored == [won.horses] * len(asking):
            return told
        tried[0] -= 1
        if None in scored or tried[0] < 0 or len(told) == MAX_HORSES:
            return None
        for kind in left:
            if left[kind]:
                left[kind] -= 1
                found = after((*told, kind))
                left[kind] += 1
                if found is not None:
                    return found
        return None

    return after(())


def _scored(side: Side, won: Won, win: int, told: tuple[int, ...]) -> int | None:
    """What tiles score that were turned one after the other; None if so many are not turned."""
    tiles, points, _ = turned_up(side.program, side.options, won, win, told)
    return points if tiles == told and points <= won.horses else None


@lru_cache(maxsize=1 << 14)
def _scoring(won: Won, points: int) -> Won:
    """A way of winning after which turned tiles score so much."""
    return replace(won, horses=points)


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


def _sums(side: Side, number: int) -> set[int]:
    """What tiles turned after a win can score together; the wall may end before them."""
    if not number or side.program.horses_hits is None:
        return {0}
    if any(_reads(one, "horse.turned") for one in _exprs(side.plan, ("horses.hits",))):
        return _in_turn(side, number)
    heaps = {frozenset(_heap(side, win).items()) for win in side.program.tiles.kinds}
    reached = reduce(or_, (_of_heap(heap, number) for heap in heaps))
    return {one for one in range(reached.bit_length()) if reached >> one & 1}


def _heap(side: Side, win: int) -> Counter[tuple[int, bool]]:
    """How many tiles there are beside the winning one, by what they score and bring."""
    heap: Counter[tuple[int, bool]] = Counter()
    in_turn = any(_reads(one, "horse.turned") for one in _exprs(side.plan, ("horses.again",)))
    for kind in side.program.tiles.kinds:
        asked = horse_asked(kind, win, 1)
        whenever = _whenever(asked) if in_turn else (asked,)
        scores = _hits(side, asked), any(_brings(side, one) for one in whenever)
        heap[scores] += side.program.tiles.copies - (kind == win)
    return heap


@lru_cache(maxsize=256)
def _of_heap(heap: frozenset[tuple[tuple[int, bool], int]], number: int) -> int:
    """What so many tiles of a heap can score, and those they bring: a bit for every sum.

    Tiles that bring others may come first, so all that counts is how many bring none.
    """
    reached = {(0, 0): 1}  # by tiles that bring none, and all tiles
    for (points, brings), there in sorted(heap):
        after: Counter[tuple[int, int]] = Counter()
        for ((ends, turned), sums), more in product(reached.items(), range(there + 1)):
            key = ends + (0 if brings else more), turned + more
            if key[0] <= number and key[1] <= MAX_HORSES:
                after[key] |= sums << points * more
        reached = after
    return reduce(or_, reached.values())


def _in_turn(side: Side, number: int) -> set[int]:
    """The same where it matters which tile is turned first; of a kind there may be too many."""
    horses = list(every_horse(side.program.tiles))
    asked = [[replace(one, horse_turned=at) for one in horses] for at in range(1, MAX_HORSES + 1)]
    if any(_brings(side, one) for turned in asked for one in turned):
        number = MAX_HORSES
    sums, last = {0}, {0}
    for turned in asked[:number]:
        points = {_hits(side, one) for one in turned}
        last = {one + more for one in last for more in points}
        sums |= last
    return sums


def _whenever(asked: HorseAsked) -> Iterator[HorseAsked]:
    """A tile that is turned first, second and so on."""
    return (replace(asked, horse_turned=at) for at in range(1, MAX_HORSES + 1))


def _hits(side: Side, asked: HorseAsked) -> int:
    hits = side.program.horses_hits
    return 0 if hits is None else hits(asked, side.options)[0]


def _brings(side: Side, asked: HorseAsked) -> bool:
    """Whether a tile brings another one."""
    again = side.program.horses_again
    return again is not None and bool(again(asked, side.options)[0])


def _chosen(sums: set[int], written: set[int]) -> list[int]:
    ascending = sorted(sums - {0})
    if len(ascending) <= _FEW:
        return ascending
    places = [bisect_left(ascending, number) for number in written]
    beside = [one for at in places for one in ascending[max(0, at - 1) : at + 2]]
    return sorted({*ascending[:3], *ascending[-2:], *beside})
