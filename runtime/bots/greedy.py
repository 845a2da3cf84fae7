"""A bot that wants to be ready soon and with much to wait for; nothing else matters to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..round.actions import PASS, PUNG, Discard, Give, Kong, Win
from ..round.kongs import after_kong
from ..round.state import EXCHANGE, TURN, laid, with_tile
from .appraisal import Appraisal
from .nearness import READY, nearness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..round.actions import Action
    from ..round.rules import RoundRules
    from ..round.sight import Sight
    from .nearness import Best


class Greedy:
    """Wins when it can; comes nearer to ready with every discard and pung; kongs for the money.

    Of discards that leave it as near, it takes the one after which most tiles help; when it is
    ready, the tiles that may come count with what they would bring. A kong must not throw it back.
    It never reveals.
    """

    def __init__(self, rules: RoundRules) -> None:
        """Prepare what is remembered of a variant's hands."""
        self.rules = rules
        self.eye = Appraisal(rules)
        self.near = nearness(rules.tiles)

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        """A win, else a kong or pung that helps, else the best discard, or a pass."""
        first = actions[0]
        if isinstance(first, Win):
            return first
        if sight.phase is TURN:
            return self._act(sight, actions, first, chance)
        if sight.phase is EXCHANGE:
            return self._gift(sight, actions, chance)
        return self._answer(sight, actions, sight.melds[sight.seat])

    def _gift(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        """What leaves the hand nearest to ready, before it is known what comes."""

        def away(action: Action) -> int:
            counts = bytearray(sight.counts)
            for kind in action.tiles if isinstance(action, Give) else ():
                counts[self.rules.position[kind]] -= 1
            return self.near.away(bytes(counts), sight.melds[sight.seat])

        found = [away(action) for action in actions]
        least = min(found)
        ties = [action for action, one in zip(actions, found, strict=True) if one == least]
        return ties[chance * len(ties) >> 64]

    def _act(self, sight: Sight, actions: Sequence[Action], first: Action, chance: int) -> Action:
        tail, kongs = sight.melds[sight.seat], isinstance(first, Kong)
        if kongs and not isinstance(actions[-1], Discard):
            return first  # announced, and must be made
        if sight.open and self.eye.has_revealed(sight):
            held = with_tile(sight.counts, sight.drawn, -1)
            return self._kong(sight, actions, tail, (held, READY)) or actions[-1]
        best = self.near.best(sight.counts, tail)
        if kongs:
            away, found = best
            held = with_tile(sight.counts, found[0], -1)
            if kong := self._kong(sight, actions, tail, (held, away)):
                return kong
        return self.discard(sight, actions, best, chance)

    def discard(self, sight: Sight, actions: Sequence[Action], best: Best, chance: int) -> Action:
        """Which of the best discards to make."""
        ties = self.likeliest(sight, best)
        return self.rules.discards[ties[chance * len(ties) >> 64]]

    def likeliest(self, sight: Sight, best: Best) -> Sequence[int]:
        """Of the positions that leave the hand equally near, those after which most can come."""
        away, found = best
        if len(found) == 1:
            return found
        eye, counts, tail = self.eye, sight.counts, sight.melds[sight.seat]
        unseen = eye.unseen(sight)
        if away > READY:
            return self.near.likeliest(counts, tail, best, unseen)
        left = eye.by_tile(unseen)
        gains = [sum(eye.gain(with_tile(counts, at, -1), tail, left, False)) for at in found]
        most = max(gains)
        return [at for at, gain in zip(found, gains, strict=True) if gain == most]

    def _kong(
        self,
        sight: Sight,
        actions: Sequence[Action],
        tail: bytes,
        now: tuple[bytes, int],
    ) -> Kong | None:
        """A kong that does not hurt: the hand is as near after it, and brings as much if ready."""
        held, away = now
        for action in actions:
            if not isinstance(action, Kong):
                break
            at = self.rules.position[action.tile]
            counts, melds = after_kong(sight.counts, tail, action.kind, at)
            after = self.near.away(counts, melds)
            if after < away or (after == away and away > READY):
                return action
            if after == away:
                left = self.eye.by_tile(self.eye.unseen(sight))
                open_ = self.eye.has_revealed(sight)
                before = self.eye.gain(held, tail, left, open_)
                if sum(self.eye.gain(counts, melds, left, open_)) >= sum(before):
                    return action
        return None

    def _answer(self, sight: Sight, actions: Sequence[Action], tail: bytes) -> Action:
        away = self.near.away(sight.counts, tail)
        if kong := self._kong(sight, actions, tail, (sight.counts, away)):
            return kong
        if away > READY and PUNG in actions:
            counts = with_tile(sight.counts, sight.tile, -2)
            after, _ = self.near.best(counts, laid(tail, sight.tile))
            if after < away:
                return PUNG
        return self.leave(sight, actions)

    def leave(self, sight: Sight, actions: Sequence[Action]) -> Action:
        """What to do about a tile that does not help."""
        return PASS if actions[-1] == PASS else actions[-1]
