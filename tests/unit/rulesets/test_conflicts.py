"""Where the sources disagree: every point has its line, and the pages are what the rulesets say.

``pytest tests/unit/rulesets/test_conflicts.py --update`` writes the pages again.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from kawuxing.compiler.commands.shown import ruleset_object
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtin_ids, builtins
from kawuxing.compiler.trace.catalogue import read_catalogue
from kawuxing.compiler.trace.conflicts import find, read_conflicts
from kawuxing.compiler.trace.render_conflicts import conflicts_page

from ...sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from kawuxing.compiler.trace.conflicts import Json, Point

SIZES: Final = {"T": 4, "D": 5, "L": 5, "K": 8, "M": 8, "W": 7, "F": 27, "C": 7, "R": 11}

# What the sources say, by hand.
SAID: Final[tuple[tuple[str, str, list[Json]], ...]] = (
    ("T2", "ancestor", [["dots", "bamboos", "characters"], ["white", "green", "red"], 4]),
    ("T3", "ancestor", [4, None]),
    ("L2", "hubei", [None, None]),
    ("L2", "yunmeng", ["2", None]),
    ("F1", "xiaogan", ["4"]),
    ("F1", "xiangyang", ["2"]),
    ("F3", "xiangfan", ["2"]),
    ("F3", "resting", ["4"]),
    ("F4", "xiangfan_online", [["pengpenghu"]]),
    ("F4", "hubei", [[]]),
    ("F6", "suizhou", ["4"]),
    ("F6", "xiangfan", ["2"]),
    ("F11", "xiangyang", ["16"]),
    ("F11", "xiangfan_online", ["32"]),
    ("F12", "xiangfan_online", ["128", "32"]),
    ("F12", "hubei", [None, "16"]),
    ("F13", "shiyan", ["4", "4", "8"]),
    ("F13", "hubei_short", ["4", "4", "none"]),
    ("F15", "xiangfan_online", ["32"]),
    ("K6", "resting", [None, None, ["announced_kong"]]),
    ("K8", "hubei", [["win", "kong", "pung"]]),
    ("T4", "hubei", ["counterclockwise"]),
    ("R8", "xiangfan_online", [None, True]),
    ("R8", "hubei", [None, False]),
    ("R11", "suizhou", ["share", "share"]),
    ("C3", "hubei", [["ansigui"]]),
)
"""A disagreement, a ruleset, and the values at its paths; None where there is nothing, or where
the sources give no figure."""

ARTICLE: Final = {"xiangyang", "xiaogan", "zaoyang", "shiyan"}
PLAYED: Final = {one.id for one in builtins() if not one.abstract}

ASSUMED: Final = {
    "T1": ARTICLE | {"xiangfan", "suizhou_eleven", "counting"},
    "T4": PLAYED - {"xiangfan_online"},
    "L2": {"suizhou_eleven"},
    "K3": PLAYED - ARTICLE,
    "K6": PLAYED - {"hubei", "hubei_short", "yunmeng", "resting"},
    "M4": PLAYED - {"xiangfan_online"},
    "M7": PLAYED - {"resting", "counting"},
    "W1": {
        *("suizhou", "shiyan", "zaoyang", "yunmeng", "suizhou_eleven", "xiangyang_watching"),
        "ancestor",
    },
    "F1": {"xiaogan", "suizhou_eleven", "ancestor", "xiangyang_watching"},
    "F7": PLAYED - ARTICLE,
    "F11": {"resting", "yunmeng", "suizhou_eleven", "ancestor", "xiangyang_watching"},
    "F12": PLAYED - {"xiangfan_online"},
    "F18": {"hubei_short", "yunmeng", "suizhou_eleven", "ancestor", "xiangyang_watching"},
    "F25": {"suizhou_eleven", "ancestor", "xiangyang_watching"},
    "C1": {
        *("hubei_short", "xiangfan", "yunmeng", "suizhou_eleven", "ancestor"),
        "xiangyang_watching",
    },
    "C2": PLAYED - ARTICLE - {"resting"},
    "C4": {
        *("hubei_short", "counting", "ancestor", "xiaogan", "yunmeng", "xiangfan"),
        *("suizhou_eleven", "xiangyang_watching"),
    },
    "C7": PLAYED,
    "R7": {"suizhou", "xiangfan_online", "counting", "ancestor", "suizhou_eleven"},
}
"""Who assumes what it does, by hand from what the texts say."""

JOINED: Final = {
    "T1": "S0-260",
    "F9": "S4-018",
    "M2": "S3-236",
    "K4": "S3-358",
    "R7": "S3-143",
    "W1": "S3-294",
    "D1": "S3-071",
}
"""Clauses that speak of a point without a rule of their own for it."""


@cache
def played() -> Mapping[str, Mapping[str, Json]]:
    rulesets = [load_ruleset(one.id) for one in builtins() if not one.abstract]
    return {
        one.id: ruleset_object(one) for one in sorted(rulesets, key=lambda one: len(one.parents))
    }


def points() -> list[Point]:
    return [point for section in read_conflicts() for point in section.points]


def test_every_point_has_its_line() -> None:
    numbers = [f"{letter}{at}" for letter, size in SIZES.items() for at in range(1, size + 1)]
    assert [point.id for point in points()] == numbers


def test_a_point_is_decided_by_rulesets_or_for_all_of_them() -> None:
    for point in points():
        assert bool(point.at) != (point.fixed is not None), point.id
        assert point.clauses, point.id
        assert set(point.clauses) <= read_catalogue().keys(), point.id
        assert point.what.zh != point.what.en, point.id


def test_every_path_leads_somewhere() -> None:
    lost = [
        path
        for path in {path for point in points() for path in point.at}
        if all(find(one, path).value in (None, []) for one in played().values())
    ]
    assert lost == [], "no ruleset has this"


@pytest.mark.parametrize(("number", "id_", "values"), SAID)
def test_values(number: str, id_: str, values: list[Json]) -> None:
    point = next(one for one in points() if one.id == number)
    found = [find(played()[id_], path).value for path in point.at]
    assert len(found) == len(values)
    for value, said in zip(found, values, strict=True):
        if said is not None or len(values) == 1:
            assert value == said


@pytest.mark.parametrize("number", ASSUMED)
def test_what_is_assumed_is_marked(number: str) -> None:
    text = conflicts_page(read_conflicts(), played(), "en")
    row = next(line for line in text.splitlines() if line.startswith(f"| **{number}** |"))
    cell = row.replace("\\|", "/").split(" | ")[2]
    told = dict(re.findall(r"\*\*([^*]+)\*\*: (.*?)(?=<br>|$)", cell))
    named = {id_ for ids in told for id_ in ids.split(", ")}
    marked = {id_ for ids, said in told.items() if "†" in said for id_ in ids.split(", ")}
    rest = PLAYED - named
    found = (marked - {"all", "most"}) | (rest if marked & {"all", "most"} else set())
    assert found == ASSUMED[number]


def test_every_clause_that_disagrees_is_joined() -> None:
    clauses = {point.id: point.clauses for point in points()}
    assert {number for number, id_ in JOINED.items() if id_ not in clauses[number]} == set()


def test_towns_said_to_state_or_to_assume_a_point_are_towns() -> None:
    for point in points():
        assert {*(point.stated or ()), *point.assumed} <= PLAYED | {"all"}, point.id
        assert not {*(point.stated or ())} & {*point.assumed}, point.id


@pytest.mark.parametrize(("lang", "name"), [("en", "CONFLICTS.md"), ("zh", "CONFLICTS.zh.md")])
def test_the_pages_are_what_the_rulesets_say(
    lang: Literal["en", "zh"], name: str, update: bool
) -> None:
    made = conflicts_page(read_conflicts(), played(), lang)
    path = ROOT / "rulesets" / name
    if update:
        path.write_text(made, "utf-8")
    assert path.read_text("utf-8") == made, "run pytest with --update, and look at it"


def test_the_pages_name_every_playable_ruleset_and_no_other() -> None:
    text = conflicts_page(read_conflicts(), played(), "en")
    assert text.count("\n| **") == sum(SIZES.values())
    assert set(builtin_ids()) - played().keys() == {one.id for one in builtins() if one.abstract}
