"""Hands and their packed form.

A packed hand is bytes: one count of concealed tiles for each position of the tile set (the winning
tile counted in), the position of the winning tile or 255, then one byte a meld in ascending order
of position: ``type << 5 | position``, where the type is 0 for an exposed pung, 1 for an exposed
kong and 2 for a concealed kong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from .errors import HandError
from .tiles import tile_text

if TYPE_CHECKING:
    from .tiles import TileSet

NO_WIN: Final = 255
MAX_MELDS: Final = 4


class MeldKind(Enum):
    """How three or four equal tiles came to lie on the table."""

    PUNG = "pung"
    DIRECT_KONG = "direct_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"

    @property
    def kong(self) -> bool:
        """Whether four tiles lie there."""
        return self is not MeldKind.PUNG

    @property
    def exposed(self) -> bool:
        """Whether the meld took a tile from another player."""
        return self is not MeldKind.CONCEALED_KONG


_TYPES: Final = {
    MeldKind.PUNG: 0,
    MeldKind.DIRECT_KONG: 1,
    MeldKind.ADDED_KONG: 1,
    MeldKind.CONCEALED_KONG: 2,
}
_KINDS: Final = (MeldKind.PUNG, MeldKind.DIRECT_KONG, MeldKind.CONCEALED_KONG)


@dataclass(frozen=True, slots=True)
class Meld:
    """Equal tiles laid out."""

    kind: MeldKind
    tile: int

    @property
    def size(self) -> int:
        """How many tiles lie there."""
        return 4 if self.kind.kong else 3


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's tiles: concealed kinds without the winning tile, melds, the winning tile.

    Always in canonical order, tiles and melds ascending.  Nothing is checked here: hands from
    outside come through the notation or ``check_packed``.
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    win: int | None = None

    def __post_init__(self) -> None:
        """Sort tiles and melds."""
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        object.__setattr__(self, "melds", tuple(sorted(self.melds, key=lambda meld: meld.tile)))

    @property
    def held(self) -> tuple[int, ...]:
        """The concealed tiles with the winning tile, sorted."""
        if self.win is None:
            return self.concealed
        return tuple(sorted((*self.concealed, self.win)))


def pack(hand: Hand, tiles: TileSet) -> bytes:
    """The packed form of a hand made of tiles of the set."""
    position = tiles.position
    size = len(tiles.kinds)
    packed = bytearray(size + 1)
    for kind in hand.held:
        packed[position[kind]] += 1
    packed[size] = NO_WIN if hand.win is None else position[hand.win]
    for meld in hand.melds:
        packed.append(_TYPES[meld.kind] << 5 | position[meld.tile])
    return bytes(packed)


def unpack(packed: bytes, tiles: TileSet) -> Hand:
    """The hand behind a valid packed form; its exposed kongs are read as direct kongs."""
    kinds = tiles.kinds
    size = len(kinds)
    concealed = [kind for kind, count in zip(kinds, packed, strict=False) for _ in range(count)]
    win = None if packed[size] == NO_WIN else kinds[packed[size]]
    if win is not None:
        concealed.remove(win)
    melds = tuple(Meld(_KINDS[byte >> 5], kinds[byte & 31]) for byte in packed[size + 1 :])
    return Hand(tuple(concealed), melds, win)


def check_packed(packed: bytes, tiles: TileSet, counts: tuple[int, ...] = (13, 14)) -> None:
    """Refuse foreign bytes that are not a packed hand of this tile set.

    Args:
        packed: what somebody handed in.
        tiles: the tile set whose layout it should follow.
        counts: the accepted numbers of tiles, every meld counting as three.

    Raises:
        HandError: with the offset of the offending byte.
    """
    size = len(tiles.kinds)
    melds = len(packed) - size - 1
    if melds < 0:
        raise _packed_error("KWX3130", len(packed), found=len(packed), expected=size + 1)
    if melds > MAX_MELDS:
        raise _packed_error("KWX3112", size + 1 + MAX_MELDS, found=melds)
    owned = list(packed[:size])
    for at in range(size + 1, len(packed)):
        _check_meld_byte(packed, at, size)
        owned[packed[at] & 31] += 4 if packed[at] >> 5 else 3
    for position, count in enumerate(owned):
        if count > tiles.copies:
            raise too_many(tiles.kinds[position], tiles, position, "packed")
    win = packed[size]
    if win != NO_WIN and (win >= size or not packed[win]):
        raise _packed_error("KWX3131", size, found=win)
    check_count(sum(packed[:size]) + 3 * melds, counts, None, "packed")


def _check_meld_byte(packed: bytes, at: int, size: int) -> None:
    byte = packed[at]
    if byte >> 5 > 2 or byte & 31 >= size:
        raise _packed_error("KWX3132", at, found=byte)
    if at > size + 1 and byte & 31 <= packed[at - 1] & 31:
        raise _packed_error("KWX3133", at, found=byte)


def _packed_error(code: str, at: int, **params: str | int) -> HandError:
    return HandError(code, at, "packed", params)


def too_many(kind: int, tiles: TileSet, at: int | None, field: str) -> HandError:
    """The error for one tile more of a kind than the set has."""
    if tiles.copies == 4:
        return HandError("KWX3102", at, field, {"tile": tile_text(kind)})
    return counted_out(kind, tiles, at, field, tiles.copies + 1)


def counted_out(kind: int, tiles: TileSet, at: int | None, field: str, found: int) -> HandError:
    """The error for a number of tiles of one kind that is greater than that of the set."""
    params: dict[str, str | int] = {"found": found, "tile": tile_text(kind), "most": tiles.copies}
    return HandError("KWX3134", at, field, params)


def check_count(found: int, expected: tuple[int, ...], at: int | None, field: str) -> None:
    """Refuse a number of tiles, melds counted as three, that is not among the expected ones."""
    if found not in expected:
        wanted = "/".join(map(str, expected))
        raise HandError("KWX3101", at, field, {"found": found, "expected": wanted})
