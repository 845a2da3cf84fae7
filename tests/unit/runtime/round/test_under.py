"""Rounds judged again under another variant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.runtime.round.account import items_of
from kawuxing.runtime.round.actions import PASS, WIN, Reveal
from kawuxing.runtime.round.errors import RoundError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.under import Judged, judge_under
from kawuxing.runtime.situations import Flow, Foul

from .tables import FULL, after, idle, idle_until, kong, start, throw, totals, town, wall
from .test_replay import PLAYED

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.runtime.circumstances import Choices

IDLE = "13579p13579s567z"
GIVER = "13579p1357s567z8p"
CHICKEN_8P = "123p123s789s55z79p"


OTHER_BETS = """\
kawuxing: 1
mixin: other_bets
name: {zh: 别的漂, en: Other bets}
on: hubei
choices:
  piao:
    name: {zh: 打漂, en: Bets}
    default: 1
    offered: [1, 2]
    assumed: {zh: 试验, en: A trial.}
pay:
  also:
    piao:
      name: {zh: 打漂, en: Bets}
      when: owed > 0
      pay: winner.choice.piao + payer.choice.piao
      assumed: {zh: 试验, en: A trial.}
"""


def under(game: Round, variant: str) -> Judged:
    assert game.over
    return judge_under(game, town(variant))


@pytest.mark.parametrize("name", PLAYED)
def test_under_its_own_variant_nothing_changes(name: str) -> None:
    game = PLAYED[name]()
    found = under(game, "hubei")
    assert found.decided
    assert (found.objections, found.chances) == ((), ())
    assert found.round.ledger == game.ledger
    assert found.round.next_dealer == game.next_dealer


def test_another_price() -> None:
    """A closed five is worth 2 in one town and 4 in another."""
    game = start(("46p123456s99p555z", IDLE, "24568p24568s67z1s"), "5p", variant="suizhou")
    game = after(game, (0, WIN))
    assert totals(game) == (4, -2, -2)
    found = under(game, "xiaogan")
    assert totals(found.round) == (8, -4, -4)
    assert (found.decided, found.objections) == (True, ())


def bet(*chosen: int) -> Round:
    """A closed five drawn by seat 0, worth 2 from each and the bets of the two besides."""
    hands = ("46p123456s99p555z", IDLE, "24568p24568s67z1s")
    rules = RoundRules(kawuxing.load("suizhou", use=["piao"]))
    choices: tuple[Choices, ...] = tuple([(("piao", one),) for one in chosen])
    return after(Round.new(rules, wall=wall(hands, "5p", ""), choices=choices), (0, WIN))


def test_bets_fall_where_there_are_none() -> None:
    """2 + 1 + 2 and 2 + 1 + 5 with them; 2 from each without, and 4 where the hand is worth 4."""
    game = bet(1, 2, 5)
    assert totals(game) == (13, -5, -8)
    found = under(game, "suizhou")
    assert totals(found.round) == (4, -2, -2)
    assert found.dropped == (("piao", 0, 1), ("piao", 1, 2), ("piao", 2, 5))
    assert totals(under(game, "xiaogan").round) == (8, -4, -4)
    assert judge_under(game, game.rules).round.ledger == game.ledger


def test_a_bet_of_nothing_is_no_loss_where_there_are_none() -> None:
    found = under(bet(0, 2, 0), "suizhou")
    assert (found.dropped, totals(found.round)) == ((("piao", 1, 2),), (4, -2, -2))


def test_bets_fall_that_are_not_among_those_offered(tmp_path: Path) -> None:
    """5 and nothing are not: 1 holds, so 2 + 2 + 1 and 2 + 2 + 1; of 1 and 2 both hold."""
    file = tmp_path / "other_bets.yaml"
    file.write_text(OTHER_BETS, "utf-8")
    rules = RoundRules(kawuxing.load("suizhou", use=[file]))
    found = judge_under(bet(2, 0, 5), rules)
    assert found.dropped == (("piao", 1, 0), ("piao", 2, 5))
    assert totals(found.round) == (10, -5, -5)
    held = judge_under(bet(2, 1, 2), rules)
    assert (held.dropped, totals(held.round)) == ((), (11, -5, -6))


def test_a_win_the_other_variant_does_not_allow_leaves_the_round_undecided() -> None:
    """A chicken hand off a discard: the town asks for 2."""
    game = after(start((GIVER, IDLE, CHICKEN_8P), "7z"), (0, throw("8p")), (2, WIN))
    assert totals(game) == (-1, 0, 1)
    found = under(game, "xiangyang")
    assert [(one.seat, one.action, one.error.row) for one in found.objections] == [
        (2, "win", "may_win.cheap")
    ]
    assert not found.decided
    assert totals(found.round) == (0, 0, 0)


def test_a_win_only_the_other_variant_offers_is_told() -> None:
    """The town that asks for 2 did not offer the chicken; a town that asks for nothing would."""
    game = start((GIVER, IDLE, CHICKEN_8P), "7z", variant="xiangyang")
    game = idle(after(game, (0, throw("8p"))))
    found = under(game, "hubei")
    assert found.decided
    first = found.chances[0]
    assert first.seat == 2
    assert game.events[first.at] == game.events[5]


def test_a_kong_the_other_variant_does_not_allow_is_not_paid() -> None:
    """Revealed 8889 waits for 7 too, so 888 is not always a triplet."""
    free = replace(FULL, may_kong=lambda _c, _o: (True, 4))
    hands = ("123456p8889s555z", IDLE, "24568p24566s67z1s")
    loose = start(hands, "7z6z6z8s", play=free)
    loose = idle_until(after(loose, (0, throw("7z", reveal=True))), 0)
    loose = idle(after(loose, (0, kong("concealed", "8s"))))
    assert totals(loose)[0] > 0
    found = under(loose, "hubei")
    assert [(one.action, one.error.row) for one in found.objections] == [
        ("kong", "turn.kong.revealed")
    ]
    paid = [one for one in loose.ledger.transfers if one.rule.startswith("pay.kong")]
    assert len(paid) == 2
    assert [one for one in found.round.ledger.transfers if one.rule.startswith("pay.kong")] == []


def test_a_missed_win_that_one_family_forgives() -> None:
    """2245667 waits for 8, a chicken, and 5, a closed five: passed the one, won on the other."""
    game = start((GIVER, IDLE, "2245667p123789s"), "7z5p", variant="xiaogan")
    game = after(game, (0, throw("8p")), (2, PASS), (1, throw("5p")), (2, WIN))
    assert totals(game) == (0, -4, 4)
    found = under(game, "hubei")
    assert [(one.seat, one.error.row) for one in found.objections] == [(2, "turn.missed.else")]
    assert not found.decided
    assert totals(under(game, "xiaogan").round) == (0, -4, 4)


def test_of_two_winners_only_the_allowed_one_is_paid_and_deals() -> None:
    """A chicken and seven pairs on one tile: 1 + 4 here, only the 4 where a win must be worth 2."""
    game = start((GIVER, CHICKEN_8P, "446699p2244s66z8p"), "7z")
    game = after(game, (0, throw("8p")), (1, WIN), (2, WIN))
    assert (totals(game), game.next_dealer) == ((-5, 1, 4), 0)
    found = under(game, "xiangyang")
    assert [(one.seat, one.error.row) for one in found.objections] == [(1, "may_win.cheap")]
    assert found.decided
    assert (totals(found.round), found.round.next_dealer) == ((-4, 0, 4), 2)


def test_robbing_makes_a_chicken_worth_two() -> None:
    """So it may win off another's tile also where a win must be worth 2."""
    game = PLAYED["robbed"]()
    found = under(game, "xiangyang")
    assert (found.decided, found.objections) == (True, ())
    assert totals(found.round) == totals(game)


