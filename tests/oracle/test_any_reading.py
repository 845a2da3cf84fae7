"""What may be so in any reading, against readings found without the program under test."""

from __future__ import annotations

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset

from .brute_force import TOWNS, Way, fans_of
from .hands import won_hands
from .plain_hand import parse_hand
from .whole_hand import WholeReading, readings

MIXED = """
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
fans:
  kawuxing:
    when: in_some_reading(win.rank == 5 and win.place == middle)
    assumed: a closed five counts whatever the other readings show
  runs:
    name: {zh: 四顺, en: Four runs}
    times: 3
    when: not in_some_reading(any(s.triplet for s in sets)) and in_some_reading(standard)
    assumed: not one reading has a triplet
"""


def is_closed_five(reading: WholeReading) -> bool:
    role, lowest = reading.place
    return role == "middle" and lowest[1] == 4


def test_20_000_won_hands() -> None:
    core = check(load_ruleset(MIXED), Sink())
    assert core is not None
    rules = run_module(compile_core(core))
    beside = pure_runs = 0
    for won in won_hands(20261201, 20_000):
        hand = parse_hand(won.hand)
        way = Way(won.by, frozenset(won.events), won.chain, won.revealed, won.payer_revealed)
        found = readings(hand)
        closed = any(map(is_closed_five, found))
        standard = [one for one in found if not one.is_seven_pairs()]
        runs = bool(standard) and not hand.melds
        runs = runs and all(form == "run" for one in standard for form, _ in one.sets)
        best = 0
        for reading in found:
            fans = fans_of(TOWNS["hubei"], hand, reading, way)
            fans.pop("kawuxing", None)
            product = (2 if closed else 1) * (3 if runs else 1)
            for times in fans.values():
                product *= times
            best = max(best, product)
            beside += closed and not is_closed_five(reading)
        pure_runs += runs
        events = tuple(won.events)
        score = rules.score(
            won.hand, by=won.by, events=events, chain=won.chain, revealed=won.revealed
        )
        assert score.product == best, won
    assert beside > 100
    assert pure_runs > 100
