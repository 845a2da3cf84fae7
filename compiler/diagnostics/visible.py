"""Strangers' text made fit to be shown: what is unseen, or moves the cursor, is spelt out."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064"
    "\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_LONGEST = 160
"""A hand with all that can be said of how it was won fits."""

_LISTED = re.compile(r"[^\s,]{1,60}(?:, [^\s,]{1,60})+")
_MOST = 1_000
"""So long may a list of words be: one looks for one's own in it."""


def visible(text: str) -> str:
    """Replace control characters by their pictures and unseen ones by their number."""
    return _HIDDEN.sub(lambda found: _picture(found[0]), text)


def shortened(text: str) -> str:
    """A visible form no longer than fits in a sentence; of a list of words only whole words."""
    if _LISTED.fullmatch(text):
        kept = text[: _MOST + 1]
        text = text if len(text) <= _MOST else kept[: kept.rindex(", ")] + ", …"
    elif len(text) > _LONGEST:
        text = text[: _LONGEST - 1] + "…"
    return visible(text)


def _picture(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"
