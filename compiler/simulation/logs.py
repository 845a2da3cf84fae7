"""Logs of many rounds, of which only whole ones are ever left behind."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def log_writer(path: str) -> Iterator[Callable[[str], None]]:
    """What writes the log of one round after another.

    Into a folder, one that is there already or a path that ends like one, each round goes as a file
    of its own. Else all rounds go into one file, each in one piece; what of a round cannot be
    written is taken back.

    Raises:
        OSError: when it cannot be written.
    """
    if path.endswith(("/", os.sep)) or os.path.isdir(path):
        yield _folder(Path(path))
        return
    with open(path, "wb", buffering=0) as file:
        yield lambda text: _whole(file.fileno(), text.encode("utf-8"))


def _folder(folder: Path) -> Callable[[str], None]:
    folder.mkdir(parents=True, exist_ok=True)
    count = 0

    def write(text: str) -> None:
        nonlocal count
        count += 1
        name = f"{count:07}.jsonl"
        beside = folder / f".{name}.tmp"
        try:
            beside.write_bytes(text.encode("utf-8"))
            beside.replace(folder / name)
        finally:
            beside.unlink(missing_ok=True)

    return write


def _whole(handle: int, data: bytes) -> None:
    """Write all of it at the end of a file, or nothing."""
    before = os.fstat(handle).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(handle, left) :]
    except BaseException:
        os.ftruncate(handle, before)
        os.lseek(handle, before, os.SEEK_SET)
        raise
