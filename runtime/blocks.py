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
from .elements import Kind
from .errors import HandError
from .fields import ALONE, KONGS, PAIRS, SETS, SUIT_BITS, SUITS, TILES, WINS
from .hand import counted_out
from .memo import Memo
from .program import O
from .readings import Set
from .tiles import tile_text

if TYPE_CHECKING:
    from .arrangements import Arrangement, Way
    from .program import Program
    from .readings import Place
    from .tiles import Block

WON = 1 << 10
"""In the key of a meld: its kind is the winning tile's."""

CLASS_BITS = 20
_TABLE_LIMIT = 60_000
_ARRANGED_LIMIT = 1 << 14
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

    def key(self) -> tuple[frozenset[int], int | None, int]:
        """What makes two blocks interchangeable."""
        return (self.standard, self.even, self.base)


class BlockTable(dict[bytes, int], Generic[O]):
    """From the packed counts of a block to the number of its class, shifted into place."""

    __slots__ = (
        "_asked",
        "_block",
        "_gains",
        "_kinds",
        "_last",
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
        self._last: tuple[bytes, dict[int, Way]] = (b"", {})
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

    def __missing__(self, key: bytes) -> int:
        """Work out the class of a block seen for the first time.

        The key is the block's counts, followed, if the winning tile is in it, by one byte: its
        place in the block, plus `PUNGED`.
        """
        made = self._classify(key)
        number = self.numbers.setdefault(made.key(), len(self.classes))
        if number == len(self.classes):
            self.classes.append(made)
        if len(self) >= _TABLE_LIMIT:
            self.clear()
        self[key] = number << self._shift
        return self[key]

    def _classify(self, key: bytes) -> BlockClass:
        held, mark = self._split(key)
        base = self._base(held, mark)
        found = self._valued(base, held, mark)
        self._last = key, found  # whoever scores a hand may ask next how it was read
        even = None
        if not int.from_bytes(held, "big") & _ODD:
            even = base if mark is None else base + self._ask_win("pair", mark, held[mark & 15])
        return BlockClass(frozenset(found), even, base)

    def _valued(self, base: int, held: bytes, mark: int | None) -> dict[int, Way]:
        """The packed vectors of a block, each with the first way to arrange it that has it.

        The order of ways is by the pair, then the sets, then the set that the winning tile is in.
        """
        found: dict[int, Way] = {}
        for division in divide(held, self._block.runs):
            sets, pair = division
            vector = base + sum(map(self._sets.__getitem__, sets))
            if pair >= 0:
                vector += self._pairs[pair]
            if mark is None:
                found.setdefault(vector, (division, ELSEWHERE, "pair"))
                continue
            for won, place in places(division, mark & 15):
                part = pair if won == IN_PAIR else sets[won]
                gain = self._gains[part, place, mark, held[mark & 15]]
                found.setdefault(vector + gain, (division, won, place))
        return found

    def _split(self, key: bytes) -> tuple[bytes, int | None]:
        """The counts in a key, and the mark of the winning tile if it is in this block.

        Raises:
            HandError: for counts from outside that no tile set has.
        """
        held = key[: self._block.length]
        mark = key[len(held)] if len(key) > len(held) else None
        tiles = self._program.tiles
        most = max(held)
        if most > tiles.copies:
            at = self._block.start + held.index(most)
            raise counted_out(tiles.kinds[at], tiles, at, "packed", most)
        if mark is not None and not held[mark & 15]:
            found = self._block.start + (mark & 15)
            raise HandError("KWX3131", len(tiles.kinds), "packed", {"found": found})
        return held, mark

    def _arrange(self, key: bytes) -> tuple[Arrangement, ...]:
        """The arrangements of a block; of those that rules cannot tell apart the first."""
        last, found = self._last
        if last != key:
            held, mark = self._split(key)
            found = self._valued(self._base(held, mark), held, mark)
        return tuple([arranged(vector, way, self._kinds) for vector, way in found.items()])

    def _show_pairs(self, held: bytes) -> str:
        """The pairs of a block that is nothing but pairs, as JSON shows them, each with a comma."""
        pairs = zip(self._kinds, held, strict=True)
        return "".join([f'"{tile_text(kind)}", ' * (count >> 1) for kind, count in pairs])

    def _base(self, held: bytes, mark: int | None) -> int:
        """The fields of a block that do not depend on its arrangement."""
        tiles, asked = sum(held), self._asked
        base = (tiles << TILES) + sum(map(asked.__getitem__, map(or_, _PLACES, held)))
        if self._suit >= 0:
            base += tiles << self._suit
        if mark is not None:
            won, count = mark & 15, held[mark & 15]
            base += asked[won << 4 | 8 | count] - asked[won << 4 | count]
            base += (1 << WINS) + ((count == 1) << ALONE)
        return base

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
