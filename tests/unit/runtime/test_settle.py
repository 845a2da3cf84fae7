from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.circumstances import Drawn, Konged, won
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.ledger import Transfer
from kawuxing.runtime.requests import Requests

from .plain_program import Asked, plain_rules

if TYPE_CHECKING:
    from kawuxing.runtime.settle import Settlement

PAIRS = "113355p224477s7z"  # waits for the second 7z
WIN = {"seat": 0, "hand": PAIRS, "win": "7z", "by": "discard", "from": 2}


def played(**fields: object) -> dict[str, object]:
    """A drawn round of three without kongs, but for what is said."""
    return {"players": 3, "dealer": 0, "revealed": [], "end": {"kind": "drawn"}, **fields}


def won_by(*wins: dict[str, object]) -> dict[str, object]:
    return {"kind": "win", "wins": list(wins)}


def paid(settled: Settlement) -> list[tuple[int, int, int, str]]:
    return [(one.payer, one.payee, one.amount, one.rule) for one in settled.transfers]


# --- kongs -------------------------------------------------------------------------------------


def test_each_other_player_is_asked_for_each_kong_in_order() -> None:
    asked = Asked()
    kongs = [
        {"by": 1, "kind": "added", "tile": "8p", "chain": 1},
        {"by": 2, "kind": "direct", "tile": "3s", "from": 1, "chain": 2},
        {"by": 2, "kind": "concealed", "tile": "7z", "from": None, "chain": 3, "robbed": False},
    ]
    settled = plain_rules(asked).settle(played(revealed=[2], kongs=kongs))
    # concealed, direct, added, chain, konger revealed, payer fed
    assert asked.kongs == [
        Konged(False, False, True, 1, False, False),
        Konged(False, False, True, 1, False, False),
        Konged(False, True, False, 2, True, False),
        Konged(False, True, False, 2, True, True),
        Konged(True, False, False, 3, True, False),
        Konged(True, False, False, 3, True, False),
    ]
    assert paid(settled)[:5] == [
        (0, 1, 1, "pay.kong.added"),
        (2, 1, 1, "pay.kong.added"),
        (1, 2, 3, "pay.kong.direct"),
        (0, 2, 6, "pay.kong.concealed"),
        (1, 2, 6, "pay.kong.concealed"),
    ]
    assert settled.transfers[2].cite == ("C-direct",)


def test_a_robbed_kong_earns_nothing() -> None:
    asked = Asked()
    robbed = {"by": 2, "kind": "added", "tile": "1p", "chain": 1, "robbed": True}
    win = {"seat": 1, "hand": "23789p123444s77z+1p", "by": "discard", "from": 2}
    end = won_by({**win, "events": ["robbing"]})
    settled = plain_rules(asked).settle(played(kongs=[robbed], end=end))
    assert asked.kongs == []
    assert paid(settled) == [(2, 1, 1, "pay.win.fed")]


# --- wins --------------------------------------------------------------------------------------


def test_every_payer_sees_a_discard_win_in_its_own_way() -> None:
    asked = Asked()
    settled = plain_rules(asked).settle(played(revealed=[1, 0], end=won_by(WIN)))
    # The first question comes with the judgement, before anybody is asked to pay.
    seen = [(one.payer_revealed, one.payer_fed, one.winner_revealed) for one in asked.wins[-2:]]
    assert seen == [(True, False, True), (False, True, True)]
    assert all(one.discard for one in asked.wins)
    assert paid(settled) == [(2, 0, 2, "pay.win.fed")]


def test_everybody_pays_for_a_self_draw() -> None:
    asked = Asked()
    win = {"seat": 1, "hand": PAIRS + "+7z", "events": ["last_tile"]}
    settled = plain_rules(asked).settle(played(revealed=[2], end=won_by(win)))
    plain = won("self_draw", ("last_tile",))
    assert [one.payer_revealed for one in asked.wins[-2:]] == [False, True]
    assert not any(one.payer_fed for one in asked.wins)
    assert {one.events for one in asked.wins} == {plain.events}
    assert paid(settled) == [(0, 1, 3, "pay.win.drawn"), (2, 1, 3, "pay.win.drawn")]


