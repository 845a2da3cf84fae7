"""Hands on a page: tiles drawn by us, each kind once a page, in groups as they lie."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...runtime.tiles import KIND_COUNT, tile_text
from .faces import face
from .markup import Html, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...runtime.hand import Hand, Meld

Lying = Literal["held", "exposed", "concealed"]
"""How a group lies: in hand, claimed from others, or laid out as a concealed kong."""

_BOX = "0 0 66 92"


class Group(NamedTuple):
    """Tiles that belong together.

    Attributes:
        kinds: the tiles.
        lying: how they lie.
        won: which of them is the winning tile, if one is.
    """

    kinds: tuple[int, ...]
    lying: Lying = "held"
    won: int | None = None


def groups_of(shown: Hand) -> Iterator[Group]:
    """The tiles in hand, the melds, the winning tile."""
    yield Group(shown.concealed)
    yield from map(laid, shown.melds)
    if shown.win is not None:
        yield Group((shown.win,), won=0)


def laid(meld: Meld) -> Group:
    """A meld as it lies on the table."""
    closed = meld.kind.kong and not meld.kind.exposed
    return Group((meld.tile,) * meld.size, "concealed" if closed else "exposed")


def drawings() -> Html:
    """The faces and the back of the tiles; stands once in a page, before the first hand."""
    symbols = [_symbol(f"tile-{tile_text(kind)}", face(kind)) for kind in range(KIND_COUNT)]
    back = element("rect", x="3", y="3", width="60", height="80", rx="7", class_="back")
    return element(
        "svg",
        *symbols,
        element("symbol", _body(), back, id="tile-back", viewBox=_BOX),
        class_="drawings",
        aria_hidden="true",
        width="0",
        height="0",
    )


@cache
def tile_style() -> str:
    """The rules for hands, to be given to `page`."""
    return files(__package__).joinpath("tiles.css").read_text("utf-8")


def hand(groups: Iterable[Group], label: str) -> Html:
    """Groups of tiles side by side.

    Args:
        groups: the tiles.
        label: what they are, for who cannot see them.
    """
    parts = [_group(one) for one in groups if one.kinds]
    return element("div", *parts, class_="hand", role="img", aria_label=label)


def _group(one: Group) -> Html:
    hidden = {0, len(one.kinds) - 1} if one.lying == "concealed" else frozenset[int]()
    tiles = joined(
        _tile("back" if at in hidden else tile_text(kind), won=at == one.won)
        for at, kind in enumerate(one.kinds)
    )
    return element("span", tiles, class_=f"group {one.lying}")


def _tile(name: str, *, won: bool) -> Html:
    use = element("use", href=f"#tile-{name}")
    return element("svg", use, class_="tile won" if won else "tile", viewBox=_BOX)


def _symbol(name: str, drawn: Html) -> Html:
    moved = element("g", drawn, transform="translate(3 3)")
    return element("symbol", _body(), moved, id=name, viewBox=_BOX)


def _body() -> Html:
    """The block of the tile: its back shows under the face."""
    side = element("rect", x="1.5", y="8", width="63", height="82", rx="8", class_="side")
    front = element("rect", x="1.5", y="1.5", width="63", height="83", rx="8", class_="front")
    return joined([side, front])
