"""A Dask cluster as the ones who play: the only place that knows Dask."""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from distributed import Client
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker

from .workers import WorkerLostError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


PATIENCE: Final = 10.0
"""Seconds until an answer must have come."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a scheduler; this package must be installed where they run.

    Raises:
        OSError: if nobody answers at the address.
        ValueError: if it is no address.
        WorkerLostError: if the scheduler or its workers went away.
    """
    with Client(  # type: ignore[no-untyped-call]
        address, timeout=PATIENCE, set_as_default=False
    ) as client:
        try:
            yield client.get_executor(pure=False)
        except (CancelledError, FutureCancelledError, KilledWorker):
            raise WorkerLostError from None
