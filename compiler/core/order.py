"""In which order fans must be judged, and which of them can never be."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..diagnostics.report import Label
from .nodes import FanRead, asks_product, children

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from ..resolved import nodes as r
    from ..source.text import Span
    from .nodes import Expr

Why: TypeAlias = Literal["reads", "replaced", "excluded"]
Edges: TypeAlias = dict[str, dict[str, "tuple[Why, Span]"]]
"""For each fan those that come before it, why, and where that is written."""


def fans_read(expr: Expr) -> dict[str, Span]:
    """The fans whose scoring an expression asks for."""
    if isinstance(expr, FanRead):
        return {expr.id: expr.span}
    found: dict[str, Span] = {}
    for part in children(expr):
        found |= fans_read(part)
    return found


def fans_before(typed: dict[str, tuple[Expr, Expr]]) -> dict[str, dict[str, Span]]:
    """For each fan those it asks for; the product comes of all fans that do not ask for it."""
    asking = {
        one: span
        for one, exprs in typed.items()
        if (span := next(filter(None, map(asks_product, exprs)), None))
    }
    return {
        one: fans_read(when)
        | fans_read(times)
        | ({other: asking[one] for other in typed if other not in asking} if one in asking else {})
        for one, (when, times) in typed.items()
    }


def closure_of_replacement(fans: tuple[r.Fan, ...]) -> dict[str, tuple[str, ...]]:
    """For each fan all that replace it, directly or through another."""
    direct: dict[str, list[str]] = {fan.id: [] for fan in fans}
    for fan in fans:
        for ref in fan.replaces:
            direct.setdefault(ref.id, []).append(fan.id)
    return {fan.id: tuple(_reach(fan.id, direct)) for fan in fans}


def _reach(start: str, direct: dict[str, list[str]]) -> list[str]:
    found = dict.fromkeys(direct[start])
    waiting = list(found)
    for one in waiting:  # which grows on the way
        new = [other for other in direct.get(one, ()) if other not in found]
        found |= dict.fromkeys(new)
        waiting += dict.fromkeys(new)
    return waiting


def edges(fans: tuple[r.Fan, ...], reads: dict[str, dict[str, Span]]) -> Edges:
    """Which fans come before which: those it reads, those that replace or exclude it."""
    before: Edges = {fan.id: {} for fan in fans}
    for fan in fans:
        for ref in fan.replaces:
            before.get(ref.id, {}).setdefault(fan.id, ("replaced", ref.span))
        for ref in fan.excludes:
            before.get(ref.id, {}).setdefault(fan.id, ("excluded", ref.span))
        for other, span in reads.get(fan.id, {}).items():
            before[fan.id].setdefault(other, ("reads", span))
    return before


def judging_order(before: Edges, sink: Sink) -> tuple[str, ...]:
    """Sort the fans so that each comes after all it depends on; report circles.

    Fans that do not depend on each other keep the author's order.
    """
    done: list[str] = []
    left = list(before)
    while left:
        ready = next((one for one in left if all(x not in left for x in before[one])), None)
        if ready is None:
            _report_cycle(before, left, sink)
            return tuple(before)
        left.remove(ready)
        done.append(ready)
    return tuple(done)


def _report_cycle(before: Edges, left: list[str], sink: Sink) -> None:
    """Name one circle among the fans that are left, each step with its place.

    One of `replaces` alone, or of `excludes` alone, has been reported with the fans themselves.
    """
    path = [left[0]]
    while path[-1] not in path[:-1]:
        path.append(next(one for one in before[path[-1]] if one in left))
    circle = path[path.index(path[-1]) :]
    steps = [(one, other, *before[one][other]) for one, other in pairwise(circle)]
    if {why for _, _, why, _ in steps} in ({"replaced"}, {"excluded"}):
        return
    labels = [Label(span, why, {"one": one, "other": other}) for one, other, why, span in steps]
    sink.error("KWX2301", labels[0].span, labels=labels[1:], circle=" → ".join(circle))
