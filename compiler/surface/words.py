"""From an expression's text to its words: names, numbers, tiles, operators, brackets.

The text is first cut into runs by appearance alone, so that `10p` or `Win.tile` stays in one
piece, and each run is then looked up among the terminals of the grammar. A run that is none of
them is left `UNKNOWN`; `word_errors` says what is wrong with it. Nothing here knows in which order
words may stand.
"""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..source.text import Span

END = "$END"
"""The type of the word that stands for the end of an expression, as the parser calls it."""

UNKNOWN = "UNKNOWN"
"""The type of a run that is no word of the language."""

RESERVED = frozenset(keyword.kwlist) | {"true", "false", "none", "null"}
"""Words that cannot be names or parts of names: the language's own and Python's."""

_RUN = re.compile(
    r"""
    [ \t\r\n]+
    | (
        [bfruBFRU]{1,2}(?:'[^'\r\n]*'?|"[^"\r\n]*"?)           # Python's prefixed texts
        | [\w.．]+                                              # names, numbers, tiles
        | '''[^\r\n]* | \"""[^\r\n]*
        | '(?:[^'\\\r\n]|\\[^\r\n])*'? | "(?:[^"\\\r\n]|\\[^\r\n])*"?
        | [“‘「『][^”’」』\r\n]*[”’」』]?
        | [=!]==|<=>|=<|=>|<>|->|(?:\*\*|//)=|[-+*/%<>=!:]=      # the longest first
        | \*\*|//|&&|\|\||<<|>>|\?\?|::
        | [！＆＜＝＞｜]+                                          # as wide as a Chinese character
        | (?:[^\x00-\x7f\w\u0080-\u00ff\u2000-\u22ff\u3000-\u303f\uff00-\uffef]|\u200d)+  # emoji
        | .
    )
    """,
    re.VERBOSE | re.DOTALL,
)


class Word(NamedTuple):
    """A word of an expression, or a run of characters that should have been one.

    `type` is its terminal in the grammar; `parts` are the places of what stands between the dots
    of a name.
    """

    type: str
    text: str
    span: Span
    parts: tuple[Span, ...]


class Lexicon(NamedTuple):
    """What the grammar says its words are.

    `spelled` are the words with one spelling, `shapes` has a named group for each other terminal.
    """

    spelled: Mapping[str, str]
    shapes: re.Pattern[str]

    def type_of(self, run: str) -> str:
        """The terminal a run is, or `UNKNOWN`."""
        found = self.spelled.get(run)
        if found is not None:
            return found
        shape = self.shapes.fullmatch(run)
        found = shape and shape.lastgroup
        if found == "NAME" and not RESERVED.isdisjoint(run.split(".")):
            return UNKNOWN
        return found or UNKNOWN


def split_words(text: str, lexicon: Lexicon, locate: Callable[[int, int], Span]) -> list[Word]:
    """Cut a text into words; blanks and line breaks are left out."""
    words: list[Word] = []
    for match in _RUN.finditer(text):
        run = match[1]
        if run is None:
            continue
        start, end = match.span(1)
        span = locate(start, end)
        parts = _part_spans(run, start, locate) if "." in run else (span,)
        words.append(Word(lexicon.type_of(run), run, span, parts))
    return words


def _part_spans(run: str, start: int, locate: Callable[[int, int], Span]) -> tuple[Span, ...]:
    spans = []
    for part in run.split("."):
        spans.append(locate(start, start + len(part)))
        start += len(part) + 1
    return tuple(spans)
