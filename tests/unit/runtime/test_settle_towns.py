"""Rounds the sources work out, under the towns that play so; GT numbers are theirs."""

from __future__ import annotations

from typing import Any

import pytest

import kawuxing
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.round_report import read_round

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan", "hubei_short", "zaoyang", "shiyan")
EACH_REVEALER = ("hubei", "hubei_short", "suizhou")
"""Where every revealed player pays each unrevealed one when nobody has won."""
FIRST_REVEALER = ("shiyan", "xiangyang", "xiaogan", "zaoyang")
"""Where the first to have revealed pays both others."""

every_town = pytest.mark.parametrize("variant", TOWNS)

PAIRS = "113355p224477s7z"  # seven pairs, not pure: 4, on the second 7z
PURE = {"seat": 2, "hand": "1133556677899p", "win": "8p"}  # pure seven pairs: 4 × 4


def outcome(variant: str, given: dict[str, Any]) -> tuple[list[int], set[str]]:
    """The totals, and the rows that asked for them."""
    settled = kawuxing.load(variant).settle({"players": 3, "dealer": 0, **given})
    answer = settled.to_dict()
    assert answer["totals"] == list(settled.totals)
    assert all(one.cite for one in settled.transfers)
    return list(settled.totals), {one.rule for one in settled.transfers}


def kong(by: int, kind: str, tile: str, chain: int = 1, **more: object) -> dict[str, object]:
    return {"by": by, "kind": kind, "tile": tile, "chain": chain, **more}


def drawn(*kongs: dict[str, object], revealed: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"revealed": revealed, "kongs": kongs, "end": {"kind": "drawn"}}


def won(*wins: dict[str, Any], **fields: object) -> dict[str, Any]:
    return {**fields, "end": {"kind": "win", "wins": list(wins)}}


def pairs(seat: int, giver: int | None = None) -> dict[str, Any]:
    how = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    return {"seat": seat, "hand": PAIRS, "win": "7z", **how}


# --- the example of the interface --------------------------------------------------------------

EXAMPLE: dict[str, Any] = {
    "players": 3,
    "dealer": 0,
    "options": {"stake": 1},
    "revealed": [1, 0],
    "kongs": [
        {"by": 0, "kind": "concealed", "tile": "8p", "from": None, "chain": 1, "robbed": False}
    ],
    "end": {
        "kind": "win",
        "wins": [
            {
                "seat": 1,
                "hand": "46p123456s99p",
                "melds": ["[777z]"],
                "win": "5p",
                "by": "discard",
                "from": 2,
                "events": [],
                "chain": 0,
            }
        ],
    },
}


@pytest.mark.parametrize("variant", ["hubei", "suizhou", "xiangyang"])
def test_the_example_of_the_interface(variant: str) -> None:
    settled = kawuxing.load(variant).settle(EXAMPLE)
    assert [(one.payer, one.payee, one.amount, one.rule) for one in settled.transfers] == [
        (1, 0, 2, "pay.kong.concealed"),
        (2, 0, 2, "pay.kong.concealed"),
        (2, 1, 8, "pay.win.baohu"),
    ]
    assert settled.totals == (4, 6, -10)
    assert settled.next_dealer == 1


# --- kongs -------------------------------------------------------------------------------------

FOUR = ("1p", "3p", "5s", "7z")
ADDED = [kong(0, "added", tile, chain) for chain, tile in enumerate(FOUR, 1)]
CONCEALED = [kong(0, "concealed", tile, chain) for chain, tile in enumerate(FOUR, 1)]
ACROSS = [  # the fifth kong of a chain needs a second player
    *ADDED[:2],
    kong(1, "direct", "5s", 3, **{"from": 0}),
    kong(1, "added", "7s", 4),
    kong(1, "added", "7z", 5),
]


@every_town
@pytest.mark.parametrize(
    ("kongs", "totals"),
    [
        pytest.param([kong(0, "concealed", "8p")], [4, -2, -2], id="GT-50"),
        pytest.param([kong(0, "added", "8p")], [2, -1, -1], id="GT-51"),
        pytest.param([kong(0, "direct", "8p", **{"from": 1})], [2, -2, 0], id="GT-52"),
        pytest.param(ADDED, [30, -15, -15], id="GT-53-open"),
        pytest.param(CONCEALED, [60, -30, -30], id="GT-53-concealed"),
        pytest.param(ACROSS, [6 - 24 - 8, -3 + 8 + 48, -3 - 24], id="GT-53-fifth"),
        pytest.param(
            [kong(0, "concealed", "8p"), kong(0, "added", "3s", 2)], [8, -4, -4], id="GT-54"
        ),
        pytest.param(
            [kong(0, "added", "8p"), kong(1, "direct", "3s", 2, **{"from": 0})],
            [2 - 4, -1 + 4, -1],
            id="GT-55",
        ),
        # Two kongs of which the second begins a chain of its own.
        pytest.param([kong(0, "added", "8p"), kong(0, "added", "3s")], [4, -2, -2], id="apart"),
    ],
)
def test_kong_money(variant: str, kongs: list[dict[str, object]], totals: list[int]) -> None:
    assert outcome(variant, drawn(*kongs))[0] == totals


