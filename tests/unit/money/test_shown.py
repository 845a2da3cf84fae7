"""Choices, carried numbers and payments beside, as people are shown them."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

from ..commands.conftest import kwx
from ..compiler.diff.variants import by_path, compared
from .test_carried import STOREYS
from .test_choices import CHOSEN
from .towns import town

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from ..commands.conftest import Kwx

__all__ = ["kwx"]


def shown(kwx: Kwx, *words: str) -> str:
    ran = kwx(*words)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def test_show_has_a_section_for_each(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "mint.yaml"
    path.write_text(CHOSEN, "utf-8")
    out = shown(kwx, "show", str(path), "--lang", "en")
    assert "What each player chooses before the deal" in out
    assert "0, 1, 2, 5" in out
    assert "every row that holds counts" in out
    told = json.loads(shown(kwx, "show", str(path), "--format", "json"))
    assert [one["id"] for one in told["choices"]] == ["ante", "bird"]
    path.write_text(STOREYS, "utf-8")
    assert "0 if winners > 0 else min(3, carried.floors + 1)" in shown(kwx, "show", str(path))
    told = json.loads(shown(kwx, "show", str(path), "--format", "json"))
    assert told["carried"][0]["next"] == "0 if winners > 0 else min(3, carried.floors + 1)"


def test_a_rulebook_says_whose_choice(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "mint.yaml"
    path.write_text(CHOSEN, "utf-8")
    out = shown(kwx, "doc", str(path), "--lang", "en")
    assert "the winner's “Ante” + the payer's “Ante”" in out
    assert "胡的人选的“漂”" in shown(kwx, "doc", str(path), "--lang", "zh")


def test_a_person_chooses_before_the_deal(
    kwx: Kwx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not offered is asked again; Enter is the default."""
    path = tmp_path / "mint.yaml"
    path.write_text(town(("suits: [dots]", "suits: [dots, bamboos]"), text=CHOSEN), "utf-8")
    typed = io.BytesIO(b"7\n5\n\nq\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed))
    log = tmp_path / "log.jsonl"
    out = shown(kwx, "play", str(path), "--seed", "3", "--save", str(log), "--lang", "en")
    assert out.count("Ante: 0 1 2 5 (Enter: 0)") == 2
    start = json.loads(log.read_text("utf-8").split("\n")[0])
    assert sorted(start["choices"]["ante"]) == [0, 0, 5]
    assert start["choices"]["bird"] == [1, 1, 1]


def test_another_number_carried_on_is_a_difference_of_the_files() -> None:
    after = town(("min(3, carried.floors + 1)", "min(2, carried.floors + 1)"), text=STOREYS)
    found = by_path(compared(STOREYS, after))
    assert set(found) == {"carried.floors.next"}


def test_score_is_told_on_the_command_line(kwx: Kwx, tmp_path: Path) -> None:
    """Fed seven pairs are 8; 1 + 5 beside."""
    path = tmp_path / "mint.yaml"
    path.write_text(CHOSEN, "utf-8")
    hand = ("score", str(path), "1133556677899p+8p", "--by", "discard", "--format", "json")
    assert json.loads(shown(kwx, *hand, "--choose", "ante=1,5"))["owed"] == 14
    assert json.loads(shown(kwx, *hand, "--choose", "ante=,5"))["owed"] == 13
    ran = kwx(*hand, "--choose", "ante=1,2,5,0")
    assert ran.status == 2
    assert "KWX0023" in ran.err


BETS = "max(0, winner.choice.ante + payer.choice.ante)"


def test_numbers_below_zero_and_the_greatest_are_typed(kwx: Kwx, tmp_path: Path) -> None:
    """Fed seven pairs are 8; 2 + 10 ** 12 beside, and 2 - 1."""
    path = tmp_path / "mint.yaml"
    text = town(
        ("[0, 1, 2, 5]", f"[-1, 0, 2, {10**12}]"),
        ("pay: winner.choice.ante + payer.choice.ante", f'pay: "{BETS}"'),
        text=CHOSEN,
    )
    path.write_text(text, "utf-8")
    hand = ("score", str(path), "1133556677899p+8p", "--by", "discard", "--format", "json")
    assert json.loads(shown(kwx, *hand, "--choose", "ante=2,-1"))["owed"] == 8 + 2 - 1
    assert json.loads(shown(kwx, *hand, "--choose", f"ante=2,{10**12}"))["owed"] == 10 + 10**12
    bets = ("simulate", str(path), "--rounds", "2", "--format", "json", "--choose", "ante=-1,0,2")
    assert json.loads(shown(kwx, *bets))["one"]["choices"]["ante"] == [-1, 0, 2]
    for said in ("-2", "--1", "-", "10000000000000"):
        refused = kwx(*hand, "--choose", f"ante=2,{said}")
        assert (refused.status, "KWX3552" in refused.out) == (2, True)


def test_how_often_players_choose_is_shown_where_it_is_said(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "mint.yaml"
    path.write_text(CHOSEN, "utf-8")
    assert "asked" not in shown(kwx, "show", str(path), "--lang", "en")
    assert (
        "asked" not in json.loads(shown(kwx, "show", str(path), "--format", "json"))["choices"][0]
    )
    text = CHOSEN.replace("offered: [0, 1, 2, 5],", "offered: [0, 1, 2, 5], asked: once,")
    assert text != CHOSEN
    path.write_text(text, "utf-8")
    assert "asked          once" in shown(kwx, "show", str(path), "--lang", "en")
    told = json.loads(shown(kwx, "show", str(path), "--format", "json"))
    assert [one.get("asked") for one in told["choices"]] == ["once", None]
    assert "Chosen once, for the whole match." in shown(kwx, "doc", str(path), "--lang", "en")
    assert "整场只选一次。" in shown(kwx, "doc", str(path), "--lang", "zh")
