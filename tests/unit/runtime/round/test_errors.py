"""The texts of refusals."""

from __future__ import annotations

import re

import pytest

from kawuxing.runtime.errors import TEXTS
from kawuxing.runtime.round.errors import ROUND_TEXTS, RoundError


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("code", sorted(ROUND_TEXTS))
def test_both_languages_use_the_same_values(code: str) -> None:
    english, chinese = ROUND_TEXTS[code]
    assert fields(english) == fields(chinese)
    assert re.search("[\u4e00-\u9fff]", chinese)
    assert not re.search("[\u4e00-\u9fff]", english)


def test_codes_are_not_used_twice() -> None:
    assert not ROUND_TEXTS.keys() & TEXTS.keys()


def test_an_error_says_what_it_knows() -> None:
    error = RoundError("KWX3605", {"action": "win", "row": "turn.missed.else"}, "turn.missed.else")
    assert str(error) == "win is forbidden by turn.missed.else"
    assert error.text("zh") == "规则 turn.missed.else 不许胡"
    assert isinstance(error, ValueError)


def test_to_a_player_their_own_seat_is_no_number() -> None:
    error = RoundError("KWX3603", {"seat": 0, "tile": "5p"})
    assert (error.text("en", 0), error.text("zh", 0)) == (
        "your seat does not hold 5p",
        "你手里没有 5p",
    )
    assert (error.text("en", 1), error.text("zh")) == (
        "seat 0 does not hold 5p",
        "0 号座位手里没有 5p",
    )
