"""Diagnostics for a terminal: the sentence, the lines concerned, and what to do.

Carets stand under the right columns also where a line holds Chinese, emoji or tabs; long lines are
cut around the place; characters that cannot be seen are spelt out. Whether to use colour is the
caller's decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from . import catalogue
from .visible import visible
from .width import columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..source.text import Span
    from .catalogue import Lang
    from .report import Diagnostic, Severity

_TAB = "    "
_NARROWEST = 20
_SEVERITIES: Final[dict[Lang, dict[Severity, str]]] = {
    "en": {"error": "error", "warning": "warning", "note": "note"},
    "zh": {"error": "错误", "warning": "警告", "note": "说明"},
}
_WORDS: Final[dict[Lang, dict[str, str]]] = {
    "en": {"help": "help: ", "fix": "write: ", "delete": "delete it", "see": "see: "},
    "zh": {"help": "帮助：", "fix": "改成：", "delete": "删掉它", "see": "详见："},
}
_COLOURS = {"error": "31", "warning": "33", "note": "36", "label": "34", "bold": "1"}


class _Mark(NamedTuple):
    """A stretch of one line to underline."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


class _Place(NamedTuple):
    """All that is to be marked in one file, and the span that names the place."""

    span: Span
    primary: bool
    marks: list[_Mark]


class _Style(NamedTuple):
    colour: bool
    severity: Severity
    width: int

    def paint(self, text: str, what: str) -> str:
        if not self.colour or not text:
            return text
        return f"\x1b[{_COLOURS[what]};1m{text}\x1b[0m"

    def underline(self, text: str, primary: bool) -> str:
        return self.paint(text, self.severity if primary else "label")


def render_text(
    diagnostics: Iterable[Diagnostic], lang: Lang = "en", *, colour: bool = False, width: int = 100
) -> str:
    """Render diagnostics for people.

    Args:
        diagnostics: In the order to show them.
        lang: The language.
        colour: Whether to use the terminal's colours.
        width: How many columns a line of a ruleset may take up.

    Returns:
        The text, each diagnostic ended by an empty line; empty where there are none.
    """
    blocks = [_render(found, lang, _Style(colour, found.severity, width)) for found in diagnostics]
    return "".join(block + "\n" for block in blocks)


def summary(diagnostics: Iterable[Diagnostic], lang: Lang = "en") -> str:
    """How many of each severity there are: ``2 errors, 1 warning``; empty where there are none."""
    counts: dict[Severity, int] = {"error": 0, "warning": 0, "note": 0}
    for found in diagnostics:
        counts[found.severity] += 1
    named = ((count, _SEVERITIES[lang][severity]) for severity, count in counts.items() if count)
    if lang == "zh":
        return "，".join(f"{count} 个{name}" for count, name in named)
    return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in named)


def _render(found: Diagnostic, lang: Lang, style: _Style) -> str:
    heading = f"{_SEVERITIES[lang][found.severity]}[{found.code}]"
    sentence = style.paint(f": {catalogue.message(found, lang)}", "bold")
    lines = [style.paint(heading, found.severity) + sentence]
    gutter = _gutter_width(found)
    for place in _by_source(found, lang):
        lines += _excerpt(place, gutter, style)
    words = _WORDS[lang]
    notes = [words["help"] + text for text in catalogue.helps(found, lang)]
    if found.fix is not None:
        notes.append(words["fix"] + visible(found.fix) if found.fix else words["delete"])
    notes.append(f"{words['see']}kawuxing explain {found.code}")
    equals = style.paint("=", "label")
    lines += [f"{' ' * gutter} {equals} {note}" for note in notes]
    return "".join(line.rstrip() + "\n" for line in lines)


def _spans(found: Diagnostic) -> list[Span]:
    own = [] if found.span is None else [found.span]
    return own + [label.span for label in found.labels]


def _gutter_width(found: Diagnostic) -> int:
    lines = [_last_line(span) for span in _spans(found)]
    return len(str(max(lines, default=1)))


