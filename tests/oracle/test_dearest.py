"""Points, and the greatest instead of the product, against an evaluator that shares no code.

Two rulesets: a live one, and one of these tests' own in which readings compete: what is dear as
runs has points as triplets.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.judge import all_options
from kawuxing.compiler.interpret.judge import judge as interpret
from kawuxing.runtime.declared import UNLIMITED

from ..plain_flow import FLOW
from ..sources import ROOT
from .dearest import Table, Worth, best, concealed_triplets, dearest, words_of, xiangyang
from .hands import won_hands
from .plain_hand import parse_hand as parse_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator
    from kawuxing.runtime.score import Score

    from .hands import WonHand
    from .whole_hand import WholeReading

SEED = 20261130
TABLES = (
    Table(),
    Table(cap=8),
    Table(cap=16, any_four=True, kongs=4),
    Table(any_four=True, both_double=True),
    Table(triplets=True),
    Table(cap=8, any_four=True, triplets=True, both_double=True),
)
COUNTED = (
    """\
kawuxing: 1
variant: counted
name: {zh: 数, en: Counted}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red, green, white], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: test
options:
  most:
    name: {zh: 封顶, en: Most}
    default: none
    offered: [none, 6, 20]
    assumed: test
fans:
  pairs: {name: {zh: 对, en: Pairs}, times: 6, when: seven_pairs, assumed: test}
  pungs:
    name: {zh: 碰, en: Pungs}
    times: 5
    when: count(s.triplet for s in sets) == 4
    assumed: test
  pure:
    name: {zh: 清, en: Pure}
    times: 7
    when: >-
      count(s.tiles > 0 for s in suits) == 1 and not any(k.dragon and k.owned > 0 for k in kinds)
    assumed: test
  pure_pungs:
    name: {zh: 清碰, en: Pure pungs}
    times: 12
    when: fan.pure and fan.pungs
    assumed: test
  five:
    name: {zh: 五, en: Five}
    times: 3
    when: win.rank == 5 and win.place == middle
    assumed: test
  shown:
    name: {zh: 亮, en: Shown}
    times: 2
    on_top: true
    when: winner.revealed
    assumed: test
  last: {name: {zh: 底, en: Last}, times: 3, on_top: true, when: last_tile, assumed: test}
worth: {combine: maximum, assumed: test}
cap:
  - {id: all, at: options.most, assumed: test}
points:
  kan:
    name: {zh: 坎, en: Triplets}
    add: count(s.concealed and s.triplet or s.kong for s in sets)
    assumed: test
  eye: {name: {zh: 将, en: Eye}, when: "pair.rank in [2, 5, 8]", add: 2, assumed: test}
  low:
    name: {zh: 低, en: Low}
    add: 3 * count(s.run and s.rank == 1 for s in sets)
    assumed: test
  dear: {name: {zh: 贵, en: Dear}, when: product >= 12, add: 4, assumed: test}
may_win:
  - {id: cheap, when: discard and product < 2, allowed: false, assumed: test}
  - {id: else, allowed: true, assumed: test}
pay:
  win:
    - {id: drawn, when: self_draw, pay: share + points, assumed: test}
    - {id: fed, when: payer.fed, pay: capped(share + points), assumed: test}
    - {id: nobody, pay: 0, assumed: test}
  kong: [{id: nobody, pay: 0, assumed: test}]
  drawn: [{id: nobody, pay: 0, assumed: test}]
