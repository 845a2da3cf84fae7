"""Texts with numbers in them: one tile, two tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOUNS: Final = (
    "byte", "change", "character", "choice", "circumstance", "difference", "error", "example",
    "fan", "figure", "file", "hand", "kong", "level", "meld", "mutant", "option", "pair", "part",
    "payment", "place", "player", "row", "rule", "ruleset", "seat", "situation", "stake", "tile",
    "value", "way", "winner", "word",
)  # fmt: skip
"""What is counted, in English, directly behind its number."""
_HUGE: Final = 10**20
_LONG: Final = 400


def counted(text: str, params: Mapping[str, object]) -> str:
    """A text to be filled in, its nouns in the singular where their number is 1.

    Args:
        text: Such as ``{found} tiles``, in English; other texts stay as they are.
        params: What it will be filled with.
    """
    for name, value in params.items():
        if str(value) == "1" and f"{{{name}}} " in text:
            for noun in _NOUNS:
                text = text.replace(f"{{{name}}} {noun}s", f"{{{name}}} {noun}")
    return text


def readable(value: str | int) -> str | int:
    """A value as a message can show it: of a huge number its size, of a long text its beginning."""
    if isinstance(value, str):
        return value if len(value) <= _LONG else f"{value[:_LONG]}…"
    return value if abs(value) < _HUGE else f"{'-' * (value < 0)}10**{_power(value)}…"


def _power(number: int) -> int:
    """The power of ten a huge number comes near to; it would take long to write it out."""
    return abs(number).bit_length() * 30103 // 100000


def filled(text: str, params: Mapping[str, object]) -> str:
    """The same with the values in their places."""
    return counted(text, params).format_map(params)
