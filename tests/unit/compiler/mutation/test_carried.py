"""Numbers carried from round to round, and presets: in examples, in coverage and as mutants."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.diagnostics.catalogue import helps
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_variant
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.examples.written import example_text
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import Result, mutate

from ..diff.variants import core_of
from ..toy import TOY

CARRIED = """\
carried:
  floors:
    from: 0
    to: 2
    start: 0
    next: 0 if winners > 0 else min(2, carried.floors + 1)
    assumed: a toy
"""
PRESETS = """\
presets:
  low: {most: 5}
  high: {most: none}
"""
ALSO = "  also: [{id: floors, when: carried.floors > 0, pay: owed, assumed: a toy}]\n"
DEAR = TOY.replace("times: 3", "times: 8").replace("  kong:\n", ALSO + "  kong:\n") + CARRIED
PAIRS = '"1133556677899p+8p"'


def drawn(id_: str, before: int, after: int) -> str:
    return (
        f"  - id: {id_}\n    why: nobody has won\n"
        f"    round: {{players: 3, dealer: 0, carried: {{floors: {before}}}, "
        "end: {kind: drawn}}\n"
        f"    expect: {{totals: [0, 0, 0], carried: {{floors: {after}}}}}\n"
    )


def won(before: int, total: int, after: int) -> str:
    """Seven pairs are 8, and on a floor 8 more, from each of two."""
    return (
        "  - id: won\n    why: drawn on a floor\n"
        f"    round: {{players: 3, dealer: 0, carried: {{floors: {before}}}, end: {{kind: win, "
        'wins: [{seat: 0, hand: "1133556677899p", win: 8p}]}}\n'
        f"    expect: {{totals: [{2 * total}, -{total}, -{total}], carried: {{floors: {after}}}}}\n"
    )


def chosen(preset: str, value: int, options: str = "") -> str:
    return (
        f"  - id: {preset}\n    why: seven pairs 8\n    hand: {PAIRS}\n    preset: {preset}\n"
        f"{options}    expect: {{value: {value}}}\n"
    )


def town(*examples: str) -> str:
    return DEAR + PRESETS + ("examples:\n" + "".join(examples) if examples else "")


def outcomes(text: str) -> list[bool]:
    core = core_of(text)
    return [one.passed for one in run_examples(core, run_module(compile_core(core)))]


def of_rule(text: str, rule: str) -> dict[tuple[str, str, str], Result]:
    """What comes of changes of one rule; of the others it is said that examples notice them."""
    members = family(text)
    every = mutants_of(members[0].core.ruleset)
    found = mutate(members, {one.key for one in every if one.rule != rule})
    return {
        (one.mutant.kind, one.mutant.before, one.mutant.after): one
        for one in found
        if one.mutant.rule == rule
    }


def test_examples_say_what_is_carried_before_and_after() -> None:
    right = (drawn("up", 0, 1), drawn("top", 2, 2), won(1, 16, 0))
    assert outcomes(town(*right)) == [True] * 3
    wrong = (drawn("up", 0, 2), drawn("top", 2, 1), won(1, 16, 1))
    assert outcomes(town(*wrong)) == [False] * 3


def test_examples_choose_presets() -> None:
    """8 is capped at 5 under the low one, and at 6 where an option says so beside it."""
    beside = "    options: {most: 6}\n"
    assert outcomes(town(chosen("low", 5), chosen("high", 8))) == [True, True]
    assert outcomes(town(chosen("low", 6, beside))) == [True]
    assert outcomes(town(chosen("low", 8))) == [False]
    round_ = won(0, 5, 0).replace("expect:", "preset: low\n    expect:")
    assert outcomes(town(round_)) == [True]


@pytest.mark.parametrize(
    ("example", "code"),
    [
        (drawn("up", 0, 1).replace("carried: {floors: 1}", "carried: {floor: 1}"), "KWX2440"),
        (drawn("up", 0, 1).replace("carried: {floors: 0}", "carried: {floor: 0}"), "KWX2440"),
        (drawn("up", 3, 1), "KWX2261"),
        (drawn("up", 0, 3), "KWX2261"),
        (drawn("up", -1, 1), "KWX2261"),
        (chosen("lower", 5), "KWX2269"),
    ],
)
def test_names_and_numbers_that_are_none(example: str, code: str) -> None:
    sink = Sink()
    resolve_variant(town(example), None, sink)
    assert [one.code for one in sink.diagnostics] == [code]


def on_floor(carried: str, owed: int) -> str:
    """Seven pairs drawn on a floor."""
    return (
        f"  - id: drawn_on_a_floor\n    why: 8, and 8 more on a floor\n    hand: {PAIRS}\n"
        f"    carried: {carried}\n    expect: {{value: 8, owed: {owed}}}\n"
    )


def test_hands_are_won_on_floors() -> None:
    for floors, owed in (0, 8), (1, 16), (2, 16):
        told = on_floor(f"{{floors: {floors}}}", owed)
        assert outcomes(town(told)) == [True]
        assert outcomes(town(told.replace("expect: {", "preset: high\n    expect: {"))) == [True]
        assert outcomes(town(on_floor(f"{{floors: {floors}}}", 24 - owed))) == [False]


def test_a_round_is_asked_about_on_a_floor() -> None:
    """The winner deals on a floor, and the dealer stays on the ground."""
    plain = "dealer: [{id: drawn, next: dealer, assumed: test}]"
    stays = "{id: floors, when: carried.floors > 0, next: winner, assumed: a toy}, "
    text = town().replace(plain, plain.replace("[", f"[{stays}"))
    assert text != town()
    for floors, row in (0, "drawn"), (1, "floors"):
        text = text.partition("examples:")[0] + (
            f"examples:\n  - id: floor\n    why: a floor\n    asked: {{table: dealer}}\n"
            f"    carried: {{floors: {floors}}}\n    expect: {{rules: [dealer.{row}]}}\n"
        )
        assert outcomes(text) == [True]


@pytest.mark.parametrize(
    ("example", "code"),
    [
        (on_floor("{floor: 1}", 16), "KWX2440"),
        (on_floor("{floors: 3}", 16), "KWX2261"),
        (on_floor("{floors: -1}", 16), "KWX2261"),
        (won(1, 16, 0).replace("    expect:", "    carried: {floors: 1}\n    expect:"), "KWX2272"),
    ],
)
def test_hands_are_won_on_no_other_floors(example: str, code: str) -> None:
    sink = Sink()
    resolve_variant(town(example), None, sink)
    assert [one.code for one in sink.diagnostics] == [code]


def test_what_a_floor_does_to_a_hand_is_shown_by_a_hand() -> None:
    raised = DEAR.replace("times: 8", "times: 8 + carried.floors // 2")
    assert raised != DEAR
    found = mutate(family(raised + PRESETS))
    catches = [one.catch for one in found if "carried.floors // 2" in one.mutant.before]
    shown = [one.example for one in catches if one is not None and "hand" in one.example.given]
    assert {"floors": 2} in [one.given["carried"] for one in shown]
    text = raised + PRESETS + "examples:\n"
    assert all(outcomes(text + example_text(one)) == [True] for one in shown)


def test_a_hand_that_sets_a_carried_number_is_told_where_it_can_be_said() -> None:
    sink = Sink()
    given = "    options: {carried_floors: 1}\n"
    resolve_variant(town(chosen("high", 8, given)), None, sink)
    (found,) = sink.diagnostics
    assert found.code == "KWX2263"
    for advice in (helps(found, "en"), helps(found, "zh")):
        assert "`carried: {floors: …}`" in " ".join(advice)


def test_examples_reach_what_is_carried_on() -> None:
    def missing(*examples: str) -> list[tuple[str, tuple[str, ...]]]:
        items = items_of(family(town(*examples)))
        return [(one.unit.part, one.missing) for one in items if one.unit.rule == "carried.floors"]

    assert missing() == [("", ("fired",)), ("winners > 0", ("true", "false"))]
    assert missing(drawn("up", 0, 1)) == [("", ()), ("winners > 0", ("true",))]
    assert missing(drawn("up", 0, 1), won(1, 16, 0)) == [("", ()), ("winners > 0", ())]
    silent = won(1, 16, 0).replace(", carried: {floors: 0}}\n", "}\n")
    assert missing(silent)[0] == ("", ("fired",))


def test_examples_notice_changes_of_what_is_carried_on() -> None:
    found = of_rule(town(drawn("up", 0, 1), drawn("top", 2, 2), won(1, 16, 0)), "carried.floors")
    assert {one.status for one in found.values()} == {"killed", "survived"}
    # nothing says where a match starts
    survived = {change for change, one in found.items() if one.status == "survived"}
    assert survived == {("start", "0", "1"), ("start", "0", "2")}


def test_what_is_not_noticed_is_shown_by_a_round() -> None:
    found = of_rule(town(drawn("up", 0, 1), won(1, 16, 0)), "carried.floors")
    survivor = found["number", "2", "1"]
    assert survivor.status == "survived"
    assert survivor.catch is not None
    example = survivor.catch.example
    assert example.given["round"] == {
        "players": 3,
        "dealer": 0,
        "revealed": [],
        "carried": {"floors": 1},
        "end": {"kind": "drawn"},
    }
    assert example.expect["carried"] == {"floors": 2}
    assert outcomes(town(example_text(example))) == [True]


def test_presets_are_changed_and_shown_by_what_they_choose() -> None:
    bare = of_rule(town(), "presets.low")
    assert {one.status for one in bare.values()} == {"survived"}
    caught = bare["preset", "most=5", "most=6"].catch
    assert caught is not None
    assert caught.example.given["preset"] == "low"
    assert caught.example.expect["value"] == 5
    noticed = of_rule(town(chosen("low", 5)), "presets.low")
    assert {one.status for one in noticed.values()} == {"killed"}
    # nothing is worth more than 8, and so a cap of 10 is none
    high = of_rule(town(), "presets.high")
    assert high["preset", "most=none", "most=10"].status == "equivalent"
