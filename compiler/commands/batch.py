"""JSON lines in, JSON lines out, one answer for every line, as they come."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

from .faults import FINDINGS, FINE, UsageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONGEST: Final = 1_000_000
"""Bytes of a line that are kept; what reads the line refuses far shorter ones."""
_BAD: Final = '{"ok": false'


def answer_lines(path: str, answer: Callable[[str], str]) -> int:
    """Answer every line of a file; empty lines have no answer.

    Args:
        path: The file; ``-`` is standard input.
        answer: From a line to its answer.

    Returns:
        The exit status: whether any line was bad.
    """
    bad = False
    write = sys.stdout.write
    with _lines_of(path) as lines:
        for raw in lines:
            line = raw.decode("utf-8", "replace").strip()
            if line:
                answered = answer(line)
                bad = bad or answered.startswith(_BAD)
                write(answered + "\n")
    return FINDINGS if bad else FINE


@contextmanager
def _lines_of(path: str) -> Iterator[Iterator[bytes]]:
    """The lines of a file, the rest of an overlong one cut off."""
    if path == "-":
        yield _read(sys.stdin.buffer)
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    with file:
        yield _read(file)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_LONGEST):
        if not line.endswith(b"\n") and len(line) == _LONGEST:
            while (rest := file.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
        yield line


def _unreadable(path: str, error: OSError | ValueError) -> UsageFault:
    match error:
        case FileNotFoundError() | ValueError():
            return UsageFault("KWX0101", file=path)
        case IsADirectoryError():
            return UsageFault("KWX0102", file=path)
        case _:
            return UsageFault("KWX0104", file=path, reason=error.strerror or "OSError")
