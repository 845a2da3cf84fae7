"""JSON lines in, JSON lines out, one answer for every line, as they come."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from ...runtime.serve import answers, has_bad
from .faults import FINDINGS, FINE, UsageFault
from .output import standard_input

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.errors import Language
    from ...runtime.serve import Answers


def answer_lines(path: str, answer: Answers, lang: Language = "en") -> int:
    """Answer every line of a file.

    Args:
        path: The file; ``-`` is standard input.
        answer: From lines to their answers.
        lang: The language of what is said of lines that cannot be read.

    Returns:
        The exit status: whether any line was bad.
    """
    bad = False
    write = sys.stdout.write
    with opened(path) as file:
        for answered in answers(file, answer, lang):
            bad = bad or has_bad(answered)
            write(answered)
    return FINDINGS if bad else FINE


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """The file of that name, or standard input, to be read line by line.

    Raises:
        UsageFault: when it cannot be opened, or not be read on.
    """
    try:
        file = standard_input() if path == "-" else open(path, "rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    with file:
        try:
            yield file
        except OSError as error:  # of the file: that results cannot be written is said otherwise
            raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError | ValueError) -> UsageFault:
    match error:
        case FileNotFoundError() | ValueError():
            return UsageFault("KWX0101", file=path)
        case IsADirectoryError():
            return UsageFault("KWX0102", file=path)
        case _:
            return UsageFault("KWX0104", file=path, reason=error.strerror or "OSError")
