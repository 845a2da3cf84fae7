"""Tiles and hands of the oracle: plain tuples, and a notation reader of its own.

Nothing here comes from the program under test.  A tile is a letter and a rank, ``("p", 5)`` or
``("z", 7)``; tuples sort in the order in which hands are written.
"""

import re
from itertools import groupby
from typing import Literal, NamedTuple

Tile = tuple[str, int]
MeldForm = Literal["pung", "direct_kong", "added_kong", "concealed_kong"]
Meld = tuple[MeldForm, Tile]

SUITS = ("p", "s")
DRAGONS = "z"
ALL_TILES: tuple[Tile, ...] = (
    *((suit, rank) for suit in SUITS for rank in range(1, 10)),
    *((DRAGONS, rank) for rank in (5, 6, 7)),
)
COPIES = 4

_TILES = re.compile(r"([1-9]+)([a-z])")
_WIN = re.compile(r"\+([1-9])([a-z])$")
_MELDS: tuple[tuple[MeldForm, re.Pattern[str]], ...] = (
    ("pung", re.compile(r"\[([1-9])\1\1([a-z])]")),
    ("direct_kong", re.compile(r"\[([1-9])\1\1\1([a-z])]")),
    ("added_kong", re.compile(r"\[([1-9])\1\1\+\1([a-z])]")),
    ("concealed_kong", re.compile(r"\(([1-9])\1\1\1([a-z])\)")),
)
_WRITTEN: dict[MeldForm, str] = {
    "pung": "[{0}{0}{0}{1}]",
    "direct_kong": "[{0}{0}{0}{0}{1}]",
    "added_kong": "[{0}{0}{0}+{0}{1}]",
    "concealed_kong": "({0}{0}{0}{0}{1})",
}


class BadHandError(ValueError):
    """The text is not a won hand of the tiles in play."""


class PlainHand(NamedTuple):
    """A hand with its winning tile apart; ``concealed`` is sorted and does not contain it."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    win: Tile

    def in_hand(self) -> tuple[Tile, ...]:
        """The tiles outside melds, the winning tile among them, sorted."""
        return tuple(sorted((*self.concealed, self.win)))


def tiles_in_meld(meld: Meld) -> int:
    """Three, or four for a kong."""
    return 3 if meld[0] == "pung" else 4


def parse_hand(text: str, suits: str = "ps") -> PlainHand:
    """Read ``46p123s77z [555s] (9999p) [444+4s] +5p``; refuse what cannot be held."""
    concealed: list[Tile] = []
    melds: list[Meld] = []
    wins: list[Tile] = []
    rest = text.strip()
    while rest:
        rest = _parse_piece(rest, concealed, melds, wins).lstrip()
    if not wins:
        raise BadHandError(f"no winning tile in {text!r}")
    hand = PlainHand(tuple(sorted(concealed)), tuple(melds), wins[0])
    _refuse_what_cannot_be(hand, suits)
    return hand


def _parse_piece(text: str, concealed: list[Tile], melds: list[Meld], wins: list[Tile]) -> str:
    """Read one piece off the front of ``text`` and return what is left."""
    if found := _TILES.match(text):
        concealed.extend((found[2], int(rank)) for rank in found[1])
        return text[found.end() :]
    if found := _WIN.match(text):
        wins.append((found[2], int(found[1])))
        return ""
    for form, pattern in _MELDS:
        if found := pattern.match(text):
            melds.append((form, (found[2], int(found[1]))))
            return text[found.end() :]
    raise BadHandError(f"cannot read {text!r}")


def _refuse_what_cannot_be(hand: PlainHand, suits: str) -> None:
    held: dict[Tile, int] = {hand.win: 1}
    for tile in hand.concealed:
        held[tile] = held.get(tile, 0) + 1
    for meld in hand.melds:
        held[meld[1]] = held.get(meld[1], 0) + tiles_in_meld(meld)
    for tile, count in held.items():
        if tile[0] not in suits and (tile[0] != DRAGONS or tile[1] not in (5, 6, 7)):
            raise BadHandError(f"{tile} is not in the set")
        if count > COPIES:
            raise BadHandError(f"{count} of {tile}")
    if len(hand.concealed) != 13 - 3 * len(hand.melds):
        raise BadHandError(f"{len(hand.concealed)} tiles beside {len(hand.melds)} melds")


def write_hand(hand: PlainHand) -> str:
    """The canonical text of a hand."""
    pieces = [_write_tiles(hand.concealed)]
    pieces += [_WRITTEN[form].format(tile[1], tile[0]) for form, tile in hand.melds]
    pieces.append(f"+{hand.win[1]}{hand.win[0]}")
    return " ".join(pieces)


def _write_tiles(tiles: tuple[Tile, ...]) -> str:
    return "".join(
        "".join(str(rank) for _, rank in group) + suit
        for suit, group in groupby(sorted(tiles), key=lambda tile: tile[0])
    )
