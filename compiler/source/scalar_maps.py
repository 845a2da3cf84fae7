r"""Where each character of a decoded scalar stands in the file.

A scalar's value is not its source: quotes double, escapes shrink, lines fold, blocks lose their
indentation. Here the source between a scalar's marks is decoded once more, by the same rules as
the YAML parser, noting the offset of every character. The caller compares the text that comes out
with the parser's own, so a map is either exact or refused.

A folded line break maps to the first blank or break that was folded; ``\r\n`` to its ``\r``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]

_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[ \t\r\n]+")
_LINE = re.compile(r"( *)([^\r\n]*)(\r\n|\r|\n|\Z)")
_PLAIN_PIECE = re.compile(r"(?P<blanks>[ \t\r\n]+)|[^ \t\r\n]+")
_SINGLE_PIECE = re.compile(r"(?P<blanks>[ \t\r\n]+)|(?P<quote>'')|[^ \t\r\n']+")
_DOUBLE_PIECE = re.compile(
    r"(?P<blanks>[ \t\r\n]+)"
    r"|\\(?P<continued>(?:\r\n|\r|\n)[ \t\r\n]*)"
    r"|\\(?P<hex>x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})"
    r"|\\(?P<escape>.)"
    r"|[^ \t\r\n\\]+"
)
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_LENGTH = {"x": 4, "u": 6, "U": 10}


class Place(NamedTuple):
    """A scalar's place in its file.

    Attributes:
        text: The whole file.
        start: Offset of the quote, the block's indicator or the first character.
        end: Offset just past the scalar.
        parent_indent: Column (from 0) of the collection it stands in, -1 outside any.
    """

    text: str
    start: int
    end: int
    parent_indent: int


class _Map:
    """A decoded text under construction, with the offset of each of its characters."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.offsets: list[int] = []

    def add(self, piece: str, offset: int) -> None:
        """Append characters that stand side by side in the file."""
        self.pieces.append(piece)
        self.offsets.extend(range(offset, offset + len(piece)))

    def add_breaks(self, breaks: Sequence[int]) -> None:
        """Append one line feed for each of these places."""
        self.pieces.append("\n" * len(breaks))
        self.offsets.extend(breaks)

    def add_blanks(self, blanks: str, offset: int) -> None:
        """Append a run of blanks inside a flow scalar, folding the line breaks in it."""
        breaks = [offset + found.start() for found in _BREAK.finditer(blanks)]
        if not breaks:
            self.add(blanks, offset)
        elif len(breaks) == 1:
            self.add(" ", offset)
        else:
            self.add_breaks(breaks[1:])

    def finish(self, end: int) -> tuple[str, tuple[int, ...]]:
        """The text and its offsets, with the place just past the last character."""
        return "".join(self.pieces), (*self.offsets, end)


def map_scalar(value: str, style: Style, place: Place) -> Sequence[int] | None:
    """Find the source offset of every character of a scalar, and of its end.

    Args:
        value: What the YAML parser made of it.
        style: How it is written.
        place: Where it is written.

    Returns:
        ``len(value) + 1`` ascending offsets, or None when decoding the source again does not give
        the value.
    """
    text, start, end, _ = place
    if style in {"single", "double"}:
        start, end = start + 1, end - 1
    if end - start == len(value) and text.startswith(value, start):
        return range(start, end + 1)
    decoded, offsets = _decode(style, place)
    return offsets if decoded == value else None


def source_width(text: str, offset: int, style: Style) -> int:
    """How many characters of the file one decoded character takes up."""
    char = text[offset : offset + 1]
    if style == "double" and char == "\\":
        return _HEX_LENGTH.get(text[offset + 1 : offset + 2], 2)
    if style == "single" and char == "'":
        return 2
    if char == "\r" and text[offset + 1 : offset + 2] == "\n":
        return 2
    return 1


def _decode(style: Style, place: Place) -> tuple[str, tuple[int, ...]]:
    match style:
        case "plain":
            return _decode_flow(place.text, place.start, place.end, _PLAIN_PIECE)
        case "single":
            return _decode_flow(place.text, place.start + 1, place.end - 1, _SINGLE_PIECE)
        case "double":
            return _decode_flow(place.text, place.start + 1, place.end - 1, _DOUBLE_PIECE)
        case "literal" | "folded":
            return _decode_block(place)


