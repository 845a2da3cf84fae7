"""The page: whole, alone, and with every plot where it belongs."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from kawuxing.compiler.simulation.page import page
from kawuxing.compiler.simulation.plots import plot
from kawuxing.compiler.simulation.section import Mark, Section, Shape
from kawuxing.compiler.simulation.sections import sections_of

from .reports import report, variant

if TYPE_CHECKING:
    from kawuxing.compiler.simulation.section import Lang

NASTY = "<script>alert(1)</script>&\"'"


def drawn(shape: Shape, *marks: Mark) -> ET.Element:
    return ET.fromstring(plot(Section("key", "Title", "", ("",), (), shape, marks)))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_loads_nothing_and_every_tag_is_closed(lang: Lang) -> None:
    found = report(variant("here"))
    text = page(found, sections_of(found, lang), lang)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    names = [name for name, _ in tags.seen]
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(names)
    assert not any({"src", "href", "onload"} & attrs.keys() for _, attrs in tags.seen)
    assert "url(" not in text
    assert names.count("svg") == 10  # all but the dealer
    assert names.count("section") == len(sections_of(found, lang)) == 11
    assert f'lang="{"zh-Hans" if lang == "zh" else "en"}"' in text
    assert "prefers-color-scheme: dark" in text
    assert "width=device-width" in text


def test_what_authors_write_is_text() -> None:
    one = variant("here", name={"zh": NASTY, "en": NASTY}, options={NASTY: NASTY})
    one["fans"][0] |= {"zh": NASTY, "en": NASTY}
    one["causes"][0] |= {"rule": f"pay.win.{NASTY}", "en": NASTY}
    found = report(one)
    text = page(found, sections_of(found, "en"), "en")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_bars_are_as_long_as_their_values() -> None:
    found = drawn("bars", Mark("a", 0.5, 0.25, 1.0, "x"), Mark("b", 0.1))
    assert [bar.get("width") for bar in found.iter("rect")] == ["50.000%", "10.000%"]
    assert [text.text for text in found.iter("text")] == ["a", "x", "b", None]
    lines = [(line.get("x1"), line.get("x2")) for line in found.iter("line")]
    assert lines == [("25.000%", "100.000%"), ("25.000%", "25.000%"), ("100.000%", "100.000%")]


def test_points_lie_to_the_left_and_right_of_zero() -> None:
    found = drawn("points", Mark("a", -1.0, -2.0, 0.0), Mark("b", 1.0, 0.0, 2.0))
    zero, *_ = found.iter("line")
    assert zero.get("x1") == "50.000%"
    left, right = (float(str(dot.get("cx"))[:-1]) for dot in found.iter("circle"))
    assert left < 50 < right
    assert left + right == pytest.approx(100)


def test_columns_are_as_high_as_their_values() -> None:
    found = drawn("columns", Mark("1", 0.2, text="20 %"), Mark("2", 0.4, text="40 %"))
    heights = [float(str(bar.get("height"))) for bar in found.iter("rect")]
    assert heights == [70.0, 140.0]
    assert [one.text for one in found.iter("title")] == ["1: 20 %", "2: 40 %"]


def test_many_columns_are_labelled_now_and_then() -> None:
    found = drawn("columns", *[Mark(str(number), 1.0) for number in range(45)])
    assert [text.text for text in found.iter("text")] == [str(number) for number in range(0, 45, 3)]


@pytest.mark.parametrize("shape", ["bars", "columns", "points"])
def test_nothing_but_zeros_can_be_drawn(shape: Shape) -> None:
    text = plot(Section("key", "Title", "", ("",), (), shape, (Mark("a", 0.0, 0.0, 0.0),)))
    assert not re.search("nan|inf", text)


def test_nothing_to_draw() -> None:
    assert plot(Section("key", "Title", "", ("",), ())) == ""
