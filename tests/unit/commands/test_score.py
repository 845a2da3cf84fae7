from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

PAIRS = "1122334455667s+7s"


@pytest.mark.parametrize(
    ("town", "value"), [("hubei", 16), ("suizhou", 8), ("xiangyang", 8), ("xiaogan", 16)]
)
def test_the_same_hand_is_worth_different_money(kwx: Kwx, town: str, value: int) -> None:
    found = kwx("score", town, PAIRS, "--by", "discard", "--format", "json").json()
    assert (found["value"], found["product"]) == (value, 16)
    assert found["fans"] == [{"id": "qingyise", "times": 4}, {"id": "qidui", "times": 4}]
    assert found["reading"]["shape"] == "seven_pairs"


def test_options_of_the_variant(kwx: Kwx) -> None:
    found = kwx("score", "suizhou", PAIRS, "-o", "cap=8", "-o", "cap=none", "--format", "json")
    assert found.json()["value"] == 16


def test_another_winner_revealed_before(kwx: Kwx) -> None:
    """Seven pairs, 4; who is preceded is not paid under these rules."""
    asked = ("counting", "1133559p2244s77z+9p", "--by", "discard")
    for more, owed in (((), 4), (("--preceded",), 0)):
        assert kwx("score", *asked, *more, "--format", "json").json()["owed"] == owed
    told = kwx("explain", *asked, "--preceded").out
    assert "another winner revealed before" in told
    drawn = kwx("score", "counting", "1133559p2244s77z+9p", "--preceded")
    assert (drawn.status, drawn.err[:14]) == (2, "error[KWX3203]")


def test_circumstances(kwx: Kwx) -> None:
    """GT-32: revealed 2, kong bloom 2, closed five 2."""
    hand = "46p12399s777z(1111p)+5p"
    ran = kwx("score", "suizhou", hand, "--event", "replacement", "--revealed", "--format", "json")
    assert ran.json()["product"] == 8
    robbed = ("46p123s99s789s777z+5p", "--by", "discard", "--event", "robbing")
    assert kwx("score", "suizhou", *robbed, "--format", "json").json()["product"] == 4
    chained = kwx("score", "suizhou", hand, "--event", "replacement", "--chain", "17")
    assert (chained.status, chained.err[:14]) == (2, "error[KWX3204]")


def test_a_plain_hand_off_a_discard(kwx: Kwx) -> None:
    hand = ("22334p56667789s+1p", "--by", "discard", "--format", "json")
    assert kwx("score", "xiangyang", *hand).json()["may_win"] is False
    assert kwx("score", "xiaogan", *hand).json()["may_win"] is True


def test_text_in_both_languages(kwx: Kwx) -> None:
    english, chinese = kwx("score", "suizhou", PAIRS), kwx("score", "随州", PAIRS, "--lang=zh")
    assert "×4  Pure suit (qingyise)" in english.out
    assert "product 16, cap 8 → value 8" in english.out
    assert "×4  清一色 (qingyise)" in chinese.out
    assert chinese.out.startswith("随州卡五星 (suizhou)\n")


def test_the_caret_stands_under_the_character(kwx: Kwx) -> None:
    ran = kwx("score", "suizhou", "三条三条三条三条三条46p99p123s5z+5z")
    text, caret = ran.err.splitlines()[3:5]
    before = text[: text.index("三条46p")]
    width = sum(2 if char > "\u2e80" else 1 for char in before)
    assert caret.index("^") == width
    assert "五张 3s" in kwx("score", "suizhou", "33333s46p99p12s5z+5z", "--lang", "zh").err


def test_programs_get_the_refusal_as_json(kwx: Kwx) -> None:
    ran = kwx("score", "suizhou", "1122334455667s", "--format", "json")
    assert (ran.status, ran.err) == (2, "")
    assert ran.json() == {
        "ok": False,
        "error": {
            "code": "KWX3119",
            "message": "no winning tile: write + before it",
            "field": "hand",
            "at": 14,
        },
    }


def test_an_abstract_variant_is_not_scored(kwx: Kwx) -> None:
    ran = kwx("score", "hubei_article", PAIRS)
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0010]")


LINES = [
    '{"hand": "1122334455667s", "win": "7s", "by": "discard", "id": 1}',
    "not json",
    "",
    '{"hand": "11111s", "id": [2]}',
    '{"hand": "46p123789s12399s+5p", "options": {"cap": 1}}',
]


def check_answers(out: str) -> None:
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert (answers[0]["id"], answers[0]["value"]) == (1, 8)
    assert [answer["error"]["code"] for answer in answers[1:3]] == ["KWX3402", "KWX3402"]
    assert (answers[3]["id"], answers[3]["error"]["code"]) == ([2], "KWX3102")
    assert (answers[4]["value"], answers[4]["product"]) == (1, 2)


def test_a_batch_answers_every_line_in_its_place(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    ran = kwx("score", "suizhou", "--batch", str(file))
    assert (ran.status, ran.err) == (1, "")
    check_answers(ran.out)


def test_a_batch_from_standard_input(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO("\r\n".join(LINES).encode()))
    monkeypatch.setattr(sys, "stdin", data)
    ran = kwx("score", "suizhou", "--batch", "-")
    assert ran.status == 1
    check_answers(ran.out)


def test_a_good_batch_has_nothing_to_report(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(LINES[0] + "\n", encoding="utf-8")
    assert kwx("score", "suizhou", "--batch", str(file)).status == 0
    file.write_bytes(b"")
    assert kwx("score", "suizhou", "--batch", str(file)) == (0, "", "")


def test_bytes_that_are_no_text_and_lines_without_end(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xff\xfe\n" + b"x" * 2_500_000 + b"\n" + LINES[0].encode())
    ran = kwx("score", "suizhou", "--batch", str(file), "--lang", "zh")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True]
    assert answers[0]["error"]["message"] == "这一行不是 UTF-8"
    assert answers[1]["error"]["code"] == "KWX3401"


def test_the_command_line_goes_before_the_lines_of_a_batch(kwx: Kwx, tmp_path: Path) -> None:
    """Flush and seven pairs, 4 × 4 = 16."""
    file = tmp_path / "hands.jsonl"
    lines = [{"hand": "1122334455667s+7s", "options": {"cap": 8}}, {"hand": "1122334455667s+7s"}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for typed, values in (((), [8, 8]), (("-o", "cap=16"), [16, 16]), (("-o", "cap=4"), [4, 4])):
        ran = kwx("score", "suizhou", "--batch", str(file), *typed)
        assert [json.loads(line)["value"] for line in ran.out.splitlines()] == values
