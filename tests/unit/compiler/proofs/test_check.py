"""Rules that never matter are found, shown where they stand, with a hand or the proof's extent."""

from __future__ import annotations

import re
import time

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.proofs.check import prove

from ..diff.variants import changed
from ..space.townships import core_of
from .asking import fan, only, proofs, score, town


@pytest.mark.parametrize("limit", ["check.MOST_SETTINGS", "proven.MOST_ASKED", "proven.MOST_WORK"])
def test_there_is_an_end_to_what_is_proven(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"kawuxing.compiler.proofs.{limit}", 5)
    found = only("suizhou")
    assert (found.code, found.severity, found.params) == (
        "KWX2612",
        "warning",
        {"variant": "suizhou"},
    )


# --- fans


@pytest.mark.parametrize(
    "when",
    [
        "seven_pairs and count(s.triplet for s in sets) >= 1",
        "replacement and discard",
        "robbing and win.held >= 2",
        "replacement and count(s.kong for s in sets) == 0",
        "count(s.kong for s in sets) == 4 and win.place == low",
        "win.pung and win.held == 2",
        "fan.qidui and fan.pengpenghu",
        "seven_pairs and quads >= 4",
        "robbing and win.pung",
    ],
)
def test_a_fan_that_never_holds(when: str) -> None:
    found = only(town(f"fans:\n{fan(when)}"))
    assert (found.code, found.severity) == ("KWX2601", "warning")
    assert found.span is not None
    assert found.span.text == when
    assert found.params["fan"] == "odd"
    extent = {"hands": 170_828_673, "ways": 28, "settings": 25}
    assert extent.items() <= found.params.items()


@pytest.mark.parametrize(
    "when",
    [
        "seven_pairs and quads >= 3",
        "count(s.kong for s in sets) == 4 and win.place == pair",
        "robbing and win.place == middle",
        "options.dragon_on_fourth and fan.longqidui and last_tile",
        "options.cap == 32 and robbing",
        "win.pung and pair.won",
    ],
)
def test_a_fan_that_can_score_is_none(when: str) -> None:
    """Pair and pung of the winning tile: two more tiles of it are held, five in all."""
    found = [one.code for one in proofs(town(f"fans:\n{fan(when)}"))]
    assert found == (["KWX2601"] if when == "win.pung and pair.won" else [])


@pytest.mark.parametrize(
    "when",
    [
        "options.dragon_on_fourth and options.bao_spares_revealed and self_draw",
        "options.cap == 12 and self_draw",
        "options.cap > 999999 and options.dragon_on_fourth",
    ],
)
def test_a_fan_that_menus_do_not_make_possible_alone(when: str) -> None:
    """Two options together do, or a value that is accepted and not offered."""
    assert not proofs(town(f"fans:\n{fan(when)}"))


@pytest.mark.parametrize("when", ["{}", "not {}", "{} and seven_pairs", "not {} and last_tile"])
def test_a_fan_that_holds_suits_against_an_option(when: str) -> None:
    """Whether a suit has that many tiles is another question under each choice of options."""
    many = when.format("any(s.tiles >= options.many for s in suits)")
    rules = changed(
        ("suits: [dots],", "suits: [dots, bamboos],"),
        ("copies: 4", "copies: 2"),
        ("options:\n", "options:\n  many: {default: 9, offered: [8, 9, 14], assumed: x}\n"),
        ("fans:\n", f"fans:\n{fan(many)}"),
    )
    named = [found.params.get("fan") for found in proofs(rules)]
    assert "pungs" in named  # of two copies there are none
    assert "odd" not in named


def test_a_fan_that_no_accepted_value_makes_possible() -> None:
    when = "options.cap != none and options.cap > 1000000 and options.dragon_on_fourth"
    assert only(town(f"fans:\n{fan(when)}")).code == "KWX2601"


