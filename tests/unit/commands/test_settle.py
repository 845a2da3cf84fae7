from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.diagnostics.width import columns

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

# A closed five of a revealed hand, fed by seat 2; seat 0 has a concealed kong: 2 from each for the
# kong; 2 × 2 for the hand, twice that because seat 2 pays for seat 0 too.
ROUND: dict[str, Any] = {
    "dealer": 0,
    "revealed": [1, 0],
    "kongs": [{"by": 0, "kind": "concealed", "tile": "8p", "chain": 1}],
    "end": {
        "kind": "win",
        "wins": [
            {
                "seat": 1,
                "hand": "46p123456s99p",
                "melds": ["[777z]"],
                "win": "5p",
                "by": "discard",
                "from": 2,
            }
        ],
    },
}
TOTALS = [4, 6, -10]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "round.json"


def test_the_answer_as_json(kwx: Kwx, file: Path) -> None:
    file.write_text(json.dumps(ROUND, indent=2), encoding="utf-8")
    ran = kwx("settle", "suizhou", str(file), "--format", "json")
    assert ran.status == 0
    answer = ran.json()
    assert answer["totals"] == TOTALS
    assert answer["next_dealer"] == 1
    assert [(one["from"], one["to"], one["amount"]) for one in answer["transfers"]] == [
        (1, 0, 2),
        (2, 0, 2),
        (2, 1, 8),
    ]
    assert answer["transfers"][2]["rule"] == "pay.win.baohu"
    assert "S3-338" in answer["transfers"][2]["cite"]


def test_the_text_tells_every_payment_and_what_it_rests_on(kwx: Kwx, file: Path) -> None:
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    lines = kwx("settle", "suizhou", str(file)).out.splitlines()
    assert lines[1] == "1. seat 0: concealed kong of 8p 八筒"
    assert lines[2].split() == ["seat", "1", "→", "seat", "0", "2", "pay.kong.concealed"]
    assert "2. seat 1: win on 5p 五筒, discarded by seat 2" in lines
    assert "   seat 2 → seat 1  8  pay.win.baohu" in lines
    assert "totals  seat 0 +4, seat 1 +6, seat 2 -10" in lines
    assert "next dealer: seat 1 (dealer.won)" in lines
    assert "  dealer.won" in lines
    clauses = lines[lines.index("The clauses behind it") :]
    assert "  pay.win.baohu" in clauses
    assert any(line.startswith("    S3-338 ") for line in clauses)
    assert max(map(columns, lines)) <= 80


def test_the_text_in_chinese(kwx: Kwx, file: Path) -> None:
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    out = kwx("settle", "suizhou", str(file), "--lang", "zh").out
    assert "1. 0 号座位：暗杠 8p 八筒" in out
    assert "合计  0 号座位 +4, 1 号座位 +6, 2 号座位 -10" in out
    assert max(map(columns, out.splitlines())) <= 80


def test_a_stake_and_options_from_the_command_line(kwx: Kwx, file: Path) -> None:
    """With a cap of 2 the hand is worth 2, so 4 from the one who pays all; all of it five times."""
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    ran = kwx("settle", "suizhou", str(file), "-o", "stake=5", "-o", "cap=2", "--format", "json")
    assert ran.json()["totals"] == [20, 10, -30]
    for stake in ("0", "-1", "dear", "1000001"):
        bad = kwx("settle", "suizhou", str(file), "-o", f"stake={stake}")
        assert bad.status == 2
        assert bad.err.startswith(f"error[KWX3302]: the option stake cannot be {stake}; ")


def test_the_command_line_goes_before_the_file(kwx: Kwx, file: Path) -> None:
    """The hand is worth 2, paid for both: 4, and 2 with a cap of 1; the kong 2 from each."""
    for said, typed, totals in (
        ({"cap": 1}, (), [4, 2 - 2, -2 - 2]),
        ({"cap": 1}, ("cap=16",), TOTALS),
        ({"cap": "none", "stake": 3}, ("cap=1",), [12, 0, -12]),
        ({"cap": 1, "stake": 3}, ("cap=none", "stake=2"), [2 * one for one in TOTALS]),
        ({"stake": 3}, (), [3 * one for one in TOTALS]),
    ):
        options = [word for one in typed for word in ("-o", one)]
        line = json.dumps({**ROUND, "options": said})
        file.write_text(line, encoding="utf-8")
        alone = kwx("settle", "suizhou", str(file), *options, "--format", "json")
        assert alone.json()["totals"] == totals
        of_many = kwx("settle", "suizhou", "--batch", str(file), *options)
        assert json.loads(of_many.out)["totals"] == totals


def test_what_a_file_says_must_be_sound_even_where_the_command_line_goes_before(
    kwx: Kwx, file: Path
) -> None:
    for said, code in (({"cap": "dear"}, "KWX3302"), ({"stake": 0}, "KWX3302")):
        file.write_text(json.dumps({**ROUND, "options": said}), encoding="utf-8")
        ran = kwx("settle", "suizhou", str(file), "-o", "cap=16", "-o", "stake=1")
        assert (ran.status, ran.err.startswith(f"error[{code}]")) == (2, True)


