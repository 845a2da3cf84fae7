"""Between hands as rows of small numbers and hands as words.

Rows are as packed hands are: as many counts as the tile set has kinds, the position of the winning
tile (255 for none), and four meld bytes (255 for none, at the end). Words hold besides what rules
ask about melds and the winning tile together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ..hand import MAX_MELDS, NO_WIN
from .blocks import PUNGED
from .melds import MELD_STATES, meld_code
from .words import BITS, BYTE, WIN_STATES, lanes_of, words_of

if TYPE_CHECKING:
    from ..tiles import TileSet
    from .arrays import Bytes, Flags, Ints, Masks, Words

NO_MELD: Final = 255
_WAITING: Final = 13
_PUNGS: Final = 32
"""The meld bytes of exposed pungs are less."""
_POSITION: Final = 31
_STATE_TYPES: Final = (0, 0, 0, 1, 2)


class Rows(NamedTuple):
    """Hands as rows of small numbers.

    Attributes:
        counts: uint8 (n, kinds), concealed tiles, the winning one among them.
        melds: uint8 (n, up to 4), meld bytes.
        wins: uint8 (n,), positions of winning tiles.
    """

    counts: Bytes
    melds: Bytes
    wins: Bytes


class Coded(NamedTuple):
    """Hands as words.

    Attributes:
        counts: uint64 (words, n), three bits a kind.
        melds: uint32 (n,), four bytes as of `melds.meld_code`, the first meld lowest.
        wins: uint8 (n,), 5 times the position of the winning tile plus its state; 255 for none.
    """

    counts: Words
    melds: Masks
    wins: Bytes


def encode(rows: Rows, tiles: TileSet) -> tuple[Coded, Flags]:
    """Hands as words, and which of them cannot be: their words mean nothing.

    A hand that can be has won or waits.
    """
    size, copies = len(tiles.kinds), tiles.copies
    first = np.arange(0, rows.counts.size, size, dtype=np.int64)
    counts, total = _packed_counts(rows.counts, tiles)
    bad = np.zeros(len(first), dtype=np.bool_)
    if rows.counts.max(initial=0) > copies:
        bad |= (rows.counts > copies).any(axis=1)
    melds = np.zeros(len(first), dtype=np.uint32)
    punged = None
    if rows.melds.min(initial=NO_MELD) != NO_MELD:
        four = _Melds(rows, first, tiles)
        melds, punged = four.codes(), four.punged()
        bad |= four.impossible()
        total += np.uint8(3) * four.number()
    won = rows.wins != NO_WIN
    held = rows.counts.reshape(-1).take(first + rows.wins, mode="clip")
    bad |= won & ((rows.wins >= size) | (held == 0))
    bad |= total != _ones(won) + np.uint8(_WAITING)
    return Coded(counts, melds, _win_codes(rows.wins, held, punged)), bad


def _win_codes(wins: Bytes, held: Bytes, punged: Flags | None) -> Bytes:
    """The codes of winning tiles, 255 where there is none."""
    codes = wins * np.uint8(WIN_STATES) + np.minimum(held, np.uint8(4)) - np.uint8(1)
    if punged is not None:
        codes += _ones(punged) * np.uint8(PUNGED)  # one is held then
    np.putmask(codes, wins == NO_WIN, np.uint8(NO_WIN))
    return codes


class _Melds:
    """The melds of some rows as arrays (4, n), which are quicker to go through than (n, 4)."""

    def __init__(self, rows: Rows, first: Ints, tiles: TileSet) -> None:
        self._size = len(tiles.kinds)
        self._copies = tiles.copies
        self._bytes = np.full((MAX_MELDS, len(first)), NO_MELD, dtype=np.uint8)
        self._bytes[: rows.melds.shape[1]] = rows.melds.T
        self._there = self._bytes != NO_MELD
        self._kongs = self._bytes >= _PUNGS
        self._at = self._bytes & np.uint8(_POSITION)
        self._won = self._there & (self._bytes == rows.wins)
        # Beyond the row is the next hand's count, which is not looked at.
        self._held = rows.counts.reshape(-1).take(first + self._at, mode="clip")

    def codes(self) -> Masks:
        """The codes of each hand's melds in a number, the first lowest."""
        codes = self._at * np.uint8(MELD_STATES) + (self._bytes >> np.uint8(5)) + np.uint8(1)
        codes += _ones(self._kongs)
        codes += _ones(self._kongs)
        codes += _ones((self._held > 0) & ~self._kongs)
        codes += _ones(self._won)
        codes *= _ones(self._there)
        together = np.empty((codes.shape[1], MAX_MELDS), dtype=np.uint8)
        for column, code in enumerate(codes):
            together[:, column] = code
        packed: Masks = together.view("<u4").reshape(-1)
        return packed

    def number(self) -> Bytes:
        """How many there are."""
        there = _ones(self._there)
        number: Bytes = (there[0] + there[1]) + (there[2] + there[3])
        return number

    def punged(self) -> Flags:
        """Whether the winning tile's kind lies there as a pung."""
        return _any(self._won)

    def impossible(self) -> Flags:
        """Whether they cannot be: no melds, not in order, or more tiles than there are."""
        wrong = (self._at >= self._size) | (self._bytes >= 3 * _PUNGS)
        wrong |= self._held + _ones(self._kongs) + np.uint8(3) > self._copies
        # Where there is no meld the position is the greatest: after a gap nothing may follow.
        wrong[1:] |= self._at[1:] <= self._at[:-1]
        return _any(wrong & self._there)


