from __future__ import annotations

import pytest

from kawuxing.compiler.core.check import check
from kawuxing.compiler.core.from_resolved import environment_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.canonical import Form, canonical
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import parse_expression

from .variants import BASE, core_of

RULESET = core_of(BASE).ruleset


def form(text: str, fans: dict[str, str] | None = None) -> Form:
    sink = Sink()
    source = SourceText.of(text)
    expr = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert expr is not None, sink.diagnostics
    typed = check(expr, environment_of(RULESET, sink))
    assert typed is not None, sink.diagnostics
    return canonical(typed, fans or {})


# Each line: expressions that mean the same.
SAME = [
    (
        "self_draw and last_tile",
        "last_tile and self_draw",
        "(last_tile) and self_draw and last_tile",
    ),
    ("discard", "not self_draw", "not not discard", "not (self_draw)"),
    ("standard", "not seven_pairs"),
    ("triplets == 4", "4 == triplets", "count(s.triplet for s in sets) == 4"),
    ("triplets > 2", "2 < triplets", "triplets >= 3", "not triplets < 3", "not (triplets <= 2)"),
    ("not (self_draw and last_tile)", "discard or not last_tile"),
    ("not (self_draw or last_tile)", "discard and not last_tile"),
    ("self_draw and (last_tile and robbing)", "(self_draw and last_tile) and robbing"),
    (
        "any(k.held == 4 for k in kinds)",
        "any(x.held == 4 for x in kinds)",
        "not all(k.held != 4 for k in kinds)",
    ),
    (
        "all(s.run for s in sets if not s.melded)",
        "not any(not s.melded and not s.run for s in sets)",
    ),
    (
        "count(k.dragon for k in kinds if k.held == 2) > 0",
        "count(k.held == 2 and k.dragon for k in kinds) >= 1",
    ),
    ("win.tile in [5p, 7z]", "win.tile in [7z, 5p]"),
    ("chain + 1 + players > 5", "players + (1 + chain) > 5"),
    ("min(chain, 3) == 2", "2 == min(3, chain)"),
    ("fan.pungs or fan.pairs", "fan.pairs or fan.pungs"),
]

DIFFERENT = [
    ("triplets == 4", "triplets == 3"),
    ("triplets > 2", "triplets >= 2"),
    ("triplets - 1 == 2", "1 - triplets == 2"),
    ("self_draw and last_tile", "self_draw or last_tile"),
    ("any(k.held == 4 for k in kinds)", "all(k.held == 4 for k in kinds)"),
    ("win.tile == 5p", "win.tile == 6p"),
    ("win.place == low", "win.place == high"),
    # of a dragon, which has no rank, the first two are false
    ("win.rank == 5", "win.rank != 5"),
    ("not win.rank == 5", "win.rank != 5"),
    ("options.strict", "not options.strict"),
    ("fan.pungs", "fan.pairs"),
    ("2 if self_draw else 3", "3 if self_draw else 2"),
]


@pytest.mark.parametrize("texts", SAME)
def test_what_means_the_same_has_one_form(texts: tuple[str, ...]) -> None:
    assert len({form(text) for text in texts}) == 1


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_has_two_forms(one: str, other: str) -> None:
    assert form(one) != form(other)


def test_no_two_lines_have_the_same_form() -> None:
    forms = [form(texts[0]) for texts in SAME]
    assert len(set(forms)) == len(forms)


def test_fans_may_go_by_other_names() -> None:
    assert form("fan.pungs") == form("fan.pairs", {"pairs": "pungs"})


def test_negating_twice_gives_the_same() -> None:
    for texts in (*SAME, *((one, other) for one, other in DIFFERENT)):
        for text in texts:
            if "else" not in text:
                assert form(f"not (not ({text}))") == form(text)
