"""Logs: written, read back to the same state, and refused where they cannot be."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Reveal
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.log import MOST_LINES, rounds_of
from kawuxing.runtime.round.log_fields import FIELDS
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.situations import Foul

from .tables import FULL, after, idle, idle_until, kong, start, throw, town

if TYPE_CHECKING:
    from collections.abc import Callable

IDLE = "13579p13579s567z"
GIVER = "13579p1357s567z8p"
PUNGER = "2469p1234679s88p"
WAITS_8P = "123p123s789s55z79p"
ALSO_WAITS_8P = "123p123s456s66z79p"


def robbed() -> Round:
    game = start((GIVER, PUNGER, WAITS_8P), "7z6z6z8p")
    game = after(game, (0, throw("8p")), (1, PUNG), (2, PASS), (1, throw("6s")))
    game = after(game, (2, throw("6z")), (0, throw("6z")), (1, kong("added", "8p")))
    return after(game, (2, WIN))


def two_winners() -> Round:
    game = after(start((GIVER, ALSO_WAITS_8P, WAITS_8P), "7z"), (0, throw("8p")))
    return after(game, (1, WIN), (2, WIN))


def one_of_two_winners() -> Round:
    game = after(start((GIVER, ALSO_WAITS_8P, WAITS_8P), "7z"), (0, throw("8p")))
    return after(game, (1, PASS), (2, WIN))


def overruled_pung() -> Round:
    game = after(start((GIVER, PUNGER, WAITS_8P), "7z"), (0, throw("8p")))
    return after(game, (1, PUNG), (2, WIN))


def revealed() -> Round:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z6z6z8p")
    game = idle_until(after(game, (0, throw("7z", reveal=True))), 0)
    return after(game, (0, WIN))


def chain() -> Round:
    game = start(("8888p8888s222p55z", IDLE, IDLE), "6p", "2p4s")
    game = after(game, (0, kong("concealed", "8p")), (0, kong("concealed", "2p")))
    return idle(after(game, (0, kong("concealed", "8s"))))


PLAYED: dict[str, Callable[[], Round]] = {
    "robbed": robbed,
    "two_winners": two_winners,
    "one_of_two_winners": one_of_two_winners,
    "overruled_pung": overruled_pung,
    "revealed": revealed,
    "chain": chain,
    "drawn": lambda: idle(start((GIVER, PUNGER, WAITS_8P), "7z")),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_log_replays_to_the_same_round(name: str) -> None:
    game = PLAYED[name]()
    assert game.over
    again = replay(game.rules, game.log())
    assert again == game
    assert again.log() == game.log()


def test_a_seeded_round_needs_no_wall() -> None:
    game = idle(Round.new(town("hubei"), seed=77, dealer=1))
    first = json.loads(game.log().splitlines()[0])
    assert "wall" not in first
    assert first["seed"] == 77
    assert first["variant"] == "hubei"
    assert first["options"]["cap"] == "none"
    assert replay(game.rules, game.log()) == game


def test_a_win_that_a_claim_overruled_is_not_passed() -> None:
    """With pungs before wins: who wanted to win has not let the win go."""
    flow = replace(FULL.flow, precedence=("kong", "pung", "win"))
    game = start((GIVER, PUNGER, WAITS_8P), "7z", play=replace(FULL, flow=flow))
    game = after(game, (0, throw("8p")))
    wanted, passed = (after(game, (1, PUNG), (2, answer)) for answer in (WIN, PASS))
    assert wanted.state.passed != passed.state.passed
    for begun in (wanted, passed):
        ended = idle(after(begun, (1, throw("9s"))))
        assert replay(ended.rules, ended.log()) == ended


def test_fouls_and_reveals_out_of_turn_are_replayed() -> None:
    flow = replace(FULL.flow, reveal_anytime=True, fouls={"swap": Foul(may_win=False)})
    game = start((GIVER, IDLE, WAITS_8P), "7z", play=replace(FULL, flow=flow))
    game = after(game.foul(1, "swap"), (0, throw("8p"))).foul(0, "late")
    game = idle(after(game, (2, Reveal())))
    assert replay(game.rules, game.log()) == game


# --- logs that cannot be --------------------------------------------------------------------------


def lines_of(game: Round) -> list[dict[str, Any]]:
    return [json.loads(line) for line in game.log().splitlines()]


def written(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def refused(rules: RoundRules, text: str) -> LogError:
    with pytest.raises(LogError) as caught:
        replay(rules, text)
    assert caught.value.text("zh") != caught.value.text("en")
    return caught.value


def test_cut_off_in_the_middle_of_a_line() -> None:
    game = revealed()
    error = refused(game.rules, game.log()[:-10])
    assert (error.code, error.params["line"]) == ("KWX3620", len(game.events))


@pytest.mark.parametrize("kept", [4, 5, 7, 10])
def test_cut_off_between_lines(kept: int) -> None:
    game = revealed()
    error = refused(game.rules, written(lines_of(game)[:kept]))
    assert (error.code, error.params["line"]) == ("KWX3623", kept)


@pytest.mark.parametrize("text", ["", "\n", "[]\n", '{"seat": 1}\n', "nonsense\n", '{"type": 3}\n'])
def test_no_events(text: str) -> None:
    assert refused(town("hubei"), text).code in ("KWX3620", "KWX3621")


def test_no_start() -> None:
    assert refused(town("hubei"), written(lines_of(revealed())[1:])).code == "KWX3621"


def test_of_a_reveal_and_its_discard_the_line_that_is_wrong_is_named() -> None:
    """Line 6 reveals, line 7 is the discard."""
    game = revealed()
    lines = lines_of(game)
    assert [line["type"] for line in lines[5:7]] == ["reveal", "discard"]
    for at, changed, code in (
        (6, {"tile": "8p"}, "KWX3603"),  # not in the hand
        (5, {"type": "discard", "tile": "8p"}, "KWX3603"),
        (6, {"type": "draw"}, "KWX3622"),
        (5, {"waits": ["1p"]}, "KWX3622"),
        (5, {"hand": "1p"}, "KWX3622"),
    ):
        edited = [*lines[:at], lines[at] | changed, *lines[at + 1 :]]
        error = refused(game.rules, written(edited))
        assert ((error.cause or error).code, error.line) == (code, at + 1)
    again = refused(game.rules, written([*lines[:5], lines[5], lines[5], *lines[6:]]))
    assert (again.code, again.line) == ("KWX3622", 7)
    cut = refused(game.rules, written(lines[:6]))
    assert (cut.code, cut.line) == ("KWX3623", 6)


def test_lines_that_change_places() -> None:
    game = revealed()
    lines = lines_of(game)
    lines[6], lines[8] = lines[8], lines[6]
    assert refused(game.rules, written(lines)).params["line"] == 7  # the reveal is fine


def test_more_lines_than_a_round_has() -> None:
    game = revealed()
    lines = lines_of(game)
    error = refused(game.rules, written([*lines, lines[-1]]))
    assert (error.code, error.params["line"]) == ("KWX3622", len(lines) + 1)


@pytest.mark.parametrize(
    ("at", "change"),
    [
        (4, {"tile": "9p"}),  # not the tile the wall has
        (6, {"tile": "8p"}),  # not in the hand
        (6, {"tile": "3m"}),  # not in the set
        (6, {"tile": "nonsense"}),
        (6, {"seat": 1}),
        (-1, {"totals": [5, -3, -2]}),
        (-1, {"next_dealer": 2}),
        (-2, {"amount": 3}),
        (1, {"tiles": "1p"}),
    ],
)
def test_an_edited_line(at: int, change: dict[str, Any]) -> None:
    game = revealed()
    lines = lines_of(game)
    before = dict(lines[at])
    lines[at] |= change
    assert lines[at] != before
    error = refused(game.rules, written(lines))
    assert error.params["line"] == at % len(lines) + 1


@pytest.mark.parametrize(
    "change",
    [{"variant": "suizhou"}, {"hash": "0" * 64}, {"stake": 2}, {"options": {"cap": 8}}],
)
def test_a_log_of_other_rules(change: dict[str, Any]) -> None:
    game = revealed()
    lines = lines_of(game)
    lines[0] |= change
    assert refused(game.rules, written(lines)).code == "KWX3624"


@pytest.mark.parametrize(
    "change", [{"dealer": 7}, {"wall": "1p"}, {"wall": "((("}, {"seed": "x"}, {"dealer": None}]
)
def test_a_start_that_cannot_be(change: dict[str, Any]) -> None:
    game = revealed()
    lines = lines_of(game)
    lines[0] |= change
    assert refused(game.rules, written(lines)).params["line"] == 1


def test_an_illegal_claim_names_the_row() -> None:
    """A log of a table that lets missed wins be won, read under rules that do not."""
    game = start(
        (GIVER, "24679p135679s67z", "123p123s789s55z88p"),
        "7z5z",
        play=replace(FULL, may_win_later=lambda _c, _o: (True, 0)),
    )
    game = after(game, (0, throw("8p")), (2, PUNG), (2, throw("5z")), (0, throw("5z")), (2, WIN))
    error = refused(town("hubei"), game.log())
    assert error.row == "turn.missed.else"
    assert "turn.missed.else" in str(error)


def test_an_illegal_kong_names_the_row() -> None:
    free = replace(FULL, may_kong=lambda _c, _o: (True, 4))
    game = start((GIVER, "2469p123479s888p", "12345679p12346s"), "7z", play=free)
    game = after(game, (0, throw("8p")), (1, PUNG), (1, kong("added", "8p")))
    game = idle(game)
    error = refused(town("hubei"), game.log())
    assert error.row == "turn.kong.added_late"


def test_the_rules_of_another_stake() -> None:
    rules = RoundRules(kawuxing.load("hubei"), stake=5)
    game = after(Round.new(rules, wall=_wall_of(revealed())), *_steps())
    assert game.ledger.totals(3)[0] % 5 == 0


def _wall_of(game: Round) -> tuple[int, ...]:
    kinds = game.rules.kinds
    return tuple(kinds[at] for at in game.state.setup.wall)


def _steps() -> tuple[tuple[int, Any], ...]:
    return ((0, throw("7z", reveal=True)), (1, throw("6z")), (2, throw("6z")), (0, WIN))


@pytest.mark.parametrize(
    ("at", "change", "code", "said"),
    [
        (0, {"seed": 1.5}, "KWX3632", "seed is 1.5, and must be a whole number"),
        (0, {"seed": True}, "KWX3632", "seed is true, and must be a whole number"),
        (0, {"stake": "2"}, "KWX3632", 'stake is "2", and must be a whole number'),
        (0, {"stake": None}, "KWX3632", "stake is null, and must be a whole number"),
        (0, {"dice": [9, 9]}, "KWX3632", "dice is [9, 9], and must be null, or two numbers"),
        (0, {"dice": [1, 2, 3]}, "KWX3632", "dice is [1, 2, 3], and must be null"),
        (0, {"options": []}, "KWX3632", "options is [], and must be an object"),
        (0, {"variant": ["hubei"]}, "KWX3632", 'variant is ["hubei"], and must be a name'),
        (0, {"dealer": -1}, "KWX3632", "dealer is -1, and must be a seat"),
        (0, {"out": "3"}, "KWX3632", 'out is "3", and must be a seat'),
        (0, {"wall": None}, "KWX3632", "wall is null, and must be tiles"),
        (0, {"table": 7}, "KWX3629", "start has no field table; it may have variant, options"),
        (0, {"stake": 2}, "KWX3624", "stake of the log is 2, here it is 1"),
        (6, {"tsumogiri": True}, "KWX3629", "discard has no field tsumogiri; it may have seat"),
        (-1, {"winner": 1}, "KWX3629", "end has no field winner; it may have totals, next_dealer"),
        (
            -1,
            {"totals": None},
            "KWX3622",
            "end totals null cannot come here, expected end totals [",
        ),
        (4, {"replacement": True}, "KWX3622", "draw 0 7z replacement true cannot come here"),
    ],
)
def test_what_is_said_of_a_field(at: int, change: dict[str, Any], code: str, said: str) -> None:
    game = revealed()
    lines = lines_of(game)
    lines[at] |= change
    error = refused(game.rules, written(lines))
    assert (error.code, error.line) == (code, at % len(lines) + 1)
    assert said in error.text("en")
    for lang in ("en", "zh"):
        assert not re.search("None|True|False|'", error.text(lang))


def test_a_first_line_without_a_dealer() -> None:
    lines = lines_of(revealed())
    del lines[0]["dealer"]
    error = refused(town("hubei"), written(lines))
    assert error.text("en") == "line 1: dealer is nothing, and must be a seat"
    assert error.text("zh") == "第 1 行：dealer 是 空缺，应为座位号"


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("out", [0, 3, 10**30])
def test_nobody_is_out_of_a_log_where_all_play(out: int, whole: bool) -> None:
    lines = lines_of(revealed())
    lines[0]["out"] = out
    if not whole:
        del lines[0]["wall"]
    error = refused(town("hubei"), written(lines))
    assert "does not play" in error.text("en")
    assert (error.cause.code if error.cause else error.code) == "KWX3631"


def test_the_dice_of_a_log_of_what_was_seen_are_dice() -> None:
    """Without a seed nobody knows the dice, but no die shows nine."""
    lines = lines_of(revealed())
    del lines[0]["wall"]
    for dice, good in (([6, 1], True), (None, True), ([9, 9], False), ([0, 1], False), (3, False)):
        text = written([lines[0] | {"dice": dice}, *lines[1:]])
        if good:
            assert replay(town("hubei"), text).over
        else:
            assert refused(town("hubei"), text).code == "KWX3632"


def test_a_wall_with_one_tile_too_many() -> None:
    lines = lines_of(revealed())
    wall = lines[0]["wall"]
    lines[0]["wall"] = wall.replace("2p", "1p", 1)
    error = refused(town("hubei"), written(lines))
    assert error.text("en") == "line 1: this wall has more than 4 of 1p"
    lines = lines_of(revealed())
    del lines[0]["wall"]
    lines[1]["tiles"] = "11111p1357s567z"
    error = refused(town("hubei"), written(lines))
    assert error.text("en") == "line 2: 5 times 1p by now, there are 4"


def test_the_fields_are_those_of_the_schema() -> None:
    text = files("kawuxing.compiler.schemas").joinpath("log.json").read_text("utf-8")
    events = json.loads(text)["$defs"]
    assert {name: ("type", *known) for name, known in FIELDS.items()} == {
        name: tuple(event["properties"]) for name, event in events.items() if "properties" in event
    }


def test_a_round_has_an_end() -> None:
    lines = [json.dumps(line) for line in lines_of(revealed())]
    more = [*lines[:-1], *[lines[-1]] * MOST_LINES]
    error = refused(town("hubei"), "\n".join(more))
    assert (error.code, error.line) == ("KWX3634", MOST_LINES + 1)
    fouls = [json.dumps({"type": "foul", "seat": 0, "kind": "x" * 90_000})] * 30
    error = refused(town("hubei"), "\n".join([*lines[:5], *fouls]))
    assert (error.code, error.line) == ("KWX3634", 5 + 2_000_000 // 90_000 + 1)


def test_rounds_come_one_by_one() -> None:
    """A log may be longer than anything that could be held."""
    line = json.dumps(lines_of(revealed())[0])
    endless = rounds_of(line for _ in count())
    assert [next(endless).first for _ in range(3)] == [1, 2, 3]
