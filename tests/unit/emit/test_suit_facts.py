"""What rules ask suits for: a function of the module, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

import kawuxing
from kawuxing.runtime.elements import SuitTiles

TOWN = """
kawuxing: 1
variant: town
name: {{zh: 某地, en: Town}}
extends: hubei
options:
  least: {{default: 8, offered: [8, 9], assumed: test}}
fans:
  new_fan: {{name: {{zh: 新番, en: New fan}}, times: 2, when: '{when}', assumed: test}}
"""


def answers(when: str, suit: str, **options: int) -> list[tuple[Any, ...]]:
    """For 0 to 18 tiles of a suit, without what the parent's rules ask."""
    evaluator = kawuxing.load(TOWN.format(when=when)).load(dict(options))
    program = evaluator.program
    assert program.suit_facts is not None
    facts = [program.suit_facts(SuitTiles(suit, n), evaluator.options) for n in range(19)]
    assert all(fact.count(count > 0) for count, fact in enumerate(facts))
    return facts


def changes(facts: list[tuple[Any, ...]]) -> list[int]:
    """The numbers of tiles at which an answer differs from that of one tile fewer."""
    return [count for count in range(1, 19) if facts[count] != facts[count - 1]]


@pytest.mark.parametrize("suit", ["dots", "bamboos"])
def test_the_parent_asks_whether_there_are_tiles_at_all(suit: str) -> None:
    assert changes(answers("seven_pairs", suit)) == [1]


def test_bodies_and_conditions_are_asked() -> None:
    when = "any(s.tiles == 7 for s in suits if s.tiles % 5 == 2)"
    assert set(changes(answers(when, "dots"))) == {1, 2, 3, 7, 8, 12, 13, 17, 18}


def test_one_suit_may_be_asked_something_else() -> None:
    when = "any(s.tiles > 11 and s.suit == bamboos for s in suits)"
    assert changes(answers(when, "bamboos")) == [1, 12]
    assert changes(answers(when, "dots")) == [1]


@pytest.mark.parametrize("least", [8, 9])
def test_options_are_asked_as_they_are_bound(least: int) -> None:
    facts = answers("all(s.tiles < options.least for s in suits)", "dots", least=least)
    assert changes(facts) == [1, least]
