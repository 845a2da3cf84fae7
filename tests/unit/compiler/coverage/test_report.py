"""What examples reach of the rules of a toy, counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import Item, items_of, percent, tally

from ..toy import HEAD, PUNGS, RULES, toy

if TYPE_CHECKING:
    from pathlib import Path

ROUND = """\
  - id: drawn
    why: the first to have revealed pays who has not
    round: {dealer: 0, revealed: [0, 1], end: {kind: drawn}}
    expect: {totals: [-1, 0, 1]}
"""
OWED = """\
  - id: owed
    why: nothing scores
    hand: "1113335567p[999p]+8p"
    expect: {fans: [], owed: 1, may_win: true}
"""
KONG = """\
  - id: kongs
    why: hidden ones pay
    round:
      dealer: 0
      kongs: [{by: 0, kind: concealed, tile: 1p}, {by: 1, kind: added, tile: 2p}]
      end: {kind: drawn}
    expect: {totals: [4, -2, -2]}
"""
COURSE = """\
  - {id: kong, why: may be, asked: {table: turn.kong, kong.direct: true}, expect: {allowed: true}}
  - {id: pung, why: may be made, asked: {table: turn.pung}, expect: {rules: [turn.pung.else]}}
  - {id: reveal, why: may be done, asked: {table: turn.reveal}, expect: {allowed: true}}
  - {id: missed, why: no win, asked: {table: turn.missed}, expect: {allowed: false}}
  - {id: next, why: the dealer stays, asked: {table: dealer}, expect: {next: dealer}}
"""
PAIRS = """\
  - id: pairs
    why: seven pairs
    hand: "1122334455667p+7p"
    expect: {product: 3, has: [pairs], lacks: [pungs]}
