"""Of a hand's readings the dearest of those that may win is taken, by all who judge hands."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from kawuxing.compiler.diff.verdicts import Rulebook, Shelf, Verdicts, tables_of
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.compiler.proofs.survey import survey
from kawuxing.compiler.proofs.surveyor import Surveyor
from kawuxing.compiler.space.groups import hand_of
from kawuxing.compiler.space.of_sides import space_of
from kawuxing.compiler.space.sides import sides
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.judge import decide

from .variants import changed, core_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.interpret.judge import ReadingWorth, Verdict
    from kawuxing.compiler.space.groups import Group
    from kawuxing.runtime.circumstances import Won

POINTS = """\
points:
  hid:
    name: {zh: 坎, en: Triplets}
    add: 2 * count(s.triplet and s.concealed for s in sets)
    assumed: test
  low:
    name: {zh: 低, en: Low}
    add: 5 * count(s.run and s.rank == 1 for s in sets)
    assumed: test
pay:
"""
CHEAP = "when: options.strict and discard and product < 2"


class Rule(NamedTuple):
    """When a reading may not win: as the ruleset says it, and in Python."""

    when: str
    refuses: Callable[[ReadingWorth, Won], bool]


def _runs(one: ReadingWorth) -> int:
    return sum(part.run for part in one.reading.sets)


RULES = {
    "floor": Rule("discard and product < 2", lambda one, way: way.discard and one.product < 2),
    "ceiling": Rule("product > 1", lambda one, _: one.product > 1),
    "fan": Rule("fan.middle", lambda one, _: "middle" in dict(one.fans)),
    "tiles": Rule("count(s.run for s in sets) > 2", lambda one, _: _runs(one) > 2),
}
WAYS = (won("self_draw"), won("discard"), won("discard", revealed=True))


class Answer(NamedTuple):
    """What is said of a hand, in the order in which readings are chosen."""

    may_win: bool
    worth: int
    value: int
    product: int


def _readings(found: Iterable[ReadingWorth], rule: Rule, way: Won) -> list[Answer]:
    return [
        Answer(not rule.refuses(one, way), one.value + one.scene.points, one.value, one.product)
        for one in found
    ]


class Judges:
    """All who judge hands, by the same rules."""

    def __init__(self, core: Core) -> None:
        ((self.side,),) = sides([core], [({},)])
        self._core = core
        surveyor = Surveyor(space_of([self.side]).signatures, [self.side])
        self.hands = [one for one in surveyor.groups if len(one.vectors) > 1]
        cells = next(survey(surveyor)).cells()
        self._cells = {(cell.group.witness, cell.won): cell for cell in cells}
        self._book = Rulebook(self.side.plan, Shelf())

    def interpreted(self, group: Group, way: Won) -> Verdict:
        hand = hand_of(group.witness, self.side.program.tiles)
        verdict = judge(self._core, hand, way, all_options(self._core, {}))
        assert verdict is not None
        return verdict

    def answers(self, group: Group, way: Won) -> Iterator[Answer]:
        """What the interpreter, the module, comparisons and proofs say."""
        verdict = self.interpreted(group, way)
        best, side = verdict.best, self.side
        worth = best.value + best.scene.points
        yield Answer(verdict.may_win, worth, best.value, best.product)
        made = decide(side.program, side.options, group.vectors, way)
        yield Answer(made.may_win, made.value + made.points, made.value, made.product)
        found = Verdicts(self._book, tables_of(side, way, self._book, 3))[self._number(group, way)]
        worth = found.value + sum(more for more, _ in found.added)
        yield Answer(found.may_win, worth, found.value, found.product)
        cell = self._cells.get((group.witness, way))
        if cell is not None:
            one = cell.best
            worth = one.value + one.points
            yield Answer(cell.verdict.allowed, worth, one.value, one.product)

    def _number(self, group: Group, way: Won) -> int:
        scores = self._book.scores
        sheet = scores.sheet(self.side, self._book.told_by_fans(self.side), way)
        return scores.number(sheet, group.vectors)


@pytest.mark.parametrize("points", [True, False], ids=["points", "fans"])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_dearest_that_may_win_is_taken(rule: Rule, points: bool) -> None:
    row = f"when: {rule.when!r}"
    judges = Judges(core_of(changed((CHEAP, row), ("pay:\n", POINTS if points else "pay:\n"))))
    some = random.Random(5).sample(judges.hands, min(len(judges.hands), 200))
    dearer = 0
    for group, way in product(some, WAYS):
        readings = _readings(judges.interpreted(group, way).readings, rule, way)
        best = max(readings)
        assert {*judges.answers(group, way)} == {best}
        dearer += any(one[1:] > best[1:] for one in readings)
    # Without points the dearest reading always meets a floor.
    assert (dearer > 0) is (points or rule is not RULES["floor"])
