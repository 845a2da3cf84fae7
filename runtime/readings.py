"""Every way to read a won hand: four sets and a pair, or seven pairs, and where the win fell.

Plain whole-hand recursion over the tiles, made to be obviously right; fast tables elsewhere are
held against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from .hand import MeldKind
from .tiles import is_dragon, rank_of, starts_run, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .hand import Hand, Meld

SetShape = Literal["run", "triplet", "kong"]
Place = Literal["low", "middle", "high", "triplet", "pair"]
ReadingShape = Literal["standard", "seven_pairs"]

_SHAPE_ORDER: Final = {"run": 0, "triplet": 1, "kong": 2}
_RUN_PLACES: Final[tuple[Place, Place, Place]] = ("low", "middle", "high")


@dataclass(frozen=True, slots=True)
class Set:
    """A run, triplet or kong; ``tile`` is its (lowest) kind.

    ``exposed`` means a tile of it was claimed for a meld, ``melded`` that it lies on the table
    (a concealed kong too), ``won`` that the winning tile is one of its tiles in this reading.
    """

    shape: SetShape
    tile: int
    exposed: bool = False
    melded: bool = False
    won: bool = False

    @property
    def run(self) -> bool:
        """Whether the tiles follow one another."""
        return self.shape == "run"

    @property
    def triplet(self) -> bool:
        """Whether the tiles are equal: kongs stand for triplets."""
        return self.shape != "run"

    @property
    def kong(self) -> bool:
        """Whether there are four of them."""
        return self.shape == "kong"

    @property
    def concealed(self) -> bool:
        """Whether no tile was claimed for it as a meld."""
        return not self.exposed

    @property
    def dragon(self) -> bool:
        """Whether it is made of dragons."""
        return is_dragon(self.tile)

    @property
    def suit(self) -> str | None:
        """Its suit, None for dragons."""
        return suit_of(self.tile)

    @property
    def rank(self) -> int | None:
        """The number on its lowest tile, None for dragons."""
        return rank_of(self.tile)


@dataclass(frozen=True, slots=True)
class Pair:
    """The pair beside four sets."""

    tile: int
    won: bool = False

    @property
    def dragon(self) -> bool:
        """Whether it is a dragon."""
        return is_dragon(self.tile)

    @property
    def suit(self) -> str | None:
        """Its suit, None for a dragon."""
        return suit_of(self.tile)

    @property
    def rank(self) -> int | None:
        """The number on it, None for a dragon."""
        return rank_of(self.tile)


@dataclass(frozen=True, slots=True)
class Win:
    """The winning tile and the place it fills.

    ``held`` counts the tiles of its kind in the concealed hand, itself included; ``pung`` tells
    whether an exposed pung of its kind lies on the table.
    """

    tile: int
    place: Place
    held: int
    pung: bool

    @property
    def dragon(self) -> bool:
        """Whether it is a dragon."""
        return is_dragon(self.tile)

    @property
    def suit(self) -> str | None:
        """Its suit, None for a dragon."""
        return suit_of(self.tile)

    @property
    def rank(self) -> int | None:
        """The number on it, None for a dragon."""
        return rank_of(self.tile)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a won hand; of seven pairs, four equal tiles list their kind twice."""

    shape: ReadingShape
    sets: tuple[Set, ...]
    pair: Pair | None
    pairs: tuple[int, ...]
    win: Win


def readings(hand: Hand) -> tuple[Reading, ...]:
    """All distinct readings of a hand, one for every place of its winning tile; none if not won.

    Order: seven pairs first; then by the pair's kind, then by the concealed sets (ascending kind,
    runs before triplets), then by which of them the winning tile completes, the pair first.
    Within a reading concealed sets stand before melds, both ascending.
    """
    if hand.win is None or len(hand.held) + 3 * len(hand.melds) != 14:
        return ()
    return (*_seven_pairs(hand), *_standard(hand))


def _seven_pairs(hand: Hand) -> Iterator[Reading]:
    held = hand.held
    if not hand.melds and held[::2] == held[1::2]:
        yield Reading("seven_pairs", (), None, held[::2], _win(hand, "pair"))


def _standard(hand: Hand) -> Iterator[Reading]:
    melds = tuple(_laid(meld) for meld in hand.melds)
    for pair in sorted(set(hand.held)):
        rest = _without(hand.held, (pair, pair))
        if rest is None:
            continue
        for ways in sorted(set(_divisions(rest)), key=_division_key):
            yield from _placements(hand, pair, ways, melds)


def _placements(
    hand: Hand, pair: int, division: tuple[tuple[SetShape, int], ...], melds: tuple[Set, ...]
) -> Iterator[Reading]:
    if pair == hand.win:
        plain = tuple(Set(shape, tile) for shape, tile in division)
        yield Reading("standard", plain + melds, Pair(pair, True), (), _win(hand, "pair"))
    for index, part in enumerate(division):
        place = _place(part, hand.win)
        if place is None or part in division[:index]:
            continue
        sets = tuple(
            Set(shape, tile, won=other == index) for other, (shape, tile) in enumerate(division)
        )
        yield Reading("standard", sets + melds, Pair(pair), (), _win(hand, place))


def _divisions(tiles: tuple[int, ...]) -> Iterator[tuple[tuple[SetShape, int], ...]]:
    """Divide sorted tiles into runs and triplets in every way; some ways come more than once."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    shapes: list[tuple[SetShape, tuple[int, ...]]] = [("triplet", (first, first, first))]
    if starts_run(first):
        shapes.append(("run", (first, first + 1, first + 2)))
    for shape, wanted in shapes:
        rest = _without(tiles, wanted)
        if rest is not None:
            for division in _divisions(rest):
                yield tuple(sorted(((shape, first), *division), key=_part_key))


def _without(tiles: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...] | None:
    rest = list(tiles)
    for tile in wanted:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def _part_key(part: tuple[SetShape, int]) -> tuple[int, int]:
    return part[1], _SHAPE_ORDER[part[0]]


def _division_key(division: tuple[tuple[SetShape, int], ...]) -> tuple[tuple[int, int], ...]:
    return tuple(_part_key(part) for part in division)


def _place(part: tuple[SetShape, int], win: int | None) -> Place | None:
    """Where in a concealed set the winning tile sits, None if it is not one of its tiles."""
    shape, tile = part
    if win is None:
        return None
    if shape == "run":
        return _RUN_PLACES[win - tile] if tile <= win <= tile + 2 else None
    return "triplet" if win == tile else None


def _laid(meld: Meld) -> Set:
    shape: SetShape = "kong" if meld.kind.kong else "triplet"
    return Set(shape, meld.tile, exposed=meld.kind.exposed, melded=True)


def _win(hand: Hand, place: Place) -> Win:
    assert hand.win is not None
    pung = any(meld.kind is MeldKind.PUNG and meld.tile == hand.win for meld in hand.melds)
    return Win(hand.win, place, hand.held.count(hand.win), pung)
