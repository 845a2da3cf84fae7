"""Where the tiles of a hand stand in machine words.

Three bits hold the count of one kind; a word holds up to 21 kinds, whole blocks only, the first
kind lowest. So 21 kinds or fewer take one word, 30 kinds take two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ..tiles import TileSet

BITS: Final = 3
"""Bits for the count of one kind."""
WORD_KINDS: Final = 21
"""Kinds that fit into a word."""
WIN_STATES: Final = 5
"""In how many states a winning tile can be: one to four held, or one with its pung melded."""
BYTE: Final = 256
"""How many values a byte has: the size of tables by a byte."""


class Lanes(NamedTuple):
    """Where the counts of one block are.

    Attributes:
        word: in which word.
        shift: the bit of the word at which they begin.
        start: the position of the block's first kind.
        kinds: how many kinds the block has.
    """

    word: int
    shift: int
    start: int
    kinds: int


def lanes_of(tiles: TileSet) -> tuple[Lanes, ...]:
    """The places of all blocks of a tile set."""
    found: list[Lanes] = []
    word = used = 0
    for block in tiles.blocks:
        if used + block.length > WORD_KINDS:
            word, used = word + 1, 0
        found.append(Lanes(word, BITS * used, block.start, block.length))
        used += block.length
    return tuple(found)


def words_of(tiles: TileSet) -> tuple[tuple[int, int], ...]:
    """For each word the position of its first kind, and the one after its last."""
    found: dict[int, tuple[int, int]] = {}
    for one in lanes_of(tiles):
        first, _ = found.get(one.word, (one.start, 0))
        found[one.word] = (first, one.start + one.kinds)
    return tuple(found.values())
