"""Folded spaces against all 170,828,673 won hands, looked at one by one.

Streaming lists blocks, puts hands together and counts in its own way; folding never sees a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.space.fold import fold
from kawuxing.compiler.space.sides import sides, suit_classes
from kawuxing.compiler.space.stream import stream
from kawuxing.runtime.packed_readings import ALONE, WINS

if TYPE_CHECKING:
    from kawuxing.compiler.space.signatures import Space, Witness

MANY = """
kawuxing: 1
variant: many
name: {zh: 某地, en: Town}
extends: hubei
fans:
  single: {name: {zh: 单, en: Single}, times: 2, when: win.place == pair, assumed: test}
  low:
    name: {zh: 低, en: Low}
    times: 2
    when: any(s.melded and s.rank < 3 for s in sets)
    assumed: test
  four: {name: {zh: 四, en: Four}, times: 2, when: win.pung and win.place == low, assumed: test}
  long: {name: {zh: 长, en: Long}, times: 2, when: any(t.tiles >= 12 for t in suits), assumed: test}
"""


def by_signature(
    space: Space,
) -> dict[tuple[frozenset[int], bool, bool], tuple[int, tuple[Witness, ...]]]:
    """Numbers and witnesses; what folding notes in vectors beside what rules ask is left out."""
    noted = 1 << WINS | 1 << ALONE
    found: dict[tuple[frozenset[int], bool, bool], tuple[int, tuple[Witness, ...]]] = {}
    for one in space.signatures:  # the least witness comes first
        asked = (frozenset(vector & ~noted for vector in one.vectors), one.kong, one.alone)
        number, least = found.get(asked, (0, one.witness))
        found[asked] = (number + one.number, least)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["hubei", "xiangyang", MANY])
def test_every_number_and_every_witness(variant: str) -> None:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    [[side]] = sides([core], [[{}]])
    classes = suit_classes([side])
    folded = fold(side.program, side.options, classes)
    streamed = stream(side.program, side.options, classes, budget=1200)
    assert streamed.finished
    space = streamed.space
    assert (space.configurations, space.points) == (49_380_393, 170_828_673)
    assert (folded.configurations, folded.points) == (49_380_393, 170_828_673)
    assert by_signature(space) == by_signature(folded)
    assert len(space.signatures) > 1_000
