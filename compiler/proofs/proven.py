"""What a ruleset's proofs stand on: all cells surveyed and tallied, and how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..space.groups import circumstances_of, hand_of
from ..space.signatures import NotFoldableError
from .survey import all_cells, survey
from .surveyor import Surveyor
from .tally import Tally
from .words import hand_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..core.nodes import Core
    from ..diagnostics.report import Value
    from ..space.sides import Side
    from ..space.signatures import Space
    from .cells import Cell


MOST_ASKED = 500_000
"""How often tables are asked: some seconds' worth, a hundred times what towns need."""

MOST_WORK = 250_000_000
"""Parts of rules looked at: as many seconds' worth, and a hundred times what towns need."""


class Proven(NamedTuple):
    """All cells of a ruleset.

    Attributes:
        surveyors: one for each plan; options that hands are asked for make plans of their own.
        extent: how much the proofs cover, for messages.
    """

    core: Core
    space: Space
    sides: Sequence[Side]
    surveyors: Sequence[Surveyor]
    tally: Tally
    extent: Mapping[str, Value]

    def cells(self) -> Iterator[Cell]:
        """All cells, those of the defaults first."""
        for surveyor in self.surveyors:
            yield from all_cells(surveyor)

    def witness(self, shows: Callable[[Cell], bool]) -> str:
        """The first hand that shows something, as `kawuxing score` is asked for it."""
        found = next((cell for cell in self.cells() if shows(cell)), None)
        return "" if found is None else self.hand(found)

    def hand(self, cell: Cell) -> str:
        """The least hand of a cell, as `kawuxing score` is asked for it."""
        hand = hand_of(cell.group.witness, self.sides[0].program.tiles)
        return hand_text(hand, cell.won, cell.setting)


def proven(core: Core, space: Space, sides: Sequence[Side]) -> Proven:
    """Survey a ruleset.

    Args:
        core: its rules.
        space: the space of the sides.
        sides: the ruleset under each of its settings.

    Raises:
        NotFoldableError: if there is too much to look at.
    """
    plans: dict[int, list[Side]] = {}
    for side in sides:
        plans.setdefault(id(side.plan), []).append(side)
    surveyors = [Surveyor(space.signatures, own) for own in plans.values()]
    if sum(surveyor.work for surveyor in surveyors) > MOST_WORK:
        raise NotFoldableError
    tally = Tally()
    asked = 0
    for surveyor in surveyors:
        for surveyed in survey(surveyor):
            tally.add(surveyed)
            asked += surveyed.asked
            if asked > MOST_ASKED:
                raise NotFoldableError
    extent: dict[str, Value] = {
        "variant": core.ruleset.id,
        "hands": space.points,
        "ways": len(circumstances_of(sides)),
        "settings": len(sides),
    }
    return Proven(core, space, sides, surveyors, tally, extent)
