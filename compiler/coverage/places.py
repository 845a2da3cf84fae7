"""Where rules are written: what tells one from another, whoever inherits it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..surface.keys import RESULT_KEYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolved.nodes import Fan, Foul, Origin, Row, Ruleset, TableKind
    from ..source.text import Span

Place: TypeAlias = tuple[str, int, int]
"""The file's hash, and from where to where; the same whichever way the file was come by."""

_FAN_KEYS = ("when", "times", "on_top", "replaces", "excludes")
"""The keys of a fan that decide what it does."""
FOUL_KEYS = ("may_win", "may_kong", "kong_money")
"""The keys of a foul that do."""


def place_of(span: Span) -> Place:
    """What a stretch of a file is known by."""
    return (span.source.sha256, span.start, span.end)


def fan_span(fan: Fan, ruleset: Ruleset) -> Span:
    """Where a fan was last given something to do."""
    return _last_written(fan.keys, _FAN_KEYS, fan.origin, ruleset)


def row_span(row: Row, kind: TableKind, ruleset: Ruleset) -> Span:
    """Where a row was last given something to do."""
    return _last_written(row.keys, ("when", RESULT_KEYS[kind]), row.origin, ruleset)


def foul_span(foul: Foul, ruleset: Ruleset) -> Span:
    """Where it was last written what follows from a foul."""
    return _last_written(foul.keys, FOUL_KEYS, foul.origin, ruleset)


def _last_written(
    keys: Mapping[str, Origin], wanted: tuple[str, ...], origin: Origin, ruleset: Ruleset
) -> Span:
    """The first of some keys in the youngest file that has any of them."""
    ages = {source.sha256: age for age, source in reversed(list(enumerate(ruleset.sources)))}
    written = [keys[key].span for key in wanted if key in keys]
    return min(written, key=lambda span: ages[span.source.sha256], default=origin.span)
