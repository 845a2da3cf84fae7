"""Python's own parser as the judge: the same words are an expression there, grouped alike.

To compare the grouping, brackets are put around every node of our tree, at its own span: if
Python reads that as it reads the bare text, the two trees agree. What Python has and the language
leaves out on purpose counts as no expression.
"""

import ast
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.compiler.surface.expressions import Expr, children

LEFT_OUT = (ast.Tuple, ast.UAdd, ast.Starred)


def pythons(text: str) -> str | None:
    """What Python makes of a text, or None where that is nothing or not ours."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        called = isinstance(node, ast.Call) and not isinstance(node.func, ast.Name)
        if called or isinstance(node, LEFT_OUT):
            return None
    return ast.dump(tree)


def ours(text: str) -> str | None:
    """What Python makes of a text with all the brackets our tree says."""
    source = SourceText.of(text)
    expr = parse_expression(text, lambda start, end: Span(source, start, end), Sink())
    return None if expr is None else pythons(bracketed(text, expr))


def bracketed(text: str, expr: Expr) -> str:
    opening: Counter[int] = Counter()
    closing: Counter[int] = Counter()
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        opening[node.span.start] += 1
        closing[node.span.end] += 1
        waiting += children(node)
    pieces = (")" * closing[at] + "(" * opening[at] + sign for at, sign in enumerate(text))
    return "".join(pieces) + ")" * closing[len(text)]


def agree(text: str) -> bool:
    return ours(text) == pythons(text)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_every_short_row_of_words(length: int) -> None:
    words = ["a", "not", "-", "and", "or", "==", "in", "+", "**", "if", "(", ")"]
    for row in product(words, repeat=length):
        assert agree(" ".join(row)), row


BINARY = ["+", "-", "*", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "in", "not in"]


@pytest.mark.parametrize("first", [*BINARY, "and", "or"])
def test_every_two_operators_with_every_sign_before_each_value(first: str) -> None:
    for second in (*BINARY, "and", "or"):
        for x, y, z in product(["", "-", "not "], repeat=3):
            text = f"{x}a {first} {y}b {second} {z}c"
            assert agree(text), text


@pytest.mark.parametrize("op", [*BINARY, "and", "or", "if x else"])
def test_every_operator_beside_a_choice(op: str) -> None:
    for text in (
        f"a {op} b if c else d",
        f"a if b else c {op} d",
        f"(a if b else c) {op} d",
        f"not a if -b else -c {op} d",
        f"all(a {op} b for c in d if e)",
    ):
        assert agree(text), text
        assert ours(text), text


def test_every_canonical_expression() -> None:
    lines = (Path(__file__).parents[1] / "identity" / "expressions.txt").read_text("utf-8")
    without_tiles = [line for line in lines.splitlines()[1:] if not has_tile(line)]
    assert len(without_tiles) > 80
    for line in without_tiles:
        assert agree(line), line
        assert ours(line), line


def has_tile(line: str) -> bool:
    """Tiles are the one kind of word that Python has not."""
    return any(f"{rank}{suit}" in line for rank in range(1, 10) for suit in "psmz")
