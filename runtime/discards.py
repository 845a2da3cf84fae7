"""The discards that leave a hand that waits.

Hardly any hand has one. What the blocks of a hand are and may become when one of their tiles is
gone tells nearly all others apart, and of that there are a few hundred things to know.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from .memo import NUMBERING, Memo
from .waits import facts_of, facts_without, is_ready, wait_table

if TYPE_CHECKING:
    from .tiles import Block, TileSet

_BLOCK_LIMIT: Final = 1 << 16
_GONE_LIMIT: Final = 1 << 13
_HAND_LIMIT: Final = 1 << 16
_BITS: Final = 16  # of the number of a form
_PAIRS_NEARLY: Final = 2  # kinds that are half of a pair in a hand that is nearly seven pairs


class Form(NamedTuple):
    """What matters of a block.

    Attributes:
        odd: kinds of which it has an odd number.
        facts: what its waits depend on (see `waits`).
        less: what these may be when one tile is gone.
    """

    odd: int
    facts: int
    less: tuple[int, ...]


class Wanted(NamedTuple):
    """What a discard must lead to.

    Attributes:
        facts: for each block the facts without a tile that may leave waits.
        sure: whether they do leave some: what is waited for may all lie in the player's own melds,
            and pairs are another matter.
    """

    facts: tuple[tuple[int, ...], ...]
    sure: bool


class DiscardTable:
    """Discards of the packed hands of one tile set; fills itself as hands come by."""

    def __init__(self, tiles: TileSet) -> None:
        """Start with empty tables; blocks that are made alike share one."""
        self._waiting = wait_table(tiles)
        cuts = [slice(block.start, block.start + block.length) for block in tiles.blocks]
        made = [(block.length, block.runs) for block in tiles.blocks]
        alike = {
            one: (
                Memo(partial(self._number, block, tiles.copies), _BLOCK_LIMIT),
                Memo(partial(_leading_to, block, tiles.copies), _GONE_LIMIT),
            )
            for one, block in zip(made, tiles.blocks, strict=True)
        }
        self._blocks = tuple([(cut, alike[one][0]) for cut, one in zip(cuts, made, strict=True)])
        self._leading_to = tuple(
            [(cut, alike[one][1]) for cut, one in zip(cuts, made, strict=True)]
        )
        self._forms: list[Form] = []
        self._numbers: dict[Form, int] = {}
        self._wanted: Memo[int, Wanted | None] = Memo(self._ready_facts, _HAND_LIMIT)
        self._last: tuple[bytes, bytes, tuple[int, ...]] = (b"", b"", ())

    def ready(self, counts: bytes, tail: bytes) -> tuple[int, ...]:
        """The positions of the tiles without which a hand of 3n+2 tiles waits, ascending.

        A hand is asked about when its discards are listed and again when one is made; so the last
        answer is kept.

        Args:
            counts: the concealed tiles.
            tail: the rest of the packed hand.
        """
        last = self._last
        if last[0] == counts and last[1] == tail:
            return last[2]
        hand = int(len(tail) > 1)
        for cut, numbers in self._blocks:
            hand = hand << _BITS | numbers[counts[cut]]
        wanted = self._wanted[hand]
        found = self._found(counts, tail, wanted) if wanted else ()
        self._last = counts, tail, found
        return found

    def _found(self, counts: bytes, tail: bytes, wanted: Wanted) -> tuple[int, ...]:
        """The same, where facts of each block are wanted: those discards that lead to them."""
        found: list[int] = []
        for (cut, leading_to), facts in zip(self._leading_to, wanted.facts, strict=True):
            if facts:
                ranks = leading_to[counts[cut]]
                for one in facts:
                    found += [cut.start + rank for rank in ranks[one]]
        found.sort()
        packed = counts + tail
        if wanted.sure or (len(tail) > 1 and not self._waiting.owned(packed)):
            return tuple(found)
        waits = self._waiting.waits
        rests = [packed[:at] + bytes([packed[at] - 1]) + packed[at + 1 :] for at in found]
        return tuple([at for at, rest in zip(found, rests, strict=True) if waits(rest)])

    def _number(self, block: Block, copies: int, key: bytes) -> int:
        """The number of a block's form."""
        odd = sum([count % 2 for count in key])
        less = {*facts_without(block, copies, key)} - {-1}
        form = Form(odd, facts_of(block, copies, key), tuple(sorted(less)))
        with NUMBERING:
            number = self._numbers.setdefault(form, len(self._forms))
            if number == len(self._forms):
                self._forms.append(form)
        return number

    def _ready_facts(self, hand: int) -> Wanted | None:
        """What is wanted of the discards of a hand, if any discard may leave waits."""
        blocks: list[Form] = []
        for _ in self._blocks:
            hand, number = divmod(hand, 1 << _BITS)
            blocks.insert(0, self._forms[number])
        if not hand and sum([one.odd for one in blocks]) <= _PAIRS_NEARLY:
            return Wanted(tuple([one.less for one in blocks]), False)
        facts = sum([one.facts for one in blocks])
        found = [
            tuple([then for then in one.less if is_ready(facts - one.facts + then)])
            for one in blocks
        ]
        return Wanted(tuple(found), not hand) if any(found) else None


def _leading_to(block: Block, copies: int, key: bytes) -> dict[int, bytes]:
    """The ranks of a block's tiles, by the facts of the block without one of them."""
    found: dict[int, list[int]] = {}
    for rank, facts in enumerate(facts_without(block, copies, key)):
        if facts >= 0:
            found.setdefault(facts, []).append(rank)
    return {facts: bytes(ranks) for facts, ranks in found.items()}


@lru_cache(maxsize=16)
def discard_table(tiles: TileSet) -> DiscardTable:
    """The shared table of a tile set."""
    return DiscardTable(tiles)
