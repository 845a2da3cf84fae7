"""How findings are weighed, and which status comes of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.diff.findings import SEVERITIES
from kawuxing.compiler.reports.report import Approval, Entry, Policy, Report
from kawuxing.compiler.resolved.nodes import Words
from kawuxing.compiler.source.text import SourceText, Span

from ..diff.variants import BASE, by_path, changed, compared, only

if TYPE_CHECKING:
    from kawuxing.compiler.diff.findings import Comparison
    from kawuxing.compiler.reports.report import FailOn

PLACE = Span(SourceText.of("approved: []", "approvals.yaml"), 0, 8)
CHANGES = {
    "same": (),
    "words": (("zh: 末张", "zh: 最后"),),
    "scoring": (("times: 8", "times: 9"),),
    "choice": (("to: 100", "to: 90"),),
    "unproven": (("suits: [dots]", "suits: [dots, bamboos]"),),
    "both": (("suits: [dots]", "suits: [dots, bamboos]"), ("times: 8", "times: 9")),
    "quiet": (("pay: 2 * 2 ** (kong.chain - 1)", "pay: 2 ** kong.chain"),),
}

EXPECTED: tuple[tuple[FailOn, int], ...] = (("any", 1), ("behaviour", 0), ("none", 0))


@cache
def comparison(name: str) -> Comparison:
    return compared(BASE, changed(*CHANGES[name]))


def approvals(*fingerprints: str) -> dict[str, Approval]:
    return {one: Approval(one, Words("好", "fine"), None, PLACE) for one in fingerprints}


def status(name: str, fail_on: FailOn = "behaviour", **more: Any) -> int:  # noqa: ANN401
    policy = Policy(fail_on=fail_on, **more)
    return Report((Entry("", "changed", comparison(name)),), policy).status


@pytest.mark.parametrize(
    ("name", "any_", "behaviour", "none"),
    [
        ("same", 0, 0, 0),
        ("words", 1, 0, 0),
        ("quiet", 1, 0, 0),
        ("scoring", 1, 1, 0),
        ("choice", 1, 1, 0),
        ("unproven", 1, 3, 3),
        ("both", 1, 1, 0),
    ],
)
def test_the_status(name: str, any_: int, behaviour: int, none: int) -> None:
    assert (status(name, "any"), status(name), status(name, "none")) == (any_, behaviour, none)


def test_what_is_approved_does_not_fail() -> None:
    fine = approvals(only(comparison("scoring")).fingerprint)
    assert status("scoring", approvals=fine) == 0
    assert status("scoring", approvals=approvals("0" * 12)) == 1
    assert status("scoring", "any", approvals=fine) == 1  # the files differ


def test_approving_a_difference_proves_nothing_of_the_rest() -> None:
    assert status("both", approvals=approvals(only(comparison("both")).fingerprint)) == 3


def test_what_is_only_worth_a_note_does_not_fail() -> None:
    assert status("choice", severities={"flow": "note"}) == 0
    assert status("choice", severities={"scoring": "note"}) == 1
    assert status("scoring", severities={"scoring": "warning"}) == 1


def test_rulesets_that_came_or_went_fail_only_where_anything_does() -> None:
    for change in ("added", "removed"):
        for fail_on, expected in EXPECTED:
            report = Report((Entry("x.yaml", change),), Policy(fail_on=fail_on), "main")
            assert report.status == expected


def test_the_worst_of_several_counts() -> None:
    entries = [Entry(name, "changed", comparison(name)) for name in ("same", "unproven", "scoring")]
    assert Report(tuple(entries), Policy(), "main").status == 1
    assert Report(tuple(entries[:2]), Policy(), "main").status == 3
    assert Report((), Policy(), "main").status == 0


def test_severities() -> None:
    found = comparison("scoring")
    assert Policy().of(only(found), found) == "error"
    assert Policy({"scoring": "warning"}).of(only(found), found) == "warning"
    assert Policy().of(only(comparison("choice")), comparison("choice")) == "warning"
    words = comparison("words")
    assert Policy().of(words.structural[0], words) == "note"
    assert set(SEVERITIES) == {"scoring", "payment", "eligibility", "legality", "flow", "wording"}


def test_a_change_of_the_files_that_nobody_feels_is_worth_a_note() -> None:
    quiet = comparison("quiet")
    assert quiet.equal
    assert Policy().of(by_path(quiet)["pay.kong.hidden.pay"], quiet) == "note"
    felt = comparison("scoring")
    assert Policy().of(by_path(felt)["fans.fours.times"], felt) == "error"
    tiles = comparison("unproven")
    assert Policy().of(by_path(tiles)["table.suits"], tiles) == "warning"


def test_approvals_that_are_not_needed_are_known() -> None:
    used = only(comparison("scoring")).fingerprint
    report = Report(
        (Entry("", "changed", comparison("scoring")),), Policy(approvals=approvals(used, "0" * 12))
    )
    assert [one.fingerprint for one in report.unused] == ["0" * 12]
