"""The analysis of a condition: each part's value, and which parts decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.core.from_resolved import lower
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.judge import all_options, judge, tile_set
from kawuxing.compiler.interpret.why import Why, deciding, why
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand

if TYPE_CHECKING:
    from kawuxing.compiler.interpret.why import Asked

TEXT = """\
kawuxing: 1
variant: trial
name: {zh: 试, en: Trial}
extends: hubei
define:
  dragons_owned: sum(k.owned for k in kinds if k.dragon)
fans:
  trial: {name: {zh: 试, en: Trial}, times: 2, assumed: so, when: "WHEN"}
"""


def look(when: str, hand: str = "123789p2s[555s][777z]+2s", **how: bool) -> Why:
    """What is found when a condition is looked into, in the hand's only reading."""
    sink = Sink()
    core = lower(load_ruleset(TEXT.replace("WHEN", when)), sink)
    assert core is not None, sink.diagnostics
    tiles = tile_set(core.ruleset.seating)
    way = won("self_draw", revealed=how.get("revealed", False))
    verdict = judge(core, parse_hand(hand, tiles), way, all_options(core, {}))
    assert verdict is not None
    fan = next(fan for fan in core.fans if fan.id == "trial")
    return why(fan.when, verdict.best.scene)


def texts(found: tuple[Why, ...]) -> list[tuple[str, object]]:
    return [(part.text, part.value) for part in found]


def counted(found: Why) -> list[str]:
    return [one.name for one in found.elements if one.counted]


def test_of_a_false_and_the_false_parts_decide() -> None:
    found = look("standard and self_draw and win.rank == 5 and last_tile")
    assert found.value is False
    assert texts(found.parts[:2]) == [("standard", True), ("self_draw", True)]
    assert texts(deciding(found)) == [("win.rank == 5", False), ("last_tile", False)]
    assert texts(deciding(found)[0].parts) == [("win.rank", 2)]


def test_of_a_true_or_the_true_parts_decide() -> None:
    found = look("last_tile or winner.revealed or chain > 1", revealed=True)
    assert found.value is True
    assert texts(deciding(found)) == [("winner.revealed", True)]


def test_of_a_false_or_all_parts_decide() -> None:
    found = look("last_tile or chain > 1")
    assert texts(deciding(found)) == [("last_tile", False), ("chain > 1", False)]


def test_a_negation_shows_what_it_negates() -> None:
    assert texts(look("not standard").parts) == [("standard", True)]


def test_a_definition_is_spelled_out() -> None:
    found = look("dragons_owned >= 4")
    (define,) = found.parts
    assert (define.text, define.value, define.role) == ("dragons_owned", 3, "define")
    (body,) = define.parts
    assert body.text == "sum(k.owned for k in kinds if k.dragon)"
    assert counted(body) == ["7z"]


@pytest.mark.parametrize(
    ("when", "names"),
    [
        ("any(s.kong for s in sets)", []),
        ("any(s.triplet for s in sets)", ["[555s]", "[777z]"]),
        ("all(s.run for s in sets)", ["123p", "789p"]),
        ("all(s.exposed for s in sets if s.dragon)", ["123p", "789p", "[555s]", "[777z]"]),
        ("count(k.owned == 3 for k in kinds) == 9", ["5s", "7z"]),
        ("count(t.tiles > 4 for t in suits) == 9", ["dots", "bamboos"]),
    ],
)
def test_elements_say_whether_they_count(when: str, names: list[str]) -> None:
    found = look(when)
    while found.role != "elements":
        (found,) = found.parts
    assert counted(found) == names


def test_elements_answer_what_was_asked_of_them() -> None:
    found = look("any(s.rank == 7 and s.run for s in sets)")
    answers: dict[str, Asked] = {one.name: one for one in found.elements}
    assert answers["789p"].answers == (("rank", 7), ("run", True))
    assert answers["[777z]"].answers == (("rank", None), ("run", False))


def test_tiles_nobody_has_are_not_mine() -> None:
    found = look("any(k.held == 4 for k in kinds)")
    assert [one.name for one in found.elements if one.mine] == [
        "1p", "2p", "3p", "7p", "8p", "9p", "2s", "5s", "7z",
    ]  # fmt: skip


def test_what_is_not_there_has_no_value() -> None:
    found = look("pair.dragon or pair.rank == 5", "113355p224477s7z+7z")
    dragon, rank = found.parts
    assert dragon.value is None
    assert rank.value is False
    assert texts(rank.parts) == [("pair.rank", None)]


def test_a_choice_shows_its_test_and_what_was_chosen() -> None:
    found = look("(chain if self_draw else 9) == 3")
    (choice,) = found.parts
    assert texts(choice.parts) == [("self_draw", True), ("chain", 0)]


def test_text_over_several_lines_is_shown_on_one() -> None:
    assert look("standard\n    and last_tile").text == "standard and last_tile"
