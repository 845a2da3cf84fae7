"""Who of several winners has revealed first is told to the rules, at the table and on paper."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.reports.words import Phrase
from kawuxing.compiler.space.groups import circumstances_of
from kawuxing.runtime.cashier import Table
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.requests import Requests

from ..compiler.space.townships import sides_of

if TYPE_CHECKING:
    from typing import Any

WAITS = ("1133559p2244s77z", "7788229p6688s55z")


@pytest.mark.parametrize(
    ("revealed", "winners", "preceded"),
    [
        ((), (0, 1), {0: False, 1: False}),
        ((0,), (0, 1), {0: False, 1: True}),
        ((1, 0), (0, 1), {0: True, 1: False}),
        ((2, 0), (0, 1), {0: False, 1: True}),  # who has not won goes before nobody
        ((1,), (0,), {0: False}),
        ((2, 1), (0, 1, 2), {0: True, 1: True, 2: False}),
    ],
)
def test_who_goes_before_whom(
    revealed: tuple[int, ...], winners: tuple[int, ...], preceded: dict[int, bool]
) -> None:
    table = Table((0, 1, 2), revealed, winners)
    assert {seat: table.preceded(seat) for seat in winners} == preceded


def settled(variant: str, revealed: list[int]) -> tuple[int, ...]:
    wins: list[dict[str, Any]] = [
        {"seat": seat, "hand": hand, "win": "9p", "by": "discard", "from": 2}
        for seat, hand in enumerate(WAITS)
    ]
    given = {"players": 3, "dealer": 0, "revealed": revealed}
    return kawuxing.load(variant).settle({**given, "end": {"kind": "win", "wins": wins}}).totals


def test_the_first_to_have_revealed_is_paid_alone() -> None:
    """GT-63, GT-64: 2 x 4, twice; elsewhere both are paid."""
    assert settled("counting", []) == (4, 4, -8)
    assert settled("counting", [1]) == (0, 16, -16)
    assert settled("counting", [0, 1]) == (16, 0, -16)
    assert settled("counting", [1, 0]) == (0, 16, -16)
    assert settled("counting", [2, 1, 0]) == (0, 8, -8)
    assert settled("hubei", [1, 0]) == (16, 16, -32)


def test_ways_of_winning_are_told_apart_only_where_rules_ask() -> None:
    plain, asking = (circumstances_of(sides_of(variant)) for variant in ("hubei", "counting"))
    assert asking[: len(plain)] == plain
    fed = [one for one in plain if one.discard]
    assert list(asking[len(plain) :]) == [replace(one, winner_preceded=True) for one in fed]


def test_it_is_said_in_both_languages() -> None:
    way = replace(won("discard", revealed=True), winner_preceded=True)
    assert Phrase("en").won(way) == "off a discard, winner revealed, another winner revealed before"
    assert Phrase("zh").won(way).endswith("另有赢家先亮牌")


HAND = f"{WAITS[0]}+9p"
"""Seven pairs: 4."""


def test_score_is_told_of_it() -> None:
    """Who is preceded gets nothing under `counting`; elsewhere it does not matter."""
    for variant, owed in (("counting", 0), ("hubei", 4)):
        rules = kawuxing.load(variant)
        asked = {"hand": WAITS[0], "win": "9p", "by": "discard"}
        assert rules.score(HAND, by="discard").owed == 4
        score = rules.score(HAND, by="discard", preceded=True)
        assert (score.owed, score.value, score.may_win) == (owed, 4, True)
        for more, expected in (({}, 4), ({"preceded": False}, 4), ({"preceded": True}, owed)):
            for request in ({**asked, **more}, {**asked, "options": {"cap": "none"}, **more}):
                answer = json.loads(Requests(rules).score_line(json.dumps(request)))
                assert answer["owed"] == expected
        many = rules.score_many([HAND, HAND], by="discard", preceded=True)
        assert list(many.owed) == [owed, owed]
        assert list(many.again("discard").owed) == [4, 4]
        assert list(many.again("discard", preceded=True).owed) == [owed, owed]


@pytest.mark.parametrize("events", [(), ("last_tile",)])
def test_nobody_precedes_who_draws_the_tile(events: tuple[str, ...]) -> None:
    rules = kawuxing.load("counting")
    with pytest.raises(kawuxing.HandError) as caught:
        rules.score(HAND, events=events, preceded=True)
    assert (caught.value.code, caught.value.field) == ("KWX3203", "preceded")
    assert caught.value.text("en") == "self_draw and preceded cannot come together"
