"""Text in columns where a Chinese character takes up two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..diagnostics.visible import visible
from ..diagnostics.width import columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# What must stay together: a word with what clings to it, or one wide character and the
# punctuation that may not begin a line.
_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60"
_CLOSING = "，。、；：？！）》」』】…"
_UNIT = re.compile(f"[{_WIDE}][{_CLOSING}]*|[^\\s{_WIDE}]+[{_CLOSING}]*|\\s+")


def pad(text: str, width: int) -> str:
    """The text with blanks behind it up to a width."""
    return text + " " * max(0, width - columns(text))


def wrap(text: str, width: int, begun: int = 0) -> list[str]:
    """Break a text into lines; a word that does not fit stands on a line of its own.

    Whatever in it is unseen or moves the cursor is spelt out.

    Args:
        text: The text.
        width: The columns of a line.
        begun: How many of the first line's are taken already.
    """
    lines: list[str] = []
    line = ""
    for unit in _UNIT.findall(visible(" ".join(text.split()))):
        room = width if lines else width - begun
        if line and columns(line + unit.rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += unit if line else unit.lstrip()
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def hang(first: str, text: str, width: int, indent: int = 0) -> str:
    """A text behind its heading, later lines standing under its beginning.

    Args:
        first: What stands before the text, blanks included.
        text: The text.
        width: The columns of a line.
        indent: How far later lines stand in, if not as far as the text.
    """
    inner = indent or columns(first)
    lines = wrap(text, max(20, width - inner), columns(first) - inner)
    return ("\n" + " " * inner).join([first + lines[0], *lines[1:]]).rstrip()


def table(rows: Iterable[Sequence[str]], *, gap: str = "  ", right: frozenset[int]) -> list[str]:
    """Rows as lines in columns; the columns in `right` end together, the others begin together."""
    cells = [[visible(cell) for cell in row] for row in rows]
    count = max(map(len, cells), default=0)
    widths = [
        max((columns(row[at]) for row in cells if at < len(row)), default=0) for at in range(count)
    ]
    lines = []
    for row in cells:
        placed = [
            " " * (widths[at] - columns(cell)) + cell if at in right else pad(cell, widths[at])
            for at, cell in enumerate(row)
        ]
        lines.append(gap.join(placed).rstrip())
    return lines
