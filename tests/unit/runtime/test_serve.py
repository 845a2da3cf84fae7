"""A module as a program: which questions it takes, and how it ends."""

from __future__ import annotations

import io
import json
import sys

import pytest

import kawuxing
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.serve import answers, has_bad, one_by_one, serve

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
    assert list(answers(lines, one_by_one(repr))) == ["'one'\n'\\ufefftwo'\n"]


class Arriving(io.BytesIO):
    """What another program sends: each read gives no more than has come."""

    def __init__(self, *parts: bytes) -> None:
        super().__init__()
        self.parts = list(parts)

    def read1(self, size: int | None = -1, /) -> bytes:
        return self.parts.pop(0) if self.parts else b""


def test_lines_are_answered_as_they_come() -> None:
    """Whoever waits for an answer before sending more gets it."""
    file = Arriving(b"one\n", b"two\nthr", b"ee", b"\nfour")
    found = answers(file, one_by_one(str.upper))
    assert (next(found), len(file.parts)) == ("ONE\n", 3)
    assert list(found) == ["TWO\n", "THREE\n", "FOUR\n"]


def test_the_rest_of_an_overlong_line_is_cut_off() -> None:
    """A million bytes are kept, however the line comes; those beside it are whole."""
    long = b"x" * 1_000_001
    for file in (
        io.BytesIO(b"a\n" + long + b"\nb\n" + long),
        Arriving(b"a\n" + long, b"x\nb\n" + long),
    ):
        found = "".join(answers(file, one_by_one(lambda line: f"{line[:2]}{len(line)}")))
        assert found.split() == ["a1", "xx1000000", "b1", "xx1000000"]


def test_a_line_that_is_no_text_is_told_in_its_place() -> None:
    first, second, third = "".join(
        answers(io.BytesIO(b"a\n\xff\nb\n"), one_by_one(str.upper))
    ).split("\n")[:3]
    assert (first, third) == ("A", "B")
    assert json.loads(second)["error"]["code"] == "KWX3408"


def test_an_id_that_looks_like_a_bad_answer_is_none() -> None:
    """An id may be any JSON; only how a line begins says that it was bad."""
    assert not has_bad('{"ok": true, "id": {"ok": false}}\n')
    assert has_bad('{"ok": true}\n{"ok": false, "error": 1}\n')
    assert has_bad('{"ok": false}\n')


def test_lines_together_are_answered_as_each_alone() -> None:
    """Usual lines and others, good and bad, with an id and without."""
    good = json.dumps({"hand": "1122334455667s +7s"})
    known = json.dumps({"hand": "1122334455667s +7s", "id": 1})
    lines = [good, json.dumps(SCORE), known, '{"hand": "1s +7s"}', "", good, '{"hand": "', "[]"]
    requests = Requests(kawuxing.load("hubei"))
    found = [json.loads(one) for one in requests.score_lines(lines)]
    assert [one["ok"] for one in found] == [True, True, True, False, False, True, False, False]
    assert [one.get("value") for one in found[:3]] == [16, 16, 16]
    assert found[2]["id"] == 1
    assert found == [json.loads(requests.score_line(line)) for line in lines]


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cap": "16"}, 'options.cap must be: integer; found "16"'),
        ({"cap": True}, "the option cap cannot be true; it may be"),
        ({"cap": "dear"}, "the option cap cannot be dear; it may be"),
        ({"bao_spares_revealed": "true"}, 'must be: true or false; found "true"'),
        ({"cap": "none"}, ""),
        ({"cap": None, "bao_spares_revealed": True}, ""),
    ],
)
def test_options_in_json_are_numbers_and_truths_of_json(
    options: dict[str, object], message: str
) -> None:
    """A command line has only texts; there `cap=16` is the number."""
    asked = Requests(kawuxing.load("suizhou", {"cap": "16"}), "en", {"cap": "16"})
    lines = (
        (asked.score_line, {"hand": "1122334455667s+7s"}),
        (asked.waits_line, {"hand": "1122334455667s"}),
        (asked.settle_line, ROUND),
    )
    for answer, said in lines:
        made = json.loads(answer(json.dumps({**said, "options": options})))
        assert made["ok"] is not bool(message)
        assert message in made.get("error", {}).get("message", "")
