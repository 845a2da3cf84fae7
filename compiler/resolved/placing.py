"""Where rows go that a child puts ``before`` or ``after`` others, or at a ``place``.

A mapping has no order, so the outcome must not depend on the order of its keys: every place is
taken by one row at most, and a row may stand next to another that is itself being placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.report import Label
from ..meant import did_you_mean
from ..surface.nodes import Placement, Ref
from .overlay import kept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..diagnostics.report import Sink
    from ..surface.nodes import RowDecl, TableDecl, TableKind


def at_a_place(rows: TableDecl, whole: TableDecl) -> tuple[RowDecl, ...]:
    """Those of a mapping's rows that may lie upon a table of whose rows they know nothing.

    They are complete, go to a place, and have no id that stands in the table.
    """
    taken = {row.id.id for row in whole.rows}
    return tuple(
        row
        for row in kept(rows.rows)
        if row.place is not None and row.place.side == "place"
        if row.result is not None and row.id.id not in taken
    )


def arrange(
    rows: Mapping[str, RowDecl], placed: Sequence[RowDecl], kind: TableKind, sink: Sink
) -> tuple[tuple[RowDecl, ...], bool]:
    """Put rows in order.

    Args:
        rows: All rows by id, those of the parent in its order.
        placed: Which of them have a place of their own.
        kind: The table.
        sink: Takes what is wrong with the places.

    Returns:
        The rows, and whether every place made sense; rows for which there is none come last.
    """
    neighbours: dict[tuple[str, str], RowDecl] = {}
    sound = True
    free = [row for row in rows.values() if row.place is None]
    by_word = [row for row in placed if row.place is not None and row.place.side == "place"]
    for row in placed:
        place = None if row.place is None else _beside(row.place, free)
        if place is not None:
            sound = _take(neighbours, row, place, (rows, kind, sink)) and sound
    ordered: dict[str, RowDecl] = {}
    for row in free or by_word:
        _put(row, neighbours, ordered)
    lost = sorted((row for row in placed if row.id.id not in ordered), key=lambda row: row.id.id)
    if lost and sound:
        _circle(lost, neighbours, kind, sink)
        sound = False
    return (*ordered.values(), *lost), sound


def _take(
    neighbours: dict[tuple[str, str], RowDecl],
    row: RowDecl,
    place: Placement,
    table: tuple[Mapping[str, RowDecl], TableKind, Sink],
) -> bool:
    rows, kind, sink = table
    anchor = place.anchor
    if anchor.id not in rows:
        close, fix = did_you_mean(anchor.id, rows, sink=sink)
        sink.error("KWX2244", anchor.span, fix=fix, path=kind, found=anchor.id, close=close)
        return False
    other = neighbours.setdefault((place.side, anchor.id), row)
    if other is row or other.place is None:
        return True
    labels = (Label(other.place.anchor.span, "first", {"row": other.id.id}),)
    sink.error(
        "KWX2245",
        anchor.span,
        labels=labels,
        path=kind,
        side=place.side,
        found=anchor.id,
        row=row.id.id,
    )
    return False


def _beside(place: Placement, free: Sequence[RowDecl]) -> Placement | None:
    """Beside which row of the parent something goes that names none.

    The first place is before all of them; the last is behind all that have a condition.
    """
    if place.side != "place":
        return place
    if not free:
        return None
    row = free[0] if place.anchor.id == "first" else free[-1]
    before = place.anchor.id == "first" or row.when is None
    return Placement("before" if before else "after", Ref(row.id.id, place.anchor.span))


def _put(
    row: RowDecl, neighbours: dict[tuple[str, str], RowDecl], ordered: dict[str, RowDecl]
) -> None:
    """Put a row with its neighbours on both sides, and theirs."""
    before = neighbours.get(("before", row.id.id))
    if before is not None:
        _put(before, neighbours, ordered)
    ordered[row.id.id] = row
    after = neighbours.get(("after", row.id.id))
    if after is not None:
        _put(after, neighbours, ordered)


def _circle(
    lost: Sequence[RowDecl],
    neighbours: Mapping[tuple[str, str], RowDecl],
    kind: TableKind,
    sink: Sink,
) -> None:
    """Report rows each of which is put beside another of them, every step with its place."""
    by_id = {row.id.id: row for row in lost}
    row = lost[0]
    seen: dict[str, RowDecl] = {}
    while row.id.id not in seen and row.place is not None:
        seen[row.id.id] = row
        row = by_id[row.place.anchor.id]
    path = list(seen)
    circle = [seen[name] for name in path[path.index(row.id.id) :]]
    labels = [
        Label(step.place.anchor.span, "step", {"row": step.id.id, "anchor": step.place.anchor.id})
        for step in circle
        if step.place is not None
    ]
    sink.error(
        "KWX2246",
        labels[0].span,
        labels=labels[1:],
        path=kind,
        row=circle[0].id.id,
        circle=", ".join(row.id.id for row in circle),
    )
