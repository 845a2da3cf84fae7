"""Numbers carried from round to round: declared, read, settled, played, proven."""

from __future__ import annotations

import json

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.compile import check, compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.locate import GivenText
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.requests import Requests, refusal
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

from ..compiler.diff.variants import core_of
from ..compiler.proofs.asking import only, proofs
from .towns import PAIRS, TOWN, paid, paying, settled, town

CARRIED = """\
carried:
  floors:
    name: {zh: 楼, en: Floors}
    from: 0
    to: 3
    start: 0
    next: 0 if winners > 0 else min(3, carried.floors + 1)
    assumed: test
"""
ALSO = """\
  also:
    - {id: floors, when: carried.floors > 0, pay: owed * (2 ** carried.floors - 1), assumed: test}
"""
STOREYS = paying(ALSO, town(("fans:\n", f"{CARRIED}fans:\n")))
TWO = "{default: 1, offered: [1, 2], assumed: test}"
FED = {"seat": 0, "hand": PAIRS, "win": "8p", "by": "discard", "from": 2}


def codes(text: str) -> list[str]:
    sink = Sink()
    ruleset = resolve_location(GivenText(text, "mint.yaml", "."), None, sink)
    if ruleset is not None and not sink.failed:
        check(ruleset, sink)
    return [one.code for one in sink.diagnostics]


# --- settling


def test_a_round_is_paid_by_what_was_carried_into_it() -> None:
    """Fed seven pairs are 8; on the second floor three times that beside."""
    done = settled(STOREYS, FED, carried={"floors": 2})
    assert paid(done) == [(2, 0, 8, "pay.win.fed"), (2, 0, 24, "pay.also.floors")]
    assert settled(STOREYS, FED).totals == (8, 0, -8)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_a_drawn_round_carries_one_more(before: int, after: int) -> None:
    assert settled(STOREYS, carried={"floors": before}).to_dict()["carried"] == {"floors": after}


def test_a_win_carries_nothing_on() -> None:
    assert settled(STOREYS, FED, carried={"floors": 3}).to_dict()["carried"] == {"floors": 0}


def test_without_carried_numbers_nothing_is_said_of_them() -> None:
    assert "carried" not in settled(TOWN, FED).to_dict()
    assert "carry" not in compile_core(core_of(TOWN)).text


def test_what_was_loaded_holds_beside_what_is_carried() -> None:
    """The floors of the evaluator count where the round says nothing, and else the round's."""
    rules = load(STOREYS, {"carried_floors": 1})
    end = {"kind": "win", "wins": [FED]}
    given = {"players": 3, "dealer": 0, "end": end}
    assert rules.settle(given).totals == (16, 0, -16)
    assert rules.settle({**given, "carried": {"floors": 3}}).totals == (64, 0, -64)


@pytest.mark.parametrize(
    ("carried", "code", "field"),
    [
        ({"floors": 4}, "KWX3553", "carried.floors"),
        ({"floors": -1}, "KWX3553", "carried.floors"),
        ({"floors": True}, "KWX3406", "carried.floors"),
        ({"floors": "2"}, "KWX3406", "carried.floors"),
        ({"floors": None}, "KWX3406", "carried.floors"),
        ({"floor": 1}, "KWX3404", "carried.floor"),
        ([1], "KWX3406", "carried"),
    ],
)
def test_numbers_that_cannot_be_carried(carried: object, code: str, field: str) -> None:
    with pytest.raises(HandError) as caught:
        settled(STOREYS, FED, carried=carried)
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("carried", "bound", "code"),
    [
        ({"floors": 1}, 0, "KWX3554"),
        ({"floors": 1}, 1, ""),
        ({}, 0, ""),
        ({}, "1", "KWX3406"),
    ],
)
def test_options_must_not_say_otherwise_what_is_carried(
    carried: object, bound: object, code: str
) -> None:
    end = {"kind": "drawn"}
    given = {"players": 3, "dealer": 0, "end": end, "carried": carried}
    given["options"] = {"carried_floors": bound}
    asked = Requests(load(STOREYS))
    for answer in (asked.settle_line(json.dumps(given)), asked.encode(tried(given))):
        assert json.loads(answer).get("error", {}).get("code", "") == code


def tried(given: dict[str, object]) -> dict[str, object]:
    """The answer of the evaluator itself, without the reader of requests."""
    try:
        return load(STOREYS).settle(given).to_dict()
    except HandError as error:
        return refusal(error)


