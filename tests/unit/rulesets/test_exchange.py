"""`turn.exchange` from the file to the table: read, inherited, written, compared, played."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.commands.main import run
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.mutation.facts import fact_changes
from kawuxing.runtime.notation import format_tiles
from kawuxing.runtime.tiles import tile_text

from ..compiler.diff.variants import core_of
from ..runtime.round.tables import kinds

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "kawuxing: 1\nvariant: some\nname: {zh: 某, en: Some}\nextends: hubei\n"
TEXT = HEAD + "turn: {exchange: {tiles: 3, of: one_suit, to: dice}, assumed: a test}\n"


def test_a_module_has_it() -> None:
    assert kawuxing.load(TEXT).program.flow.exchange == (3, "one_suit", "dice")
    assert kawuxing.load(HEAD).program.flow.exchange is None


def test_a_child_changes_it_whole_or_takes_it_away(tmp_path: Path) -> None:
    parent = tmp_path / "some.yaml"
    parent.write_text(TEXT, "utf-8")
    child = tmp_path / "child.yaml"
    head = TEXT.partition("turn:")[0].replace("some", "child").replace("hubei", "some.yaml")
    child.write_text(f"{head}turn: {{exchange: none, assumed: a test}}\n", "utf-8")
    assert kawuxing.load(str(child)).program.flow.exchange is None
    child.write_text(f"{head}turn: {{tail: false, assumed: a test}}\n", "utf-8")
    assert kawuxing.load(str(child)).program.flow.exchange == (3, "one_suit", "dice")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("{tiles: 5, of: any, to: next}", "KWX2213"),
        ("{tiles: 0, of: any, to: next}", "KWX2213"),
        ("{tiles: 3, of: any}", "KWX2202"),
        ("{tiles: 3, of: dots, to: next}", "KWX2215"),
        ("{tiles: 3, of: any, to: across}", "KWX2215"),
        ("{tiles: 3, of: any, to: next, when: deal}", "KWX2201"),
        ("all", "KWX2203"),
    ],
)
def test_what_cannot_be_read(said: str, code: str) -> None:
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(f"{HEAD}turn: {{exchange: {said}, assumed: a test}}\n")
    assert [one.code for one in caught.value.diagnostics] == [code]


def test_it_needs_grounds() -> None:
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(f"{HEAD}turn: {{exchange: {{tiles: 3, of: any, to: next}}}}\n")
    assert [one.code for one in caught.value.diagnostics] == ["KWX2222"]


def test_a_comparison_names_it() -> None:
    found = compare(core_of(HEAD), core_of(TEXT), ("a", "b"))
    (one,) = [one for one in found.structural if one.path == "turn.exchange"]
    assert (one.before, one.after) == ("none", "3, one_suit, dice")
    assert [one.rules for one in found.behavioural] == [("turn.exchange",)]


def test_every_part_of_it_is_changed_by_mutants() -> None:
    made = [one for one in fact_changes(core_of(TEXT).ruleset) if "one_suit" in one.before]
    assert {one.before for one in made} == {"3, one_suit, dice"}
    assert {one.after for one in made} == {
        *("2, one_suit, dice", "4, one_suit, dice", "3, any, dice"),
        *("3, one_suit, next", "3, one_suit, previous"),
    }
    others = [one.after for one in fact_changes(core_of(HEAD).ruleset)]
    assert not [one for one in others if "one_suit" in one]


def test_it_is_shown_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(TEXT, "utf-8")
    assert run(["show", str(file), "--lang", "en"]) == 0
    assert "exchange       3, one_suit, dice" in capsys.readouterr().out
    assert run(["show", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"]["exchange"] == [3, "one_suit", "dice"]
    assert run(["doc", str(file), "--lang", "en"]) == 0
    assert "everybody gives 3 tiles of one suit, or dragons, to the next player if" in (
        capsys.readouterr().out
    )
    assert run(["fmt", "--check", str(file)]) == 1
    assert run(["fmt", str(file)]) == 0
    assert "  exchange: {tiles: 3, of: one_suit, to: dice}\n" in file.read_text("utf-8")


def test_a_person_gives_tiles_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.jsonl"
    start = ["play", "suizhou", "--use", "huansanzhang", "--seed", "9", "--lang", "en"]

    def play(*lines: str) -> str:
        data = "".join(f"{line}\n" for line in lines).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        log.unlink(missing_ok=True)
        assert run([*start, "--save", str(log)]) == 0
        return capsys.readouterr().out

    said = play("give 1p", "", "5p", "give 1m", "q")
    line = next(one for one in said.splitlines() if "such as: give" in one)
    assert "give 3 tiles away" in line
    assert "not allowed: your seat cannot give 1p away" in said
    assert "all of one suit" in line
    for typed in ("win", "pung 5p", "reveal", "reveal 5p", "kong 5p", "pass", "1 2 3", "1"):
        told = play(typed, "q").partition("your turn > ")[2]
        verb = typed.partition(" ")[0]
        refused = f"not allowed: {verb} cannot be done now" in told
        assert refused or (verb == "1" and "? tells what can be typed" in told)
        assert line in told
    offered = line.partition("such as: ")[2]
    said = play(offered, "q")
    events = [json.loads(one) for one in log.read_text("utf-8").splitlines()]
    gifts = [one for one in events if one["type"] == "give"]
    assert {one["seat"]: one["to"] for one in gifts} == {0: 1, 1: 2, 2: 0}
    tiles = offered.removeprefix("give ").split()
    assert next(one["tiles"] for one in gifts if one["seat"] == 0) == format_tiles(
        tuple(kind for tile in tiles for kind in kinds(tile))
    )
    assert f"you: {' '.join(tiles)} for right" in said
    (got,) = [one["tiles"] for one in gifts if one["to"] == 0]
    assert f"left: {' '.join(map(tile_text, kinds(got)))} for you" in said
    (other,) = [one["tiles"] for one in gifts if one["to"] == 2]
    assert f"right: {' '.join(map(tile_text, kinds(other)))}" not in said
