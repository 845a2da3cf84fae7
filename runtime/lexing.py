"""From written tiles to kinds with their places: Latin notation, Chinese names, Unicode tiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from .errors import HandError
from .tiles import FIRST_DRAGON, KIND_COUNT, tile_glyph, tile_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tiles import TileSet

MAX_TEXT: Final = 400

# One character for one character, so that offsets stay true.
_PLAIN: Final = {0xFF01 + index: 0x21 + index for index in range(94)} | {
    0x3000: 0x20,  # the wide space
    0x3010: ord("["),
    0x3011: ord("]"),
    0xFE0E: 0x20,  # the variation selectors some editors put after a tile
    0xFE0F: 0x20,
}
_PIECES: Final = re.compile(r"[\[(][^\[\]()]*[\])]?|[\])+]|[^\s\[\]()+]+")
_WORDS: Final = re.compile(r"\S+")
_RANKS: Final = {str(rank): rank for rank in range(10)} | {
    digit: rank for rank, digit in enumerate("一二三四五六七八九", 1)
}
_RANKS.update({"两": 2, "兩": 2})
_FIRST_OF_SUIT: Final = dict.fromkeys("p筒饼餅", 0) | dict.fromkeys("s条條索", 9)
_FIRST_OF_SUIT.update(dict.fromkeys("m万萬", 18))
_NAMES: Final = {"白": 27, "发": 28, "發": 28, "中": 29}
_NAMES.update({"白板": 27, "红中": 29, "紅中": 29})
_NAMES.update({first + second: 28 for first in "发發" for second in "财財"})
_GLYPHS: Final = {tile_glyph(kind): kind for kind in range(KIND_COUNT)}
_FIRST_WIND: Final = 0x1F000


class Spot(NamedTuple):
    """One written tile."""

    kind: int
    at: int
    field: str


class Piece(NamedTuple):
    """A stretch of text: a bracket with its content, a plus sign, or tiles without a space."""

    text: str
    at: int


def pieces(text: str, field: str) -> list[Piece]:
    """Cut a text into pieces, full-width forms made plain.

    Raises:
        HandError: if the text is too long to be a hand.
    """
    if len(text) > MAX_TEXT:
        raise HandError("KWX3116", MAX_TEXT, field, {"found": len(text), "expected": MAX_TEXT})
    plain = text.translate(_PLAIN)
    return [Piece(match.group(), match.start()) for match in _PIECES.finditer(plain)]


def words(piece: Piece) -> list[Piece]:
    """The content of a bracket piece, cut at its spaces."""
    inside, start = piece.text[1:-1], piece.at + 1
    return [Piece(match.group(), start + match.start()) for match in _WORDS.finditer(inside)]


def spots(piece: Piece, tiles: TileSet, field: str) -> Iterator[Spot]:
    """The tiles written in one piece; plus signs in it are passed over, even between digits.

    Raises:
        HandError: at the first character that does not name a tile of the set.
    """
    text, start = piece
    digits = at = 0
    while at < len(text):
        char = text[at]
        if char in _RANKS or (char == "+" and digits < at):
            at += 1
            continue
        if char == "+":
            at += 1
        elif char == "z" or char in _FIRST_OF_SUIT:
            yield from _numbered(text[digits:at], char, start + digits, tiles, field)
            at += 1
        else:
            # Named even after digits without a suit: an unknown character is the fault to report.
            spot, length = _named(text[at : at + 2], start + at, tiles, field)
            if digits < at:
                break
            yield spot
            at += length
        digits = at
    if digits < len(text):
        raise HandError("KWX3105", start + digits, field, {"found": text[digits:at]})


def _numbered(digits: str, letter: str, start: int, tiles: TileSet, field: str) -> Iterator[Spot]:
    """The tiles of digits that share a suit letter."""
    if not digits:
        raise HandError("KWX3117", start, field, {"found": letter})
    for at, digit in enumerate(digits, start):
        if digit == "+":
            continue
        rank = _RANKS[digit]
        if rank == 0 or (letter == "z" and rank > 7):
            raise HandError("KWX3106", at, field, {"found": digit + letter})
        if letter == "z" and rank < 5:
            raise _foreign(f"{rank}z", at, field)
        first = FIRST_DRAGON - 5 if letter == "z" else _FIRST_OF_SUIT[letter] - 1
        yield _in_set(first + rank, at, tiles, field)


def _named(text: str, at: int, tiles: TileSet, field: str) -> tuple[Spot, int]:
    """The tile that a Chinese dragon name or a Unicode tile stands for, and its length."""
    for length in (2, 1):
        if text[:length] in _NAMES:
            return _in_set(_NAMES[text[:length]], at, tiles, field), length
    char = text[0]
    if char in _GLYPHS:
        return _in_set(_GLYPHS[char], at, tiles, field), 1
    wind = ord(char) - _FIRST_WIND
    if 0 <= wind < 4:
        raise _foreign(f"{wind + 1}z", at, field)
    shown = f"'{char}'" if char.isprintable() else f"U+{ord(char):04X}"
    raise HandError("KWX3104", at, field, {"found": shown})


def _in_set(kind: int, at: int, tiles: TileSet, field: str) -> Spot:
    if kind not in tiles.position:
        raise _foreign(tile_text(kind), at, field)
    return Spot(kind, at, field)


def _foreign(text: str, at: int, field: str) -> HandError:
    return HandError("KWX3103", at, field, {"tile": text})
