"""Whatever of a ruleset is another, two tables are not proven to be equal unless nobody feels it.

For every field of a resolved ruleset there is a change of a table that has everything, which must
be found, or the reason why it makes no difference to those who play.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Carrying, Fact, Said
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.matrix.pairs import matrix
from kawuxing.compiler.reports.example import examples_of
from kawuxing.compiler.reports.words import Phrase
from kawuxing.compiler.resolved import nodes
from kawuxing.runtime.situations import HandEnded

from ..reports.reports import LANGS, report
from .variants import changed, core_of, hold_to_its_word

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.diff.findings import Comparison
    from kawuxing.compiler.reports.words import Lang

ALL = changed(
    ("offered: [8, 16, none]", "offered: [16, none]"),
    ("dragons: [red], copies: 4", "dragons: [red], copies: 4, ranks: [1, 5]"),
    (
        "define:\n",
        """\
choices:
  bet: {default: 0, offered: [0, 1], asked: options.often, assumed: test}
carried:
  floor: {from: 0, to: 3, start: 0, next: 'min(3, carried.floor + 1)', assumed: test}
presets:
  hard: {strict: true}
define:
""",
    ),
    (
        "  strict: {default: false, assumed: test}\n",
        "  strict: {default: false, assumed: test}\n"
        "  often: {default: each_round, offered: [each_round, once], assumed: test}\n",
    ),
    (
        "cap:\n  - {id: high",
        "worth: {combine: product, assumed: test}\n"
        "points: {shut: {name: {zh: 点, en: P}, when: triplets == 4, add: 1, assumed: test}}\n"
        "cap:\n  - {id: high",
    ),
    (
        "pay:\n  win:",
        """\
horses:
  draw:
    - {id: drew, when: self_draw and last_tile, number: 1, assumed: test}
    - {id: none, number: 0, assumed: test}
  hits: [{id: any, points: 1, assumed: test}]
  again:
    - {id: one, when: horse.rank == 1 and horse.turned < 3, allowed: true, assumed: test}
    - {id: no, allowed: false, assumed: test}
