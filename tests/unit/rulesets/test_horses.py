"""Tiles turned after a win: how many, what they score, who pays; every sum worked out by hand."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pytest

import kawuxing
from kawuxing.compiler.commands.settings import Settings
from kawuxing.compiler.commands.table_text import TableText
from kawuxing.compiler.compile import check, compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.emit.standalone import bundle
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.locate import GivenText
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.space.groups import circumstances_of
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.horses import horse_asked
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.notation import format_hand, parse_tiles
from kawuxing.runtime.round.events import Turned, Won
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.tiles import tile_text
from kawuxing.runtime.turned import turned

from ...plain_flow import FLOW
from ..compiler.space.townships import core_of, sides_of

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

TEXT = (
    """\
kawuxing: 1
variant: horses
name: {zh: 买马, en: Horses}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: a test
options:
  number: {default: 2, offered: [0, 2, 6], assumed: a test}
fans:
  pairs: {name: {zh: 对, en: Pairs}, times: 3, when: seven_pairs, assumed: a test}
cap:
  - {id: all, at: 16, assumed: a test}
may_win:
  - {id: all, allowed: true, assumed: a test}
horses:
  draw:
    - {id: shown, when: self_draw and winner.revealed, number: options.number + 1, assumed: a test}
    - {id: own, when: self_draw, number: options.number, assumed: a test}
    - {id: none, number: 0, assumed: a test}
  hits:
    - {id: same, when: horse.won, points: 5, assumed: a test}
    - {id: dragon, when: horse.dragon, points: 10, assumed: a test}
    - {id: group, when: horse.grouped, points: 1, assumed: a test}
    - {id: miss, points: 0, assumed: a test}
  again:
    - {id: one, when: horse.rank == 1 and horse.turned < 4, allowed: true, assumed: a test}
    - {id: else, allowed: false, assumed: a test}
pay:
  win:
    - {id: all, pay: share, assumed: a test}
  also:
    - {id: horses, when: horses > 0, pay: horses, assumed: a test}
  kong:
    - {id: nobody, pay: 0, assumed: a test}
  drawn:
    - {id: nobody, pay: 0, assumed: a test}
