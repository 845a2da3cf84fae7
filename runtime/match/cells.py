"""Blocks of hands as cells that lead to each other when a tile comes or goes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..round.actions import Discard
from ..waits import wait_table

if TYPE_CHECKING:
    from ..tiles import TileSet

_LIMIT: Final = 1 << 14  # cells of one block
_FOUR: Final = 4


class Cell:
    """The tiles of one block that a player holds.

    Attributes:
        counts: how many of each rank.
        value: what is known of them (see `waits`).
        full: whether there are four of one.
        discards: what could be thrown away.
        more: the cell with one more of a rank; `less`: with one less. None if not known yet.
    """

    __slots__ = ("counts", "discards", "full", "less", "more", "value")

    def __init__(self, counts: bytes, value: int, discards: tuple[Discard, ...]) -> None:
        """Start without neighbours."""
        self.counts = counts
        self.value = value
        self.discards = discards
        self.full = _FOUR in counts
        self.more: list[Cell | None] = [None] * len(counts)
        self.less: list[Cell | None] = [None] * len(counts)


class Cells:
    """The cells of a tile set; fills itself.

    Attributes:
        block: for each position the block it is of; `rank`: its place in that block.
    """

    def __init__(self, tiles: TileSet) -> None:
        """Start without cells."""
        blocks = tiles.blocks
        self._blocks = wait_table(tiles).blocks
        self._discards = tuple([Discard(kind) for kind in tiles.kinds])
        self._known: list[dict[bytes, Cell]] = [{} for _ in blocks]
        self.block = tuple([at for at, one in enumerate(blocks) for _ in range(one.length)])
        self.rank = tuple([rank for one in blocks for rank in range(one.length)])

    def hand(self, counts: bytes) -> list[Cell]:
        """The cells of concealed tiles."""
        return [self._cell(at, counts[cut]) for at, (cut, _) in enumerate(self._blocks)]

    def come(self, cell: Cell, tile: int) -> Cell:
        """A cell with one more tile, met for the first time."""
        rank = self.rank[tile]
        found = cell.more[rank] = self._cell(self.block[tile], _with(cell.counts, rank, 1))
        return found

    def gone(self, cell: Cell, tile: int) -> Cell:
        """A cell with one tile less, met for the first time."""
        rank = self.rank[tile]
        found = cell.less[rank] = self._cell(self.block[tile], _with(cell.counts, rank, -1))
        return found

    def _cell(self, at: int, counts: bytes) -> Cell:
        known = self._known[at]
        cell = known.get(counts)
        if cell is None:
            cut, values = self._blocks[at]
            discards = self._discards[cut]
            mine = tuple([one for one, count in zip(discards, counts, strict=True) if count])
            if len(known) >= _LIMIT:
                _forget(known)
            cell = known[counts] = Cell(counts, values[counts], mine)
        return cell


@lru_cache(maxsize=16)
def cells_of(tiles: TileSet) -> Cells:
    """The shared cells of a tile set."""
    return Cells(tiles)


def _with(counts: bytes, rank: int, change: int) -> bytes:
    changed = bytearray(counts)
    changed[rank] += change
    return bytes(changed)


def _forget(known: dict[bytes, Cell]) -> None:
    """Let go of all cells; those in use lead nowhere any more, and find their way anew."""
    for cell in known.values():
        cell.more = [None] * len(cell.more)
        cell.less = [None] * len(cell.less)
    known.clear()
