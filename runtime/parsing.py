"""The careful reader of hands: says what is wrong and where.

Everything that is written becomes *units* (a concealed tile, a meld, the winning tile) with their
places, first field by field, then judged together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from .errors import HandError
from .hand import MAX_MELDS, Hand, Meld, MeldKind, check_count, too_many
from .lexing import Piece, Spot, pieces, spots, words
from .tiles import starts_run, tile_text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .tiles import TileSet

Form = Literal["won", "waiting", "full"]
"""A won hand (14 tiles, one of them after ``+``), a waiting hand (13 tiles), a full one (14 tiles,
none marked: its owner must discard).  Every meld counts as three tiles."""

FORMS: Final[tuple[Form, ...]] = ("won", "waiting", "full")
_SIZES: Final[dict[Form, int]] = {"won": 14, "waiting": 13, "full": 14}
_CLOSING: Final = {"[": "]", "(": ")"}
_MARKS: Final = "[]()+"


class Unit(NamedTuple):
    """One thing that was written: a concealed tile, a meld, or the winning tile."""

    what: Literal["tile", "meld", "win"]
    kind: int
    at: int
    field: str
    meld: Meld | None = None
    spots: tuple[Spot, ...] = ()

    @property
    def size(self) -> int:
        """What it counts for in the number of tiles."""
        return 3 if self.what == "meld" else 1


def parse_hand(text: str, tiles: TileSet, forms: Collection[Form] = ("won", "waiting")) -> Hand:
    """The hand a text describes.

    Args:
        text: concealed tiles, melds in brackets, ``+`` and the winning tile.
        tiles: the tiles of the variant.
        forms: which forms of hand are wanted.

    Raises:
        HandError: with the place in the text and the reason.
    """
    return _judge(_units(text, tiles, "hand"), tiles, forms, len(text))


def parse_hand_fields(
    hand: str,
    melds: Sequence[str],
    win: str | None,
    tiles: TileSet,
    forms: Collection[Form] = ("won", "waiting"),
) -> Hand:
    """The hand that separate fields describe; ``hand`` may also hold melds or the winning tile.

    Raises:
        HandError: with the field (``hand``, ``melds[0]``, ``win``), the place in it and the reason.
    """
    units = _units(hand, tiles, "hand")
    for index, text in enumerate(melds):
        units.append(_only_meld(text, tiles, f"melds[{index}]"))
    if win is not None:
        units.append(_only_tile(win, tiles, any(unit.what == "win" for unit in units)))
    return _judge(units, tiles, forms, len(hand))


def parse_tiles(text: str, tiles: TileSet, field: str = "tiles") -> tuple[int, ...]:
    """The tiles a text lists, in the order written; nothing is a possible answer.

    Raises:
        HandError: with the place in the text and the reason.
    """
    found: list[Spot] = []
    for piece in pieces(text, field):
        if piece.text[0] in _MARKS:
            raise HandError("KWX3122", piece.at, field, {"found": piece.text[0]})
        found.extend(spots(piece, tiles, field))
    _check_copies(found, tiles)
    return tuple(spot.kind for spot in found)


def _units(text: str, tiles: TileSet, field: str) -> list[Unit]:
    """Everything written in one field."""
    units: list[Unit] = []
    rest = pieces(text, field)
    won = False
    while rest:
        piece = rest.pop(0)
        if piece.text[0] in _CLOSING:
            _check_closed(piece, rest, field)
            units.append(_meld(piece, tiles, field))
        elif piece.text in "])":
            raise HandError("KWX3111", piece.at, field, {"found": piece.text})
        elif piece.text == "+":
            if won:
                raise HandError("KWX3114", piece.at, field)
            won = True
            units.append(_winning(piece, rest, tiles, field))
        else:
            found = list(spots(piece, tiles, field))
            if won:
                raise HandError("KWX3115", found[0].at, field, {"found": 1 + len(found)})
            units.extend(Unit("tile", spot.kind, spot.at, field, None, (spot,)) for spot in found)
    return units


def _winning(plus: Piece, rest: list[Piece], tiles: TileSet, field: str) -> Unit:
    """The one tile after a plus sign."""
    found: list[Spot] = []
    if rest and rest[0].text[0] not in _MARKS:
        found.extend(spots(rest.pop(0), tiles, field))
    if len(found) != 1:
        at = found[1].at if found else plus.at
        raise HandError("KWX3115", at, field, {"found": len(found)})
    return Unit("win", found[0].kind, plus.at, field, None, (found[0],))


def _check_closed(piece: Piece, rest: list[Piece], field: str) -> None:
    """Whether a bracket piece ends with its own closing bracket."""
    closing = _CLOSING[piece.text[0]]
    if len(piece.text) > 1 and piece.text[-1] == closing:
        return
    if piece.text[-1] in "])":
        raise HandError("KWX3111", piece.at + len(piece.text) - 1, field, {"found": piece.text[-1]})
    if rest:  # only another opening bracket can have cut this one short
        raise HandError("KWX3111", rest[0].at, field, {"found": rest[0].text[0]})
    raise HandError("KWX3110", piece.at, field, {"found": piece.text[0]})


def _meld(piece: Piece, tiles: TileSet, field: str) -> Unit:
    hidden = piece.text[0] == "("
    found = [spot for word in words(piece) for spot in spots(word, tiles, field)]
    sizes = (4,) if hidden else (3, 4)
    if len(found) not in sizes:
        wanted = "/".join(map(str, sizes))
        raise HandError("KWX3109", piece.at, field, {"found": len(found), "expected": wanted})
    _check_equal(found, piece.at, field)
    pluses = [piece.at + index for index, char in enumerate(piece.text) if char == "+"]
    for index, plus in enumerate(pluses):
        if index or hidden or not found[2].at < plus < found[-1].at:
            raise HandError("KWX3118", plus, field)
    if hidden:
        kind = MeldKind.CONCEALED_KONG
    elif pluses:
        kind = MeldKind.ADDED_KONG
    else:
        kind = MeldKind.PUNG if len(found) == 3 else MeldKind.DIRECT_KONG
    tile = found[0].kind
    return Unit("meld", tile, piece.at, field, Meld(kind, tile), tuple(found))


def _check_equal(found: list[Spot], at: int, field: str) -> None:
    kinds = [spot.kind for spot in found]
    shown: dict[str, str | int] = {"found": " ".join(map(tile_text, kinds))}
    low = min(kinds)
    if sorted(kinds) == [low, low + 1, low + 2] and starts_run(low):
        raise HandError("KWX3108", at, field, shown)
    for spot in found:
        if spot.kind != kinds[0]:
            raise HandError("KWX3107", spot.at, field, shown)


def _only_meld(text: str, tiles: TileSet, field: str) -> Unit:
    units = _units(text, tiles, field)
    if len(units) != 1 or units[0].what != "meld":
        raise HandError("KWX3121", units[1].at if len(units) > 1 else 0, field)
    return units[0]


def _only_tile(text: str, tiles: TileSet, marked: bool) -> Unit:
    units = _units(text, tiles, "win")
    for unit in units:
        if unit.what == "meld":
            raise HandError("KWX3122", unit.at, "win", {"found": text[unit.at]})
    if len(units) != 1:
        at = units[1].at if units else 0
        raise HandError("KWX3115", at, "win", {"found": len(units)})
    if marked:
        raise HandError("KWX3114", 0, "win")
    return units[0]._replace(what="win")


def _judge(units: list[Unit], tiles: TileSet, forms: Collection[Form], end: int) -> Hand:
    """Whether the units make a hand together."""
    if not units:
        raise HandError("KWX3113", 0)
    melds = [unit for unit in units if unit.what == "meld"]
    if len(melds) > MAX_MELDS:
        fifth = melds[MAX_MELDS]
        raise HandError("KWX3112", fifth.at, fifth.field, {"found": len(melds)})
    _check_copies([spot for unit in units for spot in unit.spots], tiles)
    win = next((unit for unit in units if unit.what == "win"), None)
    _check_form(units, win, forms, end)
    return Hand(
        tuple(unit.kind for unit in units if unit.what == "tile"),
        tuple(unit.meld for unit in melds if unit.meld),
        win.kind if win else None,
    )


def _check_copies(found: list[Spot], tiles: TileSet) -> None:
    counts: Counter[int] = Counter()
    for spot in found:
        counts[spot.kind] += 1
        if counts[spot.kind] > tiles.copies:
            raise too_many(spot.kind, tiles, spot.at, spot.field)


def _check_form(units: list[Unit], win: Unit | None, forms: Collection[Form], end: int) -> None:
    """Whether the hand has one of the wanted forms."""
    size = sum(unit.size for unit in units)
    if win is not None:
        if "won" not in forms:
            raise HandError("KWX3120", win.at, win.field)
        expected: tuple[int, ...] = (_SIZES["won"],)
    else:
        unmarked = {_SIZES[form] for form in forms if form != "won"}
        if size not in unmarked and size in (13, 14) and "won" in forms:
            raise HandError("KWX3119", end)
        expected = tuple(sorted(unmarked)) or (_SIZES["won"],)
    at, field = _surplus(units, expected[-1], end)
    check_count(size, expected, at, field)


def _surplus(units: list[Unit], most: int, end: int) -> tuple[int, str]:
    """Where the first tile too many stands; the end of the hand if there are too few."""
    size = 0
    for unit in units:
        size += unit.size
        if size > most:
            return unit.at, unit.field
    return end, "hand"
