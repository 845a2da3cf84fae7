"""Where words go: results to standard output, everything else to standard error.

Both are UTF-8 whatever the locale, with plain line ends; what cannot be encoded is spelt out.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import IO, TYPE_CHECKING, TextIO

from .faults import ReaderGone, UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..diagnostics.report import Diagnostic
    from .settings import Lang

_WIDTH = 100


class _Results(io.TextIOWrapper):
    """Standard output: what cannot be written there is a fault of the run, not of the program."""

    def write(self, text: str, /) -> int:
        """Take a part of the result.

        Raises:
            ReaderGone: when whoever reads it has gone.
            UsageFault: when it cannot be written.
        """
        try:
            return super().write(text)
        except OSError as error:
            raise _lost(error) from None

    def flush(self) -> None:
        """Hand on what was taken; may raise what `write` raises."""
        try:
            super().flush()
        except OSError as error:
            raise _lost(error) from None


class _Remarks(io.TextIOWrapper):
    """Standard error: where that cannot be written, nothing more can be said."""

    def write(self, text: str, /) -> int:
        """Take a remark."""
        try:
            return super().write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        """Hand on what was taken."""
        with contextlib.suppress(OSError):
            super().flush()


def _lost(error: OSError) -> Exception:
    if isinstance(error, BrokenPipeError):
        return ReaderGone()
    closed = isinstance(error, io.UnsupportedOperation)
    reason = os.strerror(errno.EBADF) if closed else error.strerror or type(error).__name__
    return UsageFault("KWX0031", reason=reason)


def set_up_streams() -> None:
    """Make the standard streams speak UTF-8, and give those that are closed a stand-in.

    The stand-ins are opened first of all, so that no file a command opens gets their numbers.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - to the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stdout, sys.stderr = _spoken(sys.stdout, _Results), _spoken(sys.stderr, _Remarks)


def _spoken(stream: TextIO, kind: type[io.TextIOWrapper]) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    lines, at_once = stream.line_buffering, stream.write_through
    return kind(stream.detach(), "utf-8", "backslashreplace", "\n", lines, at_once)


def standard_input() -> IO[bytes]:
    """The bytes given to this process.

    Raises:
        UsageFault: when there is no standard input.
    """
    if not sys.stdin.buffer.readable():
        raise UsageFault("KWX0032")
    return sys.stdin.buffer


def write(text: str) -> None:
    """Part of a result."""
    sys.stdout.write(text)


def write_line(text: str) -> None:
    """A line of a result."""
    sys.stdout.write(text + "\n")


def write_json(value: object, *, pretty: bool = True) -> None:
    """A result for programs, over many lines or, where one hand is answered, on one."""
    import json  # noqa: PLC0415 - most results are text

    text = json.dumps(value, ensure_ascii=False, indent=2 if pretty else None)
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")


def tell(text: str) -> None:
    """A line that is not part of the result."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def show_diagnostics(diagnostics: Iterable[Diagnostic], lang: Lang) -> None:
    """Diagnostics for people, on standard error."""
    from ..diagnostics.render_text import render_text  # noqa: PLC0415 - only if there are any

    found = tuple(diagnostics)
    if found:
        with contextlib.suppress(UsageFault):  # which is what is to be shown, or will be found out
            sys.stdout.flush()
        colour, columns = colours(sys.stderr), width(sys.stderr)
        sys.stderr.write(render_text(found, lang, colour=colour, width=columns))


def width(stream: TextIO) -> int:
    """How many columns a line may take up: the terminal's, or always the same."""
    if not stream.isatty():
        return _WIDTH
    return min(_WIDTH, os.get_terminal_size(stream.fileno()).columns or _WIDTH)


def colours(stream: TextIO) -> bool:
    """Whether a stream shows colours: a terminal that has not been asked to do without."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain


def close_quietly() -> None:
    """Nothing more can be written; at exit nobody is to complain of what is still held back."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, ReaderGone, UsageFault):
            os.dup2(nowhere, stream.fileno())
