"""How wide a text is shown: Chinese characters take up two columns, combining marks none."""

from __future__ import annotations

from wcwidth import wcswidth


def columns(text: str) -> int:
    """How many columns a text takes up; 0 if it holds what is not to be shown."""
    return max(0, wcswidth(text))
