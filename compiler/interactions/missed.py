"""Whether two switches meet where a win was passed: what is allowed then follows from two hands.

How the table is asked depends on what either hand is worth, or whether it may win at all; so any
two hands are held against each other, by what four sides say of each.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from ...runtime.situations import MissedAsked
from .touches import apart

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ..space.sides import Side

Four: TypeAlias = "Sequence[Side]"
Worths: TypeAlias = "tuple[int | None, ...]"
"""What a hand is worth on each of four sides; None where it may not win."""

_MOST: Final = 100
"""So many different hands are held against each other at most."""


def missed_meet(four: Four, worths: AbstractSet[Worths]) -> bool:
    """Whether what is allowed of some win after another was passed may depend on both switches.

    Args:
        four: the sides with neither switch, with the first, with the second, with both.
        worths: what hands are worth that win on others' tiles, all that are told apart.
    """
    if len(worths) > _MOST:
        return True
    flags = list(product((False, True), repeat=3))
    said: dict[tuple[int, int, int, tuple[bool, ...]], bool] = {}

    def allowed(at: int, now: int | None, then: int | None, how: tuple[bool, ...]) -> bool:
        if now is None or then is None:  # what could not have been won was not passed
            return now is not None
        key = (at, now, then, how)
        if key not in said:
            said[key] = _says(four[at], MissedAsked(now, then, *how))
        return said[key]

    return any(
        not apart([allowed(at, now[at], then[at], how) for at in range(len(four))])
        for now, then in product(worths, repeat=2)
        for how in flags
    )


def _says(side: Side, asked: MissedAsked) -> bool:
    return bool(side.program.says("turn.missed", asked, side.options)[0])
