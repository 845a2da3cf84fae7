"""Decision tables as written: a list of rows, or a mapping that patches rows of the parent.

What else stands among those about the turns of a round is read here too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ..diagnostics.report import Label
from ..source.yaml_nodes import Scalar, Sequence
from .declarations import some_fields
from .decode import fields_of, items_of, whole
from .keys import (
    CLAIMS,
    EXCHANGE,
    EXCHANGED,
    EXCHANGED_TO,
    HORSES,
    MAX_EXCHANGED,
    MAX_ROWS,
    MUST,
    NEXT,
    PAY,
    PLACES,
    RESULT_KEYS,
    SHOWS,
    TURN,
    WINNERS,
    patch_keys,
    row_keys,
)
from .nodes import SUMMED_KINDS, Origin, Placement, Ref, RowDecl, TableDecl, TurnDecl
from .sections import section
from .values import (
    basis,
    formula,
    identifier,
    integer_between,
    name_words,
    reference,
    truth,
    with_place,
    word_as_name,
    word_of,
    word_or_option,
    words,
    words_of,
)

if TYPE_CHECKING:
    from .decode import At, Fields
    from .expressions import Expr
    from .nodes import Exchange, Located, TableKind

_PAY_KINDS: dict[str, TableKind] = {
    "win": "pay.win",
    "also": "pay.also",
    "kong": "pay.kong",
    "drawn": "pay.drawn",
}
_HORSE_KINDS: dict[str, TableKind] = {
    "draw": "horses.draw",
    "hits": "horses.hits",
    "again": "horses.again",
}
_TURN_KINDS: dict[str, TableKind] = {
    "kong": "turn.kong",
    "chain": "turn.chain",
    "pung": "turn.pung",
    "reveal": "turn.reveal",
    "missed": "turn.missed",
}
_FACTS = frozenset(TURN) - _TURN_KINDS.keys()
_place_words = with_place(word_of(PLACES))
_given, _of, _to = integer_between(1, MAX_EXCHANGED), word_of(EXCHANGED), word_of(EXCHANGED_TO)
_next, _winners, _shows, _claims, _must = (
    word_as_name(NEXT),
    word_of(WINNERS),
    word_or_option(SHOWS),
    words_of(CLAIMS),
    words_of(MUST),
)
_FREE: frozenset[str] = frozenset()
"""Rows are never named in expressions, so that none of their ids is reserved."""


def pay_tables(at: At) -> tuple[TableDecl, ...] | None:
    """The tables under ``pay``."""
    return _tables_under(at, PAY, _PAY_KINDS)


def horse_tables(at: At) -> tuple[TableDecl, ...] | None:
    """The tables under ``horses``."""
    return _tables_under(at, HORSES, _HORSE_KINDS)


def _tables_under(
    at: At, keys: tuple[str, ...], kinds: dict[str, TableKind]
) -> tuple[TableDecl, ...] | None:
    fields = some_fields(at, keys)
    if fields is None:
        return None
    tables = [
        table(kinds[key], inside) for key in keys if (inside := fields.at_key(key)) is not None
    ]
    return tuple(tables) if fields.sound else None


def turn(at: At) -> tuple[TurnDecl | None, tuple[TableDecl, ...]]:
    """What stands under ``turn``: its facts, if there are any, and its tables."""
    fields = some_fields(at, TURN)
    origin = Origin(whole(at.key, at.node))
    if fields is None:
        return TurnDecl(origin, False), ()
    tables = tuple(
        table(kind, inside)
        for key, kind in _TURN_KINDS.items()
        if (inside := fields.at_key(key)) is not None
    )
    if fields.sound and not any(key in fields for key in _FACTS):
        return None, tables
    facts = TurnDecl(
        origin=origin,
        sound=True,
        exchange=fields.get("exchange", _exchange),
        precedence=fields.get("precedence", _precedence),
        winners=fields.get("winners", _winners),
        tail=fields.get("tail", truth),
        reveal_anytime=fields.get("reveal_anytime", truth),
        reveal_shows=fields.get("reveal_shows", _shows),
        must=fields.get("must", _must),
        basis=basis(fields),
        note=fields.get("note", words),
    )
    return (facts if fields.sound else replace(facts, sound=False)), tables


def _exchange(at: At) -> Exchange | None:
    """What changes hands before play, or ``none``."""
    if isinstance(at.node, Scalar) and at.node.text == "none":
        return ()
    fields = fields_of(at, EXCHANGE)
    if fields is None:
        return None
    fields.need(*EXCHANGE)
    tiles, of, to = fields.get("tiles", _given), fields.get("of", _of), fields.get("to", _to)
    return None if tiles is None or of is None or to is None else (tiles.value, of.value, to.value)


def _precedence(at: At) -> tuple[str, ...] | None:
    """All claims, each once."""
    found = _claims(at)
    if found is None or len(found) == len(CLAIMS):
        return found
    missing = ", ".join(claim for claim in CLAIMS if claim not in found)
    at.reader.sink.error("KWX2277", at.node.span, path=at.path, missing=missing)
    return None


def table(kind: TableKind, at: At) -> TableDecl:
    """One table."""
    origin = Origin(whole(at.key, at.node))
    if isinstance(at.node, Sequence):
        items = items_of(at, MAX_ROWS)
        rows = [_row(kind, item) for item in items or ()]
        read = tuple(row for row in rows if row is not None)
        if items == [] and kind not in SUMMED_KINDS:
            at.reader.sink.error("KWX2258", at.key, path=at.path)
        unique = not repeated_ids([row.id for row in read], at)
        every = items is not None and len(rows) == len(read) and unique
        some = bool(rows) or kind in SUMMED_KINDS
        return TableDecl(kind, at.key, origin, every and some, True, read)
    patches = section(at, MAX_ROWS, lambda ref, at, inside: _patch(kind, ref, at, inside), _FREE)
    return TableDecl(kind, at.key, origin, patches is not None, False, patches or ())


def repeated_ids(ids: list[Ref], at: At) -> bool:
    """Report every id that is given for the second time; whether there is one."""
    first: dict[str, Ref] = {}
    found = False
    for ref in ids:
        before = first.setdefault(ref.id, ref)
        if before is not ref:
            found = True
            at.reader.sink.error(
                "KWX2253",
                ref.span,
                labels=(Label(before.span, "first"),),
                path=at.path,
                found=ref.id,
            )
    return found


def _row(kind: TableKind, at: At) -> RowDecl | None:
    fields = fields_of(at, row_keys(kind))
    if fields is None:
        return None
    fields.need("id", RESULT_KEYS[kind])
    ref = fields.value("id", identifier)
    if ref is None:
        _declare(kind, Ref("", at.key), Origin(at.node.span), fields)
        return None
    return _declare(kind, ref, Origin(at.node.span), fields)


def _patch(kind: TableKind, ref: Ref, origin: Origin, at: At) -> RowDecl:
    fields = some_fields(at, patch_keys(kind))
    if fields is None:
        return RowDecl(ref, origin, False, *(None,) * 6)
    return _declare(kind, ref, origin, fields)


def _declare(kind: TableKind, ref: Ref, origin: Origin, fields: Fields) -> RowDecl:
    when, result = formula(fields, "when"), _result(kind, fields)
    name, note = fields.get("name", name_words), fields.get("note", words)
    place, rests_on = _place(fields), basis(fields)
    return RowDecl(ref, origin, fields.sound, name, when, result, place, rests_on, note)


def _result(kind: TableKind, fields: Fields) -> Located[Expr] | None:
    """An expression; who deals next is one of a few words."""
    if kind == "dealer":
        return fields.get(RESULT_KEYS[kind], _next)
    return formula(fields, RESULT_KEYS[kind])


def _place(fields: Fields) -> Placement | None:
    found: Placement | None = None
    sides: tuple[Literal["before", "after", "place"], ...] = ("before", "after", "place")
    for side in sides:
        anchor = fields.value(side, _place_words if side == "place" else reference)
        if anchor is None:
            continue
        if found is not None:
            fields.at.reader.sink.error(
                "KWX2247",
                anchor.span,
                labels=(Label(found.anchor.span, "first"),),
                path=fields.at.path,
            )
            fields.sound = False
        found = Placement(side, anchor)
    return found
