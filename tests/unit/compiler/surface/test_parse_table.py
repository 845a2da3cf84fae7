"""The table of the parser: kept beside the grammar, made anew where that has changed."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface import kept_table
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.compiler.surface.expressions import Or

from ....sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GRAMMAR = ROOT / "grammar/expression.lark"


@pytest.fixture
def grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the grammar with its table, which is read in the place of the built-in one."""
    copy = tmp_path / "expression.lark"
    for file in (copy, copy.with_suffix(".json")):
        file.write_bytes((GRAMMAR.parent / file.name).read_bytes())
    monkeypatch.setattr(kept_table, "_GRAMMAR", copy)
    kept_table.expression_grammar.cache_clear()
    yield copy
    kept_table.expression_grammar.cache_clear()


def parsed(text: str) -> object:
    source = SourceText("it", text, "")
    return parse_expression(text, lambda start, end: Span(source, start, end), Sink())


def test_the_table_names_its_grammar() -> None:
    table = json.loads(GRAMMAR.with_suffix(".json").read_text("utf-8"))
    assert table["grammar"] == sha256(GRAMMAR.read_bytes()).hexdigest()


def test_the_table_is_kept(grammar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lark", None)
    assert grammar.is_file()
    assert isinstance(parsed("a or b"), Or)


@pytest.mark.parametrize(
    "kept",
    [
        *(None, "", "{", "[]", "null", "7", '"text"', "[" * 100_000, "{}"),
        '{"grammar": "MADE_OF"}',
        '{"grammar": "MADE_OF", "spelled": {}, "shapes": "("}',
        '{"grammar": "MADE_OF", "spelled": {}, "shapes": null}',
    ],
)
def test_a_damaged_table_is_made_anew(grammar: Path, kept: str | None) -> None:
    table = grammar.with_suffix(".json")
    if kept is None:
        table.unlink()
    else:
        made_of = sha256(grammar.read_bytes()).hexdigest()
        table.write_text(kept.replace("MADE_OF", made_of), "utf-8")
    assert isinstance(parsed("a or b"), Or)


def test_a_changed_grammar_is_followed_at_once(grammar: Path) -> None:
    assert parsed("a either b") is None
    text = grammar.read_text("utf-8")
    assert '"or"' in text
    grammar.write_text(text.replace('"or"', '"either"'), "utf-8")
    kept_table.expression_grammar.cache_clear()
    assert isinstance(parsed("a either b"), Or)
    assert parsed("a or b") is None
