"""Diagnostics for programs: a list of objects, their keys always in the same order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from . import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..source.text import Span
    from .catalogue import Lang
    from .report import Diagnostic

Json: TypeAlias = "str | int | list[Json] | dict[str, Json] | None"


def diagnostic_object(found: Diagnostic, lang: Lang = "en") -> dict[str, Json]:
    """One diagnostic as plain data.

    Lines and columns count from 1, columns in characters (code points); the end is exclusive.
    """
    return {
        "code": found.code,
        "severity": found.severity,
        "message": catalogue.message(found, lang),
        "help": list[Json](catalogue.helps(found, lang)),
        "fix": found.fix,
        **_place(found.span),
        "labels": [
            {"message": catalogue.label_text(found, label, lang), **_place(label.span)}
            for label in found.labels
        ],
    }


def render_json(diagnostics: Iterable[Diagnostic], lang: Lang = "en") -> str:
    """All diagnostics as the text of a JSON list."""
    objects = [diagnostic_object(found, lang) for found in diagnostics]
    text = json.dumps(objects, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


def _place(span: Span | None) -> dict[str, Json]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    (line, column), (end_line, end_column) = span.position, span.end_position
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
