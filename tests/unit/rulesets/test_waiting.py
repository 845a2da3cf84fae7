"""Money when nobody has won, by what the players wait for: every payment worked out by hand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core, module_of
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Situation
from kawuxing.compiler.emit.standalone import bundle
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.mutation.situations import drawn_situations
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.reports.words import Phrase
from kawuxing.compiler.space.waiting import Dear, Reach, reach_of
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.round.actions import Win
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.tiles import tile_text

from ...plain_flow import FLOW
from ..compiler.space.townships import core_of, sides_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.round.sight import Sight

TEXT = """\
kawuxing: 1
variant: waiting
name: {zh: 查叫, en: Waiting}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: a test
options:
  cap: {default: 8, offered: [8, none], assumed: a test}
  law: {default: best, offered: [best, worst], assumed: a test}
fans:
  five: {name: {zh: 五, en: Five}, times: 4, when: win.rank == 5, assumed: a test}
  pairs: {name: {zh: 对, en: Pairs}, times: 8, when: seven_pairs, assumed: a test}
  shown: {name: {zh: 亮, en: Shown}, times: 2, when: winner.revealed, assumed: a test}
cap:
  - {id: all, at: options.cap, assumed: a test}
may_win:
  - {id: all, allowed: true, assumed: a test}
pay:
  win:
    - {id: all, pay: share, assumed: a test}
  kong:
    - {id: nobody, pay: 0, assumed: a test}
  drawn:
    - id: shown
      when: payer.revealed and payee.ready and not payee.revealed
      pay: payee.best
      assumed: a test
    - id: cheap
      when: not payer.ready and payee.ready and options.law == 'worst'
      pay: payee.worst
      assumed: a test
    - id: idle
      when: not payer.ready and payee.ready
      pay: min(2 * payee.best, 12) if payee.revealed else payee.best
      assumed: a test
    - {id: nobody, pay: 0, assumed: a test}
""" + FLOW.replace(
    "pung: [{id: else, ",
    "pung: [{id: shown, when: punger.revealed, allowed: false, assumed: test}, {id: else, ",
).replace(
    "kong: [{id: else, ",
    "kong: [{id: shown, when: konger.revealed, allowed: false, assumed: test}, {id: else, ",
)

# 22 456 67 111 789: waits for 5s (4) and 8s (1). Isolated tiles: waits for nothing. Four triplets
# and a dragon: waits for it (1).
HANDS = ["2245667s111p789p", "1379p1379s2468p7z", "444s999s222p333p7z"]
OWN_ALL = "123456789s7777z"
"""Three runs and all four dragons: only a fifth would complete it."""
SIX_PAIRS = "1133557788s779p"


@cache
def core() -> Core:
    return core_of(TEXT)


def settled(hands: list[Any], revealed: tuple[int, ...] = (), **options: object) -> tuple[int, ...]:
    end = {"kind": "drawn", "hands": hands}
    given = {"dealer": 0, "revealed": list(revealed), "end": end, "options": options}
    return kawuxing.load(TEXT).settle(given).totals


@pytest.mark.parametrize(
    ("revealed", "options", "totals"),
    [
        # 1 waits for nothing and pays 0 the better of 4 and 1, and 2 its 1.
        ((), {}, (4, -5, 1)),
        ((), {"law": "worst"}, (1, -2, 1)),
        ((), {"law": "worst", "stake": 10}, (10, -20, 10)),
        # Revealed, 0 would have won 8 or 2; twice 8 is more than 12. It pays 2, which is ready, 1.
        ((0,), {}, (12 - 1, -12 - 1, 1 + 1)),
        ((0,), {"law": "worst"}, (2 - 1, -2 - 1, 1 + 1)),
        # 2 has revealed, too: the red dragon is worth 2, and 0 and 2 pay each other nothing.
        ((0, 2), {}, (12, -12 - 4, 4)),
    ],
)
def test_who_pays_by_waits(
    revealed: tuple[int, ...], options: dict[str, object], totals: tuple[int, ...]
) -> None:
    assert settled(HANDS, revealed, **options) == totals


def test_worth_is_capped() -> None:
    """Six pairs and a 9: 8 times 1; revealed 16, with a cap of 8 only 8."""
    hands = [SIX_PAIRS, HANDS[1], HANDS[2]]
    assert settled(hands) == (8, -9, 1)
    assert settled(hands, (0,), cap="none") == (12 - 1, -13, 2)


def test_a_wait_for_a_fifth_tile_is_none() -> None:
    """Only seat 2 waits, for 4p, 6p and 7p."""
    assert settled([OWN_ALL, "1379p1379s2468p9s", "222p333p555p888s6p"]) == (-1, -1, 2)


def test_the_hands_must_be_known() -> None:
    for hands, seat in ([], 0), (HANDS[:2], 2), ([{"seat": 2, "hand": HANDS[2]}], 0):
        with pytest.raises(HandError) as caught:
            settled(hands)
        assert (caught.value.code, caught.value.field) == ("KWX3533", "end.hands")
        assert caught.value.params == {"seat": seat}
    assert kawuxing.load("hubei").settle({"dealer": 0, "end": {"kind": "drawn"}}).totals == (0,) * 3


def test_a_module_of_its_own_pays_the_same() -> None:
    text = compile_core(core()).text
    assert "asks=('hands',)" in text
    for module in (module_of(text, "waiting"), module_of(bundle(text), "waiting")):
        end = {"kind": "drawn", "hands": HANDS}
        answer = module.settle({"dealer": 0, "revealed": [0], "end": end})
        assert answer.totals == (11, -13, 2)
    assert "asks=" not in compile_core(core_of("hubei")).text


EXAMPLES = """\
examples:
  - id: idle
    why: seat 1 waits for nothing
    round: {{dealer: 0, end: {{kind: drawn, hands: {hands}}}}}
    expect: {{totals: [4, -5, 1], rules: [pay.drawn.idle]}}
