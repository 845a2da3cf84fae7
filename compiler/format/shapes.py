"""What stands where in a ruleset, as far as the way it is written depends on it.

Unlike the passes that read a ruleset this is no judge: what has no place here is left as it is,
behind what has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..surface import keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..surface.nodes import TableKind

Leaf: TypeAlias = Literal["text", "exact", "expression", "tiles"]
"""What a single value is: `exact` ones mean something else in quotes, as numbers do."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand at a place.

    Attributes:
        leaf: What a single value is.
        keys: The keys of a mapping in the order in which they are written; none where they are
            ids, whose order is the author's.
        inside: What stands under a key.
        each: What stands under every other key, and at every place of a list.
        tall: Whether it is never written on one line.
        lone: Whether a list of one item may as well be the item.
    """

    leaf: Leaf
    keys: tuple[str, ...]
    inside: Mapping[str, Shape]
    each: Shape | None = None
    tall: bool = False
    lone: bool = False

    def under(self, key: str) -> Shape:
        """What stands under a key of a mapping."""
        return self.inside.get(key) or self.each or EXACT

    def item(self) -> Shape:
        """What stands at a place of a list."""
        return self.each or Shape(self.leaf, (), {})


def _record(order: tuple[str, ...], leaf: Leaf = "exact", /, **inside: Shape) -> Shape:
    """A mapping of known keys; that something is removed is said first."""
    return Shape(leaf, tuple(sorted(order, key=lambda key: key != "removed")), inside)


def _section(each: Shape) -> Shape:
    return Shape("exact", (), {}, each, tall=True)


def _list(each: Shape) -> Shape:
    return Shape(each.leaf, (), {}, each)


EXACT = Shape("exact", (), {})
_TEXT = Shape("text", (), {})
_EXPRESSION = Shape("expression", (), {})
_TILES = Shape("tiles", (), {})
_WORDS = _record(keys.WORDS, "text", zh=_TEXT, en=_TEXT)
_CITE = Shape("text", (), {}, lone=True)
_BASIS = {"note": _WORDS, "cite": _CITE, "assumed": _WORDS}

_ASSUMPTION = _record(keys.ASSUMPTION, "text", zh=_TEXT, en=_TEXT, cite=_CITE)
_OPTION = _record(keys.OPTION, name=_WORDS, accepts=_record(keys.ACCEPTS), **_BASIS)
_DEFINE = _record(keys.DEFINE, "expression", note=_WORDS, **{"is": _EXPRESSION})
_FAN = _record(
    keys.FAN,
    name=_WORDS,
    times=_EXPRESSION,
    when=_EXPRESSION,
    replaces=_TEXT,
    excludes=_TEXT,
    **_BASIS,
)


_CARRIED = _record(("id", *keys.CARRIED), name=_WORDS, next=_EXPRESSION, **_BASIS)


def _rows(kind: TableKind) -> Shape:
    """A table, be it a list of rows or a mapping of what is changed of the parent's."""
    order = ("before", "after", "place", *keys.row_keys(kind), "removed")
    texts = {"before": _TEXT, "after": _TEXT, "place": _TEXT, "id": _TEXT, "name": _WORDS}
    result = _TEXT if kind == "dealer" else _EXPRESSION
    formulas = {"when": _EXPRESSION, keys.RESULT_KEYS[kind]: result}
    return _section(_record(order, **texts, **formulas, **_BASIS))


def _tall(shape: Shape) -> Shape:
    return Shape(shape.leaf, shape.keys, shape.inside, shape.each, tall=True)


_FOUL = _record(keys.FOUL, name=_WORDS, kong_money=_TEXT, **_BASIS)
_WIN = _record(keys.WIN, hand=_TILES, melds=_TILES, win=_TEXT, by=_TEXT, events=_TEXT)
_HAND = _record(keys.HAND, "tiles", hand=_TILES, melds=_TILES)
_ROUND = _record(
    keys.ROUND,
    horses=_TEXT,
    kongs=_list(_record(keys.KONG, kind=_TEXT, tile=_TEXT)),
    end=_record(keys.END, kind=_TEXT, wins=_list(_WIN), hands=_list(_HAND)),
)
_EXAMPLE = _record(
    keys.EXAMPLE,
    id=_TEXT,
    golden=_TEXT,
    why=_WORDS,
    cite=_CITE,
    hand=_TILES,
    by=_TEXT,
    events=_TEXT,
    preset=_TEXT,
    round=_ROUND,
    asked=_record(keys.ASKED, table=_TEXT, fact=_TEXT),
    expect=_record(
        keys.EXPECT,
        fans=_TEXT,
        has=_TEXT,
        lacks=_TEXT,
        shape=_TEXT,
        waits=_TEXT,
        rules=_TEXT,
        next=_TEXT,
        said=_TEXT,
    ),
)

RULESET = _record(
    keys.TOP,
    variant=_TEXT,
    mixin=_TEXT,
    name=_WORDS,
    extends=_TEXT,
    on=_TEXT,
    uses=_TEXT,
    note=_WORDS,
    assumptions=_section(_ASSUMPTION),
    refuses=_section(_ASSUMPTION),
    table=_tall(
        _record(
            keys.TABLE,
            at_table=_record(keys.AT_TABLE, out=_TEXT),
            tiles=_record(keys.TILES, suits=_TEXT, dragons=_TEXT),
            deal=_record(keys.DEAL, direction=_TEXT),
            **_BASIS,
        )
    ),
    options=_section(_OPTION),
    choices=_section(_record(keys.CHOICE, name=_WORDS, asked=_TEXT, **_BASIS)),
    carried=_section(_CARRIED),
    presets=_section(EXACT),
    define=_section(_DEFINE),
    fans=_section(_FAN),
    worth=_tall(_record(keys.WORTH, combine=_TEXT, **_BASIS)),
    cap=_rows("cap"),
    points=_rows("points"),
    may_win=_rows("may_win"),
    exclusive=_TEXT,
    horses=_tall(
        _record(
            keys.HORSES,
            draw=_rows("horses.draw"),
            hits=_rows("horses.hits"),
            again=_rows("horses.again"),
        )
    ),
    pay=_tall(
        _record(
            keys.PAY,
            win=_rows("pay.win"),
            also=_rows("pay.also"),
            kong=_rows("pay.kong"),
            drawn=_rows("pay.drawn"),
        )
    ),
    turn=_tall(
        _record(
            keys.TURN,
            precedence=_TEXT,
            winners=_TEXT,
            exchange=_record(keys.EXCHANGE, "text", of=_TEXT, to=_TEXT),
            reveal_shows=_TEXT,
            must=_TEXT,
            kong=_rows("turn.kong"),
            chain=_rows("turn.chain"),
            pung=_rows("turn.pung"),
            reveal=_rows("turn.reveal"),
            missed=_rows("turn.missed"),
            **_BASIS,
        )
    ),
    dealer=_rows("dealer"),
    fouls=_section(_FOUL),
    examples=_section(_EXAMPLE),
    excused=_section(_record(keys.EXCUSED, golden=_TEXT, why=_WORDS, cite=_CITE)),
)
"""A whole file."""
