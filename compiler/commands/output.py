"""Where words go: results to standard output, everything else to standard error.

Both are UTF-8 whatever the locale, with plain line ends; what cannot be encoded is spelt out.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..diagnostics.report import Diagnostic
    from .settings import Lang

_WIDTH = 100


def set_up_streams() -> None:
    """Make the standard streams speak UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


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
    """Whoever read our output has gone; nothing more can be said, at exit neither."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
