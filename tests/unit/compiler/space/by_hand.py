"""All won hands of a small tile set, one after the other, asked part by part."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from kawuxing.runtime.elements import kinds_of
from kawuxing.runtime.hand import Hand, Meld, MeldKind
from kawuxing.runtime.packed_readings import ATOMS_START, SUIT_BITS, SUITS
from kawuxing.runtime.readings import readings
from kawuxing.runtime.tiles import Block, TileSet, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.space.signatures import Signature
    from kawuxing.runtime.program import Program
    from kawuxing.runtime.readings import Reading

MELDS = (MeldKind.PUNG, MeldKind.DIRECT_KONG, MeldKind.CONCEALED_KONG)


def short(suits: tuple[str, ...], ranks: int, dragons: tuple[str, ...], copies: int) -> TileSet:
    """A tile set whose suits end early."""
    made = TileSet(suits, dragons, copies)
    kinds = tuple(kind for kind in made.kinds if suit_of(kind) is None or kind % 9 < ranks)
    blocks = [Block(suit, ranks * index, ranks) for index, suit in enumerate(made.suits)]
    if dragons:
        blocks.append(Block("dragons", ranks * len(suits), len(dragons)))
    object.__setattr__(made, "kinds", kinds)
    object.__setattr__(made, "blocks", tuple(blocks))
    object.__setattr__(made, "position", {kind: at for at, kind in enumerate(kinds)})
    return made


class Told(NamedTuple):
    """What rules can tell of a hand.

    Attributes:
        readings: of each the atoms, the tiles of suits, and whether it is one of seven pairs.
        kong: whether a kong lies melded.
        alone: whether the player has no other tile of the winning kind.
    """

    readings: frozenset[tuple[int, tuple[int, ...], bool]]
    kong: bool
    alone: bool


def told_by_signature(one: Signature) -> Told:
    """What a signature says of its hands."""
    asked = frozenset(
        (
            vector >> ATOMS_START,
            tuple(vector >> SUITS + SUIT_BITS * at & 63 for at in range(3)),
            bool(vector >> 6 & 1),
        )
        for vector in one.vectors
    )
    return Told(asked, one.kong, one.alone)


def told(program: Program[Any], hand: Hand) -> Told | None:
    """The same of one hand, asked part by part; None if it is not complete."""
    found = frozenset(_asked(program, hand, reading) for reading in readings(hand))
    if not found:
        return None
    kong = any(meld.kind.kong for meld in hand.melds)
    own = [*hand.concealed, *(meld.tile for meld in hand.melds)]
    return Told(found, kong, hand.win not in own)


def _asked(
    program: Program[Any], hand: Hand, reading: Reading
) -> tuple[int, tuple[int, ...], bool]:
    options = program.defaults
    total = program.win_atoms(reading.win, options)
    total += sum(program.set_atoms(each, options) for each in reading.sets)
    total += sum(program.kind_atoms(each, options) for each in kinds_of(hand, program.tiles))
    if reading.pair is not None:
        total += program.pair_atoms(reading.pair, options)
    owned = [*hand.held, *(meld.tile for meld in hand.melds for _ in range(meld.size))]
    suits = [sum(suit_of(tile) == suit for tile in owned) for suit in program.tiles.suits]
    tiles = tuple(suits) + (0,) * (3 - len(suits))
    return (total >> ATOMS_START, tiles, reading.shape == "seven_pairs")


def every_hand(tiles: TileSet) -> Iterator[Hand]:
    """Every hand of fourteen tiles, complete or not, with each of its tiles as the winning one."""
    for number in range(5):
        for places in combinations(range(len(tiles.kinds)), number):
            for types in product(MELDS, repeat=number):
                melds = tuple(
                    Meld(type_, tiles.kinds[at]) for at, type_ in zip(places, types, strict=True)
                )
                room = [tiles.copies] * len(tiles.kinds)
                for at, meld in zip(places, melds, strict=True):
                    room[at] -= meld.size
                if min(room) >= 0:
                    yield from _hands(tiles, melds, room, 14 - 3 * number)


def _hands(tiles: TileSet, melds: tuple[Meld, ...], room: list[int], number: int) -> Iterator[Hand]:
    for counts in _choices(room, number):
        held = [kind for kind, count in zip(tiles.kinds, counts, strict=True) for _ in range(count)]
        for win in sorted(set(held)):
            rest = held.copy()
            rest.remove(win)
            yield Hand(tuple(rest), melds, win)


def _choices(room: list[int], number: int) -> Iterator[tuple[int, ...]]:
    if not room:
        if number == 0:
            yield ()
        return
    for count in range(min(room[0], number) + 1):
        for rest in _choices(room[1:], number - count):
            yield (count, *rest)


def order(hand: Hand, tiles: TileSet) -> tuple[object, ...]:
    """Which of two hands is the least: fewest melds, then block by block, tile by tile.

    Of a block first the lowest tiles, then the lowest winning tile, then the lowest melds.
    """
    return (
        len(hand.melds),
        [
            (
                [-hand.held.count(kind) for kind in kinds],
                kinds.index(hand.win) if hand.win in kinds else -1,
                sorted(
                    (kinds.index(meld.tile), MELDS.index(meld.kind))
                    for meld in hand.melds
                    if meld.tile in kinds
                ),
            )
            for block in tiles.blocks
            for kinds in [tiles.kinds[block.start : block.start + block.length]]
        ],
    )


def histogram(program: Program[Any]) -> tuple[Counter[Told], dict[Told, Hand], int]:
    """How many points each signature has, its least hand, and how many hands there are."""
    numbers: Counter[Told] = Counter()
    least: dict[Told, Hand] = {}
    configurations = set()
    for hand in every_hand(program.tiles):
        found = told(program, hand)
        if found is None:
            continue
        configurations.add(replace(hand, concealed=hand.held, win=None))
        numbers[found] += 1
        best = least.setdefault(found, hand)
        if order(hand, program.tiles) < order(best, program.tiles):
            least[found] = hand
    return numbers, least, len(configurations)
