"""All ways to arrange the concealed tiles of one block: its sets, its pair, the winning tile."""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .notation import format_set
from .readings import Pair, Set, Win
from .tiles import tile_text

if TYPE_CHECKING:
    from .readings import Place

PUNGED: Final = 16
"""In the mark of a block's winning tile: an exposed pung of its kind lies melded."""

Division: TypeAlias = tuple[tuple[tuple[int, bool], ...], int]
"""Sets as (lowest place in the block, whether a triplet), sorted; the place of the pair or -1."""

ELSEWHERE: Final = -1
IN_PAIR: Final = -2

Way: TypeAlias = "tuple[Division, int, Place]"
"""A division, the number of the set that the winning tile completes, or `IN_PAIR`, or `ELSEWHERE`,
and its place there, which means nothing if it is elsewhere."""

_RUN_PLACES: Final[tuple[Place, ...]] = ("low", "middle", "high")


class Arrangement(NamedTuple):
    """One way to arrange a block.

    Attributes:
        vector: its packed vector.
        way: how it is arranged.
        sets_json: its sets as JSON shows them, each with a comma after it.
        pair_json: the same of its pair, empty if it has none.
        win_json: the set or pair that the winning tile is in, and its place there; empty if the
            winning tile is in another block.
    """

    vector: int
    way: Way
    sets_json: str
    pair_json: str
    win_json: str


@lru_cache(maxsize=1 << 14)
def divide(held: bytes, runs: bool) -> tuple[Division, ...]:
    """All ways to divide the counts of a block into sets and at most one pair, each once.

    Args:
        held: how many tiles of each kind of the block.
        runs: whether the block's tiles can form runs.
    """
    total = sum(held)
    if total % 3 == 0:
        return tuple([(sets, -1) for sets in _sets(held, runs, 0)])
    if total % 3 == 1:
        return ()
    # The places of a set's three tiles add up to a multiple of three, so those of the pair leave
    # what the places of all tiles leave.
    left = 2 * sum(map(mul, held, range(len(held)))) % 3
    found: list[Division] = []
    for pair in range(left, len(held), 3):
        if held[pair] >= 2:
            rest = bytearray(held)
            rest[pair] -= 2
            found += [(sets, pair) for sets in _sets(bytes(rest), runs, 0)]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _sets(held: bytes, runs: bool, at: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """All ways to divide the counts from a place on into runs and triplets, each once."""
    rest = held.lstrip(b"\0")
    if not rest:
        return ((),)
    at += len(held) - len(rest)
    found: list[tuple[tuple[int, bool], ...]] = []
    for triplets in range(rest[0] // 3 + 1):
        begun = rest[0] - 3 * triplets
        if not begun:
            behind = rest[1:]
        elif runs and len(rest) > 2 and rest[1] >= begun and rest[2] >= begun:
            behind = bytes((rest[1] - begun, rest[2] - begun)) + rest[3:]
        else:
            continue
        first = ((at, False),) * begun + ((at, True),) * triplets
        found += [first + more for more in _sets(behind, runs, at + 1)]
    return tuple(found)


def places(division: Division, win: int) -> list[tuple[int, Place]]:
    """Which set the winning tile can complete, by number, and where; of equal sets the first."""
    sets, pair = division
    found: list[tuple[int, Place]] = [(IN_PAIR, "pair")] if pair == win else []
    for index, (at, triplet) in enumerate(sets):
        if not at <= win <= at + 2 or (index and sets[index] == sets[index - 1]):
            continue
        if not triplet:
            found.append((index, _RUN_PLACES[win - at]))
        elif at == win:
            found.append((index, "triplet"))
    return found


def arranged(vector: int, way: Way, kinds: tuple[int, ...]) -> Arrangement:
    """A way to arrange a block, in the kinds of the block."""
    (sets, pair), won, place = way
    texts = [_set_json(triplet, kinds[at]) for at, triplet in sets]
    pair_text = _tile_json(kinds[pair]) if pair >= 0 else ""
    win_text = ""
    if won != ELSEWHERE:
        win_text = _win_json(texts[won] if won >= 0 else f"{pair_text}, ", place)
    return Arrangement(vector, way, "".join(texts), pair_text, win_text)


def parts_of(way: Way, kinds: tuple[int, ...]) -> tuple[tuple[Set, ...], Pair | None]:
    """The sets and the pair of a way to arrange a block, in the kinds of the block."""
    (sets, pair), won, _ = way
    made = [make_set(triplet, kinds[at], index == won) for index, (at, triplet) in enumerate(sets)]
    return tuple(made), None if pair < 0 else make_pair(kinds[pair], won == IN_PAIR)


@lru_cache(maxsize=256)
def _set_json(triplet: bool, tile: int) -> str:
    return f'"{format_set(make_set(triplet, tile, False))}", '


@lru_cache(maxsize=64)
def _tile_json(tile: int) -> str:
    return f'"{tile_text(tile)}"'


@lru_cache(maxsize=1024)
def _win_json(part: str, place: Place) -> str:
    """Where the winning tile is; the part has its comma after it."""
    return f'"in": {part}"place": "{place}"'


@lru_cache(maxsize=256)
def make_set(triplet: bool, tile: int, won: bool) -> Set:
    """A concealed set; equal ones are one object."""
    return Set("triplet" if triplet else "run", tile, won=won)


@lru_cache(maxsize=64)
def make_pair(tile: int, won: bool) -> Pair:
    """A pair; equal ones are one object."""
    return Pair(tile, won)


@lru_cache(maxsize=1024)
def make_win(tile: int, place: Place, held: int, pung: bool) -> Win:
    """The place of a winning tile; equal ones are one object."""
    return Win(tile, place, held, pung)