@every_town
def test_a_robbed_kong(variant: str) -> None:
    """GT-59: the kong earns nothing; its maker pays for the hand, 2 for the robbing."""
    robber = {"seat": 1, "hand": "23789p123444s77z", "win": "1p", "by": "discard", "from": 0}
    robbed = kong(0, "added", "1p", robbed=True)
    given = won({**robber, "events": ["robbing"]}, kongs=[robbed])
    assert outcome(variant, given) == ([-2, 2, 0], {"pay.win.discard"})
    # Only the last kong is robbed; the one before it in the chain stands.
    before = [kong(0, "concealed", "5z"), {**robbed, "chain": 2}]
    assert outcome(variant, {**given, "kongs": before})[0] == [4 - 2, 2 - 2, -2]


# --- wins --------------------------------------------------------------------------------------


@every_town
@pytest.mark.parametrize(
    ("given", "totals", "rule"),
    [
        pytest.param(won(pairs(0)), [8, -4, -4], "self_draw", id="GT-60"),
        pytest.param(won(pairs(0, 1)), [4, -4, 0], "discard", id="GT-61"),
        # v = 4 × 2, the reveal included
        pytest.param(won(pairs(0, 2), revealed=[0]), [16, 0, -16], "baohu", id="GT-62"),
        pytest.param(won(pairs(0, 2), revealed=[2]), [4, 0, -4], "discard", id="fed-by-revealed"),
        pytest.param(won(pairs(0, 2), revealed=[2, 0]), [16, 0, -16], "baohu", id="both-revealed"),
        pytest.param(won(pairs(0), revealed=[0]), [16, -8, -8], "self_draw", id="revealed-drawn"),
    ],
)
def test_a_win(variant: str, given: dict[str, Any], totals: list[int], rule: str) -> None:
    assert outcome(variant, given) == (totals, {f"pay.win.{rule}"})


@every_town
def test_two_win_on_one_discard(variant: str) -> None:
    """GT-23: two seven pairs of 4 on one tile; the revealed one takes both shares of 8."""
    one = {"seat": 0, "hand": "1133559p2244s77z", "win": "9p", "by": "discard", "from": 2}
    other = {**one, "seat": 1, "hand": "7788229p6688s55z"}
    assert outcome(variant, won(one, other))[0] == [4, 4, -8]
    assert outcome(variant, won(one, other, revealed=[0]))[0] == [16, 4, -20]


@pytest.mark.parametrize(
    ("variant", "options", "value"),
    [
        # pure seven pairs 16: uncapped, or capped (GT-70: 16, 40, 80 and 160 for a full hand)
        ("hubei", {}, 16),
        ("xiaogan", {}, 16),
        ("suizhou", {}, 8),
        ("suizhou", {"stake": 2}, 16),
        ("suizhou", {"stake": 5}, 40),
        ("xiangyang", {"stake": 10}, 80),
        ("xiangyang", {"stake": 20}, 160),
        ("suizhou", {"cap": "none"}, 16),
        ("suizhou", {"cap": None, "stake": 3}, 48),
        ("hubei", {"cap": 8}, 8),
    ],
)
def test_cap_and_stake(variant: str, options: dict[str, object], value: int) -> None:
    given = won({**PURE, "by": "self_draw"}, options=options)
    assert outcome(variant, given)[0] == [-value, -value, 2 * value]


@pytest.mark.parametrize(
    ("variant", "share"), [("hubei", 32), ("xiaogan", 32), ("suizhou", 8), ("xiangyang", 8)]
)
def test_the_cap_binds_each_share(variant: str, share: int) -> None:
    given = won({**PURE, "by": "discard", "from": 0}, revealed=[2])
    assert outcome(variant, given)[0] == [-2 * share, 0, 2 * share]


