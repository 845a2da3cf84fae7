"""Numbers of tiles of a suit that rules cannot tell apart, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .elements import SuitTiles
from .packed_readings import SUIT_BITS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .program import Program


class SuitCounts:
    """Numbers of tiles of a suit, those that rules cannot tell apart put together.

    Attributes:
        least: for each suit and number of tiles the least that rules cannot tell from it.
        part: the same for tiles that others may join: the least to which any number can be added
            without making a difference.
    """

    MOST: Final = 18

    def __init__(self, classes: Iterable[Iterable[int]]) -> None:
        """Keep, for each suit, the least number for every number of tiles from 0 to 18."""
        self.least = tuple(tuple(each) for each in classes)
        self.part = tuple(_congruent(each) for each in self.least)

    def reduced(self, vector: int, by: tuple[tuple[int, ...], ...]) -> int:
        """A vector with the numbers of tiles in its suit fields replaced."""
        for index, numbers in enumerate(by):
            shift = SUITS + SUIT_BITS * index
            tiles = vector >> shift & (1 << SUIT_BITS) - 1
            vector += numbers[min(tiles, self.MOST)] - tiles << shift
        return vector


def _congruent(least: tuple[int, ...]) -> tuple[int, ...]:
    most = SuitCounts.MOST
    first: dict[tuple[int, ...], int] = {}
    return tuple(
        first.setdefault(tuple(least[min(count + more, most)] for more in range(most + 1)), count)
        for count in range(most + 1)
    )


def suit_counts(program: Program[Any], options: object) -> SuitCounts:
    """The numbers of tiles of each suit that the rules of a program tell apart."""
    facts, numbers = program.suit_facts, range(SuitCounts.MOST + 1)
    if facts is None:
        return SuitCounts(numbers for _ in program.tiles.suits)
    classes = []
    for suit in program.tiles.suits:
        first: dict[tuple[object, ...], int] = {}
        asked = [facts(SuitTiles(suit, count), options) for count in numbers]
        classes.append([first.setdefault(each, count) for count, each in enumerate(asked)])
    return SuitCounts(classes)
