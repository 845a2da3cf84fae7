"""Rounds played by bots, as `play_out` plays them, in a fraction of the time.

Most of a round is alike: a tile is drawn, one is thrown away, nobody wants it or somebody may have
it for a pung. That changes a few lists in place here. As soon as anything else is possible, the
state of the round is put together and the rules of `round` take over; so the outcome is the same
state, event by event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..round.apply import apply_action
from ..round.game import Round
from ..round.legal import deciding, legal_actions
from ..round.sight import sight_of
from ..round.state import OVER, TURN
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.bot import Bot
    from ..round.rules import RoundRules
    from ..round.state import State
    from .match import Match


class Quick:
    """Plays rounds of one variant; made once for all of them."""

    def __init__(self, rules: RoundRules) -> None:
        """Start without a table."""
        self.rules = rules
        self._free: list[Table] = []
        self._others: dict[int, Quick] = {}

    def play_round(self, match: Match, bots: Sequence[Bot]) -> Round:
        """The next round of a match, played to its end; `bots` are those of the persons."""
        seeds = match.seeds
        game, players = match.deal(), [bots[person] for person in match.chairs]
        return self._under(game.rules).play_out(game, players, seeds)

    def _under(self, rules: RoundRules) -> Quick:
        """Who plays with other dice, or numbers carried from the rounds before."""
        if rules is self.rules:
            return self
        if id(rules) not in self._others:
            self._others[id(rules)] = Quick(rules)
        return self._others[id(rules)]

    def play_out(self, game: Round, bots: Sequence[Bot], seeds: Sequence[int]) -> Round:
        """A round played to its end by the bots of its seats; see `play.play_out`."""
        table, state = self._a_table(), game.state
        table.sit(state.setup, bots, seeds)
        while state.phase is not OVER:
            state = table.turns(state) if state.phase is TURN else self._decide(table, state)
        self._free.append(table)
        return Round(game.rules, state)

    def _a_table(self) -> Table:
        """A table at which nobody sits; other threads, and bots that try rounds, have theirs."""
        try:
            return self._free.pop()
        except IndexError:
            return Table(self.rules)

    def _decide(self, table: Table, state: State) -> State:
        """Let somebody decide who is not in their turn."""
        rules, number = self.rules, deciding(state)[0]
        actions = legal_actions(rules, state, number)
        action = actions[0]
        if len(actions) > 1:
            seat = table.seats[number]
            action = seat.bot.choose(sight_of(state, number), actions, seat.chance())
        return apply_action(rules, state, number, action)