@pytest.mark.parametrize("variant", ["suizhou", "xiangyang"])
def test_a_plain_hand_may_not_win_off_a_discard(variant: str) -> None:
    """GT-90: a hand without a fan is won by self-draw only; a reveal makes it worth 2."""
    plain = {"seat": 0, "hand": "23789p123444s77z", "win": "1p"}
    fed = {**plain, "by": "discard", "from": 1}
    with pytest.raises(HandError) as caught:
        kawuxing.load(variant).settle({"dealer": 0, **won(fed)})
    assert (caught.value.code, caught.value.field) == ("KWX3541", "end.wins[0].hand")
    assert outcome(variant, won(plain))[0] == [2, -1, -1]
    assert outcome(variant, won(fed, revealed=[0]))[0] == [4, -4, 0]
    assert outcome("hubei", won(fed))[0] == [1, -1, 0]


@every_town
def test_kong_money_stands_beside_the_hand(variant: str) -> None:
    given = won(pairs(0), revealed=[0], kongs=[kong(1, "concealed", "8p")])
    assert outcome(variant, given)[0] == [16 - 2, -8 + 4, -8 - 2]


@every_town
def test_a_win_on_the_replacement_tile(variant: str) -> None:
    """Four triplets 2 × one tile held 4 × the bloom 2, however long the chain; capped at 8."""
    value = 8 if variant in ("shiyan", "suizhou", "xiangyang", "zaoyang") else 16
    melds = ["[1111p]", "(3333p)", "[555s]", "[777s]"]
    win = {"seat": 0, "hand": "9s", "melds": melds, "win": "9s", "events": ["replacement"]}
    kongs = [kong(0, "direct", "1p", **{"from": 2}), kong(0, "concealed", "3p", 2)]
    totals = [2 + 8 + 2 * value, -4 - value, -2 - 4 - value]
    assert outcome(variant, won(win, kongs=kongs))[0] == totals


# --- drawn hands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("towns", "revealed", "totals"),
    [
        pytest.param(TOWNS, (0,), [-2, 1, 1], id="GT-66"),
        pytest.param(EACH_REVEALER, (0, 1), [-1, -1, 2], id="GT-67-each"),
        pytest.param(FIRST_REVEALER, (0, 1), [-2, 1, 1], id="GT-67-first"),
        pytest.param(EACH_REVEALER, (0, 1, 2), [0, 0, 0], id="GT-68-each"),
        pytest.param(FIRST_REVEALER, (0, 1, 2), [-2, 1, 1], id="GT-68-first"),
        pytest.param(EACH_REVEALER, (2, 0), [-1, 2, -1], id="order-each"),
        pytest.param(FIRST_REVEALER, (2, 0), [1, 1, -2], id="order-first"),
        pytest.param(TOWNS, (), [0, 0, 0], id="GT-69"),
    ],
)
def test_a_drawn_hand(towns: tuple[str, ...], revealed: tuple[int, ...], totals: list[int]) -> None:
    for variant in towns:
        assert outcome(variant, drawn(revealed=revealed))[0] == totals
        # GT-69: kong money stands.
        kongs = outcome(variant, drawn(kong(1, "concealed", "8p"), revealed=revealed))[0]
        assert kongs == [totals[0] - 2, totals[1] + 4, totals[2] - 2]


@every_town
def test_one_who_rests_has_no_part_in_it(variant: str) -> None:
    given = {**drawn(kong(0, "added", "8p"), revealed=(3,)), "players": 4, "out": 1}
    assert outcome(variant, given)[0] == [2 + 1, 0, -1 + 1, -1 - 2]


THREE = (PAIRS, "111p222p333p444s5s", "246p2468s55667z8p")


@pytest.mark.parametrize(
    "hands",
    [
        THREE,
        (THREE[0], None, *THREE[1:]),
        [{"seat": seat, "hand": hand} for seat, hand in zip((2, 0, 3), THREE, strict=True)],
    ],
    ids=["of those who play", "one for each seat", "named"],
)
def test_hands_at_a_table_where_one_rests(hands: object) -> None:
    given = {"players": 4, "out": 1, "dealer": 0, "end": {"kind": "drawn", "hands": hands}}
    shown = read_round(given, kawuxing.load("suizhou").program.tiles, 3).shown
    named = (2, 0, 3) if isinstance(hands, list) else (0, 2, 3)
    assert [one.seat for one in shown] == list(named)


def test_who_rests_has_no_hand() -> None:
    hands = [PAIRS, *THREE]
    given = {"players": 4, "out": 1, "dealer": 0, "end": {"kind": "drawn", "hands": hands}}
    with pytest.raises(HandError, match="seat 1 is out of this round"):
        read_round(given, kawuxing.load("suizhou").program.tiles, 3)
