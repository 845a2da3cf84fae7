"""Who deals next by who drew last, who is the odd one out, and how many have paid or wait."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.api import load
from kawuxing.compiler.flow import situation_text, situations
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.events import Drew, Paid
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.situations import HandEnded

from ..compiler.diff.variants import core_of

if TYPE_CHECKING:
    from kawuxing.runtime.evaluator import Evaluator
    from kawuxing.runtime.round.game import Round

HEAD = """\
kawuxing: 1
variant: chairs
name: {zh: 坐庄, en: Chairs}
extends: hubei
"""
DRAWN = """\
pay:
  drawn:
    - {id: idle, when: not payer.ready and payee.ready, pay: 1, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
"""
DEAR = """\
may_win:
  - {id: cheap, when: product < 4, allowed: false, assumed: test}
  - {id: else, allowed: true, assumed: test}
"""
KEPT = """\
turn:
  kong:
    kept:
      before: else
      when: konger.revealed and not kong.keeps_ready
      allowed: false
      assumed: test
  pung:
    shown: {before: else, when: punger.revealed, allowed: false, assumed: test}
"""
"""Rules under which nothing spoils a hand that has been revealed."""
WAITS = "112233445566p7z"
ALSO = "112233445566s7z"
THIRD = "778899p778899s7z"
IDLE = "124578p134679s5z"


def chairs(word: str, pay: str = "") -> str:
    return f"{HEAD}{pay}dealer:\n  - {{id: any, next: {word}, assumed: test}}\n"


@cache
def rules(text: str) -> Evaluator[Any]:
    return load(text)


def dealt(text: str, revealed: tuple[int, ...] = (), **end: object) -> int | None:
    given: dict[str, object] = {"players": 3, "dealer": 0, "revealed": list(revealed)}
    done: int | None = rules(text).settle({**given, "end": {"kind": "drawn", **end}}).next_dealer
    return done


def test_a_settled_round_says_who_drew_last_or_does_not() -> None:
    assert dealt(chairs("last_drawer"), last_drawer=2) == 2
    assert dealt(chairs("last_drawer")) is None
    with pytest.raises(HandError) as told:
        dealt(chairs("last_drawer"), last_drawer=3)
    assert (told.value.code, told.value.field) == ("KWX3503", "end.last_drawer")


def test_hands_must_be_told_only_where_who_waits_may_deal() -> None:
    assert dealt(chairs("odd_revealed"), (2, 1)) == 0
    assert dealt(chairs("odd_revealed"), (2,)) == 2
    with pytest.raises(HandError) as told:
        dealt(chairs("odd_ready"))
    assert told.value.code == "KWX3533"
    assert dealt(chairs("odd_ready"), hands=[WAITS, IDLE, ALSO]) == 1
    assert dealt(chairs("odd_ready"), hands=[IDLE, IDLE, WAITS]) == 2
    assert dealt(chairs("odd_ready"), hands=[WAITS, ALSO, THIRD]) == 0


def test_the_odd_one_among_those_who_pay() -> None:
    text = chairs("odd_payer", DRAWN)
    assert dealt(text, hands=[WAITS, IDLE, ALSO]) == 1
    assert dealt(text, hands=[IDLE, IDLE, WAITS]) == 2
    assert dealt(text, hands=[IDLE, IDLE, IDLE]) == 0


def last_drawer(game: Round) -> int:
    return [one.seat for one in game.events if isinstance(one, Drew)][-1]


def waiting(game: Round) -> list[int]:
    return [seat for seat in range(3) if not game.state.winners and game.state.waits[seat]]


def payers(game: Round) -> set[int]:
    paid = [one.transfer for one in game.events if isinstance(one, Paid)]
    return {one.payer for one in paid if not one.rule.startswith("pay.kong")}


def odd(those: set[int]) -> int | None:
    for group in (those, {0, 1, 2} - those):
        if len(group) == 1:
            return group.pop()
    return None


@pytest.mark.parametrize("word", ["last_drawer", "odd_revealed", "odd_ready", "odd_payer"])
def test_rounds_that_are_played_know_it_themselves(word: str) -> None:
    """Both loops, and the replay of the log, against what the events of the round say."""
    played = RoundRules(rules(chairs(word, DRAWN + DEAR)))
    bots = [BOTS["careful"](played)] * 3
    quick = Quick(played)
    seen = set()
    for seed in range(40 if word == "odd_ready" else 16):
        match = Match.new(played, seed)
        game = quick.play_round(match, bots)
        expected = {
            "last_drawer": last_drawer(game),
            "odd_revealed": odd(set(game.state.revealed)),
            "odd_ready": odd(set(waiting(game))),
            "odd_payer": odd(payers(game)),
        }[word]
        assert game.next_dealer == (match.dealer if expected is None else expected)
        if seed < 3:
            assert game == play_round(match, bots)
            assert replay(played, game.log()).next_dealer == game.next_dealer
        seen.add((expected is None, bool(game.state.winners)))
    assert {won for _, won in seen} == {True, False}
    assert {nobody for nobody, _ in seen} == {False, *({True} if word != "last_drawer" else ())}


def ends(row: str, more: str = "") -> set[HandEnded]:
    rows = f"dealer: {{some: {{place: last, when: {row}, next: dealer, assumed: test}}}}\n"
    found = situations("dealer", [core_of(HEAD + DRAWN + more + rows)])
    return {one for one in found if isinstance(one, HandEnded)}


def test_only_what_is_asked_is_told_apart() -> None:
    plain = ends("kongs == 0")
    assert {(one.payers, one.ready) for one in plain} == {(0, 0)}
    paid = ends("payers == 1")
    drawn, won = ({one for one in paid if bool(one.winners) is some} for some in (False, True))
    assert {one.payers for one in drawn} == {0, 1, 2, 3}
    # a self-draw is paid by both others, a discard by one, of two winners neither pays
    assert {(one.winners, one.dealer_lost, one.payers) for one in won} == {
        (1, False, 2),
        (1, True, 2),
        (1, False, 1),
        (1, True, 1),
        (2, False, 1),
        (2, True, 1),
    }


@pytest.mark.parametrize(("kept", "least"), [("", 0), (KEPT, 1)])
def test_who_has_revealed_waits_unless_a_kong_may_spoil_the_hand(kept: str, least: int) -> None:
    found = ends("ready == 2", kept)
    expected = {(True, shown, 0) for shown in range(4)}
    expected |= {(False, shown, wait) for shown in range(4) for wait in range(least * shown, 4)}
    assert {(one.winners > 0, one.revealed, one.ready) for one in found} == expected


def test_an_end_is_told_with_what_is_counted() -> None:
    assert situation_text(HandEnded(0, False, False, 0, 0, 1, 2)) == (
        "winners == 0 and revealed == 0 and kongs == 0 and payers == 1 and ready == 2"
    )
