"""The texts of hand errors, in the runtime and in the catalogue of diagnostics."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.diagnostics.catalogue import load_entry
from kawuxing.runtime.errors import TEXTS, HandError
from kawuxing.runtime.notation import Form, parse_hand
from kawuxing.runtime.tiles import DRAGONS, TileSet

TILES = TileSet(("dots", "bamboos"), DRAGONS)
HAND_CODES = sorted(code for code in TEXTS if code < "KWX3200")
# Codes whose pages show hands; the others show commands, fields and bytes.
SHOWN = [code for code in HAND_CODES if code < "KWX3121" and code not in ("KWX3113", "KWX3116")]


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("code", HAND_CODES)
def test_the_page_says_what_the_runtime_says(code: str) -> None:
    entry = load_entry(code)
    assert entry is not None
    assert (entry.text("message", "en"), entry.text("message", "zh")) == TEXTS[code]


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_both_languages_use_the_same_values(code: str) -> None:
    english, chinese = TEXTS[code]
    assert fields(english) == fields(chinese)
    assert re.search("[\u4e00-\u9fff]", chinese)
    assert not re.search("[\u4e00-\u9fff]", english)


def shown(code: str, heading: str) -> list[str]:
    """The pieces of code in one section of a page."""
    entry = load_entry(code)
    assert entry is not None
    section = entry.body.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall("`([^`]+)`", section)


def complaint(text: str, forms: tuple[Form, ...]) -> str:
    try:
        parse_hand(text, TILES, forms)
    except HandError as error:
        return error.code
    return ""


@pytest.mark.parametrize("code", SHOWN)
@pytest.mark.parametrize(("bad", "good"), [("Example", "Instead"), ("例子", "改法")])
def test_the_examples_of_a_page_are_true(code: str, bad: str, good: str) -> None:
    forms: tuple[Form, ...] = ("waiting",) if code == "KWX3120" else ("won", "waiting")
    wrong, right = shown(code, bad), shown(code, good)
    assert wrong
    assert [complaint(text, forms) for text in wrong] == [code] * len(wrong)
    assert all(complaint(text, forms) != code for text in right)
