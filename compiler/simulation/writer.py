"""A process of its own that writes pieces to a file, each whole or not at all.

A process that is killed while it writes leaves as much as it has got to. So whoever plays rounds,
and may be killed for it, hands them to this one, which finishes what it was given. It is run as a
script: for each piece it reads a length of four bytes and the piece, and answers with a line, empty
or with the number of the error. Before the first it answers whether the file could be opened.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import BinaryIO


def serve(path: str, given: BinaryIO, told: BinaryIO) -> None:
    """Write all pieces that come, until no more do or one cannot be written."""
    try:
        with open(path, "wb", buffering=0) as file:
            answer(told, 0)
            while (data := piece(given)) is not None:
                append(file.fileno(), data)
                answer(told, 0)
    except OSError as error:
        answer(told, error.errno or 5)


def piece(given: BinaryIO) -> bytes | None:
    """The next piece; None if there is none, or not all of it."""
    length = int.from_bytes(given.read(4), "big")
    data = given.read(length)
    return data if length and len(data) == length else None


def answer(told: BinaryIO, number: int) -> None:
    """Tell how it went."""
    told.write(b"%d\n" % number)
    told.flush()


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
    serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
