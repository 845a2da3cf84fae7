"""What happens when a long run is told to end."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class ToldToEnd(BaseException):
    """Somebody asked this process to end; whatever is on the way out puts its things away."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Have other processes end and files closed before this process does as it is told.

    Raises:
        SystemExit: when it has been told.
    """
    try:
        before = signal.signal(signal.SIGTERM, _leave)
    except ValueError:  # not the main thread, which alone is told
        yield
        return
    try:
        yield
    except ToldToEnd:
        raise SystemExit(128 + signal.SIGTERM) from None  # as shells tell it
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(_number: int, _frame: object) -> None:
    raise ToldToEnd
