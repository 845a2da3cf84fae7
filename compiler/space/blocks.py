"""Everything the concealed tiles of one block can be, as far as rules can tell.

Arrangements are built set by set, the winning tile placed last, so that each is made once. Blocks
with the same outcome are one *profile*, with the number of blocks behind it and the least of them.

The tiles of a block are an integer, its *code*: three bits a kind, the lowest kind highest, so that
of two codes with equally many tiles the greater is the one that comes first in tile order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...runtime.elements import Kind
from ...runtime.packed_readings import ALONE, PAIRS, SETS, TILES, WINS
from ...runtime.readings import Pair, Set, Win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.program import Program
    from ...runtime.readings import Place
    from ...runtime.tiles import Block

Vectors: TypeAlias = frozenset[int]

_RUN_PLACES: tuple[Place, ...] = ("low", "middle", "high")
_ELSEWHERE = -1
_NO_VECTORS: Vectors = frozenset()
MOST_TILES = 14


class Part(NamedTuple):
    """A set or the pair, as the search adds it.

    Attributes:
        code: its tiles.
        vector: what it is worth when it does not hold the winning tile.
        won: for each place of a tile that may be the winning one, where that tile then stands and
            how much more the part is worth.
    """

    code: int
    vector: int
    won: tuple[tuple[int, Place, int], ...]


class Profile(NamedTuple):
    """Blocks of concealed tiles that rules cannot tell apart.

    Attributes:
        standard: packed vectors of the arrangements, without `base`.
        even: the packed vector as pairs only, without `base`; None if some count is odd.
        base: the fields that do not depend on the arrangement, `TILES` among them.
        empty: for each group of kinds, how many of its kinds are not held at all.
        single: the same for kinds held once, the winning one left out.
        won_single: the group of the winning kind if it is held once, else -1.
        pung: an exposed pung of the winning kind lies melded; the vectors know it.
    """

    standard: Vectors
    even: int | None
    base: int
    empty: tuple[int, ...]
    single: tuple[int, ...]
    won_single: int
    pung: bool = False


class Counted(NamedTuple):
    """How many blocks there are, and the least: its code, and the winning place or -1."""

    number: int
    code: int
    win: int


class BlockBuilder:
    """Builds the profiles of one block of a program's tiles, options bound."""

    def __init__(self, program: Program[Any], options: object, block: Block) -> None:
        """Ask everything that can be asked of single parts once, beforehand."""
        self._program = program
        self._options = options
        self._runs = block.runs
        self.copies = program.tiles.copies
        self.kinds = program.tiles.kinds[block.start : block.start + block.length]
        self.lanes = tuple(3 * (len(self.kinds) - 1 - at) for at in range(len(self.kinds)))
        self.groups = self._groups()
        self._sets = tuple(self._make_sets())
        self._pairs = tuple(self._make_pairs())
        self.kind_atoms = tuple(
            tuple(
                tuple(self._kind(kind, held, won=won) for held in range(self.copies + 1))
                for won in (False, True)
            )
            for kind in self.kinds
        )

    def behaviour(self) -> tuple[object, ...]:
        """What decides the profiles: blocks with equal behaviour have equal profiles."""
        wins = tuple(
            self.win(at, place, held)
            for at in range(len(self.kinds))
            for place in (*_RUN_PLACES, "triplet", "pair")
            for held in range(1, self.copies + 1)
        )
        return (self._runs, self._sets, self._pairs, self.kind_atoms, wins, self.groups)

    def melded(self, at: int, type_: int, *, held: int, won: bool) -> int:
        """What a meld of the kind at a place adds to a block that holds `held` of it.

        Args:
            at: the place of the kind.
            type_: 0 for an exposed pung, 1 for an exposed kong, 2 for a concealed kong.
            held: how many of the kind are in the concealed hand.
            won: whether it is the winning tile's kind.
        """
        tile, kong = self.kinds[at], type_ > 0
        made = Set("kong" if kong else "triplet", tile, exposed=type_ < 2, melded=True)
        vector = (1 << SETS) + self._program.set_atoms(made, self._options)
        laid = Kind(tile, held, pung=not kong, kong=kong, won=won)
        return (
            vector + self._program.kind_atoms(laid, self._options) - self._kind(tile, held, won=won)
        )

    def punged(self, at: int, place: Place) -> int:
        """What changes for the winning tile, held once, when a pung of its kind lies melded."""
        return self.win(at, place, 1, pung=True) - self.win(at, place, 1)

    def _groups(self) -> tuple[int, ...]:
        """For each kind its group: kinds whose melds are worth the same are in one."""
        seen: dict[tuple[int, ...], int] = {}
        found = []
        for at in range(len(self.kinds)):
            answers = [self.melded(at, type_, held=0, won=False) for type_ in range(3)]
            answers += [self.melded(at, 0, held=1, won=won) for won in (False, True)]
            answers += [self.punged(at, place) for place in _RUN_PLACES]
            found.append(seen.setdefault(tuple(answers), len(seen)))
        return tuple(found)

    def _kind(self, tile: int, held: int, *, won: bool) -> int:
        return self._program.kind_atoms(Kind(tile, held, won=won), self._options)

    def win(self, at: int, place: Place, held: int, *, pung: bool = False) -> int:
        """What the winning tile at a place of the block is worth."""
        return self._program.win_atoms(Win(self.kinds[at], place, held, pung), self._options)

    def _part(self, places: tuple[tuple[int, Place], ...], run: bool) -> Part:
        """A set; `places` are its tiles, and where each stands."""
        tile = self.kinds[places[0][0]]
        plain, own = (
            (1 << SETS)
            + self._program.set_atoms(
                Set("run" if run else "triplet", tile, won=won), self._options
            )
            for won in (False, True)
        )
        code = sum((1 if run else 3) << self.lanes[at] for at, _ in places)
        return Part(code, plain, tuple((at, place, own - plain) for at, place in places))

    def _make_sets(self) -> Iterator[Part]:
        for at in range(len(self.kinds)):
            yield self._part(((at, "triplet"),), run=False)
        for at in range(len(self.kinds) - 2 if self._runs else 0):
            yield self._part(tuple((at + s, _RUN_PLACES[s]) for s in range(3)), run=True)

    def _make_pairs(self) -> Iterator[Part]:
        for at, kind in enumerate(self.kinds):
            plain, own = (
                (1 << PAIRS) + self._program.pair_atoms(Pair(kind, won), self._options)
                for won in (False, True)
            )
            yield Part(2 << self.lanes[at], plain, ((at, "pair", own - plain),))

    def arrangements(self) -> Iterator[tuple[int, tuple[Part, ...]]]:
        """Every choice of up to four sets and up to one pair that the copies allow, once."""
        # Adding 7 - copies to a lane carries into the bit above it as soon as the copies run out;
        # the lanes are moved apart to four bits for that.
        sets, pairs = self._sets, self._pairs
        spread = {part.code: _spread(part.code, len(self.kinds)) for part in (*sets, *pairs)}
        ones = _spread(sum(1 << lane for lane in self.lanes), len(self.kinds))
        over, high = ones * (7 - self.copies), ones * 8

        def choose(
            code: int, wide: int, parts: tuple[Part, ...], first: int
        ) -> Iterator[tuple[int, tuple[Part, ...]]]:
            yield code, parts
            for pair in pairs:
                if not (wide + spread[pair.code] + over) & high:
                    yield code + pair.code, (*parts, pair)
            if len(parts) == 4:
                return
            for index in range(first, len(sets)):
                part = sets[index]
                more = wide + spread[part.code]
                if not (more + over) & high:
                    yield from choose(code + part.code, more, (*parts, part), index)

        return choose(0, 0, (), 0)

    def standard(self, *, pung: bool = False) -> dict[int, dict[int, Vectors | int]]:
        """For a winning place (-1: elsewhere) and a code the vectors of all arrangements.

        One vector stands for itself; the sets are rare and worth the room only where needed. With
        `pung` a pung of the winning kind lies melded, so that the kind is here and held once.
        """
        first = 0 if pung else _ELSEWHERE
        found: dict[int, dict[int, Vectors | int]] = {
            win: {} for win in range(first, len(self.kinds))
        }
        asked: dict[tuple[int, Place, int], int] = {}
        for code, parts in self.arrangements():
            whole = sum([part.vector for part in parts])
            if not pung:
                _join(found[_ELSEWHERE], code, whole)
            for part in parts:
                for at, place, more in part.won:
                    key = (at, place, code >> self.lanes[at] & 7)
                    if pung and key[2] != 1:
                        continue
                    if key not in asked:
                        asked[key] = self.win(*key, pung=pung)
                    _join(found[at], code, whole + more + asked[key])
        return found

    def profiles(self) -> dict[Profile, Counted]:
        """All profiles, each with its number of blocks and the least of them."""
        facts = _Facts(self)
        evens: dict[int, Vectors | int] = dict.fromkeys(self._even_codes(), _NO_VECTORS)
        merged: dict[Profile, Counted] = {}
        for win, vectors in self.standard().items():
            if win < 0:
                held = {**evens, **vectors}
            else:
                lane = self.lanes[win]
                held = {code: _NO_VECTORS for code in evens if code >> lane & 7}
                held |= vectors
            for key, (number, code) in facts.counted(win, held).items():
                _merge(merged, facts.profile(*key), Counted(number, code, win))
        return merged | self._punged(merged)

    def _punged(self, plain: dict[Profile, Counted]) -> dict[Profile, Counted]:
        """The profiles of blocks whose winning kind, held once, lies melded as a pung too."""
        shifts = [
            {self.punged(at, place) for place in _RUN_PLACES} for at in range(len(self.kinds))
        ]
        if any(len(own) > 1 for own in shifts):
            return self._punged_apart()
        found: dict[Profile, Counted] = {}
        for profile, counted in plain.items():
            if profile.won_single >= 0 and profile.standard:
                (shift,) = shifts[counted.win]
                vectors = frozenset(vector + shift for vector in profile.standard)
                found[profile._replace(standard=vectors, pung=True)] = counted
        return found

    def _punged_apart(self) -> dict[Profile, Counted]:
        """The same where a rule asks at once for the place of the winning tile and its pung."""
        facts = _Facts(self)
        found: dict[Profile, Counted] = {}
        for win, vectors in self.standard(pung=True).items():
            for key, (number, code) in facts.counted(win, vectors).items():
                _merge(found, facts.profile(*key)._replace(pung=True), Counted(number, code, win))
        return found

    def _even_codes(self) -> Iterator[int]:
        """Every choice of even counts of at most fourteen tiles."""

        def choose(at: int, code: int, left: int) -> Iterator[int]:
            if at == len(self.kinds):
                yield code
                return
            for count in range(0, min(self.copies, left) + 1, 2):
                yield from choose(at + 1, code + (count << self.lanes[at]), left - count)

        return choose(0, 0, MOST_TILES)


