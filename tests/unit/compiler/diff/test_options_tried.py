"""Changes that only show under values that no menu offers, or under several options at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import WonHand
from kawuxing.compiler.diff.rules import Renamed
from kawuxing.compiler.diff.settings import settings_to_prove
from kawuxing.compiler.reports.report import DIFFERENT, NOT_PROVEN, SAME
from kawuxing.runtime.notation import format_hand

from ..reports.reports import report
from .one_by_one import TWO_COPIES, Counted, one_by_one
from .variants import BASE, changed, compared, core_of, only

if TYPE_CHECKING:
    from kawuxing.compiler.diff.findings import Comparison

COMMON = ("common, at: options.cap,", "common, at: '{}',")
PAIRS = ("pairs}, times: 4", "pairs}}, times: '{}'")
MORE = (
    "options:\n",
    "options:\n  more: {default: 1, offered: [1, 2], accepts: {from: 1, to: 90}, assumed: x}\n",
)
FED = "fed, when: payer.fed, pay: share,"
TOWN = changed(MORE, text=TWO_COPIES)


def after(where: tuple[str, str], text: str) -> Comparison:
    return compared(TOWN, changed((where[0], where[1].format(text)), text=TOWN))


@pytest.mark.parametrize(
    ("where", "text", "setting"),
    [
        (COMMON, "13 if options.cap == 12 else options.cap", {"cap": 12}),
        (COMMON, "min(options.cap, 10) if options.cap in [9, 12] else options.cap", {"cap": 12}),
        (COMMON, "options.cap if options.cap != 1 else 2", {"cap": 1}),
        (PAIRS, "5 if options.cap == 29 else 4", {"cap": 29}),
        (PAIRS, "5 if options.more == 90 else 4", {"more": 90}),
        (PAIRS, "5 if options.more == 3 else 4", {"more": 3}),
        (PAIRS, "5 if options.more > 47 and options.more < 49 else 4", {"more": 48}),
        (PAIRS, "5 if options.strict and options.more == 2 else 4", {"strict": True, "more": 2}),
        (PAIRS, "5 if options.cap == 8 and options.more == 7 else 4", {"cap": 8, "more": 7}),
    ],
)
def test_a_value_that_only_the_rules_name(
    where: tuple[str, str], text: str, setting: dict[str, object]
) -> None:
    found = after(where, text)
    assert found.proven
    (one, *_) = found.behavioural
    both = [{id_: values[id_] for id_ in setting} for values in one.settings]
    assert both == [setting, setting]
    assert report(found).status == DIFFERENT


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (COMMON, "max(1, options.cap)"),
        (COMMON, "min(options.cap, 5000) if options.cap != none else none"),
        (PAIRS, "5 if options.more == 3 and options.more == 4 else 4"),
        (PAIRS, "5 if options.more > 90 else 4"),
        (PAIRS, "5 if options.strict and options.cap == 101 else 4"),
    ],
)
def test_what_no_accepted_value_can_show_is_proven(where: tuple[str, str], text: str) -> None:
    found = after(where, text)
    assert found.equal, found.gaps
    assert report(found).status == SAME


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        ("5 if options.more == 20 else 2", {1, 2, 19, 20, 21, 90}),
        ("max(4, min(options.more, 20))", {1, 2, 4, 20, 90}),
    ],
)
def test_beside_a_number_that_only_cuts_off_nothing_happens(text: str, tried: set[int]) -> None:
    """From 1 to 4, to 20 and to 90 it is the value or the number: the ends show all."""
    other = changed(("pay: 2,", f"pay: '{text}',"), text=TOWN)
    settings, left = settings_to_prove(core_of(TOWN), core_of(other), Renamed({}, {}))
    assert {one.before.get("more", 1) for one in settings} == tried
    assert left == ()


@pytest.mark.parametrize(
    ("condition", "setting"),
    [
        # where the share is 8 it is 5 less than the cap at 13, and at 24 and more it is 16 less
        ("product == 8 and capped(3 * share) - share == 5", {"cap": 13}),
        ("product == 8 and capped(3 * share) == 24 and options.cap < 25", {"cap": 24}),
        ("product == 4 and max(share, 11) + capped(40) == 11 + 37", {"cap": 37}),
        ("3 * options.more - 7 == 50", {"more": 19}),
        ("abs(2 * options.more - 101) == 3 and options.more > 50", {"more": 52}),
        ("min(4 * options.more, 100) - options.more == 74", {"more": 26}),
    ],
)
def test_the_one_value_that_shows_is_found_where_rules_calculate(
    condition: str, setting: dict[str, int]
) -> None:
    found = _fed(condition)
    assert found.proven
    values = [{id_: side[id_] for id_ in setting} for side in only(found).settings]
    assert values == [setting, setting]


@pytest.mark.parametrize(
    "condition",
    [
        "3 * options.more == 50",  # 16 and two thirds
        "2 * options.more > 180",  # 90 at most
        "capped(2 * share) > 2 * share",
        "product == 8 and capped(3 * share) == 25 and options.cap < 25",
    ],
)
def test_what_no_value_can_show_is_proven_where_rules_calculate(condition: str) -> None:
    assert _fed(condition).equal


def _fed(condition: str) -> Comparison:
    """One more from who fed it, if something is so."""
    after = f"fed, when: payer.fed, pay: 'share + (1 if {condition} else 0)',"
    return compared(TOWN, changed((FED, after), text=TOWN))


TWO_SWITCHES = (
    "options:\n",
    "options:\n  a: {default: false, assumed: x}\n  b: {default: false, assumed: x}\n",
)
EXTRA = "  also:\n    extra: {{when: {}, pay: {}, assumed: x}}\n  kong:\n"


def test_points_show_only_where_they_are_paid() -> None:
    """One option adds them, another pays them; in the value of a hand they are not."""
    town = changed(
        TWO_SWITCHES,
        ("may_win:\n", "points:\n  - {id: k, when: options.a, add: 1, assumed: x}\nmay_win:\n"),
        ("  kong:\n", EXTRA.format("options.b", "points")),
        text=TWO_COPIES,
    )
    found = compared(town, changed(("add: 1", "add: 2"), text=town))
    assert found.proven
    one = only(found)
    assert (one.settings, one.swing) == (({"a": True, "b": True},) * 2, 1)


def test_a_fan_shows_only_beside_another_where_a_row_asks_for_both() -> None:
    """Neither multiplies by anything, and each hangs on an option."""
    fan = "{{name: {{zh: 某, en: Some}}, times: 1, when: options.{}, assumed: x}}"
    town = changed(
        TWO_SWITCHES,
        ("  pungs:", f"  y: {fan.format('a')}\n  z: {fan.format('b')}\n  pungs:"),
        ("- {id: drew,", "- {id: both, when: fan.y and fan.z, pay: share + 1, assumed: x}\n"
         "    - {id: drew,"),
        text=TWO_COPIES,
    )  # fmt: skip
    found = compared(town, changed(("options.a,", "options.a and win.rank == 5,"), text=town))
    assert found.proven
    assert found.behavioural
    assert all(one.settings == ({"a": True, "b": True},) * 2 for one in found.behavioural)


def test_what_is_paid_shows_only_where_a_hand_may_win() -> None:
    """One option lets it, the other pays."""
    town = changed(
        TWO_SWITCHES,
        ("  - {id: cheap, when: options.strict and discard and product < 2, allowed: false",
         "  - {id: cheap, when: not options.a, allowed: false"),
        ("  strict: {default: false, assumed: test}\n", ""),
        ("  kong:\n", EXTRA.format("options.b", "1")),
        text=TWO_COPIES,
    )  # fmt: skip
    found = compared(town, changed(("options.b, pay: 1", "options.b, pay: 3"), text=town))
    assert found.proven
    one = only(found)
    assert (one.settings, one.swing) == (({"a": True, "b": True},) * 2, 3 - 1)


def test_more_tiles_are_turned_than_menus_offer() -> None:
    """Each tile scores 1, and from seven on it shows that no more than 6 are paid."""
    turned = "horses:\n  draw: [{id: d, number: options.n, assumed: x}]\n"
    turned += "  hits: [{id: h, points: 1, assumed: x}]\npay:\n  win:"
    more = "{default: 1, offered: [1, 2], accepts: {from: 1, to: 10}, assumed: x}"
    town = changed(
        ("options:\n", f"options:\n  n: {more}\n"),
        ("pay:\n  win:", turned),
        ("  kong:\n", EXTRA.format("owed > 0", "horses")),
        text=TWO_COPIES,
    )
    cores = core_of(town), core_of(changed(("pay: horses", "pay: 'min(horses, 6)'"), text=town))
    found = compare(*cores, ("before", "after"))
    assert found.proven
    one = only(found)
    assert one.settings[0]["n"] in range(7, 11)
    assert one.widest == 10 - 6


def test_a_value_that_rules_calculate_with_is_left_open() -> None:
    """It shows for 11, 48 and 85: these are neither written there nor beside what is."""
    found = after(PAIRS, "5 if (options.more + 9) % 37 == 20 else 4")
    assert [(gap.key, dict(gap.params)) for gap in found.gaps] == [("values", {"options": "more"})]
    assert not found.behavioural
    assert not found.equal
    assert report(found).status == NOT_PROVEN


ALSO = ("  kong:\n", "  also:\n    extra: {when: owed > 0, pay: 1, assumed: x}\n  kong:\n")


def test_whether_anything_is_owed_no_cap_decides() -> None:
    """A share is at least 1 whatever the cap."""
    found = compared(BASE, changed(ALSO))
    assert found.proven
    assert only(found).rules == ("pay.also.extra",)
    assert (only(found).swing, only(found).widest) == (1, 1)


def test_what_waits_are_worth_is_bounded_by_the_cap_as_a_share_is() -> None:
    """From 1 to 100, and without a cap, the dearest wait is worth at least 1, and is paid."""
    waits = (
        "  drawn:\n",
        "  drawn:\n    - {id: best, when: payee.ready, pay: 2 * payee.best, assumed: x}\n",
    )
    found = compared(BASE, changed(waits))
    assert found.proven
    assert {one.rules for one in found.behavioural} == {("pay.drawn.best",)}


def test_whether_anything_is_owed_may_hang_on_a_value() -> None:
    """Where one who fed it pays nothing up to 40, the value must be looked at."""
    own = changed(
        MORE, (FED, "fed, when: payer.fed, pay: 'max(0, options.more - 40)',"), text=TWO_COPIES
    )
    found = compared(own, changed(ALSO, text=own))
    assert found.proven
    assert only(found).kind == "payment"
    cores = core_of(own), core_of(changed(ALSO, text=own))
    settings, _ = settings_to_prove(*cores, Renamed({}, {}))
    assert {40, 41} <= {one.before.get("more") for one in settings}


def test_what_no_changed_rule_calculates_with_leaves_nothing_open() -> None:
    own = changed(
        MORE,
        (FED, "fed, when: payer.fed, pay: 'share % options.more',"),
    )
    kong = changed(("pay: 2,", "pay: '2 if options.more < 50 else 3',"), text=own)
    found = compared(own, kong)
    assert found.proven
    assert only(found).rules == ("pay.kong.given",)


def test_too_many_combinations_are_left_open() -> None:
    """Eight switches are 256; the difference shows where all are on."""
    ids = [f"switch_{number}" for number in range(8)]
    lines = "".join(f"  {id_}: {{default: false, assumed: x}}\n" for id_ in ids)
    town = changed(("options:\n", "options:\n" + lines), text=TWO_COPIES)
    every = " and ".join(f"options.{id_}" for id_ in ids)
    found = compared(town, changed((PAIRS[0], PAIRS[1].format(f"5 if {every} else 4")), text=town))
    assert [gap.key for gap in found.gaps] == ["combinations"]
    assert report(found).status == NOT_PROVEN


def test_the_largest_swing_is_that_of_any_option() -> None:
    """All pairs: 4 or 5; with `more` at 2 it is 4 or 9. Shown and last of all double it each."""
    found = after(PAIRS, "9 if options.more == 2 else 5")
    one = only(found)
    assert one.settings == ({}, {})
    assert (one.swing, one.widest) == ((5 - 4) * 4, (9 - 4) * 4)
    assert one.shows < one.tried


MANY = "count(k.held == 2 for k in kinds) >= options.twos"


def _with_twos(default: int) -> str:
    option = f"options:\n  twos: {{default: {default}, offered: [8, 7, 6], assumed: x}}\n"
    return changed(("options:\n", option), text=TWO_COPIES)


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("- {id: any,", f"when: {MANY}, allowed: false"),
        ("- {id: drew,", f"when: self_draw and {MANY}, pay: share + 1"),
        ("- {id: high,", f"when: {MANY}, at: 1"),
    ],
)
def test_a_table_that_holds_the_hand_against_an_option(before: str, says: str) -> None:
    """Under one choice two hands may be alike to the rules, and under the next they are not."""
    line = next(line for line in BASE.splitlines() if before in line)
    indent = line[: line.index("-")]
    row = f"{{id: many, {says}, assumed: x}}"
    added = (before, f"- {row}\n{indent}{before}")
    found = compared(_with_twos(8), changed(added, text=_with_twos(8)))
    assert found.proven
    one = only(found)
    assert [dict(side) for side in one.settings] == [{"twos": 6}] * 2
    expected = one_by_one(_with_twos(6), changed(added, text=_with_twos(6)), one.kind)
    assert isinstance(one.witness, WonHand)
    told = Counted(one.count, one.of, one.swing, format_hand(one.witness.hand))
    assert told == expected
