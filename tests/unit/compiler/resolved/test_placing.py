"""Rows that are put beside others end up there, whatever the order of the keys."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.driver import load_ruleset

from ..towns import over_base

if TYPE_CHECKING:
    from pathlib import Path

ROW = "when: self_draw, at: 1, assumed: x"


def order(fragment: str) -> list[str]:
    found = over_base(fragment)
    assert found.codes == []
    assert found.ruleset is not None
    return [row.id for row in found.ruleset.tables[0].rows]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("before: high", ["new", "high", "middle", "common"]),
        ("after: high", ["high", "new", "middle", "common"]),
        ("before: middle", ["high", "new", "middle", "common"]),
        ("before: common", ["high", "middle", "new", "common"]),
    ],
)
def test_a_new_row_goes_beside_another(place: str, expected: list[str]) -> None:
    assert order(f"cap: {{new: {{{place}, {ROW}}}}}") == expected


def test_a_row_may_be_moved() -> None:
    assert order("cap: {middle: {before: high, assumed: x}}") == ["middle", "high", "common"]


def test_both_sides_of_a_gap_may_be_taken() -> None:
    rows = f"a: {{after: high, {ROW}}}, b: {{before: middle, {ROW}}}"
    assert order(f"cap: {{{rows}}}") == ["high", "a", "b", "middle", "common"]


def test_the_order_of_the_keys_does_not_matter() -> None:
    rows = [
        f"a: {{before: common, {ROW}}}",
        f"b: {{before: a, {ROW}}}",
        f"c: {{after: a, {ROW}}}",
        f"d: {{after: c, {ROW}}}",
        "high: {after: middle, assumed: x}",
    ]
    orders = {tuple(order(f"cap: {{{', '.join(some)}}}")) for some in permutations(rows)}
    assert orders == {("middle", "high", "b", "a", "c", "d", "common")}


def test_the_rows_of_a_circle_are_all_named() -> None:
    rows = f"a: {{before: b, {ROW}}}, b: {{after: c, {ROW}}}, c: {{before: a, {ROW}}}"
    found = over_base(f"cap: {{{rows}, d: {{before: a, {ROW}}}}}")
    # d is not in the circle, but it takes c's place beside a: said once, and nothing else
    assert found.codes == ["KWX2245"]
    found = over_base(f"cap: {{{rows}, d: {{after: a, {ROW}}}}}")
    assert found.codes == ["KWX2246"]
    (circle,) = found.diagnostics
    assert sorted(str(circle.params["circle"]).split(", ")) == ["a", "b", "c"]
    assert len(circle.labels) == 2


def test_a_row_that_a_parent_has_placed_stays_where_it_is(tmp_path: Path) -> None:
    """A child patches the same table again."""
    heading = "kawuxing: 1\nvariant: {id}\nname: {{zh: 某, en: Some}}\nextends: {extends}\n"
    middle = heading.format(id="middle", extends="hubei")
    middle += f"cap:\n  new: {{before: common, {ROW}}}\n"
    (tmp_path / "middle.yaml").write_text(middle, encoding="utf-8")
    child = heading.format(id="child", extends="middle.yaml")
    child += f"cap:\n  newer: {{before: common, {ROW}}}\n"
    (tmp_path / "child.yaml").write_text(child, encoding="utf-8")
    ruleset = load_ruleset(str(tmp_path / "child.yaml"))
    assert [row.id for row in ruleset.tables[0].rows] == ["new", "newer", "common"]
