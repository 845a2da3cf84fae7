"""From hands to the numbers of their signatures: what rules can tell apart.

Hands with the same signature are worth the same in every way of winning. The tables are those of
one variant with its options bound; they fill themselves as hands come by.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..packed_readings import ALONE, PAIRS, SETS, SEVEN, WINS, field
from .concealed import Concealed
from .joins import Join
from .melded import MeldedTables
from .room import CHUNK, Room

if TYPE_CHECKING:
    from ..program import Program
    from ..suits import SuitCounts
    from .arrays import Ints32
    from .blocks import Content
    from .hands import PackedHands
    from .melds import Melded


class Signature(NamedTuple):
    """Hands that rules cannot tell apart.

    Attributes:
        vectors: the packed readings, ascending; none if the hand is not complete.
        kong: whether a kong lies melded, so that a replacement tile may have won.
        alone: whether the player has no other tile of the winning kind, so that it may have been
            robbed from a kong.
    """

    vectors: tuple[int, ...]
    kong: bool
    alone: bool


class Signatures:
    """The tables of one variant with its options bound.

    Attributes:
        found: the signatures met so far, by number from 1.
    """

    def __init__(self, program: Program[Any], options: object, suits: SuitCounts) -> None:
        """Work out the classes of blocks and melds.

        Args:
            program: whose rules are asked.
            options: its options, bound.
            suits: which numbers of tiles of a suit the rules tell apart.
        """
        self._suits = suits
        self._program, self._options = program, options
        self._lock = Lock()
        self._concealed = Concealed(program, options, suits)
        self._melded = MeldedTables(program, options, suits, self._concealed.common)
        self._join: Join[Content, Melded, Signature] = Join(
            self._concealed.made, self._melded.made, self._sign, grows=True
        )
        self.found = self._join.made

    def of(self, hands: PackedHands) -> Ints32:
        """The number of each hand's signature, as int32 (n,)."""
        numbers = np.empty(len(hands), dtype=np.int32)
        melds = bool(hands.melds.any())
        room = Room(min(CHUNK, len(hands)))
        for start in range(0, len(hands), CHUNK):
            part = hands[start : start + CHUNK]
            if len(part) < CHUNK:
                room = Room(len(part))
            room.load(part.counts, part.wins, part.melds if melds else None)
            self._run(room, melds=melds, learn=False)
            if not room.out.all():
                with self._lock:
                    self._run(room, melds=melds, learn=True)
            numbers[start : start + CHUNK] = room.out
        return numbers

    def _run(self, room: Room, *, melds: bool, learn: bool) -> None:
        """Put the numbers of a chunk of hands out."""
        self._concealed.numbers(room, learn=learn)
        self._melded.numbers(room, melds=melds, learn=learn)
        self._join.pass_through(room.left, room.right, room.out, learn=learn)

    def _sign(self, concealed: Content, melded: Melded) -> Signature:
        """The signature of a hand put together of its concealed tiles and its melds."""
        standard, even = concealed
        wholes = [vector + melded.vector for vector in standard]
        wholes = [one for one in wholes if field(one, SETS, 3) == 4 and field(one, PAIRS, 3) == 1]
        if even is not None and not melded.any:
            wholes.append(even + melded.vector + (1 << SEVEN))
        alone = field(melded.vector, ALONE, 1)
        known = (1 << WINS) + (alone << ALONE)
        reduced = {self._suits.reduced(one, self._suits.least) - known for one in wholes}
        vectors = self._program.told(sorted(reduced), self._options)
        return Signature(vectors, melded.kong, bool(alone))
