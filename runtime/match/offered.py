"""What a player may do, some of it looked for only when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..round.actions import Action


class Offered(Sequence["Action"]):
    """Discards, and reveals that are looked for when somebody wants to see more."""

    __slots__ = ("_all", "_discards", "_reveals")

    def __init__(
        self, discards: tuple[Action, ...], reveals: Callable[[], tuple[Action, ...]]
    ) -> None:
        """Keep the discards; `reveals` is asked once, if at all."""
        self._discards = discards
        self._reveals = reveals
        self._all: tuple[Action, ...] | None = None

    def _whole(self) -> tuple[Action, ...]:
        if self._all is None:
            self._all = self._discards + self._reveals()
        return self._all

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        """One of the actions, or some."""
        if type(at) is int and 0 <= at < len(self._discards):
            return self._discards[at]
        return self._whole()[at]

    def __len__(self) -> int:
        """How many there are in all."""
        return len(self._whole())
