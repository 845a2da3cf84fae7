"""Everything the concealed tiles of one block can contribute to a hand, numbered.

Two blocks with the same contribution are in one class. The contribution depends on the winning
tile, if that is in the block, but mostly only in a way that is the same for all readings; this
common part is kept apart (`BlockClasses.common`), so that few classes are left. Only where a
rule asks in which place of which set the winning tile stands, the block has another class: one for
each *mark*.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, overload

from ..elements import Kind
from ..packed_readings import ALONE, PAIRS, SETS, SUIT_BITS, SUITS, WINS
from ..readings import Pair, Set, Win
from .complete import complete
from .words import BITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..program import Program
    from ..readings import Place
    from ..tiles import Block

Vectors: TypeAlias = frozenset[int]
Content: TypeAlias = tuple[Vectors, int | None]
"""Packed vectors of all arrangements as sets and at most one pair, and of the one as pairs."""
Won: TypeAlias = tuple[int, int]
"""The winning tile: its place in the block, and its `state`."""

NOTHING: Final[Content] = (frozenset(), None)
PUNGED: Final = 4
"""State of a winning tile of which a pung lies melded; the others are the number held, less 1."""
NOTHING_NUMBER: Final = 1
"""The number of the class of blocks that contribute nothing."""
MOST_TILES: Final = 14

_FIRST_SUIT: Final = (1 << SUIT_BITS) - 1 << SUITS
_RUN_PLACES: Final[tuple[Place, ...]] = ("low", "middle", "high")
_NEEDED: Final[dict[Place, int]] = {"low": 1, "middle": 1, "high": 1, "triplet": 3, "pair": 2}


class BlockClasses(NamedTuple):
    """The classes of one block.

    Attributes:
        contents: what the classes contribute, by number from 1; number 1 is `NOTHING`.
        codes: for all packed counts (three bits a kind, the lowest kind lowest) that contribute
            anything, the index in `by_mark`.
        by_mark: numbers of classes, one for each mark. Mark 0 is for no winning tile in the block,
            or one that makes no difference. The first is for counts that contribute nothing.
        marks: the mark of a winning tile, for those that have one.
        common: for every winning tile that can complete the block, what it adds in all readings.
    """

    contents: tuple[Content, ...]
    codes: dict[int, int]
    by_mark: tuple[tuple[int, ...], ...]
    marks: dict[Won, int]
    common: dict[Won, int]


class _Part(NamedTuple):
    """A set or the pair: its tiles, its vector, and the places of the winning tile in it."""

    code: int
    vector: int
    won: tuple[tuple[int, Place, int], ...]


class _Asked(NamedTuple):
    """All answers of the rules about one block: what its classes depend on."""

    runs: bool
    copies: int
    sets: tuple[_Part, ...]
    pairs: tuple[_Part, ...]
    kinds: tuple[tuple[int, ...], ...]
    even: tuple[tuple[int, ...], ...]
    more: tuple[tuple[Won, tuple[tuple[str, int], ...]], ...]
    base: tuple[tuple[Won, int], ...]
    suit: tuple[int, ...]


class BlockMaker:
    """Makes the classes of blocks; blocks about which rules answer alike are worked out once."""

    def __init__(self, program: Program[Any], options: object) -> None:
        """Remember whom to ask."""
        self._program = program
        self._options = options
        self._known: dict[_Asked, BlockClasses] = {}

    def classes(self, block: Block, suit: Sequence[int]) -> BlockClasses:
        """The classes of a block. Blocks that rules do not tell apart have the same `codes`.

        Args:
            block: which of the program's.
            suit: for each number of tiles what stands in the field of the block's suit.
        """
        asked = self._ask(block, suit)
        if asked not in self._known:
            self._known[asked] = _Classifier(asked).classes()
        made = self._known[asked]
        index = self._program.tiles.blocks.index(block)
        contents = tuple(
            (frozenset(_moved(vector, index) for vector in vectors), _moved(even, index))
            for vectors, even in made.contents
        )
        return made._replace(contents=contents)

    def _ask(self, block: Block, suit: Sequence[int]) -> _Asked:
        program, options = self._program, self._options
        kinds = program.tiles.kinds[block.start : block.start + block.length]
        copies = program.tiles.copies
        places = range(len(kinds))
        held = range(copies + 1)
        return _Asked(
            runs=block.runs,
            copies=copies,
            sets=tuple(self._sets(kinds, block.runs)),
            pairs=tuple(self._pairs(kinds)),
            kinds=tuple(
                tuple(program.kind_atoms(Kind(kind, count), options) for count in held)
                for kind in kinds
            ),
            even=tuple(
                tuple(self._win(kinds[at], "pair", count - 1) for count in (2, 4) if count in held)
                for at in places
            ),
            more=tuple(
                ((at, state), tuple(self._places(kinds[at], state)))
                for at in places
                for state in _states(copies)
            ),
            base=tuple(
                ((at, state), self._base(kinds[at], state))
                for at in places
                for state in _states(copies)
            ),
            suit=tuple(suit),
        )

    def _sets(self, kinds: tuple[int, ...], runs: bool) -> Iterator[_Part]:
        for at in range(len(kinds)):
            yield self._set(kinds[at], 3 << BITS * at, ((at, "triplet"),), run=False)
        for at in range(len(kinds) - 2 if runs else 0):
            where = tuple((at + step, _RUN_PLACES[step]) for step in range(3))
            code = sum(1 << BITS * one for one, _ in where)
            yield self._set(kinds[at], code, where, run=True)

    def _set(
        self, kind: int, code: int, where: tuple[tuple[int, Place], ...], *, run: bool
    ) -> _Part:
        shape: Any = "run" if run else "triplet"
        plain, won = (
            self._program.set_atoms(Set(shape, kind, won=own), self._options)
            for own in (False, True)
        )
        places = tuple((at, place, won - plain) for at, place in where)
        return _Part(code, (1 << SETS) + plain, places)

    def _pairs(self, kinds: tuple[int, ...]) -> Iterator[_Part]:
        for at, kind in enumerate(kinds):
            plain, won = (
                self._program.pair_atoms(Pair(kind, own), self._options) for own in (False, True)
            )
            yield _Part(2 << BITS * at, (1 << PAIRS) + plain, ((at, "pair", won - plain),))

    def _places(self, kind: int, state: int) -> Iterator[tuple[str, int]]:
        """For each place of the winning tile what the rules answer to it."""
        for place, needed in _NEEDED.items():
            if held_in(state) >= needed:
                yield place, self._win(kind, place, state)

    def _win(self, kind: int, place: Place, state: int) -> int:
        win = Win(kind, place, held_in(state), state == PUNGED)
        return self._program.win_atoms(win, self._options)

    def _base(self, kind: int, state: int) -> int:
        """What changes for a kind because it is the winning tile's."""
        held = held_in(state)
        plain, won = (
            self._program.kind_atoms(Kind(kind, held, won=own), self._options)
            for own in (False, True)
        )
        alone = held == 1 and state != PUNGED
        return won - plain + (1 << WINS) + (alone << ALONE)


