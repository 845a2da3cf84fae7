from __future__ import annotations

import pytest

from kawuxing.compiler.source.scalar_maps import Place, Style, map_scalar


def mapped(source: str, value: str, style: Style, parent: int = 0) -> list[int] | None:
    offsets = map_scalar(value, style, Place(source, 0, len(source), parent))
    return None if offsets is None else list(offsets)


@pytest.mark.parametrize(
    ("source", "value", "style", "offsets"),
    [
        ("ab", "ab", "plain", [0, 1, 2]),
        ("a b\n  c", "a b c", "plain", [0, 1, 2, 3, 6, 7]),
        ("a \t\r\n\r\n\r\n  c", "a\n\nc", "plain", [0, 5, 7, 11, 12]),
        ("'a''b'", "a'b", "single", [1, 2, 4, 5]),
        ("'a  \n b'", "a b", "single", [1, 2, 6, 7]),
        (r'"a\x41\u4e2d\U0001F004\"z"', 'aA中🀄"z', "double", [1, 2, 6, 12, 22, 24, 25]),
        ('"a\\\n   b"', "ab", "double", [1, 7, 8]),
        ('"a \\\n   \\ b"', "a  b", "double", [1, 2, 8, 10, 11]),
        ('"a\\\n\n\n b"', "a\n\nb", "double", [1, 4, 5, 7, 8]),
        ("|\n  a\n  b\n", "a\nb\n", "literal", [4, 5, 8, 9, 10]),
        ("|-\r\n  a\r\n\r\n  b\r\n", "a\n\nb", "literal", [6, 7, 9, 13, 14]),
        ("|+\n a\n\n\n", "a\n\n\n", "literal", [4, 5, 6, 7, 8]),
        ("|1 # c\n  a\n", " a\n", "literal", [8, 9, 10, 11]),
        (">\n  a\n  b\n\n  c\n   d\n  e\n", "a b\nc\n d\ne\n", "folded",
         [4, 5, 8, 10, 13, 14, 17, 18, 19, 22, 23, 24]),
        (">\n\n  a\n", "\na\n", "folded", [2, 5, 6, 7]),
        ("|\n", "", "literal", [2]),
        ("|+\n\n  \n", "\n\n", "literal", [3, 6, 7]),
        ("|\n  a", "a", "literal", [4, 5]),
    ],
)  # fmt: skip
def test_every_character_is_found(
    source: str, value: str, style: Style, offsets: list[int]
) -> None:
    assert mapped(source, value, style) == offsets


def test_an_explicit_indentation_counts_from_the_parent() -> None:
    assert mapped("|2\n     a\n", " a\n", "literal", parent=2) == [7, 8, 9, 10]


def test_a_map_that_would_not_be_exact_is_refused() -> None:
    assert mapped("'a b'", "ab", "single") is None
    assert mapped("|\n  a\n", "b\n", "literal") is None