"""


def test_the_interpreter_agrees_about_examples() -> None:
    text = TEXT + EXAMPLES.format(hands=HANDS)
    outcomes = list(run_examples(core_of(text), kawuxing.load(text)))
    assert [outcome.passed for outcome in outcomes] == [True]
    wrong = text.replace("[4, -5, 1]", "[1, -2, 1]")
    outcomes = list(run_examples(core_of(wrong), kawuxing.load(wrong)))
    assert [outcome.passed for outcome in outcomes] == [False]


class Shy:
    """A bot that never wins, so that nobody does."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        left = [one for one in actions if not isinstance(one, Win)]
        return self.bot.choose(sight, left, chance) if len(left) > 1 else left[0]


def ends(text: str, names: tuple[str, ...], seed: int, rounds: int) -> Iterator[Round]:
    """Rounds of a match, played quickly and through the public interface: they are the same."""
    rules = RoundRules(kawuxing.load(text))
    bots, quick = [Shy(BOTS[name](rules)) for name in names], Quick(rules)
    match = Match.new(rules, seed)
    for _ in range(rounds):
        played = quick.play_round(match, bots)
        assert played == play_round(match, bots)
        yield played
        match = match.after(played)


def kongs_of(game: Round) -> list[dict[str, object]]:
    """The kongs of a round as they are reported."""
    found: list[dict[str, object]] = []
    for one in game.state.kongs:
        source: dict[str, object] = {} if one.giver is None else {"from": one.giver}
        tile = tile_text(game.rules.kinds[one.tile])
        made = {"by": one.seat, "kind": one.kind, "tile": tile, "chain": one.chain}
        found.append({**made, **source})
    return found


def paid_alike(text: str, names: tuple[str, ...], rounds: int) -> set[str]:
    """The rows by which rounds pay that are played, which pay the same when they are reported."""
    paid: set[str] = set()
    for game in ends(text, names, 5, rounds):
        assert not game.state.winners
        end = {"kind": "drawn", "hands": [format_hand(game.hand(seat)) for seat in range(3)]}
        revealed = list(game.state.revealed)
        given = {"dealer": 0, "revealed": revealed, "kongs": kongs_of(game), "end": end}
        reported = kawuxing.load(text).settle(given)
        assert game.ledger.transfers == reported.transfers
        assert replay(RoundRules(kawuxing.load(text)), game.log()) == game
        paid |= {one.rule for one in reported.transfers}
    return paid


@pytest.mark.parametrize("names", [("careful",) * 3, ("careful", "random", "greedy")], ids="-".join)
def test_a_round_that_is_played_pays_as_one_that_is_reported(names: tuple[str, ...]) -> None:
    assert paid_alike(TEXT, names, 40) == {"pay.drawn.shown", "pay.drawn.idle"}