@pytest.mark.parametrize(
    ("flow", "field"),
    [
        (Flow(at_table=4, out="watches"), "seats"),
        (Flow(dealer_tiles=13), "deal"),
        (Flow(tail=False), "tail"),
    ],
)
def test_another_table(flow: Flow, field: str) -> None:
    game = PLAYED["revealed"]()
    rules = RoundRules(game.rules.evaluator, replace(FULL, flow=flow))
    with pytest.raises(RoundError) as caught:
        judge_under(game, rules)
    assert (caught.value.code, caught.value.params["field"]) == ("KWX3628", field)


def test_items_tell_what_was_paid_for() -> None:
    game = PLAYED["robbed"]()
    items = items_of(game.rules.evaluator, game.events)
    assert [(one.what, one.seat, one.robbed) for one in items] == [
        ("added", 1, True),
        ("win", 2, False),
    ]
    assert [one for item in items for one in item.transfers] == list(game.ledger.transfers)
    assert items[1].score is not None
    assert items[1].score.value == 2


def test_a_reveal_out_of_turn_that_the_other_variant_does_not_know() -> None:
    """It does not count as one there: nobody pays for it when nobody wins."""
    flow = replace(FULL.flow, reveal_anytime=True)
    rules = RoundRules(town("hubei").evaluator, replace(FULL, flow=flow))
    hands = (GIVER, "13579p135799s67z", "123p123s456s79p55z")
    game = start(hands, "7z", play=replace(FULL, flow=flow))
    game = idle(after(game, (0, throw("7z")), (2, Reveal())))
    own = judge_under(game, rules)
    assert (own.objections, own.round.ledger) == ((), game.ledger)
    assert totals(game) == (1, 1, -2)
    found = under(game, "hubei")
    assert [(one.seat, one.action, one.error.code) for one in found.objections] == [
        (2, "reveal", "KWX3612")
    ]
    assert totals(found.round) == (0, 0, 0)


def test_fouls_have_the_consequences_of_the_other_variant() -> None:
    fouls = {"swap": Foul(may_win=False)}
    strict = RoundRules(
        town("hubei").evaluator, replace(FULL, flow=replace(FULL.flow, fouls=fouls))
    )
    game = start(("123p123s789s55z79p", IDLE, "24568p24568s67z1s"), "8p")
    game = after(game.foul(0, "swap"), (0, WIN))
    assert under(game, "hubei").decided
    found = judge_under(game, strict)
    assert [one.error.row for one in found.objections] == ["fouls.swap"]
    assert not found.decided
