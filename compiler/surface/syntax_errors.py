"""What is wrong with the order of words.

The parser says which word it could not take and what it would have taken; what surrounds that
word says why. Loaded only when an expression has gone wrong. Questions are asked in a fixed order
and the first that knows an answer gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..diagnostics.report import Diagnostic, Label
from .expressions import QUANTIFIERS
from .words import END, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..diagnostics.report import Value
    from ..source.text import Span

_CLOSES: Final = {"OPEN": "CLOSE", "LIST_OPEN": "LIST_CLOSE"}
_CLOSING_TEXT: Final = {"OPEN": ")", "LIST_OPEN": "]"}
_VALUE_ENDS: Final = frozenset(
    {"NUMBER", "TRUE", "FALSE", "NONE", "TILE", "TEXT", "NAME", "CLOSE", "LIST_CLOSE"}
)
_VALUE_STARTS: Final = frozenset(
    {"NUMBER", "TRUE", "FALSE", "NONE", "TILE", "TEXT", "NAME", "OPEN", "LIST_OPEN", "NOT"}
)


class _Bracket(NamedTuple):
    """An open bracket and what has been seen directly inside it.

    `function` is the name before it; `fors` and `ifs` are those words, less the `if`s that have
    found their `else`. The outermost bracket is none: the expression itself.
    """

    opening: Word | None
    function: Word | None
    fors: list[Word]
    ifs: list[Word]


class _Place(NamedTuple):
    """Where the parser stopped: the word, the one before, the brackets open there."""

    found: Word
    before: Word | None
    brackets: list[_Bracket]
    expected: frozenset[str]

    @property
    def bracket(self) -> _Bracket:
        """The innermost bracket."""
        return self.brackets[-1]

    @property
    def after_value(self) -> bool:
        """Whether a value is complete, so that an operator or an end should follow."""
        return self.before is not None and self.before.type in _VALUE_ENDS


def explain_place(words: Sequence[Word], number: int, expected: frozenset[str]) -> Diagnostic:
    """Say why the parser could not take a word, the last of `words` being their end."""
    before = words[number - 1] if number else None
    place = _Place(words[number], before, _open_brackets(words[:number]), expected)
    for question in _QUESTIONS:
        answer = question(place)
        if answer is not None:
            return answer
    return _say("KWX2062", place.found.span, found=place.found.text)


def _open_brackets(words: Sequence[Word]) -> list[_Bracket]:
    brackets = [_Bracket(None, None, [], [])]
    before: Word | None = None
    for word in words:
        if word.type in _CLOSES:
            function = before if before and before.type == "NAME" else None
            brackets.append(_Bracket(word, function, [], []))
        elif word.type in _CLOSES.values():
            brackets.pop()
        elif word.type == "FOR":
            brackets[-1].fors.append(word)
        elif word.type == "IF":
            brackets[-1].ifs.append(word)
        elif word.type == "ELSE":
            brackets[-1].ifs.pop()
        before = word
    return brackets


def _say(code: str, span: Span, *labels: Label, **params: Value) -> Diagnostic:
    return Diagnostic(code, span, params, labels)


def _wrong_bracket(place: _Place) -> Diagnostic | None:
    found, opening = place.found, place.bracket.opening
    if found.type not in _CLOSES.values():
        return None
    if opening is None:
        return _say("KWX2043", found.span, found=found.text)
    if _CLOSES[opening.type] != found.type:
        label = Label(opening.span, "open")
        closing = _CLOSING_TEXT[opening.type]
        return _say("KWX2042", found.span, label, found=found.text, instead=closing)
    return None


def _not_closed(place: _Place) -> Diagnostic | None:
    opening = place.bracket.opening
    if place.found.type != END or opening is None:
        return None
    label = Label(opening.span, "open")
    closing = _CLOSING_TEXT[opening.type]
    return _say("KWX2041", place.found.span, label, found=opening.text, instead=closing)


def _if_without_else(place: _Place) -> Diagnostic | None:
    bracket = place.bracket
    ends = place.found.type in {END, "CLOSE", "LIST_CLOSE", "COMMA", "FOR", "IF"}
    if not (ends and bracket.ifs and not bracket.fors and place.after_value):
        return None
    return _say("KWX2048", place.found.span, Label(bracket.ifs[-1].span, "if"))


def _ends_early(place: _Place) -> Diagnostic | None:
    if place.found.type != END or place.before is None:
        return None
    return _say("KWX2040", place.found.span, before=place.before.text)


def _in_generator(place: _Place) -> Diagnostic | None:
    """Between `for` and the filter of a quantifier nearly everything is fixed."""
    found, before = place.found, place.before
    if before is None:
        return None
    if place.expected == {"IN"}:
        return _say("KWX2064", found.span, before=before.text, found=found.text)
    if place.expected == {"NAME"}:
        code = "KWX2055" if before.type == "FOR" else "KWX2056"
        return _say(code, found.span, found=found.text)
    if place.expected == {"CLOSE", "IF"} and found.type != "FOR":
        code = "KWX2056" if found.type in _CLOSES else "KWX2065"
        return _say(code, found.span, found=found.text)
    return None


def _value_missing(place: _Place) -> Diagnostic | None:
    found, before = place.found, place.before
    if place.after_value:
        return None
    if found.type in {"PLUS", "NOT"}:
        return _say("KWX2046" if found.type == "PLUS" else "KWX2047", found.span)
    if before and found.type in _CLOSES.values() and before.type in {"OPEN", "COMMA"}:
        code = "KWX2060" if before.type == "OPEN" else "KWX2061"
        return _say(code, before.span)
    return _say("KWX2045", found.span, found=found.text)


def _for_misplaced(place: _Place) -> Diagnostic | None:
    found, bracket = place.found, place.bracket
    if found.type != "FOR":
        return None
    if bracket.fors:
        return _say("KWX2052", found.span, Label(bracket.fors[0].span, "first"))
    in_list = bracket.opening is not None and bracket.opening.type == "LIST_OPEN"
    return _say("KWX2051" if in_list else "KWX2050", found.span)


def _operator_missing(place: _Place) -> Diagnostic | None:
    found, before = place.found, place.before
    if before is None or found.type not in _VALUE_STARTS:
        return None
    if found.type == "LIST_OPEN":
        return _say("KWX2057", found.span, before=before.text)
    if before.text in QUANTIFIERS:
        return _say("KWX2053", before.span, function=before.text)
    return _say("KWX2044", found.span, before=before.text, found=found.text)


def _other_misplaced(place: _Place) -> Diagnostic | None:
    found, bracket = place.found, place.bracket
    if found.type == "COMMA" and bracket.function is None:
        return _say("KWX2059", found.span)
    if found.type == "ELSE":
        return _say("KWX2049", found.span)
    if found.type == "IF" and bracket.fors:
        return _say("KWX2063", found.span, Label(bracket.ifs[-1].span, "first"))
    return None


_QUESTIONS: Final[tuple[Callable[[_Place], Diagnostic | None], ...]] = (
    _wrong_bracket,
    _not_closed,
    _if_without_else,
    _ends_early,
    _in_generator,
    _value_missing,
    _for_misplaced,
    _operator_missing,
    _other_misplaced,
)