pay:
  also:
    bets: {when: owed > 0, pay: winner.choice.bet + payer.choice.bet, assumed: test}
    floor: {when: carried.floor >= 1, pay: owed, assumed: test}
    horses: {when: horses > 0, pay: horses, assumed: test}
    points: {when: owed > 0, pay: points, assumed: test}
  win:""",
    ),
    (
        "turn:\n",
        "turn:\n  exchange: {tiles: 3, of: any, to: next}\n"
        "  chain: [{id: else, allowed: true, assumed: test}]\n",
    ),
    (
        "dealer: [{",
        "fouls: {swap: {may_win: false, may_kong: true, kong_money: kept, assumed: test}}\n"
        "dealer: [{",
    ),
)

AGAIN = (
    "  again:\n    - {id: one, when: horse.rank == 1 and horse.turned < 3, allowed: true, "
    "assumed: test}\n    - {id: no, allowed: false, assumed: test}\n",
    "",
)

FELT: dict[str, tuple[str, str]] = {
    "Ruleset.seating": ("seats: 3", "seats: 4"),
    "Ruleset.options": ("from: 1, to: 100", "from: 1, to: 90"),
    "Ruleset.choices": ("offered: [0, 1]", "offered: [0]"),
    "Ruleset.carried": ("min(3, carried.floor + 1)", "carried.floor"),
    "Ruleset.presets": ("hard: {strict: true}", "hard: {strict: true, cap: 8}"),
    "Ruleset.defines": ("count(s.triplet for s in sets)", "count(s.run for s in sets)"),
    "Ruleset.fans": ("times: 8", "times: 9"),
    "Ruleset.worth": ("combine: product", "combine: maximum"),
    "Ruleset.tables": ("{id: none, number: 0", "{id: none, number: 2"),
    "Ruleset.turn": ("winners: many", "winners: one"),
    "Ruleset.fouls": ("may_kong: true", "may_kong: false"),
    "Seating.seats": ("seats: 3", "seats: 4"),
    "Seating.suits": ("suits: [dots]", "suits: [dots, bamboos]"),
    "Seating.dragons": ("dragons: [red]", "dragons: [red, green]"),
    "Seating.copies": ("copies: 4", "copies: 3"),
    "Seating.ranks": ("ranks: [1, 5]", "ranks: [1, 7]"),
    "Seating.out": ("out: nobody", "out: watches"),
    "Turn.exchange": ("of: any", "of: one_suit"),
    "Turn.precedence": ("[win, kong, pung]", "[win, pung, kong]"),
    "Turn.winners": ("winners: many", "winners: one"),
    "Turn.tail": ("tail: true", "tail: false"),
    "Turn.reveal_anytime": ("reveal_anytime: false", "reveal_anytime: true"),
    "Turn.reveal_shows": ("must: []", "must: []\n  reveal_shows: waiting"),
    "Turn.must": ("must: []", "must: [announced_kong]"),
    "Foul.may_win": ("{may_win: false", "{may_win: true"),
    "Foul.may_kong": ("may_kong: true", "may_kong: false"),
    "Foul.kong_money": ("kong_money: kept", "kong_money: void"),
    "Option.default": ("{default: 0, offered: [0, 1]", "{default: 1, offered: [0, 1]"),
    "Option.offered": ("offered: [0, 1]", "offered: [0, 1, 3]"),
    "Option.accepts": ("to: 100", "to: 90"),
    "Option.asked": ("asked: options.often", "asked: once"),
    "Carried.bound": ("to: 3, start: 0", "to: 4, start: 0"),
    "Carried.next": ("min(3, carried.floor + 1)", "min(2, carried.floor + 1)"),
    "Fan.when": ("when: last_tile", "when: last_tile and self_draw"),
    "Fan.times": ("times: 8", "times: 9"),
    "Fan.replaces": ("    replaces: [pairs]\n", ""),
    "Fan.excludes": ("replaces: [pairs]", "replaces: [pairs]\n    excludes: [last]"),
    "Row.when": ("when: owed > 0, pay: points", "when: owed > 1, pay: points"),
    "Row.result": ("pay: points", "pay: 2 * points"),
    "Table.rows": ("    points: {when: owed > 0, pay: points, assumed: test}\n", ""),
    "Preset.values": ("hard: {strict: true}", "hard: {strict: false, cap: 8}"),
    "Worth.combine": ("combine: product", "combine: maximum"),
    "Define.body": ("count(s.triplet for s in sets)", "count(s.run for s in sets)"),
}
"""By field a change that those who play feel."""

MORE = (
    ("  bet: {default: 0, offered: [0, 1], asked: options.often",
     "  bet: {default: 0, offered: [0, 1]"),
    ("min(3, carried.floor + 1)", "3 if options.strict else min(3, carried.floor + 1)"),
    AGAIN,
    ("{id: any, points: 1", "{id: any, points: 2"),
    ("horse.turned < 3", "horse.turned < 4"),
    ("  chain: [{id: else, allowed: true", "  chain: [{id: else, allowed: false"),
    ("  exchange: {tiles: 3, of: any, to: next}\n", ""),
    ("tiles: 3", "tiles: 4"),
    ("to: next", "to: previous"),
    ("next: dealer", "next: 'payer'"),
    ("add: 1", "add: 2"),
    ("payer.choice.bet", "2 * payer.choice.bet"),
    ("carried.floor >= 1", "carried.floor >= 2"),
)  # fmt: skip
"""Others of the same fields."""

NOT_FELT = {
    "words": "id name note basis abstract mixin assumptions text cites examples excused",
    "what inheriting did, and it shows in the outcome": "removed parents uses use sources files",
    "where it stands": "origin keys",
    "what is refused before anybody plays": "refuses exclusive",
    "another cannot be: so many tiles make a hand": "dealer others",
    "another cannot be: the seats and who is out": "at_table",
    "how one sits at a real table": "direction",
    "bound where rules ask for dice, which are compared": "dice",
    "a table is compared as what it is": "kind",
    "felt only where fans are combined by the maximum": "on_top",
}
SOME = {name for names in NOT_FELT.values() for name in names.split()}
CLASSES = (
    nodes.Ruleset, nodes.Seating, nodes.Turn, nodes.Foul, nodes.Option, nodes.Carried, nodes.Fan,
    nodes.Row, nodes.Table, nodes.Preset, nodes.Worth, nodes.Define,
)  # fmt: skip


def test_no_part_of_a_ruleset_is_forgotten() -> None:
    every = {f"{one.__name__}.{field.name}" for one in CLASSES for field in fields(one)}
    decided = set(FELT)
    assert decided <= every
    assert {one for one in every - decided if one.partition(".")[2] not in SOME} == set()


@cache
def rules(text: str) -> Core:
    return core_of(text)


def otherwise(change: tuple[str, str], text: str = ALL) -> Comparison:
    return compare(rules(text), rules(changed(change, text=text)), ("before", "after"))


def test_it_is_equal_to_itself() -> None:
    assert compare(rules(ALL), rules(ALL), ("before", "after")).equal


CARRIED = (
    ("min(3, carried.floor + 1)", "min(2, carried.floor + 1)"),
    ("carried.floor >= 1", "carried.floor >= 2"),
    ("when: last_tile,", "when: last_tile and not dice.pair,"),
)


@pytest.mark.parametrize("change", CARRIED, ids=str)
def test_options_that_are_given_do_not_hold_the_first_round_fast(change: tuple[str, str]) -> None:
    given = Settings({"cap": 16}, {"cap": 16})
    sides = rules(ALL), rules(changed(change, text=ALL))
    assert not compare(*sides, ("before", "after"), given).equal
    assert compare(sides[0], sides[0], ("before", "after"), given).equal
    fixed = Settings({"carried_floor": 0}, {"carried_floor": 0})
    found = compare(*sides, ("before", "after"), fixed)
    assert found.equal == (change[0] != CARRIED[2][0])


@pytest.mark.parametrize("change", [*CARRIED, FELT["Ruleset.choices"], AGAIN], ids=str)
def test_a_matrix_calls_nothing_equal_for_being_so_at_first(change: tuple[str, str]) -> None:
    (cell,) = matrix([rules(ALL), rules(changed(change, text=ALL))]).cells
    assert not cell.equal
    assert [gap.key for gap in cell.gaps] == ["rounds"] * (change != FELT["Ruleset.choices"])
    (same,) = matrix([rules(ALL), rules(ALL)]).cells
    assert same.equal


@pytest.mark.parametrize("change", dict.fromkeys([*FELT.values(), *MORE]), ids=str)
def test_what_is_another_is_not_proven_to_be_the_same(change: tuple[str, str]) -> None:
    assert not otherwise(change).equal


def test_one_more_tile_that_only_one_side_turns() -> None:
    """Where nothing is said about more tiles none are turned."""
    without = changed(AGAIN, text=ALL)
    (one,) = compare(rules(ALL), rules(without), ("before", "after")).behavioural
    assert (one.rules, one.before, one.after) == (("horses.again.one",), Said(True), Said(False))
    (other,) = compare(rules(without), rules(ALL), ("before", "after")).behavioural
    assert (other.before, other.after) == (Said(False), Said(True))
    assert (other.count, other.of) == (one.count, one.of)


def test_what_is_carried_on_is_asked_at_every_end_of_a_round() -> None:
    """Two and three are followed by three on one side, and by two on the other."""
    found = otherwise(("min(3, carried.floor + 1)", "min(2, carried.floor + 1)"))
    (one,) = found.behavioural
    hold_to_its_word(one, found)
    assert (one.kind, one.rules) == ("flow", ("carried.floor",))
    assert one.settings[0] == one.settings[1] == {"carried_floor": 2}
    assert one.shows == 2
    assert (one.before, one.after) == (Said(3), Said(2))
    assert one.count == one.of
    assert one.witness == Carrying("floor", HandEnded(0, False, False, 0, 0))
    same = "max(1, min(3, carried.floor + 1))"
    assert otherwise(("min(3, carried.floor + 1)", same)).equal


def test_under_an_option_something_else_is_carried_on() -> None:
    strict = "3 if options.strict else min(3, carried.floor + 1)"
    (one,) = otherwise(("min(3, carried.floor + 1)", strict)).behavioural
    assert one.settings[1] == {"strict": True}
    assert (one.before, one.after) == (Said(1), Said(3))


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        (("offered: [0, 1]", "offered: [0, 1, 3]"), "choices.bet.offered", ("0, 1", "0, 1, 3")),
        (("{default: 0, offered: [0", "{default: 1, offered: [0"), "choices.bet.default",
         ("0", "1")),
        (("asked: options.often", "asked: once"), "choices.bet.asked", ("options.often", "once")),
        (("default: each_round", "default: once"), "choices.bet.asked", ("each_round", "once")),
        (("to: 3, start: 0", "to: 3, start: 1"), "carried.floor.start", ("0", "1")),
        (("to: 3, start: 0", "to: 4, start: 0"), "carried.floor.values", ("0, 1, 2, 3",
         "0, 1, 2, 3, 4")),
    ],
)  # fmt: skip
def test_what_is_offered_before_a_round(
    change: tuple[str, str], path: str, said: tuple[str, str]
) -> None:
    facts = [one for one in otherwise(change).behavioural if isinstance(one.witness, Fact)]
    (one,) = facts
    assert (one.witness, one.before, one.after) == (Fact(path), *map(Said, said))


@pytest.mark.parametrize("lang", LANGS)
def test_a_payment_without_a_hand_says_what_was_chosen(lang: Lang) -> None:
    drawn = "{id: shown, when: payer.revealed and not payee.revealed, pay: 1"
    for change, who in (
        ((drawn, drawn.replace("pay: 1", "pay: 1 + payee.choice.bet")), "payee"),
        (("payer.fed, pay: 2,", "payer.fed, pay: 2 + payer.choice.bet,"), "payer"),
    ):
        (one,) = otherwise(change).behavioural
        assert f"{who}.choice.bet == 1" in Phrase(lang).witness(one.witness)


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        (("    bets: {when: owed > 0, pay: winner.choice.bet + payer.choice.bet, "
          "assumed: test}\n",),
         ("bet: {winner: 0, payer: 1}", "owed: 2")),
        (("    horses: {when: horses > 0, pay: horses, assumed: test}\n",),
         ("horses: [", "[6, -3, -3]")),
        (("    floor: {when: carried.floor >= 1, pay: owed, assumed: test}\n",
          "carried:\n  floor: {from: 0, to: 3, start: 0, next: 'min(3, carried.floor + 1)', "
          "assumed: test}\n"), ("carried: {floor: 1}", "owed: 2")),
    ],
)  # fmt: skip
def test_what_is_paid_beside_is_shown_by_an_example(
    gone: tuple[str, ...], said: tuple[str, ...]
) -> None:
    """A hand is worth 1, with the last tile 2; 1 is paid beside it, by two after a self-draw."""
    without = rules(changed(*((one, "") for one in gone), text=ALL))
    text = examples_of(report(compare(without, rules(ALL), ("before", "after"))))
    assert "no example" not in text
    for one in said:
        assert one in text


@pytest.mark.parametrize(
    ("change", "asked", "said"),
    [
        (("offered: [0, 1]", "offered: [0, 1, 2]"), "choices.bet.offered", '["0", "1", "2"]'),
        (("start: 0", "start: 1"), "carried.floor.start", '["1"]'),
        (("to: 3,", "to: 4,"), "carried.floor.values", '["0", "1", "2", "3", "4"]'),
    ],
    ids=str,
)
def test_what_is_offered_and_where_numbers_start_is_shown_by_an_example(
    change: tuple[str, str], asked: str, said: str
) -> None:
    """The example passes under the second ruleset, and fails under the first."""
    before, after = ALL, changed(change, text=ALL)
    text = examples_of(report(compare(rules(before), rules(after), ("before", "after"))))
    assert f"{{fact: {asked}}}" in text
    assert f"expect: {{said: {said}}}" in text
    assert "no example" not in text
    line = f"examples: [{{id: x, why: x, asked: {{fact: {asked}}}, expect: {{said: {said}}}}}]\n"
    for ruleset, passes in ((before, False), (after, True)):
        core = rules(f"{ruleset}{line}")
        (outcome,) = run_examples(core, run_module(compile_core(core)))
        assert (outcome.passed, outcome.disagreements) == (passes, ())
