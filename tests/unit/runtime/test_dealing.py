"""Who deals next: the seat behind each word, and what settled rounds say under the towns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.runtime.dealing import RoundEnd, next_dealer
from kawuxing.runtime.evaluator import Evaluator
from kawuxing.runtime.ledger import Ledger, Transfer
from kawuxing.runtime.situations import HandEnded

if TYPE_CHECKING:
    from collections.abc import Callable

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan")
every_town = pytest.mark.parametrize("variant", TOWNS)

DRAWN = Ledger().post(Transfer(2, 0, 1, "pay.drawn.first", ()))
WON = Ledger().post(Transfer(3, 0, 1, "pay.kong.added", ()), Transfer(0, 2, 4, "pay.win.fed", ()))


def end(ledger: Ledger = WON, **facts: object) -> RoundEnd:
    usual: dict[str, Any] = {
        "dealer": 0,
        "winners": (2, 1),
        "giver": 3,
        "revealed": (1, 2),
        "kongs": 2,
        "out": 4,
    }
    return RoundEnd(**(usual | dict(facts)), ledger=ledger)


@pytest.mark.parametrize(
    ("word", "seat", "nobody"),
    [
        ("winner", 2, {"winners": ()}),
        ("discarder", 3, {"giver": None}),
        ("dealer", 0, {}),
        ("first_revealed", 1, {"revealed": ()}),
    ],
)
def test_each_word_means_a_seat(word: str, seat: int, nobody: dict[str, Any]) -> None:
    assert next_dealer(lambda _asked, _options: (word, 5), None, end()) == (seat, 5)
    assert next_dealer(lambda _asked, _options: (word, 5), None, end(**nobody)) == (0, 5)


def test_the_newcomer_is_who_has_rested_and_unknown_if_nobody_says_who_that_is() -> None:
    def newcomer(_asked: HandEnded, _options: object) -> tuple[str, int]:
        return "newcomer", 5

    assert next_dealer(newcomer, None, end()) == (4, 5)
    assert next_dealer(newcomer, None, end(out=None)) == (None, 5)


def says(word: str) -> Callable[[HandEnded, object], tuple[str, int]]:
    return lambda _asked, _options: (word, 0)


def test_the_payer_is_who_paid_for_the_win_or_the_drawn_round() -> None:
    kong = Transfer(3, 0, 1, "pay.kong.added", ())
    fed = Ledger().post(kong, Transfer(1, 2, 4, "pay.win.fed", ()))
    beside = Ledger().post(kong, Transfer(3, 2, 4, "pay.also.ante", ()))
    for ledger, seat in (
        (DRAWN, 2),
        (Ledger(), 0),
        (fed, 1),
        (beside, 3),
        (Ledger().post(kong), 0),
    ):
        assert next_dealer(says("payer"), None, end(ledger)) == (seat, 0)


@pytest.mark.parametrize(
    ("those", "seat"),
    [
        ((), None),
        ((1,), 1),  # one alone is in
        ((2, 1), 3),  # one alone is out
        ((3, 1, 2), None),
    ],
)
def test_the_odd_one_out_of_three_is_in_or_out_alone(
    those: tuple[int, ...], seat: int | None
) -> None:
    """Seat 0 rests; where nobody is alone the dealer, 2, stays."""
    paid = Ledger().post(*[Transfer(one, 0, 1, f"pay.drawn.{one}", ()) for one in (*those, *those)])
    usual: dict[str, Any] = {"dealer": 2, "playing": (1, 2, 3), "revealed": ()}
    expected = (2 if seat is None else seat, 0)
    ways = (
        ("odd_revealed", end(Ledger(), **{**usual, "revealed": those})),
        ("odd_ready", end(Ledger(), **usual, ready=those)),
        ("odd_payer", end(paid, **usual)),
    )
    for word, how in ways:
        assert next_dealer(says(word), None, how) == expected


def test_of_two_nobody_and_of_four_one_is_the_odd_one() -> None:
    def odd(playing: tuple[int, ...], revealed: tuple[int, ...]) -> tuple[int | None, int]:
        return next_dealer(says("odd_revealed"), None, end(playing=playing, revealed=revealed))

    assert odd((0, 1), (1,)) == (0, 0)
    assert odd((0, 1, 2, 3), (1, 2)) == (0, 0)
    assert odd((0, 1, 2, 3), (1, 2, 0)) == (3, 0)
    assert odd((0, 1, 2, 3), (2,)) == (2, 0)


def test_who_drew_last_is_unknown_if_nobody_says_who_that_is() -> None:
    assert next_dealer(says("last_drawer"), None, end(drawer=3)) == (3, 0)
    assert next_dealer(says("last_drawer"), None, end()) == (None, 0)


def test_what_the_table_is_asked() -> None:
    asked: list[HandEnded] = []

    def remember(one: HandEnded, _options: object) -> tuple[str, int]:
        asked.append(one)
        return "dealer", 0

    next_dealer(remember, None, end())
    next_dealer(remember, None, end(DRAWN, dealer=2, winners=(), giver=None, kongs=0, ready=(0, 3)))
    next_dealer(remember, None, end(dealer=2))
    assert asked == [
        HandEnded(winners=2, dealer_won=False, dealer_lost=True, revealed=2, kongs=2, payers=1),
        HandEnded(0, dealer_won=False, dealer_lost=False, revealed=2, kongs=0, payers=1, ready=2),
        HandEnded(2, dealer_won=True, dealer_lost=False, revealed=2, kongs=2, payers=1),
    ]


PAIRS = "113355p224477s7z"  # seven pairs, not pure: 4, on the second 7z
OTHER = "226688p113355s7z"


def win(seat: int, giver: int | None = None, hand: str = PAIRS) -> dict[str, Any]:
    how = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    return {"seat": seat, "hand": hand, "win": "7z", **how}


def dealt_next(variant: str, *wins: dict[str, Any], dealer: int = 0, **options: bool) -> object:
    kind: dict[str, Any] = {"kind": "win", "wins": list(wins)} if wins else {"kind": "drawn"}
    given = {"players": 3, "dealer": dealer, "options": options, "end": kind}
    settled = kawuxing.load(variant).settle(given)
    answer = settled.to_dict()
    assert answer["next_dealer"] == settled.next_dealer
    return settled.next_dealer


@every_town
def test_the_winner_deals_next(variant: str) -> None:
    assert dealt_next(variant, win(1)) == 1
    assert dealt_next(variant, win(0, 2), dealer=1) == 0


@every_town
def test_of_two_winners_the_discarder_deals_next(variant: str) -> None:
    assert dealt_next(variant, win(0, 1), win(2, 1, OTHER), dealer=2) == 1


@every_town
def test_after_a_drawn_round_the_dealer_stays(variant: str) -> None:
    assert dealt_next(variant, dealer=2) == 2


@every_town
def test_a_tyrant_stays_until_they_pay(variant: str) -> None:
    """A win between the other two does not count, nor does one of two winners unseat the dealer."""
    assert dealt_next(variant, win(1, 2), tyrant_dealer=True) == 0
    assert dealt_next(variant, win(1, 0), tyrant_dealer=True) == 1
    assert dealt_next(variant, win(1), tyrant_dealer=True) == 1
    assert dealt_next(variant, win(0, 1), win(2, 1, OTHER), tyrant_dealer=True) == 0
    assert dealt_next(variant, win(1, 0), win(2, 0, OTHER), tyrant_dealer=True) == 0


def test_the_first_in_turn_is_the_first_winner_whatever_the_order_they_are_told_in() -> None:
    """Behind the discarder at seat 1 come 2 and 0."""
    program = kawuxing.load("hubei").program
    changed = replace(program, next_dealer=lambda _asked, _options: ("winner", 2))
    rules = Evaluator(changed, kawuxing.load("hubei").options)
    for wins in ([win(0, 1), win(2, 1, OTHER)], [win(2, 1, OTHER), win(0, 1)]):
        given = {"players": 3, "dealer": 0, "end": {"kind": "win", "wins": wins}}
        assert rules.settle(given).next_dealer == 2
