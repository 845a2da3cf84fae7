"""What is shown of a report, and how numbers are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.simulation.differences import differences_of, is_clear
from kawuxing.compiler.simulation.numbers import (
    amount_text,
    count_text,
    estimate_text,
    gain_text,
    money_text,
    share_text,
)
from kawuxing.compiler.simulation.sections import sections_of, sections_of_both

from .reports import Json, estimate, report, variant

if TYPE_CHECKING:
    from kawuxing.compiler.simulation.section import Section


def named(key: str, found: Json, lang: str = "en") -> Section:
    (one,) = [one for one in sections_of(found, "zh" if lang == "zh" else "en") if one.key == key]
    return one


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (count_text(1234567), "1,234,567"),
        (share_text(0.5), "50.0 %"),
        (share_text(0.00123), "0.12 %"),
        (share_text(0.0), "0.0 %"),
        (amount_text(1.23456), "1.235"),
        (money_text(1.5), "+1.500"),
        (money_text(-0.25), "-0.250"),
        (money_text(-0.0001), "0.000"),
        (gain_text(-1200), "-1,200"),
        (gain_text(0), "0"),
        (estimate_text(estimate(0.5), share_text), "50.0 %  [40.0 %, 60.0 %]"),
        (estimate_text({"value": 2.0, "low": None, "high": None}, amount_text), "2.000"),
        (estimate_text({"value": None, "low": None, "high": None}, amount_text), "–"),
    ],
)
def test_numbers(found: str, expected: str) -> None:
    assert found == expected


def test_every_section_has_rows_as_wide_as_its_headings() -> None:
    for lang in ("en", "zh"):
        for one in sections_of(report(variant("here")), "zh" if lang == "zh" else "en"):
            assert one.title
            assert {len(row) for row in one.rows} == {len(one.headings)}


def test_fans_come_with_the_most_frequent_first() -> None:
    fans = named("fans", report(variant("here")))
    assert [row[:2] for row in fans.rows] == [("Many", "7"), ("Few", "1"), ("None", "0")]
    assert [mark.label for mark in fans.marks] == ["Many", "Few"]
    assert named("fans", report(variant("here")), "zh").rows[0][0] == "多"


def test_rules_that_paid_nothing_are_left_out() -> None:
    causes = named("causes", report(variant("here")))
    assert causes.rows == (("pay.win.row", "1.200  [1.100, 1.300]", "+12", "-5", "-7"),)


def test_a_rule_with_a_name_of_its_own_is_called_by_it() -> None:
    one = variant("here")
    one["causes"][1]["paid"] = 1
    assert named("causes", report(one)).rows[1][0] == "pay.drawn.nobody Nobody pays"


def test_long_counts_are_shown_in_groups() -> None:
    one = variant("here")
    one["turns"]["counts"] = [{"value": draws, "count": draws} for draws in range(2, 46)]
    rows = named("turns", report(one)).rows
    assert rows[0][:2] == ("1–3", "5")
    assert rows[1][:2] == ("4–6", "15")
    assert sum(int(row[1].replace(",", "")) for row in rows) == sum(range(2, 46))


def test_nothing_drawn_and_nothing_won() -> None:
    one = variant("here")
    nothing = {"value": None, "low": None, "high": None}
    one["drawn"] = {"rounds": estimate(0.0), "count": 0, "by_reveals": []}
    one["values"] = {"mean": nothing, "counts": []}
    one["wins"]["hands"] = 0
    found = report(one)
    assert named("drawn", found).rows == ()
    assert named("values", found).note == "Mean –, in stakes a payer."


def difference(*name: str, more: float, half: float = 0.1) -> Json:
    return {
        "name": list(name),
        "one": estimate(1.0),
        "other": estimate(1.0 + more),
        "more": estimate(more, half),
    }


def test_of_two_variants_each_figure_says_whose_it_is() -> None:
    other = variant("there", turns={"mean": estimate(7.0), "counts": []})
    found = report(variant("here"), other)
    both = list(sections_of_both(found, "en"))
    assert [one.key.removesuffix("-second") for one in both[::2]] == [
        one.key for one in sections_of(found, "en")
    ]
    assert len({one.key for one in both}) == len(both) == 22
    assert all(one.title.endswith(" (first: Here rules)") for one in both[::2])
    assert all(one.title.endswith(" (second: There rules)") for one in both[1::2])
    assert [one.note.split("mean ")[1][:6] for one in both[-2:]] == ["20.000", "7.000 "]
    assert list(sections_of_both(found, "zh"))[1].title == "怎样结束（后者：there玩法）"


def test_differences_in_three_kinds() -> None:
    differences = [
        difference("end", "won", more=0.05),
        difference("win", "robbing", more=-0.3),
        difference("kong", "robbed", more=0.2),
        difference("fan", "few", more=0.0),
        difference("drawn_tiles", more=-2.0),
        difference("money", "1", more=0.5),
        difference("paid", "pay.win.row", more=0.01),
        difference("dealer", "money", more=0.0),
    ]
    nothing = {"value": 0.0, "low": 0.0, "high": 0.0}
    differences.append({"name": ["fan", "none"], "one": nothing, "other": nothing, "more": nothing})
    found = differences_of(report(variant("here"), variant("there"), differences), "en")
    shown = {one.key: [(row[0], row[-1]) for row in one.rows] for one in found}
    assert shown == {
        "more-often": [
            ("rounds won", ""),
            ("wins: a robbed kong", "●"),
            ("kongs: robbed", "●"),
            ("Few", ""),
        ],
        "more-numbers": [("tiles drawn", "●")],
        "more-money": [("money of 2 careful", "●"), ("pay.win.row", ""), ("dealer's money", "")],
    }
    assert found[0].headings[1:3] == ("Here rules", "There rules")


@pytest.mark.parametrize(
    ("low", "high", "clear"), [(0.1, 0.2, True), (-2, -1, True), (-1, 1, False), (0.0, 1.0, False)]
)
def test_clear_is_what_leaves_zero_out(low: float, high: float, clear: bool) -> None:
    assert is_clear({"value": (low + high) / 2, "low": low, "high": high}) == clear
    assert not is_clear({"value": 1.0, "low": None, "high": None})
