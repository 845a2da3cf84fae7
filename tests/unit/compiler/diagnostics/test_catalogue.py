from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics import catalogue
from kawuxing.compiler.diagnostics.report import Diagnostic, Label
from kawuxing.compiler.source.text import SourceText, Span

PAGE = """---
title.en: A title
title.zh: 标题
message.en: `{name}` is {{odd}}: {name} {count}
message.zh: `{name}` 怪：{count}
help.en: plain advice
help.zh: 建议
help.hint.en: did you mean {suggestion}?
help.hint.zh: 是 {suggestion} 吗？
---
## What

An English text.

# 中文

## 是什么

中文。
"""


@pytest.fixture
def _page(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = catalogue.parse_entry("KWX1999", PAGE)
    monkeypatch.setattr(catalogue, "_load", lambda code: entry if code == "KWX1999" else None)


@pytest.mark.usefixtures("_page")
def test_values_are_filled_in_and_nothing_in_them_is_obeyed() -> None:
    found = Diagnostic("KWX1999", None, {"name": "{count}\x1b", "count": 3})
    assert catalogue.message(found, "en") == "`{count}␛` is {odd}: {count}␛ 3"
    assert catalogue.message(found, "zh") == "`{count}␛` 怪：3"


@pytest.mark.usefixtures("_page")
def test_a_value_that_was_not_given_shows_its_name() -> None:
    assert catalogue.message(Diagnostic("KWX1999", None, {"count": 1}), "zh") == "`{name}` 怪：1"


@pytest.mark.usefixtures("_page")
@pytest.mark.parametrize("absent", [{}, {"suggestion": ""}])
def test_advice_about_what_is_not_known_is_left_out(absent: dict[str, str]) -> None:
    assert catalogue.helps(Diagnostic("KWX1999", None, absent), "en") == ("plain advice",)


@pytest.mark.usefixtures("_page")
def test_all_advice_comes_in_the_order_written() -> None:
    found = Diagnostic("KWX1999", None, {"suggestion": "cap"})
    assert catalogue.helps(found, "zh") == ("建议", "是 cap 吗？")


@pytest.mark.usefixtures("_page")
def test_a_page_is_shown_in_one_language() -> None:
    english, chinese = catalogue.page("KWX1999", "en"), catalogue.page("KWX1999", "zh")
    assert english == "# KWX1999 · A title\n\n## What\n\nAn English text.\n"
    assert chinese == "# KWX1999 · 标题\n\n## 是什么\n\n中文。\n"


def test_labels_may_use_the_values_of_the_diagnostic() -> None:
    span = Span(SourceText.of("ab"), 0, 1)
    found = Diagnostic("KWX1201", span, {"key": "a"}, (Label(span, "first"), Label(span, "odd")))
    assert catalogue.label_text(found, found.labels[0], "en") == "written here first"
    assert catalogue.label_text(found, found.labels[1], "en") == "odd"


def test_a_code_without_a_page_is_still_shown() -> None:
    assert catalogue.load_entry("KWX9998") is None
    assert catalogue.load_entry("../README") is None
    assert catalogue.page("KWX9998", "en") is None
    assert catalogue.message(Diagnostic("KWX9998", None, {"a": 1}), "en") == "a=1"
    assert catalogue.message(Diagnostic("KWX9998", None), "en") == "KWX9998"
    assert catalogue.helps(Diagnostic("KWX9998", None), "en") == ()
    assert catalogue.title("KWX9998", "en") == "KWX9998"


@pytest.mark.parametrize(
    "text",
    [
        "no front matter",
        "---\ntitle.en: a\n",
        "---\ntitel.en: a\n---\n",
        "---\ntitle.en: a\ntitle.en: b\n---\n",
        "---\nwithout a colon\n---\n",
    ],
)
def test_a_malformed_page_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="KWX1999"):
        catalogue.parse_entry("KWX1999", text)
