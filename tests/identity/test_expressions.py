"""Parsing and printing a canonical expression changes nothing."""

from pathlib import Path

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.compiler.surface.printer import print_expression

LINES = [
    line
    for line in (Path(__file__).parent / "expressions.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def printed(text: str) -> str:
    source, sink = SourceText.of(text), Sink()
    expr = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert expr is not None
    return print_expression(expr)


@pytest.mark.parametrize("line", LINES)
def test_canonical_text_stays(line: str) -> None:
    assert printed(line) == line


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("True", "true"),
        ("None", "none"),
        ('"word"', "'word'"),
        ("a\n  and\tb", "a and b"),
        ("((a)) + (b * c)", "a + b * c"),
        ("(a and b) and c", "a and b and c"),
        ("a or (b or c)", "a or b or c"),
        ("(a * b) // c", "a * b // c"),
        ("a ** (b ** c)", "a ** b ** c"),
        ("a if b else (c if d else e)", "a if b else c if d else e"),
        ("not (a == b)", "not a == b"),
        ("- - a", "--a"),
        ("f( a,b )", "f(a, b)"),
        ("all((a) for s in t if (b or c))", "all(a for s in t if b or c)"),
    ],
)
def test_other_texts_become_canonical(text: str, canonical: str) -> None:
    assert printed(text) == canonical


def test_no_bracket_is_too_many() -> None:
    """Leaving out any pair of brackets of a canonical text changes what it means."""
    for line in LINES:
        for opening in (i for i, sign in enumerate(line) if sign == "(" and is_group(line, i)):
            closing = partner(line, opening)
            bare = line[:opening] + line[opening + 1 : closing] + line[closing + 1 :]
            assert printed_or_none(bare) != line


def is_group(line: str, opening: int) -> bool:
    before = line[:opening]
    if before[-1:] in {"'", '"'} or before.count("'") % 2 or before.count('"') % 2:
        return False
    return not (before[-1:].isalnum() or before.endswith("_"))


def partner(line: str, opening: int) -> int:
    depth = 0
    for place in range(opening, len(line)):
        depth += {"(": 1, ")": -1}.get(line[place], 0)
        if depth == 0:
            return place
    raise AssertionError(line)


def printed_or_none(text: str) -> str | None:
    source = SourceText.of(text)
    expr = parse_expression(text, lambda start, end: Span(source, start, end), Sink())
    return None if expr is None else print_expression(expr)
