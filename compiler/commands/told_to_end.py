"""What happens when a long run is told to end."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_SOON: Final = 0.02


class ToldToEnd(BaseException):
    """Somebody asked this process to end; whatever is on the way out puts its things away."""

    def __init__(self, number: int) -> None:
        """Keep how it was asked."""
        super().__init__(number)
        self.number = number


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Have other processes end and files closed before this process does as it is told.

    It is told once: what comes while things are put away changes nothing any more.

    Raises:
        SystemExit: when it has been told.
    """
    if current_thread() is not main_thread():  # which alone is told
        yield
        return
    before = {number: signal.getsignal(number) for number in _heeded()}
    hook = sys.unraisablehook
    try:
        sys.unraisablehook = _unless_told
        _heed(before)
        yield
    except ToldToEnd as told:
        raise SystemExit(128 + told.number) from None  # as shells tell it
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _heeded() -> list[signal.Signals]:
    """What ends a run, but for what this process was started to ignore."""
    asked = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32":
        asked.append(signal.SIGHUP)
    return [one for one in asked if signal.getsignal(one) is not signal.SIG_IGN]


def _heed(numbers: Iterable[signal.Signals]) -> None:
    for number in numbers:
        signal.signal(number, _leave)


def _leave(number: int, _frame: object) -> None:
    for one in _heeded():
        signal.signal(one, signal.SIG_IGN)
    raise ToldToEnd(number)


def _unless_told(lost: sys.UnraisableHookArgs) -> None:
    """Tell again what was told where nobody can hear it, as when something is cleared away."""
    if not isinstance(lost.exc_value, ToldToEnd):
        sys.__unraisablehook__(lost)
        return
    number = lost.exc_value.number
    signal.signal(number, _leave)
    Timer(_SOON, os.kill, (os.getpid(), number)).start()
