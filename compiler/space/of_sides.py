"""The space for some sides: folded once for the atoms they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .fold import fold
from .sides import suit_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .fold import Space
    from .sides import Side


def space_of(sides: Sequence[Side]) -> Space:
    """The space of hands that the rules of the sides can tell apart.

    All sides must share their atoms and play with the same tiles.

    Raises:
        NotFoldableError: if a rule asks what no sum over blocks can answer.
    """
    first = sides[0]
    return fold(first.program, first.options, suit_classes(sides))
