"""`simulate`: what it prints and writes, and that nothing depends on who plays."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

import kawuxing
from kawuxing.compiler.diagnostics.width import columns
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

SCHEMA = Draft202012Validator(
    json.loads(files("kawuxing.compiler.schemas").joinpath("simulate-answer.json").read_text())
)
FOUR = """\
kawuxing: 1
variant: four
extends: hubei
name: {zh: 四人, en: Four}
table:
  seats: 4
  at_table: {seats: 4, out: nobody}
  tiles: {suits: [dots, bamboos, characters], dragons: [red, green, white], copies: 4}
  assumed: {en: a table of the tests, zh: 测试用的桌子}
"""


def test_json_is_what_the_schema_says(kwx: Kwx) -> None:
    ran = kwx("simulate", "suizhou", "--rounds", "40", "--format", "json", "--seed", "5")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json()
    SCHEMA.validate(found)
    assert (found["rounds"], found["matches"], found["seed"]) == (40, 3, 5)
    assert found["bots"] == ["careful"] * 3
    assert found["one"]["variant"] == "suizhou"
    assert "other" not in found
    assert kwx("simulate", "suizhou", "--rounds", "40", "--format", "json").out != ran.out


def test_the_same_walls_under_two_variants(kwx: Kwx) -> None:
    args = ("simulate", "suizhou", "-o", "cap=4", "--against", "xiaogan", "-O", "cap=16")
    ran = kwx(*args, "--rounds", "30", "--format", "json", "--bots", "greedy,careful,random")
    found = ran.json()
    SCHEMA.validate(found)
    assert found["one"]["options"]["cap"] == 4
    assert found["other"]["options"]["cap"] == 16
    assert found["bots"] == ["greedy", "careful", "random"]
    more = {tuple(entry["name"]): entry for entry in found["differences"]}
    for number, player in enumerate(found["other"]["players"]):
        money = more["money", str(number)]
        assert money["other"]["value"] == pytest.approx(player["total"] / 30, abs=1e-6)
        assert money["more"]["value"] == pytest.approx(
            money["other"]["value"] - money["one"]["value"], abs=2e-6
        )


def test_text_in_both_languages(kwx: Kwx) -> None:
    english = kwx("simulate", "suizhou", "--rounds", "20")
    assert english.out.startswith("Suizhou Kawuxing\n")
    for words in ("Money by player", "1 careful", "pay.kong.", "Wilson's"):
        assert words in english.out
    chinese = kwx("simulate", "随州", "--rounds", "20", "--lang", "zh")
    assert chinese.out.startswith("随州卡五星\n")
    assert "各家输赢" in chinese.out
    assert english.err == chinese.err == ""


def test_text_of_two_variants_tells_them_apart(kwx: Kwx) -> None:
    ran = kwx("simulate", "suizhou", "--against", "xiaogan", "--rounds", "20")
    assert ran.out.startswith("Suizhou Kawuxing and Xiaogan Kawuxing\n")
    assert "How often, under both" in ran.out
    assert "Money by player" not in ran.out
    assert "Wilson" not in ran.out


def test_the_text_fits_a_terminal(kwx: Kwx) -> None:
    args = ("simulate", "suizhou", "--rounds", "20")
    for lang in ("en", "zh"):
        for more in ((), ("--against", "xiaogan"), ("--against", "suizhou", "-O", "cap=16")):
            lines = kwx(*args, *more, "--lang", lang).out.splitlines()
            assert max(map(columns, lines)) <= 80
    four = kwx("simulate", "ancestor", "--rounds", "20").out.splitlines()
    assert max(map(columns, four)) <= 80


def test_shares_have_the_same_interval_alone_and_beside_another(kwx: Kwx) -> None:
    args = ("simulate", "suizhou", "--rounds", "30", "--format", "json")
    found = kwx(*args, "--against", "xiaogan").json()
    more = {tuple(entry["name"]): entry for entry in found["differences"]}
    for side in ("one", "other"):
        assert more["end", "won"][side] == found[side]["wins"]["rounds"]
        assert more["dealer", "won"][side] == found[side]["dealer"]["won"]


def test_processes_do_not_change_a_thing(kwx: Kwx, tmp_path: Path) -> None:
    """140 rounds are two parts."""
    args = ("simulate", "suizhou", "--rounds", "140", "--format", "json")
    alone = kwx(*args, "--log", str(tmp_path / "alone"))
    two = kwx(*args, "--jobs", "2", "--log", str(tmp_path / "two"))
    assert two == alone
    assert (tmp_path / "two").read_bytes() == (tmp_path / "alone").read_bytes()


def test_logs_are_whole_rounds(kwx: Kwx, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    assert kwx("simulate", "suizhou", "--rounds", "5", "--log", f"{folder}/").status == 0
    assert len(list(folder.iterdir())) == 5
    rules = RoundRules(kawuxing.load("suizhou"))
    for path in folder.iterdir():
        text = path.read_text("utf-8")
        assert replay(rules, text).log() == text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page(kwx: Kwx, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "page.html"
    args = ("simulate", "suizhou", "--rounds", "12", "--html", str(path), "--lang", lang)
    assert kwx(*args).status == 0
    first = path.read_bytes()
    assert first.startswith(b"<!DOCTYPE html>")
    assert kwx(*args, "--against", "xiaogan").status == 0
    assert len(path.read_bytes()) > len(first)
    kwx(*args)
    assert path.read_bytes() == first


def test_four_players(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "four.yaml"
    path.write_text(FOUR, encoding="utf-8")
    ran = kwx("simulate", str(path), "--rounds", "16", "--format", "json")
    found = ran.json()
    SCHEMA.validate(found)
    assert len(found["one"]["players"]) == 4
    assert sum(player["total"] for player in found["one"]["players"]) == 0
    refused = kwx("simulate", str(path), "--against", "suizhou")
    assert refused.status == 2
    assert "KWX0040" in refused.err
    assert "4 play with `out: nobody`, of the second 3 with `out: nobody`" in refused.err
    refused = kwx("simulate", "suizhou", "--against", "resting")
    assert "3 play with `out: nobody`, of the second 3 with `out: rests`" in refused.err


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--bots", "gredy"), "KWX0003"),
        (("--bots", "greedy,random"), "KWX0041"),
        (("--rounds", "0"), "KWX0003"),
        (("--jobs", "0"), "KWX0003"),
        (("--rounds", "-5"), "1…999999999"),
        (("--rounds", "9999999999"), "1…999999999"),
        (("--seed", "-1"), "0…18446744073709551615"),
        (("--seed", "18446744073709551616"), "0…18446744073709551615"),
        (("--seed", "9" * 9999), "0…18446744073709551615"),
        (("--jobs", "257"), "1…256"),
        (("--log", "/nowhere/at/all"), "KWX0012"),
        (("--html", "/nowhere/at/all"), "KWX0012"),
        (("-o", "cap=no"), "KWX3"),
        (("--against", "nowhere"), "KWX0"),
        (("-O", "cap=4"), "needs --against"),
        (("--other-preset", "evening"), "needs --against"),
        (("--other-use", "haidi"), "needs --against"),
    ],
)
def test_refusals(kwx: Kwx, args: tuple[str, ...], code: str) -> None:
    given = args if "--rounds" in args else (*args, "--rounds", "3")
    ran = kwx("simulate", "suizhou", *given)
    assert ran.status == 2
    assert code in ran.err
    assert ran.out == ""


def test_targets_are_looked_at_before_anything_is_played(
    kwx: Kwx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("kawuxing.runtime.simulate.run.simulate", play)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "0000001.jsonl").write_text("", encoding="utf-8")
    for option, path, code in (
        ("--html", "no/such/folder.html", "KWX0012"),
        ("--html", ".", "KWX0012"),
        ("--html", "old/", "KWX0012"),
        ("--log", "no/such/file", "KWX0012"),
        ("--log", "old/0000001.jsonl", "KWX0011"),
        ("--log", "old", "KWX0044"),
        ("--log", "old/", "KWX0044"),
    ):
        ran = kwx("simulate", "suizhou", option, str(tmp_path / path) + "/" * path.endswith("/"))
        assert (ran.status, ran.err[:14]) == (2, f"error[{code}]")
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


FEW = """\
kawuxing: 1
variant: few
extends: hubei
name: {zh: 少, en: Few}
table:
  tiles: {suits: [dots, bamboos], ranks: [3, 6], dragons: []}
  assumed: thirty-two tiles
