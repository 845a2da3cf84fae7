from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx


def line_of(place: dict[str, Any]) -> str:
    text: str = files("kawuxing.rulesets").joinpath(place["file"]).read_text("utf-8")
    line: str = text.splitlines()[place["line"] - 1]
    return line


@pytest.mark.parametrize("id", builtin_ids())
def test_every_place_is_the_line_of_the_value(kwx: Kwx, id: str) -> None:
    shown = kwx("show", id, "--format", "json").json()
    for fan in shown["fans"]:
        places = fan["places"]
        assert f"{fan['id']}:" in line_of(fan["place"])
        assert fan["times"] in line_of(places["times"])
        for overridden in places["times"]["overrides"]:
            assert "times" in line_of(overridden)
    for option in shown["options"]:
        assert str(option["default"]) in line_of(option["places"]["default"])


def test_a_changed_factor_says_what_it_overrides(kwx: Kwx) -> None:
    shown = kwx("show", "xiaogan", "--format", "json").json()
    fan = next(fan for fan in shown["fans"] if fan["id"] == "kawuxing")
    place = fan["places"]["times"]
    assert fan["times"] == "4"
    assert place["file"] == "xiaogan.yaml"
    assert [one["file"] for one in place["overrides"]] == ["hubei.yaml"]


def test_the_text_shows_rules_with_their_places(kwx: Kwx) -> None:
    text = kwx("show", "xiaogan").out
    assert "  < hubei_article < hubei\n" in text
    times = re.search(
        r"^ +times +4 +\[(xiaogan.yaml:\d+ \(overrides hubei.yaml:\d+\))\]$", text, re.M
    )
    assert times
    sections = ["The table", "Options", "Definitions", "Fans", "Cap", "Who may win"]
    sections += ["Payments for a win", "Payments for a kong", "Payments when nobody won"]
    sections += ["The course of a round", "Whether a kong may be made"]
    sections += ["Whether a pung may be made", "Whether a waiting hand may be revealed"]
    sections += ["Whether one may win after passing a win", "Who deals next", "Fouls"]
    assert [line for line in text.splitlines() if line in sections] == sections


def test_assumptions_are_listed_with_the_file_they_come_from(kwx: Kwx) -> None:
    text = kwx("show", "xiaogan").out.split("Assumed points that belong to no single rule\n")[1]
    for name, file in (
        ("several_winners", "hubei_article.yaml"),
        ("chain_continues", "hubei.yaml"),
    ):
        assert re.search(rf"^  {name}\n(?:    .*\n)*?.*\[{file}:\d+\]$", text, re.M), name
    listed = text.partition("and, as said above, in: ")[2]
    assert "fans.kawuxing" in listed
    assert "may_win.else" in listed
    assert "turn.missed.dearer" in listed
    assert "fouls.long_hand" in listed
    assert "fans.qidui" not in listed


def test_nothing_is_wider_than_the_page(kwx: Kwx) -> None:
    assert max(map(len, kwx("show", "xiangyang").out.splitlines())) <= 80


def test_chinese_speaks_chinese(kwx: Kwx) -> None:
    text = kwx("show", "suizhou", "--lang", "zh").out
    assert "\n番种\n" in text
    assert "（覆盖" in text or "(覆盖" in text


def test_an_abstract_ruleset_can_be_shown(kwx: Kwx) -> None:
    shown = kwx("show", "hubei_article", "--format", "json").json()
    assert shown["abstract"] is True


def test_presets_and_exclusive_tables_are_shown(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "town.yaml"
    file.write_text(
        "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: suizhou\n"
        "presets:\n  evening: {cap: none, dragon_on_fourth: true}\nexclusive: [may_win]\n",
        "utf-8",
    )
    shown = kwx("show", str(file), "--format", "json").json()
    (preset,) = shown["presets"]
    assert preset["options"] == {"cap": "none", "dragon_on_fourth": "true"}
    assert preset["place"]["line"] == 6
    assert shown["exclusive"] == ["may_win"]
    text = kwx("show", str(file)).out
    assert re.search(r"^Presets\n  evening +cap=none,\s+dragon_on_fourth=true\s+\[", text, re.M)
    assert text.count("none holds beside it") == 1


def test_what_is_removed_stands_in_a_section_of_its_own(kwx: Kwx) -> None:
    text = kwx("show", "resting").out
    lines = text.split("Taken away from what is inherited\n")[1].splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("  fans.haidilao  [resting"))
    assert lines[at + 1].split() == ["cites", "S3-116"]
    assert lines[at + 2].split()[0] == "assumed"
    assert "fans.haidilao" in text.split("and, as said above, in: ")[1]
    removed = kwx("show", "resting", "--format", "json").json()["removed"]
    assert {"fans.haidilao", "pay.drawn.revealed"} <= {one["path"] for one in removed}
    assert "Taken away" not in kwx("show", "hubei").out
