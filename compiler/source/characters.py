"""Characters a ruleset may not hold: those that nobody sees, and those that deceive the eye.

Control characters can rewrite a terminal; marks of direction make a line read otherwise than it
means; YAML 1.1 ends a line at separators that no editor shows. A ruleset is reviewed by people, so
it holds only what people can see.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .text import SourceText, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORBIDDEN = re.compile(
    "(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff])"
    "|(?P<unseen>[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f])"
)
_ODD_SPACE = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_CODES = {"control": "KWX1006", "unseen": "KWX1007"}


def forbidden(text: str, start: int = 0) -> Iterator[tuple[int, str, str]]:
    """Find the characters that may not stand in a ruleset.

    Args:
        text: Where to look.
        start: From where on.

    Yields:
        The place of each, the code to report it with and its Unicode name, ``U+202E``.
    """
    for found in _FORBIDDEN.finditer(text, start):
        yield found.start(), _CODES[found.lastgroup or "control"], code_point(found[0])


def odd_space(text: str) -> int | None:
    """The place of the first space that is not the plain one, as the full-width one is."""
    found = _ODD_SPACE.search(text)
    return found.start() if found else None


def code_point(char: str) -> str:
    """How Unicode writes the number of a character: ``U+3000``."""
    return f"U+{ord(char):04X}"


def one_character(source: SourceText, offset: int) -> Span:
    """The span of a single character."""
    return Span(source, offset, min(offset + 1, len(source.text)))
