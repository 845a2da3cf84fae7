"""Examples of what may be done in a round, and of who deals next."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.examples.given import asked_of, given_of
from kawuxing.compiler.examples.run import Outcome, run_examples
from kawuxing.compiler.examples.written import example_text
from kawuxing.compiler.flow import situations
from kawuxing.compiler.resolved.nodes import FLOW_KINDS, TableKind
from kawuxing.compiler.surface.keys import APART
from kawuxing.compiler.surface.nodes import Example, Origin, Words
from kawuxing.runtime.circumstances import all_circumstances
from kawuxing.runtime.horses import every_horse, horses_asked
from kawuxing.runtime.situations import HandEnded, KongAsked, MissedAsked, PungAsked, RevealAsked
from kawuxing.runtime.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.situations import Asked

HEAD = """\
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: xiangyang
horses:
  draw: [{id: one, number: 1, assumed: x}]
  hits: [{id: all, points: 1, assumed: x}]
examples:
"""


def run(*examples: str) -> tuple[list[Outcome], list[str]]:
    """What comes of examples, and the codes of what is wrong with them."""
    sink = Sink()
    text = HEAD + "".join(f"  - {{why: x, {one}}}\n" for one in examples)
    ruleset = resolve_variant(text, None, sink)
    core = None if ruleset is None or sink.failed else check(ruleset, sink)
    if core is None:
        return [], [one.code for one in sink.diagnostics]
    return list(run_examples(core, run_module(compile_core(core)))), []


def only(example: str) -> Outcome:
    (outcome,), codes = run(example)
    assert codes == []
    return outcome


@pytest.mark.parametrize("kind", FLOW_KINDS)
def test_every_situation_is_written_as_an_author_would(kind: TableKind) -> None:
    """And read back it is what it was."""
    core = check(load_ruleset("resting"), Sink())
    assert core is not None
    origin = Origin(core.ruleset.origin.span)
    for asked in situations(kind, [core]):
        given: dict[str, object] = {"asked": given_of(kind, asked)}
        example = Example("it", None, Words("", ""), (), given, {}, {}, origin)
        assert asked_of(example) == (kind, asked)


def test_what_is_ordinary_is_left_unsaid() -> None:
    assert given_of("turn.pung", PungAsked(False, 10)) == {"table": "turn.pung"}
    assert given_of("turn.missed", MissedAsked(1, 4, True, False)) == {
        "table": "turn.missed",
        "passed.value": 4,
        "robbing": True,
    }


@pytest.mark.parametrize(
    ("asked", "situation"),
    [
        ("{table: turn.pung}", PungAsked(punger_revealed=False, wall_left=10)),
        ("{table: turn.pung, punger.revealed: true, wall.left: 0}", PungAsked(True, 0)),
        ("{table: turn.reveal}", RevealAsked(turn_own=True, wall_left=10)),
        ("{table: turn.reveal, turn.own: false}", RevealAsked(False, 10)),
        ("{table: turn.missed, value: 8}", MissedAsked(8, 1, False, False)),
        ("{table: dealer, winners: 2, kongs: 3}", HandEnded(2, False, False, 0, 3)),
        (
            "{table: turn.kong, kong.added: true, turn.concealed_kongs: 1}",
            KongAsked(*(False, False, True), *(False,) * 7, 1, 10),
        ),
    ],
)
def test_what_is_not_said_is_ordinary(asked: str, situation: object) -> None:
    key = "next: dealer" if "dealer" in asked else "allowed: true"
    example = only(f"id: a, asked: {asked}, expect: {{{key}}}").example
    found = asked_of(example)
    assert found is not None
    assert found[1] == situation


@pytest.mark.parametrize(
    ("asked", "expect", "differing"),
    [
        (
            "turn.missed, value: 8, passed.value: 4",
            "allowed: true, rules: [turn.missed.dearer]",
            [],
        ),
        ("turn.missed, value: 8, passed.value: 4", "allowed: false", ["allowed"]),
        ("turn.missed", "allowed: false, rules: [turn.missed.dearer]", ["rules"]),
        ("dealer, winners: 1", "next: winner, rules: [dealer.won]", []),
        ("dealer, winners: 1", "next: dealer", ["next"]),
    ],
)
def test_what_is_expected_is_compared(asked: str, expect: str, differing: list[str]) -> None:
    outcome = only(f"id: a, asked: {{table: {asked}}}, expect: {{{expect}}}")
    assert [one.key for one in outcome.differences] == differing
    assert outcome.disagreements == ()


def test_under_an_option() -> None:
    tyrant = "asked: {table: dealer, winners: 1}, options: {tyrant_dealer: true}"
    assert only(f"id: a, {tyrant}, expect: {{next: dealer, rules: [dealer.tyrant]}}").passed


@pytest.mark.parametrize(
    ("code", "example"),
    [
        ("KWX2270", "asked: {table: turn.pung}, hand: 1p+1p, expect: {allowed: true}"),
        ("KWX2202", "asked: {wall.left: 3}, expect: {allowed: true}"),
        ("KWX2215", "asked: {table: turn.pong}, expect: {allowed: true}"),
        ("KWX2201", "asked: {table: turn.pung, kong.added: true}, expect: {allowed: true}"),
        ("KWX2201", "asked: {table: turn.pung, wall.rest: 1}, expect: {allowed: true}"),
        ("KWX2213", "asked: {table: turn.pung, wall.left: 121}, expect: {allowed: true}"),
        ("KWX2214", "asked: {table: turn.reveal, turn.own: 1}, expect: {allowed: true}"),
        ("KWX2281", "asked: {table: turn.kong}, expect: {allowed: true}"),
        (
            "KWX2281",
            "asked: {table: turn.kong, kong.added: true, kong.direct: true}, "
            "expect: {allowed: true}",
        ),
        (
            "KWX2284",
            "asked: {table: horses.hits, horse.dragon: true, horse.rank: 5}, expect: {number: 1}",
        ),
        (
            "KWX2284",
            "asked: {table: horses.draw, discard: true, self_draw: true}, expect: {number: 1}",
        ),
        ("KWX2284", "asked: {table: dealer, ready: 1, winners: 1}, expect: {next: dealer}"),
        (
            "KWX2284",
            "asked: {table: turn.kong, kong.direct: true, turn.drew: true}, "
            "expect: {allowed: true}",
        ),
        ("KWX2272", "asked: {table: turn.pung}, expect: {value: 3}"),
        ("KWX2272", "asked: {table: turn.pung}, expect: {next: dealer}"),
        ("KWX2272", "asked: {table: dealer}, expect: {allowed: true}"),
        ("KWX2272", "asked: {table: turn.pung}, revealed: true, expect: {allowed: true}"),
        ("KWX2215", "asked: {table: dealer}, expect: {next: nobody}"),
        ("KWX2257", "asked: {table: dealer}, expect: {rules: [dealer.wonn]}"),
        ("KWX2263", "asked: {table: dealer}, options: {tyran: true}, expect: {next: dealer}"),
    ],
)
def test_what_makes_no_sense_is_refused(code: str, example: str) -> None:
    assert run(f"id: a, {example}") == ([], [code])


@pytest.mark.parametrize("kind", ["turn.kong", "dealer"])
def test_what_is_refused_never_comes_up_in_a_round(kind: TableKind) -> None:
    core = check(load_ruleset("hubei"), Sink())
    assert core is not None
    assert_apart(kind, situations(kind, [core]))


def test_what_is_refused_never_comes_up_after_a_win() -> None:
    assert_apart("horses.draw", tuple(map(horses_asked, all_circumstances())))
    assert_apart("horses.hits", tuple(every_horse(TileSet(("dots",), ("red",)))))


def assert_apart(kind: TableKind, found: Sequence[Asked]) -> None:
    """Each fact comes up, and no two that are kept apart do together."""
    for pair in APART[kind]:
        one, other = (attrgetter(fact.replace(".", "_")) for fact in pair)
        assert not any(one(asked) and other(asked) for asked in found)
        assert any(map(one, found))


def test_it_can_be_written_again() -> None:
    text = "id: a, asked: {table: turn.pung, wall.left: 3}, expect: {allowed: true}"
    example = only(text).example
    assert "asked: {table: turn.pung, wall.left: 3}" in example_text(example)
