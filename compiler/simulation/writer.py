"""A process of its own that writes pieces to a file or a folder, each whole or not at all.

A process that is killed while it writes leaves as much as it has got to. So whoever plays rounds,
and may be killed for it, hands them to this one, which finishes what it was given. It is run as a
script: for each piece it reads a length of four bytes and the piece, and answers with a line, empty
or with the number of the error. Before the first it answers whether the place could be opened.

Into a folder, one that is there or a path that ends like one, each piece goes as a file of its own;
there must be none from before, or the pieces of two runs would stand beside each other.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import RawIOBase

ENDING: Final = ".jsonl"


def serve(path: str, given: BinaryIO, told: RawIOBase | BinaryIO) -> None:
    """Write all pieces that come, until no more do or one cannot be written."""
    try:
        with opened(path) as write:
            answer(told, 0)
            while (data := piece(given)) is not None:
                write(data)
                answer(told, 0)
    except BrokenPipeError:  # nobody is left to hear of it
        return
    except OSError as error:
        with suppress(BrokenPipeError):
            answer(told, error.errno or 5)


@contextmanager
def opened(path: str) -> Iterator[Callable[[bytes], None]]:
    """What writes one piece after another to a place: a new file, a folder, a pipe or a device."""
    if path.endswith(("/", os.sep)) or os.path.isdir(path):
        yield folder(path)
        return
    new = "x" if os.path.isfile(path) or not os.path.exists(path) else "w"
    with open(path, f"{new}b", buffering=0) as file:
        yield partial(append, file.fileno())


def folder(path: str) -> Callable[[bytes], None]:
    """What writes pieces into a folder, as files that are counted.

    Raises:
        OSError: if there are such files already, or the folder cannot be made or written to.
    """
    os.makedirs(path, exist_ok=True)
    if any(name.endswith(ENDING) for name in os.listdir(path)):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
    beside = os.path.join(path, ".part.tmp")
    _touch(beside)
    numbers = count(1)

    def write(data: bytes) -> None:
        try:
            with open(beside, "wb") as file:
                file.write(data)
            os.replace(beside, os.path.join(path, f"{next(numbers):07}{ENDING}"))
        except OSError:
            with suppress(OSError):
                os.unlink(beside)
            raise

    return write


def _touch(path: str) -> None:
    """See whether a file can be written there."""
    with open(path, "wb"):
        pass
    os.unlink(path)


def piece(given: BinaryIO) -> bytes | None:
    """The next piece; None if there is none, or not all of it."""
    length = int.from_bytes(given.read(4), "big")
    data = given.read(length)
    return data if length and len(data) == length else None


def answer(told: RawIOBase | BinaryIO, number: int) -> None:
    """Tell how it went, holding nothing back."""
    told.write(b"%d\n" % number)


def append(handle: int, data: bytes) -> None:
    """Write all of a piece at the end of a file, or nothing."""
    before = os.fstat(handle).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(handle, left) :]
    except BaseException:
        with suppress(OSError):  # what is no file on a disk cannot be cut
            os.ftruncate(handle, before)
            os.lseek(handle, before, os.SEEK_SET)
        raise


if __name__ == "__main__":
    serve(sys.argv[1], sys.stdin.buffer, os.fdopen(1, "wb", buffering=0, closefd=False))
