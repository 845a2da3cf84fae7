"""The oracle against what the editions say in words, case by case."""

import pytest

from .brute_force import INCOMPLETE, By, Cap, Event, ImpossibleWinError, judge

ARTICLE_FAMILY = ("xiangyang", "zaoyang", "shiyan", "xiaogan")
OTHERS = ("hubei", "suizhou")
TOWNS = ("hubei", "shiyan", "suizhou", "xiangyang", "xiaogan", "zaoyang")
every_town = pytest.mark.parametrize("edition", TOWNS)
either_way = pytest.mark.parametrize("by", ["self_draw", "discard"])

PLAIN = "12233789p56667s +4p"  # 123 234 789 567 66, worth 1


def _fans(edition: str, hand: str, by: By = "self_draw", *events: Event) -> dict[str, int]:
    return judge(edition, hand, by=by, events=events).fans


# --- statements made for outsiders --------------------------------------------------------------


@every_town
@either_way
def test_pure_seven_pairs(edition: str, by: By) -> None:
    verdict = judge(edition, "1122334455667s+7s", by=by)
    assert verdict.complete
    assert verdict.may_win
    assert verdict.product == 16
    assert verdict.fans == {"qingyise": 4, "qidui": 4}
    capped = edition in {"suizhou", "xiangyang", "zaoyang", "shiyan"}
    assert verdict.value == verdict.owed == (8 if capped else 16)
    assert verdict.shape == "seven_pairs"


def test_xiaogan_prefers_the_dearer_and_then_seven_pairs() -> None:
    sets = judge("xiaogan", "1122334455566s +5s", by="self_draw")
    assert sets.fans == {"qingyise": 4, "kawuxing": 4, "ansigui": 4}
    assert (sets.value, sets.shape) == (64, "standard")
    pairs = judge("xiaogan", "1122334466775s +5s", by="self_draw")
    assert pairs.fans == {"qingyise": 4, "qidui": 4}
    assert (pairs.value, pairs.shape) == (16, "seven_pairs")


@every_town
def test_cheap_hand_off_a_discard(edition: str) -> None:
    verdict = judge(edition, PLAIN, by="discard")
    assert verdict.product == verdict.value == 1
    assert verdict.may_win == (edition in {"hubei", "zaoyang", "xiaogan"})
    assert verdict.owed == int(verdict.may_win)
    assert judge(edition, PLAIN, by="self_draw").may_win


@pytest.mark.parametrize(
    ("events", "revealed", "allowed"),
    [
        ((), True, True),
        (("kong_discard",), False, True),
        (("robbing",), False, True),
        (("last_tile",), False, False),  # the final discard earns nothing in these towns
        (("last_tile", "kong_discard"), False, True),
    ],
)
@pytest.mark.parametrize("edition", ["suizhou", "xiangyang", "shiyan"])
def test_what_makes_a_cheap_hand_dear_enough(
    edition: str, events: tuple[Event, ...], revealed: bool, allowed: bool
) -> None:
    verdict = judge(edition, PLAIN, by="discard", events=events, revealed=revealed)
    assert verdict.may_win == allowed


# --- the cap and what is owed --------------------------------------------------------------------

PURE_DOUBLE_DRAGON = "1111335577799s +7s"  # 16×4 = 64
PURE_DRAGON = "1111224455778s +8s"  # 8×4 = 32


@pytest.mark.parametrize(
    ("edition", "cap", "double_dragon", "dragon"),
    [
        ("hubei", "default", 64, 32),
        ("hubei", "none", 64, 32),
        ("hubei", 8, 8, 8),
        ("xiaogan", "default", 64, 32),
        ("suizhou", "default", 16, 8),
        ("suizhou", 8, 16, 8),
        ("suizhou", 16, 16, 16),
        ("suizhou", 32, 32, 32),
        ("suizhou", "none", 64, 32),
        ("xiangyang", "default", 16, 8),
        ("xiangyang", 32, 32, 32),
        ("zaoyang", "default", 16, 8),
        ("shiyan", "default", 8, 8),
        ("shiyan", 16, 16, 16),
    ],
)
def test_cap(edition: str, cap: Cap, double_dragon: int, dragon: int) -> None:
    first = judge(edition, PURE_DOUBLE_DRAGON, by="self_draw", cap=cap)
    assert (first.product, first.value) == (64, double_dragon)
    second = judge(edition, PURE_DRAGON, by="self_draw", cap=cap)
    assert (second.product, second.value) == (32, dragon)


@pytest.mark.parametrize("edition", ["suizhou", "xiangyang"])
def test_the_reveal_is_inside_the_cap_and_the_second_share_outside(edition: str) -> None:
    verdict = judge(edition, "1122445577889s +9s", by="discard", revealed=True)
    assert (verdict.product, verdict.value, verdict.owed) == (32, 8, 16)


