"""The oracle: what a won hand is worth in every edition, written out by hand.

It shares no code and no table with the program under test and is slow on purpose: it takes the
whole hand apart in every way, judges every fan of the town in every reading with plain
conditionals, and keeps the best.  Only scoring is here; kong money and drawn hands are not.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from .plain_hand import DRAGONS, PlainHand, Tile, parse_hand
from .whole_hand import WholeReading, readings

By = Literal["self_draw", "discard"]
Event = Literal["replacement", "kong_discard", "robbing", "last_tile"]
Cap = int | Literal["none", "default"]
Shape = Literal["seven_pairs", "standard"]


class ImpossibleWinError(ValueError):
    """Circumstances that cannot come together at a table."""


Bao = Literal["all_shares", "spares_revealed", "doubles"]
"""Who deals into a revealed hand pays all shares; unless revealed too; each revealed one double."""


class Town(NamedTuple):
    """The points on which the towns below differ; everything else is the same in all."""

    cap: int | None = None
    double_dragon_cap: int | None = None  # at least so much for double dragon seven pairs
    cheapest_off_discard: int = 1
    any_off_revealed: bool = False  # a discarder who has revealed may be won off with anything
    kawuxing: int = 2
    ansigui: int = 4
    shouzhuayi: int = 4
    single_in_place_of_pungs: bool = False
    robbed_chain: int = 2  # robbing a kong that was itself chained
    last_drawn: bool = True
    last_discard: bool = False
    pairs: tuple[int, int, int, int] = (4, 8, 16, 16)  # seven pairs with no, one, two, three fours
    three_fours: str = "shuanglongqidui"
    three_dragon_pairs: int = 4
    fours_of: Literal["winning tile", "pure hand", "big hand"] = "winning tile"
    dragon_on_fourth: bool = False  # fours of seven pairs count only when won on
    full: Literal["never", "resting", "eleven"] = "never"
    bao: Bao = "all_shares"
    players: int = 3
    suits: str = "ps"


ARTICLE = Town(fours_of="pure hand")
SUIZHOU = Town(8, 16, 2)
XIANGYANG = SUIZHOU._replace(fours_of="pure hand")

TOWNS: dict[str, Town] = {
    "hubei": Town(),
    "suizhou": SUIZHOU,
    "xiangyang": XIANGYANG,
    "xiaogan": ARTICLE._replace(kawuxing=4),
    "hubei_short": Town(),
    "zaoyang": ARTICLE._replace(cap=8, double_dragon_cap=16),
    "shiyan": XIANGYANG._replace(double_dragon_cap=None),
    "suizhou_eleven": Town(8, None, 2, last_discard=True, full="eleven"),
    "yunmeng": Town(
        cheapest_off_discard=2,
        any_off_revealed=True,
        last_drawn=False,
        last_discard=True,
        bao="doubles",
    ),
    "xiangfan": Town(
        8,
        ansigui=2,
        shouzhuayi=2,
        last_drawn=False,
        fours_of="big hand",
        dragon_on_fourth=True,
    ),
    "xiangfan_online": Town(
        single_in_place_of_pungs=True,
        last_drawn=False,
        pairs=(4, 8, 32, 128),
        three_fours="sanlongqidui",
        three_dragon_pairs=32,
        bao="doubles",
    ),
    "xiangyang_watching": XIANGYANG,
    "resting": Town(
        8, None, 2, robbed_chain=4, last_drawn=False, full="resting", bao="spares_revealed"
    ),
    "counting": Town(last_drawn=False, bao="spares_revealed"),
    "ancestor": Town(players=4, suits="psm"),
}


class Way(NamedTuple):
    """How the hand was won."""

    by: By
    events: frozenset[Event]
    chain: int
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
    hand, every = _taken_apart(hand_text, town.suits)
    way = Way(by, frozenset(events), chain, revealed, payer_revealed)
    refuse_impossible(hand, way)
    limit = _limit(town, cap)
    graded = [_grade(town, hand, reading, way, limit) for reading in every]
    if not graded:
        return INCOMPLETE
    best = max(one.rank for one in graded)
    tied: list[dict[str, int]] = []
    for one in graded:
        if one.rank == best and one.fans not in tied:
            tied.append(one.fans)
    value, product, seven_pairs, _ = best
    may_win = _may_win(town, product, way)
    # Double dragon pairs alone have a limit of their own, and nothing that is no pairs ties.
    bound = next(one.limit for one in graded if one.rank == best)
    return Verdict(
        complete=True,
        value=value,
        product=product,
        fans=tied[0],
        may_win=may_win,
        owed=_owed(town, value, bound, way) if may_win else 0,
        shape="seven_pairs" if seven_pairs else "standard",
        tied=tuple(tied),
    )


@lru_cache(maxsize=1000)
def _taken_apart(hand_text: str, suits: str) -> tuple[PlainHand, tuple[WholeReading, ...]]:
    """A hand and its readings, which are the same in every town."""
    hand = parse_hand(hand_text, suits)
    return hand, tuple(readings(hand))


def _limit(town: Town, cap: Cap) -> int | None:
    if cap == "default":
        return town.cap
    return None if cap == "none" else cap


def _may_win(town: Town, product: int, way: Way) -> bool:
    if way.by == "self_draw" or (town.any_off_revealed and way.payer_revealed):
        return True
    return product >= town.cheapest_off_discard


Rank = tuple[int, int, bool, int]  # value, product, seven pairs, fewer fans: greater is better


class Grade(NamedTuple):
    """One reading judged."""

    rank: Rank
    fans: dict[str, int]
    limit: int | None


def _grade(
    town: Town, hand: PlainHand, reading: WholeReading, way: Way, limit: int | None
) -> Grade:
    fans = fans_of(town, hand, reading, way, limit)
    product = 1
    for times in fans.values():
        product *= times
    if limit is not None and town.double_dragon_cap and "shuanglongqidui" in fans:
        limit = max(limit, town.double_dragon_cap)
    value = product if limit is None else min(product, limit)
    return Grade((value, product, reading.is_seven_pairs(), -len(fans)), fans, limit)


def _owed(town: Town, value: int, limit: int | None, way: Way) -> int:
    """What one payer owes: the one who fed the win, or anybody else who has not revealed."""
    if town.bao == "doubles":
        if way.payer_revealed and not way.revealed:
            return 2 * value if limit is None else min(2 * value, limit)
        return value
    spared = town.bao == "spares_revealed" and way.payer_revealed
    if way.by == "discard" and way.revealed and not spared:
        return (town.players - 1) * value  # the shares of all who did not deal the tile, too
    return value


# --- circumstances ---------------------------------------------------------------------------


def refuse_impossible(hand: PlainHand, way: Way) -> None:
    """Refuse circumstances that contradict each other or the hand."""
    if way.chain < 0:
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


def fans_of(
    town: Town, hand: PlainHand, reading: WholeReading, way: Way, limit: int | None = None
) -> dict[str, int]:
    """Every fan the hand scores in one reading, with its worth."""
    fans = _fans_of_winning(town, way)
    if is_pure(hand):
        fans["qingyise"] = 4
    if reading.is_seven_pairs():
        fans |= _fans_of_pairs(town, hand, reading)
    else:
        fans |= _fans_of_sets(town, hand, reading)
        fans |= _fans_of_fours(town, hand, _product(fans))
    if _is_full(town, hand, reading, fans, way):
        full = 8 if limit is None else limit
        missing = -(-full // _product(fans))  # by so many times, rounded up, it falls short
        if missing > 1:
            fans["manhu"] = missing
    return fans


def _product(fans: dict[str, int]) -> int:
    product = 1
    for times in fans.values():
        product *= times
    return product


def _fans_of_winning(town: Town, way: Way) -> dict[str, int]:
    fans: dict[str, int] = {}
    if way.by == "self_draw":
        if "replacement" in way.events:
            fans["gangshanghua"] = 2
        if "last_tile" in way.events and town.last_drawn:
            fans["haidilao"] = 2
    else:
        if "kong_discard" in way.events and not _third_kong(town, way):
            fans["gangshangpao"] = 2
        if "robbing" in way.events:
            fans["qianggang"] = town.robbed_chain if way.chain >= 2 else 2
        if "last_tile" in way.events and town.last_discard:
            fans["haidipao"] = 2
    if way.revealed:
        fans["liangdao"] = 2
    return fans


def _third_kong(town: Town, way: Way) -> bool:
    """Won on the discard after a third kong or a later one, where that is full by itself."""
    return town.full == "eleven" and "kong_discard" in way.events and way.chain >= 3


def is_pure(hand: PlainHand) -> bool:
    """One numbered suit and nothing else, melds included."""
    suits = {suit for suit, _ in hand.in_hand()} | {tile[0] for _, tile in hand.melds}
    return len(suits) == 1 and DRAGONS not in suits


def _fans_of_pairs(town: Town, hand: PlainHand, reading: WholeReading) -> dict[str, int]:
    """Seven pairs; two pairs of the same kind are a dragon."""
    fours = len(reading.pairs) - len(set(reading.pairs))
    if town.dragon_on_fourth and reading.pairs.count(hand.win) < 2:
        fours = 0
    names = ("qidui", "longqidui", "shuanglongqidui", town.three_fours)
    of_dragons = town.three_dragon_pairs
    if of_dragons > town.pairs[fours] and {(DRAGONS, rank) for rank in (5, 6, 7)} <= set(
        reading.pairs
    ):
        return {"sanyuanqidui": of_dragons}
    return {names[fours]: town.pairs[fours]}


def _fans_of_sets(town: Town, hand: PlainHand, reading: WholeReading) -> dict[str, int]:
    """What the sets and the pair are worth; a kong stands for a triplet throughout."""
    fans: dict[str, int] = {}
    triplets = [tile for form, tile in reading.sets if form == "triplet"]
    triplets += [tile for _, tile in hand.melds]
    if len(hand.melds) == 4:
        fans["shouzhuayi"] = town.shouzhuayi
    if len(triplets) == 4 and not (town.single_in_place_of_pungs and len(hand.melds) == 4):
        fans["pengpenghu"] = 2
    dragon_triplets = sum(suit == DRAGONS for suit, _ in triplets)
    if dragon_triplets == 3:
        fans["dasanyuan"] = 8
    elif dragon_triplets == 2 and reading.pairs[0][0] == DRAGONS:
        fans["xiaosanyuan"] = 4
    role, lowest = reading.place
    if role == "middle" and lowest[1] == 4:
        fans["kawuxing"] = town.kawuxing
    return fans


def _fans_of_fours(town: Town, hand: PlainHand, others: int) -> dict[str, int]:
    """Four of a kind that is not a kong: one with an exposed pung, or all four in hand.

    The winning tile must be of the kind, but in some towns not of a big hand's: a pure one, or
    one whose other fans come to four or more.
    """
    big = (town.fours_of == "pure hand" and is_pure(hand)) or (
        town.fours_of == "big hand" and others >= 4
    )
    exposed, concealed = _fours(hand, set(hand.in_hand()) if big else {hand.win})
    fans: dict[str, int] = {}
    if exposed:
        fans["mingsigui"] = 2
    if concealed:
        fans["ansigui"] = town.ansigui
    return fans


def _fours(hand: PlainHand, kinds: set[Tile]) -> tuple[bool, bool]:
    """Whether one of some kinds lies in a pung and in hand, and whether one is held four times."""
    tiles = hand.in_hand()
    exposed = any(("pung", kind) in hand.melds for kind in kinds)
    return exposed, any(tiles.count(kind) == 4 for kind in kinds)


def _is_full(
    town: Town, hand: PlainHand, reading: WholeReading, fans: dict[str, int], way: Way
) -> bool:
    """Whether the hand is worth the full value, whatever its fans come to."""
    if town.full == "resting":
        others = {fan: times for fan, times in fans.items() if fan not in {"mingsigui", "ansigui"}}
        four = any(_fours(hand, set(hand.in_hand())))
        return not reading.is_seven_pairs() and four and _product(others) >= 4
    if town.full == "eleven":
        pure_four = "qingyise" in fans and bool({"mingsigui", "ansigui"} & fans.keys())
        return pure_four or any("longqidui" in fan for fan in fans) or _third_kong(town, way)
    return False