@overload
def _moved(vector: int, suit: int) -> int: ...
@overload
def _moved(vector: int | None, suit: int) -> int | None: ...
def _moved(vector: int | None, suit: int) -> int | None:
    """A vector with what stands in the first suit's field in another suit's field."""
    if vector is None:
        return None
    tiles = vector & _FIRST_SUIT
    return vector - tiles + (tiles << SUIT_BITS * suit)


def held_in(state: int) -> int:
    """How many of the winning kind are held in a state, the winning tile included."""
    return 1 if state == PUNGED else state + 1


def _states(copies: int) -> tuple[int, ...]:
    """The states a winning tile can be in."""
    return (*range(copies), PUNGED) if copies == 4 else tuple(range(copies))


class _Classifier:
    """Works out the classes of one block from the answers about it."""

    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self._more = {won: dict(places) for won, places in asked.more}
        self._own: dict[Won, dict[tuple[int, str], int]] = self._own_answers()
        self._shared = {won: min(own.values()) for won, own in self._own.items() if own}
        places = sorted(
            (at, state == PUNGED)
            for (at, state), own in self._own.items()
            if len(set(own.values())) > 1
        )
        self._marks = list(dict.fromkeys(places))

    def _own_answers(self) -> dict[Won, dict[tuple[int, str], int]]:
        """For a winning tile and the part it may complete (by code): what that adds."""
        asked = self._asked
        found: dict[Won, dict[tuple[int, str], int]] = {won: {} for won in self._more}
        for part in (*asked.sets, *asked.pairs):
            for at, place, own in part.won:
                for (where, state), places in self._more.items():
                    if where == at and place in places:
                        found[where, state][part.code, place] = own + places[place]
        for at, counts in enumerate(asked.even):
            for count, answer in zip((2, 4), counts, strict=False):
                found[at, count - 1][0, "even"] = answer
        return found

    def classes(self) -> BlockClasses:
        """All of it."""
        asked = self._asked
        numbers: dict[Content, int] = {NOTHING: NOTHING_NUMBER}
        standard = self._standard()
        even = set(_even_codes(len(asked.kinds), asked.copies))
        bases = _Bases(asked)
        codes: dict[int, int] = {}
        by_mark = {(NOTHING_NUMBER,) * len(standard): 0}
        for code in sorted(even.union(standard[0])):
            base = bases.of(code)
            own = []
            for mark, found in enumerate(standard):
                content = NOTHING
                if self._can_be(code, mark):
                    pairs = self._even(code, mark) if code in even else None
                    content = (
                        frozenset([base + vector for vector in found.get(code, ())]),
                        None if pairs is None else base + pairs,
                    )
                own.append(numbers.setdefault(content, len(numbers) + 1))
            codes[code] = by_mark.setdefault(tuple(own), len(by_mark))
        marks = {
            (at, state): number
            for number, (at, punged) in enumerate(self._marks, 1)
            for where, state in self._more
            if where == at and (state == PUNGED) == punged
        }
        base_of = dict(asked.base)
        common = {won: base_of[won] + self._shared.get(won, 0) for won in self._more}
        return BlockClasses(tuple(numbers), codes, tuple(by_mark), marks, common)

    def _can_be(self, code: int, mark: int) -> bool:
        """Whether the winning tile of a mark can be among some tiles."""
        if not mark:
            return True
        at, punged = self._marks[mark - 1]
        held = code >> BITS * at & 7
        return held == 1 if punged else held > 0

    def _even(self, code: int, mark: int) -> int | None:
        """What the tiles add when read as pairs, beyond the winning tile's common part."""
        if not mark:
            return 0
        at, punged = self._marks[mark - 1]
        if punged:
            return None
        won = (at, (code >> BITS * at & 7) - 1)
        return self._own[won][0, "even"] - self._shared[won]

    def _standard(self) -> list[dict[int, set[int]]]:
        """For each mark and code the vectors of all arrangements."""
        found: list[dict[int, set[int]]] = [{} for _ in range(1 + len(self._marks))]
        marked = {
            part: [
                (number, at, punged, place)
                for at, place, _ in part.won
                for number, (where, punged) in enumerate(self._marks, 1)
                if where == at
            ]
            for part in (*self._asked.sets, *self._asked.pairs)
        }
        for code, parts in self._arrangements():
            whole = sum([part.vector for part in parts])
            found[0].setdefault(code, set()).add(whole)
            for part in parts:
                for number, at, punged, place in marked[part]:
                    held = code >> BITS * at & 7
                    if held == 1 or not punged:
                        won = (at, PUNGED if punged else held - 1)
                        more = self._own[won][part.code, place] - self._shared[won]
                        found[number].setdefault(code, set()).add(whole + more)
        return found

    def _arrangements(self) -> Iterator[tuple[int, tuple[_Part, ...]]]:
        """Every choice of up to four sets and up to one pair that the copies allow, once."""
        asked = self._asked
        by_number = complete(len(asked.kinds), asked.copies, runs=asked.runs)
        possible = {code for codes in by_number.values() for code in codes.tolist()}

        def choose(
            code: int, parts: tuple[_Part, ...], first: int
        ) -> Iterator[tuple[int, tuple[_Part, ...]]]:
            yield code, parts
            for pair in asked.pairs:
                if code + pair.code in possible:
                    yield code + pair.code, (*parts, pair)
            if len(parts) < 4:
                for index in range(first, len(asked.sets)):
                    more = code + asked.sets[index].code
                    if more in possible:
                        yield from choose(more, (*parts, asked.sets[index]), index)

        return choose(0, (), 0)


