from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

READY = "46p123456s77z [555s]"


def test_what_a_ready_hand_waits_for(kwx: Kwx) -> None:
    """5p between 4p and 6p: twice for the closed five, and the pair of dragons is free."""
    found = kwx("waits", "suizhou", READY, "--seen", "5p", "--format", "json").json()
    assert found == {
        "ok": True,
        "shanten": 0,
        "waits": [
            {
                "tile": "5p",
                "left": 3,
                "self_draw": 2,
                "discard": 2,
                "may_win_off_discard": True,
            }
        ],
    }


def test_the_text_names_tiles_in_every_way(kwx: Kwx) -> None:
    lines = kwx("waits", "suizhou", READY).out.splitlines()
    assert lines[0] == "waits for"
    assert lines[2].split() == ["🀝", "5p", "五筒", "4", "2", "2"]
    assert kwx("waits", "suizhou", READY, "--lang", "zh").out.startswith("听\n")


def test_a_wait_that_may_not_win_off_a_discard_says_so(kwx: Kwx) -> None:
    lines = kwx("waits", "xiangyang", "123456789p1234s").out.splitlines()
    assert [line.split()[1] for line in lines[2:]] == ["1s", "4s"]
    assert all(line.endswith("may not win") for line in lines[2:])


def test_a_hand_that_is_not_ready(kwx: Kwx) -> None:
    lines = kwx("waits", "suizhou", "147p258s369p5566z").out.splitlines()
    assert lines[0] == "3 away from ready; these bring it nearer"
    assert lines[1].startswith("  2p 二筒 5p 五筒")
    assert lines[1].endswith("(16 left)")


def test_a_hand_that_must_discard(kwx: Kwx) -> None:
    lines = kwx("waits", "suizhou", "146p123456s77z [555s]").out.splitlines()
    assert lines[0].startswith("discard 🀙  1p 一筒  waits for")
    assert lines[2].split()[1] == "5p"


def test_a_complete_hand_says_so(kwx: Kwx) -> None:
    assert kwx("waits", "suizhou", "11223344556677s").out.startswith("a complete hand\n")


def test_what_is_wrong_is_shown_where_it_was_typed(kwx: Kwx) -> None:
    hand = kwx("waits", "suizhou", "46p12345")
    assert (hand.status, hand.err[:14]) == (2, "error[KWX3105]")
    assert " --> HAND:1:4\n" in hand.err
    seen = kwx("waits", "suizhou", READY, "--seen", "5p5")
    assert " --> --seen:1:3\n" in seen.err
    won = kwx("waits", "suizhou", READY + "+5p", "--format", "json")
    assert (won.status, won.json()["error"]["code"]) == (2, "KWX3120")


def test_a_batch(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    lines = [{"hand": "46p123456s77z", "melds": ["[555s]"], "seen": "55p"}, {"hand": "1p"}]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    ran = kwx("waits", "suizhou", "--batch", str(file))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    assert answers[0]["waits"][0]["left"] == 2
    assert answers[1]["error"]["code"] == "KWX3101"


def test_the_command_line_goes_before_the_lines_of_a_batch(kwx: Kwx, tmp_path: Path) -> None:
    """Flush and seven pairs, 4 × 4 = 16."""
    file = tmp_path / "hands.jsonl"
    line = {"hand": "1122334455667s", "options": {"cap": 8}}
    file.write_text(json.dumps(line), encoding="utf-8")
    for typed, worth in (((), 8), (("-o", "cap=16"), 16)):
        answer = json.loads(kwx("waits", "suizhou", "--batch", str(file), *typed).out)
        assert [one["discard"] for one in answer["waits"] if one["tile"] == "7s"] == [worth]
