"""What must be known of definitions before any expression is typed.

A definition is spelled out wherever it is used, so none may lead back to itself, and together they
must stay of a size that every later pass can walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Label
from ..resolved.circles import find_circles
from ..resolved.nodes import Ref
from ..surface.expressions import MAX_DEPTH, Name, Quantified, children, free_names
from .nodes import BELOW

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..diagnostics.report import Sink
    from ..resolved.nodes import Define, Ruleset
    from ..surface.expressions import Expr

MAX_PARTS = 50_000
"""How many names, values and operators all rules may have, definitions spelled out."""


class _Size(NamedTuple):
    parts: int
    depth: int


def circular(ruleset: Ruleset, sink: Sink) -> frozenset[str]:
    """Report circles of definitions; the definitions that lead into one."""
    uses = {define.id: _uses(define, ruleset) for define in ruleset.defines}
    for circle in find_circles(uses):
        steps = [Label(ref.span, "step", {"one": name, "other": ref.id}) for name, ref in circle]
        names = [name for name, _ in circle]
        shown = " → ".join([*names, names[0]])
        sink.error("KWX2414", steps[0].span, labels=steps[1:], found=names[0], circle=shown)
    return frozenset(uses.keys() - _sizes(ruleset.defines).keys())


def _uses(define: Define, ruleset: Ruleset) -> list[Ref]:
    known = {one.id for one in ruleset.defines}
    used = (Ref(name.parts[0], name.part_spans[0]) for name in free_names(define.body))
    return [ref for ref in used if ref.id in known]


def fit(ruleset: Ruleset, sink: Sink) -> bool:
    """Whether the rules can be spelled out; says which is the first that cannot."""
    sizes = _sizes(ruleset.defines)
    total = 0
    for expr, size in _spelled_out(ruleset, sizes):
        if size.depth > MAX_DEPTH:
            sink.error("KWX2434", expr.span, depth=size.depth, limit=MAX_DEPTH)
            return False
        total += size.parts
        if total > MAX_PARTS:
            sink.error("KWX2435", expr.span, limit=MAX_PARTS)
            return False
    return True


def _spelled_out(ruleset: Ruleset, sizes: Mapping[str, _Size]) -> Iterator[tuple[Expr, _Size]]:
    """Every expression with its size; in a row the rows below it may be spelled out."""
    exprs = [define.body for define in ruleset.defines]
    exprs += [expr for fan in ruleset.fans for expr in (fan.when, fan.times)]
    yield from ((expr, _size(expr, sizes)) for expr in exprs)
    for table in ruleset.tables:
        known = dict(sizes)
        for row in reversed(table.rows):
            both = [row.result] if row.when is None else [row.when, row.result]
            found = [_size(expr, known) for expr in both]
            yield from zip(both, found, strict=True)
            if BELOW in known:
                found.append(known[BELOW])
            known[BELOW] = _joined(found)


def _sizes(defines: tuple[Define, ...]) -> dict[str, _Size]:
    """The sizes of all definitions but those that lead into circles."""
    sizes: dict[str, _Size] = {}
    waiting = list(defines)
    while waiting:
        left = {define.id for define in waiting}
        ready = [
            define
            for define in waiting
            if all(name.parts[0] not in left for name in free_names(define.body))
        ]
        if not ready:
            break
        sizes |= {define.id: _size(define.body, sizes) for define in ready}
        waiting = [define for define in waiting if define.id not in sizes]
    return sizes


def _size(expr: Expr, known: Mapping[str, _Size]) -> _Size:
    if isinstance(expr, Name) and expr.parts[0] in known:
        named = known[expr.parts[0]]
        return _Size(named.parts + 1, named.depth + 1)
    if isinstance(expr, Quantified) and expr.variable in known:
        known = {name: size for name, size in known.items() if name != expr.variable}
    return _joined([_size(one, known) for one in children(expr)])


def _joined(inner: Sequence[_Size]) -> _Size:
    """The size of something made of parts."""
    return _Size(
        1 + sum(one.parts for one in inner), 1 + max((one.depth for one in inner), default=0)
    )
