"""The oracle against what is said of single editions, figure by figure."""

from __future__ import annotations

import pytest

from .brute_force import TOWNS, By, Cap, Event, Verdict, judge

PLAIN = "23789p123444s77z +1p"


def _won(
    edition: str,
    hand: str,
    *events: Event,
    by: By = "self_draw",
    chain: int = 0,
    revealed: bool = False,
    cap: Cap = "default",
) -> Verdict:
    return judge(edition, hand, by=by, events=events, chain=chain, revealed=revealed, cap=cap)


def test_all_fifteen_are_known() -> None:
    assert len(TOWNS) == 15


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("1111223p445555s +3p", 32),  # GT-10
        ("1111223344555p +5p", 128),
        ("11113333p45555s +4s", 128),  # GT-11
        ("1111333344555p +5p", 512),
        ("2244p8899s55667z +7z", 32),  # GT-12
        ("2222p8899s55667z +7z", 32),  # one four counts for nothing beside three dragons
        ("9p [111p] [333p] [555p] [777p] +9p", 16),  # GT-35
        ("5556788p [111p] [333p] +5p", 16),  # GT-38
    ],
)
def test_xiangfan_online(hand: str, value: int) -> None:
    assert _won("xiangfan_online", hand).value == value


@pytest.mark.parametrize(
    ("hand", "fans"),
    [
        ("1133355p2244s77z +3p", {"longqidui": 8}),  # GT-18
        ("11113355p2244s7z +7z", {"qidui": 4}),  # GT-19
        ("9p [111s] [333p] [555s] [777z] +9p", {"pengpenghu": 2, "shouzhuayi": 2}),
        ("123p5556788s [777z] +5s", {"ansigui": 2}),
        ("5555678p [111p] [333p] +8p", {"qingyise": 4, "ansigui": 2}),
        ("12346p789999s77z +5p", {"kawuxing": 2}),  # no big hand
        ("45556789p77z [999p] +5p", {"kawuxing": 2, "ansigui": 2}),  # nor do fours make one
    ],
)
def test_xiangfan(hand: str, fans: dict[str, int]) -> None:
    assert _won("xiangfan", hand).fans == fans


def test_xiangfan_counts_a_reveal_towards_a_big_hand() -> None:
    verdict = _won("xiangfan", "12346p789999s77z +5p", revealed=True)
    assert verdict.fans == {"kawuxing": 2, "liangdao": 2, "ansigui": 2}


def test_suizhou_pays_both_kinds_of_dragon_pairs() -> None:
    for hand in ("1133355p2244s77z +3p", "11113355p2244s7z +7z"):
        assert _won("suizhou", hand).fans == {"longqidui": 8}


@pytest.mark.parametrize(
    ("hand", "cap", "value"),
    [
        ("5555678p [111p] [333p] +8p", "default", 8),  # pure 4, four in hand
        ("1145789p [333p] [999p] +6p", "default", 8),  # pure 4, a pung and its fourth
        ("5555678p [111p] [333p] +8p", 16, 16),
        ("5555678p [111p] [333p] +8p", "none", 8),
        ("5556788p [111p] [333p] +5p", "none", 16),  # never lowered
        ("2245556p123s [777z] +5p", 16, 8),  # fours alone make no big hand
        ("1123p [777p] [999p] (5555p) +4p", "default", 4),  # nor is a kong a four
    ],
)
def test_resting_is_full_with_a_four_in_a_big_hand(hand: str, cap: Cap, value: int) -> None:
    assert _won("resting", hand, cap=cap).value == value


def test_resting_robs_a_chained_kong_for_four() -> None:
    for chain, value in ((1, 2), (2, 4), (3, 4)):
        assert _won("resting", PLAIN, "robbing", by="discard", chain=chain).value == value


@pytest.mark.parametrize(("chain", "value"), [(1, 2), (2, 2), (3, 8), (4, 8)])
def test_eleven_points_and_the_third_kong(chain: int, value: int) -> None:
    verdict = _won("suizhou_eleven", PLAIN, "kong_discard", by="discard", chain=chain)
    assert (verdict.value, verdict.may_win) == (value, True)


@pytest.mark.parametrize(
    ("edition", "drawn", "fed"),
    [
        ("hubei", 2, 1),
        ("hubei_short", 2, 1),
        ("ancestor", 2, 1),
        ("suizhou_eleven", 2, 2),
        ("yunmeng", 1, 2),
        ("xiangfan", 1, 1),
        ("xiangfan_online", 1, 1),
        ("resting", 1, 1),
        ("counting", 1, 1),
    ],
)
def test_the_last_tile(edition: str, drawn: int, fed: int) -> None:
    assert _won(edition, PLAIN, "last_tile").product == drawn
    assert _won(edition, PLAIN, "last_tile", by="discard").product == fed


@pytest.mark.parametrize(
    ("edition", "revealed", "payer_revealed", "owed"),
    [
        ("hubei", True, True, 16),
        ("resting", True, False, 16),
        ("resting", True, True, 8),
        ("counting", True, True, 8),
        ("ancestor", True, False, 24),
        ("yunmeng", True, False, 8),
        ("yunmeng", False, True, 8),
        ("yunmeng", True, True, 8),
        ("xiangfan_online", False, True, 8),
        ("xiangfan_online", False, False, 4),
    ],
)
def test_dealing_into_seven_pairs(
    edition: str, revealed: bool, payer_revealed: bool, owed: int
) -> None:
    verdict = judge(
        edition,
        "113355p224477s7z +7z",
        by="discard",
        revealed=revealed,
        payer_revealed=payer_revealed,
    )
    assert verdict.owed == owed


def test_yunmeng_lets_plain_hands_win_off_who_has_revealed() -> None:
    assert not judge("yunmeng", PLAIN, by="discard").may_win
    assert judge("yunmeng", PLAIN, by="discard", payer_revealed=True).owed == 2
    assert judge("yunmeng", "4688p123789s [777z] +5p", by="discard").may_win


def test_characters_in_the_four_player_game() -> None:
    assert _won("ancestor", "1233455677899m +9m").fans == {"qingyise": 4}
    assert _won("ancestor", "88p123789s46m777z +5m").fans == {"kawuxing": 2}
