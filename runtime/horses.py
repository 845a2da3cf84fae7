"""Horses: tiles turned up after a win, and what they score."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from .errors import HandError
from .tiles import rank_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .circumstances import Won
    from .program import OptionValues, Program
    from .tiles import TileSet

MAX_HORSES: Final = 12
"""How many tiles are turned for one winner at most, those among them that others brought."""
_GROUPS: Final = 3


@dataclass(frozen=True, slots=True)
class HorsesAsked:
    """A win after which tiles are perhaps turned."""

    self_draw: bool
    discard: bool
    replacement: bool
    robbing: bool
    last_tile: bool
    winner_revealed: bool


@dataclass(frozen=True, slots=True)
class HorseAsked:
    """A tile that has been turned.

    Attributes:
        horse_rank: its number, 0 for a dragon.
        horse_won: it is of the winning tile's kind.
        horse_grouped: its number is three or six away from that of the winning tile, or the same.
        horse_turned: how many have been turned, this one included.
    """

    horse_rank: int
    horse_dragon: bool
    horse_won: bool
    horse_grouped: bool
    horse_turned: int


def horses_asked(won: Won) -> HorsesAsked:
    """A win as the rules about horses see it."""
    return HorsesAsked(
        won.self_draw,
        won.discard,
        won.replacement,
        won.robbing,
        won.last_tile,
        won.winner_revealed,
    )


def horse_asked(kind: int, win: int, turned: int) -> HorseAsked:
    """A turned tile as the rules see it; `win` is the winning kind."""
    rank, other = rank_of(kind) or 0, rank_of(win) or 0
    grouped = bool(rank and other) and rank % _GROUPS == other % _GROUPS
    return HorseAsked(rank, not rank, kind == win, grouped, turned)


def every_horse(tiles: TileSet) -> Iterator[HorseAsked]:
    """Every tile that can be turned first, as the rules see it."""
    for rank, won, grouped in product(range(10), (False, True), (False, True)):
        dragon = not rank
        there = bool(tiles.dragons) if dragon else bool(tiles.suits)
        if there and grouped <= (not dragon) and (not won or grouped or dragon):
            yield HorseAsked(rank, dragon, won, grouped, 1)


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
