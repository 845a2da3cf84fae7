"""Books of towns, and what a reader finds in a page or in Markdown."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from kawuxing.compiler.book.rulebook import rulebook
from kawuxing.compiler.book.shown import town
from kawuxing.compiler.book.to_html import to_html
from kawuxing.compiler.book.to_markdown import to_markdown
from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset

if TYPE_CHECKING:
    from kawuxing.compiler.book.document import Book
    from kawuxing.compiler.book.shown import Town

VOID = {"br", "col", "hr", "link", "meta", "wbr"}


@cache
def town_of(variant: str, **options: str) -> Town:
    """A town, worked out; the variant may be a ruleset's text."""
    sink = Sink()
    core = check(load_ruleset(variant), sink)
    sink.raise_if_failed()
    assert core is not None
    return town(core, run_module(compile_core(core)).load(options))


@cache
def books_of(variant: str) -> tuple[Book, ...]:
    """Its book in both languages."""
    return rulebook(town_of(variant), "zh"), rulebook(town_of(variant), "en")


@cache
def page_of(variant: str) -> str:
    return to_html(books_of(variant))


@cache
def markdown_of(variant: str) -> str:
    return to_markdown(books_of(variant))


class Reader(HTMLParser):
    """Reads a page strictly: everything that is opened is closed, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert value is not None
            self.attributes.append((name, value))
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


@cache
def read(variant: str) -> Reader:
    return Reader(page_of(variant))


def plain(text: str) -> str:
    """Markdown without what guards its signs."""
    return re.sub(r"\\(.)", r"\1", text)
