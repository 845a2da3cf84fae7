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


def filled(text: str, params: Mapping[str, object]) -> str:
    """The same with the values in their places."""
    return counted(text, params).format_map(params)
