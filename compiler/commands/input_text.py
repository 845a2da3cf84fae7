"""Texts that are asked about: files, or standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..source.files import decode, read_file
from ..source.limits import MAX_BYTES
from .output import standard_input

if TYPE_CHECKING:
    from ..source.text import SourceText

_STDIN: Final = "<stdin>"


def text_of_file(path: str) -> SourceText:
    """The text of a file; ``-`` is standard input.

    Raises:
        CompileFailed: for what cannot be read, with the reason.
    """
    sink = Sink()
    if path == "-":
        found = decode(standard_input().read(MAX_BYTES + 1), _STDIN, sink)
    else:
        found = read_file(path, path, sink)
    sink.raise_if_failed()
    assert found is not None
    return found
