from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.catalogue import helps
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diagnostics.visible import shortened, visible
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.locate import locate_variant


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


def test_of_a_list_of_words_only_whole_words_are_left_out() -> None:
    towns = ", ".join(f"town_{number:02}" for number in range(30))
    assert len(towns) > 160
    assert shortened(towns) == towns
    many = ", ".join(f"word{number:03}" for number in range(200))
    found = shortened(many)
    assert len(found) <= 1_003
    assert found.endswith(", …")
    assert many.startswith(found.removesuffix(", …") + ", ")
    assert shortened("x" * 100 + ", " + "y" * 100) == "x" * 100 + ", " + "y" * 57 + "…"


def test_the_help_on_an_unknown_ruleset_names_all_there_are() -> None:
    sink = Sink()
    locate_variant("nowhere", sink)
    (found,) = sink.diagnostics
    advice = " ".join(helps(found, "en"))
    assert [id_ for id_ in builtin_ids() if id_ not in advice] == []