def test_the_cheapest_win_is_a_matter_of_the_product() -> None:
    verdict = judge("xiangyang", "1122p3344s55667z +7z", by="discard", cap=1)
    assert (verdict.product, verdict.value, verdict.may_win) == (4, 1, True)


@pytest.mark.parametrize(
    ("by", "revealed", "owed"),
    [("self_draw", False, 4), ("self_draw", True, 8), ("discard", False, 4), ("discard", True, 16)],
)
@pytest.mark.parametrize("payer_revealed", [False, True])
@every_town
def test_owed_by_one_payer(
    edition: str, payer_revealed: bool, by: By, revealed: bool, owed: int
) -> None:
    """Dealing into a revealed hand pays both shares; the payer's own reveal changes nothing."""
    hand = "1122p3344s55667z +7z"
    verdict = judge(edition, hand, by=by, revealed=revealed, payer_revealed=payer_revealed)
    assert verdict.value == (8 if revealed else 4)
    assert verdict.owed == owed


@every_town
def test_robbing_counts_as_dealing_in(edition: str) -> None:
    verdict = judge(edition, PLAIN, by="discard", events=["robbing"], revealed=True)
    assert verdict.fans == {"qianggang": 2, "liangdao": 2}
    assert (verdict.value, verdict.owed) == (4, 8)


# --- fans of sets --------------------------------------------------------------------------------


@every_town
def test_kawuxing_takes_the_middle_of_four_five_six(edition: str) -> None:
    times = 4 if edition == "xiaogan" else 2
    assert _fans(edition, "4688p123789s [777z] +5p") == {"kawuxing": times}
    assert _fans(edition, "6788p123789s [777z] +5p") == {}  # low in 567
    assert _fans(edition, "3488p123789s [777z] +5p") == {}  # high in 345
    assert _fans(edition, "4568p123789s [777z] +8p") == {}  # the 5 was there before
    assert _fans(edition, "3588p123789s [777z] +4p") == {}  # the middle, but no 5
    assert _fans(edition, "5588p123789s [777z] +5p") == {}
    robbed = _fans(edition, "4688p123789s [777z] +5p", "discard", "robbing")
    assert robbed == {"kawuxing": times, "qianggang": 2}


@every_town
def test_triplets_or_kawuxing_with_the_same_five(edition: str) -> None:
    """444 555 666 or three times 456, and never both at once."""
    verdict = judge(edition, "44455666p66z [777s] +5p", by="self_draw")
    if edition == "xiaogan":
        assert verdict.tied == ({"kawuxing": 4},)
    else:
        assert len(verdict.tied) == 2
        assert {"kawuxing": 2} in verdict.tied
        assert {"pengpenghu": 2} in verdict.tied


@every_town
def test_kongs_stand_for_triplets(edition: str) -> None:
    assert _fans(edition, "11s99s [5555z] (6666z) [777+7z] +1s") == {
        "pengpenghu": 2,
        "dasanyuan": 8,
    }
    assert _fans(edition, "46s77z [5555z] (6666z) [111p] +5s") == {
        "xiaosanyuan": 4,
        "kawuxing": 4 if edition == "xiaogan" else 2,
    }


@every_town
def test_four_melds_are_shouzhuayi_whatever_their_form(edition: str) -> None:
    for melds in ("[111p] [222p] [333s] [777z]", "(1111p) (2222p) (3333s) (7777z)"):
        assert _fans(edition, f"5p {melds} +5p") == {"pengpenghu": 2, "shouzhuayi": 4}
    assert _fans(edition, "5p444s [111p] [222p] (7777z) +5p") == {"pengpenghu": 2}


@every_town
def test_two_dragon_triplets_need_the_pair_of_the_third(edition: str) -> None:
    assert _fans(edition, "123789p99s55566z +6z") == {}
    assert _fans(edition, "12p456s55566677z +3p") == {"xiaosanyuan": 4}


@every_town
def test_dragons_in_pairs_are_no_three_dragons(edition: str) -> None:
    assert _fans(edition, "1122p334s556677z +4s") == {"qidui": 4}


@every_town
def test_pure_means_one_numbered_suit_melds_included(edition: str) -> None:
    assert "qingyise" in _fans(edition, "1145777999s [333s] +6s")
    assert "qingyise" not in _fans(edition, "1145777999s [333p] +6s")
    assert "qingyise" not in _fans(edition, "1145777999s [555z] +6s")
    assert _fans(edition, "5z [666z] [777z] [111s] [999s] +5z") == {
        "xiaosanyuan": 4,
        "pengpenghu": 2,
        "shouzhuayi": 4,
    }


# --- four of a kind outside kongs ----------------------------------------------------------------


