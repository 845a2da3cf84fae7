"""Tables of block classes: what one suit, or the dragons, can contribute to a hand.

A block's class is everything the rules can learn from its concealed tiles: the packed vectors of
all ways to divide them into sets and at most one pair, and the vector of the block as pairs only.
Blocks with the same class are interchangeable, so classes get small numbers, and what a hand is
worth is remembered by the numbers of its blocks' classes. Tables fill themselves as hands come.
"""

from __future__ import annotations

from functools import partial
from operator import or_
from typing import TYPE_CHECKING, Generic

from .arrangements import (
    ELSEWHERE,
    IN_PAIR,
    PUNGED,
    arranged,
    divide,
    make_pair,
    make_set,
    make_win,
    places,
)
from .declared import O
from .elements import Kind
from .errors import HandError
from .hand import counted_out
from .memo import NUMBERING, Memo
from .packed_readings import ALONE, KONGS, PAIRS, SETS, SUIT_BITS, SUITS, TILES, WINS
from .readings import Set
from .tiles import tile_text

if TYPE_CHECKING:
    from .arrangements import Arrangement, Division, Way
    from .program import Program
    from .readings import Place
    from .tiles import Block

WON = 1 << 10
"""In the key of a meld: its kind is the winning tile's."""

CLASS_BITS = 20
_TABLE_LIMIT = 60_000
_ARRANGED_LIMIT = 1 << 14
_FOUND_LIMIT = 1 << 11
"""Blocks whose ways are kept until they are shown: those of the lines that are read together."""
_PARTS_LIMIT = 2_000
_PLACES = tuple([at << 4 for at in range(9)])
"""The places of a block, as they stand in what is asked of a kind."""
_ODD = int.from_bytes(b"\1" * 9, "big")
"""The bits that are set in odd counts."""


class BlockClass:
    """What a block can contribute.

    Attributes:
        standard: packed vectors of its divisions into sets and at most one pair.
        even: the packed vector of the block as pairs only, if all its counts are even.
        base: the fields that do not depend on the division: tiles, winning tiles.
    """

    __slots__ = ("base", "even", "standard")

    def __init__(self, standard: frozenset[int], even: int | None, base: int) -> None:
        """Keep the vectors."""
        self.standard = standard
        self.even = even
        self.base = base


