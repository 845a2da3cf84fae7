"""The tables about a round: both evaluators, every value, and what the texts say of the towns."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.flow import situation_text, situations
from kawuxing.compiler.interpret.judge import all_options, decide
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.resolved.nodes import FLOW_KINDS, TableKind
from kawuxing.runtime.situations import (
    Flow,
    Foul,
    HandEnded,
    KongAsked,
    MissedAsked,
    PungAsked,
    RevealAsked,
)

from .towns import over_base

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator
    from kawuxing.runtime.situations import Asked

TOWNS = [id_ for id_ in builtin_ids() if not load_ruleset(id_).abstract]
BOTH = (False, True)
WALL = (0, 1, 2, 10)


@cache
def core_of(variant: str) -> Core:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return core


@cache
def module_of(variant: str) -> Evaluator[Any]:
    return run_module(compile_core(core_of(variant)))


def every_value() -> dict[TableKind, Iterator[Asked]]:
    """All combinations of values, those that cannot be included."""
    values = (1, 2, 3, 4, 8, 16, 64)
    return {
        "turn.kong": (
            KongAsked(*kong, *effect, *turn, old, left)
            for kong in product(BOTH, BOTH, BOTH, BOTH)
            for effect in product(BOTH, BOTH, BOTH, BOTH)
            for turn in product(BOTH, BOTH)
            for old in (0, 1, 4)
            for left in WALL
        ),
        "turn.pung": (PungAsked(*facts) for facts in product(BOTH, WALL)),
        "turn.reveal": (RevealAsked(*facts) for facts in product(BOTH, WALL)),
        "turn.missed": (MissedAsked(*facts) for facts in product(values, values, BOTH, BOTH)),
        "dealer": (
            HandEnded(*facts) for facts in product(range(4), BOTH, BOTH, range(5), (0, 1, 2, 12))
        ),
    }


@pytest.mark.parametrize("variant", TOWNS)
@pytest.mark.parametrize("kind", FLOW_KINDS)
def test_both_evaluators_answer_alike_whatever_is_asked(variant: str, kind: TableKind) -> None:
    rules, core = module_of(variant), core_of(variant)
    tyrants = BOTH if kind == "dealer" else (False,)
    bound = [(rules.load(tyrant_dealer=one).options, {"tyrant_dealer": one}) for one in tyrants]
    answer, rows = rules.program.answers[kind], rules.program.rows[kind]
    tried = 0
    for asked in every_value()[kind]:
        for options, given in bound:
            said, row = answer(asked, options)
            expected = decide(core, kind, asked, all_options(core, given))
            assert (said, rows[row].id) == expected, asked
            tried += 1
    assert tried >= 8


# What the texts say, written down by hand.


def kong_of_the_full_text(c: KongAsked) -> str:
    if c.wall_left == 0:
        return "last_tile"
    if c.kong_added and not c.kong_fresh:
        return "added_late"
    if not c.turn_drew and not c.kong_direct:
        return "after_pung"
    if c.konger_revealed and not c.kong_added and not c.kong_fixed:
        return "revealed"
    return "else"


def kong_of_the_article(c: KongAsked) -> str:
    if c.konger_revealed and not c.kong_keeps_waits:
        allowed = kong_of_the_full_text(c)
        return "revealed" if allowed in {"revealed", "else"} else allowed
    return {"revealed": "else"}.get(kong_of_the_full_text(c), kong_of_the_full_text(c))


def pung(c: PungAsked) -> str:
    if c.wall_left == 0:
        return "final"
    return "revealed" if c.punger_revealed else "else"


def reveal(c: RevealAsked) -> str:
    return "else" if c.wall_left else "last_tile"


def missed_in_the_full_text(_c: MissedAsked) -> str:
    return "else"


def missed_in_the_article(c: MissedAsked) -> str:
    return "dearer" if c.value > c.passed_value else "else"


def dealer(c: HandEnded) -> str:
    return ("drawn", "won", "two_winners", "two_winners")[c.winners]


ALLOWED = {"turn.kong": {"else"}, "turn.pung": {"else"}, "turn.reveal": {"else"}}
NEXT = {"tyrant": "dealer", "two_winners": "discarder", "won": "winner", "drawn": "dealer"}
FULL: dict[TableKind, Callable[[Any], str]] = {
    "turn.kong": kong_of_the_full_text,
    "turn.pung": pung,
    "turn.reveal": reveal,
    "turn.missed": missed_in_the_full_text,
    "dealer": dealer,
}
ARTICLE = FULL | {"turn.kong": kong_of_the_article, "turn.missed": missed_in_the_article}
TEXTS = {"hubei": FULL, "suizhou": FULL, "xiangyang": ARTICLE, "xiaogan": ARTICLE}


@pytest.mark.parametrize("variant", sorted(TEXTS))
@pytest.mark.parametrize("kind", FLOW_KINDS)
def test_the_towns_say_what_the_texts_say(variant: str, kind: TableKind) -> None:
    rules = module_of(variant)
    answer, rows = rules.program.answers[kind], rules.program.rows[kind]
    for asked in every_value()[kind]:
        said, row = answer(asked, rules.options)
        expected = TEXTS[variant][kind](asked)
        assert rows[row].id == expected, asked
        if kind == "dealer":
            assert said == NEXT[expected]
        else:
            assert said is (expected in ALLOWED.get(kind, {"dearer"}))


@pytest.mark.parametrize("variant", sorted(TEXTS))
def test_a_tyrant_deals_until_they_pay_for_a_win(variant: str) -> None:
    rules = module_of(variant).load(tyrant_dealer=True)
    for asked in every_value()["dealer"]:
        assert isinstance(asked, HandEnded)
        said, _ = rules.program.next_dealer(asked, rules.options)
        assert said == ("dealer" if not asked.dealer_lost else NEXT[dealer(asked)])


@pytest.mark.parametrize("variant", sorted(TEXTS))
def test_the_facts_of_the_towns(variant: str) -> None:
    barred = Foul(may_win=False)
    fouls = {"short_hand": barred, "long_hand": barred}
    assert module_of(variant).program.flow == Flow(fouls=fouls)


def test_facts_reach_the_program() -> None:
    town = over_base(
        "table: {at_table: {out: watches}, assumed: x}\n"
        "turn: {precedence: [kong, win, pung], winners: one, tail: false, reveal_anytime: true,\n"
        "  must: [announced_kong], assumed: x}\n"
        "fouls: {swap: {may_kong: false, kong_money: last_void, assumed: x}}\n"
    )
    assert town.diagnostics == ()
    assert town.ruleset is not None
    core = check(town.ruleset, Sink())
    assert core is not None
    assert run_module(compile_core(core)).program.flow == Flow(
        at_table=4,
        out="watches",
        precedence=("kong", "win", "pung"),
        winners="one",
        tail=False,
        reveal_anytime=True,
        must=("announced_kong",),
        fouls={"swap": Foul(may_kong=False, kong_money="last_void")},
    )


# Which situations there are.


def of(fragment: str, kind: TableKind) -> tuple[Any, ...]:
    town = over_base(fragment)
    assert town.ruleset is not None
    core = check(town.ruleset, Sink())
    assert core is not None
    return situations(kind, [core])


def test_what_cannot_be_is_not_asked() -> None:
    kongs = of("", "turn.kong")
    assert len(kongs) == len(set(kongs))
    for one in kongs:
        assert one.kong_concealed + one.kong_direct + one.kong_added == 1
        assert not (one.kong_direct and one.turn_drew)
        assert not (one.kong_announced and not one.konger_revealed)
        assert one.kong_fresh or not one.kong_keeps_ready
        assert one.kong_keeps_ready or not one.kong_keeps_waits
        if one.kong_added and one.kong_fresh and one.konger_revealed:
            assert one.kong_fixed  # the pung lies on the table, and who has revealed waits
        if one.kong_fixed and not one.kong_added:
            assert one.kong_keeps_ready
    assert {one.turn_own for one in of("", "turn.reveal")} == {True}
    anytime = of("turn: {reveal_anytime: true, assumed: x}\n", "turn.reveal")
    assert {one.turn_own for one in anytime} == {True, False}
    for ended in of("", "dealer"):
        assert ended.dealer_won + ended.dealer_lost <= ended.winners <= 2
    one_winner = of("turn: {winners: one, assumed: x}\n", "dealer")
    assert {one.winners for one in one_winner} == {0, 1}


def test_announced_kongs_are_asked_for_where_they_are_made() -> None:
    assert not any(one.kong_announced for one in of("", "turn.kong"))
    must = of("turn: {must: [announced_kong], assumed: x}\n", "turn.kong")
    assert any(one.kong_announced for one in must)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("wall.left < 4", {0, 1, 2, 3, 4, 5, 10}),
        ("wall.left == options.cap", {0, 1, 2, 7, 8, 9, 10, 15, 16, 17}),
        ("wall.left % 2 == 1", set(range(77))),
    ],
)
def test_numbers_are_tried_on_both_sides_of_what_is_written(when: str, expected: set[int]) -> None:
    row = f"{{before: else, when: {when}, allowed: false, assumed: x}}"
    pungs = of(f"turn: {{pung: {{some: {row}}}}}\n", "turn.pung")
    assert {one.wall_left for one in pungs} == expected


def test_a_situation_is_told_in_the_words_of_rules() -> None:
    assert situation_text(PungAsked(True, 0)) == "punger.revealed and wall.left == 0"
    assert situation_text(HandEnded(1, False, True, 2, 0)) == (
        "winners == 1 and dealer.lost and revealed == 2 and kongs == 0"
    )
    assert situation_text(MissedAsked(4, 2, True, False)) == (
        "value == 4 and passed.value == 2 and robbing"
    )
