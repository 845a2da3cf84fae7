"""A preset is its options, chosen by name: wherever options are given, and only where it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.errors import HandError

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

TOWN = """\
kawuxing: 1
variant: town
name: {zh: 镇, en: Town}
extends: suizhou
presets:
  small: {cap: 4}
  large: {cap: none}
"""
HAND = "1122334455667s+7s"
"""Pure suit 4, seven pairs 4: 16 before the cap, which is 8 if nobody says otherwise."""
ROUND = {
    "players": 3,
    "dealer": 0,
    "end": {"kind": "win", "wins": [{"seat": 1, "hand": HAND[:13] + "s", "win": "7s"}]},
}


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with a town, and a round and hands to ask about."""
    (tmp_path / "town.yaml").write_text(TOWN, "utf-8")
    (tmp_path / "round.json").write_text(json.dumps(ROUND), "utf-8")
    (tmp_path / "hands.jsonl").write_text(json.dumps({"hand": HAND}) + "\n", "utf-8")
    return tmp_path


SIMULATED = ("--rounds", "2", "--bots", "greedy")
COMMANDS = [
    ("score", "town.yaml", HAND),
    ("score", "town.yaml", "--batch", "hands.jsonl"),
    ("waits", "town.yaml", "1122334455667s"),
    ("settle", "town.yaml", "round.json"),
    ("explain", "town.yaml", HAND),
    ("simulate", "town.yaml", *SIMULATED),
    ("diff", "town.yaml", "suizhou"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_preset_is_its_options(
    kwx: Kwx, town: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(town)
    plain = kwx(*command)
    small = kwx(*command, "--preset", "small")
    assert plain.err == small.err == ""
    assert small == kwx(*command, "-o", "cap=4")
    assert small.out != plain.out
    assert kwx(*command, "--preset", "large", "-o", "cap=4") == small


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "suizhou", "--against", "town.yaml", *SIMULATED),
        ("diff", "suizhou", "town.yaml"),
    ],
    ids=" ".join,
)
def test_the_other_side_has_presets_of_its_own(
    kwx: Kwx, town: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(town)
    small = kwx(*command, "--other-preset", "small")
    assert small == kwx(*command, "-O", "cap=4")
    assert small.out != kwx(*command).out


def test_rounds_are_judged_again_by_a_preset(
    kwx: Kwx, town: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(town)
    log = ("simulate", "town.yaml", "--rounds", "8", "--bots", "greedy", "--log", "log.jsonl")
    assert kwx(*log).status == 0
    own = ("replay", "town.yaml", "log.jsonl", "--format", "json")
    small = kwx(*own, "--preset", "small")
    assert small == kwx(*own, "-o", "cap=4")
    assert small.out != kwx(*own).out
    under = (*own, "--under", "town.yaml", "--preset", "small")
    assert kwx(*under, "-o", "cap=16") == kwx(*own, "--under", "town.yaml", "-o", "cap=16")


def test_what_is_typed_is_worth_what_the_rules_say(kwx: Kwx, town: Path) -> None:
    """16, capped at 4; without a cap; and at 8, whatever the preset says of it."""
    path = str(town / "town.yaml")
    for given, value in (
        (("--preset", "small"), 4),
        (("--preset", "large"), 16),
        (("--preset", "large", "-o", "cap=8"), 8),
    ):
        assert kwx("score", path, HAND, "--format", "json", *given).json()["value"] == value


def test_presets_that_there_are_not(kwx: Kwx, town: Path) -> None:
    path = str(town / "town.yaml")
    ran = kwx("score", path, HAND, "--preset", "smal")
    assert ran.status == 2
    assert ran.err.startswith("error[KWX3303]: there is no preset smal; known are small, large\n")
    assert "did you mean `small`?" in ran.err
    assert "没有 x 这个预设" in kwx("waits", path, HAND[:13], "--preset", "x", "--lang", "zh").err
    without = kwx("diff", "suizhou", "suizhou", "--other-preset", "small").err
    assert "known are –" in without
    assert "did you mean" not in without


@pytest.mark.parametrize("what", [("--since", "HEAD"), ("--matrix",), ("--interactions",)])
@pytest.mark.parametrize("option", ["--preset", "--other-preset"])
def test_where_no_options_are_taken_no_preset_is(
    kwx: Kwx, what: tuple[str, ...], option: str
) -> None:
    ran = kwx("diff", "suizhou", *what, option, "small")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0302]")


def test_from_python(town: Path) -> None:
    path = town / "town.yaml"
    small = kawuxing.load(path, preset="small")
    assert small.score(HAND).value == 4
    assert kawuxing.load(path, {"cap": 16}, preset="small").score(HAND).value == 16
    assert kawuxing.load(TOWN, preset="large", cap=8).score(HAND).value == 8
    assert kawuxing.load(TOWN).score(HAND).value == 8
    with pytest.raises(HandError) as refused:
        kawuxing.load(TOWN, preset="smal")
    assert (refused.value.code, refused.value.field) == ("KWX3303", "preset")
    played = [kawuxing.simulate(path, {"cap": cap}, rounds=2, bots="greedy") for cap in (4, 8)]
    assert played[0] != played[1]
    assert kawuxing.simulate(path, rounds=2, bots="greedy", preset="small") == played[0]
