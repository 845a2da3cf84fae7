from __future__ import annotations

import pytest

import kawuxing
from kawuxing.runtime.counting import filled, readable
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


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (10**20 - 1, 10**20 - 1),
        (10**20, "10**20…"),
        (-(10**4000), "-10**4000…"),
        pytest.param(10**6000, "10**6000…", id="longer than Python writes out"),
        ("x" * 400, "x" * 400),
        ("x" * 401, "x" * 400 + "…"),
    ],
)
def test_what_is_huge_is_not_spelled_out(value: str | int, shown: str | int) -> None:
    assert readable(value) == shown


def test_huge_numbers_of_callers_are_told_in_few_words() -> None:
    rules = kawuxing.load("hubei")
    with pytest.raises(HandError) as caught:
        rules.score("1122334455667s+7s", events=["replacement"], chain=10**6000)
    assert caught.value.text("zh").startswith("连杠数为 10**6000…，")
    with pytest.raises(HandError) as caught:
        rules.settle({"dealer": 10**4000, "end": {"kind": "drawn"}})
    assert caught.value.text("en") == "there is no seat 10**4000…; the seats are 0 to 2"
    with pytest.raises(HandError) as caught:
        rules.settle({"x" * 5000: 1})
    assert len(caught.value.text("en")) < 200
