"""What is drawn on the tiles: our own strokes and pips, so that a page needs no font for them.

A face is 60 wide and 80 high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.tiles import SUITS, is_dragon, rank_of, suit_of
from .markup import Html, element, joined

if TYPE_CHECKING:
    from collections.abc import Callable

_BLUE, _GREEN, _RED, _BLACK = "tb", "tg", "tr", "tk"
"""Colours, as classes of the page."""

# Places of pips and sticks with their colours, rank by rank.
_L, _C, _R = 17, 30, 43
_DOTS: Final[tuple[tuple[tuple[int, int, str], ...], ...]] = (
    (),
    ((_C, 22, _GREEN), (_C, 58, _BLUE)),
    ((15, 17, _BLUE), (_C, 40, _RED), (45, 63, _GREEN)),
    ((_L, 22, _BLUE), (_R, 22, _GREEN), (_L, 58, _GREEN), (_R, 58, _BLUE)),
    ((15, 18, _BLUE), (45, 18, _GREEN), (_C, 40, _RED), (15, 62, _GREEN), (45, 62, _BLUE)),
    (
        *((_L, 17, _GREEN), (_R, 17, _GREEN), (_L, 43, _RED), (_R, 43, _RED)),
        *((_L, 63, _RED), (_R, 63, _RED)),
    ),
    (
        *((13, 12, _GREEN), (30, 20, _GREEN), (47, 28, _GREEN)),
        *((_L, 48, _RED), (_R, 48, _RED), (_L, 67, _RED), (_R, 67, _RED)),
    ),
    tuple((x, y, _BLUE) for y in (13, 31, 49, 67) for x in (_L, _R)),
    tuple(
        (x, y, colour)
        for y, colour in ((16, _GREEN), (40, _RED), (64, _BLUE))
        for x in (12, 30, 48)
    ),
)
_STICKS: Final[tuple[tuple[tuple[int, int, str, int], ...], ...]] = (
    (),
    ((_C, 22, _GREEN, 0), (_C, 58, _BLUE, 0)),
    ((_C, 22, _BLUE, 0), (_L, 58, _GREEN, 0), (_R, 58, _GREEN, 0)),
    ((_L, 22, _BLUE, 0), (_R, 22, _GREEN, 0), (_L, 58, _GREEN, 0), (_R, 58, _BLUE, 0)),
    (
        *((13, 22, _GREEN, 0), (47, 22, _BLUE, 0), (_C, 40, _RED, 0)),
        *((13, 58, _BLUE, 0), (47, 58, _GREEN, 0)),
    ),
    tuple((x, y, colour, 0) for y, colour in ((22, _GREEN), (58, _BLUE)) for x in (13, 30, 47)),
    (
        (_C, 15, _RED, 0),
        *((x, y, _GREEN if x != 30 else _BLUE, 0) for y in (40, 65) for x in (13, 30, 47)),
    ),
    (
        *((9, 22, _GREEN, 0), (23, 23, _GREEN, -26), (37, 23, _GREEN, 26), (51, 22, _GREEN, 0)),
        *((9, 58, _BLUE, 0), (23, 57, _BLUE, 26), (37, 57, _BLUE, -26), (51, 58, _BLUE, 0)),
    ),
    tuple(
        (x, y, colour, 0)
        for x, colour in ((13, _GREEN), (30, _RED), (47, _BLUE))
        for y in (15, 40, 65)
    ),
)
_SHORT: Final = 23
"""The length of sticks that stand three high."""

# Writing as strokes in a square of 100.
_NUMERALS: Final = (
    "M8 52H92",
    "M22 28H78M8 78H92",
    "M16 18H84M24 50H76M8 84H92",
    "M14 20H86V84H14ZM40 20C40 44 36 54 22 62M60 20V50Q60 58 68 58H85",
    "M14 16H86M46 16 36 84M20 48H74L68 84M6 84H94",
    "M47 6 54 22M8 36H92M38 50C34 66 24 80 10 92M62 50C72 62 82 76 90 92",
    "M8 46 92 36M46 8V72Q46 86 58 86H80Q88 86 90 70",
    "M40 18C38 50 26 74 6 90M58 12C62 46 74 74 94 90",
    "M12 34H66V74Q66 88 78 88H86Q93 88 94 72M42 6C42 44 34 74 8 92",
)
_TEN_THOUSAND: Final = (
    "M8 14H92M34 4V24M66 4V24M26 32H74V58H26ZM26 45H74M50 32V82M14 94V68H86V88Q86 94 76 93"
    "M32 83 66 79M60 72 69 86"
)
_CENTRE: Final = "M14 26H86V60H14ZM50 4V98"
_FORTUNE: Final = (
    "M12 14H40C34 30 24 42 6 50M18 25 28 34M60 6C66 26 78 42 96 50M84 12 70 23M94 24 78 34"
    "M14 56H42V68H16L13 81H44C44 92 40 97 28 94M60 55H80V64Q80 71 93 69M60 55C60 65 57 70 50 74"
    "M54 78H85C80 88 70 95 53 98M59 79C66 88 78 95 95 98"
)


def face(kind: int) -> Html:
    """What is drawn on a kind of tile."""
    if is_dragon(kind):
        return _dragon(kind)
    drawn: dict[str, Callable[[int], Html]] = dict(zip(SUITS, (_dots, _bamboos, _wan), strict=True))
    return drawn[suit_of(kind) or ""](rank_of(kind) or 0)


def _dragon(kind: int) -> Html:
    match kind:
        case 27:
            return joined([_frame(8, 10, 44, 60, 2.4), _frame(13, 15, 34, 50, 1.4)])
        case 28:
            return _written(_FORTUNE, _GREEN, (6, 14), 0.48, 9)
        case _:
            return _written(_CENTRE, _RED, (8, 14), 0.44, 13)


def _frame(x: float, y: float, width: float, height: float, stroke: float) -> Html:
    sizes = {"x": f"{x}", "y": f"{y}", "width": f"{width}", "height": f"{height}"}
    return element("rect", **sizes, rx="3", class_=f"{_BLUE} line", stroke_width=f"{stroke}")


def _written(strokes: str, colour: str, at: tuple[int, int], scale: float, width: int) -> Html:
    move = f"translate({at[0]} {at[1]}) scale({scale})"
    return element(
        "path", d=strokes, class_=f"{colour} line", transform=move, stroke_width=f"{width}"
    )


def _wan(rank: int) -> Html:
    number = _written(_NUMERALS[rank - 1], _BLACK, (14, 5), 0.32, 13)
    return joined([number, _written(_TEN_THOUSAND, _RED, (13, 41), 0.34, 10)])


def _circle(x: float, y: float, r: float, class_: str, stroke: float | None = None) -> Html:
    width = None if stroke is None else f"{stroke}"
    return element("circle", cx=f"{x}", cy=f"{y}", r=f"{r}", class_=class_, stroke_width=width)


def _dots(rank: int) -> Html:
    if rank == 1:
        return _great_dot()
    radius = 12 if rank == 2 else 10.5 if rank < 6 else 9.3 if rank < 8 else 8.2
    return joined(ring for x, y, colour in _DOTS[rank - 1] for ring in _pip(x, y, radius, colour))


def _pip(x: float, y: float, radius: float, colour: str) -> tuple[Html, ...]:
    return (
        _circle(x, y, radius, colour),
        _circle(x, y, radius * 0.66, "line face", radius * 0.13),
        _circle(x, y, radius * 0.26, "face"),
    )


def _great_dot() -> Html:
    petals = joined(
        element("ellipse", cx="30", cy="27.5", rx="3.4", ry="6.5", class_=_RED, transform=turn)
        for turn in (f"rotate({angle} 30 40)" for angle in range(0, 360, 45))
    )
    rings = (
        _circle(30, 40, 24, _GREEN),
        _circle(30, 40, 21, "face"),
        _circle(30, 40, 22.5, "line face", 1.2),
        petals,
        _circle(30, 40, 6.5, _BLUE),
        _circle(30, 40, 2.6, "face"),
    )
    return joined(rings)


def _bamboos(rank: int) -> Html:
    if rank == 1:
        return _bird()
    length = _SHORT if rank in {7, 9} else 32
    return joined(_stick(x, y, colour, turn, length) for x, y, colour, turn in _STICKS[rank - 1])


def _stick(x: int, y: int, colour: str, turn: int, length: int) -> Html:
    half = length / 2
    side = f"q-2.6 {half / 2:g} 0 {half:g}"
    back = f"q2.6 -{half / 2:g} 0 -{half:g}"
    whole = element("path", d=f"M-2.9 {-half:g}{side}{side}h5.8{back}{back}z", class_=colour)
    light = element(
        "path", d=f"M0 {-half + 3:g}V-2.6M0 2.6V{half - 3:g}", class_="line face", stroke_width="1"
    )
    knot = element("path", d="M-4.2 0H4.2", class_=f"{colour} line", stroke_width="2.6")
    ends = element(
        "path",
        d=f"M-3.6 {-half:g}H3.6M-3.6 {half:g}H3.6",
        class_=f"{colour} line",
        stroke_width="2.4",
    )
    move = f"translate({x} {y})" + (f" rotate({turn})" if turn else "")
    return element("g", whole, light, knot, ends, transform=move)


_BIRD: Final = (
    ("M27 46C20 54 12 62 11 74M30 48C25 58 20 66 20 77M33 49C31 59 29 68 30 78", _GREEN, 3.2),
    ("M24 47C15 52 8 58 5 68", _BLUE, 2.8),
    ("M37 52 39 66M42 50 46 64M34 67H43M42 65H51", _RED, 2),
    ("M35 13C33 9 34 6 31 4M38 11C38 7 40 5 38 2M41 11C43 8 45 7 45 4", _RED, 1.8),
)


def _bird() -> Html:
    lines = [
        element("path", d=path, class_=f"{colour} line", stroke_width=f"{width}")
        for path, colour, width in _BIRD
    ]
    body = element(
        "path",
        d="M33 22C24 28 19 38 24 47C30 56 45 54 48 44C50 37 45 31 46 24Z",
        class_=_GREEN,
    )
    wing = element(
        "path", d="M28 34C24 42 28 49 37 48C42 47 44 41 41 36C37 42 31 40 28 34Z", class_=_BLUE
    )
    feathers = element(
        "path", d="M30 41Q34 46 40 43M31 45Q35 48 39 46", class_="line face", stroke_width="1.2"
    )
    head = _circle(40, 18, 8, _RED)
    beak = element("path", d="M46 14 56 18 46 21Z", class_=_BLUE)
    eye = joined([_circle(41.5, 16.5, 2.6, "face"), _circle(42, 16.5, 1.2, _BLACK)])
    return joined([*lines, body, wing, feathers, head, beak, eye])
