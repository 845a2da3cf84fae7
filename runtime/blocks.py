"""Tables of block classes: what one suit, or the dragons, can contribute to a hand.

A block's class is everything the rules can learn from its concealed tiles: the packed vectors of
all ways to divide them into sets and at most one pair, and the vector of the block as pairs only.
Blocks with the same class are interchangeable, so classes get small numbers, and what a hand is
worth is remembered by the numbers of its blocks' classes. Tables fill themselves as hands come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from .elements import Kind
from .errors import HandError
from .fields import ALONE, KONGS, MARKED, PAIRS, SETS, SUIT_BITS, SUITS, TILES, WINS
from .program import O
from .readings import Pair, Set, Win
from .tiles import starts_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .program import Program
    from .readings import Place
    from .tiles import Block

COUNT = 7
"""The bits of a packed count that hold the count."""
WINNING = 8
"""Marks the count of the winning tile's kind."""
PUNGED = 16
"""Marks, beside `WINNING`, that an exposed pung of the kind lies melded."""

CLASS_BITS = 20
_TABLE_LIMIT = 60_000


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
        "_block",
        "_kinds",
        "_options",
        "_program",
        "_shift",
        "_suit",
        "classes",
        "numbers",
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
        self.classes: list[BlockClass] = []
        self.numbers: dict[tuple[frozenset[int], int | None, int], int] = {}

    def __missing__(self, counts: bytes) -> int:
        """Work out the class of a block seen for the first time."""
        made = self._classify(counts)
        number = self.numbers.setdefault(made.key(), len(self.classes))
        if number == len(self.classes):
            self.classes.append(made)
        if len(self) >= _TABLE_LIMIT:
            self.clear()
        self[counts] = number << self._shift
        return self[counts]

    def _classify(self, counts: bytes) -> BlockClass:
        if len(counts) != self._block.length:
            raise HandError("KWX3133", None, "packed", {"found": len(counts)})
        held = [count & COUNT for count in counts]
        marked = [at for at, count in enumerate(counts) if count & WINNING]
        self._check(counts, held)
        tiles = sum(held)
        base = (tiles << TILES) + (len(marked) << WINS) + self._kind_atoms(counts)
        if self._suit >= 0:
            base += tiles << self._suit
        win = marked[0] if marked else -1
        if win >= 0 and held[win] == 1:
            base += 1 << ALONE
        if win >= 0 and counts[win] & PUNGED:
            base += 1 << MARKED
        standard = frozenset(base + vector for vector in self._divisions(counts, held, win))
        return BlockClass(standard, self._even(counts, held, win, base), base)

    def _check(self, counts: bytes, held: list[int]) -> None:
        for at, count in enumerate(counts):
            wrong_mark = count >= 2 * PUNGED or (count & PUNGED and not count & WINNING)
            if (
                held[at] > self._program.tiles.copies
                or wrong_mark
                or (count & WINNING and not held[at])
            ):
                raise HandError("KWX3130", self._block.start + at, "packed", {"found": count})

    def _kind_atoms(self, counts: bytes) -> int:
        """The atoms of the block's kinds, melds left out."""
        ask, options = self._program.kind_atoms, self._options
        return sum(
            ask(Kind(kind, count & COUNT, won=bool(count & WINNING)), options)
            for kind, count in zip(self._kinds, counts, strict=True)
        )

    def _win(self, counts: bytes, at: int, place: Place) -> int:
        count = counts[at]
        win = Win(self._kinds[at], place, count & COUNT, bool(count & PUNGED))
        return self._program.win_atoms(win, self._options)

    def _even(self, counts: bytes, held: list[int], win: int, base: int) -> int | None:
        if any(count % 2 for count in held):
            return None
        return base if win < 0 else base + self._win(counts, win, "pair")

    def _divisions(self, counts: bytes, held: list[int], win: int) -> Iterator[int]:
        """The packed vectors of all divisions, with every place of the winning tile."""
        for sets, pair in divide(tuple(held), self._block.runs):
            yield from self._placed(counts, sets, pair, win)

    def _placed(
        self, counts: bytes, sets: tuple[tuple[bool, int], ...], pair: int, win: int
    ) -> Iterator[int]:
        plain = [self._set(run, at) for run, at in sets]
        pairs = 0 if pair < 0 else self._pair(pair)
        whole = sum(plain) + pairs
        if win < 0:
            yield whole
            return
        if pair == win:
            yield whole - pairs + self._pair(pair, won=True) + self._win(counts, win, "pair")
        for index, (run, at) in enumerate(sets):
            place = _place(run, at, win)
            if place is not None:
                own = self._set(run, at, won=True) - plain[index]
                yield whole + own + self._win(counts, win, place)

    def _set(self, run: bool, at: int, *, won: bool = False) -> int:
        made = Set("run" if run else "triplet", self._kinds[at], won=won)
        return (1 << SETS) + self._program.set_atoms(made, self._options)

    def _pair(self, at: int, *, won: bool = False) -> int:
        asked = self._program.pair_atoms(Pair(self._kinds[at], won), self._options)
        return (1 << PAIRS) + asked


