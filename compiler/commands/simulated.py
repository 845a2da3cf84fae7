"""What `simulate` writes as text: the sections of its page as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..diagnostics.visible import visible
from ..simulation.about import about, title
from ..simulation.differences import differences_of
from ..simulation.sections import sections_of
from .columns import hang, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..simulation.section import Section
    from .settings import Settings

_WIDTH = 100
_METHOD = (
    "Intervals [low, high] are of 95 %: Wilson's for shares, the normal one for means.",
    "[低, 高] 为 95% 区间：比例用 Wilson 区间，平均值用正态区间。",
)


def text_of(report: dict[str, Any], settings: Settings) -> str:
    """The whole text; of two variants only what tells them apart."""
    lang = settings.lang
    sections = differences_of(report, lang) if "other" in report else sections_of(report, lang)
    facts = table(about(report, lang), right=frozenset())
    lines = [visible(title(report, lang)), *[f"  {line}" for line in facts]]
    for section in sections:
        lines += ["", *_section(section)]
    return "\n".join([*lines, "", settings.say(_METHOD), ""])


def _section(section: Section) -> Iterator[str]:
    yield visible(section.title)
    if section.note:
        yield from hang("  ", section.note, _WIDTH).split("\n")
    rows = [section.headings, *section.rows] if any(section.headings) else list(section.rows)
    right = frozenset(range(1, len(section.rows[0]))) if section.rows else frozenset()
    for line in table(rows, right=right):
        yield f"  {line}"