def test_a_fan_that_is_always_replaced_or_excluded() -> None:
    rules = town(
        f"fans:\n{fan('seven_pairs and win.held == 2')}"
        "  qidui: {replaces: [odd], assumed: test}\n"
        "  longqidui: {excludes: [odd], assumed: test}\n"
    )
    found = only(rules)
    assert (found.code, found.severity) == ("KWX2602", "warning")
    assert found.span is not None
    assert found.span.text == "seven_pairs and win.held == 2"
    said = {(label.key, label.params["by"], label.span.text) for label in found.labels}
    assert said == {("replaced", "qidui", "odd"), ("excluded", "longqidui", "odd")}
    hand = str(found.params["hand"])
    judged = score(rules, hand)
    assert judged.reading.shape == "seven_pairs"
    assert judged.hand.held.count(judged.hand.win) == 2


def test_a_fan_of_readings_that_are_never_taken() -> None:
    """Four runs that are seven pairs too: seven pairs are worth 4."""
    when = "standard and count(k.held == 2 for k in kinds) == 7"
    rules = town(f"fans:\n{fan(when)}")
    found = only(rules)
    assert found.code == "KWX2603"
    judged = score(rules, str(found.params["hand"]))
    assert judged.reading.shape == "seven_pairs"
    assert "odd" not in dict(judged.fans)
    assert proofs(town(f"fans:\n{fan(when, times=16)}")) == ()


# --- references


def test_a_reference_that_never_matters() -> None:
    rules = town(f"fans:\n{fan('seven_pairs', more='    excludes: [pengpenghu, qingyise]')}\n")
    found = only(rules)
    assert (found.code, found.severity) == ("KWX2606", "warning")
    assert found.span is not None
    assert found.span.text == "pengpenghu"
    assert found.params["key"] == "excludes"


def test_a_reference_that_a_source_states_is_a_note() -> None:
    notes = [one for one in proofs("hubei", facts=True) if one.code == "KWX2606"]
    assert {one.severity for one in notes} == {"note"}
    said = {(one.params["fan"], one.params["key"], one.params["other"]) for one in notes}
    assert said == {
        ("longqidui", "excludes", "ansigui"),
        ("shuanglongqidui", "excludes", "ansigui"),
        ("dasanyuan", "replaces", "xiaosanyuan"),
    }


def test_replacing_that_works_through_another_matters() -> None:
    """Two fours never meet one four alone, but replace seven pairs through it."""
    rules = town(
        "fans:\n  shuanglongqidui: {replaces: [longqidui], excludes: [], assumed: test}\n"
        "  longqidui: {when: seven_pairs and quads == 1, excludes: [], assumed: test}\n"
    )
    said = [(one.params["fan"], one.params["other"]) for one in proofs(rules)]
    assert said == [("shuanglongqidui", "longqidui")]


def test_fans_that_never_score_take_their_references_along() -> None:
    more = "    replaces: [qidui]\n    excludes: [qingyise]\n"
    assert only(town(f"fans:\n{fan('robbing and self_draw', more=more)}")).code == "KWX2601"


# --- rows

MAY_WIN = """may_win:
  - {id: cheap, when: discard and product < 4, allowed: false, assumed: test}
  - {id: plain, when: discard and product < 2, allowed: true, assumed: test}
  - {id: never, when: product == 5, allowed: true, assumed: test}
  - {id: else, allowed: true, assumed: test}
"""


def test_rows_that_never_decide() -> None:
    found = {str(one.params["row"]): one for one in proofs(town(MAY_WIN))}
    assert {one.code for one in found.values()} == {"KWX2604"}
    assert found.keys() == {"plain", "never"}
    plain, never = found["plain"], found["never"]
    assert plain.span is not None
    assert plain.span.text == "discard and product < 2"
    assert plain.params["earlier"] == "cheap"
    assert [label.span.text for label in plain.labels] == ["discard and product < 4"]
    assert never.params["condition"] == "product == 5"
    assert "earlier" not in never.params


