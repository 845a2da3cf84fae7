"""Diagnostics as workflow commands, which GitHub shows beside the changed lines.

GitHub shows only so many annotations a step and drops the rest silently, so after ten the rest is
counted in one more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import catalogue
from .visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .catalogue import Lang
    from .report import Diagnostic, Severity

_MOST = 10
_COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "notice"}
_RANK: Final[dict[Severity, int]] = {"error": 0, "warning": 1, "note": 2}
_REST: Final[dict[Lang, str]] = {
    "en": "{count} more not shown here; see the log of `kawuxing check`",
    "zh": "另有 {count} 条没有在这里列出，见 `kawuxing check` 的输出",
}


def render_github(diagnostics: Iterable[Diagnostic], lang: Lang = "en") -> str:
    """At most ten annotations, errors first, and a notice that counts what was left out.

    Ten of each level are shown; those that are no notices leave room for it.
    """
    found = sorted(diagnostics, key=lambda diagnostic: _RANK[diagnostic.severity])
    most = _MOST
    if len(found) > _MOST and found[_MOST - 1].severity == "note":
        most -= 1
    lines = [_annotation(diagnostic, lang) for diagnostic in found[:most]]
    if len(found) > most:
        lines.append(f"::notice::{_data(_REST[lang].format(count=len(found) - most))}")
    return "".join(line + "\n" for line in lines)


def _annotation(found: Diagnostic, lang: Lang) -> str:
    properties = [("title", f"{found.code} {catalogue.title(found.code, lang)}")]
    if found.span is not None:
        (line, column), (end_line, end_column) = found.span.position, found.span.end_position
        place = [("file", visible(found.span.source.name)), ("line", line), ("endLine", end_line)]
        if line == end_line:
            place += [("col", column), ("endColumn", max(column, end_column - 1))]
        properties = [(key, str(value)) for key, value in place] + properties
    text = "\n".join((catalogue.message(found, lang), *catalogue.helps(found, lang)))
    joined = ",".join(f"{key}={_property(value)}" for key, value in properties)
    return f"::{_COMMANDS[found.severity]} {joined}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
