"""What many hands wait for: the batch form of `kawuxing.runtime.waits`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ..hand import NO_WIN
from .complete import complete
from .melds import MELD_STATES, OPEN_KONG, PUNG, meld_code
from .quotients import places, quotient, whole_table
from .room import CHUNK
from .words import BITS, BYTE, lanes_of

if TYPE_CHECKING:
    from ..tiles import TileSet
    from .arrays import Flags, Ints, Ints32, Masks
    from .hands import PackedHands
    from .quotients import Quotient
    from .words import Lanes

# What is known of a block, in 32 bits: the places of the tiles that complete it, whether it has a
# pair when it is complete as it stands, and in the sign whether it is.
_PLACES: Final = (1 << 9) - 1
_PAIR: Final = 1 << 9
_COMPLETE: Final = -(1 << 31)
_PAIR_BITS: Final = 16
_SIGN: Final = 31


class _Table(NamedTuple):
    """A block's way from packed counts to what is known of it."""

    lanes: Lanes
    facts: Quotient


class _Room:
    """Arrays to work in, for one chunk of hands."""

    def __init__(self, size: int) -> None:
        self.part, self.cell, self.row = np.empty((3, size), dtype=np.int64)
        arrays = np.empty((5, size), dtype=np.int32)
        self.facts, self.all, self.waits, self.pairs, self.spare = arrays


class WaitMasks:
    """The tables for one tile set."""

    def __init__(self, tiles: TileSet) -> None:
        """Work out what every block can wait for."""
        known: dict[tuple[int, bool], Quotient] = {}
        tables = []
        for block, lanes in zip(tiles.blocks, lanes_of(tiles), strict=True):
            key = (block.length, block.runs)
            if key not in known:
                known[key] = _facts(block.length, tiles.copies, runs=block.runs)
            tables.append(_Table(lanes, known[key]))
        self._tables = tuple(tables)
        self._copies = tiles.copies
        self._owned = _owned(tiles)
        self._ones = sum(1 << BITS * at for at in range(21))
        self._bits = _bits_of_lanes(tiles)

    def of(self, hands: PackedHands) -> Masks:
        """The positions of the tiles that complete each hand.

        Args:
            hands: n hands; one that has won waits for nothing.

        Returns:
            uint32 (n,): bit k for the kind at position k.
        """
        masks = np.zeros(len(hands), dtype=np.uint32)
        melds = bool(hands.melds.any())
        room = _Room(min(CHUNK, len(hands)))
        for start in range(0, len(hands), CHUNK):
            part = slice(start, start + CHUNK)
            if len(hands) - start < CHUNK:
                room = _Room(len(hands) - start)
            words = tuple(word[part].view(np.int64) for word in hands.counts)
            self._sets(words, room)
            self._pairs(words, hands.melds[part] if melds else None, room)
            if melds:
                self._remove_owned(hands.melds[part], room)
            masks[part] = room.waits
        won = hands.wins != NO_WIN
        if won.any():
            masks[won] = 0
        return masks

    def _sets(self, words: tuple[Ints, ...], room: _Room) -> None:
        """Waits for four sets and a pair: for a block, if all the others are complete."""
        facts, spare = room.facts, room.spare
        room.all.fill(-1)
        room.waits.fill(0)
        room.pairs.fill(0)
        for table in self._tables:
            table.facts.find(words, table.lanes, room.cell, (room.part, room.row))
            table.facts.cells.take(room.cell, out=facts, mode="clip")
            if len(self._tables) > 3:
                np.bitwise_and(facts, _PAIR, out=spare)
                np.add(room.pairs, spare, out=room.pairs)
            np.bitwise_and(facts, _PLACES, out=spare)
            np.left_shift(spare, table.lanes.start, out=spare)
            np.bitwise_and(spare, room.all, out=spare)
            np.right_shift(facts, _SIGN, out=facts)
            np.bitwise_and(room.all, facts, out=room.all)
            np.bitwise_and(room.waits, facts, out=room.waits)
            np.bitwise_or(room.waits, spare, out=room.waits)
        if len(self._tables) > 3:
            # A hand of four blocks may have a pair in three and be about to get the fourth.
            room.waits[room.pairs > 2 * _PAIR] = 0

    def _pairs(self, words: tuple[Ints, ...], melds: Masks | None, room: _Room) -> None:
        """Waits for seven pairs: if nothing is melded and one kind is held an odd number of times.

        The counts' lowest bits are three apart, so that those of a second word fit between.
        """
        odd, rest = room.part, room.cell
        np.bitwise_and(words[0], self._ones, out=odd)
        for index, word in enumerate(words[1:], 1):
            np.bitwise_and(word, self._ones, out=rest)
            np.left_shift(rest, index, out=rest)
            np.bitwise_or(odd, rest, out=odd)
        np.subtract(odd, 1, out=rest)
        np.bitwise_and(odd, rest, out=rest)
        single = rest == 0
        if self._copies % 2:  # a kind of which the player has every tile is no wait
            for word in words:
                single &= word & word >> 1 & self._ones == 0
        if melds is not None:
            single &= melds == 0
        where = np.flatnonzero(single)
        if len(where):
            lanes = np.frexp(odd[where].astype(np.float64))[1] - 1
            room.waits[where] |= self._bits[lanes]

    def _remove_owned(self, melds: Masks, room: _Room) -> None:
        """A kind of which the player has every tile is no wait."""
        np.copyto(room.part, melds)
        np.right_shift(room.part, _PAIR_BITS, out=room.cell)
        np.bitwise_and(room.part, (1 << _PAIR_BITS) - 1, out=room.part)
        for pair in (room.part, room.cell):
            self._owned.take(pair, out=room.spare, mode="clip")
            np.bitwise_and(room.waits, room.spare, out=room.waits)


def _facts(kinds: int, copies: int, *, runs: bool) -> Quotient:
    """What is known of all blocks of some kinds."""
    whole = whole_table(kinds)
    for (_, pairs), codes in complete(kinds, copies, runs=runs).items():
        whole[places(codes, kinds)] |= _COMPLETE | _PAIR * pairs
        for at in range(kinds):
            held = codes[(codes >> BITS * at & 7) > 0] - (1 << BITS * at)
            whole[places(held, kinds)] |= 1 << at
    return quotient(whole, kinds)


def _owned(tiles: TileSet) -> Ints32:
    """By the bytes of two melds a mask with 0 for the kinds of which the player has every tile."""
    single = np.full(BYTE, -1, dtype=np.int32)
    for at in range(len(tiles.kinds)):
        for state in range(MELD_STATES):
            held = 4 if state >= OPEN_KONG else 3 if state == PUNG else 4
            if held >= tiles.copies:
                single[meld_code(at, state)] = ~(1 << at)
    return (single[:, None] & single).reshape(-1)


def _bits_of_lanes(tiles: TileSet) -> Ints32:
    """For the lowest bit of each count, second words shifted by one, the mask of its kind."""
    bits = np.zeros(BITS * 21, dtype=np.int32)
    for lanes in lanes_of(tiles):
        for at in range(lanes.kinds):
            bits[lanes.shift + BITS * at + lanes.word] = 1 << lanes.start + at
    return bits


@lru_cache(maxsize=16)
def wait_masks(tiles: TileSet) -> WaitMasks:
    """The shared tables of a tile set."""
    return WaitMasks(tiles)


def flags(masks: Masks, tiles: TileSet) -> Flags:
    """Masks spelled out: bool (n, kinds)."""
    positions = np.arange(len(tiles.kinds), dtype=np.uint32)
    return (masks[:, None] >> positions & np.uint32(1)).astype(np.bool_)
