"""A table that one mix-in writes whole, and rows of others in its list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.driver import load_ruleset

from .test_mixins import TOWN, Folder, rows
from .test_structure_pages import BASE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    found = Folder(tmp_path)
    found.write("base", BASE)
    return found


WHOLE = """
cap:
  - {id: rich, when: fan.dear, at: 64, assumed: x}
  - {id: all, at: 5, assumed: x}
"""
"""A mix-in's whole table."""


@pytest.mark.parametrize(
    ("place", "expected"),
    [("first", ["new", "rich", "all"]), ("last", ["rich", "new", "all"])],
)
def test_a_row_with_a_place_lies_upon_a_whole_table_in_either_order(
    folder: Folder, place: str, expected: list[str]
) -> None:
    row = f"{{place: {place}, when: self_draw, at: 9, assumed: x}}"
    folder.mixin("whole", WHOLE)
    folder.mixin("row", f"cap:\n  new: {row}\n")
    for uses in ("[whole.yaml, row.yaml]", "[row.yaml, whole.yaml]"):
        text = f"uses: {uses}\n"
        assert folder.codes(text) == []
        assert rows(load_ruleset(folder.town(text)), "cap") == expected


def test_rows_keep_the_order_of_their_mixins_whatever_lies_under_them(folder: Folder) -> None:
    row = "{place: first, when: self_draw, at: 9, assumed: x}"
    for id in ("one", "two"):
        folder.mixin(id, f"cap:\n  {id}: {row}\n")
    folder.mixin("whole", WHOLE)
    folder.mixin("under", f"cap:\n  under: {row}\n")
    folder.write("middle", TOWN.replace("town", "middle") + "uses: [under.yaml]\n")
    for uses in (["whole", "one", "two"], ["one", "whole", "two"], ["one", "two", "whole"]):
        listed = ", ".join(f"{id}.yaml" for id in uses)
        text = TOWN.replace("base.yaml", "middle.yaml") + f"uses: [{listed}]\n"
        found = rows(load_ruleset(folder.write("town", text)), "cap")
        assert found == ["two", "one", "under", "rich", "all"]


ROW = "cap:\n  new: {place: first, when: self_draw, at: 9, assumed: x}\n"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", ["new", "rich", "all"]),
        ("cap: {new: removed}\n", ["rich", "all"]),
        ("cap: [{id: own, at: 7, assumed: x}]\n", ["rich", "all"]),
    ],
)
def test_rows_with_a_place_stay_upon_the_table_of_a_later_mixin(
    folder: Folder, said: str, expected: list[str]
) -> None:
    """Whether the ruleset between the two leaves them there, or not."""
    whole = folder.mixin("whole", WHOLE)
    folder.mixin("row", ROW)
    town = folder.town("uses: [row.yaml]\n" + said)
    assert rows(load_ruleset(town, None, [whole]), "cap") == expected


def test_a_ruleset_that_writes_a_table_whole_keeps_nothing(folder: Folder) -> None:
    folder.mixin("row", ROW)
    assert rows(load_ruleset(folder.town("uses: [row.yaml]\n" + WHOLE)), "cap") == ["rich", "all"]


def test_a_row_that_stays_is_as_the_ruleset_has_changed_it(folder: Folder) -> None:
    whole = folder.mixin("whole", WHOLE)
    folder.mixin("row", ROW)
    town = folder.town("uses: [row.yaml]\ncap: {new: {at: 11, assumed: x}}\n")
    (table,) = (one for one in load_ruleset(town, None, [whole]).tables if one.kind == "cap")
    span = table.rows[0].result.span
    assert (table.rows[0].id, span.source.text[span.start : span.end]) == ("new", "11")


@pytest.mark.parametrize(
    "row",
    [
        "rich: {place: first, when: self_draw, at: 9, assumed: x}",
        "common: {place: first, when: self_draw, assumed: x}",
        "new: {before: common, when: self_draw, at: 9, assumed: x}",
    ],
)
def test_a_row_that_counts_on_others_contradicts_a_whole_table(folder: Folder, row: str) -> None:
    """One of an id that stands in the table, one that is not whole, one beside another's."""
    folder.mixin("whole", WHOLE)
    folder.mixin("row", f"cap:\n  {row}\n")
    for uses in ("[whole.yaml, row.yaml]", "[row.yaml, whole.yaml]"):
        assert "KWX2296" in folder.codes(f"uses: {uses}\n")
