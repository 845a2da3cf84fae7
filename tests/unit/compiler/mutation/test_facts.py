"""Changes of what no table decides, counted by hand; and rows that never hold at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.mutation.delta import delta_of
from kawuxing.compiler.mutation.facts import fact_changes
from kawuxing.compiler.mutation.kill import core_of
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.mutation.strangers import strangers

if TYPE_CHECKING:
    from kawuxing.compiler.mutation.run import Result

TOWN = """\
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
fouls:
  swap: {may_win: false, kong_money: void, assumed: x}
examples:
"""
SWAP = "  - {id: swap, why: x, asked: {fact: fouls.swap}, expect: {said: [no_win, void]}}\n"


def changes(rule: str, text: str = TOWN + SWAP) -> set[tuple[str, str]]:
    found = fact_changes(load_ruleset(text))
    return {(one.before, one.after) for one in found if one.rule == rule}


def test_changes_of_a_foul() -> None:
    assert changes("fouls.swap") == {
        ("no_win, void", "void"),
        ("no_win, void", "no_win, no_kong, void"),
        ("no_win, void", "no_win"),
        ("no_win, void", "no_win, last_void"),
    }


def test_changes_of_the_facts_of_a_round() -> None:
    assert changes("turn") == {
        ("win, kong, pung", "kong, win, pung"),
        ("win, kong, pung", "win, pung, kong"),
        ("many", "one"),
        ("true", "false"),  # from the tail
        ("false", "true"),  # at any time
        ("–", "announced_kong"),
    }


def test_changes_of_tiles_and_of_who_sits_out() -> None:
    assert changes("table") == {
        ("bamboos, dots", "bamboos"),
        ("bamboos, dots", "dots"),
        ("green, red, white", "green, red"),
        ("green, red, white", "green, white"),
        ("green, red, white", "red, white"),
        ("4", "3"),
        ("nobody", "rests"),
        ("nobody", "watches"),
    }


def test_a_change_of_a_fact_stands_where_the_fact_is_written() -> None:
    written = {
        one.rule: one.span.source.name
        for one in fact_changes(load_ruleset(TOWN + SWAP))
        if one.rule == "turn" or one.rule.startswith("fouls.s")
    }
    assert written == {
        "turn": "hubei.yaml",
        "fouls.short_hand": "hubei.yaml",
        "fouls.swap": "<text>",
    }


def of_the_swap(text: str) -> list[Result]:
    """What comes of changes of that foul; of the others it is said that examples notice them."""
    members = family(text)
    every = mutants_of(members[0].core.ruleset)
    others = {one.key for one in every if one.rule != "fouls.swap"}
    return [one for one in mutate(members, others) if one.mutant.key not in others]


def test_an_example_that_looks_it_up_notices() -> None:
    results = of_the_swap(TOWN + SWAP)
    assert {(one.status, one.by) for one in results} == {("killed", "swap")}
    assert len(results) == 4


@pytest.mark.slow
def test_without_one_it_is_shown() -> None:
    results = of_the_swap(TOWN.replace("examples:\n", ""))
    assert {one.status for one in results} == {"survived"}
    for one in results:
        assert one.catch is not None
        assert one.catch.example.given == {"asked": {"fact": "fouls.swap"}}
        assert one.catch.example.expect == {"said": ["no_win", "void"]}


@pytest.mark.parametrize(("text", "missing"), [(TOWN + SWAP, ()), (TOWN, ("fired",))])
def test_a_foul_must_be_asked_for(text: str, missing: tuple[str, ...]) -> None:
    text = text.removesuffix("examples:\n")
    (item,) = [one for one in items_of(family(text)) if one.unit.rule == "fouls.swap"]
    assert item.missing == missing


def swap_of(first: str, town: str) -> bool:
    ruleset = load_ruleset(town)
    base = core_of(ruleset)
    (mutant,) = [
        one
        for one in mutants_of(ruleset)
        if (one.kind, one.rule) == ("swapped", f"pay.win.{first}")
    ]
    changed = core_of(mutant.ruleset)
    assert base is not None
    assert changed is not None
    return strangers(delta_of(base, changed))


def test_rows_that_never_hold_at_once_are_strangers() -> None:
    """Nobody deals the tile of a self-draw; who pays double may be at either."""
    assert swap_of("self_draw", "yunmeng")
    assert not swap_of("revealed", "yunmeng")
    assert not swap_of("baohu", "hubei")  # it is a discard, too; and it asks an option


def test_only_a_swap_makes_strangers() -> None:
    ruleset = load_ruleset("yunmeng")
    base = core_of(ruleset)
    assert base is not None
    for one in mutants_of(ruleset):
        if one.rule == "pay.win.self_draw" and one.kind != "swapped":
            changed = core_of(one.ruleset)
            assert changed is not None
            assert not strangers(delta_of(base, changed))
