"""What melds contribute to a hand, numbered.

One byte stands for a meld with all that rules can ask about it: 0 for none, else 1 + 5 times its
position + its state.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..elements import Kind, SuitTiles
from ..fields import SETS, SUIT_BITS, SUITS
from ..readings import Set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..program import Program

PUNG: Final = 0
PUNG_HELD: Final = 1
"""The fourth tile is in the concealed hand, and is not the winning one."""
PUNG_WON: Final = 2
"""The fourth tile is the winning one."""
OPEN_KONG: Final = 3
CONCEALED_KONG: Final = 4
MELD_STATES: Final = 5


class Melded(NamedTuple):
    """Some melds: the packed vector they add, and whether there are kongs, or any, among them."""

    vector: int
    kong: bool
    any: bool


NO_MELDS: Final = Melded(0, kong=False, any=False)


def meld_code(position: int, state: int) -> int:
    """The byte of a meld."""
    return 1 + MELD_STATES * position + state


def single_melds(program: Program[Any], options: object) -> list[Melded]:
    """What each meld adds, by its byte."""
    tiles = program.tiles
    states = product(range(len(tiles.kinds)), range(MELD_STATES))
    return [NO_MELDS, *(_single(program, options, at, state) for at, state in states)]


def _single(program: Program[Any], options: object, at: int, state: int) -> Melded:
    tile, kong = program.tiles.kinds[at], state >= OPEN_KONG
    held, won = int(state in {PUNG_HELD, PUNG_WON}), state == PUNG_WON
    shape: Any = "kong" if kong else "triplet"
    made = Set(shape, tile, exposed=state != CONCEALED_KONG, melded=True)
    vector = (1 << SETS) + program.set_atoms(made, options)
    vector += program.kind_atoms(Kind(tile, held, pung=not kong, kong=kong, won=won), options)
    vector -= program.kind_atoms(Kind(tile, held, won=won), options)
    for index, block in enumerate(program.tiles.blocks):
        if block.runs and block.start <= at < block.start + block.length:
            vector += (4 if kong else 3) << SUITS + SUIT_BITS * index
    return Melded(vector, kong, any=True)


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
