"""Files to texts: everything that can go wrong before a ruleset is even YAML."""

from __future__ import annotations

import codecs
import hashlib
import os
import stat
from typing import TYPE_CHECKING

from .limits import MAX_BYTES
from .text import SourceText, Span

if TYPE_CHECKING:
    from ..diagnostics.report import Sink

_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def read_file(path: str | os.PathLike[str], shown_as: str, sink: Sink) -> SourceText | None:
    """Read a text from a file.

    Args:
        path: Where it is.
        shown_as: What people call it.
        sink: Takes the reason when it cannot be read.

    Returns:
        The text, or None with an error in the sink.
    """
    try:
        data = _read_bytes(path, shown_as, sink)
    except FileNotFoundError:
        sink.error("KWX0101", None, file=shown_as)
    except IsADirectoryError:
        sink.error("KWX0102", None, file=shown_as)
    except OSError as error:
        sink.error("KWX0104", None, file=shown_as, reason=error.strerror or type(error).__name__)
    except ValueError:  # a NUL in the path
        sink.error("KWX0101", None, file=shown_as)
    else:
        return None if data is None else decode(data, shown_as, sink)
    return None


def decode(data: bytes, shown_as: str, sink: Sink, first_line: int = 1) -> SourceText | None:
    """Turn the bytes of a file into its text; a byte order mark is left out of it.

    Args:
        data: All of the file, or a piece of it.
        shown_as: What people call it.
        sink: Takes the reason when it cannot be done.
        first_line: The number of its first line.

    Returns:
        The text, or None with an error in the sink.
    """
    if len(data) > MAX_BYTES:
        sink.error("KWX1001", Span(SourceText(shown_as, "", ""), 0, 0), limit=MAX_BYTES)
        return None
    digest = hashlib.sha256(data).hexdigest()
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return SourceText(shown_as, body.decode("utf-8"), digest, first_line)
    except UnicodeDecodeError as error:
        legible = SourceText(shown_as, body.decode("utf-8", "replace"), digest, first_line)
        _report_encoding(body, error.start, legible, sink)
    return None


def _read_bytes(path: str | os.PathLike[str], shown_as: str, sink: Sink) -> bytes | None:
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a pipe would be waited for, for ever
        sink.error("KWX0103", None, file=shown_as)
        return None
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


def _report_encoding(data: bytes, at: int, shown: SourceText, sink: Sink) -> None:
    """Say which byte is not UTF-8 or, where it can be told, what the file is instead."""
    guess = _guess(data)
    if guess is not None:
        sink.error("KWX0106", None, file=shown.name, encoding=guess)
        return
    offset = len(data[:at].decode("utf-8"))
    sink.error("KWX0105", Span(shown, offset, offset + 1), byte=f"0x{data[at]:02X}")


def _guess(data: bytes) -> str | None:
    """The encoding a file seems to have instead: by its mark, or because all of it is Chinese."""
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            return encoding
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = [char for char in text if ord(char) > 0x7F]
    chinese = [char for char in foreign if 0x3000 <= ord(char) <= 0x9FFF or ord(char) >= 0xFF00]
    return "GB18030" if len(chinese) * 10 >= len(foreign) * 9 else None
