"""What becomes of what, summed up in one number.

It is the same however hands are put together, and another for other differences: each has a mark,
and they are added up as often as they occur.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

_MODULUS = 2**61 - 1


@lru_cache(maxsize=4096)
def mark(*words: int | bool | str) -> int:
    """A number that stands for some words."""
    digest = hashlib.sha256(json.dumps(words).encode("utf-8")).digest()
    return int.from_bytes(digest[:8], "big") % _MODULUS


def summed(total: int, more: int) -> int:
    """A sum with more added."""
    return (total + more) % _MODULUS
