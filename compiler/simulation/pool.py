"""Processes that what ends a run does not reach: whoever has them is told, and sees to them."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

P = ParamSpec("P")
R = TypeVar("R")


class Pool(ProcessPoolExecutor):
    """A pool whose processes, and its own threads, come to life deaf.

    A signal goes to a whole group of processes where a terminal is closed or `timeout` ends
    something. A worker that dies of it while its parent puts things away looks like a fault.
    """

    def __init__(self, count: int, prepare: Callable[[], None]) -> None:
        """Nothing is started yet but what keeps the books.

        Args:
            count: the most processes there are.
            prepare: what each of them begins with.
        """
        with _unheard():
            super().__init__(count, get_context("spawn"), initializer=prepare)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have something done, by a process that is started for it if there is none."""
        with _unheard():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _unheard() -> Iterator[None]:
    """Hold back what ends a run; what is started meanwhile does not hear it until it wants to."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


if sys.platform != "win32":
    _ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
