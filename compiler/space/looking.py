"""Looks at hands one by one and counts their signatures. Needs NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.batch.signatures import Signatures
from ...runtime.suits import SuitCounts
from .every_hand import EveryHand
from .signatures import Signature, witness_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.batch.arrays import Flags, Ints, Ints32
    from ...runtime.program import Program

_LAST = np.iinfo(np.int64).max


class Looking:
    """All won hands of a program's tiles, looked at one after the other.

    Attributes:
        hands: the hands.
        seen: how many (hand, winning tile) have been looked at.
    """

    def __init__(
        self, program: Program[Any], options: object, suit_classes: Sequence[Sequence[int]]
    ) -> None:
        """Begin; the arguments are those of `stream`."""
        self.hands = EveryHand(program.tiles)
        self.seen = 0
        self._signatures = Signatures(program, options, SuitCounts(suit_classes))
        self._chunks = self.hands.chunks()
        # By the number of a signature: how many there are, and the least, as of `EveryHand`.
        self._numbers = np.zeros(0, dtype=np.int64)
        self._least = np.zeros((0, 0), dtype=np.int64)

    def __len__(self) -> int:
        """How many signatures have been met."""
        return len(self._signatures.found)

    def step(self) -> bool:
        """Look at some more hands; whether there were any."""
        chunk = next(self._chunks, None)
        if chunk is None:
            return False
        hands, order = chunk
        numbers = self._signatures.of(hands)
        self._make_room(len(order))
        self._numbers += np.bincount(numbers, minlength=len(self._numbers))
        self._keep_least(numbers, order)
        self.seen += len(hands)
        return True

    def signatures(self) -> tuple[Signature, ...]:
        """What has been met, the least witness first."""
        found = [
            Signature(
                one.vectors,
                one.kong,
                one.alone,
                int(self._numbers[number]),
                self.hands.witness(self._least[:, number].tolist()),
            )
            for number, one in enumerate(self._signatures.found.things, 1)
            if number < len(self._numbers) and self._numbers[number]
        ]
        return tuple(sorted(found, key=lambda one: witness_order(one.witness)))

    def _make_room(self, orders: int) -> None:
        """Make room for the signatures met for the first time."""
        room = len(self._numbers)
        if len(self) >= room:
            more = 2 * len(self) + 1 - room
            self._numbers = np.concatenate([self._numbers, np.zeros(more, dtype=np.int64)])
            unknown = np.full((orders, more), _LAST, dtype=np.int64)
            self._least = np.concatenate([self._least.reshape(orders, -1), unknown], axis=1)

    def _keep_least(self, numbers: Ints32, order: Ints) -> None:
        """Keep the least hand of each signature."""
        earlier = np.flatnonzero(_before(order, self._least[:, numbers]))
        if len(earlier):
            order, numbers = order[:, earlier], numbers[earlier]
            sorted_ = np.lexsort((*order[::-1], numbers))
            different, firsts = np.unique(numbers[sorted_], return_index=True)
            self._least[:, different] = order[:, sorted_[firsts]]


def _before(order: Ints, other: Ints) -> Flags:
    """Which places in the order come before others."""
    found: Flags = order[-1] < other[-1]
    for own, least in zip(order[-2::-1], other[-2::-1], strict=True):
        found = (own < least) | ((own == least) & found)
    return found