class _Bases:
    """What a block's tiles add in every arrangement: the kinds' answers and its suit's tiles."""

    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self._cut = BITS * (len(asked.kinds) // 2)
        self._halves: dict[tuple[int, bool], tuple[int, int]] = {}

    def of(self, code: int) -> int:
        low, few = self._half(code & (1 << self._cut) - 1, upper=False)
        high, more = self._half(code >> self._cut, upper=True)
        return low + high + (self._asked.suit[few + more] << SUITS)

    def _half(self, part: int, *, upper: bool) -> tuple[int, int]:
        key = (part, upper)
        if key not in self._halves:
            first = self._cut // BITS if upper else 0
            kinds = self._asked.kinds[first:] if upper else self._asked.kinds[: self._cut // BITS]
            counts = [part >> BITS * at & 7 for at in range(len(kinds))]
            answers = [answers[count] for answers, count in zip(kinds, counts, strict=True)]
            self._halves[key] = (sum(answers), sum(counts))
        return self._halves[key]


def _even_codes(kinds: int, copies: int) -> Iterable[int]:
    """Every choice of even counts of at most fourteen tiles."""
    for counts in product(range(0, copies + 1, 2), repeat=kinds):
        if sum(counts) <= MOST_TILES:
            yield sum(count << BITS * at for at, count in enumerate(counts))
