from __future__ import annotations

import pytest

from kawuxing.runtime.counting import filled
from kawuxing.runtime.errors import HandError


@pytest.mark.parametrize(
    ("text", "params", "expected"),
    [
        ("{found} tiles, expected {most}", {"found": 1, "most": 14}, "1 tile, expected 14"),
        ("{found} tiles, expected {most}", {"found": 14, "most": 1}, "14 tiles, expected 1"),
        ("{a} fans, {b} options", {"a": 0, "b": "1"}, "0 fans, 1 option"),
        ("{a} fans, {b} options", {"a": "11", "b": 21}, "11 fans, 21 options"),
        ("{a} is 1 of {b} choices", {"a": 1, "b": 1}, "1 is 1 of 1 choice"),
        ("有 {a} 张", {"a": 1}, "有 1 张"),
    ],
)
def test_one_is_not_many(text: str, params: dict[str, object], expected: str) -> None:
    assert filled(text, params) == expected


def test_a_value_is_not_taken_for_part_of_the_text() -> None:
    assert filled("{file} tiles", {"file": "{n} tiles", "n": 1}) == "{n} tiles tiles"


def test_an_error_about_one_tile() -> None:
    error = HandError("KWX3101", 0, "hand", {"found": 1, "expected": "14"})
    assert error.message == "1 tile, expected 14 (a meld counts as three)"
