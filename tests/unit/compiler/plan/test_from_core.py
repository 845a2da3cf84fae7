"""Which atoms the questions of a ruleset become, and how the rules read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from kawuxing.compiler.core.nodes import (
    BOOL,
    AtomRead,
    Compare,
    Conditional,
    Const,
    Expr,
    Junction,
    Not,
    Quantified,
    int_type,
)
from kawuxing.compiler.plan.from_core import lower, lower_together
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.runtime.packed_readings import ATOMS_START

from ..core.rules import lowered, right

if TYPE_CHECKING:
    from kawuxing.compiler.plan.nodes import Plan

NOWHERE = Span(SourceText.of(""), 0, 0)


class Planned(NamedTuple):
    """A fan's condition over atoms, with the atoms: their element, question and greatest value."""

    when: Expr
    atoms: list[tuple[str, Expr, int]]


def plan_of(fragment: str) -> Plan:
    found = lowered(fragment)
    assert found.core is not None, found.diagnostics
    return lower(found.core)


def planned(when: str, define: str = "") -> Planned:
    fan = f"name: {{zh: 番, en: Fan}}, times: 2, when: '{when}', assumed: test"
    plan = plan_of(f"{define}fans:\n  asked: {{{fan}}}\n")
    (asked,) = [fan for fan in plan.fans if fan.id == "asked"]
    return Planned(asked.when, [(atom.element, atom.body, atom.high) for atom in plan.atoms])


def body_of(quantifier: str) -> Expr:
    expr = right(quantifier)
    assert isinstance(expr, Quantified)
    return expr.body


def count(index: int, high: int) -> AtomRead:
    return AtomRead(index, int_type(0, high), NOWHERE)


def truth(index: int = 0) -> AtomRead:
    return AtomRead(index, BOOL, NOWHERE)


def number(value: int) -> Const:
    return Const(value, int_type(value, value), NOWHERE)


IS_TRIPLET = body_of("any(s.triplet for s in sets)")
FOUR_HELD = body_of("any(k.held == 4 for k in kinds)")
ZERO = number(0)


def test_a_count_is_an_atom_as_it_stands() -> None:
    assert planned("count(s.triplet for s in sets) == 4") == (
        Compare("==", count(0, 4), number(4), BOOL, NOWHERE),
        [("set", IS_TRIPLET, 4)],
    )
    assert planned("count(k.held == 4 for k in kinds) >= 2") == (
        Compare(">=", count(0, 30), number(2), BOOL, NOWHERE),
        [("kind", FOUR_HELD, 30)],
    )


def test_any_and_all_compare_a_count_with_zero() -> None:
    assert planned("any(s.triplet for s in sets)") == (
        Compare(">", count(0, 4), ZERO, BOOL, NOWHERE),
        [("set", IS_TRIPLET, 4)],
    )
    assert planned("standard and all(s.triplet for s in sets)").when == Junction(
        "and",
        (right("standard"), Compare("==", count(0, 4), ZERO, BOOL, NOWHERE)),
        BOOL,
        NOWHERE,
    )
    assert planned("standard and all(s.triplet for s in sets)").atoms == [
        ("set", Not(IS_TRIPLET, BOOL, NOWHERE), 4)
    ]


def test_all_that_are_not_is_the_count_of_those_that_are() -> None:
    found = planned("all(not k.held == 4 for k in kinds)")
    assert found.when == Compare("==", count(0, 30), ZERO, BOOL, NOWHERE)
    assert found.atoms == [("kind", FOUR_HELD, 30)]


def test_a_condition_becomes_part_of_the_question() -> None:
    is_dragon = body_of("any(s.dragon for s in sets)")
    both = Junction("and", (is_dragon, IS_TRIPLET), BOOL, NOWHERE)
    assert planned("any(s.triplet for s in sets if s.dragon)").atoms == [("set", both, 4)]
    neither = Junction("and", (is_dragon, Not(IS_TRIPLET, BOOL, NOWHERE)), BOOL, NOWHERE)
    found = planned("standard and all(s.triplet for s in sets if s.dragon)")
    assert found.atoms == [("set", neither, 4)]


