"""One part of what is shown: a table, and what is drawn of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Shape = Literal["bars", "columns", "points"]
Lang = Literal["en", "zh"]


class Mark(NamedTuple):
    """Something to be drawn: its length, the ends of its interval, and what is written by it."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    text: str = ""


class Section(NamedTuple):
    """A part with a title.

    Attributes:
        key: what it is about, in one word.
        note: a sentence below the title; may be empty.
        headings: of the columns of the table; `rows` has the cells.
        shape: how `marks` are drawn, if there are any: bars from zero with intervals, columns side
            by side, or points with intervals on a line through zero.
    """

    key: str
    title: str
    note: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shape: Shape = "bars"
    marks: tuple[Mark, ...] = ()


def say(lang: Lang, words: tuple[str, str]) -> str:
    """One of two texts, English first."""
    return words[1] if lang == "zh" else words[0]
