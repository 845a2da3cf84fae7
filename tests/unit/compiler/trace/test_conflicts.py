"""What stands at a path, and how it is told; on small rulesets as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.surface.nodes import Words
from kawuxing.compiler.trace.conflicts import Found, Point, Section, find
from kawuxing.compiler.trace.render_conflicts import conflicts_page

if TYPE_CHECKING:
    from kawuxing.compiler.trace.conflicts import Json


def grounds(*cite: str, assumed: bool = False) -> dict[str, Json]:
    return {"cite": list(cite), "assumed": {"zh": "故", "en": "so"} if assumed else None}


def ruleset(times: str, *, seats: int = 3, assumed: bool = False) -> dict[str, Json]:
    cite = [] if assumed else ["S0-058"]
    return {
        "table": {"seats": seats, "suits": ["dots", "bamboos"], **grounds("S0-002")},
        "fans": [{"id": "a_fan", "times": times, **grounds(*cite, assumed=assumed)}],
        "pay.win": [
            {"id": "own", "when": "x or y", "pay": "share", **grounds("S0-037")},
            {"id": "else", "when": None, "pay": "0", **grounds("S0-037", assumed=True)},
        ],
        "assumptions": [{"id": "a_point", "text": {"zh": "一点", "en": "a point"}, "cite": []}],
    }


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("table.seats", Found(3, False)),
        ("table.suits", Found(["dots", "bamboos"], False)),
        ("fans.a_fan.times", Found("2", True)),
        ("pay.win.own.pay", Found("share", False)),
        ("pay.win.else.pay", Found("0", False)),  # it has a clause, which may be its own
        ("fans.b_fan.times", Found(None, False)),
        ("pay.kong.own", Found(None, False)),
        ("table.seats.more", Found(None, False)),
    ],
)
def test_paths(path: str, found: Found) -> None:
    assert find(ruleset("2", assumed=True), path) == found


def page(*at: str, fixed: Words | None = None, rulesets: dict[str, dict[str, Json]]) -> list[str]:
    point = Point("X1", Words("何事", "what"), ("S0-001", "S0-002"), at, fixed)
    text = conflicts_page([Section(Words("章", "Part"), (point,))], rulesets, "en")
    assert "\n## Part\n" in text
    row = text.splitlines()[-1]
    assert row.startswith("| **X1** | what")
    assert row.endswith(" | S0-001 S0-002 |")
    return row.split(" | ")[2].split("<br>")


def test_rulesets_that_do_the_same_stand_together() -> None:
    known = {"a": ruleset("2"), "b": ruleset("4"), "c": ruleset("2"), "d": ruleset("2")}
    assert page("fans.a_fan.times", rulesets=known) == ["**most**: 2", "**b**: 4"]
    del known["d"], known["c"]
    assert page("fans.a_fan.times", rulesets=known) == ["**a**: 2", "**b**: 4"]


def test_one_value_for_all() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2")}
    assert page("fans.a_fan.times", "table.suits", rulesets=known) == ["**all**: 2 · dots, bamboos"]


def test_an_assumption_alone_makes_another_value() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2", assumed=True)}
    assert page("fans.a_fan.times", rulesets=known) == ["**a**: 2", "**b**: 2 †"]


def test_rows_are_told_in_order() -> None:
    known = {"a": ruleset("2")}
    assert page("pay.win", rulesets=known) == ["**all**: own `x or y` → share; else → 0"]
    assert page("pay.win.own", rulesets=known) == ["**all**: own `x or y` → share"]


def test_what_a_ruleset_does_not_have() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2")}
    known["b"]["fans"] = []
    assert page("fans.a_fan.times", rulesets=known) == ["**a**: 2", "**b**: —"]


def test_points_assumed_are_told_in_words() -> None:
    assert page("assumptions.a_point", rulesets={"a": ruleset("2")}) == ["**all**: a point"]


def test_what_is_fixed_is_so_for_all() -> None:
    known = {"a": ruleset("2"), "b": ruleset("4")}
    assert page(fixed=Words("总是", "always | ever"), rulesets=known) == [
        "**all**: always \\| ever"
    ]


def test_chinese() -> None:
    point = Point("X1", Words("何事", "what"), ("S0-001",), ("fans.a_fan.times",), None)
    sections = [Section(Words("章", "Part"), (point,))]
    known = {"a": ruleset("2"), "b": ruleset("4"), "c": ruleset("2")}
    row = conflicts_page(sections, known, "zh").splitlines()[-1]
    assert row == "| **X1** | 何事<br>`fans.a_fan.times` | **多数**: 2<br>**b**: 4 | S0-001 |"


def test_of_tables_that_share_rows_only_what_differs_is_told() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2"), "c": ruleset("2")}
    other: dict[str, Json] = {"id": "new", "when": "z", "pay": "1", **grounds("S0-037")}
    rows = known["c"]["pay.win"]
    assert isinstance(rows, list)
    known["c"]["pay.win"] = [other, rows[1]]
    assert page("pay.win", rulesets=known) == [
        "**most**: own `x or y` → share; else → 0",
        "**c**: new `z` → 1; …; without own",
    ]


def test_rows_stand_in_the_order_in_which_they_are_asked() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2"), "c": ruleset("2")}
    first: dict[str, Json] = {"id": "first", "when": "y", "pay": "1", **grounds("S0-037")}
    between: dict[str, Json] = {"id": "between", "when": "z", "pay": "3", **grounds("S0-037")}
    rows = known["c"]["pay.win"]
    assert isinstance(rows, list)
    known["c"]["pay.win"] = [first, rows[0], between, rows[1]]
    assert page("pay.win", rulesets=known)[1] == "**c**: first `y` → 1; …; between `z` → 3; …"


def test_rows_that_are_assumed_are_marked() -> None:
    known = {"counting": {"id": "counting", **ruleset("2")}}
    rows = known["counting"]["pay.win"]
    assert isinstance(rows, list)
    assert page("pay.win", rulesets=known) == ["**all**: own `x or y` → share; else → 0 †"]
    said: dict[str, Json] = {"id": "else", "when": None, "pay": "0"}
    known["counting"]["pay.win"] = [rows[0], {**said, **grounds("S3-230", assumed=True)}]
    assert page("pay.win", rulesets=known) == ["**all**: own `x or y` → share; else → 0"]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ({}, ["**all**: 2"]),
        ({"stated": ("a",)}, ["**a**: 2", "**b**: 2 †"]),
        ({"assumed": ("b",)}, ["**a**: 2", "**b**: 2 †"]),
        ({"assumed": ("all",)}, ["**all**: 2 †"]),
        ({"stated": ()}, ["**all**: 2 †"]),
        ({"more": Words("又", "moreover")}, ["**all**: 2", "(moreover)"]),
    ],
)
def test_what_a_point_says_of_its_grounds(
    known: dict[str, tuple[str, ...] | Words], told: list[str]
) -> None:
    rulesets = {"a": ruleset("2"), "b": ruleset("2")}
    point = Point("X1", Words("何事", "what"), ("S0-001",), ("fans.a_fan.times",), None)
    text = conflicts_page(
        [Section(Words("章", "Part"), (point._replace(**known),))],  # type: ignore[arg-type]
        rulesets,
        "en",
    )
    assert text.splitlines()[-1].split(" | ")[2].split("<br>") == told


def test_what_is_fixed_may_be_assumed() -> None:
    always = Words("总是", "always")
    point = Point("X1", Words("何事", "what"), ("S0-001",), (), always, stated=("b",))
    rulesets = {"a": ruleset("2"), "b": ruleset("2"), "c": ruleset("2")}
    text = conflicts_page([Section(Words("章", "Part"), (point,))], rulesets, "en")
    assert "**most**: always †<br>**b**: always |" in text


def test_tables_that_share_no_row_are_told_whole() -> None:
    known = {"a": ruleset("2"), "b": ruleset("2"), "c": ruleset("2")}
    known["c"]["pay.win"] = [{"id": "own", "when": None, "pay": "1", **grounds("S0-037")}]
    assert page("pay.win", rulesets=known)[1] == "**c**: own → 1"