# --- declarations


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("start: 0", "start: 4", ["KWX2267"]),
        ("to: 3", "to: 0", ["KWX2267"]),
        ("to: 3", "to: 16", ["KWX2267"]),
        ("min(3, carried.floors + 1)", "carried.floors + 1", ["KWX2307"]),
        ("min(3, carried.floors + 1)", "min(3, carried.floor + 1)", ["KWX2440"]),
        ("0 if winners > 0 else", "0 if self_draw else", ["KWX2404"]),
        ("when: carried.floors > 0", "when: carried > 0", ["KWX2405"]),
        ("when: carried.floors > 0", "when: carried.floors > 3", ["KWX2428"]),
        ("    start: 0\n", "", ["KWX2240"]),
        ("+ 1)\n    assumed: test", "+ 1)", ["KWX2221"]),
        ("fans:\n", f"options: {{carried_floors: {TWO}}}\nfans:\n", ["KWX2268"]),
    ],
)  # fmt: skip
def test_what_a_ruleset_cannot_say(old: str, new: str, expected: list[str]) -> None:
    assert codes(town((old, new), text=STOREYS)) == expected


def test_fans_and_the_cap_may_ask_too() -> None:
    text = town(("times: 2, when: self_draw", "times: 2, when: self_draw and carried.floors >= 2"),
                ("at: none", "at: 8 - carried.floors"), text=STOREYS)  # fmt: skip
    hand = f"{PAIRS}+8p"
    assert [load(text, {"carried_floors": n}).score(hand).value for n in range(4)] == [4, 4, 6, 5]


# --- proofs


def test_a_module_agrees_with_the_interpreter() -> None:
    core = core_of(STOREYS)
    text = compile_core(core).text
    assert disagreement(core, module_of(text, "mint")) is None
    wrong = text.replace("min(3, (o.x_carried_floors + 1))", "min(2, (o.x_carried_floors + 1))")
    assert wrong != text
    found = disagreement(core, module_of(wrong, "mint"))
    assert found is not None
    assert found.key == "carried"


def test_every_value_is_tried() -> None:
    """A row for the third floor is reached, one for none is not; figures are of the first."""
    assert proofs(town(("carried.floors > 0", "carried.floors == 3"), text=STOREYS)) == ()
    found = only(town(("carried.floors > 0", "carried.floors == 3 and owed == 3"), text=STOREYS))
    assert (found.code, found.params["row"]) == ("KWX2604", "floors")


def test_examples_say_what_is_carried() -> None:
    shown = """\
examples:
  - id: second
    why: 8 and three times that
    round:
      dealer: 0
      carried: {floors: 2}
      end:
        kind: win
        wins: [{seat: 0, hand: 1133556677899p, win: 8p, by: discard, from: 2}]
    expect: {totals: [32, 0, -32]}
"""
    (member,) = family(STOREYS + shown)
    assert [one.example.id for one in member.runs] == ["second"]


# --- matches


def test_a_match_carries_from_round_to_round() -> None:
    """After each round it is what the rule says, and the log of the next one tells it."""
    rules = RoundRules(load(town(("suits: [dots]", "suits: [dots, bamboos]"), text=STOREYS)))
    bots = [BOTS["random"](rules)] * 3
    match, quick, floors = Match.new(rules, 4), Quick(rules), 0
    seen = set()
    for _ in range(12):
        game = quick.play_round(match, bots)
        assert game == play_round(match, bots)
        start = json.loads(game.log().split("\n")[0])
        assert start["options"]["carried_floors"] == floors
        assert replay(match.rules, game.log()) == game
        floors = 0 if game.state.winners else min(3, floors + 1)
        seen.add(floors)
        match = match.after(game)
    assert len(seen) > 1


def test_a_fixed_number_holds_whatever_the_round_says() -> None:
    """Seat 0 wins 8 off seat 2; on the second floor four times that, on the first twice."""
    end = {"kind": "win", "wins": [FED]}
    given = {"players": 3, "dealer": 0, "end": end, "carried": {"floors": 1}}
    options = {"carried_floors": "2"}
    fixed = Requests(load(STOREYS, options), "en", options)
    assert fixed.settlement(given).totals == (32, 0, -32)
    assert Requests(load(STOREYS)).settlement(given).totals == (16, 0, -16)
    wrong = {**given, "carried": {"floors": 7}}
    assert json.loads(fixed.settle_line(json.dumps(wrong)))["error"]["code"] == "KWX3553"
