from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kawuxing.runtime.ledger import Ledger, Transfer


def test_totals() -> None:
    ledger = Ledger().post(Transfer(1, 0, 2, "pay.kong"), Transfer(2, 0, 2, "pay.kong"))
    ledger = ledger.post(Transfer(2, 1, 8, "pay.win", ("S3-338",)))
    assert ledger.totals(3) == (4, 6, -10)
    assert ledger.totals(4) == (4, 6, -10, 0)
    assert [transfer.amount for transfer in ledger.transfers] == [2, 2, 8]


def test_a_ledger_does_not_change() -> None:
    empty = Ledger()
    empty.post(Transfer(0, 1, 1, "pay"))
    assert empty.totals(3) == (0, 0, 0)


@pytest.mark.parametrize(
    ("payer", "payee", "amount"), [(1, 1, 5), (-1, 0, 5), (0, -1, 5), (0, 1, 0), (0, 1, -3)]
)
def test_what_is_no_payment(payer: int, payee: int, amount: int) -> None:
    with pytest.raises(ValueError, match="payment"):
        Transfer(payer, payee, amount, "pay")


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(IndexError):
        Ledger().post(Transfer(0, 3, 1, "pay")).totals(3)


seats = st.integers(0, 3)
payments = st.tuples(seats, seats, st.integers(1, 1000)).filter(lambda one: one[0] != one[1])


@given(st.lists(payments))
def test_nothing_is_lost(posted: list[tuple[int, int, int]]) -> None:
    ledger = Ledger()
    for payer, payee, amount in posted:
        ledger = ledger.post(Transfer(payer, payee, amount, "pay"))
    totals = ledger.totals(4)
    assert sum(totals) == 0
    for seat, total in enumerate(totals):
        gained = sum(amount for _, payee, amount in posted if payee == seat)
        assert total == gained - sum(amount for payer, _, amount in posted if payer == seat)
