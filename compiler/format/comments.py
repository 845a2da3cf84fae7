"""The comments of a file, and what each of them is about.

The parser drops comments. They are what stands between the scalars behind a `#`; a comment behind
something on its line is about that, one on a line of its own about what comes next, unless it is
indented as something that has just ended.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from ..source.yaml_nodes import Mapping, Scalar, Sequence
from .tree import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source.text import SourceText
    from ..source.yaml_nodes import Node

Spot: TypeAlias = tuple[Literal["entry", "item", "end"], int]
"""An entry by the place of its key, an item of a list by its own, the end of a collection by the
place of its beginning."""

_COMMENT: Final = re.compile(r"#[^\r\n]*")
_IN_HEADER: Final = re.compile(r"[|>][-+0-9]*[ \t]+(#[^\r\n]*)")
_BEFORE_ENTRY: Final = re.compile(r"[ \t]*")
_BEFORE_ITEM: Final = re.compile(r"[ \t-]*")


class _Comment(NamedTuple):
    start: int
    text: str
    line: int
    column: int


class _Box(NamedTuple):
    """A mapping or a list: its place, the column of what it holds, whether it has brackets."""

    start: int
    end: int
    column: int
    flow: bool


class _Place(NamedTuple):
    """An entry or an item: where it starts, the collections around it, its value."""

    start: int
    spot: Spot
    around: tuple[_Box, ...]
    value: Node


class Notes:
    """What is known of a file besides its nodes: comments, and blank lines."""

    def __init__(self, source: SourceText, written: set[int]) -> None:
        """Begin without comments; `written` are the blank lines that belong to a text."""
        self.above: dict[Spot, list[Remark]] = defaultdict(list)
        self.beside: dict[Spot, str] = {}
        self.count = 0
        self._source = source
        self._written = written

    def gap(self, spot: Spot) -> bool:
        """Whether a blank line stands above the line that this begins."""
        kind, start = spot
        line, column = self._source.position(start)
        before = self._source.line(line)[: column - 1]
        pattern = _BEFORE_ITEM if kind == "item" else _BEFORE_ENTRY
        return pattern.fullmatch(before) is not None and self._is_blank(line - 1)

    def _is_blank(self, line: int) -> bool:
        blank = line > 0 and not self._source.line(line).strip()
        return blank and line not in self._written

    def put(self, comment: _Comment, spot: Spot, *, beside: bool) -> None:
        """Note a comment at its spot; of several the last may stand beside, the others above."""
        self.count += 1
        if spot in self.beside:
            self.above[spot].append(Remark(self.beside.pop(spot)))
        if beside:
            self.beside[spot] = comment.text
        else:
            gap = self._is_blank(comment.line - 1) and self._first_on_line(comment)
            self.above[spot].append(Remark(comment.text, gap))

    def _first_on_line(self, comment: _Comment) -> bool:
        return not self._source.line(comment.line)[: comment.column].strip()


def read_notes(root: Mapping, source: SourceText) -> Notes:
    """Find the comments of a file and what each is about."""
    notes = Notes(source, set(_blank_ends(root)))
    places = list(_places(root))
    starts = [place.start for place in places]
    marks = _marks(root, places)
    offsets = [offset for offset, _ in marks]
    for comment in _comments(root, source):
        number = bisect_right(offsets, comment.start)
        if number and source.position(offsets[number - 1])[0] == comment.line:
            spot = marks[number - 1][1]
            notes.put(comment, spot, beside=spot[0] != "end")
            continue
        after = bisect_right(starts, comment.start)
        before = places[after - 1] if after else None
        following = places[after] if after < len(places) else None
        notes.put(comment, _home(comment, before, following, root), beside=False)
    return notes


def _blank_ends(root: Mapping) -> Iterator[int]:
    """The blank lines at the end of texts that keep them."""
    for scalar in _scalars(root):
        end = scalar.text[len(scalar.text.rstrip()) :]
        if scalar.style in {"literal", "folded"} and end not in {"", "\n"}:
            source, line = scalar.span.source, scalar.span.end_position[0] + 1
            while line <= source.line_count and not source.line(line).strip():
                yield line
                line += 1


def _comments(root: Mapping, source: SourceText) -> Iterator[_Comment]:
    """What stands behind a `#` and in no scalar, and what stands behind a block's indicator."""
    position = 0
    for scalar in _scalars(root):
        yield from _between(position, scalar.span.start, source)
        if scalar.style in {"literal", "folded"}:
            found = _IN_HEADER.match(source.text, scalar.span.start)
            if found:
                yield _comment(found.start(1), found[1], source)
        position = scalar.span.end
        if scalar.style in {"literal", "folded"}:
            position = max(position, _end_of_line(source, scalar.span.start))
    yield from _between(position, len(source.text), source)


