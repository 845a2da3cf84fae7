"""What changed in the files: fans and the rows of tables."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ..resolved.nodes import SUMMED_KINDS
from ..surface.expressions import Number
from ..surface.keys import RESULT_KEYS
from ..surface.printer import print_expression
from .canonical import canonical
from .findings import Structural
from .places import origins, places
from .rules import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..core import nodes as core
    from ..resolved import nodes as resolved
    from ..surface.expressions import Expr
    from .canonical import Form
    from .rules import Renamed

    Value = str | int

_ALWAYS = "true"


def value_of(expr: Expr | None) -> Value:
    """An expression as a number, if it is one, or as its author wrote it."""
    if expr is None:
        return _ALWAYS
    return expr.value if isinstance(expr, Number) else print_expression(expr)


def compare_fans(before: core.Core, after: core.Core, renamed: Renamed) -> Iterator[Structural]:
    """Fans that are on one side only, that have another name, or that are not the same."""
    ours = {fan.id: fan for fan in before.ruleset.fans}
    theirs = {renamed.fans.get(fan.id, fan.id): fan for fan in after.ruleset.fans}
    typed = (_typed_fans(before, {}), _typed_fans(after, renamed.fans))
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        path = f"fans.{id_}"
        where = origins(one, other)
        if one is None or other is None:
            mine = None if one is None else _fan_summary(one)
            yours = None if other is None else _fan_summary(other)
            yield Structural(path, mine, yours, "scoring", where, (path,))
            continue
        if one.id != other.id:
            yield Structural(f"{path}.id", one.id, other.id, "wording", where)
        for key, forms in typed[0][id_].items():
            texts = (_fan_part(one, key, {}), _fan_part(other, key, renamed.fans))
            if forms != typed[1][id_][key] and texts[0] != texts[1]:
                at = places(one, other, key)
                yield Structural(f"{path}.{key}", *texts, "scoring", at, (path,))


def _typed_fans(variant: core.Core, names: Mapping[str, str]) -> dict[str, dict[str, Form]]:
    """For each fan what its keys mean."""
    lists = {
        names.get(fan.id, fan.id): {
            "replaces": _ids(fan.replaces, names),
            "excludes": _ids(fan.excludes, names),
            "on_top": ("true" if fan.on_top else "false",),
        }
        for fan in variant.ruleset.fans
    }
    found: dict[str, dict[str, Form]] = {}
    for fan in variant.fans:
        id_ = names.get(fan.id, fan.id)
        forms = {"times": canonical(fan.times, names), "when": canonical(fan.when, names)}
        found[id_] = {**forms, **lists[id_]}
    return found


def _ids(refs: Sequence[resolved.Ref], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted({names.get(ref.id, ref.id) for ref in refs}))


def _fan_part(fan: resolved.Fan, key: str, names: Mapping[str, str]) -> Value:
    match key:
        case "times":
            return value_of(fan.times)
        case "when":
            return value_of(fan.when)
        case "replaces":
            return ", ".join(_ids(fan.replaces, names))
        case "on_top":
            return "true" if fan.on_top else "false"
        case _:
            return ", ".join(_ids(fan.excludes, names))


def _fan_summary(fan: resolved.Fan) -> str:
    return f"times: {value_of(fan.times)}, when: {value_of(fan.when)}"


def compare_rows(
    kind: resolved.TableKind, before: core.Core, after: core.Core, renamed: Renamed
) -> Iterator[Structural]:
    """Rows of a table that are on one side only, renamed, changed, or in another order."""
    ours = _rows(before, kind, {})
    theirs = _rows(after, kind, renamed.rows)
    class_ = CLASSES[kind]
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        path = f"{kind}.{id_}"
        where = origins(one and one[0], other and other[0])
        if one is None or other is None:
            mine = None if one is None else _row_summary(one[0], kind)
            yours = None if other is None else _row_summary(other[0], kind)
            yield Structural(path, mine, yours, class_, where, (path,))
            continue
        if one[0].id != other[0].id:
            yield Structural(f"{path}.id", one[0].id, other[0].id, "wording", where)
        yield from _row(path, RESULT_KEYS[kind], (one, other), renamed)
    if kind not in SUMMED_KINDS:
        yield from _moved(kind, ours, theirs)


_Row = tuple["resolved.Row", "core.Row"]


def _rows(
    variant: core.Core, kind: resolved.TableKind, names: Mapping[str, str]
) -> dict[str, _Row]:
    """The rows of a table as written and as typed, by the first side's names for them."""
    written = [row for one in variant.ruleset.tables if one.kind == kind for row in one.rows]
    found: dict[str, _Row] = {}
    for row, typed in zip(written, variant.table(kind).rows, strict=True):
        path = f"{kind}.{row.id}"
        found[names.get(path, path).removeprefix(f"{kind}.")] = (row, typed)
    return found


def _row(
    path: str, result: str, sides: tuple[_Row, _Row], renamed: Renamed
) -> Iterator[Structural]:
    (one, typed), (other, their) = sides
    kind = CLASSES[_table_of(path)]
    for key, forms, texts in (
        (
            "when",
            (canonical(typed.when, {}), canonical(their.when, renamed.fans)),
            (value_of(one.when), value_of(other.when)),
        ),
        (
            result,
            (canonical(typed.result, {}), canonical(their.result, renamed.fans)),
            (value_of(one.result), value_of(other.result)),
        ),
    ):
        if forms[0] != forms[1] and texts[0] != texts[1]:
            where = places(one, other, key)
            yield Structural(f"{path}.{key}", *texts, kind, where, (path,))


def _table_of(path: str) -> resolved.TableKind:
    return next(kind for kind in CLASSES if path.startswith(f"{kind}."))


def _row_summary(row: resolved.Row, kind: resolved.TableKind) -> str:
    return f"{RESULT_KEYS[kind]}: {value_of(row.result)}, when: {value_of(row.when)}"


def _moved(
    kind: resolved.TableKind, ours: Mapping[str, _Row], theirs: Mapping[str, _Row]
) -> Iterator[Structural]:
    """The fewest rows that must have moved for the order to have come about."""
    common = [id_ for id_ in ours if id_ in theirs]
    order = [id_ for id_ in theirs if id_ in ours]
    stayed = longest_rising([order.index(id_) for id_ in common])
    for at, id_ in enumerate(common):
        if order.index(id_) not in stayed:
            where = origins(ours[id_][0], theirs[id_][0])
            path = f"{kind}.{id_}"
            places = (at + 1, order.index(id_) + 1)
            yield Structural(f"{path}.place", *places, CLASSES[kind], where, (path,))


def longest_rising(numbers: Sequence[int]) -> set[int]:
    """The members of a longest rising subsequence."""
    ends: list[int] = []
    chains: list[tuple[int, ...]] = []
    for number in numbers:
        at = bisect_left(ends, number)
        chain = (*(chains[at - 1] if at else ()), number)
        ends[at : at + 1] = [number]
        chains[at : at + 1] = [chain]
    return set(chains[-1]) if chains else set()