def table(kind: str, when: str) -> str:
    """A table whose first row has a condition; the last gives what is due."""
    result = {"cap": "at", "pay.win": "pay", "pay.kong": "pay", "pay.drawn": "pay"}[kind]
    due = {"cap": "options.cap", "pay.win": "share"}.get(kind, "0")
    rows = (
        f"    - {{id: a, when: {when}, {result}: 8, assumed: x}}\n"
        f"    - {{id: last, {result}: {due}, assumed: x}}\n"
    )
    return f"cap:\n{rows}" if kind == "cap" else f"pay:\n  {kind.removeprefix('pay.')}:\n{rows}"


@pytest.mark.parametrize(
    ("kind", "when", "dead"),
    [
        ("cap", "product > 512", True),
        ("cap", "product > 256", False),
        ("pay.win", "self_draw and payer.fed", True),
        ("pay.win", "discard and not payer.fed", False),
        ("pay.win", "self_draw and payer.revealed", False),
        ("pay.kong", "kong.chain > 12", True),
        ("pay.kong", "kong.chain > 11", False),
        ("pay.kong", "kong.added and payer.fed", True),
        ("pay.drawn", "payer.first_revealed and not payer.revealed", True),
        ("pay.drawn", "payer.revealed and not (payer.first_revealed or payee.revealed)", False),
    ],
)
def test_rows_of_every_table(kind: str, when: str, dead: bool) -> None:
    """The dearest hand is worth 512; three players have at most twelve kongs."""
    found = proofs(town(table(kind, when)))
    assert [(one.code, one.params["row"]) for one in found] == [("KWX2604", "a")] * dead


BUILT_ON = """pay:
  drawn:
    - {id: a, when: payer.revealed and not payee.revealed, pay: 2 * otherwise, assumed: x}
    - {id: b, when: payer.first_revealed, pay: 3, assumed: x}
    - {id: c, when: payer.revealed and payer.first_revealed, pay: 2, assumed: x}
    - {id: d, when: payer.revealed and not payee.revealed, pay: 1, assumed: x}
    - {id: last, pay: 0, assumed: x}
"""


def test_a_row_that_another_builds_on_is_not_dead() -> None:
    """With two who have revealed one pays twice what b says; the other twice what d says.

    Only c stands behind b whenever it holds, and d is asked by a alone.
    """
    dead = [(one.code, one.params["row"]) for one in proofs(town(BUILT_ON))]
    assert dead == [("KWX2604", "c")]
    (c,) = proofs(town(BUILT_ON))
    assert c.params["earlier"] == "b"
    plain = proofs(town(BUILT_ON.replace("2 * otherwise", "2")))
    assert [one.params["row"] for one in plain] == ["c", "d"]


def test_two_at_the_table_means_that_nobody_looks_on() -> None:
    """Then only the one who fed a discard can pay for it, and nobody has revealed before both."""
    seats = "table: {seats: 2, assumed: test}\n"
    for kind, when in (
        ("pay.win", "discard and not payer.fed"),
        ("pay.drawn", "payer.revealed and not (payer.first_revealed or payee.revealed)"),
    ):
        assert proofs(town(table(kind, when))) == ()
        found = proofs(town(seats + table(kind, when)))
        assert ("KWX2604", "a") in {(one.code, one.params["row"]) for one in found}


def test_a_last_row_that_is_never_reached_is_a_note() -> None:
    rules = town(
        "pay:\n  kong:\n    - {id: one, when: kong.chain == 1, pay: 1, assumed: test}\n"
        "    - {id: more, when: kong.chain > 1, pay: 2, assumed: test}\n"
        "    - {id: rest, pay: 0, assumed: test}\n"
    )
    assert proofs(rules) == ()
    (found,) = (one for one in proofs(rules, facts=True) if one.code == "KWX2611")
    assert (found.params["table"], found.params["row"]) == ("pay.kong", "rest")


