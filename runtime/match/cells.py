"""Blocks of hands as cells that lead to each other when a tile comes or goes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..memo import Memo
from ..round.actions import Discard
from ..waits import FACT_BITS, facts_of, is_nearly_ready, is_ready, wait_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles import TileSet

_LIMIT: Final = 1 << 14  # cells of one block
_FOUR: Final = 4
_PAIRS_NEARLY: Final = 2  # kinds that may be odd in a hand that is near to seven pairs

# The facts of a cell are one number, to be added up over a hand: what its waits depend on, kinds of
# which the number is odd, kinds that are held, whether there are melds, kinds that are held four
# times; a hand that has revealed is marked as well.
_FIVE_BITS: Final = 31
_WAITS: Final = (1 << FACT_BITS) - 1
_ODD: Final = FACT_BITS
_KINDS: Final = _ODD + 5
MELDED: Final = 1 << _KINDS + 5
FOURS: Final = MELDED << 1
REVEALED: Final = FOURS << 4


class Cell:
    """The tiles of one block that a player holds.

    Attributes:
        counts: how many of each rank.
        held: the positions of its kinds; `discards`: what could be thrown away.
        value: what is known of its waits (see `waits`); `facts`: what of that and of the rest is
            added up.
        more: the cell with one more of a rank; `less`: with one less. None if not known yet.
        reach: a number for what its facts of waits are and may be when one tile goes. None if
            nobody has asked yet.
    """

    __slots__ = ("counts", "discards", "facts", "held", "less", "more", "reach", "value")

    def __init__(
        self, counts: bytes, value: int, held: tuple[int, ...], discards: tuple[Discard, ...]
    ) -> None:
        """Start without neighbours."""
        self.counts = counts
        self.value = value
        self.held = held
        self.discards = discards
        facts, odd = facts_of(value)
        fours = FOURS * counts.count(_FOUR)
        self.facts = facts | odd << _ODD | len(held) << _KINDS | fours
        self.more: list[Cell | None] = [None] * len(counts)
        self.less: list[Cell | None] = [None] * len(counts)
        self.reach: int | None = None


class Cells:
    """The cells of a tile set; fills itself.

    Attributes:
        place: for each position its block, and its place in that.
        plain_discards: how many discards a player with these facts has to choose from; less than
            0 if it may reveal as well, and 0 if there is something else to it.
        may_wait: whether a hand of 3n+1 tiles with these facts may wait; what is refused does not.
    """

    def __init__(self, tiles: TileSet) -> None:
        """Start without cells."""
        blocks = tiles.blocks
        self._blocks = wait_table(tiles).blocks
        self._discards = tuple([Discard(kind) for kind in tiles.kinds])
        self._known: list[dict[bytes, Cell]] = [{} for _ in blocks]
        self.place = tuple(
            [(at, rank) for at, one in enumerate(blocks) for rank in range(one.length)]
        )
        self.plain_discards: Memo[int, int] = Memo(_plain_discards, _LIMIT)
        self.may_wait: Memo[int, bool] = Memo(lambda facts: is_ready(*_of_waits(facts)), _LIMIT)
        self._numbers: dict[tuple[int, ...], int] = {}
        self._reaches: list[tuple[int, ...]] = []
        self._ready: Memo[tuple[int, ...], bool] = Memo(self._may_be_ready, _LIMIT)

    def hand(self, counts: bytes) -> list[Cell]:
        """The cells of concealed tiles."""
        return [self._cell(at, counts[cut]) for at, (cut, _) in enumerate(self._blocks)]

    def come(self, cell: Cell, at: int, rank: int) -> Cell:
        """A cell of a block with one more tile, met for the first time."""
        found = cell.more[rank] = self._cell(at, _with(cell.counts, rank, 1))
        return found

    def gone(self, cell: Cell, at: int, rank: int) -> Cell:
        """A cell of a block with one tile less, met for the first time."""
        found = cell.less[rank] = self._cell(at, _with(cell.counts, rank, -1))
        return found

    def may_reveal(self, hand: Sequence[Cell], facts: int) -> bool:
        """Whether a hand of 3n+2 tiles may wait when one is gone; what is refused does not."""
        if not facts & MELDED and facts >> _ODD & _FIVE_BITS <= _PAIRS_NEARLY:
            return True
        reach = [cell.reach if cell.reach is not None else self._reach(cell) for cell in hand]
        return self._ready[tuple(reach)]

    def near_discards(self, hand: Sequence[Cell], facts: int) -> list[int]:
        """The positions of the tiles without which a hand may wait; without others it does not."""
        found: list[int] = []
        for cell in hand:
            for position in cell.held:
                at, rank = self.place[position]
                less = cell.less[rank] or self.gone(cell, at, rank)
                if self.may_wait[facts - cell.facts + less.facts]:
                    found.append(position)
        return found

    def _reach(self, cell: Cell) -> int:
        """The number of what a cell is and may become, asked for the first time."""
        less: set[int] = set()
        for position in cell.held:
            at, rank = self.place[position]
            less.add((cell.less[rank] or self.gone(cell, at, rank)).facts & _WAITS)
        ways = (cell.facts & _WAITS, *sorted(less))
        cell.reach = self._numbers.setdefault(ways, len(self._reaches))
        if cell.reach == len(self._reaches):
            self._reaches.append(ways)
        return cell.reach

    def _may_be_ready(self, numbers: tuple[int, ...]) -> bool:
        """Whether cells that reach this may wait when one tile of them is gone."""
        reaches = [self._reaches[number] for number in numbers]
        facts = sum([now for now, *_ in reaches])
        return any(
            is_ready(facts - now + way, _FIVE_BITS, True) for now, *less in reaches for way in less
        )

    def _cell(self, at: int, counts: bytes) -> Cell:
        known = self._known[at]
        cell = known.get(counts)
        if cell is None:
            cut, values = self._blocks[at]
            held = tuple([cut.start + rank for rank, count in enumerate(counts) if count])
            discards = tuple([self._discards[position] for position in held])
            if len(known) >= _LIMIT:
                _forget(known)
            cell = known[counts] = Cell(counts, values[counts], held, discards)
        return cell


@lru_cache(maxsize=16)
def cells_of(tiles: TileSet) -> Cells:
    """The shared cells of a tile set."""
    return Cells(tiles)


def _plain_discards(facts: int) -> int:
    kinds = facts >> _KINDS & _FIVE_BITS
    if facts >= FOURS or kinds == 1:
        return 0
    return -kinds if is_nearly_ready(*_of_waits(facts)) else kinds


def _of_waits(facts: int) -> tuple[int, int, bool]:
    """What waits depend on."""
    return facts & _WAITS, facts >> _ODD & _FIVE_BITS, bool(facts & MELDED)


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
