"""What a player can decide to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from ..circumstances import KongKind


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a tile away, and reveal the hand that is left; `kongs` are announced with it."""

    tile: int
    reveal: bool = False
    kongs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pung:
    """Take the discarded tile for a pung."""


@dataclass(frozen=True, slots=True)
class Kong:
    """Lay out four equal tiles; a direct kong takes the discarded tile."""

    kind: KongKind
    tile: int


@dataclass(frozen=True, slots=True)
class Win:
    """Win on the tile drawn, discarded or added to a pung."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Leave a discarded tile alone and reveal the hand out of turn."""

    kongs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave a discarded or added tile alone."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give tiles away before play; their kinds ascend."""

    tiles: tuple[int, ...]


Action: TypeAlias = Discard | Pung | Kong | Win | Reveal | Pass | Give

PUNG: Final = Pung()
WIN: Final = Win()
PASS: Final = Pass()
