"""Whether two sides say the same of every hand that waits when nobody has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.circumstances import won
from ...runtime.judge import taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.circumstances import Won
    from ..space.sides import Side
    from .fields import Field


def waits_alike(one: Side, other: Side, field: Field) -> bool:
    """Whether every hand off a discard is worth the same on both sides, as a wait is.

    Args:
        one: a side.
        other: another that shares its atoms.
        field: all hands, as far as these and perhaps further sides tell them apart.
    """
    ways = (won("discard"), won("discard", revealed=True))
    return all(_alike(_worths(one, way, field), _worths(other, way, field)) for way in ways)


def _alike(ours: Sequence[object], theirs: Sequence[object]) -> bool:
    return None not in ours and ours == theirs


def _worths(side: Side, way: Won, field: Field) -> list[object]:
    """Of each group of hands the value, the points and the cap; None if it may be either of two."""
    key = id(side.aspects)
    known = {number: _worth(side, way, own) for number, own in field.vectors[key].items()}
    return [known[number] for number in field.aspects[key]]


def _worth(side: Side, way: Won, vectors: Sequence[int]) -> object:
    best = taken(side.program, side.options, tuple(vectors), way)
    found = {(worth.value, worth.points, worth.cap) for worth, _ in best}
    return found.pop() if len(found) == 1 else None
