from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.visible import shortened, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("随州 🀄 a'b", "随州 🀄 a'b"),
        ("a\x1b[2Jb\nc\td\x7f", "a␛[2Jb␊c␉d␡"),
        ("a\u202eb\u200bc\ufeff", "a<U+202E>b<U+200B>c<U+FEFF>"),
        ("\x85\u2028\ud800", "<U+0085><U+2028><U+D800>"),
        ("👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"),
    ],
)
def test_what_cannot_be_seen_is_spelt_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_long_value_is_cut() -> None:
    assert shortened("x" * 160) == "x" * 160
    assert shortened("x" * 161) == "x" * 159 + "…"
