"""Every slip of the pen in an expression, written out by hand."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.mutation.edits import Edit, edits
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.compiler.surface.printer import print_expression


def slips(text: str) -> list[Edit]:
    source = SourceText.of(text)
    expr = parse_expression(text, lambda start, end: Span(source, start, end), Sink())
    assert expr is not None
    return list(edits(expr))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("2", ["1", "3", "4"]),
        ("1", ["0", "2"]),
        ("0", ["1"]),
        ("true", ["false"]),
        ("none", []),
        ("share", []),
        ("a == 3", ["a != 3", "a == 2", "a == 4", "a == 6"]),
        ("a < b", ["a <= b", "a >= b"]),
        ("a <= b", ["a < b", "a > b"]),
        ("a > b", ["a >= b", "a <= b"]),
        ("a >= b", ["a > b", "a < b"]),
        ("a < b <= c", ["a <= b <= c", "a >= b <= c", "a < b < c", "a < b > c"]),
        ("a in [b, c]", ["a not in [b, c]", "a in [c]", "a in [b]"]),
        ("a not in [b]", ["a in [b]"]),
        ("not a", ["a"]),
        ("a and b and c", ["a or b or c", "b and c", "a and c", "a and b"]),
        ("a or b", ["a and b", "b", "a"]),
        ("a and (b or c)", ["a or b or c", "b or c", "a", "a and b and c", "a and c", "a and b"]),
        ("a if b else c", ["c if b else a"]),
        ("a + b", ["a - b"]),
        ("a * b - c", ["a * b + c", "(a + b) - c"]),
        ("2 ** a", ["2 * a", "1 ** a", "3 ** a", "4 ** a"]),
        ("a // b", ["a * b"]),
        ("a % b", ["a // b"]),
        ("-a", ["a"]),
        ("max(a, 1)", ["min(a, 1)", "max(a, 0)", "max(a, 2)"]),
        ("abs(a)", []),
        ("all(s.x for s in sets)", ["any(s.x for s in sets)"]),
        ("count(s.x for s in sets if s.y)", ["count(s.x for s in sets)"]),
        ("1p", ["2p"]),
        ("7z", ["6z"]),
        ("9p", ["8p", "1s"]),
        ("middle", ["low", "high", "triplet", "pair"]),
        ("red", ["green", "white"]),
        ("payer.revealed", ["payer.fed", "payer.first_revealed"]),
    ],
)
def test_all_changes_of(text: str, changed: list[str]) -> None:
    wanted = {print_of(one) for one in changed}
    assert {print_expression(edit.expr) for edit in slips(text)} == wanted
    assert len(slips(text)) == len(wanted)


def print_of(text: str) -> str:
    expr = parse_expression(text, lambda start, end: Span(SourceText.of(text), start, end), Sink())
    assert expr is not None
    return print_expression(expr)


def test_truths_of_the_same_thing_are_mistaken_for_each_other() -> None:
    found = {edit.after for edit in slips("s.triplet")}
    assert found >= {"s.run", "s.kong", "s.exposed", "s.melded", "s.concealed", "s.won"}
    assert "s.tile" not in found
    found = {edit.after for edit in slips("discard")}
    assert found >= {"self_draw", "robbing", "last_tile", "seven_pairs"}
    assert not found & {"chain", "product", "discard"}


def test_a_change_is_shown_by_what_it_touches() -> None:
    shown = {(edit.span.text, edit.before, edit.after) for edit in slips("a  and b == 1")}
    assert shown == {
        ("a  and b == 1", "and", "or"),
        ("a", "a", ""),
        ("b == 1", "b == 1", ""),
        ("b == 1", "b == 1", "b != 1"),
        ("1", "1", "0"),
        ("1", "1", "2"),
    }


def test_no_two_changes_are_known_by_the_same() -> None:
    text = "not (a and not a) or count(s.run for s in sets if s.won) >= 2 and 5p in [5p, 5p]"
    known = [(edit.kind, edit.span.start, edit.span.end, edit.after) for edit in slips(text)]
    assert len(known) == len(set(known))
