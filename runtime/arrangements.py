"""All ways to arrange the concealed tiles of one block: its sets, its pair, the winning tile."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .notation import format_set
from .readings import Pair, Set, Win
from .tiles import tile_text

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """One way to arrange a block. `win` is None if the winning tile is in another block.

    The texts are what JSON shows of it, empty where there is nothing: the sets separated by commas,
    the pair, and the set or pair that the winning tile is in with its place there.
    """

    sets: tuple[Set, ...]
    pair: Pair | None
    win: Win | None
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
    left = 2 * sum([at * count for at, count in enumerate(held)]) % 3
    found: list[Division] = []
    for pair in range(left, len(held), 3):
        if held[pair] >= 2:
            rest = bytearray(held)
            rest[pair] -= 2
            found += [(sets, pair) for sets in _sets(rest, runs, 0)]
    return tuple(found)


def _sets(held: bytes | bytearray, runs: bool, at: int) -> list[tuple[tuple[int, bool], ...]]:
    """All ways to divide the counts from a place on into runs and triplets, each once."""
    while at < len(held) and not held[at]:
        at += 1
    if at == len(held):
        return [()]
    found: list[tuple[tuple[int, bool], ...]] = []
    for triplets in range(held[at] // 3 + 1):
        begun = held[at] - 3 * triplets
        rest = held
        if begun:
            if not runs or at + 2 >= len(held):
                continue
            if held[at + 1] < begun or held[at + 2] < begun:
                continue
            rest = bytearray(held)
            rest[at + 1] -= begun
            rest[at + 2] -= begun
        first = ((at, False),) * begun + ((at, True),) * triplets
        found += [first + more for more in _sets(rest, runs, at + 1)]
    return found


def ways(held: bytes, mark: int | None, runs: bool) -> Iterator[Way]:
    """All ways to arrange a block, for every place of the winning tile.

    Args:
        held: how many tiles of each kind of the block, the winning tile included.
        mark: the winning tile's place in the block, plus `PUNGED`; None if it is elsewhere.
        runs: whether the block's tiles can form runs.
    """
    for division in divide(held, runs):
        if mark is None:
            yield division, ELSEWHERE, "pair"
        else:
            for won, place in _places(division, mark & 15):
                yield division, won, place


def _places(division: Division, win: int) -> Iterator[tuple[int, Place]]:
    """Which set the winning tile can complete, by number, and where."""
    sets, pair = division
    if pair == win:
        yield IN_PAIR, "pair"
    for index, (at, triplet) in enumerate(sets):
        if (at, triplet) in sets[:index]:
            continue
        if triplet and at == win:
            yield index, "triplet"
        if not triplet and at <= win <= at + 2:
            yield index, _RUN_PLACES[win - at]


def arrange(way: Way, kinds: tuple[int, ...], win: Win | None) -> Arrangement:
    """The sets and the pair of a way, in the kinds of its block."""
    (sets, pair), won, place = way
    made = tuple(
        [make_set(triplet, kinds[at], index == won) for index, (at, triplet) in enumerate(sets)]
    )
    shown = [_set_json(triplet, kinds[at]) for at, triplet in sets]
    pair_json = "" if pair < 0 else f'"{tile_text(kinds[pair])}"'
    win_json = ""
    if win is not None:
        win_json = f'"in": {pair_json if won == IN_PAIR else shown[won]}, "place": "{place}"'
    laid = None if pair < 0 else make_pair(kinds[pair], won == IN_PAIR)
    return Arrangement(made, laid, win, ", ".join(shown), pair_json, win_json)


@lru_cache(maxsize=256)
def _set_json(triplet: bool, tile: int) -> str:
    return f'"{format_set(make_set(triplet, tile, False))}"'


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
