"""Values inside ``{…}`` and ``[…]`` that end before their author meant them to.

In brackets a comma, a colon, a bracket and what looks like a comment are YAML's own, and an
expression or a sentence without quotes ends at the first of them. What follows is then read as a
key without a value, or stops the parser; either way it is the missing quotes that are to blame.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from ..diagnostics.report import Diagnostic, Label
from .text import SourceText, Span

if TYPE_CHECKING:
    from ..diagnostics.report import Sink

Stretch: TypeAlias = tuple[int, int]

_COLON = re.compile(r"[ \t\r\n]*:")
_BARE_WORD = re.compile(r"[A-Za-z_]\w*")
_HIDDEN = re.compile(r"[ \t]+(?P<comment>#[^\r\n]*[,\]}][^\r\n]*)")
_NEXT_ITEM = re.compile(r"[\[{\"']|[A-Za-z_]\w*[ \t]*:(?=\s)")
_PAIRS = {")": "(", "]": "[", "}": "{"}


def follows_comma(key: Span) -> bool:
    """Whether a key is only what stands behind a comma, without a colon of its own."""
    text = key.source.text
    return _has_no_colon(text, key.end) and text[: key.start].rstrip().endswith(",")


def is_rest_of(text: str, value: Stretch, key: Stretch) -> bool:
    """Whether a key is really the rest of the value before it, which a comma has cut in two.

    A single word may be a key whose value was forgotten, unless a parenthesis is open before it.

    Args:
        text: The file's text.
        value: Where the value stands, a text without quotes.
        key: Where the key after it stands.
    """
    may_be_key = _BARE_WORD.fullmatch(text, *key) and _is_balanced(text[slice(*value)])
    return _has_no_colon(text, key[1]) and not may_be_key


def report_comma(first: Span, end: int, sink: Sink) -> None:
    """Report a value that a comma ends too early.

    Args:
        first: What stands before the comma.
        end: Where the value ends that was meant.
        sink: Takes the finding.
    """
    source = first.source
    comma = source.text.index(",", first.end)
    span = Span(source, first.start, end)
    certain = not _is_balanced(first.text) and _is_balanced(span.text)
    label = Label(Span(source, comma, comma + 1), "comma")
    fix = _quoted(span.text) if certain else None
    sink.add(Diagnostic("KWX1116", span, {"sign": ",", "comma": first.text}, (label,), fix=fix))


def report_cut(source: SourceText, last: Stretch, at: int, sink: Sink) -> bool:
    """Report a value that ended too early, if that is why the parser stopped.

    Args:
        source: The text.
        last: Where the value or key stands that was read last.
        at: Where the parser stopped.
        sink: Takes the finding.

    Returns:
        Whether there was something to report.
    """
    text = source.text
    hidden = _HIDDEN.match(text, last[1])
    if hidden is not None and hidden.end() <= at:
        return _report(Span(source, *hidden.span("comment")), {"sign": "#", "comment": "#"}, sink)
    if text[last[1] : at].strip() or "\n" in text[last[0] : at]:
        return False
    place = Span(source, at, at + 1)
    sign = text[at : at + 1]
    after_bracket = text[last[1] - 1] in "]}"
    if sign == ":" and not after_bracket:
        return _report(place, {"sign": ":", "colon": text[slice(*last)]}, sink)
    if sign in "[{" and sign and text[last[1] - 1] not in "]}\"'":
        return _report(place, {"sign": sign, "bracket": sign}, sink)
    if after_bracket and sign not in "]}:" and not _NEXT_ITEM.match(text, at):
        sign = text[last[0]]
        return _report(Span(source, *last), {"sign": sign, "bracket": sign}, sink)
    return False


def _has_no_colon(text: str, end: int) -> bool:
    return _COLON.match(text, end) is None


def _report(span: Span, params: dict[str, str | int], sink: Sink) -> bool:
    sink.add(Diagnostic("KWX1116", span, params))
    return True


def _is_balanced(text: str) -> bool:
    opened: list[str] = []
    for char in text:
        if char in "([{":
            opened.append(char)
        elif char in _PAIRS and (not opened or opened.pop() != _PAIRS[char]):
            return False
    return not opened


def _quoted(text: str) -> str | None:
    """A text of one line in quotes."""
    if "\n" in text or "\r" in text:
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"
