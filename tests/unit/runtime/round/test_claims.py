"""Claims of one discard: who may, who goes first, several winners, and what a pung leads to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.round.actions import PASS, PUNG, WIN
from kawuxing.runtime.round.errors import IllegalActionError
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.wins import forbidden, on_tile
from kawuxing.runtime.situations import HandEnded, MissedAsked

from .tables import (
    FULL,
    after,
    idle,
    idle_until,
    kind,
    kong,
    last,
    refusal,
    start,
    throw,
    totals,
    types,
)

if TYPE_CHECKING:
    from kawuxing.runtime.round.game import Round

IDLE = "13579p13579s567z"
GIVER = "13579p1357s567z8p"
PUNGER = "2469p1234679s88p"
WAITS_8P = "123p123s789s55z79p"
ALSO_WAITS_8P = "123p123s456s66z79p"


def test_only_those_who_can_are_asked() -> None:
    game = start((GIVER, PUNGER, WAITS_8P), "7z")
    game = after(game, (0, throw("8p")))
    assert game.deciding == (1, 2)
    assert game.legal_actions(0) == ()
    assert game.legal_actions(1) == (PUNG, PASS)
    assert game.legal_actions(2) == (WIN, PASS)
    assert refusal(game, 0, PASS) == ("KWX3601", "")
    assert refusal(game, 1, WIN) == ("KWX3606", "")
    assert refusal(game, 1, kong("direct", "8p")) == ("KWX3608", "")
    assert refusal(game, 2, PUNG) == ("KWX3608", "")
    assert refusal(game, 2, throw("1p")) == ("KWX3612", "")


def test_a_tile_nobody_may_claim_is_gone_at_once() -> None:
    strict = replace(FULL, may_pung=lambda _asked, _options: (False, 0))
    game = after(start((GIVER, IDLE, PUNGER), "7z2s", play=strict), (0, throw("8p")))
    assert game.deciding == (1,)
    for claim in (PUNG, WIN, kong("direct", "8p")):
        with pytest.raises(IllegalActionError) as raised:
            game.apply(2, claim)
        assert raised.value.text() == "8p can no longer be claimed: seat 1 is on turn"
        assert raised.value.text("zh") == "8p 已经不能要了，现在轮到 1 号座位"
    assert refusal(game, 0, PUNG) == ("KWX3601", "")  # its own
    assert refusal(game, 2, throw("1p")) == ("KWX3601", "")
    assert refusal(game, 2, PASS) == ("KWX3601", "")


def test_nobody_is_asked_twice() -> None:
    game = after(start((GIVER, PUNGER, WAITS_8P), "7z"), (0, throw("8p")), (1, PUNG))
    assert game.deciding == (2,)
    assert refusal(game, 1, PASS) == ("KWX3601", "")


def test_a_win_goes_before_a_pung_whoever_speaks_first() -> None:
    claims = ((1, PUNG), (2, WIN))
    ends = set()
    for order in (claims, claims[::-1]):
        game = start((GIVER, PUNGER, WAITS_8P), "7z")
        game = after(game, (0, throw("8p")), *order)
        assert game.over
        assert totals(game) == (-1, 0, 1)
        ends.add(game.log())
    assert len(ends) == 1


def test_a_variant_may_let_a_pung_go_first() -> None:
    play = replace(FULL, flow=replace(FULL.flow, precedence=("kong", "pung", "win")))
    game = start((GIVER, PUNGER, WAITS_8P), "7z", play=play)
    game = after(game, (0, throw("8p")), (2, WIN), (1, PUNG))
    assert game.deciding == (1,)
    assert types(game)[-2:] == ["discard", "pung"]


def test_a_pung_takes_the_turn_and_draws_nothing() -> None:
    game = start((GIVER, IDLE, PUNGER), "7z")
    before = game.state.left
    game = after(game, (0, throw("8p")), (2, PUNG))
    assert game.deciding == (2,)
    assert game.state.left == before
    assert last(game, "pung") == {"type": "pung", "seat": 2, "tile": "8p", "from": 0}
    game = after(game, (2, throw("9s")))
    assert game.deciding == (0,)  # the turn goes on from the player who took the tile


def test_two_winners_are_paid_apart_and_the_discarder_deals() -> None:
    """GT-86."""
    game = start((GIVER, ALSO_WAITS_8P, WAITS_8P), "7z")
    game = after(game, (0, throw("8p")), (1, WIN), (2, WIN))
    assert totals(game) == (-2, 1, 1)
    assert types(game)[-5:] == ["win", "transfer", "win", "transfer", "end"]
    assert game.next_dealer == 0


def test_one_of_two_may_pass() -> None:
    game = start((GIVER, ALSO_WAITS_8P, WAITS_8P), "7z")
    game = after(game, (0, throw("8p")), (1, PASS), (2, WIN))
    assert totals(game) == (-1, 0, 1)
    assert game.next_dealer == 2


def test_a_variant_may_let_only_the_first_win() -> None:
    play = replace(FULL, flow=replace(FULL.flow, winners="one"))
    game = start((GIVER, ALSO_WAITS_8P, WAITS_8P), "7z", play=play)
    game = after(game, (0, throw("8p")), (2, WIN), (1, WIN))
    assert totals(game) == (-1, 1, 0)
    assert game.next_dealer == 1


def test_gt_90_a_cheap_hand_does_not_win_off_a_discard() -> None:
    game = start((GIVER, PUNGER, WAITS_8P), "7z", variant="suizhou")
    game = after(game, (0, throw("8p")))
    assert game.deciding == (1,)
    assert refusal(game, 2, WIN) == ("KWX3605", "may_win.cheap")


def test_a_cheap_hand_wins_by_self_draw() -> None:
    game = start((WAITS_8P, IDLE, PUNGER), "8p", variant="suizhou")
    game = after(game, (0, WIN))
    assert totals(game) == (2, -1, -1)
    assert last(game, "win") == {
        "type": "win",
        "seat": 0,
        "hand": "12379p123789s55z",
        "melds": [],
        "win": "8p",
        "by": "self_draw",
        "events": [],
        "chain": 0,
        "value": 1,
    }


# --- wins after kongs -----------------------------------------------------------------------------


def test_a_win_on_the_replacement_tile() -> None:
    game = start(("8888s123p456p5z79p", IDLE, PUNGER.replace("88p", "5p5s")), "5z", "8p")
    game = after(game, (0, kong("concealed", "8s")), (0, WIN))
    assert last(game, "win")["events"] == ["replacement"]
    assert last(game, "win")["chain"] == 1
    assert totals(game) == (4 + 4, -4, -4)  # the kong 2 from each, then bloom 2 from each


def test_a_win_on_the_discard_after_a_kong() -> None:
    game = start(("8888s12569p567z3s", IDLE, WAITS_8P.replace("789s", "456s")), "4s", "8p")
    game = after(game, (0, kong("concealed", "8s")), (0, throw("8p")), (2, WIN))
    assert last(game, "win")["events"] == ["kong_discard"]
    assert totals(game) == (4 - 2, -2, -2 + 2)


# --- missed wins ----------------------------------------------------------------------------------

TWO_WAITS = "2245667p123s789s"  # 5p, in the middle of 4-5-6, and 8p
THIRD = "1379p134569s567z"


def missed(variant: str, first: str, then: str) -> Round:
    """Seat 2 has let a first tile go; then seat 1 has discarded another before it draws.

    Seat 0 has a pair of that one, so that the round waits.
    """
    game = start(
        (f"{first}{then}{then}139p13456s56z", THIRD, TWO_WAITS), f"7z{then}", variant=variant
    )
    game = after(game, (0, throw(first)))
    if 2 in game.deciding:
        game = after(game, (2, PASS))
    game = after(game, (1, throw(then)))
    assert 0 in game.deciding
    return game


@pytest.mark.parametrize(
    ("variant", "first", "then", "row"),
    [
        ("hubei", "8p", "5p", "turn.missed.else"),  # GT-85: none, however dear
        ("hubei", "5p", "8p", "turn.missed.else"),
        ("hubei", "8p", "8p", "turn.missed.else"),
        ("xiaogan", "5p", "8p", "turn.missed.else"),
        ("xiaogan", "8p", "8p", "turn.missed.else"),
        ("xiaogan", "8p", "5p", ""),  # worth 4, and 1 was passed
        ("suizhou", "8p", "5p", ""),  # the first was too cheap to win with: nothing was missed
    ],
)
def test_gt_85_after_a_missed_win(variant: str, first: str, then: str, row: str) -> None:
    game = missed(variant, first, then)
    if row:
        assert refusal(game, 2, WIN) == ("KWX3605", row)
    else:
        assert WIN in game.legal_actions(2)


def test_ones_own_draw_clears_a_missed_win() -> None:
    game = start(("8p5p139p13456s56z9s", THIRD, TWO_WAITS), "7z5z6z5p")
    game = after(game, (0, throw("8p")), (2, PASS), (1, throw("5z")), (2, throw("6z")))
    game = after(game, (0, throw("5p")))
    assert game.legal_actions(2) == (WIN, PASS)


def test_a_replacement_tile_clears_a_missed_win() -> None:
    hands = ("8p139p134568s567z", "1379p1345678s56z", "2245667p123s999s")
    game = after(start(hands, "7z9s"), (0, throw("8p")), (2, PASS), (1, throw("9s")))
    assert game.state.passed[2] == 1
    assert after(game, (2, kong("direct", "9s"))).state.passed[2] == -1
    assert after(game, (2, PASS)).state.passed[2] == -1  # by its own draw


def test_what_is_asked_about_a_missed_win() -> None:
    asked: list[MissedAsked] = []

    def later(missed: MissedAsked, _options: object) -> tuple[bool, int]:
        asked.append(missed)
        return False, 0

    play = replace(FULL, may_win_later=later)
    game = start(("5p8p8p139p13456s56z", THIRD, TWO_WAITS), "7z8p", play=play)
    after(game, (0, throw("5p")), (2, PASS), (1, throw("8p")))
    assert asked == [MissedAsked(1, 2, False, False)]
    asked.clear()
    # The same seat, revealed, when seat 0 adds 6p to a pung.
    hands = (GIVER, "2469p123479s66z5z", WAITS_8P.replace("79p", "57p").replace("55z", "99s"))
    game = start(hands, "7z", play=play)
    state = game.state._replace(
        phase=Phase.ROB, tile=5, revealed=(2,), passed=(-1, -1, 3), chain=1, seat=0
    )
    winning = on_tile(game.rules, state, 2)
    assert winning is not None
    assert forbidden(game.rules, state, winning) == "turn.missed.else"
    assert asked == [MissedAsked(4, 3, True, True)]  # robbing 2, revealed 2


def test_the_tile_that_was_passed_is_known_until_the_next_draw() -> None:
    """Seat 2 passes 5p; 5p is the same tile, 8p another, and after a draw 5p is another again."""
    asked: list[bool] = []

    def later(missed: MissedAsked, _options: object) -> tuple[bool, int]:
        asked.append(missed.passed_same)
        return True, 0

    play = replace(FULL, may_win_later=later)
    hands = ("5p8p139p13456s56z9s", THIRD, TWO_WAITS)
    passed = after(start(hands, "7z5p", play=play), (0, throw("5p")), (2, PASS))
    after(passed, (1, throw("5p")))
    assert asked.pop() is True
    passed = after(start(hands, "7z8p6z1p5p", play=play), (0, throw("5p")), (2, PASS))
    passed = after(passed, (1, throw("8p")), (2, PASS))
    assert asked.pop() is False
    passed = after(passed, (2, throw("6z")), (0, throw("8p")), (2, PASS), (1, throw("5p")))
    assert asked == [False]


def test_the_dearest_of_the_missed_wins_counts() -> None:
    free = replace(FULL, may_win_later=lambda _c, _o: (True, 0))
    game = start(("5p8p8p139p13456s56z", THIRD, TWO_WAITS), "7z8p", play=free)
    game = after(game, (0, throw("5p")), (2, PASS), (1, throw("8p")), (2, PASS), (0, PUNG))
    assert game.state.passed[2] == 2


def test_a_pung_in_the_place_of_a_win_passes_it() -> None:
    game = start((GIVER, "24679p135679s67z", "123p123s789s55z88p"), "7z5z")
    game = after(game, (0, throw("8p")))
    assert game.legal_actions(2) == (WIN, PUNG, PASS)
    game = after(game, (2, PUNG), (2, throw("5z")))
    assert game.state.waits[2]
    drawn = game.view(0).drawn
    assert drawn == kind("5z")
    game = after(game, (0, throw("5z")))
    assert game.deciding == (1,)  # seat 2, which waits for it, is not asked


def test_a_missed_win_on_a_robbed_kong_counts() -> None:
    game = start((GIVER, PUNGER, WAITS_8P), "7z6z6z8p")
    game = after(game, (0, throw("8p")), (1, PUNG), (2, PASS))
    assert game.state.passed[2] == 1
    game = after(game, (1, throw("6s")), (2, throw("6z")), (0, throw("6z")))
    assert game.state.passed[2] == -1
    game = after(game, (1, kong("added", "8p")), (2, PASS))
    assert game.state.passed[2] == 2  # robbing doubles


# --- what the end is judged by --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "winner", "expected"),
    [
        ((GIVER, PUNGER, WAITS_8P), 2, HandEnded(1, False, True, 0, 0, 1)),
        ((WAITS_8P, GIVER, PUNGER), 0, HandEnded(1, True, False, 0, 0, 1)),
        ((PUNGER, GIVER, WAITS_8P), 2, HandEnded(1, False, False, 0, 0, 1)),
    ],
)
def test_the_dealer_wins_loses_or_neither(
    hands: tuple[str, ...], winner: int, expected: HandEnded
) -> None:
    """Whoever has a single 8p throws it, and somebody who waits for it wins."""
    asked: list[HandEnded] = []

    def dealer(ended: HandEnded, _options: object) -> tuple[str, int]:
        asked.append(ended)
        return "winner", 1

    game = start(hands, "7z6z", play=replace(FULL, next_dealer=dealer))
    giver = hands.index(GIVER)
    game = idle_until(game, giver)
    game = after(game, (giver, throw("8p")))
    while not game.over:
        seat = game.deciding[0]
        game = game.apply(seat, WIN if seat == winner else PASS)
    assert asked == [expected]
    assert game.next_dealer == winner


# --- the end of the wall --------------------------------------------------------------------------


def test_the_last_tile_drawn() -> None:
    game = idle(start((IDLE, THIRD, WAITS_8P), "7z", "8p"), left=0)
    assert game.deciding == (2,)
    assert refusal(game, 2, throw("8p", reveal=True)) == ("KWX3605", "turn.reveal.last_tile")
    game = after(game, (2, WIN))
    assert last(game, "win")["events"] == ["last_tile"]
    assert totals(game) == (-2, -2, 4)


def test_the_final_discard_can_only_be_won() -> None:
    game = start((IDLE, PUNGER, "12345679p12346s"), "7z", "8p")
    waits = start((IDLE, WAITS_8P, "12345679p12346s"), "7z", "8p")
    game = idle(game, left=0)
    assert game.state.counts[1][7] == 2
    game = after(game, (2, throw("8p")))
    assert types(game)[-2:] == ["drawn", "end"]  # the pair of seat 1 is not asked
    game = after(idle(waits, left=0), (2, throw("8p")))
    assert game.legal_actions(1) == (WIN, PASS)
    game = after(game, (1, WIN))
    assert last(game, "win")["events"] == ["last_tile"]


def test_a_drawn_hand_without_a_reveal() -> None:
    """GT-69."""
    game = idle(start((IDLE, THIRD, "12345679p12346s"), "7z"))
    assert types(game)[-3:] == ["discard", "drawn", "end"]
    assert totals(game) == (0, 0, 0)
    assert game.next_dealer == 0
    assert game.deciding == ()
    assert refusal(game, 0, PASS) == ("KWX3602", "")


@pytest.mark.parametrize(
    ("variant", "expected"), [("hubei", (-1, -1, 2)), ("xiangyang", (-2, 1, 1))]
)
def test_gt_67_a_drawn_hand_with_two_reveals(variant: str, expected: tuple[int, ...]) -> None:
    waits = ("123p123s789s55z79p", "123p123s456s66z79p")
    game = start((*waits, "24p2468s13567p5z6z"), "7z1p", "8p8p8p8p", variant=variant)
    game = after(game, (0, throw("7z", reveal=True)), (1, throw("1p", reveal=True)))
    while not game.over:
        game = idle(game, left=game.state.left - 1 if game.state.left else -1)
    assert totals(game) == expected
