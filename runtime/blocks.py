"""Tables of block classes: what one suit, or the dragons, can contribute to a hand.

A block's class is everything the rules can learn from its concealed tiles: the packed vectors of
all ways to divide them into sets and at most one pair, and the vector of the block as pairs only.
Blocks with the same class are interchangeable, so classes get small numbers, and what a hand is
worth is remembered by the numbers of its blocks' classes. Tables fill themselves as hands come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeAlias

from .elements import Kind
from .errors import HandError
from .fields import ALONE, KONGS, PAIRS, SETS, SUIT_BITS, SUITS, TILES, WINS
from .program import O
from .readings import Pair, Set, Win
from .tiles import starts_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .program import Program
    from .readings import Place
    from .tiles import Block

PUNGED = 16
"""In the mark of a block's winning tile: an exposed pung of its kind lies melded."""
WON = 1 << 10
"""In the key of a meld: its kind is the winning tile's."""

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
        held = tuple(key[: self._block.length])
        mark = key[len(held)] if len(key) > len(held) else None
        self._check(held, mark)
        tiles = sum(held)
        base = (tiles << TILES) + self._kind_atoms(held, mark)
        if self._suit >= 0:
            base += tiles << self._suit
        if mark is None:
            standard = iter([self._whole(*one) for one in divide(held, self._block.runs)])
        else:
            base += (1 << WINS) + ((held[mark & 15] == 1) << ALONE)
            standard = self._placed(held, mark)
        even = None if any(count % 2 for count in held) else base
        if even is not None and mark is not None:
            even += self._win(held, mark, "pair")
        return BlockClass(frozenset(base + vector for vector in standard), even, base)

    def _check(self, held: tuple[int, ...], mark: int | None) -> None:
        """Refuse counts from outside that no tile set has."""
        for at, count in enumerate(held):
            if count > self._program.tiles.copies:
                raise HandError("KWX3134", self._block.start + at, "packed", {"found": count})
        if mark is not None and not held[mark & 15]:
            found = self._block.start + (mark & 15)
            raise HandError("KWX3131", len(self._program.tiles.kinds), "packed", {"found": found})

    def _kind_atoms(self, held: tuple[int, ...], mark: int | None) -> int:
        """The atoms of the block's kinds, melds left out."""
        ask, options = self._program.kind_atoms, self._options
        won = -1 if mark is None else mark & 15
        return sum(
            ask(Kind(self._kinds[at], count, won=at == won), options)
            for at, count in enumerate(held)
        )

    def _win(self, held: tuple[int, ...], mark: int, place: Place) -> int:
        at = mark & 15
        win = Win(self._kinds[at], place, held[at], bool(mark & PUNGED))
        return self._program.win_atoms(win, self._options)

    def _whole(self, sets: Sets, pair: int) -> int:
        """The packed vector of one division, the winning tile elsewhere."""
        return sum(self._set(run, at) for run, at in sets) + (0 if pair < 0 else self._pair(pair))

    def _placed(self, held: tuple[int, ...], mark: int) -> Iterator[int]:
        """The packed vectors of all divisions, with every place of the winning tile."""
        win = mark & 15
        for sets, pair in divide(held, self._block.runs):
            whole = self._whole(sets, pair)
            if pair == win:
                own = self._pair(pair, won=True) - self._pair(pair)
                yield whole + own + self._win(held, mark, "pair")
            for run, at in sets:
                place = _place(run, at, win)
                if place is not None:
                    own = self._set(run, at, won=True) - self._set(run, at)
                    yield whole + own + self._win(held, mark, place)

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


Sets: TypeAlias = tuple[tuple[bool, int], ...]
"""Sets as (whether a run, lowest place in the block)."""


def divide(held: tuple[int, ...], runs: bool) -> list[tuple[Sets, int]]:
    """All ways to divide counts into sets and at most one pair (its place, or -1)."""
    total = sum(held)
    if total % 3 == 0:
        return [(sets, -1) for sets in _sets(list(held), 0, runs)]
    if total % 3 != 2:
        return []
    found: list[tuple[Sets, int]] = []
    for pair, count in enumerate(held):
        if count >= 2:
            rest = list(held)
            rest[pair] -= 2
            found += [(sets, pair) for sets in _sets(rest, 0, runs)]
    return found


def _sets(held: list[int], start: int, runs: bool) -> Iterator[Sets]:
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
        size = 4 if type_ else 3
        if held + size > program.tiles.copies:
            raise HandError("KWX3134", at, "packed", {"found": held + size})
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
        self[key] = vector
        return vector