"""


def items(*examples: str) -> dict[tuple[str, str], Item]:
    found = items_of(family(toy(*examples)))
    return {(item.unit.rule, item.unit.part): item for item in found}


def test_every_rule_row_and_part_is_there_once() -> None:
    found = items()
    assert {key: item.unit.needs for key, item in found.items()} == {
        ("fans.pairs", ""): ("fired", "vetoed"),
        ("fans.pungs", ""): ("fired", "vetoed"),
        ("fans.pungs", "triplets == 4"): ("true", "false"),
        ("fans.pungs", "seven_pairs"): ("true", "false"),
        ("cap.all", ""): ("fired",),
        ("may_win.all", ""): ("fired",),
        ("pay.win.all", ""): ("fired",),
        ("pay.kong.hidden", ""): ("fired", "vetoed"),
        ("pay.kong.nobody", ""): ("fired",),
        ("pay.drawn.first", ""): ("fired", "vetoed"),
        ("pay.drawn.first", "payer.first_revealed"): ("true", "false"),
        ("pay.drawn.first", "payee.revealed"): ("true", "false"),
        ("pay.drawn.nobody", ""): ("fired",),
        ("turn.kong.else", ""): ("fired",),
        ("turn.pung.else", ""): ("fired",),
        ("turn.reveal.else", ""): ("fired",),
        ("turn.missed.else", ""): ("fired",),
        ("dealer.drawn", ""): ("fired",),
    }
    assert tally(found.values()) == (0, 26)
    assert not any(item.inherited for item in found.values())


def test_a_hand_shows_what_it_speaks_of() -> None:
    found = items(PUNGS)
    seen = {key: dict(item.seen) for key, item in found.items() if item.seen}
    assert seen == {
        ("fans.pairs", ""): {"vetoed": "pungs"},
        ("fans.pungs", ""): {"fired": "pungs"},
        ("fans.pungs", "triplets == 4"): {"true": "pungs"},
        ("fans.pungs", "seven_pairs"): {"false": "pungs"},
        ("cap.all", ""): {"reached": "pungs", "fired": "pungs"},
    }


def test_a_hand_that_says_what_is_owed_speaks_of_all_tables_it_goes_through() -> None:
    found = items(OWED)
    assert found["may_win.all", ""].missing == ()
    assert found["pay.win.all", ""].missing == ()
    assert found["fans.pairs", ""].missing == ("fired",)


def test_naming_fans_is_not_naming_those_that_are_absent() -> None:
    """`has` and a price say nothing of a fan that does not score, `lacks` does."""
    hand = '  - {id: it, why: so, hand: "1122334455667p+7p", expect: '
    assert items(hand + "{has: [pairs]}}\n")["fans.pungs", ""].seen == {}
    assert items(hand + "{product: 3}}\n")["fans.pungs", ""].seen == {}
    assert items(hand + "{lacks: [pungs]}}\n")["fans.pungs", ""].seen == {"vetoed": "it"}
    assert items(hand + "{shape: seven_pairs}}\n")["fans.pairs", ""].seen == {}


def test_rounds_show_rows_that_decide_and_rows_that_are_passed_over() -> None:
    found = items(ROUND)
    assert found["pay.drawn.first", ""].missing == ()
    assert found["pay.drawn.first", "payer.first_revealed"].missing == ()
    assert found["pay.drawn.first", "payee.revealed"].missing == ()
    assert found["pay.drawn.nobody", ""].missing == ()
    assert found["pay.kong.hidden", ""].seen == {}


def test_what_tables_about_a_round_are_asked_shows_the_rows_down_to_the_one_that_decides() -> None:
    rules = RULES.replace(
        "kong: [{id: else,",
        "kong: [{id: late, when: kong.added and not kong.fresh, allowed: false, assumed: test}, "
        "{id: never, when: wall.left == 0, allowed: false, assumed: test}, {id: else,",
    )
    late = (
        "  - {id: late, why: not at once, asked: {table: turn.kong, kong.added: true}, "
        "expect: {allowed: false}}\n"
    )
    found = {
        (item.unit.rule, item.unit.part): dict(item.seen)
        for item in items_of(family(f"{HEAD}{rules}examples:\n{late}"))
        if item.unit.rule.startswith("turn.kong.")
    }
    assert found == {
        ("turn.kong.late", ""): {"reached": "late", "fired": "late"},
        ("turn.kong.late", "kong.added"): {"true": "late"},
        ("turn.kong.late", "kong.fresh"): {"false": "late"},
        ("turn.kong.never", ""): {},
        ("turn.kong.else", ""): {},
    }


def test_together_they_reach_everything() -> None:
    found = items(PUNGS, OWED, ROUND, KONG, PAIRS, COURSE)
    assert [key for key, item in found.items() if item.missing] == []


def test_an_example_that_fails_shows_nothing() -> None:
    wrong = PUNGS.replace("value: 2", "value: 4")
    assert all(not item.seen for item in items(wrong).values())
    assert family(toy(wrong, PAIRS))[0].failing == 1


def test_a_fan_that_is_replaced_has_neither_scored_nor_been_vetoed() -> None:
    rules = RULES.replace("times: 3,", "times: 3, replaces: [pungs],").replace(
        "triplets == 4 and not seven_pairs", "triplets == 4 or seven_pairs"
    )
    found = items_of(family(f"{HEAD}{rules}examples:\n{PAIRS}"))
    pungs = next(item for item in found if item.unit.rule == "fans.pungs" and not item.unit.part)
    assert pungs.seen == {"superseded": "pairs"}
    assert pungs.missing == ("fired", "vetoed")


def test_percent_is_never_rounded_up() -> None:
    assert percent(999, 1000) == 99.9
    assert percent(9999, 10000) == 99.9
    assert percent(2, 3) == 66.6
    assert percent(0, 0) == percent(5, 5) == 100.0


@pytest.mark.parametrize("abstract", [True, False])
def test_what_is_inherited_is_tried_by_the_examples_of_those_that_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    """An abstract ruleset has no examples, so those of its children must do."""
    monkeypatch.chdir(tmp_path)
    base = HEAD + "abstract: true\n" + RULES if abstract else toy(PUNGS, KONG)
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    child = HEAD.replace("toy", "child") + (
        "extends: base.yaml\n"
        "fans:\n  pairs: {times: 4, assumed: dearer here}\n"
        "examples:\n" + PAIRS.replace("product: 3", "product: 4")
    )
    (tmp_path / "child.yaml").write_text(child, "utf-8")
    found = items_of(family("child.yaml"))
    by_rule = {(item.unit.rule, item.unit.part): item for item in found}
    pairs = by_rule["fans.pairs", ""]
    assert (pairs.inherited, pairs.unit.span.text, pairs.seen) == (False, "4", {"fired": "pairs"})
    assert all(item.inherited for key, item in by_rule.items() if key != ("fans.pairs", ""))
    pungs = by_rule["fans.pungs", ""].seen
    if abstract:
        assert pungs == {"vetoed": "pairs"}
        assert by_rule["pay.kong.hidden", ""].seen == {}
        assert family("base.yaml") == ()
    else:
        assert pungs == {"vetoed": "pairs", "fired": "pungs"}
        assert by_rule["pay.kong.hidden", ""].missing == ()
