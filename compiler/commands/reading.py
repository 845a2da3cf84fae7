"""Texts that are asked about: files, or standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..source.files import decode, read_file
from ..source.limits import MAX_BYTES
from .output import standard_input

if TYPE_CHECKING:
    from ..source.text import SourceText

MOST_OF_A_LOG: Final = 64_000_000
"""Bytes of a file of many rounds."""
_STDIN: Final = "<stdin>"


def text_of_file(path: str, most: int = MAX_BYTES) -> SourceText:
    """The text of a file of no more than so many bytes; ``-`` is standard input.

    Raises:
        CompileFailed: for what cannot be read, with the reason.
    """
    sink = Sink()
    if path == "-":
        found = decode(standard_input().read(MAX_BYTES + 1), _STDIN, sink)
    else:
        found = read_file(path, path, sink, most)
    sink.raise_if_failed()
    assert found is not None
    return found
