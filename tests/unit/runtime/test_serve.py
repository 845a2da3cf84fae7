"""A module as a program: which questions it takes, and how it ends."""

from __future__ import annotations

import io
import json
import sys

import pytest

import kawuxing
from kawuxing.runtime.serve import answers, serve

SCORE = {"hand": "1122334455667s", "win": "7s"}
WAITS = {"hand": "1122334455667s"}
ROUND = {
    "players": 3,
    "dealer": 0,
    "kongs": [],
    "end": {"kind": "win", "wins": [{"seat": 1, **SCORE, "by": "self_draw"}]},
}


def served(
    monkeypatch: pytest.MonkeyPatch, args: list[str], *lines: object
) -> tuple[int | str | None, list[dict[str, object]]]:
    """The exit status, and the answers."""
    given = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["module.py", *args])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", printed)
    with pytest.raises(SystemExit) as ended:
        serve(kawuxing.load("hubei"))
    printed.seek(0)
    return ended.value.code, [json.loads(line) for line in printed]


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    """Editors put one before the text; a second one is a mistake."""
    lines = io.BytesIO(b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n")
    assert list(answers(lines, repr)) == ["'one'", "'\\ufefftwo'"]


def test_scores_are_what_is_asked_for_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    status, [answer] = served(monkeypatch, [], SCORE)
    assert (status, answer["value"]) == (0, 16)


def test_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    status, [answer] = served(monkeypatch, ["waits"], WAITS)
    assert (status, answer["ok"], answer["shanten"]) == (0, True, 0)


def test_ends_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven pairs of one suit, drawn: both others pay sixteen."""
    status, [answer] = served(monkeypatch, ["settle"], ROUND)
    assert (status, answer["totals"]) == (0, [-16, 32, -16])


@pytest.mark.parametrize("mode", [[], ["waits"], ["settle"]])
def test_a_bad_line_is_answered_in_its_place(
    monkeypatch: pytest.MonkeyPatch, mode: list[str]
) -> None:
    good = {"waits": WAITS, "settle": ROUND}.get(mode[0] if mode else "", SCORE)
    status, answers = served(monkeypatch, mode, good, {"hand": "x"}, good)
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, False, True]


@pytest.mark.parametrize("args", [["scores"], ["waits", "settle"]])
def test_other_arguments_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str]
) -> None:
    assert served(monkeypatch, args, SCORE) == (2, [])
    assert "usage: module.py [waits | settle] < requests.jsonl" in capsys.readouterr().err
