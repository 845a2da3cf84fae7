"""Whatever strangers write into a ruleset stays text."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.book.document import Book, Code, Paragraph, Section
from kawuxing.compiler.book.to_html import to_html
from kawuxing.compiler.book.to_markdown import to_markdown

from ..toy import PUNGS, toy
from .books import Reader, markdown_of, page_of, plain, read

WORDS = (
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    '\\" onmouseover=\\"alert(1)',
    "&lt;b&gt; &amp;",
    "[x](javascript:alert(1)) ![y](//example.org)",
    "a | b | c",
    "`code` ``` ~~~ **bold** # head",
    "{{ 7 * 7 }} {% if x %}",
    "1. one\\n\\n# two",
    "- https://example.org www.example.org",
)


def hostile(words: str) -> str:
    """The toy, calling everything so."""
    text = toy(PUNGS)
    for name in ("对子", "Pairs", "封顶", "Most", "玩具", "Toy"):
        text = text.replace(name, '"' + words.replace("\\n", " ") + '"')
    text = text.replace("assumed: a toy", f'assumed: "{words}"')
    return text.replace("why: four triplets", f'why: "{words}"')


@pytest.mark.parametrize("words", WORDS)
def test_a_page_has_the_same_elements_whatever_things_are_called(words: str) -> None:
    tame, found = read(hostile("tame")), Reader(page_of(hostile(words)))
    assert found.tags == tame.tags
    assert found.ids == tame.ids
    assert [name for name, _ in found.attributes] == [name for name, _ in tame.attributes]
    assert found.links == tame.links
    shown = words.replace('\\"', '"').replace("\\n", "\n")
    assert "".join(found.text).count(shown) >= 6


@pytest.mark.parametrize("words", WORDS)
def test_markdown_has_the_same_marks_whatever_things_are_called(words: str) -> None:
    tame, found = markdown_of(hostile("tame")), markdown_of(hostile(words))
    assert len(found.splitlines()) == len(tame.splitlines())
    shape = re.compile(r"(?<!\\)[<>|`\[\]*~]|^(?:#+|[-+=]|[0-9]+[.)])|https?:/(?=/)|www[.]", re.M)
    assert shape.findall(found) == shape.findall(tame)
    shown = words.replace('\\"', '"').replace("\\n", " ")
    assert plain(found).count(shown) >= 6


def test_what_is_unseen_is_spelt_out() -> None:
    """Rulesets with such characters are refused; the book does not rely on that."""
    paragraph = Paragraph(("a\u202eb\u200bc", Code("\u202e")))
    book = Book("en", "en-book", "\u202e", "", "", (Section("en-x", "\u200b", (paragraph,)),), "")
    for text in (to_html([book]), to_markdown([book])):
        assert "\u202e" not in text
        assert "\u200b" not in text
        assert plain(text).count("<U+202E>") + text.count("&lt;U+202E&gt;") >= 3
