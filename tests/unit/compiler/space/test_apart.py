"""Fans of which a hand counts one at most."""

from __future__ import annotations

from itertools import combinations

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.behavioural import HandComparer, field_of
from kawuxing.compiler.driver import resolve_variant
from kawuxing.compiler.space.apart import kept_apart
from kawuxing.compiler.space.of_sides import space_of
from kawuxing.compiler.space.sides import sides

from ..diff.variants import changed, core_of

MORE = """\
fans:
  drawn: {name: {zh: 甲, en: A}, times: 3, when: self_draw, assumed: x}
  given: {name: {zh: 乙, en: B}, times: 3, when: not self_draw and last_tile, assumed: x}
  robbed: {name: {zh: 丙, en: C}, times: 3, when: robbing or kong_discard, assumed: x}
  sets: {name: {zh: 丁, en: D}, times: 3, when: standard and middles, assumed: x}
"""
MIDDLES = ("define:\n", "define:\n  middles: count(s.triplet for s in sets) == 2\n")


def listed(text: str) -> list[set[str]]:
    core = core_of(text)
    return [{fan.id for fan in own} for own in kept_apart(core, core.fans)]


def test_bars_events_and_shapes_keep_fans_apart() -> None:
    lists = listed(changed(("fans:\n", MORE), MIDDLES))
    assert {"drawn", "given"} in lists or {"drawn", "robbed"} in lists
    together = [one for one in lists if "sets" in one and one & {"pairs", "fours"}]
    assert together or {"pairs", "fours"} in lists
    for one, other in (("drawn", "last"), ("given", "last"), ("given", "shown"), ("sets", "pungs")):
        assert not any({one, other} <= own for own in lists), (one, other)


@pytest.mark.parametrize("variant", ["resting"])
def test_no_hand_counts_two_of_a_list(variant: str) -> None:
    sink = Sink()
    ruleset = resolve_variant(variant, None, sink)
    assert ruleset is not None
    core = check(ruleset, sink)
    assert core is not None
    ((one,), (other,)) = sides([core, core], [[{}], [{}]])
    pair = (one, other)
    comparer = HandComparer(field_of(space_of(pair), [pair]), 3)
    scored, _ = comparer.scored(pair)
    for own in kept_apart(core, core.fans):
        for a, b in combinations([fan.id for fan in own], 2):
            assert not scored.get(a, frozenset()) & scored.get(b, frozenset()), (a, b)
