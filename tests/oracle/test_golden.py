"""The oracle against the figures worked in the sources, by the number each bears there.

The texts give ranks only; where they leave sets out, ordinary ones are added.
"""

import pytest

from .brute_force import Event, Verdict, judge
from .plain_hand import ALL_TILES, BadHandError

TWICE_FOR_KAWUXING = ("hubei", "suizhou", "xiangyang", "zaoyang", "shiyan")
CAP_OF_EIGHT = ("suizhou", "xiangyang", "zaoyang", "shiyan")
TOWNS = ("hubei", "shiyan", "suizhou", "xiangyang", "xiaogan", "zaoyang")
every_town = pytest.mark.parametrize("edition", TOWNS)


def _drawn(edition: str, hand: str, *events: Event, revealed: bool = False) -> Verdict:
    return judge(edition, hand, by="self_draw", events=events, revealed=revealed)


def _fed(edition: str, hand: str, *events: Event, chain: int = 0) -> Verdict:
    return judge(edition, hand, by="discard", events=events, chain=chain)


def _waits(hand: str) -> set[str]:
    """The tiles that complete a hand, each tried in turn."""
    found = set()
    for suit, rank in ALL_TILES:
        tile = f"{rank}{suit}"
        try:
            if _drawn("hubei", f"{hand} +{tile}").complete:
                found.add(tile)
        except BadHandError:  # a fifth of its kind
            continue
    return found


# --- hands and waits ---------------------------------------------------------------------------

GT_01 = "4556p123789s [777z]"
GT_02 = "4688p123789s [777z]"
GT_03 = "2245667p123s [777z]"
GT_04 = "2245556p123s [777z]"
GT_06 = "1122334466775s"
GT_07 = "1122334455566s"


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        pytest.param(GT_01, {"5p"}, id="GT-01"),
        pytest.param(GT_02, {"5p"}, id="GT-02"),
        pytest.param(GT_03, {"5p", "8p"}, id="GT-03"),
        pytest.param(GT_04, {"2p", "5p"}, id="GT-04"),
        pytest.param(GT_06, {"5s", "8s"}, id="GT-06"),
        pytest.param(GT_07, {"1s", "4s", "5s", "6s"}, id="GT-07"),
        pytest.param("45s123789p55z [333s]", {"3s", "6s"}, id="GT-16"),
        pytest.param("5556788s123p [777z]", {"5s", "8s"}, id="GT-17"),
    ],
)
def test_waits(hand: str, waits: set[str]) -> None:
    assert _waits(hand) == waits


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(GT_01, id="GT-01"),
        pytest.param(GT_02, id="GT-02"),
        pytest.param(GT_03, id="GT-03"),
    ],
)
@every_town
def test_kawuxing(edition: str, hand: str) -> None:
    """GT-05: twice, but four times in Xiaogan."""
    times = 4 if edition == "xiaogan" else 2
    assert _drawn(edition, f"{hand} +5p").fans == {"kawuxing": times}
    assert _fed(edition, f"{hand} +5p").product == times


@every_town
def test_kawuxing_with_three_fives_held(edition: str) -> None:
    """GT-04: the fourth five also makes the three in hand four of a kind."""
    times = 4 if edition == "xiaogan" else 2
    assert _drawn(edition, f"{GT_04} +5p").fans == {"kawuxing": times, "ansigui": 4}


@every_town
def test_no_kawuxing_on_the_other_wait(edition: str) -> None:
    """GT-03, GT-04: an 8 or a 2 is not the five."""
    assert _drawn(edition, f"{GT_03} +8p").fans == {}
    assert _drawn(edition, f"{GT_04} +2p").fans == {}


@every_town
def test_pure_seven_pairs_on_a_five(edition: str) -> None:
    """GT-06, GT-08: seven pairs in one suit, and never kawuxing beside them."""
    verdict = _fed(edition, f"{GT_06} +5s")
    assert verdict.fans == {"qingyise": 4, "qidui": 4}
    assert (verdict.product, verdict.shape) == (16, "seven_pairs")
    assert verdict.value == (8 if edition in CAP_OF_EIGHT else 16)


@pytest.mark.parametrize("edition", TWICE_FOR_KAWUXING)
def test_pure_dragon_seven_pairs_on_a_five(edition: str) -> None:
    """GT-07, GT-08: 4×8, as much as 4×2×4 in sets, but not all of them together."""
    verdict = _drawn(edition, f"{GT_07} +5s")
    assert verdict.fans == {"qingyise": 4, "longqidui": 8}
    assert verdict.product == 32
    assert verdict.value == (8 if edition in CAP_OF_EIGHT else 32)


# --- shapes and single fans --------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [
        "11123456789p12s +3s",  # a pair and four runs
        "11123456789p22s +2s",  # three runs and a triplet
        "11123456p22233s +3s",
        "11123p222333s77z +7z",
        "11p222333s55577z +7z",  # four triplets
        "1112345678p (1111s) +9p",  # a kong for a triplet
        "1122p3344s55667z +7z",  # seven pairs
    ],
)
def test_winning_shapes(hand: str) -> None:
    """GT-15."""
    assert _drawn("hubei", hand).complete


