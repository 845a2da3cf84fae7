"""How wide a text is shown: Chinese characters take up two columns, combining marks none."""

from __future__ import annotations

from typing import Final

_OURS: Final = str.maketrans("×→·–—…", "xxxxxx")
"""Signs that stand in English texts, each one column wide."""


def columns(text: str) -> int:
    """How many columns a text takes up; 0 if it holds what is not to be shown."""
    plain = text.translate(_OURS)
    if plain.isascii() and plain.isprintable():
        return len(plain)
    from wcwidth import wcswidth  # noqa: PLC0415 - it takes long to load

    return max(0, wcswidth(text))
