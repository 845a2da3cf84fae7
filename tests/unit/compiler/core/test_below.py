"""`otherwise`: what the rows below a row give, spelled out in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.coverage.spoken import spoken_of
from kawuxing.compiler.coverage.units import units, watches_of
from kawuxing.compiler.diff.compare import compare

from ..diff.variants import changed, compared, core_of, only

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Row

HEAD = "kawuxing: 1\nvariant: below\nname: {zh: 下, en: Below}\nextends: hubei\n"
MONEY = (
    HEAD
    + """\
pay:
  win: {twice: {place: first, when: winner.revealed, pay: 2 * otherwise + 1, assumed: a test}}
  also:
    first: {place: first, when: self_draw, pay: otherwise * 10, assumed: a test}
    two: {pay: 2, assumed: a test}
    three: {when: winner.revealed, pay: 3, assumed: a test}
  kong: {more: {place: first, pay: otherwise + 7, when: kong.chain >= 2, assumed: a test}}
points:
  all: {when: self_draw, add: 5 + otherwise, assumed: a test}
  last: {add: 1 + otherwise, assumed: a test}
may_win: {never: {place: first, when: otherwise and last_tile, allowed: false, assumed: a test}}
cap: {less: {place: first, when: self_draw, at: "min(otherwise, 4)", assumed: a test}}
"""
)
CHICKEN, CLOSED = "1167p123789s777z+5p", "4556p123789s777z+5p"


def row(text: str, table: str, id_: str) -> Row:
    tables = {one.kind: one for one in core_of(text).tables}
    return next(one for one in tables[table].rows if one.id == id_)  # type: ignore[index]


def test_what_rows_give_with_it() -> None:
    """By hand: the rows of the parent below, as the text of each says."""
    rules = kawuxing.load(MONEY)
    drawn = rules.score(CHICKEN, by="self_draw")
    assert drawn.points == 5 + 1 + 1  # the last has nothing below it, which adds nothing
    assert drawn.owed == 1 + 10 * 2 + 2
    shown = rules.score(CHICKEN, by="self_draw", revealed=True)
    assert shown.owed == (2 * 2 + 1) + 10 * (2 + 3) + 2 + 3
    fed = rules.score(CHICKEN, by="discard")
    assert (fed.points, fed.owed) == (1, 1 + 2)


def test_truths_and_limits_may_ask_it_too() -> None:
    rules = kawuxing.load(MONEY)
    assert rules.score(CLOSED, by="self_draw").may_win
    assert not rules.score(CLOSED, by="self_draw", events=["last_tile"]).may_win
    pure = "1111234678999p+5p"
    assert kawuxing.load("hubei").score(pure, by="self_draw").value > 4
    assert rules.score(pure, by="self_draw").value == 4  # of a cap that is none, too


def test_its_range_is_that_of_the_rows_below() -> None:
    """In the parent a kong is paid with nothing at least, and with 2 * 2 ** 15 at most."""
    found = row(MONEY, "pay.kong", "more").result.type
    assert (found.low, found.high) == (7, 2**16 + 7)
    also = row(MONEY, "pay.also", "first").result.type
    assert (also.low, also.high) == (20, 50)


def test_it_is_written_out_where_it_stands() -> None:
    """No two rows have the same below them, so it has no name of its own in a module."""
    text = compile_core(core_of(MONEY)).text
    assert "otherwise" not in text
    assert "2 * (w.value" in text


def test_a_row_below_that_changes_changes_what_stands_on_it() -> None:
    more = MONEY + "dealer: {won: {note: as ever}}\n"
    changed = more.replace("two: {pay: 2,", "two: {pay: 4,")
    found = compare(core_of(more), core_of(changed), ("a", "b")).behavioural
    assert {rule for one in found for rule in one.rules} == {"pay.also.two"}
    assert max(one.swing for one in found) == 2 + 10 * 2


BUILT_ON = """\
    - {id: twice, when: payer.revealed, pay: 2 * otherwise, assumed: test}
    - {id: shown, when: payer.revealed and not payee.revealed, pay: 1,"""


def test_an_answer_is_another_because_of_the_row_it_is_built_on() -> None:
    """Twice 1 is paid, then twice 3, and then nothing, since nothing is left to pay twice."""
    shown = "    - {id: shown, when: payer.revealed and not payee.revealed, pay: 1,"
    before = changed((shown, BUILT_ON))
    dearer = changed(("pay: 1,", "pay: 3,"), text=before)
    gone = changed((f"{shown} assumed: test}}\n", ""), text=before)
    for after, paid in ((dearer, 6), (gone, 0)):
        one = only(compared(before, after))
        assert (one.rules, one.before, one.after) == (("pay.drawn.shown",), 2, paid)


def test_what_an_example_shows_it_shows_of_the_rows_below_too() -> None:
    """The first row doubles the second, which is why the third is not looked at."""
    text = changed(
        (
            "    - {id: shown, when: payer.revealed and not payee.revealed, pay: 1,",
            f"{BUILT_ON} assumed: test}}\n"
            "    - {id: unseen, when: payer.revealed and not payee.revealed, pay: 5,",
        )
    )
    example = (
        "examples:\n  - id: drawn\n    why: twice one\n"
        "    round: {dealer: 0, revealed: [0], end: {kind: drawn}}\n"
        "    expect: {totals: [-4, 2, 2]}\n"
    )
    members = family(text + example)
    seen = {item.unit.rule: set(item.seen) for item in items_of(members) if not item.unit.part}
    # whoever has not revealed pays nothing, by the last row
    assert seen["pay.drawn.twice"] == {"reached", "fired", "vetoed"}
    assert seen["pay.drawn.shown"] == {"reached", "fired", "vetoed"}
    assert seen["pay.drawn.unseen"] == {"reached", "vetoed"}
    (applying, _) = spoken_of(members[0])["drawn"]
    assert {"pay.drawn.twice", "pay.drawn.shown", "pay.drawn.nobody"} <= applying
    assert "pay.drawn.unseen" not in applying


def test_rows_below_are_counted_where_they_stand() -> None:
    places = {unit.rule for unit in units(watches_of(core_of(MONEY)))}
    assert "define.otherwise" not in places


@pytest.mark.parametrize(
    "text",
    [
        "may_win: [{id: else, allowed: otherwise, assumed: a test}]\n",
        "define: {some: otherwise}\n"
        "may_win: {e: {place: first, when: some, allowed: false, assumed: a}}\n",
        "define: {some: otherwise == 1}\n",
    ],
)
def test_without_rows_below_it_means_nothing(text: str) -> None:
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(HEAD + text)
    assert [one.code for one in caught.value.diagnostics] == ["KWX2441"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dealer: {won: {when: otherwise, assumed: a test}}\n", "KWX2404"),
        ("fans: {qidui: {when: otherwise, assumed: a test}}\n", "KWX2404"),
        ("define: {otherwise: 3}\n", "KWX2302"),
        (
            "may_win:\n"
            "  e: {place: first, when: any(otherwise for s in sets), allowed: true, assumed: a}\n",
            "KWX2410",
        ),
        (
            "cap: {e: {place: first, when: self_draw, at: 2 * otherwise, assumed: a test}}\n",
            "KWX2422",
        ),
    ],
)
def test_where_it_cannot_stand(text: str, code: str) -> None:
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(HEAD + text)
    assert code in {one.code for one in caught.value.diagnostics}


def test_a_mistake_below_is_told_once() -> None:
    text = MONEY.replace("three: {when: winner.revealed,", "three: {when: winner.reveald,")
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(text)
    assert [one.code for one in caught.value.diagnostics] == ["KWX2409"]


def test_rows_that_double_each_other_do_not_grow_without_end() -> None:
    rows = "".join(
        f"  r{at}: {{pay: otherwise + otherwise, when: self_draw, assumed: a test}}\n"
        for at in range(40)
    )
    with pytest.raises(kawuxing.RulesetError) as caught:
        kawuxing.load(f"{HEAD}pay:\n  also:\n" + rows.replace("  r", "    r"))
    assert {one.code for one in caught.value.diagnostics} <= {"KWX2434", "KWX2435"}
