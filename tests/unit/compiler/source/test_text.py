from __future__ import annotations

import pytest

from kawuxing.compiler.source.text import SourceText, Span

TEXT = "ab\r\n随州\rc\n\n🀄d"


@pytest.mark.parametrize(
    ("offset", "position"),
    [(0, (1, 1)), (2, (1, 3)), (4, (2, 1)), (6, (2, 3)), (7, (3, 1)), (9, (4, 1)), (10, (5, 1)),
     (11, (5, 2)), (12, (5, 3)), (99, (5, 3)), (-1, (1, 1))],
)  # fmt: skip
def test_positions_count_characters_and_every_kind_of_line_break(
    offset: int, position: tuple[int, int]
) -> None:
    assert SourceText.of(TEXT).position(offset) == position


def test_lines_come_without_their_breaks() -> None:
    source = SourceText.of(TEXT)
    assert [source.line(number) for number in range(7)] == ["", "ab", "随州", "c", "", "🀄d", ""]
    assert source.line_count == 5
    assert [source.line_start(number) for number in range(1, 6)] == [0, 4, 7, 9, 10]


def test_a_piece_of_a_file_knows_its_lines() -> None:
    piece = SourceText("x", "ab\ncd", "", 7)
    assert [piece.line(number) for number in (6, 7, 8, 9)] == ["", "ab", "cd", ""]
    assert [piece.position(offset) for offset in (1, 3)] == [(7, 2), (8, 1)]
    assert piece.line_start(8) == 3


def test_a_final_line_break_begins_an_empty_line() -> None:
    assert SourceText.of("a\n").line_count == 2
    assert SourceText.of("").line_count == 1


def test_a_span_knows_its_text_and_both_positions() -> None:
    span = Span(SourceText.of(TEXT, "x.yaml"), 5, 8)
    assert span.text == "州\rc"
    assert (span.position, span.end_position) == ((2, 2), (3, 2))


def test_the_opening_of_a_span_ends_with_its_first_line() -> None:
    source = SourceText.of("ab\r\ncd\nef")
    cases = [(1, 8, "b"), (0, 2, "ab"), (4, 5, "c"), (7, 9, "ef"), (3, 6, "")]
    for start, end, text in cases:
        opening = Span(source, start, end).opening
        assert (opening.start, opening.text) == (start, text)


def test_a_text_shows_neither_itself_nor_its_digest() -> None:
    assert repr(SourceText.of("secret", "x.yaml")) == "SourceText(name='x.yaml')"
