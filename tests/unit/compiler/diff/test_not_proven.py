"""Comparisons that cannot cover everything say so, and are never taken for equal."""

from __future__ import annotations

import re
import sys

import pytest

from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import WonHand
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.reports.render import FORMATS, render
from kawuxing.runtime.notation import format_hand

from ..reports.reports import report
from .one_by_one import TWO_COPIES, Counted, one_by_one
from .variants import BASE, changed, compared, core_of, only, rules_felt


def test_other_tiles_are_compared_where_both_have_them() -> None:
    two = changed(
        ("suits: [dots]", "suits: [dots, bamboos]"), ("pairs}, times: 4", "pairs}, times: 5")
    )
    found = compared(BASE, two)
    assert rules_felt(found) == {("fans.pairs",): "scoring"}
    assert [(gap.key, dict(gap.params)) for gap in found.gaps] == [
        ("tiles", {"before": "dots, red", "after": "dots, bamboos, red"})
    ]
    assert not found.proven
    same = compared(BASE, changed(("suits: [dots]", "suits: [dots, bamboos]")))
    assert same.behavioural == ()
    assert not same.equal
    assert same.space.points == compared(BASE, BASE).space.points


@pytest.mark.parametrize(
    "when",
    [
        "count(k.held == 0 for k in kinds) == 5",
        "all(t.tiles > 0 for t in suits)",
        "count(t.tiles == 0 for t in suits) == 0",
        "sum(1 if k.owned < 1 else 0 for k in kinds) == 5",
    ],
)
def test_rules_about_tiles_nobody_has_are_not_taken_for_equal(when: str) -> None:
    """A suit the other side lacks is still asked about; so nothing can be said of such hands."""
    asking = changed(("when: last_tile", f"when: {when}"))
    found = compared(asking, changed(("suits: [dots]", "suits: [dots, bamboos]"), text=asking))
    assert [(gap.key, gap.params["rule"]) for gap in found.gaps] == [("outside", "fans.last")]
    assert not found.proven
    assert found.space.points == 0


def test_sides_with_as_many_kinds_but_fewer_tiles_say_how_many() -> None:
    found = compared(BASE, changed(("copies: 4", "copies: 3")))
    gaps = [(gap.key, gap.params) for gap in found.gaps]
    assert gaps == [("tiles", {"before": "dots, red × 4", "after": "dots, red × 3"})]


def test_sides_without_a_common_suit() -> None:
    found = compared(BASE, changed(("suits: [dots]", "suits: [bamboos]")))
    assert [gap.key for gap in found.gaps] == ["no_tiles"]
    assert not found.proven
    kongs = changed(("suits: [dots]", "suits: [bamboos]"), ("pay: 2,", "pay: 3,"))
    assert rules_felt(compared(BASE, kongs)) == {("pay.kong.given",): "payment"}


def test_another_number_of_players() -> None:
    found = compared(BASE, changed(("seats: 3", "seats: 4")))
    assert [gap.key for gap in found.gaps] == ["seats"]
    assert rules_felt(found) == {("pay.win.all",): "payment"}


@pytest.fixture
def unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rules can be folded."""
    monkeypatch.setattr("kawuxing.compiler.space.fold.MOST_CLASSES", 0)
    monkeypatch.setenv("KAWUXING_CACHE", "off")


@pytest.mark.usefixtures("unfolded")
def test_rules_that_tell_too_many_hands_apart_are_looked_at_one_by_one() -> None:
    pytest.importorskip("numpy")
    dearer = changed(("pairs}, times: 4", "pairs}, times: 5"), text=TWO_COPIES)
    found = compared(TWO_COPIES, dearer)
    assert found.proven
    one = only(found)
    assert isinstance(one.witness, WonHand)
    told = Counted(one.count, one.of, one.swing, format_hand(one.witness.hand))
    assert told == one_by_one(TWO_COPIES, dearer, "scoring")
    assert compared(TWO_COPIES, TWO_COPIES).equal


@pytest.mark.usefixtures("unfolded")
def test_what_a_budget_cuts_short_is_not_taken_for_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    sides = core_of(TWO_COPIES), core_of(changed(("times: 8", "times: 9"), text=TWO_COPIES))
    found = compare(*sides, ("a", "b"), budget=0)
    assert [gap.key for gap in found.gaps] == ["too_many"]
    assert not found.equal
    ticks = iter([0.0, 0.0, 2.0])
    monkeypatch.setattr(
        "kawuxing.compiler.space.stream.stream.__defaults__", (lambda: next(ticks),)
    )
    other = changed(
        ("times: 2, when: last_tile", "times: 3, when: last_tile"), ("pay: 2,", "pay: 3,")
    )
    part = compare(core_of(BASE), core_of(other), ("a", "b"), budget=1)
    assert [gap.key for gap in part.gaps] == ["budget"]
    assert not part.equal
    assert 0 < part.space.points < 2_130_187
    told = {one.rules: one.fingerprint for one in part.behavioural}
    assert told["fans.last",] == "", "how much was seen depends on the machine"
    assert re.fullmatch("[0-9a-f]{12}", told["pay.kong.given",])
    for format_ in FORMATS:
        render(report(part), format_, "en")


@pytest.mark.usefixtures("unfolded")
def test_rules_that_are_the_same_need_no_hands() -> None:
    commented = changed(("fans:\n", "# as of old\nfans:\n"), ("en: Town", "en: City"))
    without_numpy = compare(core_of(BASE), core_of(commented), ("a", "b"), budget=0)
    assert without_numpy.equal
    assert rules_felt(compared(BASE, changed(("pay: 2,", "pay: 3,")))) == {
        ("pay.kong.given",): "payment"
    }
    given = Settings({"cap": 8}, {"cap": 16})
    assert not compare(core_of(BASE), core_of(BASE), ("a", "b"), given, budget=0).proven


@pytest.mark.usefixtures("unfolded")
def test_without_numpy_hands_are_not_taken_for_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in list(sys.modules):
        if name.startswith(("kawuxing.compiler.space.looking", "kawuxing.runtime.batch")):
            monkeypatch.delitem(sys.modules, name)
    found = compared(BASE, changed(("pay: 2,", "pay: 3,"), ("times: 8", "times: 9")))
    assert [gap.key for gap in found.gaps] == ["too_many"]
    assert rules_felt(found) == {("pay.kong.given",): "payment"}
    assert not compared(BASE, changed(("times: 8", "times: 9"))).equal
