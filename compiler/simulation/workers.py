"""Who plays the rounds: this process, others on this machine, or a cluster."""

from __future__ import annotations

import gc
import os
import signal
import sys
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
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    from .pool import Pool  # noqa: PLC0415

    with Pool(count, begin) as pool:
        try:
            yield pool
        except BrokenProcessPool:
            raise WorkerLostError from None
        except BaseException:
            pool.shutdown(cancel_futures=True)  # waits: the pool would forget it on its way out
            raise


def begin() -> None:
    """Prepare a worker.

    It leaves what ends a run to whoever waits for it, goes when they go even if they were killed,
    and looks for garbage seldom.
    """
    _leave_the_group()
    Thread(target=_go_with_parent, daemon=True).start()
    gc.set_threshold(100_000)


def _leave_the_group() -> None:
    """Hear no signal that is meant for all; what came before is forgotten.

    Whoever has this process can still end it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _go_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