@pytest.mark.parametrize("said", [0, 2])
def test_the_chain_behind_a_win_is_that_of_the_last_kong(said: int) -> None:
    kongs = [
        {"by": 0, "kind": "concealed", "tile": "9p", "chain": 1},
        {"by": 0, "kind": "concealed", "tile": "9s", "chain": 2},
    ]
    melds = ["(9999s)", "(9999p)"]
    win = {"seat": 0, "hand": "1p555777z", "melds": melds, "win": "1p", "by": "self_draw"}
    asked = Asked()
    end = won_by({**win, "events": ["replacement"], "chain": said})
    plain_rules(asked).settle(played(kongs=kongs, end=end))
    assert {(one.replacement, one.chain) for one in asked.wins} == {(True, 2)}


def test_each_winner_is_paid_separately() -> None:
    other = {**WIN, "seat": 1, "hand": "113399p228899s7z"}
    rules = plain_rules()
    settled = rules.settle(played(revealed=[0], end=won_by(WIN, other)))
    assert paid(settled) == [(2, 0, 2, "pay.win.fed"), (2, 1, 1, "pay.win.fed")]
    turned = rules.settle(played(revealed=[0], end=won_by(other, WIN)))
    assert turned.transfers == settled.transfers[::-1]
    assert settled.totals == turned.totals == (2, 1, -3)


# --- drawn -------------------------------------------------------------------------------------


def test_every_ordered_pair_is_asked_when_nobody_won() -> None:
    asked = Asked()
    settled = plain_rules(asked).settle(played(revealed=[2, 0]))
    # payer revealed, payer first, payee revealed: 0→1 0→2 1→0 1→2 2→0 2→1
    assert asked.drawn == [
        Drawn(True, False, False, revealed=2),
        Drawn(True, False, True, revealed=2),
        Drawn(False, False, True, revealed=2),
        Drawn(False, False, True, revealed=2),
        Drawn(True, True, True, revealed=2),
        Drawn(True, True, False, revealed=2),
    ]
    assert paid(settled) == [(2, 1, 5, "pay.drawn.first")]


def test_the_hands_of_a_drawn_round_may_be_laid_open() -> None:
    kongs = [{"by": 1, "kind": "concealed", "tile": "9p"}]
    hands = [PAIRS, {"seat": 1, "hand": "5p123456s666z", "melds": ["(9999p)"]}]
    settled = plain_rules().settle(played(kongs=kongs, end={"kind": "drawn", "hands": hands}))
    assert settled.totals == (-2, 4, -2)
    hands = [PAIRS, {"hand": "5p123456s666z", "melds": ["(9999p)"]}]
    around = played(players=4, out=1, dealer=0, end={"kind": "drawn", "hands": hands})
    around["kongs"] = [{"by": 2, "kind": "concealed", "tile": "9p"}]
    assert plain_rules().settle(around).totals == (-2, 0, 4, -2)


# --- the table ---------------------------------------------------------------------------------


def test_a_seat_that_is_out_neither_pays_nor_is_paid() -> None:
    win = {"seat": 3, "hand": PAIRS, "win": "7z", "by": "self_draw"}
    asked = Asked()
    given = played(players=4, out=1, revealed=[3], end=won_by(win))
    settled = plain_rules(asked).settle(given)
    assert paid(settled) == [(0, 3, 6, "pay.win.drawn"), (2, 3, 6, "pay.win.drawn")]
    assert settled.totals == (-6, 0, -6, 12)
    assert paid(plain_rules().settle(played(players=4, out=0, dealer=1, revealed=[2]))) == [
        (2, 1, 5, "pay.drawn.first"),
        (2, 3, 5, "pay.drawn.first"),
    ]


def test_players_may_be_left_out() -> None:
    given = played()
    del given["players"], given["revealed"]
    assert plain_rules().settle(given).totals == (0, 0, 0)
    assert plain_rules().settle({**given, "out": 3}).totals == (0, 0, 0, 0)
    assert plain_rules(seats=4).settle(given).totals == (0, 0, 0, 0)


