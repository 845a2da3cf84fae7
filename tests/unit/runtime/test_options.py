"""What callers say of options."""

from __future__ import annotations

import pytest

import kawuxing
from kawuxing.runtime.errors import HandError


@pytest.mark.parametrize("none", [None, "none", "None", " NONE "])
def test_none_is_no_limit_however_it_is_written(none: object) -> None:
    rules = kawuxing.load("suizhou", cap=none)
    assert rules.score("1122334455667s+7s").value == 16


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (1_000_001, "1000001"),
        (10**15, "1000000000000000"),
        (-1, "-1"),
        (10**30, "10**30…"),
        (-(10**30), "-10**30…"),
        pytest.param(10**6000, "10**6000…", id="huge"),
        ("9" * 14, "9" * 14),
        (8.0, "8.0"),
        (True, "true"),
        ([True, None], "[true, null]"),
        ({"at": None}, '{"at": null}'),
        ("", '""'),
        ("dear", "dear"),
    ],
)
def test_a_value_that_is_refused_is_named_as_it_was_given(given: object, found: str) -> None:
    with pytest.raises(HandError) as caught:
        kawuxing.load("suizhou", cap=given)
    assert caught.value.code == "KWX3302"
    assert caught.value.message == (
        f"the option cap cannot be {found}; it may be 8, 16, 32, none; 1…1000000"
    )
