"""A log of as many rounds as it likes, read line by line."""

from __future__ import annotations

import codecs
from collections import deque
from typing import IO, TYPE_CHECKING, Final

from ...runtime.round.log import MOST_CHARACTERS
from ..source.text import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 400_000
"""Bytes of a line that are read; an event is far shorter, and is refused if it is not."""
_MOST_KEPT: Final = 2 * MOST_CHARACTERS + _LONGEST
"""Characters that are kept: two rounds, as one is told of when the next one has begun."""


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
        self._read = self._held = 0

    def lines(self) -> Iterator[str]:
        """The lines, without their ends; bytes that are no text stand in them as surrogates."""
        while raw := self._file.readline(_LONGEST):
            self._read += 1
            if self._read == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            line = raw.removesuffix(b"\n").decode("utf-8", "surrogateescape")
            while len(raw) == _LONGEST and not raw.endswith(b"\n"):
                raw = self._file.readline(_LONGEST)  # the rest of what is far too long
            self._kept.append(line)
            self._held += len(line)
            while self._held > _MOST_KEPT:
                self._drop()
            yield line

    def _drop(self) -> None:
        self._held -= len(self._kept.popleft())

    def forget(self, number: int) -> None:
        """Keep no lines before that of a number."""
        while self._kept and self._read - len(self._kept) + 1 < number:
            self._drop()

    def line(self, number: int) -> SourceText:
        """The text of one line, if it is still kept; else nothing, with the number of the line."""
        at = number - (self._read - len(self._kept) + 1)
        text = self._kept[at] if 0 <= at < len(self._kept) else ""
        return SourceText(self.name, text, "", max(1, number))
