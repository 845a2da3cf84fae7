"""The oracle for tables at which the dearest combination counts, and for points beside it.

It shares no code and no table with the program under test: the whole hand is taken apart in every
way, what is there is written down as words, and every combination that is priced is looked for
among them. `XIANGYANG` is the price list of program S1 as it was read out of that program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .plain_hand import DRAGONS, PlainHand, parse_hand
from .whole_hand import WholeReading, readings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .hands import WonHand

XIANGYANG: Mapping[str, int] = {
    "": 1,
    "pungs": 2,
    "single": 4,
    "open": 2,
    "open open2": 4,
    "closed": 4,
    "closed closed2": 8,
    "open closed": 8,
    "pairs": 4,
    "pairs four1": 8,
    "pairs four2": 16,
    "pairs four3": 32,
    "five": 2,
    "five open": 4,
    "five open open2": 16,
    "five closed": 8,
    "five closed closed2": 16,
    "five open closed": 16,
    "pure": 4,
    "pure pungs": 8,
    "pure pairs": 8,
    "pure single": 8,
    "pure five": 8,
    "pure open": 8,
    "pure open open2": 16,
    "pure closed": 8,
    "pure closed closed2": 16,
    "pure open closed": 16,
    "pure pairs four1": 16,
    "pure pairs four2": 32,
    "pure pairs four3": 64,
    "pure open five": 16,
    "pure closed five": 32,
    "pure five open open2": 32,
    "pure five closed closed2": 32,
    "pure five open closed": 32,
    "small": 4,
    "small single": 8,
    "small pungs": 8,
    "small open": 8,
    "small closed": 8,
    "small five": 8,
    "small pairs": 8,
    "small open five": 16,
    "small closed five": 32,
    "big": 8,
    "big pungs": 16,
    "big single": 16,
    "big five": 16,
}
"""Combinations and their prices; a hand has a combination when it has all its words."""


class Table(NamedTuple):
    """What a table of S1 has agreed on."""

    cap: int | None = None
    any_four: bool = False  # a four counts although it was not won on
    kongs: int = 2  # what a kong before the win multiplies
    both_double: bool = False  # a discarder who has revealed pays twice whoever wins
    triplets: bool = False  # concealed triplets and kongs are one more each


class Worth(NamedTuple):
    """What came out of a hand."""

    value: int
    product: int
    points: int
    may_win: bool
    owed: int


def dearest(words: set[str], prices: Mapping[str, int]) -> int:
    """The price of the dearest combination that is there."""
    return max(price for key, price in prices.items() if words.issuperset(key.split()))


def best(
    hand: PlainHand,
    worth: Callable[[WholeReading], tuple[int, int]],
    cap: int | None,
    least: int = 1,
) -> tuple[int, int, int]:
    """Value, product and points of the reading that brings the most of the two together.

    Readings with a lower product than the least that wins come after all others.
    """
    found = []
    for reading in readings(hand):
        product, points = worth(reading)
        value = product if cap is None else min(product, cap)
        found.append((product >= least, value + points, value, product, points))
    return max(found)[2:]


def concealed_triplets(hand: PlainHand, reading: WholeReading) -> int:
    """Triplets in hand, and kongs of every kind."""
    kongs = sum(form != "pung" for form, _ in hand.melds)
    return kongs + sum(form == "triplet" for form, _ in reading.sets)


def words_of(hand: PlainHand, reading: WholeReading, any_four: bool) -> set[str]:
    """What there is in a reading of a hand."""
    tiles, melded = hand.in_hand(), [tile for _, tile in hand.melds]
    words = set()
    if len({suit for suit, _ in (*tiles, *melded)} | {DRAGONS}) == 2 and not any(
        suit == DRAGONS for suit, _ in (*tiles, *melded)
    ):
        words.add("pure")
    if reading.is_seven_pairs():
        fours = len(reading.pairs) - len(set(reading.pairs))
        words |= {"pairs", f"four{fours}"}
        if sum(suit == DRAGONS for suit, _ in set(reading.pairs)) == 3:
            words.add("small")
        return words
    triplets = [*(tile for form, tile in reading.sets if form == "triplet"), *melded]
    dragons = sum(suit == DRAGONS for suit, _ in triplets)
    if dragons == 3:
        words.add("big")
    if dragons == 2 and reading.pairs[0][0] == DRAGONS:
        words.add("small")
    if len(triplets) == 4:
        words.add("pungs")
    if len(hand.melds) == 4:
        words.add("single")
    role, (_, lowest) = reading.place
    if role == "middle" and lowest == 4:
        words.add("five")
    return words | _fours(hand, any_four)


def _fours(hand: PlainHand, any_four: bool) -> set[str]:
    """Fours that are no kongs: beside a pung, and in hand."""
    tiles = hand.in_hand()
    kinds = set(tiles) if any_four else {hand.win}
    opened = sum(("pung", kind) in hand.melds for kind in kinds)
    closed = sum(tiles.count(kind) == 4 for kind in kinds)
    words = {"open"} if opened else set()
    words |= {"open2"} if opened > 1 else set()
    words |= {"closed"} if closed else set()
    return words | ({"closed2"} if closed > 1 else set())


def doubles(won: WonHand, kongs: int) -> int:
    """What the way of winning multiplies by itself."""
    times = 1
    if {"replacement", "kong_discard"} & set(won.events):
        times *= kongs * 2 ** (min(won.chain, 4) - 1)
    if "robbing" in won.events:
        times *= kongs
    if "last_tile" in won.events:
        times *= 2
    return times * (2 if won.revealed else 1)


def xiangyang(won: WonHand, table: Table) -> Worth:
    """What a hand is worth at a Xiangyang table of S1."""
    hand = parse_hand(won.hand)

    def worth(reading: WholeReading) -> tuple[int, int]:
        price = dearest(words_of(hand, reading, table.any_four), XIANGYANG)
        points = concealed_triplets(hand, reading) if table.triplets else 0
        return price * doubles(won, table.kongs), points

    least = 1 if won.by == "self_draw" or won.payer_revealed else 2
    value, product, points = best(hand, worth, table.cap, least)
    may_win = product >= least
    times = 2 if won.payer_revealed and (not won.revealed or table.both_double) else 1
    owed = times * value + points
    if table.cap is not None:
        owed = min(owed, table.cap)
    return Worth(value, product, points, may_win, owed if may_win else 0)