def test_rows_of_exclusive_tables_that_overlap() -> None:
    rules = town(f"exclusive: [cap, may_win, pay.kong]\n{MAY_WIN}")
    found = [one for one in proofs(rules) if one.code == "KWX2605"]
    (one,) = found
    assert (one.params["other"], one.params["row"]) == ("cheap", "plain")
    assert one.severity == "warning"
    assert [(label.key, label.span.text) for label in one.labels] == [
        ("other", "discard and product < 4"),
        ("declared", "may_win"),
    ]
    assert score(rules, str(one.params["shown"])).product < 2
    assert "--by discard" in str(one.params["shown"])


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        ("pay.win", r".*--by discard --revealed \(payer\.fed\)$"),
        ("pay.kong", r"kong\.direct and kong\.chain == 3 and payer\.fed$"),
        ("pay.drawn", r"payer\.revealed and payee\.revealed$"),
    ],
)
def test_what_shows_an_overlap(table: str, shown: str) -> None:
    rules = town(
        f"exclusive: [{table}]\n"
        "pay:\n  win:\n"
        "    - {id: a, when: winner.revealed and payer.fed, pay: share, assumed: test}\n"
        "    - {id: b, when: payer.fed, pay: share, assumed: test}\n"
        "    - {id: last, pay: share, assumed: test}\n"
        "  kong:\n    - {id: a, when: kong.chain > 2, pay: 1, assumed: test}\n"
        "    - {id: b, when: payer.fed, pay: 2, assumed: test}\n"
        "    - {id: last, pay: 0, assumed: test}\n"
        "  drawn:\n    - {id: a, when: payer.revealed and not payer.first_revealed, pay: 1, "
        "assumed: test}\n"
        "    - {id: b, when: payee.revealed, pay: 2, assumed: test}\n"
        "    - {id: last, pay: 0, assumed: test}\n"
    )
    found = only(rules)
    assert found.code == "KWX2605"
    assert re.match(shown, str(found.params["shown"]))


def test_an_overlap_of_caps_may_be_of_any_reading() -> None:
    rules = town(
        "exclusive: [cap]\n"
        "cap:\n  - {id: a, when: seven_pairs, at: 8, assumed: test}\n"
        "  - {id: b, when: product == 4, at: 16, assumed: test}\n"
        "  - {id: last, at: none, assumed: test}\n"
    )
    found = only(rules)
    assert score(rules, str(found.params["shown"])).product == 4


# --- money


PAID = """pay:
  win:
    - {id: drawn, when: self_draw and product >= 2, pay: share, assumed: test}
    - {id: feeder, when: payer.fed, pay: share, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
"""


def test_a_win_that_nobody_pays_for() -> None:
    rules = town(PAID)
    found = only(rules)
    assert (found.code, found.params["row"]) == ("KWX2607", "nobody")
    judged = score(rules, str(found.params["hand"]))
    assert (judged.may_win, judged.product, judged.won.self_draw) == (True, 1, True)


def test_a_hand_that_may_not_win_need_not_be_paid_for() -> None:
    cheap = "{id: cheap, when: self_draw and product < 2, allowed: false, assumed: test}"
    rows = f"  - {cheap}\n  - {{id: else, allowed: true, assumed: test}}\n"
    assert proofs(town(f"may_win:\n{rows}{PAID}")) == ()


def test_every_pair_of_many_rows_is_shown_and_soon() -> None:
    """For each of the pairs a hand was once looked for from the beginning: a minute's work."""
    rows = "".join(
        f"  - {{id: r{row}, when: product >= {row % 3}, at: 8, assumed: test}}\n"
        for row in range(60)
    )
    text = f"exclusive: [cap]\ncap:\n{rows}  - {{id: rest, at: 9, assumed: test}}\n"
    core, sink = core_of(town(text)), Sink()
    started = time.process_time()
    prove(core, sink)
    assert time.process_time() - started < 5
    found = [one.params for one in sink.diagnostics if one.code == "KWX2605"]
    pairs = {(one["row"], one["other"]) for one in found}
    assert pairs == {(f"r{late}", f"r{early}") for late in range(60) for early in range(late)}
    dear = [one["shown"] for one in found if one["row"] == "r2"]
    assert score(town(text), str(dear[0])).product >= 2
