"""Annotated rounds: what was seen at a table, and what the sources make of it.

The logs in `tests/cases/rounds` tell hands, draws and decisions only. Who pays what is worked out
by hand in `rounds.json`, with the clauses; a round that breaks a rule names the line and the row.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kawuxing
from kawuxing.compiler.clauses import clause_ids
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtins
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.log import read_rounds
from kawuxing.runtime.round.replay import Replayed, replay_recorded
from kawuxing.runtime.round.under import judge_under
from kawuxing.runtime.tiles import TileSet

from .tables import after, idle_until, kong, refusal, start, throw, totals, town

FOLDER = Path(__file__).parents[3] / "cases" / "rounds"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "rounds.json").read_text("utf-8"))
ENDED = [case for case in CASES if "totals" in case]
REFUSED = [case for case in CASES if "totals" not in case]
JUDGED = [case for case in ENDED if "under" in case]


def ids(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases]


def replayed(case: dict[str, Any]) -> Replayed:
    text = (FOLDER / f"{case['id']}.jsonl").read_text("utf-8")
    (recorded,) = read_rounds(text)
    return replay_recorded(town(case["variant"]), recorded)


def test_every_log_is_annotated_and_every_note_has_a_log() -> None:
    assert sorted(ids(CASES)) == sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    for case in CASES:
        assert set(case["cite"]) <= clause_ids()
        assert set(case["why"]) == {"en", "zh"}


@pytest.mark.parametrize("case", ENDED, ids=ids(ENDED))
def test_the_money_and_the_next_dealer(case: dict[str, Any]) -> None:
    found = replayed(case)
    assert not found.whole
    assert list(totals(found.round)) == case["totals"]
    assert found.round.next_dealer == case["next_dealer"]
    paid = [one.rule for one in found.round.ledger.transfers]
    assert list(dict.fromkeys(paid)) == case["rules"]


@pytest.mark.parametrize("case", REFUSED, ids=ids(REFUSED))
def test_what_a_rule_forbids_is_refused_by_its_row(case: dict[str, Any]) -> None:
    with pytest.raises(LogError) as caught:
        replayed(case)
    assert (caught.value.line, caught.value.row) == (case["line"], case["row"])


@pytest.mark.parametrize("case", JUDGED, ids=ids(JUDGED))
def test_the_same_round_elsewhere(case: dict[str, Any]) -> None:
    played, under = replayed(case), case["under"]
    found = judge_under(played.round, town(under["variant"]))
    assert list(totals(found.round)) == under["totals"]
    barred = [[played.lines[one.at], one.error.row] for one in found.objections]
    assert barred == under["not_allowed"]


# --- where the worked examples of the sources are shown -------------------------------------------

RULESETS, ROUNDS, HERE = "examples of the rulesets", "annotated rounds", "a test below"
SHOWN: dict[str, tuple[str, ...]] = {
    "GT-50": (RULESETS, ROUNDS),
    "GT-51": (RULESETS, ROUNDS),
    "GT-52": (RULESETS,),
    "GT-53": (RULESETS, ROUNDS),
    "GT-54": (RULESETS,),
    "GT-55": (RULESETS, ROUNDS),
    "GT-56": (RULESETS,),
    "GT-57": (RULESETS,),
    "GT-59": (RULESETS, ROUNDS),
    "GT-60": (RULESETS,),
    "GT-61": (RULESETS,),
    "GT-62": (RULESETS, ROUNDS),
    "GT-58": (HERE,),
    "GT-63": (RULESETS,),
    "GT-64": (RULESETS,),
    "GT-65": (RULESETS,),
    "GT-66": (RULESETS, ROUNDS),
    "GT-67": (RULESETS, ROUNDS),
    "GT-68": (RULESETS, ROUNDS),
    "GT-69": (RULESETS, ROUNDS),
    "GT-70": (RULESETS, HERE),
    "GT-71": (RULESETS, HERE),
    "GT-72": (RULESETS,),
    "GT-73": (RULESETS,),
    "GT-80": (ROUNDS,),
    "GT-81": (ROUNDS,),
    "GT-82": (ROUNDS,),
    "GT-83": (ROUNDS,),
    "GT-84": (ROUNDS,),
    "GT-85": (ROUNDS,),
    "GT-86": (ROUNDS,),
    "GT-87": (HERE,),
    "GT-88": (HERE,),
    "GT-89": (ROUNDS,),
    "GT-90": (RULESETS, ROUNDS),
}
NUMBERS = [*range(50, 60), *range(60, 74), *range(80, 91)]


@cache
def in_rulesets() -> frozenset[str]:
    towns = [one.id for one in builtins()]
    examples = [example for one in towns for example in load_ruleset(one).examples]
    return frozenset(example.golden for example in examples if example.golden is not None)


@pytest.mark.parametrize("number", [f"GT-{number}" for number in NUMBERS])
def test_every_worked_example_is_shown(number: str) -> None:
    shown = {number for case in CASES for number in case["golden"]}
    places = {RULESETS: in_rulesets(), ROUNDS: shown, HERE: TESTED}
    assert SHOWN[number]
    assert [place for place in SHOWN[number] if number not in places[place]] == []


FULL_WIN = {
    "dealer": 0,
    "end": {
        "kind": "win",
        "wins": [{"seat": 0, "hand": "1122334455667s", "win": "7s", "by": "discard", "from": 1}],
    },
}


@pytest.mark.parametrize(
    ("stake", "cap", "paid"),
    [
        pytest.param(2, 8, 16, id="GT-70 2"),
        pytest.param(5, 8, 40, id="GT-70 5"),
        pytest.param(10, 8, 80, id="GT-70 10"),
        pytest.param(20, 8, 160, id="GT-70 20"),
        pytest.param(40, 5, 200, id="GT-71"),
    ],
)
def test_a_full_win_at_several_stakes(stake: int, cap: int, paid: int) -> None:
    """Sixteen before the cap; 200 at a stake of 40 is a cap of 5."""
    options = {"stake": stake, "cap": cap}
    settled = kawuxing.load("suizhou").settle({**FULL_WIN, "options": options})
    assert settled.totals == (paid, -paid, 0)


@pytest.mark.parametrize("variant", [one.id for one in builtins() if not one.abstract])
def test_the_deal(variant: str) -> None:
    """GT-87: 13 each, the dealer 14, 44 are left; GT-88: 84 tiles, 120 in the ancestor for four."""
    tiles, left = (120, 67) if variant == "ancestor" else (84, 44)
    rules = town(variant)
    out = None if rules.players == rules.seats else rules.players - 1
    game = Round.new(rules, seed=1, dealer=1, out=out)
    held = [len(game.hand(seat).concealed) for seat in game.state.setup.playing]
    assert sorted(held) == [13] * (rules.seats - 1) + [14]
    assert held[1] == 14
    assert game.state.left == left
    assert rules.tiles.size == tiles


def test_the_tiles_of_three_suits() -> None:
    """GT-88, the ancestor."""
    tiles = TileSet(("dots", "bamboos", "characters"), ("white", "green", "red"))
    assert tiles.size == 3 * 36 + 12 == 120


def test_one_four_held_before_a_turn() -> None:
    """GT-58: the second of two fours in hand waits for the next draw of one's own."""
    hands = ("138888p8888s567z", "13579p13579s567z", "12345679p12346s")
    both = start(hands, "2s", "2p")
    assert kong("concealed", "8s") in after(both, (0, kong("concealed", "8p"))).legal_actions(0)
    game = after(start(hands, "2s", "2p", variant="counting"), (0, kong("concealed", "8p")))
    assert refusal(game, 0, kong("concealed", "8s")) == ("KWX3605", "turn.kong.held")
    game = idle_until(after(game, (0, throw("2p"))), 0)
    assert kong("concealed", "8s") in game.legal_actions(0)


TESTED = {"GT-58", "GT-70", "GT-71", "GT-87", "GT-88"}
