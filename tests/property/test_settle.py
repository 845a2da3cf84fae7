"""Rounds drawn at random: nothing is lost, seats are only names, the amounts are the editions'."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kawuxing
from kawuxing.runtime.errors import HandError

from ..oracle.brute_force import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan")
TILES = [f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)] + ["5z", "6z", "7z"]

Json = dict[str, Any]


class Won(NamedTuple):
    """A hand that can win; `kongs` are its kongs by tile."""

    hand: str
    win: str
    melds: tuple[str, ...] = ()
    kongs: tuple[tuple[str, str], ...] = ()

    @property
    def tiles(self) -> str:
        """Every tile of it, melds written like the rest."""
        return " ".join([self.hand, self.win, *self.melds])

    @property
    def text(self) -> str:
        """The whole hand in one text."""
        return " ".join([self.hand, *self.melds, f"+{self.win}"])


HANDS = (
    Won("113355p224477s7z", "7z"),
    Won("1133556677899p", "8p"),
    Won("1111335566992p", "2p"),
    Won("46p123456s99p777z", "5p"),
    Won("2245556p123s777z", "5p"),
    Won("23789p123444s77z", "1p"),
    Won("23p123s66z", "1p", ("[777z]", "[8888p]"), (("8p", "direct"),)),
    Won(
        "9s",
        "9s",
        ("(1111p)", "[333+3p]", "[555s]", "[777s]"),
        (("1p", "concealed"), ("3p", "added")),
    ),
    Won(
        "5p",
        "5p",
        ("[6666z]", "(7777z)", "[555z]", "[111s]"),
        (("6z", "direct"), ("7z", "concealed")),
    ),
)


def unused(hand: Won | None) -> list[str]:
    """The kinds of which a hand has none."""
    if hand is None:
        return TILES
    held = {
        f"{char}{letter}"
        for group in hand.tiles.replace("(", " ").replace("[", " ").replace("+", "").split()
        for char, letter in _pairs(group.strip(")]"))
    }
    return [tile for tile in TILES if tile not in held]


def _pairs(text: str) -> list[tuple[str, str]]:
    found, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found += [(digit, char) for digit in digits]
            digits = ""
    return found


@st.composite
def rounds(draw: st.DrawFn) -> Json:
    """The end of a round that can have happened, but for the least worth of a hand."""
    players = draw(st.sampled_from((3, 4)))
    out = draw(st.integers(0, 3)) if players == 4 else None
    playing = [seat for seat in range(players) if seat != out]
    seats = st.sampled_from(playing)
    hand = draw(st.none() | st.sampled_from(HANDS))
    winner = draw(seats)
    made = [(winner, kind, tile) for tile, kind in (hand.kongs if hand else ())]
    others = [seat for seat in playing if not hand or seat != winner]
    spare = st.lists(st.sampled_from(unused(hand)), max_size=3, unique=True)
    kinds = st.sampled_from(("concealed", "direct", "added"))
    made += [(draw(st.sampled_from(others)), draw(kinds), tile) for tile in draw(spare)]
    kongs: list[Json] = []
    for by, kind, tile in draw(st.permutations(made)):
        kong: Json = {"by": by, "kind": kind, "tile": tile, "chain": 1}
        if kind == "direct":
            kong["from"] = draw(st.sampled_from([seat for seat in playing if seat != by]))
        if kongs and kongs[-1]["by"] == kong.get("from", by) and draw(st.booleans()):
            kong["chain"] = kongs[-1]["chain"] + 1
        kongs.append(kong)
    given: Json = {"players": players, "dealer": draw(seats), "kongs": kongs}
    if out is not None:
        given["out"] = out
    given["revealed"] = draw(st.lists(seats, unique=True, max_size=3))
    given["end"] = draw(ends(hand, winner, others, kongs)) if hand else {"kind": "drawn"}
    return given


@st.composite
def ends(draw: st.DrawFn, hand: Won, winner: int, others: list[int], kongs: list[Json]) -> Json:
    """The end of a round with one winner; a robbed kong joins the others."""
    giver = draw(st.none() | st.sampled_from(others))
    events = []
    last = kongs[-1]["by"] if kongs else None
    if giver is None:
        if last == winner and draw(st.booleans()):
            events.append("replacement")
    elif last == giver and draw(st.booleans()):
        events.append("kong_discard")
    elif hand.win == "1p" and draw(st.booleans()):
        kongs.append({"by": giver, "kind": "added", "tile": "1p", "chain": 1, "robbed": True})
        events.append("robbing")
    if "robbing" not in events and draw(st.booleans()):
        events.append("last_tile")
    win: Json = {"seat": winner, "hand": hand.hand, "melds": list(hand.melds), "win": hand.win}
    win |= {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    return {"kind": "win", "wins": [{**win, "events": events}]}


def totals(variant: str, played: Json) -> list[int] | None:
    """What `settle` says; None if the hand is too cheap to win."""
    try:
        return list(kawuxing.load(variant).settle(played).totals)
    except HandError as error:
        if error.code == "KWX3541":
            return None
        raise


class TooCheapError(Exception):
    """A hand that may not win off a discard."""


def by_hand(variant: str, played: Json) -> list[int] | None:
    """The same from the editions' words, with the oracle's worth of the hand."""
    playing = [seat for seat in range(played["players"]) if seat != played.get("out")]
    drawn = played["end"]["kind"] == "drawn"
    sums = [0] * played["players"]
    try:
        payments = [*kong_money(played, playing)]
        payments += (
            drawn_money(variant, played, playing) if drawn else win_money(variant, played, playing)
        )
    except TooCheapError:
        return None
    for payer, payee, amount in payments:
        sums[payer] -= amount
        sums[payee] += amount
    return sums


def kong_money(played: Json, playing: list[int]) -> Iterator[tuple[int, int, int]]:
    """Added 1, others 2, twice as much for each further kong of a chain."""
    for kong in played["kongs"]:
        if kong.get("robbed"):
            continue
        amount = (1 if kong["kind"] == "added" else 2) * 2 ** (kong["chain"] - 1)
        for payer in [kong["from"]] if "from" in kong else playing:
            if payer != kong["by"]:
                yield payer, kong["by"], amount


def drawn_money(variant: str, played: Json, playing: list[int]) -> Iterator[tuple[int, int, int]]:
    """Every revealer pays the others, or the first pays everybody."""
    each = variant in ("hubei", "suizhou")
    revealed = played["revealed"]
    for payer in revealed if each else revealed[:1]:
        for payee in playing:
            if payee not in revealed if each else payee != payer:
                yield payer, payee, 1


def win_money(variant: str, played: Json, playing: list[int]) -> Iterator[tuple[int, int, int]]:
    """Each pays a drawn hand; the discarder pays alone, twice to a revealed winner."""
    (win,) = played["end"]["wins"]
    winner = win["seat"]
    shown = winner in played["revealed"]
    hand = next(one for one in HANDS if one.hand == win["hand"])
    found = judge(variant, hand.text, by=win["by"], events=win["events"], revealed=shown)
    if not found.may_win:
        raise TooCheapError
    if "from" in win:
        yield win["from"], winner, found.value * (2 if shown else 1)
    else:
        yield from ((payer, winner, found.value) for payer in playing if payer != winner)


@pytest.mark.parametrize("variant", TOWNS)
@settings(max_examples=100, deadline=None)
@given(played=rounds())
def test_the_amounts_are_the_editions(variant: str, played: Json) -> None:
    found = totals(variant, played)
    assert found == by_hand(variant, played)
    assert found is None or sum(found) == 0
    assert found is None or "out" not in played or found[played["out"]] == 0


def moved(value: object, seats: list[int], key: str = "") -> object:
    """A round whose seats bear other numbers."""
    if isinstance(value, dict):
        return {name: moved(inner, seats, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [moved(inner, seats, key) for inner in value]
    is_seat = key in ("dealer", "out", "revealed", "by", "from", "seat") and isinstance(value, int)
    return seats[value] if is_seat and isinstance(value, int) else value


@pytest.mark.parametrize("variant", ["suizhou", "xiangyang"])
@settings(max_examples=100, deadline=None)
@given(played=rounds(), data=st.data())
def test_seats_are_only_names(variant: str, played: Json, data: st.DataObject) -> None:
    seats = data.draw(st.permutations(range(played["players"])))
    turned = moved(played, seats)
    assert isinstance(turned, dict)
    before, after = totals(variant, played), totals(variant, turned)
    expected = None if before is None else [before[seats.index(seat)] for seat in range(len(seats))]
    assert after == expected


@settings(max_examples=40, deadline=None)
@given(played=rounds(), stake=st.integers(1, 1000))
def test_a_stake_multiplies_everything(played: Json, stake: int) -> None:
    plain = totals("hubei", played)
    staked = totals("hubei", {**played, "options": {"stake": stake}})
    assert staked == (None if plain is None else [stake * one for one in plain])


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.floats()
    | st.sampled_from(["", "1p", "5z", "win", "drawn", "direct", "added", "robbing", "discard"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["by", "seat", "hand", "kind", "from"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(played=rounds(), data=st.data())
def test_whatever_is_wrong_is_said_and_nothing_breaks(played: Json, data: st.DataObject) -> None:
    broken = copy.deepcopy(played)
    inner: Any = broken
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or data.draw(st.booleans()):
            inner[key] = data.draw(JUNK)
            break
        inner = inner[key]
    said = ""
    try:
        assert sum(kawuxing.load("suizhou").settle(broken).totals) == 0
    except HandError as error:
        said = f"{error.field}: {error.text('en')} {error.text('zh')}"
    assert not said.startswith(":")
