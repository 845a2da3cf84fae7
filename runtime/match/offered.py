"""What a player may do in a turn, written out only when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from ..round.actions import Discard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..round.actions import Action
    from .seat import Seat


class Offered(Sequence["Action"]):
    """A win, kongs, discards and reveals; good for as long as the turn lasts."""

    __slots__ = ("_all", "_before", "_first", "_reveals", "_seat")

    def __init__(
        self,
        seat: Seat,
        before: tuple[Action, ...],
        reveals: Callable[[Seat], tuple[Action, ...]],
    ) -> None:
        """Keep what comes before discards; `reveals` is asked once, if at all."""
        self._seat = seat
        self._before = before
        self._first = before[0] if before else seat.discard()
        self._reveals = reveals
        self._all: tuple[Action, ...] = ()

    def _whole(self) -> tuple[Action, ...]:
        if not self._all:
            seat = self._seat
            self._all = self._before + seat.discards() + self._reveals(seat)
        return self._all

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        """One of the actions, or some."""
        return self._first if at == 0 else self._whole()[at]

    def __len__(self) -> int:
        """How many there are in all."""
        return len(self._whole())

    def __iter__(self) -> Iterator[Action]:
        """All of them, in their order."""
        return iter(self._whole())

    def __contains__(self, action: object) -> bool:
        """Whether an action is among them; for a plain discard no reveals are looked for."""
        if type(action) is Discard and not (action.reveal or action.kongs):
            return self._seat.has(action.tile)
        return action in self._whole()