def test_values_that_hands_can_have() -> None:
    """Products of 4 and 8, revealed of 2, too; up to the cap."""
    open_ended, capped = sides_of(TEXT, [{"cap": None}, {}])
    asked = frozenset(("payer.ready", "payee.ready", "payee.best", "payee.worst"))
    for side, plain, revealed in (
        (capped, (1, 4, 8), (2, 8)),
        (open_ended, (1, 4, 8, 32), (2, 8, 16, 64)),
    ):
        values = [tuple(map(Dear, found)) for found in (plain, revealed)]
        assert reach_of([side]) == Reach(asked, False, *values)


def test_hands_that_are_revealed_stay_ready_unless_rules_let_them_be_spoilt() -> None:
    pungs = TEXT.replace(
        "when: punger.revealed, allowed: false", "when: punger.revealed, allowed: true"
    )
    for text, spoilt in (TEXT, False), (pungs, True):
        reach = reach_of(sides_of(text))
        assert reach.spoilt is spoilt
        found = {(one.payer_revealed, one.payer_ready) for one in drawn_situations(3, reach)}
        assert ((True, False) in found) is spoilt
        found = {(one.payee_revealed, one.payee_ready) for one in drawn_situations(3, reach)}
        assert ((True, False) in found) is spoilt
        assert {(False, False), (False, True), (True, True)} <= found


def found_in(text: str) -> list[tuple[str, object]]:
    sink = Sink()
    prove(core_of(text), sink)
    return [(one.code, one.params.get("row")) for one in sink.diagnostics]


def test_rows_are_reached_by_what_hands_can_be_worth() -> None:
    assert found_in(TEXT) == []
    row = "    - {{id: more, when: {when}, pay: 1, assumed: a test}}\n    - id: shown\n"
    three = TEXT.replace("    - id: shown\n", row.format(when="payee.best == 3"))
    assert found_in(three) == [("KWX2604", "more")]
    four = TEXT.replace("    - id: shown\n", row.format(when="payee.best == 32"))
    assert found_in(four) == []
    idle = TEXT.replace("    - id: shown\n", row.format(when="payee.worst == 1 and payee.revealed"))
    assert found_in(idle) == [("KWX2604", "more")]


def test_modules_are_proven_to_agree() -> None:
    text = compile_core(core()).text
    assert disagreement(core(), module_of(text, "waiting")) is None
    assert text.count("return c.payee_worst,") == 1
    wrong = text.replace("return c.payee_worst,", "return c.payee_best,")
    found = disagreement(core(), module_of(wrong, "waiting"))
    assert found is not None
    assert found.key == "pay.drawn"
    assert "payee.best == 4 and payee.worst == 1" in found.asked


def test_what_a_change_changes() -> None:
    same = TEXT.replace("not payer.ready and payee.ready\n", "payee.ready and not payer.ready\n")
    assert compare(core(), core_of(same), ("a", "b")).equal
    found = compare(core(), core_of(TEXT.replace("payee.best, 12)", "payee.best, 10)")), ("a", "b"))
    (one,) = found.behavioural
    assert isinstance(one.witness, Situation)
    assert (one.rules, one.before, one.after, one.swing) == (("pay.drawn.idle",), 12, 10, 2)
    assert one.witness.words["payee_best"] == 8
    assert not one.witness.words["payer_ready"]
    assert Phrase("en").situation(one.witness).endswith("the payee waits, for 2 to 8")
    assert Phrase("zh").situation(one.witness).endswith("收者听牌，值 2 到 8")


def test_changes_that_examples_do_not_notice_are_shown_with_hands() -> None:
    text = TEXT + EXAMPLES.format(hands=HANDS)
    found = {
        (one.mutant.rule, one.mutant.kind, one.mutant.before, one.mutant.after): one
        for one in mutate(family(text))
        if one.mutant.rule.startswith("pay.drawn")
    }
    assert {one.status for one in found.values()} <= {"killed", "survived", "equivalent"}
    shown = [one for one in found.values() if one.status == "survived"]
    assert shown
    for one in shown:
        assert one.catch is not None
        given = one.catch.example.given["round"]
        assert isinstance(given, dict)
        assert len(given["end"]["hands"]) == 3