class BlockTable(dict[bytes, int], Generic[O]):
    """From the packed counts of a block to the number of its class, shifted into place."""

    __slots__ = (
        "_asked",
        "_block",
        "_counted",
        "_found",
        "_gains",
        "_kinds",
        "_marks",
        "_options",
        "_pairs",
        "_program",
        "_sets",
        "_shift",
        "_suit",
        "arrangements",
        "classes",
        "numbers",
        "pairs_shown",
    )

    def __init__(self, program: Program[O], options: O, index: int) -> None:
        """Make the table of one block of the program's tiles."""
        super().__init__()
        self._program = program
        self._options = options
        self._block: Block = program.tiles.blocks[index]
        start = self._block.start
        self._kinds = program.tiles.kinds[start : start + self._block.length]
        self._shift = index * CLASS_BITS
        self._suit = SUITS + SUIT_BITS * index if self._block.runs else -1
        self._found: dict[bytes, dict[int, Way]] = {}
        self.classes: list[BlockClass] = []
        self.arrangements: Memo[bytes, tuple[Arrangement, ...]] = Memo(
            self._arrange, _ARRANGED_LIMIT
        )
        self.pairs_shown: Memo[bytes, str] = Memo(self._show_pairs, _ARRANGED_LIMIT)
        self.numbers: dict[tuple[frozenset[int], int | None, int], int] = {}
        # What the rules answer about each part a block can have; there are a few hundred.
        self._asked = Memo(self._ask_kind, _PARTS_LIMIT)
        self._sets = Memo(partial(self._ask_set, False), _PARTS_LIMIT)
        self._pairs = Memo(partial(self._ask_pair, False), _PARTS_LIMIT)
        self._gains = Memo(self._gain, _PARTS_LIMIT)
        self._marks = Memo(self._mark, _PARTS_LIMIT)
        self._counted = Memo(self._count, _ARRANGED_LIMIT)

    def __missing__(self, key: bytes) -> int:
        """Work out the class of a block seen for the first time.

        The key is the block's counts, followed, if the winning tile is in it, by one byte: its
        place in the block, plus `PUNGED`.
        """
        found, even, base = self._ways(key)
        if len(self._found) >= _FOUND_LIMIT:
            self._found.clear()
        self._found[key] = found  # whoever scores a hand may ask soon how it was read
        made = frozenset(found), even, base
        with NUMBERING:
            number = self.numbers.setdefault(made, len(self.classes))
            if number == len(self.classes):
                self.classes.append(BlockClass(*made))
        if len(self) >= _TABLE_LIMIT:
            self.clear()
        self[key] = shifted = number << self._shift
        return shifted

    def _ways(self, key: bytes) -> tuple[dict[int, Way], int | None, int]:
        """What makes the class of a block.

        Returns:
            The packed vectors of a block, each with the first way to arrange it that has it; the
            vector of the block as pairs only; its base. The order of ways is by the pair, then the
            sets, then the set that the winning tile is in.

        Raises:
            HandError: for counts from outside that no tile set has.
        """
        length = self._block.length
        held = key[:length]
        divided, even, base = self._counted[held]
        found: dict[int, Way] = {}
        if len(key) == length:
            for vector, division in divided:
                found.setdefault(vector, (division, ELSEWHERE, "pair"))
            return found, even, base
        mark = key[length]
        at = mark & 15
        count = held[at]
        if not count:
            params = {"found": self._block.start + at}
            raise HandError("KWX3131", len(self._program.tiles.kinds), "packed", params)
        won = self._marks[mark << 3 | count]
        for vector, division in divided:
            sets, pair = division
            for number, place in places(division, at):
                part = pair if number == IN_PAIR else sets[number]
                gain = won + self._gains[part, place, mark, count]
                found.setdefault(vector + gain, (division, number, place))
        if even is not None:
            even += won + self._ask_win("pair", mark, count)
        return found, even, base + won

    def _count(self, held: bytes) -> tuple[list[tuple[int, Division]], int | None, int]:
        """What the counts of a block come to wherever the winning tile is.

        Returns:
            Its divisions with their packed vectors; its vector as pairs only; its base.

        Raises:
            HandError: for counts that no tile set has.
        """
        tiles, most = self._program.tiles, max(held)
        if most > tiles.copies:
            at = self._block.start + held.index(most)
            raise counted_out(tiles.kinds[at], tiles, at, "packed", most)
        total = sum(held)
        base = (total << TILES) + sum(map(self._asked.__getitem__, map(or_, _PLACES, held)))
        if self._suit >= 0:
            base += total << self._suit
        divided = []
        for division in divide(held, self._block.runs):
            sets, pair = division
            vector = base + sum(map(self._sets.__getitem__, sets))
            divided.append((vector if pair < 0 else vector + self._pairs[pair], division))
        return divided, None if int.from_bytes(held, "big") & _ODD else base, base

    def _mark(self, key: int) -> int:
        """What it adds to the base that one of the tiles won; the key is ``mark << 3 | held``."""
        at, count = key >> 3 & 15, key & 7
        alone = (1 << WINS) + ((count == 1) << ALONE)
        return alone + self._asked[at << 4 | 8 | count] - self._asked[at << 4 | count]

    def _arrange(self, key: bytes) -> tuple[Arrangement, ...]:
        """The arrangements of a block; of those that rules cannot tell apart the first."""
        found = self._found.pop(key, None)
        if found is None:
            found, _, _ = self._ways(key)
        return tuple([arranged(vector, way, self._kinds) for vector, way in found.items()])

    def _show_pairs(self, held: bytes) -> str:
        """The pairs of a block that is nothing but pairs, as JSON shows them, each with a comma."""
        pairs = zip(self._kinds, held, strict=True)
        return "".join([f'"{tile_text(kind)}", ' * (count >> 1) for kind, count in pairs])

    def _gain(self, key: tuple[tuple[int, bool] | int, Place, int, int]) -> int:
        """What it adds that a part of the block, a set or a pair, holds the winning tile.

        The key is the part, the place in it, the tile's mark, and how many are held.
        """
        part, place, mark, held = key
        if isinstance(part, int):
            gain = self._ask_pair(True, part) - self._pairs[part]
        else:
            gain = self._ask_set(True, part) - self._sets[part]
        return gain + self._ask_win(place, mark, held)

    def _ask_kind(self, key: int) -> int:
        """The answers of one kind; the key is its place, how many are held, whether one won."""
        kind = Kind(self._kinds[key >> 4], key & 7, won=bool(key & 8))
        return self._program.kind_atoms(kind, self._options)

    def _ask_set(self, won: bool, one: tuple[int, bool]) -> int:
        made = make_set(one[1], self._kinds[one[0]], won)
        return (1 << SETS) + self._program.set_atoms(made, self._options)

    def _ask_pair(self, won: bool, at: int) -> int:
        made = make_pair(self._kinds[at], won)
        return (1 << PAIRS) + self._program.pair_atoms(made, self._options)

    def _ask_win(self, place: Place, mark: int, held: int) -> int:
        win = make_win(self._kinds[mark & 15], place, held, mark >= PUNGED)
        return self._program.win_atoms(win, self._options)


class MeldTable(dict[int, int], Generic[O]):
    """From a meld byte, with how many of its kind are held above it, to the packed vector it adds.

    The kinds of a block were asked as if nothing were melded; what the meld changes in their
    answers is part of its vector.
    """

    __slots__ = ("_options", "_program")

    def __init__(self, program: Program[O], options: O) -> None:
        """Make the table for the program's tiles."""
        super().__init__()
        self._program = program
        self._options = options

    def __missing__(self, key: int) -> int:
        """Work out what a meld adds; the key is ``held << 7 | meld byte``, plus `WON`."""
        program, options = self._program, self._options
        byte, held, won = key & 127, key >> 7 & 7, bool(key & WON)
        type_, at = byte >> 5, byte & 31
        if type_ > 2 or at >= len(program.tiles.kinds):
            raise HandError("KWX3132", None, "packed", {"found": byte})
        tile, size = program.tiles.kinds[at], 4 if type_ else 3
        if held + size > program.tiles.copies:
            raise counted_out(tile, program.tiles, at, "packed", held + size)
        made = Set("kong" if type_ else "triplet", tile, exposed=type_ < 2, melded=True)
        with_meld = Kind(tile, held, pung=type_ == 0, kong=type_ > 0, won=won)
        vector = (1 << SETS) + program.set_atoms(made, options)
        vector += program.kind_atoms(with_meld, options)
        vector -= program.kind_atoms(Kind(tile, held, won=won), options)
        if type_:
            vector += 1 << KONGS
        if won:
            vector -= 1 << ALONE
        for index, block in enumerate(program.tiles.blocks):
            if block.runs and block.start <= at < block.start + block.length:
                vector += size << SUITS + SUIT_BITS * index
        self[key] = vector
        return vector
