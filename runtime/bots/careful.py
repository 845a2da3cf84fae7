"""A bot that plays as people advise each other: it reveals when that pays, and feeds nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..round.actions import Discard, Reveal
from ..round.state import with_tile
from .greedy import Greedy
from .nearness import READY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..round.actions import Action
    from ..round.sight import Sight
    from .nearness import Best

_ENOUGH: Final = 2  # tiles that must be left to wait for
_TURNS: Final = 3  # draws of its own that must be left
_SUITED: Final = 27  # the kinds below are of suits, nine to each
_MIDDLE: Final = 4


class Careful(Greedy):
    """Goes for ready as the greedy one does, and looks at the others too.

    * It reveals as soon as it is ready (S2-073), if it is paid more that way than hidden although
      others will keep the tile back (S3-227). Another open hand makes it shy: it could not dodge it
      any more.
    * It never throws what an open hand waits for if it can help it, though its own hand falls back:
      a small hand is not worth a big payment (S2-079, S3-062), and a hand without paying is a won
      hand (S3-064).
    * Of discards that are as good it throws what most of is seen already, which feeds the fewest
      pungs (S3-170); then dragons (S3-059); then the tile nearer to the middle, an eight before a
      nine (S3-060).
    """

    def discard(self, sight: Sight, actions: Sequence[Action], best: Best, chance: int) -> Action:
        """A safe discard, with a reveal if that pays."""
        best = self._safe(sight, best)
        left = self.eye.by_tile(self.eye.unseen(sight))
        kinds = self.rules.kinds
        at = max(self.likeliest(sight, best), key=lambda at: (-left[at], *_useless(kinds[at]), at))
        if best[0] == READY:
            reveal = Discard(kinds[at], reveal=True)
            rest = with_tile(sight.counts, at, -1)
            if reveal in actions and self._pays(sight, rest, left):
                return reveal
        return self.rules.discards[at]

    def leave(self, sight: Sight, actions: Sequence[Action]) -> Action:
        """Pass, or reveal where the variant allows it out of turn."""
        reveal = Reveal()
        if reveal in actions:
            left = self.eye.by_tile(self.eye.unseen(sight))
            if self._pays(sight, sight.counts, left):
                return reveal
        return super().leave(sight, actions)

    def _safe(self, sight: Sight, best: Best) -> Best:
        """The best of the discards that cost least at once."""
        waits = {kind for one in sight.open if one.seat != sight.seat for kind in one.waits}
        kinds, counts, tail = self.rules.kinds, sight.counts, sight.melds[sight.seat]
        if not any(counts[at] and kind in waits for at, kind in enumerate(kinds)):
            return best
        held = [at for at, count in enumerate(counts) if count]
        away, found = best
        if safe := [at for at in found if kinds[at] not in waits]:
            return away, tuple(safe)
        safe = _least(held, [self.eye.danger(sight, at) for at in held])
        left = [self.near.away(with_tile(counts, at, -1), tail) for at in safe]
        return min(left), tuple(_least(safe, left))

    def _pays(self, sight: Sight, counts: bytes, left: bytes) -> bool:
        """Whether to lay open a hand that waits; `left` of each tile may still come.

        A tile others draw is thrown to a hidden hand every other time, to an open one hardly ever.
        """
        rules, tail, others = self.rules, sight.melds[sight.seat], self.rules.seats - 1
        waits = [rules.position[kind] for kind in rules.waits(counts + tail)]
        if sum([left[at] for at in waits]) < _ENOUGH or sight.left < _TURNS * rules.seats:
            return False
        by_draw, by_discard = self.eye.gain(counts, tail, left, False)
        hidden = 8 * by_draw + 4 * others * by_discard
        by_draw, by_discard = self.eye.gain(counts, tail, left, True)
        shown = 8 * by_draw + others * by_discard
        return shown > (2 * hidden if sight.open else hidden)


def _least(positions: Sequence[int], costs: Sequence[int]) -> list[int]:
    """The positions that cost least."""
    least = min(costs)
    return [at for at, cost in zip(positions, costs, strict=True) if cost == least]


def _useless(kind: int) -> tuple[bool, int]:
    """How gladly a tile is thrown if nothing else speaks for it: dragons, then the middle."""
    if kind >= _SUITED:
        return True, 0
    return False, -abs(kind % 9 - _MIDDLE)