def _ones(flags: Flags) -> Bytes:
    """Flags as numbers of the type they are added to: mixed types are slow."""
    return flags.view(np.uint8)


def _any(flags: Flags) -> Flags:
    """Whether any of four flags is set."""
    found: Flags = (flags[0] | flags[1]) | (flags[2] | flags[3])
    return found


def _packed_counts(counts: Bytes, tiles: TileSet) -> tuple[Words, Bytes]:
    """The counts of each hand in words, eight kinds at a time, and how many tiles that is.

    The number means nothing where a count is more than four.
    """
    size = max(counts.shape[1], 8)
    if counts.shape[1] < size:
        counts = np.pad(counts, ((0, 0), (0, size - counts.shape[1])))
    found = np.zeros((len(words_of(tiles)), len(counts)), dtype=np.int64)
    total, eight, spare = np.zeros((3, len(counts)), dtype=np.int64)
    for index, (first, last) in enumerate(words_of(tiles)):
        for at in range(first, last, 8):
            begin, kinds = min(at, size - 8), min(8, last - at)
            np.copyto(eight, _eight(counts, begin))
            if begin < at:
                eight >>= 8 * (at - begin)
            if kinds < 8:
                eight &= (1 << 8 * kinds) - 1
            # The highest byte of the product is the sum of all bytes.
            np.multiply(eight, 0x0101010101010101, out=spare)
            spare >>= 56
            total += spare
            _squeeze(eight, spare)
            eight <<= BITS * (at - first)
            found[index] |= eight
    return found.view(np.uint64), total.astype(np.uint8)


def _eight(counts: Bytes, begin: int) -> Ints:
    """Eight neighbouring counts of each hand as one number, the first lowest."""
    rows, size = counts.shape
    view: Ints = np.ndarray((rows,), "<i8", counts, begin, (size,))
    return view


def _squeeze(eight: Ints, spare: Ints) -> None:
    """Turn eight bytes in each number into eight times three bits."""
    for shift, mask in ((5, 0x003F003F003F003F), (10, 0x00000FFF00000FFF), (20, 0xFFFFFF)):
        np.right_shift(eight, shift, out=spare)
        eight |= spare
        eight &= mask


def decode(coded: Coded, tiles: TileSet) -> Rows:
    """Hands as rows."""
    counts = np.empty((len(coded.wins), len(tiles.kinds)), dtype=np.uint8)
    for lanes in lanes_of(tiles):
        for at in range(lanes.kinds):
            shift = np.uint64(lanes.shift + BITS * at)
            counts[:, lanes.start + at] = coded.counts[lanes.word] >> shift & np.uint64(7)
    bytes_ = np.full(BYTE, NO_MELD, dtype=np.uint8)
    for position in range(len(tiles.kinds)):
        for state, type_ in enumerate(_STATE_TYPES):
            bytes_[meld_code(position, state)] = type_ << 5 | position
    melds = np.empty((len(coded.wins), MAX_MELDS), dtype=np.uint8)
    for column in range(MAX_MELDS):
        melds[:, column] = bytes_[coded.melds >> np.uint32(8 * column) & np.uint32(BYTE - 1)]
    none = coded.wins == NO_WIN
    wins = np.where(none, np.uint8(NO_WIN), coded.wins // np.uint8(WIN_STATES))
    return Rows(counts, melds, wins)
