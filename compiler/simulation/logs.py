"""Logs of many rounds, of which only whole ones are ever left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from . import writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def log_writer(path: str) -> Iterator[Callable[[str], None]]:
    """What writes the log of one round after another.

    Into a folder, one that is there already or a path that ends like one, each round goes as a file
    of its own. Else all rounds go into one file. A process does it that outlives this one if it
    must; but of what goes into a pipe or a device nothing stays, and this one writes there itself.

    Raises:
        FileExistsError: when the file is there already, or rounds lie in the folder.
        OSError: when it cannot be written; what of a round was written then is taken back.
    """
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with writer.opened(path) as write:
            yield lambda text: write(text.encode("utf-8"))
        return
    with subprocess.Popen(
        [sys.executable, "-I", writer.__file__, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # what is meant for us does not reach it
    ) as process:
        given, told = process.stdin, process.stdout
        assert given is not None
        assert told is not None
        _heed(told, path)
        yield lambda text: _hand_over(given, told, text.encode("utf-8"), path)


def _hand_over(given: IO[bytes], told: IO[bytes], data: bytes, path: str) -> None:
    """Have a piece written, and wait until it is."""
    given.write(len(data).to_bytes(4, "big") + data)
    given.flush()
    _heed(told, path)


def _heed(told: IO[bytes], path: str) -> None:
    """Hear how it went."""
    number = int(told.readline() or b"5")
    if number:
        raise OSError(number, os.strerror(number), path)
