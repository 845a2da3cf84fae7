"""A kong of the last tile, where a variant allows it, that is robbed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kawuxing.runtime.match.play import play_out
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.round.actions import PASS, PUNG, WIN
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.under import judge_under

from ....oracle.brute_force import judge
from .tables import FULL, after, idle, idle_until, kong, last, start, throw, totals, town, types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.round.sight import Sight

ANY_KONG = replace(FULL, may_kong=lambda _asked, _options: (True, 0))
ROBBER = "555666z77z222s79s"


class Eager:
    """A bot that does what stands first: it wins, or else makes a kong."""

    def choose(self, _sight: Sight, actions: Sequence[Action], _chance: int) -> Action:
        return actions[0]


def before() -> Round:
    """Nothing is left to draw; seat 0 has just drawn 8s, for which seat 1 waits, to its pung."""
    hands = ("12345679p124s88s", ROBBER, "8s13579p1357s567z")
    game = after(start(hands, "7z", "8s", play=ANY_KONG), (0, throw("7z")), (1, PASS))
    game = after(idle_until(game, 2), (2, throw("8s")), (0, PUNG), (1, PASS), (0, throw("4s")))
    return idle(game, left=0)


def test_who_robs_it_has_not_won_on_the_last_tile() -> None:
    """Nobody has thrown that tile away, and who wins on it has not drawn it."""
    game = after(before(), (0, kong("added", "8s")), (1, WIN))
    verdict = judge("hubei", f"{ROBBER} +8s", by="discard", events=["robbing"], chain=1)
    won = last(game, "win")
    assert (won["events"], won["value"]) == (["robbing"], verdict.value)
    assert types(game)[-4:] == ["kong", "win", "transfer", "end"]
    assert totals(game) == (-verdict.owed, verdict.owed, 0)
    assert [one.robbed for one in game.state.kongs] == [True]


def test_logs_and_judgements_of_it_say_the_same() -> None:
    game = after(before(), (0, kong("added", "8s")), (1, WIN))
    assert replay(game.rules, game.log()) == game
    assert judge_under(game, game.rules).round.ledger == game.ledger
    (objection,) = judge_under(game, town("hubei")).objections
    assert (objection.action, objection.error.row) == ("kong", "turn.kong.last_tile")


def test_settling_it_gives_the_same_payments() -> None:
    game = after(before(), (0, kong("added", "8s")), (1, WIN))
    settled = game.rules.evaluator.settle(
        {
            "players": 3,
            "dealer": 0,
            "kongs": [{"by": 0, "kind": "added", "tile": "8s", "chain": 1, "robbed": True}],
            "end": {
                "kind": "win",
                "wins": [
                    {
                        "seat": 1,
                        "hand": ROBBER,
                        "win": "8s",
                        "by": "discard",
                        "from": 0,
                        "events": ["robbing"],
                        "chain": 1,
                    }
                ],
            },
        }
    )
    assert settled.transfers == game.ledger.transfers
    assert settled.next_dealer == game.next_dealer


def test_bots_that_rob_it_end_the_round_in_both_loops() -> None:
    game = after(before(), (0, kong("added", "8s")), (1, WIN))
    bots, seeds = [Eager()] * 3, (1, 2, 3)
    assert play_out(before(), bots, seeds) == game
    assert Quick(game.rules).play_out(before(), bots, seeds) == game
