"""Many hands at once are worth, and wait for, what each is worth and waits for alone."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kawuxing
from kawuxing.runtime.batch.batch import WAYS
from kawuxing.runtime.batch.hands import BatchError, PackedHands
from kawuxing.runtime.batch.joins import Join, Numbers
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.tiles import DRAGONS, TileSet

from ...slow import slow_but
from .nosy_rules import nosy
from .plain_program import plain_rules
from .random_hands import TILE_SETS, Dealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.batch.scores import BatchScores
    from kawuxing.runtime.circumstances import Won
    from kawuxing.runtime.evaluator import Evaluator

TILES = TileSet(("dots", "bamboos"), DRAGONS)
SEED = 20261130
IMPOSSIBLE = {"KWX3205", "KWX3206"}  # a replacement without a kong, robbing what one has


def way_of(won: Won) -> dict[str, Any]:
    return {
        "by": "self_draw" if won.self_draw else "discard",
        "events": won.events,
        "chain": won.chain,
        "revealed": won.winner_revealed,
        "payer_revealed": won.payer_revealed,
    }


def figures(scores: BatchScores) -> list[tuple[int, int, int, bool, bool, bool]]:
    arrays = (
        *(scores.value, scores.product, scores.owed),
        *(scores.may_win, scores.complete, scores.possible),
    )
    return list(zip(*(array.tolist() for array in arrays), strict=True))


def alone(evaluator: Evaluator[Any], packed: bytes, won: Won) -> tuple[object, ...]:
    """What the figures of a hand must be; whether it is complete is not asked if impossible."""
    verdicts = evaluator.verdicts(**way_of(won))
    try:
        judged = verdicts[evaluator.key(packed)]
    except HandError as error:
        return (0, 0, 0, False, error.code not in IMPOSSIBLE)
    return (judged.value, judged.product, judged.owed, judged.may_win, True)


def hold_against_single_hands(
    evaluator: Evaluator[Any], hands: Sequence[bytes], ways: Sequence[Won]
) -> int:
    """Hold the batch against hands alone; how many different values there were."""
    packed = PackedHands.from_packed(evaluator.program.tiles, hands)
    scores = evaluator.score_many(packed, **way_of(ways[0]))
    seen = set()
    for won in ways:
        scores = scores.again(**way_of(won))
        for hand, found in zip(hands, figures(scores), strict=True):
            assert (*found[:4], found[5]) == alone(evaluator, hand, won), (hand.hex(), won)
            seen.add(found[0])
    complete = [evaluator.score(hand).complete for hand in hands]
    assert scores.complete.tolist() == complete
    assert True in complete
    assert False in complete
    return len(seen)


# --- scores ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", slow_but(("suizhou", "xiangyang"), ("hubei", "suizhou", "xiangyang", "xiaogan"))
)
def test_25_000_hands_are_worth_what_each_is_worth_alone(name: str) -> None:
    """Every hand won on each of its tiles, in some of the 28 ways, all of them in turn."""
    evaluator = kawuxing.load(name)
    hands = [
        packed[:21] + bytes([win]) + packed[22:]
        for packed in Dealer(TILES, SEED).won(4_600)
        for win in range(21)
        if packed[win]
    ]
    assert len(hands) > 25_000
    for start in range(4):
        chunk = hands[start::4]
        assert hold_against_single_hands(evaluator, chunk, WAYS[start::7]) >= 5


@pytest.mark.parametrize("of", TILE_SETS)
def test_rules_that_ask_everything(of: tuple[str, str, int]) -> None:
    evaluator = nosy(*of)
    tiles = evaluator.program.tiles
    hands = list(Dealer(tiles, SEED).won(3_000))
    ways = [way for way in WAYS[::3] if tiles.copies == 4 or not way.chain]
    assert hold_against_single_hands(evaluator, hands, ways) > 20


def test_what_is_asked_of_suits_may_depend_on_options() -> None:
    evaluators = [nosy("dots, characters", "green", 3).load(least=least) for least in (5, 10)]
    hands = list(Dealer(evaluators[0].program.tiles, SEED).won(2_000))
    for evaluator in evaluators:
        assert hold_against_single_hands(evaluator, hands, WAYS[:1]) > 10
    first, second = (evaluator.score_many(hands).value for evaluator in evaluators)
    assert (first != second).any()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hubei", "xiangyang"])
def test_millions_of_hands(name: str) -> None:
    evaluator = kawuxing.load(name)
    for seed in range(20):
        hands = list(Dealer(TILES, SEED + 1 + seed).won(50_000))
        hold_against_single_hands(evaluator, hands, [WAYS[seed], WAYS[27 - seed]])


@pytest.mark.parametrize(
    ("hand", "possible"),
    [
        ("46p123456s77z[999p]+5p", True),
        ("46p123456s77z[555p]+5p", False),
        ("4556p123s[999p][888p]+5p", False),
    ],
)
def test_a_robbed_tile_is_the_only_one_of_its_kind(hand: str, possible: bool) -> None:
    """The other three lie in the kong that was robbed; so the player has no pung of them either."""
    evaluator = kawuxing.load("hubei")
    scores = evaluator.score_many([hand], by="discard", events=["robbing"])
    assert scores.possible.tolist() == [possible]
    if possible:
        assert evaluator.score(hand, by="discard", events=["robbing"]).value == scores.value[0]
    else:
        with pytest.raises(HandError) as caught:
            evaluator.score(hand, by="discard", events=["robbing"])
        assert caught.value.code == "KWX3206"


def test_each_hand_in_its_own_way() -> None:
    evaluator = kawuxing.load("suizhou")
    hands = list(Dealer(TILES, SEED + 2).won(5_000))
    random = Random(SEED)
    ways = [random.randrange(len(WAYS)) for _ in hands]
    found = figures(evaluator.score_each(hands, ways))
    for hand, way, each in zip(hands, ways, found, strict=True):
        assert (*each[:4], each[5]) == alone(evaluator, hand, WAYS[way])


@pytest.mark.parametrize("ways", [[0], [0, 28], [0, -1], [[0, 1]]])
def test_ways_that_do_not_exist(ways: list[Any]) -> None:
    hands = list(Dealer(TILES, SEED).won(2))
    with pytest.raises(HandError, match="ways must be: 2 integers 0…27"):
        plain_rules().score_each(hands, ways)


def test_a_program_that_does_not_say_what_it_asks_of_suits() -> None:
    evaluator = plain_rules()
    assert evaluator.program.suit_facts is None
    hands = list(Dealer(TILES, SEED).won(500))
    assert evaluator.score_many(hands, revealed=True).value.max() == 2


def test_circumstances_that_cannot_be() -> None:
    with pytest.raises(HandError) as caught:
        kawuxing.load("hubei").score_many([], events=["robbing"])
    assert caught.value.code == "KWX3203"


def test_nothing_is_worth_nothing() -> None:
    evaluator = kawuxing.load("hubei")
    assert len(evaluator.score_many([])) == 0
    assert evaluator.score_many([]).value.shape == (0,)
    assert evaluator.waits_many([]).shape == (0,)


def test_figures_have_the_types_they_are_said_to_have() -> None:
    scores = kawuxing.load("hubei").score_many(["1112223334445p+5p", "1122334455667s+7s"])
    assert len(scores) == 2
    assert [scores.value.dtype, scores.product.dtype, scores.owed.dtype] == [np.int64] * 3
    assert [scores.may_win.dtype, scores.complete.dtype, scores.possible.dtype] == [np.bool_] * 3
    assert scores.value.tolist()[1] == 16


def test_hands_that_have_not_won_are_not_scored() -> None:
    with pytest.raises(BatchError) as caught:
        kawuxing.load("hubei").score_many(["1122334455667s+7s", "1122334455667s"])
    assert (caught.value.code, caught.value.index) == ("KWX3119", 1)


def test_hands_of_another_tile_set_are_refused() -> None:
    hands = PackedHands.from_hands(TileSet(("dots",), ()), ["1122334455667p+7p"])
    with pytest.raises(ValueError, match="hands of TileSet"):
        kawuxing.load("hubei").score_many(hands)


def test_threads_share_the_tables() -> None:
    evaluator = kawuxing.load("xiaogan", cap=8)
    parts = [list(Dealer(TILES, seed).won(1_000)) for seed in range(6)]
    evaluator.score_many([])
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda part: figures(evaluator.score_many(part)), parts))
    fresh = kawuxing.load("xiaogan", cap=8)
    assert together == [figures(fresh.score_many(part)) for part in parts]


# --- waits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("of", TILE_SETS)
def test_hands_wait_for_what_each_waits_for_alone(of: tuple[str, str, int]) -> None:
    evaluator = nosy(*of)
    tiles = evaluator.program.tiles
    hands = list(Dealer(tiles, SEED).waiting(10_000))
    masks = evaluator.waits_many(PackedHands.from_packed(tiles, hands))
    assert masks.dtype == np.uint32
    for hand, mask in zip(hands, masks.tolist(), strict=True):
        expected = {tiles.position[kind] for kind in evaluator.wait_set(hand)}
        assert {at for at in range(32) if mask >> at & 1} == expected, hand.hex()
    assert len(set(masks.tolist())) > 100


def test_a_fourth_pair_is_no_way_to_win() -> None:
    """Three complete blocks with a pair each, and a fourth block about to get one."""
    evaluator = nosy("dots, bamboos, characters", "red, green, white", 4)
    assert evaluator.waits_many(["11p22s33m5556667z"]).tolist() == [0]
    assert evaluator.waits_many(["11p22s555666777z"]).tolist() == [1 | 1 << 10]


def test_a_third_tile_is_no_half_of_a_pair_where_there_is_no_fourth() -> None:
    evaluator = nosy("dots, bamboos", "red, green, white", 3)
    hands = ["1122334455p666z", "1133557799p555z", "1133557799p55z1s", "1133557799p55s1s"]
    masks = evaluator.waits_many(hands)
    assert masks.tolist() == [1 | 1 << 1 | 1 << 3 | 1 << 4, 0, 1 << 9, 1 << 9]


def test_hands_that_have_won_wait_for_nothing() -> None:
    masks = kawuxing.load("hubei").waits_many(["1122334455667s+7s", "1122334455667s"])
    assert masks.tolist() == [0, 1 << 9 | 1 << 12 | 1 << 15]


# --- the tables ------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1 << 8, 1 << 20])
def test_joins_of_any_size_know_the_same(most: int) -> None:
    """However little room there is for a table, and while there come more things on both sides."""
    random = Random(SEED)
    left, right = Numbers([0]), Numbers([0])
    join: Join[int, int, tuple[int, int]] = Join(left, right, lambda a, b: (a, b), grows=True)
    for size in (1, 3, 30, 200):
        pairs = [(random.randrange(size), random.randrange(size)) for _ in range(300)]
        ones = np.array([left.of(one) for one, _ in pairs])
        others = np.array([right.of(other) for _, other in pairs])
        out = np.empty(len(pairs), dtype=np.int64)
        join.pass_through(ones.copy(), others, out, learn=False, most=most)
        known = [join.made[number] if number else None for number in out.tolist()]
        assert all(made in (None, pair) for made, pair in zip(known, pairs, strict=True))
        join.pass_through(ones.copy(), others, out, learn=True, most=most)
        assert [join.made[number] for number in out.tolist()] == pairs
        join.pass_through(ones, others, out, learn=False, most=most)
        assert [join.made[number] for number in out.tolist()] == pairs


# --- start-up --------------------------------------------------------------------------------


def test_numpy_is_imported_on_use_only() -> None:
    program = (
        "import sys, kawuxing; rules = kawuxing.load('hubei'); rules.score('1122334455667s+7s');"
        "assert 'numpy' not in sys.modules; rules.score_many([]); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_numpy_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("kawuxing.runtime.batch")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numpy", None)
    evaluator = plain_rules()
    for asked in (evaluator.score_many, evaluator.waits_many):
        with pytest.raises(ImportError, match=r"kawuxing\[batch\]"):
            asked([])