"""
    + FLOW
)
PAIRS = "1122334455667p"
LANGS: tuple[Literal["en"], Literal["zh"]] = ("en", "zh")


@cache
def core() -> Core:
    return core_of(TEXT)


def settled(
    horses: list[str] | str | None,
    *,
    by: str = "self_draw",
    revealed: bool = False,
    **options: object,
) -> tuple[int, ...]:
    win: dict[str, object] = {"seat": 1, "hand": PAIRS, "win": "7p", "by": by}
    if by == "discard":
        win["from"] = 2
    given: dict[str, object] = {"dealer": 0, "options": options}
    given["revealed"] = [1] if revealed else []
    given["end"] = {"kind": "win", "wins": [win]}
    if horses is not None:
        given["horses"] = horses
    return kawuxing.load(TEXT).settle(given).totals


@pytest.mark.parametrize(
    ("horses", "paid"),
    [
        (["2s", "3s"], 3),
        (["4s", "3s"], 3 + 1),
        (["7p", "8s"], 3 + 5),
        (["7s", "7z"], 3 + 1 + 10),
        (["7z", "7z"], 3 + 20),
        # 1 is of the group of 7, and brings another tile; the fourth does not any more.
        (["1s", "2s", "7p"], 3 + 1 + 5),
        (["1s", "1s", "1s", "1s", "7z"], 3 + 4 + 10),
        (["7z"], 3 + 10),  # the wall has ended
        ([], 3),
    ],
)
def test_what_is_paid_for_horses(horses: list[str], paid: int) -> None:
    assert settled(horses) == (-paid, 2 * paid, -paid)
    assert settled("".join(horses)) == (-paid, 2 * paid, -paid)  # as a log has them


@pytest.mark.parametrize(
    ("number", "most"),
    [("12", 0), ("13", 13), ("options.number + 6", 0), ("options.number + 7", 13),
     ("min(12, options.number + 7)", 0)],
)  # fmt: skip
def test_no_more_may_be_asked_for_than_are_ever_turned(number: str, most: int) -> None:
    """An option offers 6 at most."""
    sink = Sink()
    text = TEXT.replace("number: options.number + 1,", f'number: "{number}",')
    ruleset = resolve_location(GivenText(text, "horses.yaml", "."), None, sink)
    assert ruleset is not None
    check(ruleset, sink)
    assert [(one.code, one.params["high"]) for one in sink.diagnostics] == [("KWX2309", most)] * (
        most > 0
    )


def test_how_many_are_turned() -> None:
    assert settled(["7z"] * 3, revealed=True) == (-33, 66, -33)
    assert settled(None, by="discard") == (-3, 6, -3)
    assert settled(None, number=0) == (-3, 6, -3)
    assert settled(["2s"] * 4 + ["7z"] * 2, number=6) == (-23, 46, -23)


@pytest.mark.parametrize(
    ("horses", "options", "code"),
    [
        (None, {}, "KWX3535"),
        (["2s", "2s", "2s"], {}, "KWX3534"),
        (["1s", "1s", "1s", "1s", "1s"], {}, "KWX3532"),  # there are four
        (["8p"], {"number": 0}, "KWX3534"),
        (["0q"], {}, "KWX3104"),
    ],
)
def test_what_cannot_be_is_refused(
    horses: list[str] | None, options: dict[str, Any], code: str
) -> None:
    with pytest.raises(HandError) as caught:
        settled(horses, **options)
    assert caught.value.code == code
    assert caught.value.field == "horses"


def test_a_variant_without_horses_knows_none() -> None:
    win = {"seat": 1, "hand": PAIRS, "win": "7p"}
    given = {"dealer": 0, "horses": ["1s"], "end": {"kind": "win", "wins": [win]}}
    with pytest.raises(HandError) as caught:
        kawuxing.load("hubei").settle(given)
    assert caught.value.code == "KWX3534"
    assert "horses" not in compile_core(core_of("hubei")).text


def test_several_winners_turn_one_after_the_other() -> None:
    """Off a discard, two horses each: 3 and 7z for the first, 7p and 8s for the second."""
    text = TEXT.replace("{id: none, number: 0,", "{id: none, number: 2,")
    wins = [
        {"seat": seat, "hand": hand, "win": "7p", "by": "discard", "from": 2}
        for seat, hand in ((0, PAIRS), (1, "1122335588s667p"))
    ]
    wins[1]["hand"] = "7p112233558899s"
    given = {"dealer": 0, "horses": ["3s", "7z", "7p", "8s"], "end": {"kind": "win", "wins": wins}}
    first, second = 3 + 10, 3 + 5
    assert kawuxing.load(text).settle(given).totals == (
        2 * first - second,
        2 * second - first,
        -first - second,
    )


EXAMPLES = """\
examples:
  - id: paid
    why: 3, 1 for the group, 10 for the dragon
    round:
      dealer: 0
      horses: [4s, 7z]
      end: {{kind: win, wins: [{{seat: 1, hand: {hand}, win: 7p}}]}}
    expect: {{totals: [-14, 28, -14], rules: [pay.win.all, pay.also.horses]}}
  - id: drawn
    why: three for who has revealed
    asked: {{table: horses.draw, self_draw: true, winner.revealed: true}}
    expect: {{number: 3, rules: [horses.draw.shown]}}
  - id: dragon
    why: ten
    asked: {{table: horses.hits, horse.dragon: true}}
    expect: {{number: 10, rules: [horses.hits.dragon]}}
  - id: ones
    why: a one brings another
    asked: {{table: horses.again, horse.rank: 1, horse.turned: 3}}
    expect: {{allowed: true, rules: [horses.again.one]}}
