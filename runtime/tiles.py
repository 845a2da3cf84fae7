"""Tiles and tile sets: kinds as small integers, their names, and the layout of a variant's tiles.

A kind is an int: dots 1-9 are 0..8, bamboos 9..17, characters 18..26, then the dragons white 27,
green 28 and red 29.  A position is an index into one tile set's own list of kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

SUITS: Final = ("dots", "bamboos", "characters")
DRAGONS: Final = ("white", "green", "red")
FIRST_DRAGON: Final = 27
KIND_COUNT: Final = 30

_LETTERS: Final = "psm"
_SUITS_ZH: Final = "筒条万"
_DIGITS_ZH: Final = "一二三四五六七八九"
_DRAGONS_ZH: Final = ("白板", "发财", "红中")
_GLYPH_BASES: Final = (0x1F019, 0x1F010, 0x1F007)
_DRAGON_GLYPHS: Final = (0x1F006, 0x1F005, 0x1F004)

_TEXTS: Final = tuple(f"{rank}{letter}" for letter in _LETTERS for rank in range(1, 10)) + tuple(
    f"{rank}z" for rank in (5, 6, 7)
)
_NAMES_ZH: Final = tuple(digit + suit for suit in _SUITS_ZH for digit in _DIGITS_ZH) + _DRAGONS_ZH
_GLYPHS: Final = tuple(chr(base + rank) for base in _GLYPH_BASES for rank in range(9)) + tuple(
    chr(point) for point in _DRAGON_GLYPHS
)


def tile_text(kind: int) -> str:
    """The notation of a kind: ``5p``, ``7z``."""
    return _TEXTS[kind]


def tile_zh(kind: int) -> str:
    """The Chinese name of a kind: ``五筒``, ``红中``."""
    return _NAMES_ZH[kind]


def tile_glyph(kind: int) -> str:
    """The Unicode tile of a kind."""
    return _GLYPHS[kind]


def is_dragon(kind: int) -> bool:
    """Whether a kind is one of the three dragons."""
    return kind >= FIRST_DRAGON


def suit_of(kind: int) -> str | None:
    """The suit of a numbered kind, None for a dragon."""
    return None if kind >= FIRST_DRAGON else SUITS[kind // 9]


def rank_of(kind: int) -> int | None:
    """The number 1..9 on a kind, None for a dragon."""
    return None if kind >= FIRST_DRAGON else kind % 9 + 1


def starts_run(kind: int) -> bool:
    """Whether a run can begin with this kind (a numbered tile from 1 to 7)."""
    return kind < FIRST_DRAGON and kind % 9 < 7


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring positions that interact: one suit, or all dragons together."""

    name: str
    start: int
    length: int

    @property
    def runs(self) -> bool:
        """Whether tiles of this block can form runs."""
        return self.name != "dragons"


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles a variant is played with; suits and dragons may be given in any order.

    Of each suit there are the numbers from the first of ``ranks`` to the second. ``kinds`` lists
    the kinds in layout order, ``position`` inverts it, ``blocks`` cuts it up.
    """

    suits: tuple[str, ...]
    dragons: tuple[str, ...]
    copies: int = 4
    ranks: tuple[int, int] = (1, 9)
    kinds: tuple[int, ...] = field(init=False, compare=False, repr=False)
    position: dict[int, int] = field(init=False, compare=False, repr=False)
    blocks: tuple[Block, ...] = field(init=False, compare=False, repr=False)
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put names into layout order and derive the layout from them."""
        if not 1 <= self.copies <= 4:
            raise ValueError(f"expected one to four copies of each kind, found {self.copies}")
        low, high = self.ranks
        if not 1 <= low <= high <= 9:
            raise ValueError(
                f"expected the least and the greatest of numbers 1 to 9, found {self.ranks}"
            )
        length = high - low + 1
        suits = _in_order(self.suits, SUITS)
        dragons = _in_order(self.dragons, DRAGONS)
        blocks = [Block(suit, length * index, length) for index, suit in enumerate(suits)]
        if dragons:
            blocks.append(Block("dragons", length * len(suits), len(dragons)))
        kinds = tuple(9 * SUITS.index(suit) + at for suit in suits for at in range(low - 1, high))
        kinds += tuple(FIRST_DRAGON + DRAGONS.index(dragon) for dragon in dragons)
        derived = {
            "suits": suits,
            "dragons": dragons,
            "kinds": kinds,
            "position": {kind: index for index, kind in enumerate(kinds)},
            "blocks": tuple(blocks),
            "_hash": hash((suits, dragons, self.copies, self.ranks)),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        """The hash, computed once: tile sets are keys of tables on hot paths."""
        return self._hash

    @property
    def size(self) -> int:
        """How many tiles the wall is built from."""
        return self.copies * len(self.kinds)


def _in_order(names: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) != len(names) or not set(names) <= set(known):
        raise ValueError(f"expected distinct names out of {known}, found {names}")
    return tuple(name for name in known if name in names)
