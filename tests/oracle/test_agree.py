"""Three evaluators, one answer: the generated module, the interpreter and the brute-force one.

The brute-force evaluator shares no code with the program. Where two readings are equally good the
choice between their fans is free for it, so fans are looked up among all that tie.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.core.nodes import FanRead, Read, children, options_read
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.evaluate import truth
from kawuxing.compiler.interpret.judge import all_options, judge_scenes, scenes_of
from kawuxing.compiler.interpret.judge import judge as interpret
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.declared import UNLIMITED
from kawuxing.runtime.notation import parse_hand

from .brute_force import TOWNS
from .brute_force import judge as brute_force
from .hands import near_misses, won_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.core.nodes import Core, Expr
    from kawuxing.compiler.interpret.judge import Verdict
    from kawuxing.compiler.interpret.scene import Scene, Value
    from kawuxing.runtime.evaluator import Evaluator

    from .brute_force import Cap
    from .hands import WonHand

VARIANTS = ("hubei", "suizhou", "xiangyang", "xiaogan")
MORE = (
    *("hubei_short", "zaoyang", "shiyan", "suizhou_eleven", "yunmeng", "xiangfan"),
    *("xiangfan_online", "xiangyang_watching", "resting", "ancestor"),
    "counting",
)
"""Editions that are tried on fewer hands where time is short."""
SEED = 20261130
CAPS: tuple[Cap, ...] = (8, 16, 5, "none")


@cache
def variant(name: str) -> tuple[Core, Evaluator[Any]]:
    core = check(load_ruleset(name), Sink())
    assert core is not None
    return core, run_module(compile_core(core))


@cache
def with_cap(name: str, cap: Cap) -> tuple[Evaluator[Any], dict[str, Value]]:
    """What judges a variant's hands under a cap, and the options of it for the interpreter."""
    core, evaluator = variant(name)
    if cap == "default":
        return evaluator, all_options(core, {})
    given = UNLIMITED if cap == "none" else cap
    return evaluator.load(cap=cap), all_options(core, {"cap": given})


def of_fans(expr: Expr) -> bool:
    """Whether it matters to an expression which fans have been scored before."""
    read = isinstance(expr, Read) and expr.path == "others"
    return read or isinstance(expr, FanRead) or any(map(of_fans, children(expr)))


