"""Who plays the rounds: this process, others on this machine, or a cluster."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


class WorkerLostError(Exception):
    """A process that played rounds has ended before its time; nothing is known of its rounds."""


@contextmanager
def processes(count: int) -> Iterator[Executor | None]:
    """So many processes; with one, None: whoever asks does it alone.

    They are started anew instead of copied, which works the same way on every system.

    Raises:
        WorkerLostError: if one of them was killed.
    """
    if count == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    context = get_context("spawn")
    with ProcessPoolExecutor(count, context, initializer=begin) as pool:
        try:
            yield pool
        except BrokenProcessPool:
            raise WorkerLostError from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def begin() -> None:
    """Prepare a worker.

    It leaves interruptions to whoever waits for it, goes when they go even if they were killed, and
    looks for garbage seldom.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_with_parent, daemon=True).start()
    gc.set_threshold(100_000)


def _go_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
