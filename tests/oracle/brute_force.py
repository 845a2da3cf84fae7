"""The oracle: what a won hand is worth in a few towns, written out by hand.

It shares no code and no table with the program under test and is slow on purpose: it takes the
whole hand apart in every way, judges every fan of the town in every reading with plain
conditionals, and keeps the best.  Only scoring is here; kong money and drawn hands are not.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from .plain_hand import DRAGONS, PlainHand, Tile, parse_hand
from .whole_hand import WholeReading, readings

By = Literal["self_draw", "discard"]
Event = Literal["replacement", "kong_discard", "robbing", "last_tile"]
Cap = int | Literal["none", "default"]
Shape = Literal["seven_pairs", "standard"]


class ImpossibleWinError(ValueError):
    """Circumstances that cannot come together at a table."""


class Town(NamedTuple):
    """The points on which the towns below differ; everything else is the same in all."""

    kawuxing: int
    fours_of_pure_hand: bool  # in a pure hand every four counts, not the one won on only
    cap: int | None
    double_dragon_cap: int | None  # at least so much for double dragon seven pairs
    cheapest_off_discard: int


TOWNS: dict[str, Town] = {
    "hubei": Town(2, False, None, None, 1),
    "suizhou": Town(2, False, 8, 16, 2),
    "xiangyang": Town(2, True, 8, 16, 2),
    "zaoyang": Town(2, True, 8, 16, 1),
    "shiyan": Town(2, True, 8, None, 2),
    "xiaogan": Town(4, True, None, None, 1),
}


class Way(NamedTuple):
    """How the hand was won."""

    by: By
    events: frozenset[Event]
    revealed: bool
    payer_revealed: bool


class Verdict(NamedTuple):
    """What a hand is worth.

    ``tied`` lists the fans of every reading that is as good as the best one up to the choice of
    its sets; ``fans`` is the first of them.
    """

    complete: bool
    value: int
    product: int
    fans: dict[str, int]
    may_win: bool
    owed: int
    shape: Shape | None
    tied: tuple[dict[str, int], ...] = ()


INCOMPLETE = Verdict(False, 0, 0, {}, False, 0, None)


def judge(
    edition: str,
    hand_text: str,
    *,
    by: By,
    events: Iterable[Event] = (),
    chain: int = 0,
    revealed: bool = False,
    payer_revealed: bool = False,
    cap: Cap = "default",
) -> Verdict:
    """Judge one won hand under one edition.

    Raises:
        BadHandError: the text is no hand that can be held.
        ImpossibleWinError: it cannot have been won like this.
    """
    town = TOWNS[edition]
    hand = parse_hand(hand_text)
    way = Way(by, frozenset(events), revealed, payer_revealed)
    refuse_impossible(hand, way, chain)
    limit = _limit(town, cap)
    graded = [_grade(town, hand, reading, way, limit) for reading in readings(hand)]
    if not graded:
        return INCOMPLETE
    best = max(rank for rank, _ in graded)
    tied: list[dict[str, int]] = []
    for rank, fans in graded:
        if rank == best and fans not in tied:
            tied.append(fans)
    value, product, seven_pairs, _ = best
    may_win = by == "self_draw" or product >= town.cheapest_off_discard
    return Verdict(
        complete=True,
        value=value,
        product=product,
        fans=tied[0],
        may_win=may_win,
        owed=_owed(value, way) if may_win else 0,
        shape="seven_pairs" if seven_pairs else "standard",
        tied=tuple(tied),
    )


def _limit(town: Town, cap: Cap) -> int | None:
    if cap == "default":
        return town.cap
    return None if cap == "none" else cap


Rank = tuple[int, int, bool, int]  # value, product, seven pairs, fewer fans: greater is better


def _grade(
    town: Town, hand: PlainHand, reading: WholeReading, way: Way, limit: int | None
) -> tuple[Rank, dict[str, int]]:
    fans = fans_of(town, hand, reading, way)
    product = 1
    for times in fans.values():
        product *= times
    value = product
    if limit is not None:
        if "shuanglongqidui" in fans and town.double_dragon_cap is not None:
            limit = max(limit, town.double_dragon_cap)
        value = min(product, limit)
    return (value, product, reading.is_seven_pairs(), -len(fans)), fans


def _owed(value: int, way: Way) -> int:
    """What one payer owes: dealing into a revealed hand pays the third player's share too.

    Whether the payer has revealed makes no difference in any of these towns.
    """
    if way.by == "discard" and way.revealed:
        return 2 * value
    return value


# --- circumstances ---------------------------------------------------------------------------


def refuse_impossible(hand: PlainHand, way: Way, chain: int = 0) -> None:
    """Refuse circumstances that contradict each other or the hand."""
    if chain < 0:
        raise ImpossibleWinError("a chain of fewer than no kongs")
    if way.by == "self_draw":
        if way.events & {"robbing", "kong_discard"}:
            raise ImpossibleWinError("a tile of another player's, drawn")
        if "replacement" in way.events and all(form == "pung" for form, _ in hand.melds):
            raise ImpossibleWinError("a replacement tile without a kong")
        return
    if "replacement" in way.events:
        raise ImpossibleWinError("a replacement tile comes from the wall")
    if "robbing" in way.events:
        if way.events != {"robbing"}:
            raise ImpossibleWinError("a robbed tile is not discarded, and no kong on the last tile")
        if _owned(hand, hand.win) > 1:
            raise ImpossibleWinError("three of the robbed kind lie in the pung of another player")


def _owned(hand: PlainHand, tile: Tile) -> int:
    """Tiles of a kind with the winner, where a meld counts as more than one."""
    return hand.in_hand().count(tile) + sum(3 for _, melded in hand.melds if melded == tile)


# --- fans --------------------------------------------------------------------------------------


def fans_of(town: Town, hand: PlainHand, reading: WholeReading, way: Way) -> dict[str, int]:
    """Every fan the hand scores in one reading, with its worth."""
    fans = _fans_of_winning(way)
    if is_pure(hand):
        fans["qingyise"] = 4
    if reading.is_seven_pairs():
        fans |= _fans_of_pairs(reading)
    else:
        fans |= _fans_of_sets(town, hand, reading)
        fans |= _fans_of_fours(town, hand)
    return fans


def _fans_of_winning(way: Way) -> dict[str, int]:
    fans: dict[str, int] = {}
    if way.by == "self_draw":
        if "replacement" in way.events:
            fans["gangshanghua"] = 2
        if "last_tile" in way.events:
            fans["haidilao"] = 2
    else:
        if "kong_discard" in way.events:
            fans["gangshangpao"] = 2
        if "robbing" in way.events:
            fans["qianggang"] = 2
    if way.revealed:
        fans["liangdao"] = 2
    return fans


def is_pure(hand: PlainHand) -> bool:
    """One numbered suit and nothing else, melds included."""
    suits = {suit for suit, _ in hand.in_hand()} | {tile[0] for _, tile in hand.melds}
    return len(suits) == 1 and DRAGONS not in suits


def _fans_of_pairs(reading: WholeReading) -> dict[str, int]:
    """Seven pairs; two pairs of the same kind are a dragon, and three count as two."""
    dragons = len(reading.pairs) - len(set(reading.pairs))
    if dragons >= 2:
        return {"shuanglongqidui": 16}
    if dragons == 1:
        return {"longqidui": 8}
    return {"qidui": 4}


def _fans_of_sets(town: Town, hand: PlainHand, reading: WholeReading) -> dict[str, int]:
    """What the sets and the pair are worth; a kong stands for a triplet throughout."""
    fans: dict[str, int] = {}
    triplets = [tile for form, tile in reading.sets if form == "triplet"]
    triplets += [tile for _, tile in hand.melds]
    if len(triplets) == 4:
        fans["pengpenghu"] = 2
    dragon_triplets = sum(suit == DRAGONS for suit, _ in triplets)
    if dragon_triplets == 3:
        fans["dasanyuan"] = 8
    elif dragon_triplets == 2 and reading.pairs[0][0] == DRAGONS:
        fans["xiaosanyuan"] = 4
    role, lowest = reading.place
    if role == "middle" and lowest[1] == 4:
        fans["kawuxing"] = town.kawuxing
    if len(hand.melds) == 4:
        fans["shouzhuayi"] = 4
    return fans


def _fans_of_fours(town: Town, hand: PlainHand) -> dict[str, int]:
    """Four of a kind that is not a kong: one with an exposed pung, or all four in hand.

    The winning tile must be of the kind; a pure hand in some towns counts any such kind.
    """
    tiles = hand.in_hand()
    kinds = set(tiles) if town.fours_of_pure_hand and is_pure(hand) else {hand.win}
    fans: dict[str, int] = {}
    if any(("pung", kind) in hand.melds for kind in kinds):
        fans["mingsigui"] = 2
    if any(tiles.count(kind) == 4 for kind in kinds):
        fans["ansigui"] = 4
    return fans
