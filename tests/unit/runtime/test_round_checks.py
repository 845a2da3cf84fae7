"""Rounds that cannot have ended as they are reported: each is one change away from one that can."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import kawuxing
from kawuxing.runtime.errors import TEXTS, HandError

from .plain_program import Asked, plain_rules

KONGS = [
    {"by": 0, "kind": "added", "tile": "8p", "chain": 1},
    {"by": 1, "kind": "direct", "tile": "3s", "from": 0, "chain": 2},
    {"by": 1, "kind": "concealed", "tile": "5z", "from": None, "chain": 3, "robbed": False},
]
FIVE = [{"by": 1, "kind": "concealed", "tile": f"{rank}p"} for rank in range(1, 6)]
LAID = ["[3333s]", "(5555z)"]
WINNER = {"seat": 1, "hand": "99p66777s", "melds": LAID, "win": "6s"}
PAIRS = {"seat": 0, "hand": "113355p224477s7z", "win": "7z", "by": "discard", "from": 2}
OTHER = {"seat": 1, "hand": "113399p228899s7z", "win": "7z", "by": "discard", "from": 2}
ROBBED = {"by": 2, "kind": "added", "tile": "1p", "chain": 1, "robbed": True}
ROBBER = {"seat": 1, "hand": "23789p123444s77z", "win": "1p", "by": "discard", "from": 2}


def ended(*wins: dict[str, Any], kongs: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    end = {"kind": "win", "wins": list(wins)} if wins else {"kind": "drawn"}
    return {"players": 3, "dealer": 0, "revealed": [2, 0], "kongs": kongs or [], "end": end}


BASES = {
    "drawn": ended(kongs=KONGS),
    "four": {**ended(), "players": 4, "out": 3},
    "hands": {**ended(), "end": {"kind": "drawn", "hands": [PAIRS["hand"], OTHER["hand"]]}},
    "self_draw": ended({**WINNER, "by": "self_draw"}, kongs=KONGS),
    "replacement": ended(
        {**WINNER, "by": "self_draw", "events": ["replacement"], "chain": 3}, kongs=KONGS
    ),
    "kong_discard": ended(
        {**PAIRS, "seat": 2, "from": 1, "events": ["kong_discard"], "chain": 3}, kongs=KONGS
    ),
    "two": ended(PAIRS, OTHER),
    "robbing": ended({**ROBBER, "events": ["robbing"], "chain": 1}, kongs=[ROBBED]),
}
ABSENT = object()


def spelled(path: str) -> str:
    """``w0`` and ``w1`` are the winners."""
    return re.sub(r"^w(\d)", r"end.wins.\1", path)


def changed(base: str, changes: dict[str, object]) -> dict[str, Any]:
    """A base with other values at some paths such as ``kongs.0.by``."""
    made = copy.deepcopy(BASES[base])
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in spelled(path).split("."))
        inner: Any = made
        for step in way:
            inner = inner[step]
        if value is ABSENT:
            del inner[last]
        else:
            inner[last] = value
    return made


@pytest.mark.parametrize("base", BASES)
def test_the_bases_are_possible(base: str) -> None:
    settled = plain_rules().settle(BASES[base])
    assert sum(settled.totals) == 0


CASES: list[tuple[str, dict[str, object], str, str]] = [
    # fields: unknown, missing, in the wrong place, of another type
    ("drawn", {"stake": 2}, "KWX3404", "stake"),
    ("drawn", {"kongs.1.at": 2}, "KWX3404", "kongs.1.at"),
    ("drawn", {"end.winner": 2}, "KWX3404", "end.winner"),
    ("two", {"w1.revealed": True}, "KWX3404", "w1.revealed"),
    ("drawn", {"passed": 1}, "KWX3404", "passed"),
    ("two", {"w1.horses": 1}, "KWX3405", "w1.horses"),
    ("drawn", {"kongs.0.carried": {}}, "KWX3405", "kongs.0.carried"),
    ("drawn", {"end.choices": 1}, "KWX3404", "end.choices"),
    ("drawn", {"dealer": ABSENT}, "KWX3407", "dealer"),
    ("drawn", {"end": ABSENT}, "KWX3407", "end"),
    ("drawn", {"end.kind": ABSENT}, "KWX3407", "end.kind"),
    ("drawn", {"kongs.0.by": ABSENT}, "KWX3407", "kongs.0.by"),
    ("drawn", {"kongs.0.kind": ABSENT}, "KWX3407", "kongs.0.kind"),
    ("drawn", {"kongs.0.tile": ABSENT}, "KWX3407", "kongs.0.tile"),
    ("two", {"w0.seat": ABSENT}, "KWX3407", "w0.seat"),
    ("two", {"w0.hand": ABSENT}, "KWX3407", "w0.hand"),
    ("drawn", {"players": "3"}, "KWX3406", "players"),
    ("drawn", {"players": 10**9}, "KWX3411", "players"),
    ("drawn", {"dealer": True}, "KWX3406", "dealer"),
    ("drawn", {"dealer": None}, "KWX3406", "dealer"),
    ("drawn", {"end": []}, "KWX3406", "end"),
    ("drawn", {"end.kind": 1}, "KWX3406", "end.kind"),
    ("drawn", {"options": [1]}, "KWX3406", "options"),
    ("drawn", {"options": {"stake": 0}}, "KWX3302", "options.stake"),
    ("drawn", {"options": {"stake": 1.5}}, "KWX3302", "options.stake"),
    ("drawn", {"options": {"stake": True}}, "KWX3302", "options.stake"),
    ("drawn", {"options": {"stake": -1}}, "KWX3302", "options.stake"),
    ("drawn", {"options": {"stake": 1_000_001}}, "KWX3302", "options.stake"),
    ("drawn", {"options": {"stake": "2"}}, "KWX3406", "options.stake"),
    ("drawn", {"options": {"stake": "9" * 5000}}, "KWX3302", "options.stake"),
    ("drawn", {"revealed": "02"}, "KWX3406", "revealed"),
    ("drawn", {"revealed.1": "2"}, "KWX3406", "revealed.1"),
    ("drawn", {"kongs": {}}, "KWX3406", "kongs"),
    ("drawn", {"kongs.1": "3s"}, "KWX3406", "kongs.1"),
    ("drawn", {"kongs.0.chain": "1"}, "KWX3406", "kongs.0.chain"),
    ("drawn", {"kongs.0.chain": 0}, "KWX3411", "kongs.0.chain"),
    ("drawn", {"kongs.0.chain": 17}, "KWX3411", "kongs.0.chain"),
    ("drawn", {"kongs.0.robbed": 0}, "KWX3406", "kongs.0.robbed"),
    ("two", {"w0.melds": "[555z]"}, "KWX3406", "w0.melds"),
    ("two", {"w0.events": [1]}, "KWX3406", "w0.events"),
    ("two", {"w0.chain": 1.0}, "KWX3406", "w0.chain"),
    ("drawn", {"options": {"rate": 10}}, "KWX3302", "options.rate"),
    ("drawn", {"choices": {"ante": [0, 0, 0]}}, "KWX3551", "choices.ante"),
    ("drawn", {"choices": [0, 0, 0]}, "KWX3406", "choices"),
    # words
    ("drawn", {"end.kind": "draw"}, "KWX3501", "end.kind"),
    ("drawn", {"kongs.0.kind": "exposed"}, "KWX3501", "kongs.0.kind"),
    ("two", {"w0.by": "tsumo"}, "KWX3201", "w0.by"),
    ("two", {"w0.events": ["flower"]}, "KWX3202", "w0.events"),
    # seats
    ("drawn", {"players": 4}, "KWX3502", "players"),
    ("drawn", {"players": 2}, "KWX3502", "players"),
    ("drawn", {"out": 2}, "KWX3502", "players"),
    ("drawn", {"dealer": 3}, "KWX3503", "dealer"),
    ("drawn", {"dealer": -1}, "KWX3503", "dealer"),
    ("drawn", {"out": 3}, "KWX3503", "out"),
    ("drawn", {"revealed": [0, 3]}, "KWX3503", "revealed.1"),
    ("drawn", {"kongs.0.by": 3}, "KWX3503", "kongs.0.by"),
    ("drawn", {"kongs.1.from": 3}, "KWX3503", "kongs.1.from"),
    ("two", {"w0.seat": 3}, "KWX3503", "w0.seat"),
    ("two", {"w0.from": -1}, "KWX3503", "w0.from"),
    ("hands", {"end.hands.1": {"seat": 9, "hand": "1p"}}, "KWX3503", "end.hands.1.seat"),
    ("four", {"dealer": 3}, "KWX3504", "dealer"),
    ("four", {"revealed": [3]}, "KWX3504", "revealed.0"),
    ("four", {"kongs": [{"by": 3, "kind": "added", "tile": "1p"}]}, "KWX3504", "kongs.0.by"),
    ("four", {"end": {"kind": "win", "wins": [{**PAIRS, "from": 3}]}}, "KWX3504", "w0.from"),
    ("drawn", {"revealed": [0, 2, 0]}, "KWX3505", "revealed.2"),
    ("two", {"w1.seat": 0}, "KWX3505", "w1.seat"),
    ("hands", {"end.hands.1": {"seat": 0, "hand": OTHER["hand"]}}, "KWX3505", "end.hands.1.seat"),
    # who gave the tile
    ("drawn", {"kongs.1.from": ABSENT}, "KWX3506", "kongs.1.from"),
    ("drawn", {"kongs.1.from": None}, "KWX3506", "kongs.1.from"),
    ("two", {"w0.from": ABSENT}, "KWX3506", "w0.from"),
    ("drawn", {"kongs.0.from": 1}, "KWX3507", "kongs.0.from"),
    ("drawn", {"kongs.2.from": 0}, "KWX3507", "kongs.2.from"),
    ("self_draw", {"w0.from": 2}, "KWX3507", "w0.from"),
    ("drawn", {"kongs.1.from": 1}, "KWX3508", "kongs.1.from"),
    ("two", {"w0.from": 0}, "KWX3508", "w0.from"),
    # kongs
    ("drawn", {"kongs.0.tile": "88p"}, "KWX3509", "kongs.0.tile"),
    ("drawn", {"kongs.0.tile": ""}, "KWX3509", "kongs.0.tile"),
    ("drawn", {"kongs.0.tile": "8m"}, "KWX3103", "kongs.0.tile"),
    ("drawn", {"kongs.0.tile": "[8888p]"}, "KWX3122", "kongs.0.tile"),
    ("drawn", {"kongs.2.robbed": True}, "KWX3510", "kongs.2.robbed"),
    ("drawn", {"kongs": FIVE}, "KWX3512", "kongs.4.by"),
    ("drawn", {"kongs.2.tile": "8p"}, "KWX3511", "kongs.2.tile"),
    ("robbing", {"kongs": [ROBBED, {**KONGS[0], "by": 0}]}, "KWX3513", "kongs.1"),
    ("drawn", {"kongs.0.chain": 2}, "KWX3514", "kongs.0.chain"),
    ("drawn", {"kongs.2.chain": 2}, "KWX3514", "kongs.2.chain"),
    ("drawn", {"kongs.1.chain": 3}, "KWX3514", "kongs.1.chain"),
    ("drawn", {"kongs.2.by": 0}, "KWX3515", "kongs.2.chain"),
    ("drawn", {"kongs.1.from": 2}, "KWX3515", "kongs.1.chain"),
    ("drawn", {"kongs.0.robbed": True, "kongs.1": ROBBED, "kongs.2": ABSENT}, "KWX3513", "kongs.1"),
    ("robbing", {"end": {"kind": "drawn"}}, "KWX3516", "kongs.0.robbed"),
    ("robbing", {"w0.events": [], "w0.chain": 0}, "KWX3516", "kongs.0.robbed"),
    # ends
    ("drawn", {"end.wins": [PAIRS]}, "KWX3520", "end.wins"),
    ("two", {"end.hands": [PAIRS["hand"]]}, "KWX3520", "end.hands"),
    ("two", {"end.wins": []}, "KWX3521", "end.wins"),
    ("two", {"end.wins": ABSENT}, "KWX3521", "end.wins"),
    ("two", {"end.wins": [PAIRS] * 3}, "KWX3522", "end.wins"),
    ("two", {"w1.by": "self_draw", "w1.from": None}, "KWX3523", "w1.by"),
    ("two", {"w0.by": "self_draw", "w0.from": None}, "KWX3523", "w1.by"),
    ("two", {"w0.seat": 2, "w0.from": 0}, "KWX3524", "w1.from"),
    ("two", {"w1.hand": "113399p228899s6z", "w1.win": "6z"}, "KWX3524", "w1.win"),
    ("two", {"w1.events": ["last_tile"]}, "KWX3524", "w1.events"),
    # what led to the win
    ("robbing", {"kongs": []}, "KWX3525", "w0.events"),
    ("robbing", {"kongs.0.robbed": False}, "KWX3525", "w0.events"),
    ("robbing", {"kongs.0.by": 0}, "KWX3525", "w0.events"),
    ("robbing", {"kongs.0.tile": "9s"}, "KWX3527", "w0.win"),
    ("replacement", {"kongs": []}, "KWX3526", "w0.events"),
    (
        "replacement",
        {"kongs.2": {**KONGS[1], "by": 2, "from": 1, "tile": "2s", "chain": 1}},
        "KWX3526",
        "w0.events",
    ),
    ("kong_discard", {"w0.from": 0}, "KWX3526", "w0.events"),
    ("kong_discard", {"kongs": []}, "KWX3526", "w0.events"),
    ("kong_discard", {"w0.chain": 2}, "KWX3528", "w0.chain"),
    ("replacement", {"w0.chain": 4}, "KWX3528", "w0.chain"),
    ("replacement", {"w0.events": []}, "KWX3204", "w0.chain"),
    ("self_draw", {"w0.chain": 17}, "KWX3204", "w0.chain"),
    ("robbing", {"w0.events": ["robbing", "last_tile"]}, "KWX3203", "w0.events"),
    ("self_draw", {"w0.events": ["robbing"]}, "KWX3203", "w0.events"),
    # hands and kongs
    ("self_draw", {"w0.melds.1": "[5555z]"}, "KWX3530", "w0.hand"),
    ("self_draw", {"w0.melds.0": "[333+3s]"}, "KWX3530", "w0.hand"),
    ("self_draw", {"w0.melds.0": "(3333s)"}, "KWX3530", "w0.hand"),
    ("self_draw", {"kongs": KONGS[:2]}, "KWX3530", "w0.hand"),
    ("self_draw", {"w0.seat": 2}, "KWX3530", "w0.hand"),
    ("self_draw", {"w0.melds.1": "[555z]"}, "KWX3531", "w0.hand"),
    (
        "self_draw",
        {"kongs.0.by": 1, "kongs.1.from": 2, "kongs.1.chain": 1, "kongs.2.chain": 2},
        "KWX3531",
        "w0.hand",
    ),
    ("self_draw", {"w0.hand": "88p66777s"}, "KWX3532", "w0.hand"),
    ("two", {"kongs": [{"by": 2, "kind": "concealed", "tile": "2s"}]}, "KWX3532", "w0.hand"),
    ("two", {"w1.hand": "113399p228899s"}, "KWX3101", "w1.hand"),
    ("two", {"w1.hand": "1133p22445599s7z", "w0.hand": "1133557p22447s7z"}, "KWX3540", "w0.hand"),
    ("two", {"w0.hand": "113355p2244s777z"}, "KWX3532", "w1.hand"),
    ("hands", {"end.hands.1": "113399p228899s"}, "KWX3101", "end.hands.1.hand"),
    ("hands", {"end.hands.1": "113399p228899s+7z"}, "KWX3120", "end.hands.1.hand"),
    ("hands", {"end.hands.1": "111399p228899s7z"}, "KWX3532", "end.hands.1.hand"),
    ("hands", {"end.hands.1": "33999p228899s [777z]"}, "KWX3101", "end.hands.1.hand"),
    ("hands", {"end.hands.1": "339p2288s [777z] (9999s)"}, "KWX3530", "end.hands.1.hand"),
    # seat 0 has revealed
    ("hands", {"end.hands.0": "147p258s5566677z"}, "KWX3536", "end.hands.0.hand"),
    ("hands", {"end.hands.0": "12345p111158s55z"}, "KWX3536", "end.hands.0.hand"),
]


@pytest.mark.parametrize(("base", "changes", "code", "field"), CASES)
def test_a_round_that_cannot_be(
    base: str, changes: dict[str, object], code: str, field: str
) -> None:
    asked = Asked()
    with pytest.raises(HandError) as caught:
        plain_rules(asked).settle(changed(base, changes))
    expected = re.sub(r"\.(\d+)", r"[\1]", spelled(field))
    assert (caught.value.code, caught.value.field) == (code, expected)
    assert "{" not in caught.value.text("en")
    assert re.search("[\u4e00-\u9fff]", caught.value.text("zh"))
    assert not asked.kongs
    assert not asked.drawn


def test_a_kong_may_have_spoilt_a_revealed_hand_where_the_rules_let_it() -> None:
    """These rules allow every kong; so the hand may have waited before."""
    kong = {"by": 0, "kind": "concealed", "tile": "5z"}
    hand = {"seat": 0, "hand": "147p2589s77z6z", "melds": ["(5555z)"]}
    given = changed("hands", {"end.hands": [hand], "kongs": [kong], "revealed": [0]})
    assert plain_rules().settle(given).totals == (2 * 2 - 2 * 5, 5 - 2, 5 - 2)
    with pytest.raises(HandError) as caught:
        kawuxing.load("suizhou").settle(given)
    assert (caught.value.code, caught.value.field) == ("KWX3536", "end.hands[0].hand")


def test_every_reason_has_a_case() -> None:
    others = {"KWX3517", "KWX3533", "KWX3534", "KWX3535", "KWX3541", "KWX3550", "KWX3552"}
    tried = {code for _, _, code, _ in CASES} | others | {"KWX3553", "KWX3554"}
    assert {code for code in TEXTS if code.startswith("KWX35")} - tried == set()


@pytest.mark.parametrize(
    ("changes", "field", "at"),
    [
        ({"w1.hand": "113399p22x899s7z"}, "end.wins[1].hand", 9),
        ({"w1.win": "78z"}, "end.wins[1].win", 1),
        ({"w1.melds": ["[123s]"]}, "end.wins[1].melds[0]", 0),
        ({"kongs": [{"by": 2, "kind": "added", "tile": " 8q"}]}, "kongs[0].tile", 2),
    ],
)
def test_the_place_in_a_text(changes: dict[str, object], field: str, at: int) -> None:
    with pytest.raises(HandError) as caught:
        plain_rules().settle(changed("two", changes))
    assert (caught.value.field, caught.value.at) == (field, at)


def test_a_hand_that_may_not_win() -> None:
    strict = {"options": {"strict": True}}
    rules = plain_rules()
    with pytest.raises(HandError, match=r"seat 0 .*\(may_win\.cheap\)") as caught:
        rules.settle(changed("two", {**strict, "revealed": []}))
    assert (caught.value.code, caught.value.field) == ("KWX3541", "end.wins[0].hand")
    # Only the second winner's hand is too cheap: nothing is paid to the first either.
    with pytest.raises(HandError, match="seat 1 "):
        rules.settle(changed("two", {**strict, "revealed": [0]}))
    # The discarder has revealed; or somebody draws the tile.
    assert rules.settle(changed("two", {**strict, "revealed": [2]})).totals == (2, 2, -4)
    assert rules.settle(changed("self_draw", {**strict, "revealed": []})).totals[1] > 0


@pytest.mark.parametrize("meld", ["[8888p]", "[888+8p]"])
def test_four_open_tiles_may_have_come_either_way(meld: str) -> None:
    win = {"seat": 0, "hand": "99p66777s777z", "melds": [meld], "win": "6s"}
    settled = plain_rules().settle(ended(win, kongs=KONGS[:1]))
    assert settled.totals == (2 * (1 + 3 * 2), -7, -7)
