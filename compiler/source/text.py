r"""The text of one file, and places in it.

Offsets count characters (code points) from 0; lines and columns, which only people see, count
from 1. A line ends at ``\n``, ``\r\n`` or ``\r``, whatever the platform.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

_BREAK = re.compile(r"\r\n|\n|\r")


@lru_cache(maxsize=32)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(found.end() for found in _BREAK.finditer(text)))


@dataclass(frozen=True, slots=True)
class SourceText:
    """One file's decoded text.

    Attributes:
        name: What people call it: a relative path, ``git:REV:PATH`` or ``<text>``.
        text: The characters, line breaks as they stand in the file, without a byte order mark.
        sha256: Hexadecimal digest of the file's bytes.
        first_line: The number of its first line; not 1 in a piece out of a long file.
    """

    name: str
    text: str = field(repr=False)
    sha256: str = field(repr=False)
    first_line: int = field(default=1, repr=False)

    @classmethod
    def of(cls, text: str, name: str = "<text>") -> SourceText:
        """Wrap a text that does not come from a file."""
        data = text.encode("utf-8", "surrogatepass")
        return cls(name, text, hashlib.sha256(data).hexdigest())

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends in a line break has an empty last line."""
        return len(_line_starts(self.text))

    def position(self, offset: int) -> tuple[int, int]:
        """Turn an offset into a line and a column, both from 1; columns count characters."""
        starts = _line_starts(self.text)
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset)
        return line + self.first_line - 1, offset - starts[line - 1] + 1

    def line_start(self, number: int) -> int:
        """The offset of the first character of a line."""
        return _line_starts(self.text)[number - self.first_line]

    def line(self, number: int) -> str:
        """The characters of a line without its line break; empty where there is no such line."""
        starts, at = _line_starts(self.text), number - self.first_line
        if not 0 <= at < len(starts):
            return ""
        end = starts[at + 1] if at + 1 < len(starts) else len(self.text)
        return self.text[starts[at] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch ``[start, end)`` of characters of one text."""

    source: SourceText
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters it covers."""
        return self.source.text[self.start : self.end]

    @property
    def position(self) -> tuple[int, int]:
        """Line and column of its first character."""
        return self.source.position(self.start)

    @property
    def end_position(self) -> tuple[int, int]:
        """Line and column just past its last character."""
        return self.source.position(self.end)

    @property
    def opening(self) -> Span:
        """As much of it as stands on its first line."""
        line, _ = self.position
        end = self.source.line_start(line) + len(self.source.line(line))
        return Span(self.source, self.start, max(self.start, min(self.end, end)))
