"""Fans, definitions, assumptions, fouls and the table's seats and tiles, as written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..source.yaml_nodes import Scalar, Sequence
from .decode import fields_of, list_of, whole
from .keys import (
    ASSUMPTION,
    AT_TABLE,
    COMBINE,
    DEAL,
    DEFINE,
    DIRECTIONS,
    DRAGONS,
    FAN,
    FOUL,
    KONG_MONEY,
    OUT,
    SUITS,
    TABLE,
    TILES,
    WORTH,
)
from .nodes import (
    AssumptionDecl,
    DefineDecl,
    FanDecl,
    FoulDecl,
    Located,
    Origin,
    SeatingDecl,
    Words,
    WorthDecl,
)
from .values import (
    basis,
    cites,
    expression,
    formula,
    integer_between,
    long_text,
    name_words,
    references,
    truth,
    word_of,
    words,
    words_in,
    words_of,
)

if TYPE_CHECKING:
    from ..source.text import Span
    from .decode import At, Fields
    from .nodes import Ref

_SEATS = integer_between(2, 4)
_numbers = list_of(integer_between(1, 9))
_COPIES = integer_between(2, 4)  # without pairs no hand is ever complete
_DEALT = integer_between(1, 120)
_COMBINE = word_of(COMBINE)
_OUT, _DIRECTION, _KONG_MONEY = word_of(OUT), word_of(DIRECTIONS), word_of(KONG_MONEY)


def fan(ref: Ref, origin: Origin, at: At) -> FanDecl:
    """A fan, or what is changed of one."""
    fields = some_fields(at, FAN)
    if fields is None:
        return FanDecl(ref, origin, False, *(None,) * 8)
    name = fields.get("name", name_words)
    times, when = formula(fields, "times"), formula(fields, "when")
    found = FanDecl(
        id=ref,
        origin=origin,
        sound=True,
        name=name,
        times=times,
        on_top=fields.get("on_top", truth),
        when=when,
        replaces=fields.get("replaces", references),
        excludes=fields.get("excludes", references),
        basis=basis(fields),
        note=fields.get("note", words),
    )
    return found if fields.sound else replace(found, sound=False)


def worth(at: At) -> WorthDecl:
    """What stands under ``worth``."""
    origin = Origin(whole(at.key, at.node))
    fields = some_fields(at, WORTH)
    if fields is None:
        return WorthDecl(origin, False)
    combine = fields.get("combine", _COMBINE)
    rests_on, note = basis(fields), fields.get("note", words)
    return WorthDecl(origin, fields.sound, combine, rests_on, note)


def define(ref: Ref, origin: Origin, at: At) -> DefineDecl:
    """A definition: an expression, or a mapping with the expression and a note."""
    if isinstance(at.node, Scalar):
        value = expression(at)
        body = None if value is None else Located(value, Origin(at.node.span))
        return DefineDecl(ref, origin, body is not None, body, None)
    fields = some_fields(at, DEFINE)
    if fields is None:
        return DefineDecl(ref, origin, False, None, None)
    body, note = formula(fields, "is"), fields.get("note", words)
    return DefineDecl(ref, origin, fields.sound, body, note)


def assumption(ref: Ref, origin: Origin, at: At) -> AssumptionDecl:
    """An assumption: a text, or a mapping with both languages and perhaps citations."""
    if isinstance(at.node, Scalar):
        text = words(at)
        where = Origin(at.node.span)
        said = None if text is None else Located(text, where)
        return AssumptionDecl(ref, origin, said is not None, said, None)
    fields = some_fields(at, ASSUMPTION)
    if fields is None:
        return AssumptionDecl(ref, origin, False, None, None)
    said = _both(fields, at.node.span)
    cited = fields.get("cite", cites)
    return AssumptionDecl(ref, origin, fields.sound, said, cited)


def foul(ref: Ref, origin: Origin, at: At) -> FoulDecl:
    """What follows from a foul, or what is changed of that."""
    fields = some_fields(at, FOUL)
    if fields is None:
        return FoulDecl(ref, origin, False)
    name = fields.get("name", name_words)
    may_win, may_kong = fields.get("may_win", truth), fields.get("may_kong", truth)
    kong_money = fields.get("kong_money", _KONG_MONEY)
    rests_on, note = basis(fields), fields.get("note", words)
    sound = fields.sound
    return FoulDecl(ref, origin, sound, name, may_win, may_kong, kong_money, rests_on, note)


def _both(fields: Fields, span: Span) -> Located[Words] | None:
    """The text of an assumption; a patch that only cites has none."""
    if "zh" not in fields and "en" not in fields:
        return None
    text = words_in(fields, long_text)
    return None if text is None else Located(text, Origin(span))


def seating(at: At) -> SeatingDecl:
    """What stands under ``table``."""
    origin = Origin(whole(at.key, at.node))
    fields = some_fields(at, TABLE)
    if fields is None:
        return SeatingDecl(origin, False)
    seats = fields.get("seats", _SEATS)
    at_table, deal = _inside(fields, "at_table", AT_TABLE), _inside(fields, "deal", DEAL)
    tiles = _tiles(fields)
    found = SeatingDecl(
        origin=origin,
        sound=True,
        seats=seats,
        at_table=at_table.get("seats", _SEATS) if at_table else None,
        out=at_table.get("out", _OUT) if at_table else None,
        suits=tiles.get("suits", words_of(SUITS)) if tiles else None,
        ranks=tiles.get("ranks", _ranks) if tiles else None,
        dragons=tiles.get("dragons", words_of(DRAGONS)) if tiles else None,
        copies=tiles.get("copies", _COPIES) if tiles else None,
        dealer=deal.get("dealer", _DEALT) if deal else None,
        others=deal.get("others", _DEALT) if deal else None,
        direction=deal.get("direction", _DIRECTION) if deal else None,
        basis=basis(fields),
        note=fields.get("note", words),
    )
    sound = all(part is None or part.sound for part in (fields, at_table, tiles, deal))
    return found if sound else replace(found, sound=False)


def _inside(fields: Fields, key: str, keys: tuple[str, ...]) -> Fields | None:
    """The entries of a mapping with fixed keys inside another."""
    at = fields.at_key(key)
    inside = None if at is None else some_fields(at, keys)
    fields.sound = fields.sound and (at is None or inside is not None)
    return inside


def _tiles(fields: Fields) -> Fields | None:
    """The entries of ``tiles``, which must name a suit."""
    inside = _inside(fields, "tiles", TILES)
    if inside is not None:
        suits = inside.at_key("suits")
        if suits is not None and isinstance(suits.node, Sequence) and not suits.node.items:
            path = f"{inside.at.path}.suits"
            fields.at.reader.sink.error("KWX2206", suits.node.span, path=path)
            inside.sound = False
    return inside


def _ranks(at: At) -> tuple[int, int] | None:
    """The least and the greatest number of a suit."""
    found = _numbers(at)
    if found is None:
        return None
    if len(found) != 2 or found[0] > found[1]:
        at.reader.sink.error("KWX2283", at.node.span, path=at.path)
        return None
    return found[0], found[1]


def some_fields(at: At, keys: tuple[str, ...]) -> Fields | None:
    """The entries of a mapping with fixed keys, which must have at least one."""
    fields = fields_of(at, keys)
    if fields is not None and fields.sound and not any(key in fields for key in keys):
        at.reader.sink.error("KWX2206", at.node.span, path=at.path)
        return None
    return fields