"""
    + FLOW
)
XIANGYANG = str(ROOT / "rulesets" / "live" / "s1_xiangyang.yaml")
PRICES = {"": 1, "pairs": 6, "pungs": 5, "pure": 7, "pure pungs": 12, "five": 3}
CAPS = (None, 6, 20)


def counted(won: WonHand, cap: int | None) -> Worth:
    """What a hand is worth under the ruleset above."""
    hand = parse_plain(won.hand)

    def worth(reading: WholeReading) -> tuple[int, int]:
        product = dearest(words_of(hand, reading, any_four=False), PRICES)
        product *= (2 if won.revealed else 1) * (3 if "last_tile" in won.events else 1)
        points = concealed_triplets(hand, reading) + 4 * (product >= 12)
        if not reading.is_seven_pairs():
            [(suit, rank)] = reading.pairs
            points += 2 * (suit != "z" and rank in (2, 5, 8))
            points += 3 * sum(form == "run" and tile[1] == 1 for form, tile in reading.sets)
        return product, points

    least = 1 if won.by == "self_draw" else 2
    value, product, points = best(hand, worth, cap, least)
    may_win = product >= least
    owed = value + points
    if won.by == "discard" and cap is not None:
        owed = min(owed, cap)
    return Worth(value, product, points, may_win, owed if may_win else 0)


@cache
def rules(name: str) -> tuple[Core, Evaluator[Any]]:
    sink = Sink()
    core = check(load_ruleset(name), sink)
    assert core is not None
    assert not sink.failed
    return core, run_module(compile_core(core))


@cache
def bound(name: str, chosen: tuple[tuple[str, object], ...]) -> Evaluator[Any]:
    return rules(name)[1].load(dict(chosen))


def options_of(table: Table) -> dict[str, object]:
    return {
        "cap": "none" if table.cap is None else table.cap,
        "pindao": "full" if table.any_four else "half",
        "ganghua": table.kongs,
        "duiliang": table.both_double,
        "shukan": table.triplets,
    }


def score(name: str, won: WonHand, chosen: Mapping[str, object]) -> Score:
    evaluator = bound(name, tuple(sorted(chosen.items())))
    hand, by, events, chain, revealed, payer_revealed = won
    return evaluator.score(
        hand,
        by=by,
        events=events,
        chain=chain,
        revealed=revealed,
        payer_revealed=payer_revealed,
    )


def interpreted(name: str, found: Score, chosen: Mapping[str, object]) -> Worth:
    """What the other evaluator of the program says of a hand that was scored."""
    core, _ = rules(name)
    given: dict[str, Any] = {
        key: UNLIMITED if value == "none" else value for key, value in chosen.items()
    }
    verdict = interpret(core, found.hand, found.won, all_options(core, given))
    assert verdict is not None
    one = verdict.best
    return Worth(one.value, one.product, one.scene.points, verdict.may_win, verdict.owed)


def agree(name: str, seed: int, count: int) -> None:
    """Hold the module against the oracle hand by hand; every tenth hand the interpreter, too."""
    pointed, capped = 0, 0
    for index, won in enumerate(won_hands(seed, count)):
        if name == XIANGYANG:
            table = TABLES[index % len(TABLES)]
            expected, chosen = xiangyang(won, table), options_of(table)
        else:
            cap = CAPS[index % len(CAPS)]
            expected, chosen = counted(won, cap), {"most": "none" if cap is None else cap}
        found = score(name, won, chosen)
        assert found.complete
        worth = Worth(found.value, found.product, found.points, found.may_win, found.owed)
        assert worth == expected, (won, chosen)
        if index % 10 == 0:
            assert interpreted(name, found, chosen) == expected, (won, chosen)
        pointed += expected.points > 0
        capped += expected.value < expected.product
    assert pointed > count // 10
    assert capped > count // 20


RULESETS = (XIANGYANG, COUNTED)


@pytest.mark.parametrize("name", RULESETS, ids=("xiangyang", "counted"))
def test_agree_on_2_000_won_hands(name: str) -> None:
    agree(name, SEED, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 11))
@pytest.mark.parametrize("name", RULESETS, ids=("xiangyang", "counted"))
def test_agree_on_50_000_won_hands(name: str, part: int) -> None:
    agree(name, SEED + part, 5_000)


def test_the_hands_reach_every_price() -> None:
    """In the plainest way of winning, under both rules for fours."""
    found = [
        xiangyang(won._replace(revealed=False, events=(), chain=0), Table(any_four=any_four))
        for won in won_hands(SEED, 800)
        for any_four in (False, True)
    ]
    assert {one.product for one in found} == {1, 2, 4, 8, 16, 32, 64}