def test_who_deals_is_unknown_where_nobody_says_who_drew_last(kwx: Kwx, file: Path) -> None:
    for said, dealer, text in (
        ({}, None, "next dealer: who drew the last tile, which nobody has said (end.last_drawer)"),
        ({"last_drawer": 2}, 2, "next dealer: seat 2 (dealer.moshou)"),
    ):
        given = {"dealer": 0, "end": {"kind": "drawn", **said}}
        file.write_text(json.dumps(given), encoding="utf-8")
        ask = ("settle", "hubei", str(file), "--use", "moshou_zuozhuang")
        assert kwx(*ask, "--format", "json").json()["next_dealer"] == dealer
        lines = kwx(*ask).out.splitlines()
        assert text in lines
        assert max(map(columns, lines)) <= 80


def test_who_deals_is_unknown_where_who_rested_is(kwx: Kwx, file: Path) -> None:
    """The one winner of a round rests; whoever has rested sits down in their place and deals."""
    win = {"seat": 1, "hand": "1122334455667s", "win": "7s", "by": "discard", "from": 2}
    end = {"kind": "win", "wins": [win]}
    for said, dealer, text in (
        ({}, None, "next dealer: who has rested, which nobody has said (out) (dealer.won)"),
        ({"players": 4, "out": 3}, 3, "next dealer: seat 3 (dealer.won)"),
        ({"players": 4, "out": 0, "dealer": 1}, 0, "next dealer: seat 0 (dealer.won)"),
    ):
        file.write_text(json.dumps({"dealer": 0, "end": end, **said}), encoding="utf-8")
        answer = kwx("settle", "resting", str(file), "--format", "json").json()
        assert answer["next_dealer"] == dealer
        lines = kwx("settle", "resting", str(file)).out.splitlines()
        assert text in lines
        assert max(map(columns, lines)) <= 80
    drawn = {"dealer": 2, "end": {"kind": "drawn"}}
    file.write_text(json.dumps(drawn), encoding="utf-8")
    assert kwx("settle", "resting", str(file), "--format", "json").json()["next_dealer"] == 2


def test_a_robbed_kong_earns_nothing(kwx: Kwx, file: Path) -> None:
    won = ROUND["end"]["wins"][0] | {"from": 0, "events": ["robbing"]}
    kong = {"by": 0, "kind": "added", "tile": "5p", "robbed": True}
    end = {"kind": "win", "wins": [won]}
    file.write_text(json.dumps({"dealer": 0, "kongs": [kong], "end": end}), encoding="utf-8")
    lines = kwx("settle", "suizhou", str(file)).out.splitlines()
    assert lines[1:3] == [
        "1. seat 0: added kong of 5p 五筒, robbed: it earns nothing",
        "2. seat 1: win on 5p 五筒, robbed from seat 0",
    ]


def test_nobody_has_won(kwx: Kwx, file: Path) -> None:
    file.write_text(json.dumps({"dealer": 2, "end": {"kind": "drawn"}}), encoding="utf-8")
    lines = kwx("settle", "suizhou", str(file)).out.splitlines()
    assert lines[1:3] == ["1. nobody has won", "   nothing is paid"]


@pytest.mark.parametrize(
    ("before", "after", "code", "place"),
    [
        ("46p123456s", "46p1x3456s", "KWX3104", "x"),
        ('"from": 2', '"from": 1', "KWX3508", "1}]}}"),
        ('"dealer": 0', '"dealer": 9', "KWX3503", "9, "),
        ('"chain": 1', '"chain": 3', "KWX3514", "3}"),
        ('"end":', '"ends":', "KWX3404", "ends"),
        ('"dealer": 0, ', "", "KWX3407", "{"),
    ],
)
def test_what_is_wrong_is_shown_where_it_stands(
    kwx: Kwx, file: Path, before: str, after: str, code: str, place: str
) -> None:
    text = json.dumps(ROUND).replace(before, after)
    file.write_text(text, encoding="utf-8")
    ran = kwx("settle", "suizhou", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error[{code}]")
    assert f"round.json:1:{text.index(place) + 1}\n" in ran.err
    as_json = kwx("settle", "suizhou", str(file), "--format", "json")
    assert (as_json.status, as_json.json()["error"]["code"]) == (2, code)


@pytest.mark.parametrize("text", ["", "{", "[]", "nonsense", '{"a": 1, "a": 2}', '{"a": NaN}'])
def test_no_json(kwx: Kwx, file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    ran = kwx("settle", "suizhou", str(file))
    assert ran.status == 2
    assert ran.err.startswith("error[KWX34")


def test_standard_input(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(json.dumps(ROUND).encode()))
    monkeypatch.setattr(sys, "stdin", given)
    assert kwx("settle", "suizhou", "-", "--format", "json").json()["totals"] == TOTALS


def test_a_batch(kwx: Kwx, file: Path) -> None:
    rounds = [ROUND | {"id": 1}, {"id": 2, "dealer": 0}]
    file.write_text("\n".join(map(json.dumps, rounds)), encoding="utf-8")
    ran = kwx("settle", "suizhou", "--batch", str(file))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    assert (answers[0]["id"], answers[0]["totals"]) == (1, TOTALS)
    assert (answers[1]["id"], answers[1]["error"]["code"]) == (2, "KWX3407")


def test_files_that_cannot_be_read(kwx: Kwx, tmp_path: Path) -> None:
    assert kwx("settle", "suizhou", str(tmp_path / "none")).err.startswith("error[KWX0101]")
    assert kwx("settle", "suizhou", str(tmp_path)).err.startswith("error[KWX0102]")
    assert kwx("settle", "suizhou").err.startswith("error[KWX0020]")
    assert kwx("settle", "suizhou", "a", "--batch", "b").status == 2
