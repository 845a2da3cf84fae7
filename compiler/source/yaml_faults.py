"""What the YAML parser stumbled over, said in our own words and at the place that is to blame.

The parser (libyaml, or PyYAML's own where that is missing) stops at its first problem and names it
in a sentence of its own. The sentence decides which of our codes applies; the place is often not
the one where the parser noticed, so each fault works out its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..diagnostics.report import Label
from .characters import one_character
from .cut_short import report_cut
from .text import SourceText, Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..diagnostics.report import Sink


class Fault(NamedTuple):
    """A problem of the parser.

    Attributes:
        source: The text.
        problem: The parser's sentence.
        context: What it was doing.
        at: Where it noticed.
        opened: Where the construct it was reading begins, if it says so.
        bracket: The bracket that was open there, if the innermost collection is written with one.
        last: Where in that collection the key or value stands that was read last, if any was.
    """

    source: SourceText
    problem: str
    context: str
    at: int
    opened: int | None
    bracket: int | None
    last: tuple[int, int] | None


_Report: TypeAlias = "Callable[[Fault, Sink], None]"
_PROPERTY = re.compile(r"&[0-9A-Za-z_-]*|![^\s,\[\]{}]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]+(?:#[^\r\n]*)?)*")
_WIDE_COLON = re.compile(r"[ \t]*(?:- +)?[^\s:：#'\"\[{-][^:：#'\"]*(?P<colon>： ?)")


def properties(text: str, start: int) -> tuple[dict[str, tuple[int, int]], int]:
    """Find the anchor and the tag that stand before a node.

    Args:
        text: The file's text.
        start: Where the first of them begins.

    Returns:
        The stretch of each by its first character (``&`` or ``!``), and where the node begins.
    """
    found: dict[str, tuple[int, int]] = {}
    position = start
    while match := _PROPERTY.match(text, position):
        found.setdefault(match[0][0], match.span())
        between = _BETWEEN.match(text, match.end())
        position = between.end() if between else match.end()
    return found, position


def report_fault(fault: Fault, sink: Sink) -> None:
    """Report a problem of the parser under the code that fits it best."""
    for context, problem, report in _REPORTS:
        if context in fault.context and problem in fault.problem:
            report(fault, sink)
            return
    _unknown(fault, sink)


def report_wide_colon(source: SourceText, line: int, sink: Sink) -> bool:
    """Report a full-width colon that stands where YAML wants its own; say whether there is one."""
    start = source.line_start(line)
    found = _WIDE_COLON.match(source.line(line))
    if found is None:
        return False
    span = Span(source, start + found.start("colon"), start + found.end("colon"))
    sink.error("KWX1115", span, fix=": ")
    return True


def _char(fault: Fault) -> str:
    return fault.source.text[fault.at : fault.at + 1]


def _here(fault: Fault) -> Span:
    """The character where the parser noticed; at the end of the text, just past its last word."""
    text = fault.source.text
    if fault.at >= len(text):
        end = len(text.rstrip())
        return Span(fault.source, end, end)
    return one_character(fault.source, fault.at)


def _rest_of_line(source: SourceText, start: int) -> Span:
    line, column = source.position(start)
    rest = source.line(line)[column - 1 :].rstrip()
    return Span(source, start, min(start + max(1, len(rest)), len(source.text)))


def _first_on_line(fault: Fault) -> bool:
    line, column = fault.source.position(fault.at)
    return not fault.source.line(line)[: column - 1].strip()


def _has_wide_colon(fault: Fault, sink: Sink) -> bool:
    """Blame a full-width colon on this line or the one above for what comes of it."""
    line, _ = fault.source.position(fault.at)
    first = line - 1
    if fault.opened is not None and "simple key" in fault.context:
        first = fault.source.position(fault.opened)[0]
    return any(
        report_wide_colon(fault.source, number, sink) for number in range(max(1, first), line + 1)
    )


def _bad_start(fault: Fault, sink: Sink) -> None:
    if _char(fault) == "\t":
        _tab(fault, sink)
    else:
        sink.error("KWX1111", _here(fault), char=_char(fault))


def _tab(fault: Fault, sink: Sink) -> None:
    text = fault.source.text
    end = fault.at
    while text[end : end + 1] == "\t":
        end += 1
    sink.error("KWX1110", Span(fault.source, fault.at, max(end, fault.at)))


def _open_quote(fault: Fault, sink: Sink) -> None:
    start = fault.at if fault.opened is None else fault.opened
    quote = fault.source.text[start : start + 1]
    sink.error("KWX1102", _rest_of_line(fault.source, start), quote=quote)


def _escape(fault: Fault, sink: Sink) -> None:
    text = fault.source.text
    start = text.rfind("\\", max(0, fault.at - 2), fault.at + 1)
    start = fault.at if start < 0 else start
    length = {"x": 4, "u": 6, "U": 10}.get(text[start + 1 : start + 2], 2)
    escape = re.match(r"\\[xuU][0-9A-Fa-f]*|\\.?", text[start : start + length])
    end = start + (escape.end() if escape else 1)
    sink.error("KWX1103", Span(fault.source, start, end), escape=text[start:end])


def _open_bracket(fault: Fault, sink: Sink) -> None:
    if fault.last is not None and report_cut(fault.source, fault.last, fault.at, sink):
        return
    opened = fault.at if fault.bracket is None else fault.bracket
    bracket = fault.source.text[opened : opened + 1]
    opening = one_character(fault.source, opened)
    closing = {"[": "]", "{": "}"}.get(bracket, "")
    span = _here(fault)
    sink.error("KWX1104", span, labels=[Label(opening, "opened")], bracket=bracket, closing=closing)


def _colon(fault: Fault, sink: Sink) -> None:
    if not _has_wide_colon(fault, sink):
        sink.error("KWX1106", _here(fault))


def _no_colon(fault: Fault, sink: Sink) -> None:
    if not _has_wide_colon(fault, sink):
        start = fault.at if fault.opened is None else fault.opened
        sink.error("KWX1107", _rest_of_line(fault.source, start))


def _misplaced(fault: Fault, sink: Sink) -> None:
    if _char(fault) in {"]", "}", ","} and _char(fault):
        sink.error("KWX1105", _here(fault), char=_char(fault))
    elif _char(fault) == ":":
        sink.error("KWX1207", _here(fault))
    elif not _first_on_line(fault):
        sink.error("KWX1109", _rest_of_line(fault.source, fault.at))
    elif not _has_wide_colon(fault, sink):
        labels = []
        if fault.opened is not None and fault.opened != fault.at:
            labels = [Label(one_character(fault.source, fault.opened), "block")]
        sink.error("KWX1108", _rest_of_line(fault.source, fault.at), labels=labels)


def _no_content(fault: Fault, sink: Sink) -> None:
    if _char(fault) in {"]", "}", ","} and _char(fault):
        sink.error("KWX1105", _here(fault), char=_char(fault))
    elif _char(fault) == ":":
        sink.error("KWX1207", _here(fault))
    elif not _char(fault) and fault.bracket is not None:
        _open_bracket(fault, sink)
    else:
        _unknown(fault, sink)


def _dash(fault: Fault, sink: Sink) -> None:
    sink.error("KWX1113", _here(fault))


def _block_header(fault: Fault, sink: Sink) -> None:
    start = fault.at if fault.opened is None else fault.opened
    sink.error("KWX1112", _rest_of_line(fault.source, start))


def _property(code: str) -> _Report:
    def report(fault: Fault, sink: Sink) -> None:
        start = fault.at if fault.opened is None else fault.opened
        word = re.match(r"\S*", fault.source.text[start : start + 200])
        end = start + max(1, word.end() if word else 1)
        sink.error(code, Span(fault.source, start, end), name=fault.source.text[start:end])

    return report


def _directive(fault: Fault, sink: Sink) -> None:
    start = fault.at if fault.opened is None else fault.opened
    sink.error("KWX1114", _rest_of_line(fault.source, start))


def _second_document(fault: Fault, sink: Sink) -> None:
    if _char(fault):
        sink.error("KWX1005", _rest_of_line(fault.source, fault.at))
    else:
        _unknown(fault, sink)


def _unknown(fault: Fault, sink: Sink) -> None:
    sink.error("KWX1101", _here(fault), problem=fault.problem)


_REPORTS: tuple[tuple[str, str, _Report], ...] = (
    # what the parser was doing · what it said · how we say it
    ("", "cannot start any token", _bad_start),
    ("", "found a tab character", _tab),
    ("quoted scalar", "end of stream", _open_quote),
    ("quoted scalar", "unexpected document", _open_quote),
    ("quoted scalar", "", _escape),
    ("flow", "expected ','", _open_bracket),
    ("", "mapping values are not allowed", _colon),
    ("simple key", "expected ':'", _no_colon),
    ("", "sequence entries are not allowed", _dash),
    ("block scalar", "", _block_header),
    ("an anchor", "", _property("KWX1202")),
    ("an alias", "", _property("KWX1203")),
    ("a tag", "", _property("KWX1205")),
    ("", "undefined tag handle", _property("KWX1205")),
    ("directive", "", _directive),
    ("", "incompatible YAML document", _directive),
    ("", "<document start>", _second_document),
    ("", "node content", _no_content),
    ("block", "expected", _misplaced),
)