def _last_line(span: Span) -> int:
    return span.source.position(max(span.start, span.end - 1))[0]


def _by_source(found: Diagnostic, lang: Lang) -> list[_Place]:
    """The places of a diagnostic, its own file first."""
    places: dict[str, _Place] = {}

    def add(span: Span, text: str, primary: bool) -> None:
        place = places.setdefault(span.source.name, _Place(span, primary, []))
        place.marks.extend(_marks(span, text, primary))

    if found.span is not None:
        add(found.span, "", True)
    for label in found.labels:
        add(label.span, catalogue.label_text(found, label, lang), False)
    return list(places.values())


def _marks(span: Span, text: str, primary: bool) -> list[_Mark]:
    """The lines of a span, at most three of them: what it says stands under the last."""
    first, last = span.position[0], _last_line(span)
    marks = []
    for number in range(first, last + 1):
        if number not in {first, first + 1, last}:
            continue
        line = span.source.line(number)
        begin = span.source.line_start(number)
        indent = len(line) - len(line.lstrip())
        start = span.start - begin if number == first else indent
        end = min(span.end - begin, len(line)) if number == last else len(line.rstrip())
        if start < end or first == last:
            marks.append(_Mark(number, start, end, "", primary))
    return [*marks[:-1], marks[-1]._replace(text=text)] if marks else []


def _excerpt(place: _Place, gutter: int, style: _Style) -> list[str]:
    source = place.span.source
    line, column = place.span.position
    bar = style.paint("|", "label")
    blank = f"{' ' * gutter} {bar}"
    arrow = style.paint("-->" if place.primary else ":::", "label")
    lines = [f"{' ' * gutter}{arrow} {visible(source.name)}:{line}:{column}"]
    if not source.text:
        return lines
    lines.append(blank)
    shown = 0
    for mark in sorted(place.marks, key=lambda mark: (mark.line, not mark.primary, mark.start)):
        if shown and mark.line > shown + 1:
            lines.append(style.paint("...", "label"))
        code, under = _frame(source.line(mark.line), mark, style)
        if mark.line != shown:
            number = style.paint(str(mark.line).rjust(gutter), "label")
            lines.append(f"{number} {bar} {code}")
            shown = mark.line
        lines.append(f"{blank} {under}")
    lines.append(blank)
    return lines


def _frame(line: str, mark: _Mark, style: _Style) -> tuple[str, str]:
    """A line as shown, and what stands below it."""
    left, right = _window(line, mark, max(_NARROWEST, style.width))
    end = min(mark.end, right)
    before = ("…" if left else "") + _shown(line[left : mark.start])
    inside = _shown(line[mark.start : end])
    after = _shown(line[end:right]) + ("…" if right < len(line) else "")
    offset = columns(before)
    length = max(1, columns(before + inside) - offset)
    sign = ("^" if mark.primary else "-") * length
    text = f"{sign} {mark.text}" if mark.text else sign
    return before + inside + after, " " * offset + style.underline(text, mark.primary)


def _window(line: str, mark: _Mark, width: int) -> tuple[int, int]:
    """Which part of a line to show: all of it, or as much around the mark as fits."""
    if len(line) <= 2 * width and columns(_shown(line)) <= width:
        return 0, len(line)
    left = right = min(mark.start, len(line))
    room = width - 2
    while right < min(mark.end, len(line)) and (cost := _cost(line[right])) <= room:
        room -= cost
        right += 1
    while room > 0:
        grown = False
        if left > 0 and (cost := _cost(line[left - 1])) <= room:
            room, left, grown = room - cost, left - 1, True
        if right < len(line) and (cost := _cost(line[right])) <= room:
            room, right, grown = room - cost, right + 1, True
        if not grown:
            break
    return left, right


def _cost(char: str) -> int:
    return max(1, columns(_shown(char)))


def _shown(text: str) -> str:
    return visible(text.replace("\t", _TAB))
