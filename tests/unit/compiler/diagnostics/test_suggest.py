from __future__ import annotations

import time

import pytest

from kawuxing.compiler.diagnostics.suggest import Candidate, closest

WORDS = [
    Candidate("qingyise", ("清一色", "All one suit")),
    Candidate("hunyise", ("混一色",)),
    Candidate("angang", ("暗杠", "Concealed kong")),
    Candidate("longqidui", ("龙七对",)),
    Candidate("pengpenghu", ("碰碰胡",)),
    Candidate("self_draw"),
    Candidate("triplets"),
    Candidate("cap"),
]


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("qingysie", ["qingyise"]),  # two letters swapped
        ("qinyise", ["qingyise"]),  # one lost
        ("qingyisee", ["qingyise"]),  # one added
        ("tripletz", ["triplets"]),  # one changed
        ("selfdraw", ["self_draw"]),
        ("Self-Draw", ["self_draw"]),
        ("ｃａｐ", ["cap"]),  # full-width letters
        ("cpa", ["cap"]),
        ("清一色", ["qingyise"]),
        ("情一色", ["hunyise", "qingyise"]),  # one slip from either
        ("龍七對", ["longqidui"]),
        ("暗槓", ["angang"]),
        ("碰碰糊", ["pengpenghu"]),
        ("七对", ["longqidui"]),  # part of a name
        ("小龙七对", ["longqidui"]),  # a name in it
        ("all one suit", ["qingyise"]),
        ("concealedkong", ["angang"]),
        ("triplet", ["triplets"]),
        ("draw", ["self_draw"]),
        ("zzzzzz", []),
        ("", []),
        ("随", []),
        ("x" * 1000, []),
    ],
)
def test_the_word_that_was_meant(word: str, ids: list[str]) -> None:
    assert closest(word, WORDS) == ids


def test_at_most_three_the_nearest_first() -> None:
    words = [Candidate(word) for word in ("tables", "tabled", "cables", "table", "fable", "tablet")]
    assert closest("tabels", words) == ["tables"]
    assert closest("tablex", words) == ["tabled", "tables", "tablet"]
    assert closest("table", words) == ["table"]


def test_each_id_is_named_once() -> None:
    assert closest("一色清", [Candidate("a", ("一色青", "一色请", "一色轻"))]) == ["a"]


def test_a_long_word_among_many_does_not_take_long() -> None:
    words = [Candidate(f"some_long_candidate_word_{number:05}") for number in range(1000)]
    started = time.perf_counter()
    closest("some_long_candidate_wrod_x", words)
    assert time.perf_counter() - started < 5
