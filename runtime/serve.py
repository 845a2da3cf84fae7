"""JSON lines in, JSON lines out: one answer for every line, as they come."""

from __future__ import annotations

import errno
import os
import sys
from codecs import BOM_UTF8
from typing import IO, TYPE_CHECKING, Any, Final

from .errors import HandError
from .requests import Requests, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .errors import Language
    from .evaluator import Evaluator

_LONGEST: Final = 1_000_000
"""Bytes of a line that are kept; what reads the line refuses far shorter ones."""
BAD: Final = '{"ok": false'
"""How the answer to a bad line begins."""


def serve(evaluator: Evaluator[Any]) -> None:
    """Run a generated module as a program: answer standard input, scores by default.

    With the argument ``waits`` the lines ask for waits, with ``settle`` they are ends of rounds.
    Ends with the input; the exit status is 1 if any line was bad.
    """
    requests = Requests(evaluator)
    match sys.argv[1:]:
        case []:
            answer = requests.score_line
        case ["waits"]:
            answer = requests.waits_line
        case ["settle"]:
            answer = requests.settle_line
        case _:
            sys.stderr.write(f"usage: {sys.argv[0]} [waits | settle] < requests.jsonl\n")
            raise SystemExit(2)
    try:
        status = int(_answer_all(answer))
    except BrokenPipeError:  # whoever read the answers has seen enough
        status = 0
        _write_no_more()
    except OSError as error:
        status = 2
        if sys.stderr is not None:
            sys.stderr.write(f"{sys.argv[0]}: {error.strerror}\n")
        _write_no_more()
    raise SystemExit(status)


def _answer_all(answer: Callable[[str], str]) -> bool:
    """Answer every line of standard input; whether any of them was bad."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    bad = False
    for answered in answers(sys.stdin.buffer, answer):
        bad = bad or answered.startswith(BAD)
        # What UTF-8 cannot hold, half a surrogate pair, stays the escape it came as.
        sys.stdout.buffer.write(answered.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()
    return bad


def _write_no_more() -> None:
    """What is still held back goes nowhere, so that nobody complains of it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answers(file: IO[bytes], answer: Callable[[str], str], lang: Language = "en") -> Iterator[str]:
    """The answer to every line of a file, bad lines included, in their order."""
    for number, raw in enumerate(_lines(file)):
        try:
            line = (raw if number else raw.removeprefix(BOM_UTF8)).decode("utf-8")
        except UnicodeDecodeError as error:
            yield Requests.encode(refusal(HandError("KWX3408", error.start, "line"), lang))
        else:
            yield answer(line.strip())


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, the rest of an overlong one cut off."""
    while line := file.readline(_LONGEST):
        if not line.endswith(b"\n") and len(line) == _LONGEST:
            while (rest := file.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
        yield line
