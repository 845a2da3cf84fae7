"""Diagnostics as a SARIF 2.1.0 log, the form code scanning services read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from . import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..source.text import Span
    from .catalogue import Lang
    from .render_json import Json
    from .report import Diagnostic, Severity

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "note"}
_LANGUAGES: Final[dict[Lang, str]] = {"en": "en", "zh": "zh-CN"}


def sarif(
    diagnostics: Iterable[Diagnostic], lang: Lang = "en", *, version: str = "0"
) -> dict[str, Json]:
    """Build a log of one run.

    Args:
        diagnostics: What was found, in order.
        lang: The language of its texts.
        version: The version of this program.

    Returns:
        The log as plain data, ready for ``json.dumps``.
    """
    found = list(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in found})
    driver: dict[str, Json] = {
        "name": "kawuxing",
        "version": version,
        "rules": [_rule(code, lang) for code in codes],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "language": _LANGUAGES[lang],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(diagnostic, codes.index(diagnostic.code), lang) for diagnostic in found
        ],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, lang: Lang) -> Json:
    title = catalogue.title(code, lang)
    rule: dict[str, Json] = {"id": code, "shortDescription": {"text": title}}
    page = catalogue.page(code, lang)
    if page is not None:
        rule["help"] = {"text": page, "markdown": page}
    return rule


def _result(found: Diagnostic, index: int, lang: Lang) -> Json:
    text = "\n".join((catalogue.message(found, lang), *catalogue.helps(found, lang)))
    result: dict[str, Json] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
    }
    if found.span is not None:
        result["locations"] = [{"physicalLocation": _location(found.span)}]
    if found.labels:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(label.span),
                "message": {"text": catalogue.label_text(found, label, lang)},
            }
            for number, label in enumerate(found.labels, 1)
        ]
    if found.span is not None and found.fix is not None:
        result["fixes"] = [_fix(found.span, found.fix)]
    return result


def _artifact(span: Span) -> dict[str, Json]:
    return {"uri": quote(span.source.name, safe="/", errors="replace")}


def _region(span: Span) -> dict[str, Json]:
    (line, column), (end_line, end_column) = span.position, span.end_position
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _location(span: Span) -> dict[str, Json]:
    return {"artifactLocation": _artifact(span), "region": _region(span)}


def _fix(span: Span, text: str) -> Json:
    replacement: dict[str, Json] = {
        "deletedRegion": _region(span),
        "insertedContent": {"text": text},
    }
    return {
        "artifactChanges": [{"artifactLocation": _artifact(span), "replacements": [replacement]}]
    }
