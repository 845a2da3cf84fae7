"""Hands that show what a table is told when nobody has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..space.of_sides import space_of
from ..space.sides import sides
from ..space.waiting import asked_by, reach_of
from ..space.waiting_hands import WaitingHands

if TYPE_CHECKING:
    from ...runtime.circumstances import Drawn
    from ...runtime.hand import Hand
    from ..core.nodes import Core
    from ..space.sides import Setting, Side
    from ..space.waiting import Reach


class Waitings:
    """What hands can be worth under the settings of one ruleset, and hands that are; remembers."""

    def __init__(self, core: Core) -> None:
        """Work out nothing yet."""
        self._core = core
        self._sides: dict[str, Side] = {}
        self._reaches: dict[str, Reach] = {}
        self._hands: dict[str, WaitingHands] = {}

    def _side(self, setting: Setting) -> Side:
        key = repr(setting)
        if key not in self._sides:
            self._sides[key] = sides([self._core], [[setting]])[0][0]
        return self._sides[key]

    def reach(self, other: Core, setting: Setting) -> Reach | None:
        """What the ruleset and a mutant of it are told of hands; None if they do not ask.

        Raises:
            NotFoldableError: if the rules tell too many hands apart.
        """
        asked = asked_by((self._core, other))
        if not asked:
            return None
        key = repr(setting)
        if key not in self._reaches:
            self._reaches[key] = reach_of([self._side(setting)], asked=asked)
        return self._reaches[key]

    def hands(self, drawn: Drawn, setting: Setting, seats: int) -> tuple[Hand, ...]:
        """Hands of payer, of payee and of the others; none if none are found or rules do not ask.

        The others are ready, so that they may have revealed, as far as it is not told how many are.
        """
        key = repr(setting)
        if key not in self._hands:
            side = self._side(setting)
            self._hands[key] = WaitingHands([side], lambda: space_of([side]))
        return self._hands[key].of(drawn, seats)