def _place(run: bool, at: int, win: int) -> Place | None:
    """The place of the winning tile in a set, None if it is not in it."""
    if not run:
        return "triplet" if at == win else None
    match win - at:
        case 0:
            return "low"
        case 1:
            return "middle"
        case 2:
            return "high"
        case _:
            return None


Division = tuple[tuple[tuple[bool, int], ...], int]
"""Sets as (whether a run, lowest rank from 0), and the pair's rank or -1."""


def divide(held: tuple[int, ...], runs: bool) -> list[Division]:
    """All ways to divide counts into sets and at most one pair."""
    total = sum(held)
    if total % 3 == 0:
        return [(sets, -1) for sets in _sets(list(held), 0, runs)]
    if total % 3 != 2:
        return []
    found: list[Division] = []
    for pair, count in enumerate(held):
        if count >= 2:
            rest = list(held)
            rest[pair] -= 2
            found += [(sets, pair) for sets in _sets(rest, 0, runs)]
    return found


def _sets(held: list[int], start: int, runs: bool) -> Iterator[tuple[tuple[bool, int], ...]]:
    """All ways to divide counts into runs and triplets, each once."""
    while start < len(held) and not held[start]:
        start += 1
    if start == len(held):
        yield ()
        return
    if held[start] >= 3:
        rest = held.copy()
        rest[start] -= 3
        for more in _sets(rest, start, runs):
            yield ((False, start), *more)
    if runs and starts_run(start) and held[start + 1] and held[start + 2]:
        rest = held.copy()
        for at in (start, start + 1, start + 2):
            rest[at] -= 1
        for more in _sets(rest, start, runs):
            yield ((True, start), *more)


class MeldTable(dict[int, int], Generic[O]):
    """From a meld byte, with the packed count of its kind above it, to the packed vector it adds.

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
        """Work out what a meld adds; the key is ``count << 7 | meld byte``."""
        program, options = self._program, self._options
        byte, count = key & 127, key >> 7
        type_, at = byte >> 5, byte & 31
        if type_ > 2 or at >= len(program.tiles.kinds):
            raise HandError("KWX3132", None, "packed", {"found": byte})
        held, won, size = count & COUNT, bool(count & WINNING), 4 if type_ else 3
        marked = bool(count & PUNGED)
        if held + size > program.tiles.copies or marked != (won and type_ == 0):
            raise HandError("KWX3134", None, "packed", {"found": byte})
        tile = program.tiles.kinds[at]
        made = Set("kong" if type_ else "triplet", tile, exposed=type_ < 2, melded=True)
        with_meld = Kind(tile, held, pung=type_ == 0, kong=type_ > 0, won=won)
        vector = (1 << SETS) + program.set_atoms(made, options)
        vector += program.kind_atoms(with_meld, options)
        vector -= program.kind_atoms(Kind(tile, held, won=won), options)
        if type_:
            vector += 1 << KONGS
        for index, block in enumerate(program.tiles.blocks):
            if block.runs and block.start <= at < block.start + block.length:
                vector += size << SUITS + SUIT_BITS * index
        self[key] = vector - (marked << MARKED)
        return self[key]
