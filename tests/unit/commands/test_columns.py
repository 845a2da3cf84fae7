from __future__ import annotations

import pytest
from wcwidth import wcswidth

from kawuxing.compiler.commands.columns import hang, pad, table, wrap


def test_chinese_takes_up_two_columns() -> None:
    assert pad("清一色", 8) == "清一色  "
    assert pad("清一色", 3) == "清一色"


def test_columns_begin_or_end_together() -> None:
    lines = table([("×2", "清", "a"), ("×16", "七对", "b")], right=frozenset({0}))
    assert lines == [" ×2  清    a", "×16  七对  b"]


@pytest.mark.parametrize("width", [10, 17, 40])
def test_lines_are_never_wider_than_asked(width: int) -> None:
    text = "手里 held 四张，不算 kong 的牌（shown）；so it goes, 一直到最后。" * 3
    lines = wrap(text, width)
    assert max(wcswidth(line) for line in lines) <= width
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_punctuation_does_not_begin_a_line() -> None:
    assert wrap("甲乙丙，丁", 6) == ["甲乙", "丙，丁"]


def test_a_first_line_may_have_less_room() -> None:
    assert wrap("aaa bbb ccc", 11, 5) == ["aaa", "bbb ccc"]


def test_later_lines_hang_under_the_text() -> None:
    assert (
        hang("x  ", "aaaaaaaaa bbbbbbbbb ccccccccc", 23) == "x  aaaaaaaaa bbbbbbbbb\n   ccccccccc"
    )
    assert hang("long: ", "aaaaaaaaa bbbbbbbbb ccc", 24, 2) == "long: aaaaaaaaa\n  bbbbbbbbb ccc"


def test_what_cannot_be_seen_is_spelt_out() -> None:
    assert wrap("a\x1b[31mb", 40) == ["a␛[31mb"]
    assert table([("\u202ex",)], right=frozenset()) == ["<U+202E>x"]
