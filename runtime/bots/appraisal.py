"""What hands are worth to those who wait with them, and what a discard may cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..memo import Memo
from ..round.state import with_tile

if TYPE_CHECKING:
    from ..round.rules import RoundRules
    from ..round.sight import Sight

_TAILS_LIMIT: Final = 1 << 14
_HANDS_LIMIT: Final = 1 << 14


class Appraisal:
    """Answers for one variant with its options bound."""

    def __init__(self, rules: RoundRules) -> None:
        """Look up the ways of winning that are asked for again and again."""
        evaluator = rules.evaluator
        self._rules = rules
        self._payers = rules.seats - 1
        self._size = rules.size
        self._key = evaluator.key
        self._all = int.from_bytes(bytes([rules.tiles.copies]) * rules.size, "little")
        self._worth: Memo[tuple[bytes, bytes, bool], tuple[tuple[int, int, int], ...]] = Memo(
            self._wins, _HANDS_LIMIT
        )
        self._laid: Memo[bytes, int] = Memo(self._lanes, _TAILS_LIMIT)
        self._drawn = {way: evaluator.verdicts(revealed=way) for way in (False, True)}
        self._fed = {
            (revealed, payer): evaluator.verdicts(
                "discard", revealed=revealed, payer_revealed=payer
            )
            for revealed in (False, True)
            for payer in (False, True)
        }

    def unseen(self, sight: Sight) -> int:
        """How many of each tile may still come, a byte for each position.

        A seat sees its own tiles, all melds, the discards and open hands.
        """
        total = int.from_bytes(sight.counts, "little") + int.from_bytes(sight.river, "little")
        total += sum(map(self._laid.__getitem__, sight.melds))
        for one in sight.open:
            if one.seat != sight.seat:
                total += int.from_bytes(one.counts, "little")
        return self._all - total

    def by_tile(self, unseen: int) -> bytes:
        """How many of each tile may still come."""
        return unseen.to_bytes(self._size, "little")

    def gain(self, counts: bytes, tail: bytes, left: bytes, revealed: bool) -> tuple[int, int]:
        """What a ready hand may bring: by its own draw, and off discards.

        Each tile that may come counts with what would be paid for it, by all others or by one.
        """
        by_draw = by_discard = 0
        for at, drawn, fed in self._worth[counts, tail, revealed]:
            by_draw += left[at] * drawn
            by_discard += left[at] * fed
        return by_draw, by_discard

    def _wins(self, hand: tuple[bytes, bytes, bool]) -> tuple[tuple[int, int, int], ...]:
        """Which tiles a hand waits for, and what is paid for each: drawn, by all; and discarded."""
        counts, tail, revealed = hand
        drawn, fed = self._drawn[revealed], self._fed[revealed, False]
        waits = [self._rules.position[kind] for kind in self._rules.waits(counts + tail)]
        keys = [self._won(counts, tail, at) for at in waits]
        return tuple(
            [
                (at, drawn[key].owed * self._payers, fed[key].owed)
                for at, key in zip(waits, keys, strict=True)
            ]
        )

    def danger(self, sight: Sight, at: int) -> int:
        """What the discard of a tile would cost at once: open hands may win with it.

        What a hand is worth of which only the waits are shown is not known: a stake stands for it.
        """
        kind, revealed = self._rules.kinds[at], self.has_revealed(sight)
        cost = 0
        for one in sight.open:
            if one.seat != sight.seat and kind in one.waits:
                if not any(one.counts):
                    cost += 1
                    continue
                won = self._won(one.counts, sight.melds[one.seat], at)
                cost += self._fed[True, revealed][won].owed
        return cost

    def has_revealed(self, sight: Sight) -> bool:
        """Whether the seat itself lies open."""
        return bool(sight.open) and any(one.seat == sight.seat for one in sight.open)

    def _won(self, counts: bytes, tail: bytes, at: int) -> int:
        """The key of a waiting hand completed with a tile."""
        return self._key(with_tile(counts, at, 1) + bytes([at]) + tail[1:])

    def _lanes(self, tail: bytes) -> int:
        """The tiles of melds, one byte a position."""
        return sum([(4 if byte >> 5 else 3) << 8 * (byte & 31) for byte in tail[1:]])
