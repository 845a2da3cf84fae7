"""The catalogue's pages about rounds that are played and logs that are replayed."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from kawuxing.compiler.diagnostics.catalogue import load_entry
from kawuxing.runtime.round.errors import ROUND_TEXTS

CODES = sorted(ROUND_TEXTS)


@cache
def events() -> Draft202012Validator:
    text = files("kawuxing.compiler.schemas").joinpath("log.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def shown(code: str, headings: str) -> list[object]:
    """The events in some sections of a page."""
    entry = load_entry(code)
    assert entry is not None
    blocks = re.findall(rf"## (?:{headings})\n\n```json\n(.*?)\n```", entry.body, re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("code", CODES)
def test_the_page_says_what_the_runtime_says(code: str) -> None:
    entry = load_entry(code)
    assert entry is not None
    assert (entry.text("message", "en"), entry.text("message", "zh")) == ROUND_TEXTS[code]


@pytest.mark.parametrize("code", CODES)
def test_what_pages_advise_can_stand_in_a_log(code: str) -> None:
    for event in shown(code, "Instead|改法"):
        events().validate(event)


def test_enough_pages_show_events() -> None:
    assert len([code for code in CODES if shown(code, "Example|例子")]) > 15
