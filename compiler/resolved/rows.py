"""Decision tables of a chain: replaced whole by a list, or patched row by row by a mapping."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnostics.report import Sink
from ..meant import did_you_mean
from ..surface.keys import RESULT_KEYS
from ..surface.nodes import OPTIONAL_KINDS, SUMMED_KINDS, TABLE_KINDS, Removed, RowDecl, TableDecl
from .overlay import Change, check_grounds, first_change, kept, later, row_over
from .placing import arrange, at_a_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..surface.nodes import Origin, TableKind
    from .past import Past


def lay_tables(
    parents: Sequence[TableDecl], children: Sequence[TableDecl], past: Past, sink: Sink
) -> tuple[TableDecl, ...]:
    """Lay a child's tables over its parent's; the outcome is in the order of `TABLE_KINDS`."""
    old = {table.kind: table for table in parents}
    new = {table.kind: table for table in children}
    merged = (_lay_table(old.get(kind), new.get(kind), past, sink) for kind in TABLE_KINDS)
    return tuple(table for table in merged if table is not None)


def _lay_table(
    old: TableDecl | None, new: TableDecl | None, past: Past, sink: Sink
) -> TableDecl | None:
    if new is None:
        return old
    if new.whole:
        return _with_those_placed(_replace(old, new, sink), old, past)
    if old is None and new.kind in OPTIONAL_KINDS:
        old = replace(new, whole=True, rows=())
    if old is None:
        sink.error("KWX2242", new.key, path=new.kind)
        return replace(new, whole=True, sound=False, rows=())
    return _patch(old, new, past, sink)


def _replace(old: TableDecl | None, new: TableDecl, sink: Sink) -> TableDecl:
    for row in kept(new.rows):
        if row.sound and row.basis is None:
            sink.error("KWX2221", row.id.span, path=f"{new.kind}.{row.id.id}")
    if old is None:
        return new
    before = {row.id.id: row.origin for row in kept(old.rows)}
    rows = [_remember(row, before.get(row.id.id)) for row in kept(new.rows)]
    return replace(new, origin=later(old.origin, new.origin), rows=tuple(rows))


def _with_those_placed(table: TableDecl, old: TableDecl | None, past: Past) -> TableDecl:
    """Upon a mix-in's table, the rows that mix-ins below it put at a place, as they are by now.

    Those were made to lie upon any table; so it does not matter which mix-in comes first. What is
    wrong with them has been told.
    """
    if old is None or not past.under_mixin:
        return table
    now = {row.id.id: row for row in kept(old.rows)}
    for file in reversed(past.below):
        for given in file.tables if file.mixin else ():
            if given.kind == table.kind and not given.whole:
                rows = [
                    replace(now[row.id.id], place=row.place)
                    for row in at_a_place(given, table)
                    if row.id.id in now
                ]
                table = _patch(table, replace(given, rows=tuple(rows)), past, Sink())
    return table


def _remember(row: RowDecl, before: Origin | None) -> RowDecl:
    return row if before is None else replace(row, origin=later(before, row.origin))


def _patch(old: TableDecl, new: TableDecl, past: Past, sink: Sink) -> TableDecl:
    # what has found its place in an older table is one row among others in this one
    merged = {row.id.id: replace(row, place=None) for row in kept(old.rows)}
    inherited = tuple(merged)
    placed: list[RowDecl] = []
    complete = True
    for child in new.rows:
        before = merged.get(child.id.id)
        if isinstance(child, Removed):
            if before is None:
                not_there(child, new.kind, inherited, past, sink)
            merged.pop(child.id.id, None)
            continue
        if before is None:
            row = child
            complete = _check_new(child, new.kind, inherited, past, sink) and complete
        else:
            row = replace(row_over(before, child), place=child.place)
            _check_patch(before, child, new.kind, sink)
        merged[child.id.id] = row
        if child.place is not None:
            placed.append(row)
    rows, arranged = arrange(merged, placed, new.kind, sink)
    return TableDecl(
        kind=new.kind,
        key=new.key,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound and complete and arranged,
        whole=True,
        rows=rows,
    )


def not_there(child: Removed, path: str, inherited: Sequence[str], past: Past, sink: Sink) -> None:
    """Report a removal of what is not there, unless another mix-in has removed it as well."""
    found = child.id.id
    if past.removed_beside(f"{path}.{found}"):
        return
    close, fix = did_you_mean(found, inherited, sink=sink)
    labels = past.labels(f"{path}.{found}")
    params = {"path": path, "found": found, "close": close}
    sink.error("KWX2241", child.id.span, labels=labels, fix=fix, **params)


def _check_new(
    row: RowDecl, kind: TableKind, inherited: Sequence[str], past: Past, sink: Sink
) -> bool:
    """Report what a new row lacks; whether it is a row in a known place."""
    if not row.sound:
        return False
    path = f"{kind}.{row.id.id}"
    if row.result is not None and _placed(row, kind):
        if row.basis is None:
            sink.error("KWX2221", row.id.span, path=path)
        return True
    if path in past.contested:
        return False
    labels = past.labels(path)
    close, fix = did_you_mean(row.id.id, inherited, sink=sink)
    if row.result is None:
        sink.error(
            "KWX2240",
            row.id.span,
            labels=labels,
            fix=fix,
            path=kind,
            found=row.id.id,
            missing=RESULT_KEYS[kind],
            close=close,
        )
    else:
        params = {"path": kind, "found": row.id.id, "close": close}
        sink.error("KWX2243", row.id.span, labels=labels, fix=fix, **params)
    return False


def _placed(row: RowDecl, kind: TableKind) -> bool:
    """Whether a new row says where it goes; where all rows count, it need not."""
    return row.place is not None or kind in SUMMED_KINDS


def _check_patch(old: RowDecl, new: RowDecl, kind: TableKind, sink: Sink) -> None:
    if not new.sound:
        return
    change = first_change(when=(old.when, new.when))
    change = change or first_change(**{RESULT_KEYS[kind]: (old.result, new.result)})
    if change is None and new.place is not None:
        change = Change(new.place.side, new.place.anchor.span, None)
    check_grounds(f"{kind}.{new.id.id}", change, new.basis, old.id.span, sink)
