"""Every way to read a won hand: backtracking over the whole hand, tile by tile.

A set is ``("run", lowest tile)`` or ``("triplet", tile)``.  A reading also says where the
winning tile stands, for the same sets can be worth more with the tile in one of them than in
another.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from .plain_hand import DRAGONS, PlainHand, Tile

Set = tuple[Literal["run", "triplet"], Tile]
Role = Literal["low", "middle", "high", "triplet", "pair"]
Place = tuple[Role, Tile]

_ROLES: tuple[Role, ...] = ("low", "middle", "high")


class WholeReading(NamedTuple):
    """One way to take a won hand apart.

    ``sets`` are those outside melds; ``pairs`` is one pair beside sets, or seven.
    ``place`` names the part the winning tile completes by its role and its lowest tile.
    """

    sets: tuple[Set, ...]
    pairs: tuple[Tile, ...]
    place: Place

    def is_seven_pairs(self) -> bool:
        return len(self.pairs) == 7


def readings(hand: PlainHand) -> list[WholeReading]:
    """All distinct readings, in a fixed order; an empty list if the hand is not complete."""
    tiles = hand.in_hand()
    found = [
        WholeReading(sets, (pair,), place)
        for sets, pair in _sets_and_pair(tiles)
        for place in _places(sets, pair, hand.win)
    ]
    if not hand.melds and _all_pairs(tiles):
        found.append(WholeReading((), tiles[::2], ("pair", hand.win)))
    return sorted(found)


def _all_pairs(tiles: tuple[Tile, ...]) -> bool:
    return all(first == second for first, second in zip(tiles[::2], tiles[1::2], strict=True))


def _sets_and_pair(tiles: tuple[Tile, ...]) -> set[tuple[tuple[Set, ...], Tile]]:
    """Every choice of a pair with every way to lay the remaining tiles out in sets."""
    return {
        (tuple(sorted(sets)), first)
        for index, first in enumerate(tiles[:-1])
        if first == tiles[index + 1]
        for sets in _into_sets(tiles[:index] + tiles[index + 2 :])
    }


def _into_sets(tiles: tuple[Tile, ...]) -> Iterator[tuple[Set, ...]]:
    """Take the lowest tile away with a triplet or a run of its own, then the next.

    The same sets may come out in two orders; the caller keeps them apart by sorting.
    """
    if not tiles:
        yield ()
        return
    lowest = tiles[0]
    if tiles[:3] == (lowest, lowest, lowest):
        for others in _into_sets(tiles[3:]):
            yield (("triplet", lowest), *others)
    rest = _without_run(tiles)
    if rest is not None:
        for others in _into_sets(rest):
            yield (("run", lowest), *others)


def _without_run(tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """What is left when the run from the lowest tile is taken out; dragons make no run."""
    suit, rank = tiles[0]
    second, third = (suit, rank + 1), (suit, rank + 2)
    if suit == DRAGONS or second not in tiles or third not in tiles:
        return None
    rest = list(tiles[1:])
    rest.remove(second)
    rest.remove(third)
    return tuple(rest)


def _places(sets: tuple[Set, ...], pair: Tile, win: Tile) -> set[Place]:
    """The distinct parts the winning tile can have completed."""
    places: set[Place] = set()
    if pair == win:
        places.add(("pair", pair))
    for form, lowest in sets:
        if form == "triplet":
            if lowest == win:
                places.add(("triplet", lowest))
        elif lowest[0] == win[0] and 0 <= win[1] - lowest[1] <= 2:
            places.add((_ROLES[win[1] - lowest[1]], lowest))
    return places