def test_a_sum_adds_numbers() -> None:
    held = body_of("sum(k.held for k in kinds)")
    assert planned("sum(k.held for k in kinds) > 9") == (
        Compare(">", count(0, 120), number(9), BOOL, NOWHERE),
        [("kind", held, 120)],
    )


def test_a_sum_with_a_condition_adds_nothing_for_the_others() -> None:
    held, is_dragon = body_of("sum(k.held for k in kinds)"), body_of("any(k.dragon for k in kinds)")
    (atom,) = planned("sum(k.held for k in kinds if k.dragon) > 3").atoms
    assert atom == ("kind", Conditional(is_dragon, held, ZERO, int_type(0, 4), NOWHERE), 120)


def test_what_is_asked_of_the_pair_alone_is_one_atom() -> None:
    when = "pair.rank in [2, 5, 8] and not pair.won"
    assert planned(when) == (truth(), [("pair", right(when), 1)])


def test_what_is_asked_of_the_winning_tile_alone_is_one_atom() -> None:
    when = "win.rank == 5 and (win.place == middle or win.held >= 3)"
    assert planned(when) == (truth(), [("win", right(when), 1)])


def test_of_what_is_asked_only_what_must_reads_an_option() -> None:
    """Atoms that read none serve all choices of options."""
    found = planned("win.rank == 5 and (options.tyrant or not win.held >= options.cap)")
    assert found.atoms == [
        ("win", right("win.held >= options.cap"), 1),
        ("win", right("win.rank == 5"), 1),
    ]
    asked = Not(truth(0), BOOL, NOWHERE)
    either = Junction("or", (right("options.tyrant"), asked), BOOL, NOWHERE)
    assert found.when == Junction("and", (either, truth(1)), BOOL, NOWHERE)


def test_questions_to_the_same_part_are_asked_together() -> None:
    found = planned("win.rank == 5 and self_draw and pair.dragon and win.place == middle")
    assert found.atoms == [
        ("win", right("win.rank == 5 and win.place == middle"), 1),
        ("pair", right("pair.dragon"), 1),
    ]
    assert found.when == Junction("and", (right("self_draw"), truth(0), truth(1)), BOOL, NOWHERE)


def test_equal_questions_share_an_atom() -> None:
    found = planned(
        "count(s.triplet for s in sets) >= 2 and many and any(x.triplet for x in sets)"
        " and (pair.dragon or self_draw) and (lucky or discard)",
        "define:\n  many: count(t.triplet for t in sets) > 1\n  lucky: not pair.dragon\n",
    )
    assert found.atoms == [("set", IS_TRIPLET, 4), ("pair", right("pair.dragon"), 1)]


def test_rules_of_a_variant_share_atoms_with_its_tables() -> None:
    plan = plan_of("cap:\n  middle: {when: triplets == 4, assumed: test}\n")
    again = plan_of(
        "cap:\n  middle: {when: triplets == 4, assumed: test}\n"
        "fans:\n  cheap: {when: triplets == 3, assumed: test}\n"
    )
    assert [atom.body for atom in plan.atoms] == [atom.body for atom in again.atoms] == [IS_TRIPLET]


def test_several_variants_can_share_atoms() -> None:
    cores = [
        lowered(f"fans:\n  cheap: {{when: {when}, assumed: test}}\n").core
        for when in ("triplets == 4", "win.pung and triplets == 3")
    ]
    plans = lower_together([core for core in cores if core is not None])
    assert plans[0].atoms == plans[1].atoms
    assert [atom.element for atom in plans[0].atoms] == ["set", "win"]


