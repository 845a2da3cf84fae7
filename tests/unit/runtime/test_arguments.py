"""Whatever a caller hands in, a wrong argument is a `HandError` that names it."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

import kawuxing
from kawuxing.runtime.hand import Hand, Meld, MeldKind

Wrong: TypeAlias = Any
"""Of a type the call does not take, on purpose."""

WON = "46p123s77z [555s] (9999p) +5p"
PLAIN = "1122334455667s+7s"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("by", None),
        ("by", []),
        ("by", b"discard"),
        ("events", None),
        ("events", 5),
        ("events", "last_tile"),
        ("events", [None]),
        ("events", [["a"]]),
        ("chain", None),
        ("chain", "1"),
        ("chain", 1.5),
        ("chain", []),
        ("revealed", []),
        ("revealed", "no"),
        ("payer_revealed", 2),
        ("preceded", None),
        ("preceded", "yes"),
    ],
)
def test_a_wrong_argument_is_named(field: str, value: object) -> None:
    given: dict[str, Any] = {field: value}
    with pytest.raises(kawuxing.HandError) as caught:
        kawuxing.load("hubei").score(WON, **given)
    assert (caught.value.code, caught.value.field) == ("KWX3406", field)


@pytest.mark.parametrize("events", [["replacement"], ("replacement",), {"replacement"}])
def test_events_may_come_in_any_collection(events: Wrong) -> None:
    score = kawuxing.load("hubei").score(WON, events=events)
    # A closed five and a kong's bloom, 2 each.
    assert (score.value, dict(score.fans)) == (4, {"kawuxing": 2, "gangshanghua": 2})


@pytest.mark.parametrize("hand", [None, 5, [], {}, object(), ("1p",) * 14])
def test_what_is_no_hand_is_refused(hand: Wrong) -> None:
    rules = kawuxing.load("hubei")
    for call in (rules.score, rules.waits):
        with pytest.raises(kawuxing.HandError) as caught:
            call(hand)
        assert (caught.value.code, caught.value.field) == ("KWX3406", "hand")


@pytest.mark.parametrize(
    "packed",
    [b"", b"\0", b"\xff" * 22, b"\0" * 22, b"\4" * 22, b"\1" * 22, bytes(range(22)), b"..."],
)
def test_bytes_that_are_no_hand_are_refused(packed: bytes) -> None:
    rules = kawuxing.load("hubei")
    for call in (rules.score, rules.waits):
        with pytest.raises(kawuxing.HandError):
            call(packed)


def test_hands_made_by_hand_are_checked_as_text_is() -> None:
    rules = kawuxing.load("hubei")
    five = Hand((0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8), (), 8)
    characters = Hand((18, 18, 18, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8), (), 8)
    twice = Hand((0, 1, 2, 3, 4, 5, 8), (Meld(MeldKind.PUNG, 9), Meld(MeldKind.PUNG, 9)), 8)
    for hand, code in ((five, "KWX3102"), (characters, "KWX3103"), (twice, "KWX3102")):
        with pytest.raises(kawuxing.HandError) as caught:
            rules.score(hand)
        assert caught.value.code == code


@pytest.mark.parametrize("seen", [5, ["1p"], [99], [-1], [1.5]])
def test_tiles_seen_are_kinds_or_text(seen: Wrong) -> None:
    with pytest.raises(kawuxing.HandError) as caught:
        kawuxing.load("hubei").waits("1122334455667s", seen=seen)
    assert caught.value.field == "seen"


@pytest.mark.parametrize("options", [5, "cap", ["cap"]])
def test_options_are_a_mapping(options: Wrong) -> None:
    with pytest.raises(kawuxing.HandError) as caught:
        kawuxing.load("hubei").load(options)
    assert (caught.value.code, caught.value.field) == ("KWX3406", "options")


def test_a_waiting_hand_has_no_winning_tile() -> None:
    rules = kawuxing.load("hubei")
    won = rules.score(PLAIN).packed
    with pytest.raises(kawuxing.HandError) as caught:
        rules.waits(won)
    assert caught.value.code == "KWX3120"
