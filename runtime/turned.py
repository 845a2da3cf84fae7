"""Which tiles are turned up after a win, and what they score together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import HandError
from .horses import MAX_HORSES, horse_asked, horses_asked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .circumstances import Won
    from .declared import OptionValues
    from .program import Program


def wanted(program: Program[Any], options: OptionValues, won: Won) -> int:
    """How many tiles are turned after a win, before any of them brings another."""
    draw = program.horses_draw
    return 0 if draw is None else min(MAX_HORSES, draw(horses_asked(won), options)[0])


def turned(
    program: Program[Any], options: OptionValues, won: Won, win: int, wall: Iterable[int]
) -> tuple[tuple[int, ...], int, int]:
    """Turn tiles of a wall, as kinds, as long as there are some.

    Returns:
        The tiles, what they score together, and how many more would have been turned.
    """
    left = wanted(program, options, won)
    found: list[int] = []
    points = 0
    tiles = iter(wall)
    while left and len(found) < MAX_HORSES:
        kind = next(tiles, None)
        if kind is None:
            return tuple(found), points, left
        found.append(kind)
        asked = horse_asked(kind, win, len(found))
        left -= 1
        if program.horses_hits is not None:
            points += program.horses_hits(asked, options)[0]
        if program.horses_again is not None and program.horses_again(asked, options)[0]:
            left += 1
    return tuple(found), points, 0


def reported(
    program: Program[Any],
    options: OptionValues,
    wins: Iterable[tuple[Won, int]],
    given: tuple[int, ...] | None,
) -> tuple[int, ...]:
    """What the horses score for each of some wins, the winning kind beside it.

    They were turned one winner after the other. There may be fewer than the rules want, if the
    wall has ended.

    Raises:
        HandError: if there are more, or nothing is said of them where some are turned.
    """
    left = list(given or ())
    points = []
    used = 0
    for won, win in wins:
        if given is None and wanted(program, options, won):
            raise HandError("KWX3535", None, "horses")
        tiles, scored, _ = turned(program, options, won, win, left)
        left = left[len(tiles) :]
        used += len(tiles)
        points.append(scored)
    if left:
        raise HandError("KWX3534", None, "horses", {"found": used + len(left), "expected": used})
    return tuple(points)
