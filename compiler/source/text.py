"""One file's decoded text and places in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceText:
    """One file's text: what a place in it is counted in.

    `name` is what people are shown, never an absolute path; `sha256` is of the file's bytes.
    """

    name: str
    text: str
    sha256: str

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both counted from 1."""
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - self.text.rfind("\n", 0, offset)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        return self.text.split("\n")[number - 1]


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a text."""

    source: SourceText
    start: int
    end: int
