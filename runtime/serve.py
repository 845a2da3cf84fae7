"""JSON lines in, JSON lines out: one answer for every line, as they come."""

from __future__ import annotations

import errno
import os
import sys
from codecs import BOM_UTF8
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, cast

from .errors import HandError
from .requests import Requests, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from io import BufferedReader

    from .errors import Language
    from .evaluator import Evaluator

_LONGEST: Final = 1_000_000
"""Bytes of a line that are kept; what reads the line refuses far shorter ones."""
_PIECE: Final = 1 << 16
"""Bytes that are read at once, if so many have come."""
BAD: Final = '{"ok": false'
"""How the answer to a bad line begins."""

Answers: TypeAlias = "Callable[[Sequence[str]], Iterable[str]]"
"""From lines that came together to their answers."""


def serve(evaluator: Evaluator[Any]) -> None:
    """Run a generated module as a program: answer standard input, scores by default.

    With the argument ``waits`` the lines ask for waits, with ``settle`` they are ends of rounds.
    Ends with the input; the exit status is 1 if any line was bad.
    """
    requests = Requests(evaluator)
    answer: Answers
    match sys.argv[1:]:
        case []:
            answer = requests.score_lines
        case ["waits"]:
            answer = one_by_one(requests.waits_line)
        case ["settle"]:
            answer = one_by_one(requests.settle_line)
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


def _answer_all(answer: Answers) -> bool:
    """Answer every line of standard input; whether any of them was bad."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    bad = False
    for answered in answers(sys.stdin.buffer, answer):
        bad = bad or has_bad(answered)
        # What UTF-8 cannot hold, half a surrogate pair, stays the escape it came as.
        sys.stdout.buffer.write(answered.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
    return bad


def _write_no_more() -> None:
    """What is still held back goes nowhere, so that nobody complains of it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_by_one(answer: Callable[[str], str]) -> Answers:
    """Answers to lines that nothing is gained by taking together."""
    return lambda lines: map(answer, lines)


def has_bad(answered: str) -> bool:
    """Whether there are answers to bad lines among some."""
    return f"\n{BAD}" in f"\n{answered}"


def answers(file: IO[bytes], answer: Answers, lang: Language = "en") -> Iterator[str]:
    """The answer to every line of a file, bad lines included, in their order; some lines at a time.

    Lines are answered as they come, however few; of many that have come already a piece is read
    before any is answered, so that the processor stays with one kind of work for a while.
    """
    mark = BOM_UTF8
    for piece in _pieces(cast("BufferedReader", file)):
        piece[0], mark = piece[0].removeprefix(mark), b""
        try:
            found = answer([raw.decode("utf-8").strip() for raw in piece])
        except UnicodeDecodeError:
            found = [_answer_raw(raw, answer, lang) for raw in piece]
        yield "\n".join(found) + "\n"


def _answer_raw(raw: bytes, answer: Answers, lang: Language) -> str:
    """The answer to a line that may not be text."""
    try:  # what was cut off may have gone through a character
        line = raw.decode("utf-8", "strict" if len(raw) < _LONGEST else "replace")
    except UnicodeDecodeError as error:
        return Requests.encode(refusal(HandError("KWX3408", error.start, "line"), lang))
    [found] = answer([line.strip()])
    return found


def _pieces(file: BufferedReader) -> Iterator[list[bytes]]:
    """The lines of a file that have come, some at a time; the rest of an overlong one cut off."""
    begun = b""
    while read := file.read1(_PIECE):
        *lines, begun = (begun + read).split(b"\n")
        begun = begun[:_LONGEST]
        if lines:
            lines[0] = lines[0][:_LONGEST]
            yield lines
    if begun:
        yield [begun]
