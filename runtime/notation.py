"""Hands as text: the ways in (careful, and fast for plain text) and the canonical way out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from .hand import MAX_MELDS, Meld, MeldKind, pack
from .lexing import MAX_TEXT
from .memo import Memo
from .parsing import FORMS, Form, parse_hand, parse_hand_fields, parse_tiles
from .tiles import KIND_COUNT, tile_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from .hand import Hand
    from .readings import Set, SetShape
    from .tiles import TileSet

__all__ = [
    "FORMS",
    "Form",
    "format_hand",
    "format_meld",
    "format_set",
    "format_tiles",
    "parse_hand",
    "parse_hand_fields",
    "parse_packed",
    "parse_tiles",
    "plain_reader",
]


def format_tiles(kinds: Iterable[int]) -> str:
    """Tiles in canonical notation: ascending, digits of a suit sharing its letter."""
    text = before = ""
    for kind in sorted(kinds):
        tile = tile_text(kind)
        text += tile[0] if tile[1] == before else before + tile[0]
        before = tile[1]
    return text + before


def format_meld(meld: Meld) -> str:
    """A meld in canonical notation."""
    tile = tile_text(meld.tile)
    digit, letter = tile[0], tile[1]
    match meld.kind:
        case MeldKind.PUNG:
            return f"[{digit * 3}{letter}]"
        case MeldKind.DIRECT_KONG:
            return f"[{digit * 4}{letter}]"
        case MeldKind.ADDED_KONG:
            return f"[{digit * 3}+{digit}{letter}]"
        case MeldKind.CONCEALED_KONG:
            return f"({digit * 4}{letter})"


@lru_cache(maxsize=1024)
def format_set(one: Set) -> str:
    """A set of a reading: bare if concealed, in the brackets of its meld if laid out."""
    return _set_text(one.shape, one.tile, one.melded, one.exposed)


@lru_cache(maxsize=1024)
def _set_text(shape: SetShape, tile: int, melded: bool, exposed: bool) -> str:
    kinds = range(tile, tile + 3) if shape == "run" else [tile] * (4 if shape == "kong" else 3)
    text = format_tiles(kinds)
    if not melded:
        return text
    return f"[{text}]" if exposed else f"({text})"


def format_hand(hand: Hand) -> str:
    """A hand in canonical notation, which ``parse_hand`` reads back."""
    parts = [format_tiles(hand.concealed), *map(format_meld, hand.melds)]
    win = "" if hand.win is None else f"+{tile_text(hand.win)}"
    return " ".join([*parts, win]).rstrip() if hand.melds else parts[0] + win


def parse_packed(text: str, tiles: TileSet, forms: Collection[Form] = ("won", "waiting")) -> bytes:
    """``pack(parse_hand(text, tiles, forms), tiles)``, much faster for plain correct text.

    Raises:
        HandError: with the place in the text and the reason.
    """
    packed = plain_reader(tiles)(text, forms)
    return pack(parse_hand(text, tiles, forms), tiles) if packed is None else packed


_GROUPS: Final = re.compile(r"[^psmz]+[psmz][\])]?").findall
_GROUP_LIMIT: Final = 1 << 15
_KINDS: Final = {tile_text(kind): kind for kind in range(KIND_COUNT)}
_WIN_MARK: Final = 1 << 10
_MELD_MARK: Final = 1 << 20
_WAYS: Final = (MeldKind.PUNG, MeldKind.DIRECT_KONG, MeldKind.CONCEALED_KONG)
_FORM_OF: Final[dict[int, Form]] = {}
for _melds in range(0, (MAX_MELDS + 1) * _MELD_MARK, _MELD_MARK):
    _FORM_OF.update({14 + _WIN_MARK + _melds: "won", 13 + _melds: "waiting", 14 + _melds: "full"})


@lru_cache(maxsize=16)
def plain_reader(tiles: TileSet) -> Callable[[str, Collection[Form]], bytes | None]:
    """The fast reader of plain correct text: packed hands, None for any other text."""
    return _PlainReader(tiles).read


class _PlainReader:
    """Adds up remembered groups such as ``46p``, ``+5p`` and ``[777z]``.

    A group is an integer: a byte for each position with the tiles it brings (those of melds too),
    a byte for the position of the winning tile, then its form: ten bits for the number of tiles,
    ten for winning tiles, the rest for melds.  Whatever does not add up to a hand is left to the
    careful reader.
    """

    def __init__(self, tiles: TileSet) -> None:
        size = len(tiles.kinds)
        self._tiles = tiles
        self._size = size
        self._bytes = size + 5
        self._form_shift = 8 * (size + 1)
        self._groups: Memo[str, int] = Memo(self._group, _GROUP_LIMIT)
        self._melds = dict(self._all_melds())
        # By letter and digit: one tile, counted in its place and in the form.
        self._ones: dict[str, dict[str, int]] = {letter: {} for letter in "psmz"}
        for place, kind in enumerate(tiles.kinds):
            text = tile_text(kind)
            self._ones[text[1]][text[0]] = (1 << 8 * place) + (1 << self._form_shift)
        self._laid = [(4 if meld & 3 else 3) << 8 * (meld >> 2) for meld in range(4 * size)]
        ones = int.from_bytes(b"\1" * size, "little")
        self._over = ones * (127 - tiles.copies)
        self._high = ones << 7
        self._no_win = 255 << 8 * size
        # Melds are numbered by position and then type; packed bytes hold the type first.
        self._meld_bytes = bytes((meld & 3) << 5 | meld >> 2 & 31 for meld in range(256))

    def _all_melds(self) -> Iterable[tuple[str, int]]:
        """Every meld's plain text with its number, ``position << 2 | type``."""
        for position, kind in enumerate(self._tiles.kinds):
            for way, meld_kind in enumerate(_WAYS):
                yield format_meld(Meld(meld_kind, kind)), position << 2 | way
            added = Meld(MeldKind.ADDED_KONG, kind)
            yield format_meld(added), position << 2 | _WAYS.index(MeldKind.DIRECT_KONG)

    def _group(self, text: str) -> int:
        """The value of one group with spaces before it; KeyError if it is none."""
        text = text.lstrip(" ")
        if text[-1] in "])":
            return self._laid[self._melds[text]] + (3 + _MELD_MARK << self._form_shift)
        digits, ones = text[:-1], self._ones[text[-1]]
        if digits[:1] == "+":
            place = self._tiles.position[_KINDS[text[1:]]]
            return ones[digits[1:]] + (place << 8 * self._size) + (_WIN_MARK << self._form_shift)
        if not digits:
            raise KeyError(text)
        return sum(map(ones.__getitem__, digits))

    def read(self, text: str, forms: Collection[Form]) -> bytes | None:
        """The packed hand of a plain correct text, None for any other."""
        if len(text) > MAX_TEXT:
            return None
        groups: list[str] = _GROUPS(text)
        if "".join(groups) != text:
            return None
        try:
            total = sum(map(self._groups.__getitem__, groups))
        except KeyError:
            return None
        marks = total >> self._form_shift
        form = _FORM_OF.get(marks)
        if form not in forms or (total + self._over) & self._high:
            return None
        if form == "won":
            if "+" not in groups[-1] or groups[-1][-1] == "]":
                return None
        else:
            total += self._no_win
        if marks < _MELD_MARK:
            return total.to_bytes(self._bytes, "little")[: self._size + 1]
        melds = sorted([self._melds[group.lstrip(" ")] for group in groups if group[-1] in "])"])
        for meld in melds:
            total -= self._laid[meld]
        counts = total.to_bytes(self._bytes, "little")[: self._size + 1]
        return counts + bytes(melds).translate(self._meld_bytes)
