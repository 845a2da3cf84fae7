"""The fields every packed reading has, whatever the variant.

A packed reading is one integer: fields side by side, so that adding the integers of two parts of a
hand adds all their counts. The atoms of a variant come after these.
"""

from __future__ import annotations

from typing import Final

SETS: Final = 0
"""Three bits: sets, melds included."""
PAIRS: Final = 3
"""Three bits: pairs beside sets, at most one a block."""
SEVEN: Final = 6
"""One bit: this is a reading as seven pairs."""
KONGS: Final = 7
"""Three bits: kongs among the melds."""
WINS: Final = 10
"""Three bits: winning tiles; one in a won hand."""
ALONE: Final = 13
"""One bit: the player has no other tile of the winning kind."""
TILES: Final = 16
"""Eight bits: concealed tiles."""
SUITS: Final = 24
"""Three times six bits: tiles of each numbered suit in play, melds included."""
SUIT_BITS: Final = 6
ATOMS_START: Final = 42
"""The first bit of a variant's atoms."""

ASKED: Final = (-1 << SUITS) | 1 << SEVEN
"""The fields that rules read."""


def field(value: int, shift: int, bits: int) -> int:
    """The number in one field."""
    return value >> shift & (1 << bits) - 1