@pytest.mark.parametrize(
    ("when", "asked", "negated"),
    [
        ("pair.dragon", "pair.dragon", False),
        ("not pair.dragon", "pair.dragon", True),
        ("pair.rank != 5", "pair.rank != 5", False),
        ("not pair.dragon and pair.won", "not pair.dragon and pair.won", False),
        ("not pair.dragon or pair.won", "not (not pair.dragon or pair.won)", True),
        ("not (pair.dragon and pair.won)", "pair.dragon and pair.won", True),
        ("not pair.dragon and not pair.won", "not (not pair.dragon and not pair.won)", True),
        ("pair.rank not in [2, 5]", "pair.rank not in [2, 5]", False),
    ],
)
def test_an_atom_is_nothing_where_there_is_no_pair(when: str, asked: str, negated: bool) -> None:
    """What holds without a pair is the opposite of an atom, so that the sum of none is right."""
    found = planned(when)
    assert found.when == (Not(truth(), BOOL, NOWHERE) if negated else truth())
    assert found.atoms == [("pair", right(asked), 1)]


@pytest.mark.parametrize(
    ("when", "asked"),
    [
        ("pair.dragon == false", "pair.dragon"),
        ("pair.dragon == options.tyrant", "pair.dragon"),
        ("pair.dragon in [false]", "pair.dragon"),
        ("(1 if pair.dragon else 2) == 2", "pair.dragon"),
        ("(pair.dragon if pair.won else true) and discard", "pair.won"),
    ],
)
def test_what_an_absent_pair_would_answer_wrongly_is_asked_in_pieces(when: str, asked: str) -> None:
    atoms = planned(when).atoms
    assert atoms[0] == ("pair", right(asked), 1)
    assert all(atom[1].type == BOOL and atom[2] == 1 for atom in atoms)


def test_numbers_of_the_winning_tile_are_atoms_unless_negative() -> None:
    assert planned("win.held + chain > 3").atoms == [("win", right("win.held"), 4)]
    assert planned("win.held * 2 + 1 + chain > 3").atoms == [("win", right("win.held * 2 + 1"), 9)]
    assert planned("win.held - 3 + chain > 3").atoms == [("win", right("win.held"), 4)]


def test_a_choice_of_tiles_is_compared_tile_by_tile() -> None:
    found = planned("win.tile == (red if self_draw else 5p)")
    assert found.atoms == [
        ("win", right("win.tile == red"), 1),
        ("win", right("win.tile == 5p"), 1),
    ]
    assert found.when == Conditional(right("self_draw"), truth(0), truth(1), BOOL, NOWHERE)
    found = planned("(pair.rank if self_draw else 2 if discard else win.rank) in [2, 5]")
    assert [atom[0] for atom in found.atoms] == ["pair", "win"]


def test_an_option_may_stand_in_a_comparison_only() -> None:
    compared = "win.held + 1 == options.cap"
    assert planned(compared).atoms == [("win", right(compared), 1)]
    assert planned("win.pung and options.tyrant").atoms == [("win", right("win.pung"), 1)]


def test_the_cap_is_no_part_of_a_question() -> None:
    plan = plan_of("pay:\n  win:\n    nobody: {pay: capped(win.held), assumed: test}\n")
    assert [atom.body for atom in plan.atoms] == [right("win.held")]


def test_suits_stay_as_they_are() -> None:
    when = "count(t.tiles > 0 for t in suits) == 1"
    assert planned(when) == (right(when), [])


def test_a_rule_that_asks_nothing_of_the_hand_stays_as_it_is() -> None:
    when = "self_draw and (fan.cheap or options.tyrant) and chain > 2"
    assert planned(when) == (right(when), [])


def test_every_atom_has_a_field_of_its_own() -> None:
    plan = plan_of(
        "fans:\n  cheap:\n    when: sum(k.held * 9 for k in kinds) > 3 and triplets == 4 and"
        " any(k.pung for k in kinds) and pair.dragon and win.held + chain == 3\n    assumed: test\n"
    )
    assert len(plan.atoms) == 5
    end = ATOMS_START
    for index, atom in enumerate(plan.atoms):
        assert atom.index == index
        assert atom.shift == end
        assert 2**atom.bits > atom.high
        end += atom.bits


def test_fans_keep_their_order_and_tables_their_rows() -> None:
    plan = plan_of("")
    assert [fan.id for fan in plan.fans] == [fan.id for fan in plan.core.fans]
    for table in plan.core.tables:
        assert [row.id for row in plan.table(table.kind).rows] == [row.id for row in table.rows]
