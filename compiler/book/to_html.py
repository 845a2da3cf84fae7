"""A rulebook as one page that loads nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, assert_never

from ..pages.markup import NOTHING, Html, element, joined, link, table, text
from ..pages.shell import contents, language_tag, page
from ..pages.tiles import drawings, hand, tile_style
from .document import (
    Break,
    Card,
    Code,
    Facts,
    Grid,
    GridRow,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quiet,
    Strong,
    To,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .document import Block, Book, Inline, Line, Section


def to_html(books: Sequence[Book]) -> str:
    """One page with the book in each language."""
    switch = joined((link(book.anchor, _LANGUAGES[book.lang]) for book in books), " · ")
    top = element("nav", switch, class_="languages screen") if len(books) > 1 else NOTHING
    title = " · ".join(dict.fromkeys(book.title for book in books))
    parts = [_book(book) for book in books]
    return page(title, books[0].lang, drawings(), top, *parts, style=tile_style() + _style())


_WIDE = 5
"""Tables of so many columns are too wide for a phone."""
_LANGUAGES = {"zh": "中文", "en": "English"}


@cache
def _style() -> str:
    return files(__package__).joinpath("book.css").read_text("utf-8")


def _book(book: Book) -> Html:
    head = element(
        "header",
        element("h1", book.title),
        element("p", book.subtitle, class_="muted") if book.subtitle else NOTHING,
    )
    entries = [(one.anchor, one.title) for one in book.sections]
    sections = [_section(one) for one in book.sections]
    return element(
        "article",
        head,
        contents(book.contents, entries),
        element("main" if book.lang == "zh" else "div", *sections),
        element("footer", book.colophon),
        id=book.anchor,
        lang=language_tag(book.lang),
    )


def _section(section: Section) -> Html:
    name = section.anchor.partition("-")[2]
    blocks = [_block(one) for one in section.blocks]
    return element(
        "section", element("h2", section.title), *blocks, id=section.anchor, class_=f"part {name}"
    )


def _block(block: Block) -> Html:
    match block:
        case Paragraph(line=line):
            return element("p", _line(line))
        case Items(lines=lines):
            return element("ol", *[element("li", _line(one)) for one in lines])
        case Grid():
            return _grid(block)
        case Facts(entries=entries):
            parts = [part for entry in entries for part in _fact(*entry)]
            return element("dl", *parts)
        case Picture(groups=groups, label=label):
            return hand(groups, label)
        case Card():
            return _card(block)
        case Heading(title=title):
            return element("h3", title)
        case _:
            assert_never(block)


def _fact(name: str, line: Line) -> tuple[Html, Html]:
    return element("dt", name), element("dd", _line(line))


def _card(card: Card) -> Html:
    badge = element("span", card.badge, class_="badge") if card.badge else NOTHING
    title = element("h3", card.title, " " if card.badge else "", badge)
    blocks = [_block(one) for one in card.blocks]
    return element("div", title, *blocks, id=card.anchor, class_="panel")


def _grid(grid: Grid) -> Html:
    rows = [_cells(row) for row in grid.rows]
    stacks = len(grid.head) >= _WIDE
    return table(grid.head, rows, numbers=grid.numbers, stacks=stacks)


def _cells(row: GridRow) -> list[Html]:
    cells = [_line(one) for one in row.cells]
    if row.anchor:
        cells[0] = element("span", cells[0], id=row.anchor)
    return cells


def _line(line: Line) -> Html:
    return joined(map(_inline, line))


def _inline(one: Inline) -> Html:
    match one:
        case str():
            return text(one)
        case To(anchor=anchor, text=words):
            return link(anchor, words)
        case Code(text=words):
            return element("code", words)
        case Strong(text=words):
            return element("strong", words)
        case Quiet(text=words):
            return element("span", words, class_="muted small")
        case Break():
            return element("br")
        case _:
            assert_never(one)
