"""The space of a program's won hands, by looking at each of them: slower than folding it.

It is the independent witness for folded spaces, and what is left where rules tell too many hands
apart to fold them. It needs NumPy; without it nothing is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from .signatures import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.program import Program

MOST_SIGNATURES = 500_000
"""Where rules tell more hands apart than this, looking on would take up all memory."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """What has been seen of a space.

    Attributes:
        space: the signatures met, each with the number of hands met and the least of those. Its
            `points` are those looked at, its `configurations` all there are.
        covered: the share of all (hand, winning tile) that was looked at; 1.0 only if all were.
    """

    space: Space
    covered: float

    @property
    def finished(self) -> bool:
        """Whether the space is the whole one."""
        return self.covered == 1.0


NOTHING = Streamed(Space((), 0, 0), 0.0)
"""What is seen without NumPy."""


def stream(
    program: Program[Any],
    options: object,
    suit_classes: Sequence[Sequence[int]],
    budget: float,
    clock: Callable[[], float] = monotonic,
) -> Streamed:
    """Look at all won hands with all their winning tiles, one by one, as long as time allows.

    Args:
        program: whose atoms are asked.
        options: its options, bound.
        suit_classes: as for `fold`.
        budget: seconds after which to stop.
        clock: what tells the time, in seconds.
    """
    end = clock() + budget
    try:
        from .looking import Looking  # noqa: PLC0415 - NumPy is an extra
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return NOTHING
    looking = Looking(program, options, suit_classes)
    while clock() < end and len(looking) <= MOST_SIGNATURES:
        if not looking.step():
            break
    hands = looking.hands
    space = Space(looking.signatures(), hands.configurations, looking.seen)
    return Streamed(space, looking.seen / hands.points)
