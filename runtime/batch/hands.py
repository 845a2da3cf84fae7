"""A container of many hands of one tile set, packed once and scored as often as one likes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..errors import HandError
from ..hand import MAX_MELDS, NO_WIN, Hand, check_packed, pack, unpack
from ..notation import parse_packed
from ..records import expect, wrong_type
from .coding import NO_MELD, Coded, Rows, decode, encode
from .room import CHUNK
from .words import BYTE, words_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..tiles import TileSet
    from .arrays import Bytes, Masks, Words


Hands: TypeAlias = "PackedHands | Iterable[str | bytes | Hand]"
"""What many hands may be given as."""


class BatchError(HandError):
    """A hand of a batch that cannot be.

    Attributes:
        index: which hand, counted from 0.
    """

    def __init__(self, index: int, error: HandError) -> None:
        """Say of which hand an error is."""
        super().__init__(error.code, error.at, f"hands[{index}]", error.params)
        self.index = index


@dataclass(frozen=True, slots=True, eq=False)
class PackedHands:
    """Hands as words: won ones, and ones that wait.

    The constructors below check every hand. Whoever fills the arrays themselves calls `check`;
    figures of unchecked hands that cannot be mean nothing.

    Attributes:
        tiles: the tile set they are made of.
        counts: uint64 (words, n): three bits a kind for the concealed tiles, the winning one among
            them, the first kind lowest. A word holds up to 21 kinds, whole blocks only.
        melds: uint32 (n,): a byte a meld, ascending by position, the first lowest: 0 for none,
            else 1 + 5 times the position + 0 for an exposed pung, 1 for one whose fourth tile is
            held, 2 for one whose fourth tile is the winning tile, 3 for an exposed kong, 4 for a
            concealed kong.
        wins: uint8 (n,): 255 for a hand that waits, else 5 times the position of the winning tile
            + how many of its kind are held, less 1, or + 4 if its exposed pung lies melded.
    """

    tiles: TileSet
    counts: Words
    melds: Masks
    wins: Bytes

    @classmethod
    def from_counts(
        cls,
        tiles: TileSet,
        counts: npt.ArrayLike,
        wins: npt.ArrayLike | None = None,
        melds: npt.ArrayLike | None = None,
    ) -> PackedHands:
        """Pack hands that are given as arrays.

        Args:
            tiles: the tile set.
            counts: (n, kinds): how many of each kind, by position, the winning tile counted in.
            wins: (n,): positions of winning tiles, 255 for none; none at all if left out.
            melds: (n, up to 4): meld bytes as in a packed hand, 255 for none, at the end.

        Raises:
            BatchError: for the first hand that cannot be.
            ValueError: for arrays of other shapes, or of other than whole numbers up to 255.
        """
        given = np.ascontiguousarray(_as_bytes("counts", counts))
        number = len(given)
        if given.shape != (number, len(tiles.kinds)):
            raise ValueError(f"expected counts of shape (n, {len(tiles.kinds)}), not {given.shape}")
        won = _as_bytes("wins", np.full(number, NO_WIN) if wins is None else wins)
        laid = _as_bytes("melds", np.zeros((number, 0)) if melds is None else melds)
        if won.shape != (number,):
            raise ValueError(f"expected wins of shape ({number},), not {won.shape}")
        if laid.ndim != 2 or len(laid) != number or laid.shape[1] > MAX_MELDS:
            raise ValueError(f"expected melds of shape ({number}, 0 to 4), not {laid.shape}")
        return _from_rows(tiles, Rows(given, laid, won))

    @classmethod
    def from_packed(cls, tiles: TileSet, hands: Iterable[bytes]) -> PackedHands:
        """Pack hands that are given as bytes, the form of `kawuxing.runtime.hand`.

        Raises:
            BatchError: for the first hand that cannot be.
        """
        size = len(tiles.kinds)
        width = size + 1 + MAX_MELDS
        given = list(hands)
        for index, hand in enumerate(given):
            if not isinstance(hand, bytes):
                raise BatchError(index, wrong_type("hand", "bytes", hand))
            if not size < len(hand) <= width:
                _refuse(index, hand, tiles)
        joined = b"".join([hand.ljust(width, bytes([NO_MELD])) for hand in given])
        rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(given), width)
        counts = np.ascontiguousarray(rows[:, :size])
        return _from_rows(tiles, Rows(counts, rows[:, size + 1 :], rows[:, size].copy()))

    @classmethod
    def from_hands(cls, tiles: TileSet, hands: Iterable[str | bytes | Hand]) -> PackedHands:
        """Pack hands that are given in notation, as bytes, or as `Hand`.

        Raises:
            BatchError: for the first hand that cannot be.
        """
        expect(hands, "hands", "array of hands", Iterable)
        packed: list[bytes] = []
        for index, hand in enumerate(hands):
            try:
                packed.append(_packed(hand, tiles))
            except HandError as error:
                raise BatchError(index, error) from None
        return cls.from_packed(tiles, packed)

    def __len__(self) -> int:
        """How many hands there are."""
        return len(self.wins)

    def __getitem__(self, which: slice | npt.NDArray[np.int64 | np.bool_]) -> PackedHands:
        """Some of the hands: a slice, their indices, or a flag for each."""
        return PackedHands(
            self.tiles,
            np.ascontiguousarray(self.counts[:, which]),
            self.melds[which],
            self.wins[which],
        )

    def rows(self) -> Rows:
        """The hands as arrays of small numbers, as `from_counts` takes them."""
        return decode(Coded(self.counts, self.melds, self.wins), self.tiles)

    def packed(self, index: int) -> bytes:
        """One hand as bytes."""
        return _row_bytes(self[index : index + 1 or None].rows(), 0)

    def hand(self, index: int) -> Hand:
        """One hand as a `Hand`; its exposed kongs are read as direct kongs."""
        return unpack(self.packed(index), self.tiles)

    def check(self) -> None:
        """Refuse arrays that do not hold hands.

        Raises:
            BatchError: for the first hand that cannot be.
            ValueError: for arrays of other shapes or types.
        """
        _check_arrays(self)
        for start in range(0, len(self), CHUNK):
            part = self[start : start + CHUNK]
            again = _encoded(part.rows(), self.tiles, start)
            same = (again.counts == part.counts).all(axis=0)
            same &= (again.melds == part.melds) & (again.wins == part.wins)
            if not same.all():
                index = int(np.argmin(same))
                raise BatchError(start + index, _undecodable(part, index))


def _as_bytes(name: str, given: npt.ArrayLike) -> Bytes:
    """An array of small numbers as bytes.

    Raises:
        ValueError: for numbers that are none.
    """
    array = np.asarray(given)
    if array.dtype == np.uint8:
        return array
    if ((array < 0) | (array > BYTE - 1) | (array % 1 != 0)).any():
        raise ValueError(f"expected {name} as whole numbers from 0 to 255")
    return array.astype(np.uint8)


def packed_hands(tiles: TileSet, hands: Hands) -> PackedHands:
    """Hands in whatever form, packed.

    Raises:
        BatchError: for the first hand that cannot be.
        ValueError: for packed hands of another tile set.
    """
    if not isinstance(hands, PackedHands):
        return PackedHands.from_hands(tiles, hands)
    # A file that brings its own runtime has its own class of tile sets.
    if (hands.tiles.kinds, hands.tiles.copies) != (tiles.kinds, tiles.copies):
        raise ValueError(f"these are hands of {hands.tiles}, not of {tiles}")
    return hands


def _packed(hand: str | bytes | Hand, tiles: TileSet) -> bytes:
    match hand:
        case str():
            return parse_packed(hand, tiles)
        case Hand():
            return pack(hand, tiles)
        case bytes():
            return hand
        case _:
            raise wrong_type("hand", "str, bytes or Hand", hand)


def _check_arrays(hands: PackedHands) -> None:
    number = len(hands.wins)
    expected = (
        ("counts", hands.counts, np.uint64, (len(words_of(hands.tiles)), number)),
        ("melds", hands.melds, np.uint32, (number,)),
        ("wins", hands.wins, np.uint8, (number,)),
    )
    for name, array, type_, shape in expected:
        if array.dtype != type_ or array.shape != shape:
            found = f"{array.dtype} {array.shape}"
            raise ValueError(f"expected {name} as {np.dtype(type_)} {shape}, not {found}")


def _undecodable(hands: PackedHands, index: int) -> HandError:
    """Words with bits set that mean nothing, or that contradict each other."""
    found = ", ".join(f"{int(word[index]):#x}" for word in hands.counts)
    found += f"; {int(hands.melds[index]):#x}; {int(hands.wins[index])}"
    return HandError("KWX3135", None, "packed", {"found": found})


def _from_rows(tiles: TileSet, rows: Rows) -> PackedHands:
    """Check and pack hands, a chunk at a time."""
    number = len(rows.wins)
    counts = np.empty((len(words_of(tiles)), number), dtype=np.uint64)
    melds = np.empty(number, dtype=np.uint32)
    wins = np.empty(number, dtype=np.uint8)
    for start in range(0, number, CHUNK):
        part = slice(start, start + CHUNK)
        chunk = Rows(rows.counts[part], rows.melds[part], rows.wins[part])
        counts[:, part], melds[part], wins[part] = _encoded(chunk, tiles, start)
    return PackedHands(tiles, counts, melds, wins)


def _encoded(rows: Rows, tiles: TileSet, start: int) -> Coded:
    """Some hands as words; `start` is the index of the first."""
    coded, bad = encode(rows, tiles)
    if bad.any():
        index = int(np.argmax(bad))
        _refuse(start + index, _row_bytes(rows, index), tiles)
    return coded


def _row_bytes(rows: Rows, index: int) -> bytes:
    melds = rows.melds[index].tobytes().rstrip(bytes([NO_MELD]))
    whole: bytes = rows.counts[index].tobytes() + bytes([int(rows.wins[index])]) + melds
    return whole


def _refuse(index: int, hand: bytes, tiles: TileSet) -> None:
    """Say what is wrong with a hand."""
    size = len(tiles.kinds)
    won = len(hand) > size and hand[size] != NO_WIN
    try:
        check_packed(hand, tiles, (14,) if won else (13,))
    except HandError as error:
        raise BatchError(index, error) from None
    raise AssertionError(f"a hand is both possible and impossible: {hand.hex()}")
