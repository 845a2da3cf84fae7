"""Examples of what no table decides: tiles, facts of a round, fouls, what options offer."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.examples.said import fact_of, said_by_program, said_by_ruleset
from kawuxing.compiler.examples.written import example_text
from kawuxing.compiler.library import builtins

from .test_asked import only, run

PLAYED = [one.id for one in builtins() if not one.abstract]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("turn.precedence", "[win, kong, pung]"),
        ("turn.winners", "many"),
        ("turn.tail", "true"),
        ("turn.reveal_anytime", "false"),
        ("turn.must", "[]"),
        ("table.at_table.out", "nobody"),
        ("table.tiles.suits", "[bamboos, dots]"),
        ("table.tiles.suits", "[dots, bamboos]"),
        ("table.tiles.dragons", "[red, green, white]"),
        ("table.tiles.copies", "4"),
        ("fouls.short_hand", "no_win"),
        ("options.cap.offered", "[8, 16, 32, none]"),
    ],
)
def test_facts(fact: str, said: str) -> None:
    outcome = only(f"id: x, asked: {{fact: {fact}}}, expect: {{said: {said}}}")
    assert outcome.passed
    assert fact_of(outcome.example) == fact


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("turn.precedence", "[kong, win, pung]"),  # the order matters
        ("turn.winners", "one"),
        ("fouls.short_hand", "[no_win, no_kong]"),
        ("fouls.short_hand", "[]"),
        ("options.cap.offered", "[8, 16, none]"),
        ("table.tiles.suits", "dots"),
    ],
)
def test_another_fact_is_a_difference(fact: str, said: str) -> None:
    outcome = only(f"id: x, asked: {{fact: {fact}}}, expect: {{said: {said}}}")
    assert [one.key for one in outcome.differences] == ["said"]
    assert outcome.disagreements == ()


def test_what_follows_from_a_foul_is_all_said() -> None:
    text = (
        "kawuxing: 1\nvariant: x\nname: {zh: 名, en: Name}\nextends: hubei\n"
        "fouls:\n  swap: {may_win: false, may_kong: false, kong_money: last_void, assumed: x}\n"
        "  seen: {assumed: x}\n"
    )
    said = said_by_ruleset(load_ruleset(text))
    assert said["fouls.swap"] == ("no_win", "no_kong", "last_void")
    assert said["fouls.seen"] == ()


@pytest.mark.parametrize("id_", PLAYED)
def test_modules_say_what_rulesets_say(id_: str) -> None:
    core = check(load_ruleset(id_), Sink())
    assert core is not None
    program = run_module(compile_core(core)).program
    assert said_by_program(program) == said_by_ruleset(core.ruleset)


@pytest.mark.parametrize(
    ("example", "code"),
    [
        ("asked: {fact: turn.winner}, expect: {said: many}", "KWX2282"),
        ("asked: {fact: fouls.unheard_of}, expect: {said: []}", "KWX2282"),
        ("asked: {fact: anything at all}, expect: {said: many}", "KWX2282"),
        ("asked: {table: turn.chain, kong.added: true}, expect: {allowed: true}", "KWX2285"),
        ("asked: {fact: turn.winners}, expect: {allowed: true}", "KWX2272"),
        ("asked: {fact: turn.winners}, options: {cap: 8}, expect: {said: many}", "KWX2272"),
        ("asked: {fact: turn.winners, wall.left: 3}, expect: {said: many}", "KWX2201"),
        ("asked: {table: turn.pung}, expect: {said: many}", "KWX2272"),
    ],
)
def test_what_cannot_be_asked(example: str, code: str) -> None:
    _, codes = run(f"id: x, {example}")
    assert codes == [code]


def test_it_is_written_as_an_author_would() -> None:
    outcome = only("id: x, asked: {fact: turn.precedence}, expect: {said: [win, kong, pung]}")
    text = example_text(outcome.example)
    assert "asked: {fact: turn.precedence}" in text
    assert "expect: {said: [win, kong, pung]}" in text
