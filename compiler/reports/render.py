"""The forms in which differences are shown; each is loaded when it is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .render_json import Object
    from .report import Report
    from .words import Lang

FORMATS: Final = ("text", "json", "markdown", "github", "sarif")


def render(
    report: Report, form: str, lang: Lang, *, colour: bool = False, version: str = "0"
) -> str:
    """A report in one of the forms."""
    match form:
        case "json":
            from .render_json import report_object  # noqa: PLC0415 - as all others

            return _json(report_object(report, lang))
        case "markdown":
            from .render_markdown import render_markdown  # noqa: PLC0415

            return render_markdown(report, lang)
        case "github":
            from .render_github import render_github  # noqa: PLC0415

            return render_github(report, lang)
        case "sarif":
            from .render_sarif import sarif_object  # noqa: PLC0415

            return _json(sarif_object(report, lang, version=version))
        case _:
            from .render_text import render_text  # noqa: PLC0415

            return render_text(report, lang, colour=colour)


def _json(value: Object) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