def _between(start: int, end: int, source: SourceText) -> Iterator[_Comment]:
    for found in _COMMENT.finditer(source.text, start, end):
        yield _comment(found.start(), found[0], source)


def _comment(start: int, text: str, source: SourceText) -> _Comment:
    line, column = source.position(start)
    return _Comment(start, text.rstrip(), line, column - 1)


def _end_of_line(source: SourceText, offset: int) -> int:
    line, column = source.position(offset)
    return offset + len(source.line(line)) - column + 1


def _scalars(node: Node) -> Iterator[Scalar]:
    """All scalars in the order of the file."""
    match node:
        case Scalar():
            yield node
        case Sequence(items):
            for item in items:
                yield from _scalars(item)
        case Mapping(entries):
            for entry in entries:
                yield entry.key
                yield from _scalars(entry.value)


def _box(node: Mapping | Sequence) -> _Box:
    span = node.span
    return _Box(span.start, span.end, span.position[1] - 1, _has_brackets(node))


def _places(node: Mapping | Sequence, around: tuple[_Box, ...] = ()) -> Iterator[_Place]:
    """All entries and items below a node in the order of the file."""
    inside = (*around, _box(node))
    below: list[tuple[int, Spot, Node]] = []
    match node:
        case Mapping(entries):
            below = [
                (entry.key.span.start, ("entry", entry.key.span.start), entry.value)
                for entry in entries
            ]
        case Sequence(items):
            below = [(item.span.start, ("item", item.span.start), item) for item in items]
    for start, spot, value in below:
        yield _Place(start, spot, inside, value)
        if not isinstance(value, Scalar):
            yield from _places(value, inside)


def _marks(root: Mapping, places: list[_Place]) -> list[tuple[int, Spot]]:
    """What a comment behind it on its line is about, in order."""
    marks: list[tuple[int, Spot]] = []
    for place in places:
        span = place.value.span
        marks.append((place.start, place.spot))
        if _is_one(place.value):
            marks.append((span.start, place.spot))
            marks.append((max(span.start, span.end - 1), place.spot))
    if _has_brackets(root):
        marks.append((root.span.end - 1, ("end", root.span.start)))
    return sorted(marks, key=lambda mark: mark[0])


def _has_brackets(node: Mapping | Sequence) -> bool:
    return node.span.source.text[node.span.start] in "{["


def _home(comment: _Comment, before: _Place | None, after: _Place | None, root: Mapping) -> Spot:
    """What a comment on a line of its own is about: the spot that it stands above, or an end.

    Args:
        comment: The comment.
        before: What starts last before it.
        after: What starts next.
        root: The whole file.
    """
    if before is not None:
        if before.start < comment.start < before.value.span.start and _is_one(before.value):
            return before.spot
        boxes = _boxes_of(before)
        brackets = [box for box in boxes if box.flow and box.start < comment.start < box.end]
        if brackets:
            inside = after is not None and after.start < brackets[-1].end
            return after.spot if after and inside else ("end", brackets[-1].start)
        column = after.around[-1].column if after else -1
        for box in reversed(boxes):
            over = after is None or box not in after.around
            if over and not box.flow and column < comment.column >= box.column:
                return "end", box.start
    return after.spot if after else ("end", root.span.start)


def _is_one(value: Node) -> bool:
    """Whether a value has no line of its own on which a comment could stand above a part of it."""
    return isinstance(value, Scalar) or _has_brackets(value)


def _boxes_of(place: _Place) -> tuple[_Box, ...]:
    if isinstance(place.value, Scalar):
        return place.around
    return (*place.around, _box(place.value))
