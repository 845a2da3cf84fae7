"""Diagnostics as workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import catalogue
from .annotations import Annotation, workflow_commands
from .visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .catalogue import Lang
    from .report import Diagnostic

_REST: Final[dict[Lang, str]] = {
    "en": "{count} more not shown here; see the log of `kawuxing check`",
    "zh": "另有 {count} 条没有在这里列出，见 `kawuxing check` 的输出",
}


def render_github(diagnostics: Iterable[Diagnostic], lang: Lang = "en") -> str:
    """At most ten annotations, errors first, and a notice that counts what was left out."""
    return workflow_commands(
        (_annotation(found, lang) for found in diagnostics),
        lambda count: _REST[lang].format(count=count),
    )


def _annotation(found: Diagnostic, lang: Lang) -> Annotation:
    properties = [("title", f"{found.code} {catalogue.title(found.code, lang)}")]
    if found.span is not None:
        (line, column), (end_line, end_column) = found.span.position, found.span.end_position
        place = [("file", visible(found.span.source.name)), ("line", line), ("endLine", end_line)]
        if line == end_line:
            place += [("col", column), ("endColumn", max(column, end_column - 1))]
        properties = [(key, str(value)) for key, value in place] + properties
    text = "\n".join((catalogue.message(found, lang), *catalogue.helps(found, lang)))
    return Annotation(found.severity, tuple(properties), text)
