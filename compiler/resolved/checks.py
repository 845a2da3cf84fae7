"""What a ruleset must have when all of its chain has been put together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..diagnostics.report import Diagnostic, Label
from ..surface.keys import (
    MAX_ASSUMPTIONS,
    MAX_DEFINES,
    MAX_FANS,
    MAX_OPTIONS,
    MAX_PRESETS,
    MAX_ROWS,
)
from ..surface.nodes import TABLE_KINDS
from ..surface.options import spelled_value
from .overlay import kept

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..diagnostics.report import Sink, Value
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
        ("presets", len(ruleset.presets), MAX_PRESETS),
        ("define", len(ruleset.defines), MAX_DEFINES),
        ("fans", len(ruleset.fans), MAX_FANS),
    ]
    sizes += [(table.kind, len(table.rows), MAX_ROWS) for table in ruleset.tables]
    for path, count, limit in sizes:
        if count > limit:
            sink.error("KWX2219", place, path=path, count=count, limit=limit)


def _check_option(option: OptionDecl, sink: Sink) -> None:
    """The values must be of one kind, and the default one of those that are accepted."""
    default, offered, accepts = option.default, option.offered, option.accepts
    if default is None or (offered is None and not isinstance(default.value, bool)):
        return  # incomplete, as has been said
    path, newest = f"options.{option.id.id}", option.id.span
    places = {"default": default.origin.span}
    if offered is not None:
        places["offered"] = offered.origin.span
    kinds = sorted({kind_of(value) for value in (*offered_values(option), default.value)})
    if len(kinds) > 1:
        report_at("KWX2260", places, newest, sink, path=path, kinds=", ".join(kinds))
    elif accepts is not None and kinds != ["int"]:
        places = {"accepts": accepts.origin.span} | places
        report_at("KWX2264", places, newest, sink, path=path, kind=kinds[0])
    elif not accepted(default.value, option):
        report_at("KWX2261", places, newest, sink, **refusal(default.value, option))


def refusal(value: OptionValue, option: OptionDecl) -> dict[str, Value]:
    """What there is to say about a value that an option does not take."""
    known: dict[str, Value] = {
        "path": f"options.{option.id.id}",
        "found": spelled_value(value),
        "offered": ", ".join(map(spelled_value, offered_values(option))),
    }
    if option.accepts is not None:
        low, high, _ = option.accepts.value
        known |= {"low": low, "high": high}
    return known


def kind_of(value: OptionValue) -> str:
    """What kind of option takes a value; ``none`` goes with the whole numbers."""
    if isinstance(value, bool):
        return "bool"
    return "word" if isinstance(value, str) else "int"


def offered_values(option: OptionDecl) -> tuple[OptionValue, ...]:
    """What an option offers; a truth need not list its two values."""
    return option.offered.value if option.offered else (False, True)


def accepted(value: OptionValue, option: OptionDecl) -> bool:
    """Whether an option may have a value."""
    if any(value == other and kind_of(value) == kind_of(other) for other in offered_values(option)):
        return True
    if option.accepts is None or isinstance(value, bool | str):
        return False
    low, high, none = option.accepts.value
    return none if value is None else low <= value <= high


def _check_rows(table: TableDecl, sink: Sink) -> None:
    """The last row takes all that is left, and no other does."""
    rows = kept(table.rows)
    if not rows and table.sound:
        sink.error("KWX2258", table.key, path=table.kind)
    if not table.sound or not all(row.sound for row in rows):
        return
    for row, after in pairwise(rows):
        if row.when is None:
            places = {"always": row.id.span, "after": after.id.span}
            report_at("KWX2255", places, table.key, sink, path=table.kind, found=row.id.id)
    if rows and rows[-1].when is not None:
        last = rows[-1]
        places = {"row": rows[-1].when.origin.span}
        report_at("KWX2254", places, table.key, sink, path=table.kind, found=last.id.id)


def report_at(
    code: str, places: Mapping[str, Span], newest: Span, sink: Sink, **params: Value
) -> None:
    """Report what several places make together, in the file that brought it about.

    Args:
        code: What is wrong.
        places: The places by the key of their label, the one at fault first.
        newest: A place in the youngest file that has a part in it.
        sink: Takes the error: at the first place in that file, the others beside it.
        params: Values for the texts.
    """
    mine = [key for key, span in places.items() if span.source is newest.source]
    span = places[mine[0]] if mine else newest
    labels = tuple(Label(other, key) for key, other in places.items() if other is not span)
    sink.add(Diagnostic(code, span, params, labels))
