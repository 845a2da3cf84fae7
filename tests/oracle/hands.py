"""Seeded hands for comparing evaluators: won hands in every possible way, and near misses.

The mix is meant to make every fan, and every two fans that can meet, occur often: pure suits,
dragons, melds and kongs of every form, fours outside kongs, seven pairs with up to three fours,
hands with many readings, wins on a five between four and six.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from .brute_force import By, Event, ImpossibleWinError, Way, refuse_impossible
from .plain_hand import (
    ALL_TILES,
    COPIES,
    DRAGONS,
    SUITS,
    Meld,
    MeldForm,
    PlainHand,
    Tile,
    tiles_in_meld,
    write_hand,
)
from .whole_hand import Set, readings


class WonHand(NamedTuple):
    """The arguments of one judgement."""

    hand: str
    by: By
    events: tuple[Event, ...]
    chain: int
    revealed: bool
    payer_revealed: bool


WAYS: tuple[tuple[By, tuple[Event, ...]], ...] = (
    ("self_draw", ()),
    ("self_draw", ("replacement",)),
    ("self_draw", ("last_tile",)),
    ("self_draw", ("replacement", "last_tile")),
    ("discard", ()),
    ("discard", ("kong_discard",)),
    ("discard", ("last_tile",)),
    ("discard", ("kong_discard", "last_tile")),
    ("discard", ("robbing",)),
)


def won_hands(seed: int, count: int, suits: str = "ps") -> Iterator[WonHand]:
    """Complete hands, each in one way in which it can have been won.

    With a third suit among `suits` some parts of the hands, or all of one suit, are of that.
    """
    random = Random(seed)
    for _ in range(count):
        hand = _won_hand(random, suits)
        by, events = _choose_way(random, hand)
        revealed = random.random() < 0.5
        payer_revealed = by == "discard" and random.random() < 0.5
        chain = 0 if set(events) <= {"last_tile"} else random.choice((1, 1, 1, 2, 3))
        yield WonHand(write_hand(hand), by, events, chain, revealed, payer_revealed)


def near_misses(seed: int, count: int) -> Iterator[str]:
    """Hands of the right number of tiles that are not complete, though they look it."""
    random = Random(seed)
    while count:
        hand = random.choice(_SPOILERS)(random)
        if hand is not None and not readings(hand):
            count -= 1
            yield write_hand(hand)


def every_way(hand: PlainHand) -> Iterator[WonHand]:
    """All ways in which this hand can have been won: up to 28."""
    text = write_hand(hand)
    for by, events in _possible_ways(hand):
        chain = 0 if set(events) <= {"last_tile"} else 1
        for revealed in (False, True):
            for payer_revealed in (False,) if by == "self_draw" else (False, True):
                yield WonHand(text, by, events, chain, revealed, payer_revealed)


def _choose_way(random: Random, hand: PlainHand) -> tuple[By, tuple[Event, ...]]:
    """One of the possible ways, those few hands allow more readily than the others."""
    ways = _possible_ways(hand)
    rare = {"replacement", "robbing"}
    return random.choices(ways, [1 if rare.isdisjoint(events) else 3 for _, events in ways])[0]


def _possible_ways(hand: PlainHand) -> list[tuple[By, tuple[Event, ...]]]:
    return [(by, events) for by, events in WAYS if _is_possible(hand, by, events)]


def _is_possible(hand: PlainHand, by: By, events: tuple[Event, ...]) -> bool:
    try:
        refuse_impossible(hand, Way(by, frozenset(events), 1, False, False))
    except ImpossibleWinError:
        return False
    return True


# --- won hands ---------------------------------------------------------------------------------


class _Parts(NamedTuple):
    """A complete hand before anything is melded: sets and a pair, or pairs alone."""

    sets: tuple[Set, ...]
    pairs: tuple[Tile, ...]

    def tiles(self) -> list[Tile]:
        tiles = [tile for part in self.sets for tile in _tiles_of(part)]
        return tiles + [pair for pair in self.pairs for _ in range(2)]


def _tiles_of(part: Set) -> tuple[Tile, Tile, Tile]:
    form, (suit, rank) = part
    if form == "triplet":
        return ((suit, rank),) * 3
    return (suit, rank), (suit, rank + 1), (suit, rank + 2)


def _won_hand(random: Random, suits: str = "ps") -> PlainHand:
    parts = None
    while parts is None or max(Counter(parts.tiles()).values()) > COPIES:
        parts = random.choice(_BUILDERS)(random)
        if len(suits) > len(SUITS):
            parts = _recoloured(random, parts, suits[-1])
    return _meld_and_win(random, parts)


def _recoloured(random: Random, parts: _Parts, third: str) -> _Parts:
    """Tiles of one suit turned into a third, all of them or every part by a throw."""
    old, chance = random.choice(SUITS), random.choice((0.0, 0.5, 0.5, 1.0))

    def turned(tile: Tile) -> Tile:
        return (third, tile[1]) if tile[0] == old and random.random() < chance else tile

    sets = tuple((form, turned(tile)) for form, tile in parts.sets)
    return _Parts(sets, tuple(map(turned, parts.pairs)))


def _any_set(random: Random, kinds: tuple[Tile, ...], runs: float) -> Set:
    """A set from some kinds of tile, a run with the given chance."""
    if random.random() < runs:
        starts = [(suit, rank) for suit, rank in kinds if (suit, rank + 2) in kinds]
        starts = [start for start in starts if start[0] != DRAGONS]
        if starts:
            return "run", random.choice(starts)
    return "triplet", random.choice(kinds)


def _sets(random: Random, kinds: tuple[Tile, ...], runs: float, *given: Set) -> _Parts:
    """Four sets, some of them given, and a pair."""
    others = [_any_set(random, kinds, runs) for _ in range(4 - len(given))]
    return _Parts((*given, *others), (random.choice(kinds),))


def _palette(random: Random) -> tuple[Tile, ...]:
    """The kinds a hand is made of: everything, one suit, or a stretch of one suit."""
    suit = random.choice(SUITS)
    chance = random.random()
    if chance < 0.4:
        return ALL_TILES
    low, width = (1, 9) if chance < 0.7 else (random.randint(1, 5), 5)
    return tuple((suit, rank) for rank in range(low, low + width))


def _ordinary(random: Random) -> _Parts:
    return _sets(random, _palette(random), 0.6)


def _triplets(random: Random) -> _Parts:
    return _sets(random, _palette(random), 0.0)


def _dragons(random: Random) -> _Parts:
    """Two or three dragon triplets, or two and a pair of the third."""
    dragons: list[Tile] = [(DRAGONS, rank) for rank in (5, 6, 7)]
    random.shuffle(dragons)
    given: list[Set] = [("triplet", tile) for tile in dragons[: random.choice((2, 2, 3))]]
    parts = _sets(random, ALL_TILES, random.choice((0.2, 0.8)), *given)
    return parts._replace(pairs=(dragons[2],)) if random.random() < 0.6 else parts


def _fives(random: Random) -> _Parts:
    """A run from four to six, sometimes beside a triplet of fives or two of dragons."""
    suit = random.choice(SUITS)
    kinds = random.choice((ALL_TILES, tuple((suit, rank) for rank in range(1, 10))))
    run: Set = ("run", (suit, 4))
    chance = random.random()
    if chance < 0.35:
        return _sets(random, kinds, 0.5, run, ("triplet", (suit, 5)))
    if chance < 0.5:
        two: list[Set] = [("triplet", (DRAGONS, rank)) for rank in random.sample((5, 6, 7), 2)]
        return _sets(random, ALL_TILES, 0.5, run, *two)
    return _sets(random, kinds, 0.5, run)


def _fours(random: Random) -> _Parts:
    """A triplet and a run that share a tile, so that all four of the kind are owned."""
    palette = tuple(tile for tile in _palette(random) if tile[0] != DRAGONS)
    low = random.randint(1, 7)
    suit = random.choice(palette)[0]
    shared: tuple[Set, ...] = (
        ("run", (suit, low)),
        ("triplet", (suit, low + random.randint(0, 2))),
    )
    if random.random() < 0.3:  # and once more, for two such kinds
        low = random.randint(1, 7)
        shared += (("run", (suit, low)), ("triplet", (suit, low + random.randint(0, 2))))
    return _sets(random, palette, 0.5, *shared)


def _many_readings(random: Random) -> _Parts:
    """Runs on equal runs, which also pair up, or stand as triplets."""
    suit, low = random.choice(SUITS), random.randint(1, 7)
    first: Set = ("run", (suit, low))
    if random.random() < 0.5:
        return _sets(random, _palette(random), 0.7, first, first, first)
    other = random.choice((suit, random.choice(SUITS)))
    second: Set = ("run", (other, random.randint(low, min(7, low + 3))))
    return _Parts((first, first, second, second), ((other, random.randint(1, 9)),))


def _pairs(random: Random) -> _Parts:
    """Seven pairs, of which up to three are there twice."""
    fours = random.choice((0, 0, 1, 1, 2, 2, 3))
    kinds = _palette(random)
    while len(kinds) < 7 - fours:
        kinds = _palette(random)
    chosen = random.sample(kinds, 7 - fours)
    return _Parts((), (*chosen, *chosen[:fours]))


_BUILDERS = (_ordinary, _triplets, _dragons, _fives, _fours, _many_readings, _pairs)
_KONGS: tuple[MeldForm, ...] = ("direct_kong", "added_kong", "concealed_kong")


def _meld_and_win(random: Random, parts: _Parts) -> PlainHand:
    """Lay some triplets down, make some of them kongs, and choose the tile won on."""
    held = Counter(parts.tiles())
    exposing, konging = random.choice((0.0, 0.3, 0.7, 1.0)), random.choice((0.1, 0.4, 0.8))
    melds: list[Meld] = []
    left = list(parts.sets)
    for part in parts.sets:
        form, tile = part
        if form == "triplet" and random.random() < exposing:
            left.remove(part)
            kong = held[tile] == 3 and random.random() < konging
            melds.append((random.choice(_KONGS) if kong else "pung", tile))
    tiles = _Parts(tuple(left), parts.pairs).tiles()
    win = _winning_tile(random, tiles, tuple(left), melds)
    tiles.remove(win)
    return PlainHand(tuple(sorted(tiles)), tuple(melds), win)


def _winning_tile(
    random: Random, tiles: list[Tile], sets: tuple[Set, ...], melds: list[Meld]
) -> Tile:
    """Often a tile some fan asks about: a five in the middle of a run, a fourth of its kind."""
    wanted = [(suit, 5) for form, (suit, rank) in sets if form == "run" and rank == 4]
    wanted += [tile for tile in tiles if ("pung", tile) in melds or tiles.count(tile) == 4]
    return random.choice(wanted if wanted and random.random() < 0.5 else tiles)


# --- near misses -------------------------------------------------------------------------------


def _one_tile_off(random: Random) -> PlainHand | None:
    """A won hand with one tile in hand exchanged for another kind."""
    hand = _won_hand(random)
    owned = Counter(hand.in_hand())
    for meld in hand.melds:
        owned[meld[1]] += tiles_in_meld(meld)
    tiles = list(hand.in_hand())
    tiles.remove(random.choice(tiles))
    tiles.append(random.choice([tile for tile in ALL_TILES if owned[tile] < COPIES]))
    return _hand_of(random, tiles, hand.melds)


def _false_run(random: Random) -> PlainHand | None:
    """A run of dragons, around the end of a suit, or across suits, in place of a run."""
    suit = random.choice(SUITS)
    other = SUITS[1 - SUITS.index(suit)]
    rank = random.randint(1, 7)
    false: tuple[Tile, ...] = random.choice(
        (
            ((DRAGONS, 5), (DRAGONS, 6), (DRAGONS, 7)),
            ((suit, 8), (suit, 9), (suit, 1)),
            ((suit, 9), (suit, 1), (suit, 2)),
            ((suit, rank), (suit, rank + 1), (other, rank + 2)),
            ((suit, rank), (other, rank), (suit, rank)),
        )
    )
    parts = _sets(random, ALL_TILES, 0.6)
    tiles = [*false, *parts._replace(sets=parts.sets[:3]).tiles()]
    return _hand_of(random, tiles, ())


def _pairs_beside_melds(random: Random) -> PlainHand | None:
    """Nothing but pairs in hand, and melds on the table."""
    kinds = random.sample(ALL_TILES, 6)
    melds: tuple[Meld, ...] = (("pung", kinds[4]), (random.choice(_KONGS), kinds[5]))
    return _hand_of(random, [kind for kind in kinds[:4] for _ in range(2)], melds)


def _hand_of(random: Random, tiles: list[Tile], melds: tuple[Meld, ...]) -> PlainHand | None:
    """A hand won on any of its tiles, unless a kind is there five times."""
    if max(Counter(tiles).values()) > COPIES:
        return None
    win = random.choice(tiles)
    tiles.remove(win)
    return PlainHand(tuple(sorted(tiles)), melds, win)


_SPOILERS = (_one_tile_off, _one_tile_off, _one_tile_off, _false_run, _pairs_beside_melds)
