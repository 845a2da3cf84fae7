"""How wide texts are shown."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from kawuxing.compiler.diagnostics.width import columns


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Closed five 4", 13),
        ("before  8, capped, from 16, Pure suit 4 × Open four 2", 53),
        ("8 → none", 8),
        ("a · b – c — d…", 14),
        ("卡五星", 6),
        ("卡 5 → 五", 9),
        ("e\u0301", 1),
        ("a\tb", 0),
        ("\u200b", 0),
    ],
)
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width
    assert columns(text) == max(0, wcswidth(text))
