"""A log of as many rounds as it likes, read line by line."""

from __future__ import annotations

import codecs
from collections import deque
from typing import IO, TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..source.files import decode
from ..source.text import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 400_000
"""Bytes of a line that are read; an event is far shorter, and is refused if it is not."""


class LogFile:
    """The lines of a log, of which those are kept that something may still be said about."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        """Read nothing yet.

        Args:
            name: what people call it.
            file: its bytes.
        """
        self.name = name
        self._file = file
        self._kept: deque[str] = deque()
        self._read = 0

    def lines(self) -> Iterator[str]:
        """The lines, without their ends.

        Raises:
            CompileFailed: for one that is no text.
        """
        while raw := self._file.readline(_LONGEST):
            self._read += 1
            if self._read == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            line = self._text(raw.removesuffix(b"\n"))
            self._kept.append(line)
            yield line

    def _text(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            sink = Sink()
            decode(raw, self.name, sink, self._read)
            sink.raise_if_failed()
            raise

    def forget(self, number: int) -> None:
        """Keep no lines before that of a number."""
        while self._kept and self._read - len(self._kept) + 1 < number:
            self._kept.popleft()

    def line(self, number: int) -> SourceText:
        """The text of one line, if it is still kept; else nothing, with the number of the line."""
        at = number - (self._read - len(self._kept) + 1)
        text = self._kept[at] if 0 <= at < len(self._kept) else ""
        return SourceText(self.name, text, "", max(1, number))