@pytest.mark.parametrize(
    ("hand", "fans"),
    [
        pytest.param("1122333p445566s +3p", {"longqidui": 8}, id="GT-09 GT-18"),
        pytest.param("111122p3344555s +5s", {"shuanglongqidui": 16}, id="GT-10"),
        pytest.param("11113333p44555s +5s", {"shuanglongqidui": 16}, id="GT-11"),
        pytest.param("2244p8899s55667z +7z", {"qidui": 4}, id="GT-12"),
        pytest.param("12233789p56667s +4p", {}, id="GT-13"),
        pytest.param("222333p11777s55z +5z", {"pengpenghu": 2}, id="GT-14"),
        pytest.param("123789p45s55z [333s] +3s", {"mingsigui": 2}, id="GT-16"),
        pytest.param("123p5556788s [777z] +5s", {"ansigui": 4}, id="GT-17"),
        pytest.param("11115577p22338s +8s", {"longqidui": 8}, id="GT-19"),
        pytest.param("123p99s55566677z +7z", {"dasanyuan": 8}, id="GT-20"),
        pytest.param("12p456s55566677z +3p", {"xiaosanyuan": 4}, id="GT-21"),
        pytest.param("11p999s55566677z +1p", {"xiaosanyuan": 4, "pengpenghu": 2}, id="GT-22"),
    ],
)
@every_town
def test_drawn_hand(edition: str, hand: str, fans: dict[str, int]) -> None:
    """GT-11 is worth more in one edition only; GT-19 is not, in these, a plain seven pairs."""
    assert _drawn(edition, hand).fans == fans


@every_town
def test_one_discard_wins_for_two(edition: str) -> None:
    """GT-23: one nine of dots, two hands of seven pairs."""
    for hand in ("11229p3344s5566z", "33449p5577s5577z"):
        assert _fed(edition, f"{hand} +9p").product == 4


# --- products ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "product"),
    [
        pytest.param("1122445577889s +9s", 4 * 4, id="GT-30"),
        pytest.param("9s [555z] [666z] [777z] [111p] +9s", 8 * 2 * 4, id="GT-31"),
        pytest.param("1113335557799s +9s", 4 * 2, id="GT-34"),
        pytest.param("9s [111s] [333s] [555s] [777s] +9s", 4 * 2 * 4, id="GT-35"),
        pytest.param("1111224455778s +8s", 4 * 8, id="GT-36"),
        pytest.param("1145777999s [333s] +3s", 4 * 2, id="GT-38 exposed"),
        pytest.param("1115556788s [222s] +5s", 4 * 4, id="GT-38 concealed"),
    ],
)
@every_town
def test_product(edition: str, hand: str, product: int) -> None:
    for verdict in (_drawn(edition, hand), _fed(edition, hand)):
        assert verdict.product == product
        assert verdict.value == (min(product, 8) if edition in CAP_OF_EIGHT else product)


@pytest.mark.parametrize("edition", TWICE_FOR_KAWUXING)
def test_product_with_kawuxing(edition: str) -> None:
    """GT-22, GT-37: 8 either way."""
    assert _drawn(edition, "46p789s55566677z +5p").fans == {"xiaosanyuan": 4, "kawuxing": 2}
    assert _drawn(edition, "1122246777999s +5s").fans == {"qingyise": 4, "kawuxing": 2}


@pytest.mark.parametrize("edition", TWICE_FOR_KAWUXING)
def test_reveal_and_replacement_and_kawuxing(edition: str) -> None:
    """GT-32."""
    hand = "4688p123789s [7777z] +5p"
    verdict = _drawn(edition, hand, "replacement", revealed=True)
    assert verdict.fans == {"liangdao": 2, "gangshanghua": 2, "kawuxing": 2}
    assert verdict.value == 8


@every_town
def test_reveal_and_seven_pairs(edition: str) -> None:
    """GT-33."""
    verdict = _drawn(edition, "1122p3344s55667z +7z", revealed=True)
    assert verdict.fans == {"liangdao": 2, "qidui": 4}
    assert verdict.value == 8


@pytest.mark.parametrize("edition", CAP_OF_EIGHT)
def test_pure_seven_pairs_under_a_cap(edition: str) -> None:
    """GT-39, GT-72, GT-73."""
    assert _drawn(edition, "1122445577889s +9s").value == 8


@every_town
def test_replacement_tile_is_the_fourth_of_a_pung(edition: str) -> None:
    """GT-40."""
    verdict = _drawn(edition, "12399p45s [333s] (7777z) +3s", "replacement")
    assert verdict.fans == {"gangshanghua": 2, "mingsigui": 2}


@every_town
def test_discard_after_a_chain_of_kongs(edition: str) -> None:
    """GT-42: twice, however many kongs came before."""
    for chain in (1, 2, 3):
        verdict = _fed(edition, "12233789p56667s +4p", "kong_discard", chain=chain)
        assert verdict.fans == {"gangshangpao": 2}
