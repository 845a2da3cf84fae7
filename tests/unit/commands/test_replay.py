from __future__ import annotations

import io
import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import kawuxing
from kawuxing.compiler.diagnostics.width import columns
from kawuxing.compiler.library import builtin_path
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

if TYPE_CHECKING:
    from .conftest import Kwx

ROUNDS = Path(__file__).parents[2] / "cases" / "rounds"
CASES: list[dict[str, Any]] = json.loads((ROUNDS / "rounds.json").read_text("utf-8"))


def log(name: str) -> str:
    return str(ROUNDS / f"{name}.jsonl")


@cache
def schema() -> Draft202012Validator:
    text = files("kawuxing.compiler.schemas").joinpath("replay-answer.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


@cache
def idle_log(variant: str = "suizhou", **options: object) -> str:
    """A whole round in which everybody throws away what they draw."""
    stake = options.pop("stake", 1)
    assert isinstance(stake, int)
    game = Round.new(RoundRules(kawuxing.load(variant, options), stake=stake), seed=5)
    while not game.over:
        seat = game.deciding[0]
        game = game.apply(seat, game.legal_actions(seat)[-1])
    return game.log()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_annotated_rounds(kwx: Kwx, case: dict[str, Any]) -> None:
    ran = kwx("replay", log(case["id"]), "--format", "json")
    answer = ran.json()
    schema().validate(answer)
    if "totals" in case:
        assert (ran.status, answer["totals"]) == (0, case["totals"])
        assert answer["next_dealer"] == case["next_dealer"]
    else:
        error = answer["error"]
        assert (ran.status, error["line"], error["row"]) == (1, case["line"], case["row"])
        assert error["cite"]


def test_who_would_have_been_paid_elsewhere(kwx: Kwx) -> None:
    """8 before the cap and no cap there, where the closed five counts 4: twice 16."""
    ran = kwx("replay", log("robbed_kong"), "--under", "xiaogan", "--format", "json")
    answer = ran.json()
    schema().validate(answer)
    assert (answer["totals"], answer["under"]["totals"]) == ([0, -16, 16], [0, -32, 32])
    text = kwx("replay", log("robbed_kong"), "--under", "xiaogan").out
    assert "Under Xiaogan Kawuxing (xiaogan), same tiles, same decisions" in text
    assert text.endswith("difference  0 -16 +16 → 0 -32 +32  (0 -16 +16)\n")


def test_a_step_that_is_not_allowed_elsewhere(kwx: Kwx) -> None:
    ran = kwx("replay", log("missed_then_dearer"), "--under", "hubei", "--format", "json")
    under = ran.json()["under"]
    schema().validate(ran.json())
    assert (ran.status, under["decided"], under["next_dealer"]) == (0, False, None)
    (barred,) = under["not_allowed"]
    assert (barred["line"], barred["seat"], barred["row"]) == (9, 2, "turn.missed.else")
    assert "S3-339" in barred["cite"]
    lines = kwx("replay", log("missed_then_dearer"), "--under", "hubei").out.splitlines()
    assert "  line 9, seat 2: win is forbidden by turn.missed.else" in lines
    assert any(line.startswith("    S3-339 ") for line in lines)
    assert max(map(columns, lines)) <= 80


def test_options_judge_again_too(kwx: Kwx) -> None:
    """With a cap of 4 the share is 4: 8 from the one who pays all; at a stake of 5, 40."""
    ran = kwx("replay", log("robbed_kong"), "-o", "cap=4", "-o", "stake=5", "--format", "json")
    under = ran.json()["under"]
    schema().validate(ran.json())
    assert (under["totals"], under["options"]["cap"], under["stake"]) == ([0, -40, 40], 4, 5)
    text = kwx("replay", log("robbed_kong"), "-o", "cap=4", "-o", "stake=5").out
    assert "Under Suizhou Kawuxing (suizhou stake=5 cap=4), same tiles, same decisions" in text


def test_several_rounds_in_one_file(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    parts = [Path(log(name)).read_text("utf-8") for name in ("bao", "double_win")]
    file.write_text("".join(parts), encoding="utf-8")
    lines = kwx("replay", str(file), "--under", "xiaogan").out.splitlines()
    assert len(lines) == 3
    assert lines[1].endswith("-8 +4 +4  → xiaogan -8 +4 +4")
    assert lines[2] == "rounds: 2  -16 +4 +12  → -24 +4 +20"
    first, second = kwx("replay", str(file), "--format", "json").out.splitlines()
    assert (json.loads(first)["line"], json.loads(second)["line"]) == (1, 15)


def test_what_a_rule_forbids_is_shown_with_its_clauses(kwx: Kwx) -> None:
    ran = kwx("replay", log("revealed_kong_refused"))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("error[KWX3605]: kong is forbidden by turn.kong.revealed")
    assert "revealed_kong_refused.jsonl:13:1\n" in ran.err
    assert "S3-348" in ran.err
    assert "规则 turn.kong.revealed 不许杠" in kwx("replay", log("bao"), "--lang", "zh").err + (
        kwx("replay", log("revealed_kong_refused"), "--lang", "zh").err
    )


def test_a_whole_log(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "round.jsonl"
    file.write_text(idle_log(stake=5, cap=4), encoding="utf-8")
    answer = kwx("replay", str(file), "--format", "json").json()
    assert (answer["ok"], answer["whole"]) == (True, True)
    assert "every event is true" in kwx("replay", str(file)).out


def changed(text: str, number: int, **fields: object) -> str:
    lines = text.splitlines(keepends=True)
    line = json.loads(lines[number - 1]) | fields
    lines[number - 1] = json.dumps(line) + "\n"
    return "".join(lines)


TEXT = idle_log()
LINES = TEXT.splitlines(keepends=True)
DAMAGED = {
    "cut off in a line": (TEXT[:-20], "KWX3620", len(LINES)),
    "cut off between lines": ("".join(LINES[:-3]), "KWX3623", len(LINES) - 3),
    "reordered": ("".join([*LINES[:6], LINES[7], LINES[6], *LINES[8:]]), "", 7),
    "an edited payment": (changed(TEXT, len(LINES), totals=[1, -1, 0]), "KWX3622", len(LINES)),
    "a tile the wall has not": (changed(TEXT, 5, tile="9p"), "KWX3622", 5),
    "a tile nobody has": (changed(TEXT, 6, tile="9m"), "KWX3626", 6),
    "another version": (changed(TEXT, 1, hash="0" * 64), "KWX3624", 1),
    "another stake": (changed(TEXT, 1, stake=10**9), "KWX3625", 1),
    "an option nobody knows": (changed(TEXT, 1, options={"x": 1}), "KWX3625", 1),
    "no beginning": ("".join(LINES[1:]), "KWX3621", 1),
    "empty": ("", "KWX3620", 1),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_logs(kwx: Kwx, tmp_path: Path, name: str) -> None:
    text, code, line = DAMAGED[name]
    file = tmp_path / "bad.jsonl"
    file.write_text(text, encoding="utf-8")
    ran = kwx("replay", str(file))
    assert (ran.status, ran.out) == (1, "")
    assert f"bad.jsonl:{line}:1\n" in ran.err
    if code and code != "KWX3625":  # the reason has a code of its own
        assert ran.err.startswith(f"error[{code}]")
    answer = kwx("replay", str(file), "--format", "json").json()
    schema().validate(answer)
    assert (answer["ok"], answer["error"]["line"]) == (False, line)


def test_a_variant_that_is_not_built_in_is_named(kwx: Kwx, tmp_path: Path) -> None:
    """A log must not make the program open what it names."""
    own = tmp_path / "mine.yaml"
    text = builtin_path("suizhou").read_text("utf-8").replace("variant: suizhou", "variant: mine")
    own.write_text(text, encoding="utf-8")
    file = tmp_path / "round.jsonl"
    seen = Path(log("bao")).read_text("utf-8")
    file.write_text(seen.replace('"suizhou"', '"mine"'), encoding="utf-8")
    assert kwx("replay", str(file)).err.startswith("error[KWX3638]: line 1: mine is not a built-in")
    answer = kwx("replay", str(own), str(file), "--format", "json").json()
    assert (answer["variant"], answer["totals"]) == ("mine", [-8, 0, 8])
    file.write_text(seen.replace('"suizhou"', json.dumps(str(own))), encoding="utf-8")
    ran = kwx("replay", str(file))
    assert (ran.status, ran.err[:14]) == (1, "error[KWX3638]")


def test_wrong_usage(kwx: Kwx, tmp_path: Path) -> None:
    assert kwx("replay").status == 2
    assert kwx("replay", "suizhou").err.startswith("error[KWX0004]")
    assert kwx("replay", str(tmp_path / "none")).err.startswith("error[KWX0101]")
    assert kwx("replay", log("bao"), "--under", "nowhere").status == 2
    ran = kwx("replay", "xiaogan", log("bao"))
    assert (ran.status, ran.err[:14]) == (1, "error[KWX3624]")


def test_a_log_may_be_longer_than_a_ruleset(kwx: Kwx, tmp_path: Path) -> None:
    """Rulesets have a mebibyte at most; a log is read round by round."""
    rounds = -(-1_048_576 // len(TEXT)) + 1
    file = tmp_path / "long.jsonl"
    file.write_text("\ufeff" + TEXT * rounds, encoding="utf-8")
    lines = kwx("replay", str(file)).out.splitlines()
    assert len(lines) == rounds + 1
    assert lines[-1].startswith(f"rounds: {rounds}  ")


def test_the_rounds_before_a_bad_line_are_told(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(TEXT + TEXT + "nonsense\n" + TEXT, encoding="utf-8")
    ran = kwx("replay", str(file))
    number = 2 * len(LINES) + 1
    assert (ran.status, len(ran.out.splitlines())) == (1, 3)  # the first and the last, their sum
    assert ran.err.startswith("error[KWX3620]")
    assert f"bad.jsonl:{number}:1\n" in ran.err
    assert f"\n{number} | nonsense\n" in ran.err
    bad = b"".join([TEXT.encode(), b'{"type": "start", "\xff": 1}\n'])
    file.write_bytes(bad)
    ran = kwx("replay", str(file))
    said = f"line {len(LINES) + 1}: from character 20 on this is not UTF-8"
    assert (ran.status, ran.err.split("\n")[0]) == (1, f"error[KWX3641]: {said}")


OF_OTHERS: dict[str, tuple[str | bytes, str]] = {
    "a variant nobody has": (changed(TEXT, 1, variant="suizhoux"), "KWX3638"),
    "a variant for others to extend": (changed(TEXT, 1, variant="hubei_article"), "KWX3640"),
    "a mix-in nobody has": (changed(TEXT, 1, use=["haidix"]), "KWX3639"),
    "a mix-in twice": (changed(TEXT, 1, use=["haidi", "haidi"]), "KWX3640"),
    "mix-ins that contradict each other": (
        changed(TEXT, 1, use=["liangdao_12", "liangdao_13"]),
        "KWX3640",
    ),
    "another version": (changed(TEXT, 1, hash="0" * 64), "KWX3624"),
    "a line that is no text": (TEXT.encode().replace(b'"draw"', b'"\xff"', 1), "KWX3641"),
    "a line far too long": (TEXT + " " * 900_000 + "\n", "KWX3637"),
    "a line that is no event": (LINES[0] + "[]\n" + "nonsense\n" + LINES[1], "KWX3620"),
    "too many lines": (LINES[0] + LINES[1] * 6_000, "KWX3634"),
    "nothing": ("", "KWX3620"),
}


@pytest.mark.parametrize("name", OF_OTHERS)
def test_the_rounds_behind_a_damaged_one_are_told(kwx: Kwx, tmp_path: Path, name: str) -> None:
    """One after the other in a file, and file after file: an answer for each in its place."""
    damaged, code = OF_OTHERS[name]
    text = damaged if isinstance(damaged, bytes) else damaged.encode()
    first, middle, last = (tmp_path / f"{letter}.jsonl" for letter in "abc")
    first.write_bytes(TEXT.encode() + text + TEXT.encode())
    middle.write_bytes(text)
    last.write_text(TEXT, "utf-8")
    ran = kwx("replay", *map(str, (first, middle, last)), "--format", "json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    for answer in answers:
        schema().validate(answer)
    found = [(Path(one["log"]).stem, one["ok"] or one["error"]["code"]) for one in answers]
    one_more = [] if name == "nothing" else [("a", code)]
    assert found == [("a", True), *one_more, ("a", True), ("b", code), ("c", True)]
    behind = len((TEXT.encode() + text).split(b"\n"))
    assert (ran.status, answers[len(one_more) + 1]["line"]) == (1, behind)


def test_what_cannot_be_judged_again_is_told_log_by_log(kwx: Kwx, tmp_path: Path) -> None:
    """An option belongs to a variant, and that is named by the log."""
    other = tmp_path / "other.jsonl"
    other.write_text(idle_log("yunmeng"), encoding="utf-8")
    both = (log("robbed_kong"), str(other), log("robbed_kong"))
    ran = kwx("replay", *both, "-o", "bao_spares_revealed=true", "--format", "json")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert [one["ok"] or one["error"]["code"] for one in found] == [True, "KWX3301", True]
    ran = kwx("replay", *both, "--under", "xiaogan", "-o", "nowhere=1")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX3301]")
    ran = kwx("replay", *both, "--other-use", str(tmp_path / "none.yaml"))
    assert (ran.status, ran.err[:14], ran.out) == (2, "error[KWX0101]", "")
    ran = kwx("replay", log("bao"), "--other-use", "haidi", "--other-use", "haidi")
    assert (ran.status, ran.err.split(": ")[0]) == (1, "error[KWX3640]")
    assert "error[KWX2295]" in ran.err


def test_a_log_from_standard_input(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT * (-(-1_048_576 // len(TEXT)) + 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = kwx("replay", "-", "--format", "json")
    assert (ran.status, {json.loads(line)["log"] for line in ran.out.splitlines()}) == (
        0,
        {"<stdin>"},
    )


@pytest.mark.parametrize("variant", [None, 5, "nowhere"])
def test_the_variant_of_a_log(kwx: Kwx, tmp_path: Path, variant: object) -> None:
    file = tmp_path / "round.jsonl"
    file.write_text(changed(TEXT, 1, variant=variant), encoding="utf-8")
    ran = kwx("replay", str(file))
    assert ran.status == 1
    assert " None" not in ran.err
    assert ran.err[:14] == ("error[KWX3638]" if variant == "nowhere" else "error[KWX3632]")


def test_a_log_without_a_variant(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "round.jsonl"
    first = json.loads(LINES[0])
    del first["variant"]
    file.write_text("".join([json.dumps(first) + "\n", *LINES[1:]]), encoding="utf-8")
    ran = kwx("replay", str(file))
    assert ran.status == 1
    assert ran.err.startswith("error[KWX3632]: line 1: variant is nothing, and must be a name")


def test_rounds_played_with_mixins(kwx: Kwx, tmp_path: Path) -> None:
    """The log names them, as long as they are built in; of others it is said where they are."""
    game = Round.new(RoundRules(kawuxing.load("suizhou", use=["haidi"])), seed=5)
    while not game.over:
        seat = game.deciding[0]
        game = game.apply(seat, game.legal_actions(seat)[-1])
    file = tmp_path / "round.jsonl"
    file.write_text(game.log(), encoding="utf-8")
    assert json.loads(game.log().split("\n")[0])["use"] == ["haidi"]
    assert "use" not in json.loads(idle_log().split("\n")[0])
    assert kwx("replay", str(file)).status == 0
    assert kwx("replay", str(file), "--use", "haidi").status == 0
    other = kwx("replay", str(file), "--use", "duiliang")
    assert (other.status, "KWX3624" in other.err) == (1, True)
    file.write_text(game.log().replace('"haidi"', '"mine"'), encoding="utf-8")
    assert "KWX3639" in kwx("replay", str(file)).err
    file.write_text(game.log().replace('"use": ["haidi"], ', ""), encoding="utf-8")
    assert "KWX3624" in kwx("replay", str(file), "--use", "haidi").err


def test_rounds_judged_by_mixins(kwx: Kwx, tmp_path: Path) -> None:
    """5p closes a kanchan for seat 2: 2 stakes there, 4 with the mix-in."""
    lines = [
        {"type": "start", "variant": "suizhou", "dealer": 0},
        {"type": "deal", "seat": 0, "tiles": "135789p13579s56z"},
        {"type": "deal", "seat": 1, "tiles": "135799p13579s56z"},
        {"type": "deal", "seat": 2, "tiles": "4556p123789s777z"},
        {"type": "draw", "seat": 0, "tile": "6z"},
        {"type": "discard", "seat": 0, "tile": "5p"},
        {"type": "win", "seat": 2, "win": "5p", "from": 0},
    ]
    file = tmp_path / "round.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    plain = kwx("replay", str(file), "--format", "json").json()
    assert (plain["totals"], plain.get("under")) == ([-2, 0, 2], None)
    four = ("replay", str(file), "--other-use", "kawuxing_4", "--format", "json")
    assert kwx(*four).json()["under"]["totals"] == [-4, 0, 4]
    both = kwx(*four, "--use", "kawuxing_4")
    assert "cannot be played: KWX2295" in both.out


ONCE = """kawuxing: 1
variant: mine
name: {zh: 定漂, en: Once}
extends: suizhou
choices:
  ante: {name: {zh: 漂, en: Ante}, default: 0, offered: [0, 1], asked: once, assumed: a test}
pay:
  also:
    ante: {pay: winner.choice.ante, assumed: a test}
"""


def test_a_choice_holds_through_all_rounds_of_a_log(kwx: Kwx, tmp_path: Path) -> None:
    file, log = tmp_path / "mine.yaml", tmp_path / "match.jsonl"
    file.write_text(ONCE, encoding="utf-8")
    sizes = ("--rounds", "3", "--seed", "2", "--bots", "random", "--log", str(log))
    assert kwx("simulate", str(file), "--choose", "ante=0,1,0", *sizes).status == 0
    text = log.read_text("utf-8")
    starts = [number for number, line in enumerate(text.splitlines(), 1) if '"start"' in line]
    assert [json.loads(text.splitlines()[at - 1])["round"] for at in starts] == [1, 2, 3]
    assert kwx("replay", str(file), str(log)).status == 0
    first, second, third = text.split('{"type": "start"')[1:]
    again = second.replace('"ante": [0, 1, 0]', '"ante": [0, 0, 0]')
    assert again != second
    won = ("pay.also", "transfer")
    assert all(word not in second or word == "transfer" for word in won)
    log.write_text("".join(f'{{"type": "start"{one}' for one in (first, again, third)), "utf-8")
    ran = kwx("replay", str(file), str(log))
    assert (ran.status, len(ran.out.splitlines())) == (1, 3)  # two rounds, and their sum
    assert ran.err.startswith(
        "error[KWX3618]: seat 1 chooses 0 for ante, but has chosen 1 for the whole match\n"
    )
    assert f"match.jsonl:{starts[1]}:1\n" in ran.err
    (_, bad, _) = kwx("replay", str(file), str(log), "--format", "json").out.splitlines()
    error = json.loads(bad)["error"]
    assert (error["code"], error["line"], error["row"]) == (
        *("KWX3618", starts[1], "choices.ante"),
    )
    schema().validate(json.loads(bad))
    log.write_text("".join(f'{{"type": "start"{one}' for one in (first, third)), "utf-8")
    ran = kwx("replay", str(file), str(log))
    assert ran.err.startswith("error[KWX3619]: round is 3, where the round before leads to 2\n")
