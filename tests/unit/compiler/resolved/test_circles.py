"""Circles among references."""

from __future__ import annotations

import pytest

from kawuxing.compiler.resolved.circles import find_circles
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.nodes import Ref

NOWHERE = Span(SourceText.of(""), 0, 0)


def circles(**edges: str) -> list[list[str]]:
    refs = {name: [Ref(id, NOWHERE) for id in ids.split()] for name, ids in edges.items()}
    return [[name for name, _ in circle] for circle in find_circles(refs)]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ({"a": "", "b": "a", "c": "a b"}, []),
        ({"a": "a"}, [["a"]]),
        ({"a": "b", "b": "a"}, [["a", "b"]]),
        ({"a": "b", "b": "c", "c": "b"}, [["b", "c"]]),
        ({"a": "b c", "b": "", "c": "d", "d": "a"}, [["a", "c", "d"]]),
        ({"a": "b", "b": "a", "c": "d", "d": "c"}, [["a", "b"], ["c", "d"]]),
        ({"a": "b c d", "b": "c", "c": "d", "d": ""}, []),
    ],
)
def test_circles_are_found(edges: dict[str, str], expected: list[list[str]]) -> None:
    assert circles(**edges) == expected


def test_every_step_shows_the_reference_it_takes() -> None:
    refs = {"a": [Ref("b", NOWHERE)], "b": [Ref("a", NOWHERE)]}
    (circle,) = find_circles(refs)
    assert [(name, ref.id) for name, ref in circle] == [("a", "b"), ("b", "a")]


def test_a_long_chain_needs_no_deep_stack() -> None:
    edges = {f"n{number}": f"n{number + 1}" for number in range(5000)}
    assert circles(**edges, n5000="") == []
    assert len(circles(**edges, n5000="n0")[0]) == 5001