class _Facts:
    """What a profile keeps of a code besides its arrangements, from small tables.

    A code is cut in halves; each half's facts are one integer: the number of odd kinds, the empty
    and the single kinds of each group, and above them the base. The facts of a code are a sum.
    """

    def __init__(self, builder: BlockBuilder) -> None:
        self._builder = builder
        self._cut = 3 * (len(builder.kinds) // 2)
        self._group_count = max(builder.groups) + 1
        self._base = 4 + 8 * self._group_count
        self._high = _Half(builder, self._cut, self._base, upper=True)
        self._low = _Half(builder, self._cut, self._base, upper=False)

    def counted(
        self, win: int, held: dict[int, Vectors | int]
    ) -> dict[tuple[Vectors | int, int, int | None, int], tuple[int, int]]:
        """For what rules can tell of a code the number of codes and the least (greatest) code."""
        high, low, cut, mask = self._high, self._low, self._cut, (1 << self._cut) - 1
        lane = self._builder.lanes[win]
        deltas, evens, singles = self._of_win(win)
        found: dict[tuple[Vectors | int, int, int | None, int], tuple[int, int]] = {}
        for code, vectors in held.items():
            number = code >> lane & 7
            facts = high[code >> cut] + low[code & mask] + deltas[number]
            key = (vectors, facts, None if facts & 15 else evens[number], singles[number])
            before = found.get(key)
            if before is None:
                found[key] = (1, code)
            else:
                found[key] = (before[0] + 1, before[1] if before[1] > code else code)
        return found

    def _of_win(self, win: int) -> tuple[list[int], list[int], list[int]]:
        """By how many of the winning kind are held: what changes, its vector, its group."""
        builder, numbers = self._builder, range(8)
        if win < 0:
            return [0] * 8, [0] * 8, [-1] * 8
        plain, won = builder.kind_atoms[win]
        group = builder.groups[win]
        deltas, evens, singles = [0] * 8, [0] * 8, [-1] * 8
        for held in numbers[1 : len(plain)]:
            base = won[held] - plain[held] + (1 << WINS) + (int(held == 1) << ALONE)
            single = 1 << 8 + 8 * group if held == 1 else 0
            deltas[held] = (base << self._base) - single
            evens[held] = builder.win(win, "pair", held)
            singles[held] = group if held == 1 else -1
        return deltas, evens, singles

    def profile(
        self, vectors: Vectors | int, facts: int, even: int | None, won_single: int
    ) -> Profile:
        """Spell out a key of `counted`."""
        groups = range(self._group_count)
        return Profile(
            frozenset((vectors,)) if isinstance(vectors, int) else vectors,
            even,
            facts >> self._base,
            tuple(facts >> 4 + 8 * group & 15 for group in groups),
            tuple(facts >> 8 + 8 * group & 15 for group in groups),
            won_single,
        )


class _Half(dict[int, int]):
    """The facts of half a code; fills itself."""

    def __init__(self, builder: BlockBuilder, cut: int, base: int, *, upper: bool) -> None:
        super().__init__()
        self._builder = builder
        self._base = base
        self._lanes = [
            (at, lane - cut if upper else lane)
            for at, lane in enumerate(builder.lanes)
            if (lane >= cut) == upper
        ]

    def __missing__(self, part: int) -> int:
        builder = self._builder
        facts = base = 0
        for at, lane in self._lanes:
            held = part >> lane & 7
            base += builder.kind_atoms[at][0][held] + (held << TILES)
            facts += held & 1
            if held < 2:
                facts += 1 << 4 + 4 * held + 8 * builder.groups[at]
        self[part] = facts + (base << self._base)
        return self[part]


def _merge(found: dict[Profile, Counted], profile: Profile, counted: Counted) -> None:
    """Count more blocks of a profile."""
    before = found.get(profile)
    if before is None:
        found[profile] = counted
        return
    number = before.number + counted.number
    code, win = max((before.code, -before.win), (counted.code, -counted.win))
    found[profile] = Counted(number, code, -win)


def _join(found: dict[int, Vectors | int], code: int, vector: int) -> None:
    """Add a vector to those of a code."""
    known = found.setdefault(code, vector)
    if isinstance(known, int):
        if known != vector:
            found[code] = frozenset((known, vector))
    elif vector not in known:
        found[code] = known | {vector}


def _spread(code: int, kinds: int) -> int:
    """A code with four bits a kind instead of three."""
    return sum((code >> 3 * lane & 7) << 4 * lane for lane in range(kinds))