def _decode_flow(
    text: str, start: int, end: int, pieces: re.Pattern[str]
) -> tuple[str, tuple[int, ...]]:
    decoded = _Map()
    for found in pieces.finditer(text, start, end):
        offset, piece = found.start(), found[0]
        match found.lastgroup:
            case "blanks":
                decoded.add_blanks(piece, offset)
            case "quote":
                decoded.add("'", offset)
            case "continued":
                breaks = [offset + 1 + found.start() for found in _BREAK.finditer(piece[1:])]
                decoded.add_breaks(breaks[1:])
            case "hex":
                decoded.add(_character(int(piece[2:], 16)), offset)
            case "escape":
                decoded.add(_ESCAPES.get(piece[1], ""), offset)
            case _:
                decoded.add(piece, offset)
    return decoded.finish(end)


def _character(code: int) -> str:
    return chr(code) if code <= 0x10FFFF else ""


class _Header(NamedTuple):
    increment: int
    chomping: str
    content: int


def _read_header(place: Place) -> _Header:
    """Read ``|2-`` and the like; the content starts on the next line."""
    position = place.start + 1
    increment, chomping = 0, ""
    while (char := place.text[position : position + 1]) and char in "+-123456789":
        if char in "+-":
            chomping = char
        else:
            increment = int(char)
        position += 1
    line_break = _BREAK.search(place.text, position, place.end)
    return _Header(increment, chomping, line_break.end() if line_break else place.end)


def _block_indent(place: Place, header: _Header) -> int:
    if header.increment:
        return max(place.parent_indent, 0) + header.increment
    widest = 0
    position = header.content
    while position < place.end:
        line = _LINE.match(place.text, position, place.end)
        if line is None:
            break
        widest = max(widest, len(line[1]))
        if line[2] or not line[3]:
            break
        position = line.end()
    return max(widest, place.parent_indent + 1, 1)


class _Line(NamedTuple):
    start: int
    text: str
    break_at: int | None


def _block_lines(place: Place, header: _Header, indent: int) -> list[_Line]:
    """The lines of a block without their indentation."""
    lines = []
    position = header.content
    while position < place.end:
        found = _LINE.match(place.text, position, place.end)
        if found is None:
            break
        spaces = len(found[1])
        if spaces < indent and found[2]:
            break
        start = position + min(spaces, indent)
        break_at = found.start(3) if found[3] else None
        lines.append(_Line(start, place.text[start : found.start(3)], break_at))
        position = found.end()
    return lines


def _decode_block(place: Place) -> tuple[str, tuple[int, ...]]:
    folded = place.text[place.start] == ">"
    header = _read_header(place)
    decoded = _Map()
    pending: list[int] = []
    last: _Line | None = None
    for line in _block_lines(place, header, _block_indent(place, header)):
        if line.text:
            _add_joint(decoded, pending, folded and _folds(last, line))
            decoded.add(line.text, line.start)
            pending = []
            last = line
        if line.break_at is not None:
            pending.append(line.break_at)
    kept = {"-": 0, "": 1 if last is not None else 0, "+": len(pending)}[header.chomping]
    decoded.add_breaks(pending[:kept])
    return decoded.finish(_end_of(place, decoded.offsets, header))


def _folds(last: _Line | None, line: _Line) -> bool:
    """Whether the break between two lines of a folded block becomes a space."""
    return last is not None and last.text[0] not in " \t" and line.text[0] not in " \t"


def _add_joint(decoded: _Map, breaks: list[int], folds: bool) -> None:
    if not folds or not breaks:
        decoded.add_breaks(breaks)
    elif len(breaks) == 1:
        decoded.add(" ", breaks[0])
    else:
        decoded.add_breaks(breaks[1:])


def _end_of(place: Place, offsets: list[int], header: _Header) -> int:
    if not offsets:
        return min(header.content, place.end)
    return offsets[-1] + source_width(place.text, offsets[-1], "literal")
