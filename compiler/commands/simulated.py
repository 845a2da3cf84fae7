"""What `simulate` writes as text: the sections of its page as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.visible import visible
from ..diagnostics.width import columns
from ..simulation.about import about, title
from ..simulation.differences import differences_of
from ..simulation.sections import sections_of
from .columns import hang, pad, table, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..simulation.section import Section
    from .settings import Settings

_WIDTH: Final = 80
_INDENT: Final = 2
_LABEL: Final = 16
"""Columns a label has at least, whatever stands beside it."""
_METHOD: Final = (
    "Intervals [low, high] are of 95 %: Wilson's for shares, normal ones for means.",
    "[低, 高] 为 95% 区间：比例用 Wilson 区间，平均值用正态区间。",
)
_PAIRED: Final = (
    "Intervals [low, high] are of 95 %: the normal ones of mean differences.",
    "[低, 高] 为 95% 区间：平均差的正态区间。",
)
_SIDES: Final = (("first", "前者"), ("second", "后者"))


def text_of(report: dict[str, Any], settings: Settings) -> str:
    """The whole text; of two variants only what tells them apart."""
    lang = settings.lang
    sections = differences_of(report, lang) if "other" in report else sections_of(report, lang)
    lines = [visible(title(report, lang)), *_facts(list(about(report, lang)))]
    sides = tuple(map(settings.say, _SIDES)) if "other" in report else ()
    for section in sections:
        lines += ["", *_section(section, sides)]
    method = settings.say(_PAIRED if sides else _METHOD)
    return "\n".join([*lines, "", *wrap(method, _WIDTH), ""])


def _facts(facts: list[tuple[str, str]]) -> Iterator[str]:
    """Terms with what is said of them."""
    room = max(columns(term) for term, _ in facts)
    for term, said in facts:
        yield from hang(f"  {pad(term, room)}  ", said, _WIDTH).split("\n")


def _section(section: Section, sides: tuple[str, ...]) -> Iterator[str]:
    """A section; of two variants with these short words in the place of their names."""
    yield visible(section.title)
    if section.note:
        yield from hang("  ", section.note, _WIDTH).split("\n")
    headings = section.headings
    if sides:
        headings = (headings[0], *sides, *headings[1 + len(sides) :])
    rows = [headings, *section.rows] if any(headings) else list(section.rows)
    right = frozenset(range(1, len(section.rows[0]))) if section.rows else frozenset()
    for line in table(_narrowed(rows), right=right):
        yield f"  {line}"


def _narrowed(rows: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The rows with labels over several lines where one line would be too wide."""
    others = max(map(len, rows), default=1)
    taken = sum(
        2 + max((columns(row[at]) for row in rows if at < len(row)), default=0)
        for at in range(1, others)
    )
    for label, *cells in rows:
        *first, last = wrap(label, max(_LABEL, _WIDTH - _INDENT - taken))
        yield from ((line,) for line in first)
        yield (last, *cells)
