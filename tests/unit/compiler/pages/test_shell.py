"""Pages hold what they are given and nothing that runs or is fetched."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.pages.markup import Html, anchor_of, element, joined, link, table, text
from kawuxing.compiler.pages.shell import contents, page, section

HOSTILE = "</style><script>alert('1')</script>\"&\u202e"
SAFE = "&lt;/style&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&quot;&amp;&lt;U+202E&gt;"


def test_text_is_escaped_once() -> None:
    assert text(HOSTILE) == SAFE
    assert text(text(HOSTILE)) == SAFE
    assert text("a\n<") == "a\n&lt;"
    assert element("p", HOSTILE, Html("<br>")) == f"<p>{SAFE}<br></p>"
    assert joined(["<", Html("<br>")], "&") == "&lt;&amp;<br>"


def test_attributes_are_escaped_and_named() -> None:
    made = element("p", "x", title=HOSTILE, class_="a", aria_label="b", id=None)
    assert made == f'<p title="{SAFE}" class="a" aria-label="b">x</p>'


@pytest.mark.parametrize("name", ["br", "meta"])
def test_what_has_no_content_is_not_closed(name: str) -> None:
    assert element(name) == f"<{name}>"


def test_anchors_are_plain() -> None:
    assert anchor_of("fan", 'a" onclick="x', "番") == "fan-a_onclick_x-_"
    assert link("fan-a", "<") == '<a href="#fan-a">&lt;</a>'


def test_a_table_has_its_rows_in_order() -> None:
    made = table(["a", "b"], [["<", "1"], [element("th", "x"), "2"]], numbers=[1])
    cells = re.findall(r"<t[dh](?: [^>]*)?>[^<]*", made)
    assert cells == [
        '<th scope="col">a',
        '<th scope="col" class="number">b',
        "<td>&lt;",
        '<td class="number">1',
        "<th>x",
        '<td class="number">2',
    ]


def test_cells_that_stack_say_what_they_are() -> None:
    made = table(["<a", "b"], [["1", "2"]], numbers=[1], stacks=True)
    assert '<table class="stacks">' in made
    assert '<td data-label="&lt;a"><div>1</div></td>' in made
    assert '<td class="number" data-label="b"><div>2</div></td>' in made
    assert "data-label" not in table(["a"], [["1"]])


def test_a_row_has_as_many_cells_as_the_head() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        table(["a", "b"], [["1"]])


def test_a_page_is_whole_and_alone() -> None:
    made = page(
        HOSTILE, "zh", contents("目录", [("one", HOSTILE)]), section("one", "<", "x"), style="p{}"
    )
    assert made.startswith('<!DOCTYPE html>\n<html lang="zh-Hans"><head><meta charset="utf-8">')
    assert f"<title>{SAFE}</title>" in made
    assert f'<a href="#one">{SAFE}</a>' in made
    assert '<section id="one"><h2>&lt;</h2>x</section>' in made
    assert "p{}</style>" in made
    assert "default-src &#x27;none&#x27;" in made
    assert "script" not in made.replace(SAFE, "")
    assert not re.search(r"https?:|//|url\(|@import", made.replace("<!DOCTYPE", ""))
