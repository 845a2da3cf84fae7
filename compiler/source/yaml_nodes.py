"""YAML text to nodes that know where every character came from.

Only the parser's events are used: nothing is constructed, no type is guessed, nothing is expanded.
What YAML offers beyond mappings, lists and scalars (anchors, aliases, merge keys, tags, several
documents) is refused, because it hides from the reader of a ruleset what the ruleset says.
This is the only module that imports ``yaml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias

import yaml

from ..diagnostics.report import Diagnostic, Label
from .characters import code_point, forbidden, odd_space, one_character
from .cut_short import is_rest_of, report_comma
from .limits import MAX_BYTES, MAX_DEPTH, MAX_FINDINGS, MAX_NODES
from .scalar_maps import Place, Style, map_scalar, source_width
from .text import SourceText, Span
from .yaml_faults import Fault, properties, report_fault, report_wide_colon

if TYPE_CHECKING:
    from collections import abc

    from ..diagnostics.report import Sink, Value

_Event: TypeAlias = Any  # the events of both parsers, whose stubs leave out their fields
_TOO_DEEP: Final = "exceeded maximum nesting depth"
"""What the fast parser says of a thousand open brackets."""
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text, as decoded.

    Attributes:
        text: The decoded characters.
        span: All of it in the file, quotes or block indicator included.
        style: How it is written.
        offsets: The source offset of each decoded character, then the offset just past the last.
    """

    text: str
    span: Span
    style: Style
    offsets: abc.Sequence[int]

    def part(self, start: int, end: int) -> Span:
        """Where the decoded characters ``[start, end)`` stand in the file."""
        source = self.span.source
        size = len(self.text)
        start, end = max(0, min(start, size)), max(0, min(end, size))
        if end <= start:
            return Span(source, self.offsets[start], self.offsets[start])
        last = self.offsets[end - 1]
        width = source_width(source.text, last, self.style)
        return Span(source, self.offsets[start], last + width)


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping and what stands under it."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order written; no key occurs twice."""

    entries: tuple[Entry, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence


def read_yaml(source: SourceText, sink: Sink) -> Node | None:
    """Read one YAML document.

    Args:
        source: The file's text.
        sink: Takes what is wrong with it.

    Returns:
        The root node; or None, with an error in the sink, when so much is missing that whatever
        is said about the rest would mislead. A key that is written twice, an anchor or a tag is an
        error too, but the node is given without it, so that later passes can look at the rest.
    """
    reader = _Reader(source, sink)
    try:
        reader.check_text()
        reader.read()
    except _Stopped:
        return None
    return reader.root


class _Stopped(Exception):  # noqa: N818 - reads as what happened
    """Nothing more is to be said about this file."""


class _Open(NamedTuple):
    """A mapping or a list whose end has not been reached; keys and values alternate."""

    start: int
    column: int
    is_mapping: bool
    nodes: list[Node]


class _Reader:
    """Builds the nodes of one document from the parser's events, without recursion."""

    def __init__(self, source: SourceText, sink: Sink) -> None:
        self.root: Node | None = None
        self._source = source
        self._sink = sink
        self._base = 1 if source.text.startswith("\ufeff") else 0
        self._open: list[_Open] = []
        self._nodes = 0
        self._findings = 0
        self._documents = 0
        self._misleading = False

    def check_text(self) -> None:
        """Refuse a text that is too long or holds characters nobody can see."""
        text = self._source.text
        if len(text) > MAX_BYTES:
            self._stop("KWX1001", self._span(0, 0), limit=MAX_BYTES)
        for offset, code, name in forbidden(text, self._base):
            self._error(code, one_character(self._source, offset), char=name)
        if self._findings:
            raise _Stopped

    def read(self) -> None:
        """Read the events to their end and leave the root node in ``root``."""
        parser = _parser(self._source.text[self._base :])
        try:
            while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            self._report(error)
        except (yaml.YAMLError, ValueError, OverflowError):
            self._report(yaml.MarkedYAMLError(problem="unreadable"))
        finally:
            parser.dispose()
        self._check_root()

    def _take(self, event: _Event) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._add(self._scalar(event))
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._begin(event)
        elif kind is yaml.MappingEndEvent:
            opened = self._open.pop()
            entries = self._entries(self._mended(opened))
            self._add(Mapping(entries, self._collection_span(opened, event)))
        elif kind is yaml.SequenceEndEvent:
            opened = self._open.pop()
            self._add(Sequence(tuple(opened.nodes), self._collection_span(opened, event)))
        elif kind is yaml.AliasEvent:
            self._add(self._alias(event))
        elif kind is yaml.DocumentStartEvent:
            self._document(event)

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1].nodes.append(node)
        else:
            self.root = node

    def _begin(self, event: _Event) -> None:
        start = self._node_start(event)
        if len(self._open) >= MAX_DEPTH:
            self._stop("KWX1002", one_character(self._source, start), limit=MAX_DEPTH)
        is_mapping = type(event) is yaml.MappingStartEvent
        self._open.append(_Open(start, event.start_mark.column, is_mapping, []))

    def _node_start(self, event: _Event) -> int:
        """Count a node, refuse its anchor and its tag, and say where it begins without them."""
        start: int = event.start_mark.index + self._base
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self._stop("KWX1003", one_character(self._source, start), limit=MAX_NODES)
        if event.anchor is None and event.tag is None:
            return start
        found, after = properties(self._source.text, start)
        for sign, code in (("&", "KWX1202"), ("!", "KWX1205")):
            if sign in found:
                span = self._span(*found[sign])
                self._error(code, span, name=span.text)
        return after

    def _scalar(self, event: _Event) -> Scalar:
        source, value = self._source, event.value
        start = self._node_start(event)
        end = max(start, event.end_mark.index + self._base)
        style: Style = _STYLES.get(event.style, "plain")
        if style == "plain" and end - start == len(value) and source.text.startswith(value, start):
            return Scalar(value, Span(source, start, end), style, range(start, end + 1))
        parent = self._open[-1].column if self._open else -1
        offsets = map_scalar(value, style, Place(source.text, start, end, parent))
        if offsets is None:
            offsets = (start,) * len(value) + (end,)
        if style in {"literal", "folded"}:
            end = start + len(source.text[start:end].rstrip())
        scalar = Scalar(value, Span(source, start, end), style, offsets)
        if style == "double":
            self._check_escapes(scalar)
        return scalar

    def _check_escapes(self, scalar: Scalar) -> None:
        """Refuse the characters that may not stand in the file from coming in as escapes."""
        for offset, code, name in forbidden(scalar.text):
            self._error(code, scalar.part(offset, offset + 1), char=name)

    def _alias(self, event: _Event) -> Scalar:
        """Refuse an alias; a scalar of its own text takes its place until reading ends."""
        start = event.start_mark.index + self._base
        span = self._span(start, event.end_mark.index + self._base)
        self._nodes += 1
        self._misleading = True
        self._error("KWX1203", span, name=span.text)
        return Scalar(span.text, span, "plain", range(span.start, span.end + 1))

    def _document(self, event: _Event) -> None:
        self._documents += 1
        if self._documents > 1:
            start = event.start_mark.index + self._base
            self._stop("KWX1005", self._span(start, event.end_mark.index + self._base))

    def _collection_span(self, opened: _Open, event: _Event) -> Span:
        """From its first character to its closing bracket, or to the end of what it holds."""
        if event.end_mark.index > event.start_mark.index:
            return self._span(opened.start, event.end_mark.index + self._base)
        end = opened.nodes[-1].span.end if opened.nodes else opened.start
        return self._span(opened.start, max(opened.start, end))

    def _mended(self, opened: _Open) -> list[Node]:
        """Keys and values; those in braces that commas have cut into pieces are whole again."""
        source, nodes = self._source, opened.nodes
        if not source.text.startswith("{", opened.start):
            return nodes
        kept: list[Node] = []
        cut: dict[int, Node] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=False):
            before = kept[-1] if kept else None
            if (
                before is not None
                and _is_plain(before)
                and is_rest_of(source.text, _stretch(before), _stretch(key))
            ):
                cut.setdefault(len(kept) - 1, before)
                span = Span(source, before.span.start, key.span.end)
                kept[-1] = Scalar(span.text, span, "plain", range(span.start, span.end + 1))
            else:
                kept += (key, value)
        for index, first in cut.items():
            report_comma(first.span, kept[index].span.end, self._sink)
        return kept

    def _entries(self, nodes: list[Node]) -> tuple[Entry, ...]:
        """Pair keys with values, leaving out what no mapping may hold."""
        first: dict[str, Entry] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=False):
            if not isinstance(key, Scalar):
                self._misleading = True
                self._error("KWX1206", one_character(self._source, key.span.start))
            elif key.style == "plain" and key.text in {"<<", ""}:
                self._misleading = True
                self._error("KWX1204" if key.text else "KWX1207", key.span)
            elif key.text in first:
                label = Label(first[key.text].key.span, "first")
                self._error("KWX1201", key.span, labels=[label], key=key.text)
            else:
                first[key.text] = Entry(key, value)
                self._check_key(key)
        return tuple(first.values())

    def _check_key(self, key: Scalar) -> None:
        place = None if key.text.isascii() else odd_space(key.text)
        if place is not None:
            span = key.part(place, place + 1)
            self._error("KWX1007", span, char=code_point(key.text[place]))

    def _check_root(self) -> None:
        root = self.root
        if not isinstance(root, Scalar | None):
            pass
        elif root is None or (root.style == "plain" and not root.text):
            self._stop("KWX1004", self._span(0, 0))
        elif report_wide_colon(self._source, root.span.position[0], self._sink):
            self._misleading = True
        if self._misleading:
            self.root = None

    def _report(self, error: yaml.MarkedYAMLError) -> None:
        """Report what the parser stopped at, after the keys that were read up to there."""
        for unfinished in self._open:
            if unfinished.is_mapping:
                self._entries(self._mended(unfinished))
        size = len(self._source.text)
        at = error.problem_mark.index + self._base if error.problem_mark else size
        if error.problem == _TOO_DEEP:
            place = one_character(self._source, self._too_deep(min(at, size)))
            self._stop("KWX1002", place, limit=MAX_DEPTH)
        opened = error.context_mark.index + self._base if error.context_mark else None
        innermost = self._open[-1].start if self._open else size
        bracket = innermost if self._source.text[innermost : innermost + 1] in {"[", "{"} else None
        read = self._open[-1].nodes[-1:] if self._open else []
        last = next((_stretch(node) for node in read), None)
        problem, context = error.problem or "", error.context or ""
        fault = Fault(self._source, problem, context, min(at, size), opened, bracket, last)
        report_fault(fault, self._sink)
        raise _Stopped

    def _too_deep(self, seen: int) -> int:
        """Where it gets too deep: the fast parser looks far ahead, the other step by step."""
        depth = 0
        try:
            for event in yaml.parse(self._source.text[self._base :], Loader=yaml.SafeLoader):
                depth += isinstance(event, yaml.CollectionStartEvent)
                depth -= isinstance(event, yaml.CollectionEndEvent)
                if depth > MAX_DEPTH and event.start_mark is not None:
                    return int(event.start_mark.index) + self._base
        except yaml.YAMLError:
            pass
        return seen

    def _span(self, start: int, end: int) -> Span:
        return Span(self._source, start, end)

    def _error(
        self, code: str, span: Span, *, labels: abc.Iterable[Label] = (), **params: Value
    ) -> None:
        self._sink.add(Diagnostic(code, span, params, tuple(labels)))
        self._findings += 1
        if self._findings >= MAX_FINDINGS:
            self._sink.error("KWX1008", span, limit=MAX_FINDINGS)
            raise _Stopped

    def _stop(self, code: str, span: Span, **params: Value) -> NoReturn:
        self._sink.add(Diagnostic(code, span, params))
        raise _Stopped


def _is_plain(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and node.text != ""


def _stretch(node: Node) -> tuple[int, int]:
    return node.span.start, node.span.end


def _parser(text: str) -> yaml.SafeLoader | yaml.CSafeLoader:
    """The fast parser where it is installed; its events are all that is used of either."""
    return yaml.CSafeLoader(text) if yaml.__with_libyaml__ else yaml.SafeLoader(text)
