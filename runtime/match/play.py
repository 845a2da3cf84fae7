"""Rounds played by bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bots.by_chance import any_of, is_blind
from ..round.wall import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.bot import Bot
    from ..round.game import Round
    from .match import Match


def play_round(match: Match, bots: Sequence[Bot]) -> Round:
    """The next round of a match, played to its end; `bots` are those of the persons."""
    seeds = match.seeds
    return play_out(match.deal(), [bots[person] for person in match.chairs], seeds)


def play_out(game: Round, bots: Sequence[Bot], seeds: Sequence[int]) -> Round:
    """A round played to its end by the bots of its seats.

    The n-th choice of a seat, counted from 0, is given number n of its seed. Where only one action
    is allowed there is no choice, and nobody is asked.
    """
    chances = [numbers(seed) for seed in seeds]
    blind = [is_blind(bot) for bot in bots]
    while deciding := game.deciding:
        seat = deciding[0]
        actions = game.legal_actions(seat)
        action = actions[0]
        if len(actions) > 1:
            chance = next(chances[seat])
            if blind[seat]:
                action = any_of(actions, chance)
            else:
                action = bots[seat].choose(game.sight(seat), actions, chance)
        game = game.apply(seat, action)
    return game