"""


@pytest.mark.parametrize("verb", ["simulate", "play"])
def test_too_few_tiles_are_not_dealt(kwx: Kwx, tmp_path: Path, verb: str) -> None:
    """Two suits of four ranks are 32 tiles; three hands and the dealer's draw are 40."""
    (tmp_path / "few.yaml").write_text(FEW, encoding="utf-8")
    ran = kwx(verb, str(tmp_path / "few.yaml"))
    assert (ran.status, ran.out) == (2, "")
    assert "error[KWX0046]: of 32 tiles 40 cannot be dealt" in ran.err


def test_what_is_paid_beside_a_win_is_in_the_schema(kwx: Kwx, tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    given = ("--use", "mai_1_song_1", "--rounds", "5", "--log", str(log))
    assert kwx("simulate", "suizhou", *given).status == 0
    schema = json.loads(files("kawuxing.compiler.schemas").joinpath("log.json").read_text())
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert any(one.get("rule") == "pay.also.maima" for one in events)
    for one in events:
        Draft202012Validator(schema).validate(one)


def test_the_greatest_seed_is_one(kwx: Kwx) -> None:
    ran = kwx("simulate", "suizhou", "--rounds", "2", "--seed", str(2**64 - 1), "--format", "json")
    assert ran.json()["seed"] == 2**64 - 1


def test_a_close_name_is_offered(kwx: Kwx) -> None:
    assert "greedy" in kwx("simulate", "suizhou", "--bots", "gredy").err


def test_without_the_extra(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "kawuxing.compiler.simulation.cluster", raising=False)
    ran = kwx("simulate", "suizhou", "--rounds", "3", "--scheduler", "tcp://127.0.0.1:1")
    assert ran.status == 2
    assert "KWX0042" in ran.err
    assert "kawuxing[cluster]" in ran.err


def test_a_bar_on_a_terminal_only(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = kwx("simulate", "suizhou", "--rounds", "20", "--format", "json")
    assert "20/20" in ran.err
    SCHEMA.validate(ran.json())


def test_choices_are_made_before_every_deal(kwx: Kwx, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    ran = kwx(
        *["simulate", "suizhou", "--rounds", "20", "--use", "piao", "--choose", "piao=1,2,0"],
        *["--format", "json", "--log", str(log)],
    )
    found = ran.json()
    SCHEMA.validate(found)
    assert (found["one"]["use"], found["one"]["choices"]) == (["piao"], {"piao": [1, 2, 0]})
    starts = [json.loads(line) for line in log.read_text("utf-8").splitlines() if "choices" in line]
    assert [start["choices"] for start in starts] == [{"piao": [1, 2, 0]}] * 20
    plain = kawuxing.simulate("suizhou", rounds=20, use=["piao"])
    assert plain["one"]["choices"] == {"piao": [0, 0, 0]}
    same = kawuxing.simulate("suizhou", rounds=20, use=["piao"], choices={"piao": [1, 2, 0]})
    assert same == found
    ones = kawuxing.simulate("suizhou", rounds=20, use=["piao"], choices={"piao": [1]})
    assert ones["one"]["choices"] == {"piao": [1, 1, 1]}


def test_a_choice_is_made_under_whichever_variant_has_it(kwx: Kwx) -> None:
    args = ("simulate", "suizhou", "--against", "suizhou", "-U", "piao", "--rounds", "8")
    found = kwx(*args, "--choose", "piao=1", "--format", "json").json()
    assert "choices" not in found["one"]
    assert found["other"]["choices"] == {"piao": [1, 1, 1]}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("piao=7", "KWX3552"),
        ("piao=x", "KWX3552"),
        ("piao=1,2", "KWX3550"),
        ("pia=1", "KWX3551"),
        ("piao", "KWX0007"),
    ],
)
def test_choices_that_cannot_be_made(kwx: Kwx, said: str, code: str) -> None:
    ran = kwx("simulate", "suizhou", "--rounds", "4", "--use", "piao", "--choose", said)
    assert ran.status == 2
    assert code in ran.err
