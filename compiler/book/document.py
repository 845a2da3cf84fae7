"""A rulebook as a document: sections of blocks, blocks of lines; no word of HTML or Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pages.tiles import Group
    from .voice import Lang


_PLACE: Final = re.compile(r"\{(\w+)\}")


class To(NamedTuple):
    """A link to a place of the same book."""

    anchor: str
    text: str


class Code(NamedTuple):
    """A rule as its author wrote it."""

    text: str


class Strong(NamedTuple):
    """What is to stand out."""

    text: str


class Quiet(NamedTuple):
    """What only some will read."""

    text: str


class Break(NamedTuple):
    """A new line."""


Inline: TypeAlias = str | To | Code | Strong | Quiet | Break
Line: TypeAlias = tuple[Inline, ...]


class Paragraph(NamedTuple):
    """A line of text."""

    line: Line


class Items(NamedTuple):
    """One thing below the other."""

    lines: tuple[Line, ...]


class GridRow(NamedTuple):
    """A row of a table, with a name for links to it if it needs one."""

    cells: tuple[Line, ...]
    anchor: str = ""


class Grid(NamedTuple):
    """A table; `numbers` are the columns of numbers, counted from 0."""

    head: tuple[str, ...]
    rows: tuple[GridRow, ...]
    numbers: tuple[int, ...] = ()


class Facts(NamedTuple):
    """What things are called, and what they are."""

    entries: tuple[tuple[str, Line], ...]


class Picture(NamedTuple):
    """Tiles, with the words for who cannot see them."""

    groups: tuple[Group, ...]
    label: str


class Card(NamedTuple):
    """A thing of its own: a title, what stands beside it, and what there is to say."""

    anchor: str
    title: str
    badge: str
    blocks: tuple[Block, ...]


class Heading(NamedTuple):
    """The title of a part of a section."""

    title: str


Block: TypeAlias = Paragraph | Items | Grid | Facts | Picture | Card | Heading


class Section(NamedTuple):
    """A part that the table of contents names."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]


class Book(NamedTuple):
    """A rulebook in one language."""

    lang: Lang
    anchor: str
    title: str
    subtitle: str
    contents: str
    sections: tuple[Section, ...]
    colophon: str


def joined(lines: Sequence[Line], between: str) -> Line:
    """Lines one after the other on one."""
    found: list[Inline] = []
    for at, line in enumerate(lines):
        found += [between, *line] if at else line
    return tuple(found)


def stacked(*lines: Line) -> Line:
    """Lines below each other in one place; empty ones are left out."""
    found: list[Inline] = []
    for line in lines:
        if line:
            found += [Break(), *line] if found else line
    return tuple(found)


def filled(text: str, /, **lines: Line) -> Line:
    """A text of ours with lines in the places that have their names."""
    found: list[Inline] = []
    for at, part in enumerate(_PLACE.split(text)):
        found += lines[part] if at % 2 else [part] if part else []
    return tuple(found)


def text_of(line: Line) -> str:
    """A line without its links and marks."""
    return "".join(" " if isinstance(one, Break) else _bare(one) for one in line)


def _bare(one: str | To | Code | Strong | Quiet) -> str:
    return one if isinstance(one, str) else one.text