@every_town
@either_way
def test_four_won_on(edition: str, by: By) -> None:
    assert _fans(edition, "123789p45s55z [333s] +3s", by) == {"mingsigui": 2}
    assert _fans(edition, "123p5556788s [777z] +5s", by) == {"ansigui": 4}


@every_town
def test_four_held_before_in_a_mixed_hand(edition: str) -> None:
    assert _fans(edition, "123789p34s55z [333s] +5s") == {}
    assert _fans(edition, "123p5555678s [777z] +8s") == {}


FOURS_HELD_BEFORE = [
    ("1134777999s [333s] +5s", {"mingsigui": 2}),
    ("1115555678s [222s] +8s", {"ansigui": 4}),
    ("1345777789s [333s] +1s", {"mingsigui": 2, "ansigui": 4}),
    ("1111235777789s +5s", {"ansigui": 4}),  # 111 123 777 789 55: two such fours count once
    ("3456789s [333s] [555s] +9s", {"mingsigui": 2}),  # 345 678 99: two fourths count once
]


@pytest.mark.parametrize(("hand", "fours"), FOURS_HELD_BEFORE)
@pytest.mark.parametrize("edition", ARTICLE_FAMILY)
def test_four_held_before_in_a_pure_hand(edition: str, hand: str, fours: dict[str, int]) -> None:
    assert _fans(edition, hand) == {"qingyise": 4} | fours


@pytest.mark.parametrize(("hand", "fours"), FOURS_HELD_BEFORE)
@pytest.mark.parametrize("edition", OTHERS)
def test_four_must_be_won_on_elsewhere(edition: str, hand: str, fours: dict[str, int]) -> None:
    del fours
    assert _fans(edition, hand) == {"qingyise": 4}


@every_town
def test_kongs_and_pairs_are_no_fours(edition: str) -> None:
    assert _fans(edition, "1134777s [999+9s] (2222s) +5s") == {"qingyise": 4}
    assert _fans(edition, PURE_DRAGON) == {"qingyise": 4, "longqidui": 8}


# --- how it was won ------------------------------------------------------------------------------

WITH_KONG = "12378p456s55z (1111s) +9p"


@pytest.mark.parametrize(
    ("by", "events", "fans"),
    [
        ("self_draw", (), {}),
        ("self_draw", ("replacement",), {"gangshanghua"}),
        ("self_draw", ("last_tile",), {"haidilao"}),
        ("self_draw", ("last_tile", "replacement"), {"gangshanghua", "haidilao"}),
        ("discard", (), {}),
        ("discard", ("kong_discard",), {"gangshangpao"}),
        ("discard", ("last_tile",), {}),
        ("discard", ("kong_discard", "last_tile"), {"gangshangpao"}),
        ("discard", ("robbing",), {"qianggang"}),
    ],
)
@every_town
def test_ways_of_winning(edition: str, by: By, events: tuple[Event, ...], fans: set[str]) -> None:
    assert _fans(edition, WITH_KONG, by, *events) == dict.fromkeys(fans, 2)


@pytest.mark.parametrize(
    ("hand", "by", "events"),
    [
        (WITH_KONG, "self_draw", ("robbing",)),
        (WITH_KONG, "self_draw", ("kong_discard",)),
        (WITH_KONG, "self_draw", ("replacement", "robbing")),
        (WITH_KONG, "discard", ("replacement",)),
        (WITH_KONG, "discard", ("replacement", "kong_discard")),
        (WITH_KONG, "discard", ("robbing", "last_tile")),
        (WITH_KONG, "discard", ("robbing", "kong_discard")),
        (PLAIN, "self_draw", ("replacement",)),  # no meld at all
        ("4688p123789s [777z] +5p", "self_draw", ("replacement",)),  # a pung, but no kong
        ("4556p123789s [777z] +5p", "discard", ("robbing",)),  # three of the kind in hand
        ("46p111123s55z [555p] +5p", "discard", ("robbing",)),  # the pung is the winner's own
        ("123789p456s5z [111s] +5z", "discard", ("robbing",)),  # the pair makes two
    ],
)
def test_impossible_circumstances(hand: str, by: By, events: tuple[Event, ...]) -> None:
    with pytest.raises(ImpossibleWinError):
        judge("hubei", hand, by=by, events=events)


def test_impossible_chain() -> None:
    with pytest.raises(ImpossibleWinError):
        judge("hubei", WITH_KONG, by="discard", events=["kong_discard"], chain=-1)


@either_way
def test_incomplete_hand(by: By) -> None:
    verdict = judge("hubei", "112233445566p7s +8s", by=by, revealed=True)
    assert verdict == INCOMPLETE
    assert (verdict.complete, verdict.value, verdict.may_win) == (False, 0, False)
