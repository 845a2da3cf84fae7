"""The generator: deterministic, possible, and rich in what fans ask about."""

from collections import Counter
from itertools import combinations

import pytest

from .brute_force import judge
from .hands import WonHand, every_way, near_misses, won_hands
from .plain_hand import ALL_TILES, Tile, parse_hand

COUNT = 8000


@pytest.fixture(scope="module")
def hands() -> list[WonHand]:
    return list(won_hands(7, COUNT))


def _fans(edition: str, won: WonHand) -> frozenset[str]:
    verdict = judge(
        edition,
        won.hand,
        by=won.by,
        events=won.events,
        chain=won.chain,
        revealed=won.revealed,
        payer_revealed=won.payer_revealed,
    )
    assert verdict.complete, won  # the generator lays out sets before it hides them
    return frozenset(verdict.fans)


def test_the_seed_decides(hands: list[WonHand]) -> None:
    assert list(won_hands(7, 200)) == hands[:200]
    assert list(won_hands(8, 200)) != hands[:200]
    assert list(near_misses(7, 50)) == list(near_misses(7, 50))


def test_hands_differ(hands: list[WonHand]) -> None:
    assert len({won.hand for won in hands}) > 0.85 * COUNT


# Two fans cannot meet for one of these reasons.
# Both are ways of winning, or ask for tiles, that shut each other out:
_APART = (
    {"gangshanghua", "gangshangpao"},
    {"gangshanghua", "qianggang"},
    {"gangshangpao", "qianggang"},
    {"haidilao", "gangshangpao"},
    {"haidilao", "qianggang"},
    {"xiaosanyuan", "dasanyuan"},
    {"qingyise", "xiaosanyuan"},
    {"qingyise", "dasanyuan"},
)
# Seven pairs have no sets and no melds, and every kind is held twice at least:
_SEVEN_PAIRS = {"qidui", "longqidui", "shuanglongqidui"}
_BESIDE_SEVEN_PAIRS = {"qingyise", "liangdao", "gangshangpao", "haidilao"}
# In triplets and a pair no kind is held once and none four times but as a kong:
_ALL_TRIPLETS = {"pengpenghu", "shouzhuayi"}
_NEEDS_A_RUN = {"kawuxing", "mingsigui", "ansigui", "qianggang"}
# Three dragon triplets leave one set, and a four outside kongs takes a triplet and a run:
_NEEDS_TWO_SETS = {"mingsigui", "ansigui"}


def _can_meet(one: str, other: str) -> bool:
    both = {one, other}
    if pairs := both & _SEVEN_PAIRS:
        return len(pairs) == 1 and both - pairs <= _BESIDE_SEVEN_PAIRS
    if both & _ALL_TRIPLETS and both & _NEEDS_A_RUN:
        return False
    if "dasanyuan" in both and both & _NEEDS_TWO_SETS:
        return False
    return both not in _APART


def test_every_fan_and_every_two_that_can_meet_occur(hands: list[WonHand]) -> None:
    seen: Counter[frozenset[str]] = Counter()
    fans: Counter[str] = Counter()
    for won in hands:
        found = _fans("xiangyang", won)
        fans.update(found)
        seen.update(frozenset(pair) for pair in combinations(sorted(found), 2))
    assert len(fans) == 16
    assert min(fans.values()) >= 150
    for one, other in combinations(sorted(fans), 2):
        count = seen[frozenset((one, other))]
        assert count >= 5 if _can_meet(one, other) else count == 0, (one, other, count)


def test_every_circumstance_occurs(hands: list[WonHand]) -> None:
    seen = Counter((won.by, won.events, won.revealed, won.payer_revealed) for won in hands)
    assert len(seen) == 28
    assert min(seen.values()) >= 50


def test_all_forms_of_meld_occur(hands: list[WonHand]) -> None:
    forms = Counter(form for won in hands for form, _ in parse_hand(won.hand).melds)
    assert len(forms) == 4
    assert min(forms.values()) >= 500


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ("4688p [777z] (9999p) [222s] +5p", 28),  # a kong for the replacement, one 5 to rob
        ("4688p [777z] [999p] [222s] +5p", 24),  # no kong: the two replacements twice fall away
        ("4556p [777z] (9999p) [222s] +5p", 24),  # three 5s: nobody can have had a pung of them
        ("46p88s [777z] (9999p) [555p] +5p", 24),  # the pung of 5s is the winner's own
        ("45556667788p55z +5z", 20),  # neither a kong nor a tile to rob
    ],
)
def test_number_of_ways(hand: str, ways: int) -> None:
    assert len(list(every_way(parse_hand(hand)))) == ways


def _complete_by_counting(tiles: tuple[Tile, ...], *, melds: int) -> bool:
    """Complete or not, without taking anything apart.

    Three equal runs are three triplets, so a rank whose lower neighbours leave it with n tiles
    starts n mod 3 runs and the rest are triplets: a suit comes out even or it does not.
    """
    counts = Counter(tiles)
    if not melds and all(count in (2, 4) for count in counts.values()):
        return True
    return any(
        _sets_by_counting(counts - Counter({pair: 2})) for pair in counts if counts[pair] > 1
    )


def _sets_by_counting(counts: Counter[Tile]) -> bool:
    left = counts.copy()
    for suit, rank in ALL_TILES:
        runs = left[suit, rank] % 3
        if left[suit, rank] < 0 or (runs and (suit == "z" or rank > 7)):
            return False
        left[suit, rank + 1] -= runs
        left[suit, rank + 2] -= runs
    return True


def test_near_misses_are_not_complete() -> None:
    misses = list(near_misses(3, 1000))
    assert len(misses) == 1000
    for text in misses:
        hand = parse_hand(text)
        assert not _complete_by_counting(hand.in_hand(), melds=len(hand.melds)), text
        verdict = judge("hubei", text, by="self_draw")
        assert (verdict.complete, verdict.value, verdict.may_win) == (False, 0, False)


def test_won_hands_are_complete(hands: list[WonHand]) -> None:
    for won in hands:
        hand = parse_hand(won.hand)
        assert _complete_by_counting(hand.in_hand(), melds=len(hand.melds)), won