"""


def test_examples_are_run_by_both_evaluators() -> None:
    text = TEXT + EXAMPLES.format(hand=PAIRS)
    outcomes = list(run_examples(core_of(text), kawuxing.load(text)))
    assert [outcome.passed for outcome in outcomes] == [True] * 4
    wrong = text.replace("-14, 28", "-13, 26").replace("number: 3", "number: 2")
    wrong = wrong.replace("expect: {number: 10", "expect: {number: 5").replace(
        "expect: {allowed: true", "expect: {allowed: false"
    )
    outcomes = list(run_examples(core_of(wrong), kawuxing.load(wrong)))
    assert [outcome.passed for outcome in outcomes] == [False] * 4


def test_modules_settle_the_same() -> None:
    text = compile_core(core()).text
    win = {"seat": 1, "hand": PAIRS, "win": "7p"}
    given = {"dealer": 0, "horses": ["4s", "7z"], "end": {"kind": "win", "wins": [win]}}
    for module in (module_of(text, "horses"), module_of(bundle(text), "horses")):
        assert module.settle(given).totals == (-14, 28, -14)


@pytest.mark.parametrize("bot", ["random", "careful"])
def test_rounds_turn_what_lies_in_the_wall(bot: str) -> None:
    """Quickly and step by step alike; as a round that is reported with the same tiles."""
    text = TEXT.replace("{id: none, number: 0,", "{id: none, number: 1,")
    rules = RoundRules(kawuxing.load(text))
    bots, quick = [BOTS[bot](rules)] * 3, Quick(rules)
    match, paid = Match.new(rules, 3), 0
    for _ in range(40):
        game = quick.play_round(match, bots)
        assert game == play_round(match, bots)
        assert replay(RoundRules(kawuxing.load(text)), game.log()) == game
        wins = [one for one in game.events if isinstance(one, Won)]
        turns = [one for one in game.events if isinstance(one, Turned)]
        drawn = len([one for one in game.log().splitlines() if '"type": "draw"' in one])
        tail = len([one for one in game.log().splitlines() if '"replacement"' in one])
        tiles = [kind for one in turns for kind in one.tiles]
        if wins:
            wall = [game.rules.kinds[at] for at in game.state.setup.wall]
            first = 3 * 13 + drawn - tail
            assert tiles == wall[first : first + len(tiles)]
        if len(wins) == 1 and not game.state.kongs:
            (win,) = wins
            told: dict[str, Any] = {"seat": win.seat, "events": list(win.events)}
            hand = format_hand(win.hand)
            told["hand"], told["win"] = hand.split("+")
            told["by"] = "self_draw" if win.giver is None else "discard"
            if win.giver is not None:
                told["from"] = win.giver
            given = {
                "dealer": game.state.setup.dealer,
                "revealed": list(game.state.revealed),
                "horses": [tile_text(kind) for kind in tiles],
                "end": {"kind": "win", "wins": [told]},
            }
            assert rules.evaluator.settle(given).totals == game.ledger.totals(3)
            paid += any(one.rule == "pay.also.horses" for one in game.ledger.transfers)
        match = match.after(game)
    assert paid or bot == "random"


def test_a_log_without_the_wall_tells_the_horses() -> None:
    rules = RoundRules(
        kawuxing.load(TEXT.replace("{id: none, number: 0,", "{id: none, number: 1,"))
    )
    bots = [BOTS["careful"](rules)] * 3
    game = play_round(Match.new(rules, 3), bots)
    lines = [json.loads(line) for line in game.log().splitlines()]
    for name in ("seed", "dice"):
        del lines[0][name]
    text = "\n".join(json.dumps(line) for line in lines)
    assert replay(rules, text).ledger == game.ledger


def test_the_wall_may_end() -> None:
    program = kawuxing.load(TEXT).program
    for wall, tiles, points, left in (
        ("", 0, 0, 2),
        ("7z", 1, 10, 1),
        ("1s7z", 2, 11, 1),
        ("2s3s7z", 2, 0, 0),
    ):
        kinds = parse_tiles(wall, program.tiles) if wall else ()
        found = turned(program, program.defaults, won("self_draw"), 6, kinds)
        assert (len(found[0]), *found[1:]) == (tiles, points, left)


@pytest.mark.parametrize(
    ("tile", "win", "facts"),
    [
        ("1p", "7s", (1, False, False, True, 1)),
        ("7p", "7p", (7, False, True, True, 1)),
        ("2p", "7s", (2, False, False, False, 1)),
        ("7z", "7z", (0, True, True, False, 1)),
        ("7z", "3p", (0, True, False, False, 1)),
        ("9p", "7z", (9, False, False, False, 1)),
    ],
)
def test_what_is_asked_of_a_horse(tile: str, win: str, facts: tuple[object, ...]) -> None:
    tiles = kawuxing.load(TEXT).program.tiles
    asked = horse_asked(parse_tiles(tile, tiles)[0], parse_tiles(win, tiles)[0], 1)
    assert (
        asked.horse_rank,
        asked.horse_dragon,
        asked.horse_won,
        asked.horse_grouped,
        asked.horse_turned,
    ) == facts


def test_sums_are_gone_through_where_rules_ask() -> None:
    """Two or three tiles of 0, 1, 5, 10 and with ones up to four more; only after a self-draw."""
    ways = circumstances_of(sides_of(TEXT))
    plain = circumstances_of(sides_of("hubei"))
    assert [one for one in ways if not one.horses] == list(plain)
    assert all(one.self_draw for one in ways if one.horses)
    assert {1, 2, 3} <= {one.horses for one in ways}
    silent = TEXT.replace("when: horses > 0, pay: horses", "pay: 1")
    assert circumstances_of(sides_of(silent)) == plain


def found_in(text: str) -> list[tuple[str, object]]:
    sink = Sink()
    prove(core_of(text), sink)
    return [(one.code, one.params.get("row")) for one in sink.diagnostics]


def test_rows_are_proven_to_be_reached() -> None:
    assert found_in(TEXT) == []
    never = TEXT.replace(
        "horse.won, points: 5", "horse.won and horse.rank == 0 and not horse.dragon, points: 5"
    )
    assert found_in(never) == [("KWX2604", "same")]
    idle = TEXT.replace("when: horses > 0,", "when: horses > 0 and discard,")
    assert found_in(idle) == [("KWX2604", "horses")]


def test_modules_are_proven_to_agree() -> None:
    text = compile_core(core()).text
    assert disagreement(core(), module_of(text, "horses")) is None
    for old, new, key in (
        ("return 5, 0", "return 6, 0", "horses.hits"),
        ("if (n := c.horses):", "if (n := c.horses + 1):", "pay.win, horses 1"),
    ):
        assert old in text, text
        found = disagreement(core(), module_of(text.replace(old, new), "horses"))
        assert found is not None
        assert found.key == key


def test_what_a_change_changes() -> None:
    assert compare(core(), core(), ("a", "b")).equal
    hits = compare(core(), core_of(TEXT.replace("points: 10", "points: 6")), ("a", "b"))
    assert next(one.rules for one in hits.behavioural) == ("horses.hits.dragon",)
    paid = compare(core(), core_of(TEXT.replace("pay: horses", "pay: 2 * horses")), ("a", "b"))
    assert {one.rules for one in paid.behavioural} == {("pay.also.horses",)}


def test_changes_that_examples_do_not_notice_are_shown() -> None:
    found = [one for one in mutate(family(TEXT)) if one.mutant.rule.startswith("horses.")]
    assert {one.status for one in found} <= {"survived", "equivalent"}
    shown = [one for one in found if one.status == "survived"]
    assert len(shown) > 10
    assert all(one.catch is not None for one in shown)


def test_who_plays_is_told_of_them() -> None:
    event = Turned(1, (0, 29))
    english, chinese = (TableText(("A", "B"), Settings(one)).event(event, 0) for one in LANGS)
    assert english.strip() == "horses turned for B: 1p 7z"
    assert chinese.strip() == "B 翻马：1p 7z"
