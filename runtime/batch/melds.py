"""What melds contribute to a hand, numbered.

One byte stands for a meld with all that rules can ask about it: 0 for none, else 1 + 5 times its
position + its state.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..elements import Kind
from ..packed_readings import SETS, SUIT_BITS, SUITS
from ..readings import Set

if TYPE_CHECKING:
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