class Alike:
    """The conditions of fans that several variants have: equal ones are known by one number.

    Variants inherit most of them. Whoever judges a hand in all of them asks the interpreter once
    what is the same question of the same hand.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._numbers: dict[Expr, int] = {}
        self._known = {
            id(fan.when): (
                self._numbers.setdefault(fan.when, len(self._numbers)),
                of_fans(fan.when),
            )
            for name in names
            for fan in variant(name)[0].fans
            if not options_read(fan.when)
        }
        self._answers: dict[tuple[object, ...], bool] = {}

    def next_hand(self) -> None:
        """Forget what held of the hand before."""
        self._answers.clear()

    def holds(self, expr: Expr, scene: Scene) -> bool:
        """What the interpreter says, now or when it was asked before."""
        known = self._known.get(id(expr))
        if known is None:
            return truth(expr, scene)
        number, fans = known
        key = (number, id(scene.reading), *((scene.fans, scene.others) if fans else ()))
        if key not in self._answers:
            self._answers[key] = truth(expr, scene)
        return self._answers[key]


def facts(names: Sequence[str], alike: Alike, hand: WonHand, cap: Cap) -> None:
    """Hold the three answers for one won hand against each other, in each of some variants.

    They are played with the same tiles: what the interpreter has to know of the hand itself, and
    how the brute-force evaluator takes it apart, is found out once.
    """
    core, evaluator = variant(names[0])
    events = tuple(hand.events)
    parsed = parse_hand(hand.hand, evaluator.program.tiles)
    circumstances = won(hand.by, events, hand.chain, hand.revealed, hand.payer_revealed)
    scenes = scenes_of(core, parsed, circumstances, {})
    alike.next_hand()
    for name in names:
        core, options = variant(name)[0], with_cap(name, cap)[1]
        given = [scene._replace(options=options) for scene in scenes]
        walked = judge_scenes(core, given, alike.holds)
        agree_on(name, hand, cap, walked)


def agree_on(name: str, hand: WonHand, cap: Cap, walked: Verdict) -> None:
    """Hold what the interpreter says of a hand in one variant against what the others say."""
    expected = brute_force(
        name,
        hand.hand,
        by=hand.by,
        events=hand.events,
        chain=hand.chain,
        revealed=hand.revealed,
        payer_revealed=hand.payer_revealed,
        cap=cap,
    )
    score = with_cap(name, cap)[0].score(
        hand.hand,
        by=hand.by,
        events=hand.events,
        chain=hand.chain,
        revealed=hand.revealed,
        payer_revealed=hand.payer_revealed,
    )
    found = (score.complete, score.value, score.product, score.may_win, score.owed)
    where = (name, hand)
    assert found == (
        expected.complete,
        expected.value,
        expected.product,
        expected.may_win,
        expected.owed,
    ), where
    best = walked.best
    assert found[1:] == (best.value, best.product, walked.may_win, walked.owed), where
    assert dict(score.fans) in [dict(fans) for fans in expected.tied], where
    assert score.fans == best.fans, where
    assert score.judgement.rows == (walked.may_win_row, walked.pay_row), where


def agree(names: Sequence[str], seed: int, count: int) -> None:
    """Judge won hands, every fourth under some other cap than the town's."""
    tiles = {TOWNS[name].suits for name in names}
    for suits in sorted(tiles):
        played = [name for name in names if TOWNS[name].suits == suits]
        assert len({variant(name)[1].program.tiles for name in played}) == 1
        alike = Alike(played)
        hands = list(won_hands(seed, count, suits))
        assert len(hands) == count
        for index, hand in enumerate(hands):
            facts(played, alike, hand, "default" if index % 4 else CAPS[index // 4 % 4])


PARTS = 8
"""The hands come in parts of a seed each, so that several processes can share the work."""


@pytest.mark.parametrize("part", range(PARTS))
def test_agree_on_20_000_won_hands(part: int) -> None:
    agree(VARIANTS, SEED + part, 20_000 // PARTS)


def test_agree_on_1_000_won_hands() -> None:
    agree(MORE, SEED + 20, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5 * PARTS))
def test_agree_on_200_000_won_hands(part: int) -> None:
    agree(VARIANTS, SEED + 30 + part, 40_000 // PARTS)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_agree_on_8_000_won_hands(part: int) -> None:
    agree(MORE, SEED + 100 + part, 8_000 // PARTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_that_are_not_complete_are_worth_nothing(name: str) -> None:
    core, evaluator = variant(name)
    options = all_options(core, {})
    for text in near_misses(SEED, 3_000):
        score = evaluator.score(text)
        assert (score.complete, score.value, score.may_win, score.owed) == (False, 0, False, 0)
        assert score.reading is None
        hand = parse_hand(text, evaluator.program.tiles)
        assert interpret(core, hand, score.won, options) is None


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reading_shown_is_worth_what_the_score_says(name: str) -> None:
    """The reading is found without the tables that found the score."""
    core, evaluator = variant(name)
    options = all_options(core, {})
    for hand in won_hands(SEED + 200, 2_000):
        circumstances = won(
            hand.by, tuple(hand.events), hand.chain, hand.revealed, hand.payer_revealed
        )
        score = evaluator.score(
            hand.hand,
            by=hand.by,
            events=hand.events,
            chain=hand.chain,
            revealed=hand.revealed,
            payer_revealed=hand.payer_revealed,
        )
        parsed = parse_hand(hand.hand, evaluator.program.tiles)
        walked = interpret(core, parsed, circumstances, options)
        assert walked is not None
        shown = score.reading
        same = [one for one in walked.readings if one.reading == shown]
        assert len(same) == 1, hand
        assert (same[0].value, same[0].product, same[0].fans) == (
            score.value,
            score.product,
            score.fans,
        )
