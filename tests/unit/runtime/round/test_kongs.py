"""Kongs: when they may be made, what they cost, how chains run on, how they are robbed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.notation import format_tiles
from kawuxing.runtime.round.actions import PASS, PUNG, WIN
from kawuxing.runtime.round.kongs import effect, is_awaited, kong_facts
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.under import judge_under
from kawuxing.runtime.situations import KongAsked

from .tables import (
    FULL,
    after,
    idle,
    idle_until,
    kind,
    kinds,
    kong,
    last,
    refusal,
    rows_of,
    start,
    throw,
    totals,
    town,
    types,
)

if TYPE_CHECKING:
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.game import Round

# Hands that claim nothing: no kind twice, no 8p and no 8s.
IDLE = "13579p13579s567z"
OTHER = "12345679p12346s"
GIVER = "13579p1357s567z8p"
PUNGER = "2469p1234679s88p"


def punged(
    seat_1: str = PUNGER,
    seat_2: str = OTHER,
    draws: str = "8s8s8p",
    tail: str = "",
    variant: str = "hubei",
) -> Round:
    """Seat 1 has taken 8p from seat 0 for a pung and must discard; seat 2 passes if it can."""
    game = start((GIVER, seat_1, seat_2), "7z" + draws, tail, variant=variant)
    game = after(game, (0, throw("8p")), (1, PUNG))
    return after(game, (2, PASS)) if 2 in game.deciding else game


def test_gt_50_concealed() -> None:
    game = start(("1159p33s567z8888p", IDLE, OTHER), "7z", "2p")
    game = after(game, (0, kong("concealed", "8p")))
    assert totals(game) == (4, -2, -2)
    assert last(game, "kong") == {
        "type": "kong",
        "seat": 0,
        "kind": "concealed",
        "tile": "8p",
        "from": None,
        "chain": 1,
    }
    assert last(game, "draw") == {"type": "draw", "seat": 0, "tile": "2p", "replacement": True}
    assert types(game)[-4:] == ["kong", "transfer", "transfer", "draw"]
    assert game.deciding == (0,)
    assert game.state.left == 43


def test_a_replacement_may_come_from_the_front() -> None:
    play = replace(FULL, flow=replace(FULL.flow, tail=False))
    game = start(("1159p33s567z8888p", IDLE, OTHER), "7z6z", "2p", play=play)
    game = after(game, (0, kong("concealed", "8p")))
    assert last(game, "draw")["tile"] == "6z"


def test_gt_51_added() -> None:
    game = after(punged(), (1, throw("9s")), (2, throw("8s")), (0, throw("8s")))
    game = after(game, (1, kong("added", "8p")))
    assert totals(game) == (-1, 2, -1)
    assert rows_of(game) == ["pay.kong.added"] * 2
    assert game.hand(1).melds[0].kind.value == "added_kong"


def test_gt_52_direct() -> None:
    game = start((GIVER, "2469p123479s888p", OTHER), "7z", "5z")
    game = after(game, (0, throw("8p")), (1, kong("direct", "8p")))
    assert totals(game) == (-2, 2, 0)
    assert last(game, "kong")["from"] == 0
    assert last(game, "draw") == {"type": "draw", "seat": 1, "tile": "5z", "replacement": True}
    assert game.deciding == (1,)
    assert game.hand(1).melds[0].kind.value == "direct_kong"


def test_gt_53_every_kong_of_a_chain_doubles() -> None:
    game = start(("8888p8888s222p55z", IDLE, IDLE), "6p", "2p4s")
    game = after(game, (0, kong("concealed", "8p")), (0, kong("concealed", "2p")))
    game = after(game, (0, kong("concealed", "8s")))
    amounts = [one.amount for one in game.ledger.transfers]
    assert amounts == [2, 2, 4, 4, 8, 8]
    assert last(game, "kong")["chain"] == 3


def test_gt_54_concealed_then_added_with_the_replacement() -> None:
    game = punged("2469p134s88p8888s", draws="5z5z6z", tail="8p")
    game = after(game, (1, throw("2p")), (2, throw("5z")), (0, throw("5z")))
    game = after(game, (1, kong("concealed", "8s")), (1, kong("added", "8p")))
    assert totals(game) == (-4, 8, -4)


def test_gt_55_a_chain_goes_on_with_the_discard() -> None:
    game = punged(seat_2="12345679p12s888s", draws="4s4s8p", tail="8s")
    game = after(game, (1, throw("9s")), (2, throw("4s")), (0, throw("4s")))
    game = after(game, (1, kong("added", "8p")), (1, throw("8s")), (2, kong("direct", "8s")))
    assert last(game, "kong")["chain"] == 2
    assert totals(game) == (-1, 2 - 4, 4 - 1)


def test_a_discard_nobody_kongs_ends_a_chain() -> None:
    game = start(("1159p33s567z8888p", IDLE, "1234567p12s8888s"), "7z7z")
    game = after(game, (0, kong("concealed", "8p")))
    game = idle_until(game, 2)
    game = after(game, (2, kong("concealed", "8s")))
    assert last(game, "kong")["chain"] == 1


def test_gt_84_an_added_kong_passed_is_never_offered_again() -> None:
    game = after(punged(), (1, throw("9s")), (2, throw("8s")), (0, throw("8s")))
    game = after(game, (1, throw("1s")))
    game = idle_until(game, 1)
    assert refusal(game, 1, kong("added", "8p")) == ("KWX3605", "turn.kong.added_late")


def test_a_pung_from_a_triplet_forfeits_the_kong() -> None:
    game = punged("2469p123479s888p", draws="5z5z6z")
    assert refusal(game, 1, kong("added", "8p")) == ("KWX3605", "turn.kong.added_late")
    game = idle_until(after(game, (1, throw("9s"))), 1)
    assert refusal(game, 1, kong("added", "8p")) == ("KWX3605", "turn.kong.added_late")


def test_gt_89_no_kong_in_the_turn_of_a_pung() -> None:
    game = punged("2469p134s88p8888s", draws="5z5z6z", variant="xiangyang")
    assert refusal(game, 1, kong("concealed", "8s")) == ("KWX3605", "turn.kong.after_pung")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (kong("concealed", "1p"), "KWX3608"),
        (kong("added", "1p"), "KWX3608"),
        (kong("direct", "8p"), "KWX3612"),
        (PUNG, "KWX3612"),
        (PASS, "KWX3612"),
        (WIN, "KWX3606"),
        (throw("8s"), "KWX3603"),
    ],
)
def test_what_makes_no_sense_in_ones_own_turn(action: Action, code: str) -> None:
    game = start(("1159p33s567z8888p", IDLE, OTHER), "7z")
    assert refusal(game, 0, action) == (code, "")


def one_old_four(c: KongAsked, o: object) -> tuple[bool, int]:
    """Of fours held before, one in a turn."""
    if c.kong_concealed and not c.kong_fresh and c.turn_concealed_kongs:
        return False, 3
    return FULL.may_kong(c, o)


ONE_FOUR = replace(FULL, may_kong=one_old_four)


def test_gt_58_two_fours_held_and_one_declared() -> None:
    game = start(("8888p8888s124p55z", IDLE, IDLE), "6p", "4s5s", play=ONE_FOUR)
    game = after(game, (0, kong("concealed", "8p")))
    assert refusal(game, 0, kong("concealed", "8s")) == ("KWX3605", "turn.kong.revealed")
    game = idle_until(after(game, (0, throw("4s"))), 0)
    game = after(game, (0, kong("concealed", "8s")))


def test_a_four_just_completed_is_not_an_old_one() -> None:
    game = start(("8888p8888s222p55z", IDLE, IDLE), "2p", "4s5s", play=ONE_FOUR)
    game = after(game, (0, kong("concealed", "2p")), (0, kong("concealed", "8p")))
    assert refusal(game, 0, kong("concealed", "8s")) == ("KWX3605", "turn.kong.revealed")


def test_each_turn_has_fours_of_its_own() -> None:
    """Seat 1 comes to its turn by a pung of what was discarded after a kong of old tiles."""
    hands = ("8888s12569p567z3s", "2469p1234s88p777p", OTHER.replace("7p", "9s"))
    game = start(hands, "4s", "8p", play=ONE_FOUR)
    game = after(game, (0, kong("concealed", "8s")))
    assert game.state.old_fours == 1
    game = after(game, (0, throw("8p")), (1, PUNG))
    assert game.state.old_fours == 0


def test_a_pung_ends_a_chain() -> None:
    hands = ("8888s12569p567z3s", PUNGER, "123p123s456s55z78p")
    game = start(hands, "4s", "8p")
    game = after(game, (0, kong("concealed", "8s")), (0, throw("8p")), (1, PUNG))
    game = after(game, (1, throw("9p")), (2, WIN))
    assert (last(game, "win")["events"], last(game, "win")["chain"]) == ([], 0)


# --- robbing --------------------------------------------------------------------------------------

WAITS_8P = "123p123s789s55z79p"


def about_to_add() -> Round:
    """Seat 1 has drawn the fourth 8p, for which seat 2 waits."""
    game = punged(seat_2=WAITS_8P, draws="6z6z8p")
    game = after(game, (1, throw("6s")), (2, throw("6z")))
    return after(game, (0, throw("6z")))


def test_gt_59_a_robbed_kong_earns_nothing() -> None:
    game = after(about_to_add(), (1, kong("added", "8p")))
    assert game.deciding == (2,)
    assert game.legal_actions(2) == (WIN, PASS)
    assert not game.ledger.transfers  # money is posted when the chance has passed
    game = after(game, (2, WIN))
    assert totals(game) == (0, -2, 2)  # robbing 2
    assert last(game, "win")["events"] == ["robbing"]
    assert last(game, "win")["chain"] == 1
    assert game.hand(1).melds[0].kind.value == "pung"
    assert game.next_dealer == 2
    assert [one.robbed for one in game.state.kongs] == [True]
    assert game.view(1).drawn is None  # the tile is the winner's now


def test_a_kong_nobody_robs_is_paid_afterwards() -> None:
    game = after(about_to_add(), (1, kong("added", "8p")), (2, PASS))
    assert totals(game) == (-1, 2, -1)
    assert types(game)[-5:] == ["kong", "pass", "transfer", "transfer", "draw"]


def test_a_concealed_kong_cannot_be_robbed() -> None:
    game = start(("1159p33s567z8888s", IDLE, "123p123s789p55z79s"), "7z")
    game = after(game, (0, kong("concealed", "8s")))
    assert game.deciding == (0,)


# --- what a kong does to a waiting hand -----------------------------------------------------------


def start_with(hand: str, tile: str) -> Round:
    """A round whose dealer has this hand and has drawn this tile; the others have what is left."""
    left = Counter(town("hubei").kinds * 4)
    left.subtract([*kinds(hand), *kinds(tile)])
    rest = sorted(left.elements())
    return start((hand, format_tiles(rest[:13]), format_tiles(rest[13:26])), tile)


# Written (fixed, the same waits, still waiting), from the design's list of what can be.
@pytest.mark.parametrize(
    ("hand", "tile", "expected"),
    [
        ("111p999p2333457s", "1p", (True, True, True)),
        ("22234p77778899s", "2p", (True, False, True)),
        ("2244477888999s", "8s", (False, True, True)),
        ("111p999p2333457s", "3s", (False, False, False)),
        ("13579p13579s555z", "5z", (False, False, False)),  # does not wait at all
    ],
)
def test_effects(hand: str, tile: str, expected: tuple[bool, bool, bool]) -> None:
    game = start_with(hand, tile)
    found = effect(game.rules, game.state, 0, "concealed", game.rules.position[kind(tile)])
    assert tuple(found) == expected


def test_what_a_table_is_asked() -> None:
    game = start_with("22234p77778899s", "2p")
    assert kong_facts(game.rules, game.state, 0, "concealed", 1).asked() == KongAsked(
        kong_concealed=True,
        kong_direct=False,
        kong_added=False,
        kong_fresh=True,
        kong_fixed=True,
        kong_keeps_waits=False,
        kong_keeps_ready=True,
        kong_announced=False,
        konger_revealed=False,
        turn_drew=True,
        turn_concealed_kongs=0,
        wall_left=44,
    )


def test_a_tile_is_awaited_by_others_who_have_revealed() -> None:
    """Seat 2 waits for 9p, which the dealer has four of; it is awaited once that lies open."""

    def awaited(seat: int, revealed: tuple[int, ...]) -> bool:
        hands = ("999p1357s11223s5z", "2468p2468s56z111p", "2234578p678s777z")
        game = start(hands, "9p")
        waits = game.state.waits
        assert waits[2] == (kind("6p"), kind("9p"))
        state = game.state._replace(revealed=revealed)
        return is_awaited(game.rules, state, seat, 8)

    assert not awaited(0, ())
    assert awaited(0, (2,))
    assert awaited(0, (1, 2))
    assert not awaited(0, (1,))
    assert not awaited(2, (2,))  # by oneself


def test_a_kong_of_older_tiles_leaves_another_hand() -> None:
    """Without the 1p, and with the 5z just drawn, the hand would wait for 4p."""
    game = start_with("1111p23p456s789s5z", "5z")
    assert tuple(effect(game.rules, game.state, 0, "concealed", 0)) == (False, False, False)
    game = after(game, (0, kong("concealed", "1p")))
    assert game.state.waits[0] == kinds("4p")


def test_gt_80_before_revealing_any_kong_is_allowed() -> None:
    game = start_with("111p999p2333457s", "3s")
    game = after(game, (0, kong("concealed", "3s")))
    assert not game.state.waits[0]


@pytest.mark.parametrize("variant", ["hubei", "xiangyang"])
def test_gt_81_after_revealing_it_is_refused(variant: str) -> None:
    hands = ("111p999p2333457s", "24682468p12489s", "245678p2468s567z")
    game = start(hands, "7z5z5z3s5z6z1p", variant=variant)
    game = after(game, (0, throw("7z", reveal=True)))
    game = idle_until(game, 0)
    assert game.view(0).drawn == kind("3s")
    assert refusal(game, 0, kong("concealed", "3s")) == ("KWX3605", "turn.kong.revealed")
    assert game.legal_actions(0) == (throw("3s"),)
    game = idle_until(after(game, (0, throw("3s"))), 0)
    assert game.legal_actions(0) == (kong("concealed", "1p"), throw("1p"))


# --- the end of the wall --------------------------------------------------------------------------


def test_gt_82_no_kong_of_the_last_tile() -> None:
    game = idle(start((IDLE, OTHER, "12345679p12s888s"), "7z", "8s"), left=0)
    assert game.deciding == (2,)
    assert game.view(2).drawn == kind("8s")
    assert refusal(game, 2, kong("concealed", "8s")) == ("KWX3605", "turn.kong.last_tile")
    game = after(game, (2, throw("8s")))
    assert types(game)[-2:] == ["drawn", "end"]


LATE = replace(FULL, may_kong=lambda _asked, _options: (True, 0))
"""Every kong may be made, that of the last tile too."""


@pytest.mark.parametrize("how", ["concealed", "added", "direct"])
def test_a_kong_of_the_last_tile_is_paid_for_and_ends_the_round(how: str) -> None:
    """Where the variant allows it: there is no tile to replace the fourth, so nobody can win."""
    if how == "concealed":
        game = idle(start((IDLE, OTHER, "12345679p12s888s"), "7z", "8s", play=LATE), left=0)
        game, money = after(game, (2, kong("concealed", "8s"))), [-2, -2, 4]
    elif how == "direct":
        game = idle(start((IDLE, "12345679p12s888s", OTHER), "7z", "8s", play=LATE), left=0)
        game = after(game, (2, throw("8s")), (1, kong("direct", "8s")))
        money = [0, 2, -2]
    else:
        hands = ("12345679p124s88s", IDLE, "8s13579p1357s567z")
        game = after(start(hands, "7z", "8s", play=LATE), (0, throw("7z")))
        game = after(idle_until(game, 2), (2, throw("8s")), (0, PUNG), (0, throw("4s")))
        game, money = after(idle(game, left=0), (0, kong("added", "8s"))), [2, -1, -1]
    assert game.over
    assert list(game.ledger.totals(3)) == money
    told = types(game)
    paid = told.count("transfer")
    assert told[-3 - paid :] == ["kong", *["transfer"] * paid, "drawn", "end"]
    assert game.next_dealer == 0
    assert replay(game.rules, game.log()) == game
    judged = judge_under(game, town("hubei"))
    (objection,) = judged.objections
    assert (objection.action, objection.error.row) == ("kong", "turn.kong.last_tile")
    assert (judged.decided, judged.round.ledger.totals(3)) == (True, (0, 0, 0))
    again = judge_under(game, game.rules)
    assert (again.objections, again.round.ledger) == ((), game.ledger)


def test_gt_83_a_kong_with_one_tile_left() -> None:
    game = idle(start((IDLE, "12345679p12s888s", OTHER), "7z", "9s8s"), left=1)
    assert game.view(1).drawn == kind("8s")
    game = after(game, (1, kong("concealed", "8s")))
    assert game.state.left == 0
    assert last(game, "draw")["tile"] == "9s"
    assert game.deciding == (1,)
