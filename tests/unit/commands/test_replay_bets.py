"""Rounds with bets, judged by rules that offer none."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jsonschema import Draft202012Validator

import kawuxing
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.runtime.circumstances import Choices

    from .conftest import Kwx

BETS: tuple[Choices, ...] = ((("piao", 2),), (), (("piao", 5),))


@cache
def log(*use: str) -> str:
    """A round of which nobody wants anything, with bets where there are any."""
    rules = RoundRules(kawuxing.load("suizhou", use=use))
    game = Round.new(rules, seed=5, choices=BETS if use else ())
    while not game.over:
        seat = game.deciding[0]
        game = game.apply(seat, game.legal_actions(seat)[-1])
    return game.log()


def test_bets_that_are_not_made_elsewhere_are_told(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "bets.jsonl"
    file.write_text(log("piao"), "utf-8")
    ran = kwx("replay", str(file), "--under", "hubei", "--format", "json")
    schema = files("kawuxing.compiler.schemas").joinpath("replay-answer.json").read_text("utf-8")
    Draft202012Validator(json.loads(schema)).validate(ran.json())
    assert ran.json()["under"]["not_offered"] == [
        {"choice": "piao", "seat": 0, "value": 2},
        {"choice": "piao", "seat": 2, "value": 5},
    ]
    said = "not offered before the deal, and not counted: piao=2 of seat 0, piao=5 of seat 2"
    assert said in " ".join(kwx("replay", str(file), "--under", "hubei").out.split())
    zh = kwx("replay", str(file), "--under", "hubei", "--lang", "zh").out
    assert "发牌前不能选的，不算：0 号座位的 piao=2, 2 号座位的 piao=5" in zh


def test_of_many_rounds_they_are_told_once(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "bets.jsonl"
    file.write_text(log("piao") * 2, "utf-8")
    lines = kwx("replay", str(file), "--under", "hubei").out.splitlines()
    assert lines[-1].endswith("not offered before the deal, and not counted: piao=2, piao=5")


def test_bets_that_the_rules_of_the_log_do_not_have(kwx: Kwx, tmp_path: Path) -> None:
    """What a log says of its own rules must be true; only other rules let bets fall."""
    file = tmp_path / "bets.jsonl"
    first, rest = log().split("\n", 1)
    start = {**json.loads(first), "choices": {"piao": [2, 0, 5]}}
    file.write_text(f"{json.dumps(start)}\n{rest}", "utf-8")
    for more in ((), ("--under", "hubei")):
        ran = kwx("replay", str(file), *more)
        assert (ran.status, "KWX3551" in ran.err) == (1, True)
