"""Long runs that are told to end, wherever it reaches them."""

from __future__ import annotations

import os
import signal
import time
from weakref import ref

import pytest

from kawuxing.compiler.commands.told_to_end import ToldToEnd, ending_in_order

numbers = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


class Thing:
    """Something that can be cleared away."""


@numbers
def test_it_is_told_once_and_then_all_is_as_it_was(number: signal.Signals) -> None:
    before, told = signal.getsignal(number), []

    def put_away() -> None:
        try:
            os.kill(os.getpid(), number)
        except ToldToEnd as error:
            told.append(error.number)
            os.kill(os.getpid(), number)
            raise

    with pytest.raises(SystemExit) as caught, ending_in_order():
        put_away()
    assert (caught.value.code, told) == (128 + number, [number])
    assert signal.getsignal(number) == before


@numbers
def test_what_is_told_while_something_is_cleared_away_is_heard(number: signal.Signals) -> None:
    """Python drops what is raised there; imports have such a moment each."""

    def clear_away() -> None:
        thing = Thing()
        known = ref(thing, lambda _: os.kill(os.getpid(), number))
        del thing
        assert known() is None
        time.sleep(20)

    with pytest.raises(SystemExit) as caught, ending_in_order():
        clear_away()
    assert caught.value.code == 128 + number


def test_what_is_to_be_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ending_in_order():
            os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
