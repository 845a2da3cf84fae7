"""What a ruleset must have when all of its chain has been put together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..diagnostics.report import Label
from ..surface.keys import (
    MAX_ASSUMPTIONS,
    MAX_DEFINES,
    MAX_FANS,
    MAX_OPTIONS,
    MAX_ROWS,
)
from ..surface.nodes import TABLE_KINDS
from ..surface.options import spelled_value
from .overlay import kept

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from ..source.text import Span
    from ..surface.nodes import OptionDecl, OptionValue, RulesetDecl, TableDecl


def check_structure(ruleset: RulesetDecl, sink: Sink) -> None:
    """Report what is missing, too much, or in the wrong place."""
    place = _heading(ruleset)
    _check_parts(ruleset, place, sink)
    _check_sizes(ruleset, place, sink)
    for option in kept(ruleset.options):
        if option.sound:
            _check_option(option, sink)
    for table in ruleset.tables:
        _check_rows(table, sink)


def _heading(ruleset: RulesetDecl) -> Span:
    """Where to point at when something is missing from the whole file."""
    return ruleset.variant.span if ruleset.variant else ruleset.origin.span


def _check_parts(ruleset: RulesetDecl, place: Span, sink: Sink) -> None:
    """A ruleset people can play has tiles, fans and all tables; an abstract one is not scored."""
    if ruleset.abstract is not None and ruleset.abstract.value:
        for example in ruleset.examples[:1]:
            labels = (Label(ruleset.abstract.origin.span, "abstract"),)
            sink.error("KWX2274", example.spans["id"], labels=labels, found=example.id)
        return
    if not ruleset.sound:
        return
    parts = {"table": ruleset.seating is not None, "fans": bool(kept(ruleset.fans))}
    parts |= dict.fromkeys(TABLE_KINDS, False)
    parts |= dict.fromkeys((table.kind for table in ruleset.tables), True)
    for part, there in parts.items():
        if not there:
            sink.error("KWX2256", place, part=part)
    _check_seating(ruleset, sink)


def _check_seating(ruleset: RulesetDecl, sink: Sink) -> None:
    seating = ruleset.seating
    if seating is None or not seating.sound:
        return
    parts = {
        "seats": seating.seats,
        "tiles.suits": seating.suits,
        "tiles.dragons": seating.dragons,
        "tiles.copies": seating.copies,
    }
    missing = [key for key, value in parts.items() if value is None]
    for key in missing:
        sink.error("KWX2202", seating.origin.span, key=key, path="table")
    if not missing and seating.basis is None:
        sink.error("KWX2221", seating.origin.span, path="table")


def _check_sizes(ruleset: RulesetDecl, place: Span, sink: Sink) -> None:
    sizes = [
        ("assumptions", len(ruleset.assumptions), MAX_ASSUMPTIONS),
        ("options", len(ruleset.options), MAX_OPTIONS),
        ("define", len(ruleset.defines), MAX_DEFINES),
        ("fans", len(ruleset.fans), MAX_FANS),
    ]
    sizes += [(table.kind, len(table.rows), MAX_ROWS) for table in ruleset.tables]
    for path, count, limit in sizes:
        if count > limit:
            sink.error("KWX2219", place, path=path, count=count, limit=limit)


def _check_option(option: OptionDecl, sink: Sink) -> None:
    """The values must be of one kind, and the default one of those that are accepted."""
    default, offered = option.default, option.offered
    if default is None:
        return
    path = f"options.{option.id.id}"
    values = offered.value if offered else (False, True)
    kinds = sorted({kind_of(value) for value in (*values, default.value)})
    if len(kinds) > 1:
        place = offered.origin.span if offered else default.origin.span
        sink.error("KWX2260", place, path=path, kinds=", ".join(kinds))
        return
    if option.accepts is not None and kinds != ["int"]:
        sink.error("KWX2264", option.accepts.origin.span, path=path, kind=kinds[0])
        return
    accepts = option.accepts.value if option.accepts else None
    if not accepted(default.value, values, accepts):
        labels = (Label(offered.origin.span, "offered"),) if offered else ()
        sink.error(
            "KWX2261",
            default.origin.span,
            labels=labels,
            path=path,
            found=spelled_value(default.value),
            offered=", ".join(map(spelled_value, values)),
        )


def kind_of(value: OptionValue) -> str:
    """What kind of option takes a value; ``none`` goes with the whole numbers."""
    if isinstance(value, bool):
        return "bool"
    return "word" if isinstance(value, str) else "int"


def accepted(
    value: OptionValue, offered: tuple[OptionValue, ...], accepts: tuple[int, int, bool] | None
) -> bool:
    """Whether an option may have a value."""
    if any(
        value is given or (value == given and kind_of(value) == kind_of(given)) for given in offered
    ):
        return True
    if accepts is None or isinstance(value, bool | str):
        return False
    low, high, none = accepts
    return none if value is None else low <= value <= high


def _check_rows(table: TableDecl, sink: Sink) -> None:
    """The last row takes all that is left, and no other does."""
    rows = kept(table.rows)
    if not rows and table.sound:
        sink.error("KWX2258", table.origin.span, path=table.kind)
    if not table.sound or not all(row.sound for row in rows):
        return
    for row, after in pairwise(rows):
        if row.when is None:
            labels = (Label(after.id.span, "after"),)
            sink.error("KWX2255", row.id.span, labels=labels, path=table.kind, found=row.id.id)
    if rows and rows[-1].when is not None:
        last = rows[-1]
        span = last.when.origin.span if last.when else last.id.span
        sink.error("KWX2254", span, path=table.kind, found=last.id.id)
