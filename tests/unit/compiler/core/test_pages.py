"""The pages about types and tables: what they show has the error, mended it has none."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.diagnostics import catalogue

from ..towns import check_texts
from .rules import lowered, typed


def blocks(code: str, lang: catalogue.Lang) -> list[tuple[str, str]]:
    """The example and the mended example of a page, each with its language."""
    text = catalogue.page(code, lang) or ""
    found = re.findall(r"```(\w*)\n(.*?)\n```", text, re.DOTALL)
    return [(kind, body) for kind, body in found]


CODES = [code for code in catalogue.all_codes() if code.startswith(("KWX23", "KWX24"))]
TOO_LONG = {"KWX2434", "KWX2435", "KWX2436"}
"""Their examples would be long; other tests make them."""


def found_in(kind: str, body: str) -> list[str]:
    diagnostics = lowered(body + "\n").diagnostics if kind == "yaml" else typed(body).diagnostics
    for diagnostic in diagnostics:
        check_texts(diagnostic)
    return [diagnostic.code for diagnostic in diagnostics]


@pytest.mark.parametrize("code", [code for code in CODES if code not in TOO_LONG])
def test_the_example_has_the_error_and_its_mended_form_has_none(code: str) -> None:
    example, instead = blocks(code, "en")
    assert found_in(*example) == [code]
    assert found_in(*instead) == []


@pytest.mark.parametrize("code", CODES)
def test_both_languages_show_the_same(code: str) -> None:
    assert blocks(code, "en") == blocks(code, "zh")