def test_four_may_play_and_three_win() -> None:
    hands = {0: PAIRS, 1: "66p113388s6699s7z", 3: "778899p5566s55z7z"}
    wins = [{**WIN, "seat": seat, "hand": hand} for seat, hand in hands.items()]
    settled = plain_rules(seats=4).settle(played(players=4, end=won_by(*wins)))
    assert settled.totals == (1, 1, -3, 1)


# --- stake and options -------------------------------------------------------------------------


@pytest.mark.parametrize(("stake", "amount"), [(1, 3), (20, 60), (10**6, 3 * 10**6)])
def test_money_is_counted_in_stakes(stake: int, amount: int) -> None:
    win = {"seat": 0, "hand": PAIRS, "win": "7z"}
    settled = plain_rules().settle(played(options={"stake": stake}, end=won_by(win)))
    assert settled.totals == (2 * amount, -amount, -amount)


def test_the_other_options_are_the_variants() -> None:
    win = {"seat": 0, "hand": PAIRS, "win": "7z"}
    rules = plain_rules()
    given = played(options={"stake": 2, "rate": 5}, end=won_by(win))
    assert rules.settle(given).totals == (20, -10, -10)
    assert rules.load(rate=4).settle(played(end=won_by(win))).totals == (8, -4, -4)
    with pytest.raises(HandError, match="no option rat;") as caught:
        rules.settle(played(options={"rat": 5}))
    assert caught.value.field == "options.rat"


# --- the answer --------------------------------------------------------------------------------


def test_the_answer_as_json() -> None:
    settled = plain_rules().settle(played(kongs=[{"by": 1, "kind": "concealed", "tile": "1p"}]))
    transfer = {"to": 1, "amount": 2, "rule": "pay.kong.concealed", "cite": ["C-concealed"]}
    assert settled.to_dict() == {
        "ok": True,
        "transfers": [{"from": 0, **transfer}, {"from": 2, **transfer}],
        "totals": [-2, 4, -2],
        "next_dealer": 0,
    }


def test_a_settlement_does_not_change() -> None:
    settled = plain_rules().settle(played(revealed=[0]))
    assert settled.transfers[0] == Transfer(0, 1, 5, "pay.drawn.first", ("C-first",))
    with pytest.raises(FrozenInstanceError):
        settled.players = 4  # type: ignore[misc]


def test_a_request_for_a_settlement() -> None:
    requests = Requests(plain_rules())
    win = {"seat": 0, "hand": PAIRS, "win": "7z"}
    given = {**played(options={"stake": 2, "rate": 5}, end=won_by(win)), "id": 7}
    answer = json.loads(requests.settle_line(json.dumps(given)))
    assert answer["totals"] == [20, -10, -10]
    assert list(answer) == ["ok", "id", "transfers", "totals", "next_dealer"]
    assert json.loads(requests.settle_line(json.dumps(played(revealed=[0]))))["totals"][0] == -10


def test_a_bad_request_is_answered_in_both_languages() -> None:
    line = json.dumps({**played(dealer=3), "id": "a"})
    for lang in ("en", "zh"):
        answer = json.loads(Requests(plain_rules(), lang).settle_line(line))
        message = answer["error"].pop("message")
        assert ("there is no seat 3" in message, "没有 3 号座位" in message) == (
            lang == "en",
            lang == "zh",
        )
        error = {"code": "KWX3503", "field": "dealer", "at": None}
        assert answer == {"ok": False, "id": "a", "error": error}


def test_where_only_the_first_wins_there_are_no_two_winners() -> None:
    text = (
        "kawuxing: 1\nvariant: once\nname: {zh: 独胡, en: Once}\nextends: suizhou\n"
        "turn: {winners: one, assumed: so}\n"
    )
    wins = [
        {"seat": 0, "hand": PAIRS, "win": "7z", "by": "discard", "from": 2},
        {"seat": 1, "hand": "225566p336688s7z", "win": "7z", "by": "discard", "from": 2},
    ]
    ended = {"dealer": 0, "end": {"kind": "win", "wins": wins}}
    assert kawuxing.load("suizhou").settle(ended).totals == (4, 4, -8)
    with pytest.raises(HandError) as caught:
        kawuxing.load(text).settle(ended)
    assert (caught.value.code, caught.value.field) == ("KWX3522", "end.wins")
