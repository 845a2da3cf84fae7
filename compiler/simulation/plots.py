"""Plots as inline SVG: widths in per cent, so that they fit a phone as well as a desk.

Colours come from the page's style by class; nothing here has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..pages.markup import NOTHING, Html, element

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .section import Mark, Section

_ROW: Final = 36
_HIGH: Final = 140
_LABELLED: Final = 16  # columns that can all have a label below
_VALUED: Final = 8  # columns that can all have their value on top


def plot(section: Section) -> Html:
    """The plot of a section; empty if it has nothing to draw."""
    marks = section.marks
    if not marks:
        return NOTHING
    height = _HIGH + 44 if section.shape == "columns" else _ROW * len(marks)
    return element(
        "svg",
        *_drawn(section),
        class_=f"plot {section.shape}",
        role="img",
        aria_label=section.title,
        width="100%",
        height=f"{height}",
    )


def _drawn(section: Section) -> Iterator[Html]:
    match section.shape:
        case "bars":
            yield from _bars(section.marks)
        case "points":
            yield from _points(section.marks)
        case "columns":
            yield from _columns(section.marks)


def _bars(marks: Sequence[Mark]) -> Iterator[Html]:
    """Bars from zero, with intervals."""
    top = max([mark.value if mark.high is None else mark.high for mark in marks]) or 1.0
    for at, mark in enumerate(marks):
        y = at * _ROW
        yield from _words(mark, y)
        yield _box("0", y + 19.0, _part(mark.value, top), 10.0)
        yield from _whisker(mark, y + 24, 0.0, top)


def _points(marks: Sequence[Mark]) -> Iterator[Html]:
    """Points with intervals, on lines with zero marked."""
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = (high - low) or 1.0
    low, high = low - span / 50, high + span / 50
    zero = _part(-low, high - low)
    yield _line("zero", (zero, zero), (0, _ROW * len(marks)))
    for at, mark in enumerate(marks):
        y = at * _ROW
        yield from _words(mark, y)
        yield from _whisker(mark, y + 24, low, high)
        x = _part(mark.value - low, high - low)
        yield element("circle", class_="point", cx=x, cy=f"{y + 24}", r="5")


def _columns(marks: Sequence[Mark]) -> Iterator[Html]:
    """Columns side by side."""
    top = max(mark.value for mark in marks) or 1.0
    wide = 100 / len(marks)
    every = -(-len(marks) // _LABELLED)
    for at, mark in enumerate(marks):
        height = _HIGH * mark.value / top
        y = _HIGH + 20 - height
        middle = f"{at * wide + wide / 2:.3f}%"
        name = element("title", f"{mark.label}: {mark.text}")
        yield _box(f"{at * wide + wide / 10:.3f}%", y, f"{wide * 0.8:.3f}%", height, name)
        if len(marks) <= _VALUED:
            yield _text(mark.text, middle, y - 5, "middle", class_="value")
        if at % every == 0:
            yield _text(mark.label, middle, _HIGH + 36.0, "middle")


def _words(mark: Mark, y: int) -> Iterator[Html]:
    yield _text(mark.label, "0", y + 14.0, "start")
    yield _text(mark.text, "100%", y + 14.0, "end", class_="value")


def _text(words: str, x: str, y: float, anchor: str, class_: str | None = None) -> Html:
    return element("text", words, class_=class_, x=x, y=f"{y:.1f}", text_anchor=anchor)


def _box(x: str, y: float, width: str, height: float, *parts: Html) -> Html:
    sizes = {"x": x, "y": f"{y:.1f}", "width": width, "height": f"{height:.1f}"}
    return element("rect", *parts, class_="bar", **sizes)


def _whisker(mark: Mark, y: int, low: float, high: float) -> Iterator[Html]:
    if mark.low is None or mark.high is None:
        return
    left = _part(max(mark.low, low) - low, high - low)
    right = _part(mark.high - low, high - low)
    yield _line("interval", (left, right), (y, y))
    for x in (left, right):
        yield _line("interval", (x, x), (y - 4, y + 4))


def _line(class_: str, x: tuple[str, str], y: tuple[int, int]) -> Html:
    ends = {"x1": x[0], "x2": x[1], "y1": f"{y[0]}", "y2": f"{y[1]}"}
    return element("line", class_=class_, **ends)


def _part(value: float, whole: float) -> str:
    return f"{100 * value / whole:.3f}%"
