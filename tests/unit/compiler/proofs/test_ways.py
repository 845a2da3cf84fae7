"""In which ways of winning a module is tried."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.proofs.ways import ways_to_try

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core


def core_of(*use: str) -> Core:
    core = check(load_ruleset("suizhou", None, use), Sink())
    assert core is not None
    return core


def test_choices_are_tried_with_what_is_asked_beside_them_only() -> None:
    """Five values of two players, with either way of winning; not times all that fans ask."""
    plain, ways = ways_to_try(core_of(), {}), ways_to_try(core_of("piao"), {})
    assert set(plain) <= set(ways)
    told = {
        (dict(way.winner_choice).get("piao", 0), dict(way.payer_choice).get("piao", 0), by)
        for way in ways
        for by in ("self_draw" if way.self_draw else "discard",)
    }
    values = (0, 1, 2, 3, 5)
    assert told == set(product(values, values, ("self_draw", "discard")))
    beside = len(ways) - len(plain)
    assert beside % len(values) ** 2 == 0
    assert beside // len(values) ** 2 < len(plain) / 4
