"""A resolved ruleset as plain data: what `show` prints, as text or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..surface.keys import RESULT_KEYS
from ..surface.options import spelled_value
from ..surface.printer import print_expression

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolved.nodes import (
        Assumption,
        Basis,
        Carried,
        Fan,
        Foul,
        Option,
        Origin,
        Row,
        Ruleset,
        Seating,
        Table,
        TableKind,
        Turn,
        Words,
        Worth,
    )
    from ..source.text import Span

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"


def ruleset_object(ruleset: Ruleset) -> dict[str, Json]:
    """All of a ruleset that its rules consist of, every value with its place."""
    return {
        "id": ruleset.id,
        "name": _words(ruleset.name),
        "abstract": ruleset.abstract,
        "parents": list[Json](ruleset.parents),
        "uses": list[Json](ruleset.uses),
        "sources": [{"file": source.name, "sha256": source.sha256} for source in ruleset.sources],
        "note": _words(ruleset.note),
        "table": _seating(ruleset.seating),
        "options": [_option(option) for option in ruleset.options],
        **({"choices": [_option(one) for one in ruleset.choices]} if ruleset.choices else {}),
        **({"carried": [_carried(one) for one in ruleset.carried]} if ruleset.carried else {}),
        "presets": [
            {
                "id": preset.id,
                "options": {id_: spelled_value(value) for id_, value in preset.values.items()},
                "place": place(preset.origin),
            }
            for preset in ruleset.presets
        ],
        "define": [
            {
                "id": define.id,
                "is": print_expression(define.body),
                "note": _words(define.note),
                "place": place(define.origin),
            }
            for define in ruleset.defines
        ],
        "fans": [_fan(fan) for fan in ruleset.fans],
        **({} if ruleset.worth is None else {"worth": _worth(ruleset.worth)}),
        **{table.kind: _rows(table) for table in ruleset.tables},
        "turn": _turn(ruleset.turn),
        "fouls": [_foul(foul) for foul in ruleset.fouls],
        "removed": [
            {"path": gone.path, **_basis(gone.basis), "place": place(gone.origin)}
            for gone in ruleset.removed
        ],
        "exclusive": [ref.id for ref in ruleset.exclusive],
        "assumptions": list(map(_text, ruleset.assumptions)),
        **({"refuses": list(map(_text, ruleset.refuses))} if ruleset.refuses else {}),
        "examples": len(ruleset.examples),
    }


def _text(given: Assumption) -> dict[str, Json]:
    return {
        "id": given.id,
        "text": _words(given.text),
        "cite": [ref.id for ref in given.cites],
        "place": place(given.origin),
    }


def place(origin: Origin) -> dict[str, Json]:
    """Where a value stands, and what it overrode, nearest parent first."""
    file, line = _at(origin.span)
    overrides: list[Json] = []
    for span in origin.overrode:
        parent, parent_line = _at(span)
        overrides.append({"file": parent, "line": parent_line})
    return {"file": file, "line": line, "overrides": overrides}


def _at(span: Span) -> tuple[str, int]:
    return span.source.name, span.position[0]


def _words(words: Words | None) -> Json:
    return None if words is None else {"zh": words.zh, "en": words.en}


def _basis(basis: Basis) -> dict[str, Json]:
    return {"cite": [ref.id for ref in basis.cites], "assumed": _words(basis.assumed)}


def _places(origin: Origin, keys: Mapping[str, Origin]) -> dict[str, Json]:
    return {"place": place(origin), "places": {key: place(keys[key]) for key in sorted(keys)}}


def _seating(seating: Seating) -> Json:
    return {
        "seats": seating.seats,
        "suits": list[Json](seating.suits),
        **({} if seating.ranks == (1, 9) else {"ranks": list[Json](seating.ranks)}),
        "dragons": list[Json](seating.dragons),
        "copies": seating.copies,
        "at_table": {"seats": seating.at_table, "out": seating.out},
        "deal": {
            "dealer": seating.dealer,
            "others": seating.others,
            "direction": seating.direction,
        },
        **_basis(seating.basis),
        **_places(seating.origin, seating.keys),
    }


def _turn(turn: Turn) -> Json:
    return {
        "precedence": list[Json](turn.precedence),
        "winners": turn.winners,
        "tail": turn.tail,
        "reveal_anytime": turn.reveal_anytime,
        "reveal_shows": turn.reveal_shows,
        "must": list[Json](turn.must),
        **({"exchange": list[Json](turn.exchange)} if turn.exchange else {}),
        "note": _words(turn.note),
        **_basis(turn.basis),
        **_places(turn.origin, turn.keys),
    }


def _foul(foul: Foul) -> Json:
    return {
        "id": foul.id,
        "name": _words(foul.name),
        "may_win": foul.may_win,
        "may_kong": foul.may_kong,
        "kong_money": foul.kong_money,
        "note": _words(foul.note),
        **_basis(foul.basis),
        **_places(foul.origin, foul.keys),
    }


def _carried(one: Carried) -> Json:
    bound = _option(one.bound)
    assert isinstance(bound, dict)
    return {**bound, "id": one.id, "next": print_expression(one.next)}


def _option(option: Option) -> Json:
    accepts: Json = None
    if option.accepts is not None:
        low, high, none = option.accepts
        accepts = {"from": low, "to": high, "none": none}
    return {
        "id": option.id,
        "name": _words(option.name),
        "default": spelled_value(option.default),
        "offered": [spelled_value(value) for value in option.offered],
        "accepts": accepts,
        **({"asked": option.asked} if "asked" in option.keys else {}),
        "note": _words(option.note),
        **_basis(option.basis),
        **_places(option.origin, option.keys),
    }


def _fan(fan: Fan) -> Json:
    return {
        "id": fan.id,
        "name": _words(fan.name),
        "times": print_expression(fan.times),
        **({"on_top": True} if fan.on_top else {}),
        "when": print_expression(fan.when),
        "replaces": [ref.id for ref in fan.replaces],
        "excludes": [ref.id for ref in fan.excludes],
        "note": _words(fan.note),
        **_basis(fan.basis),
        **_places(fan.origin, fan.keys),
    }


def _worth(worth: Worth) -> Json:
    return {
        "combine": worth.combine,
        "note": _words(worth.note),
        **_basis(worth.basis),
        **_places(worth.origin, worth.keys),
    }


def _rows(table: Table) -> list[Json]:
    return [_row(row, table.kind) for row in table.rows]


def _row(row: Row, kind: TableKind) -> Json:
    return {
        "id": row.id,
        "name": _words(row.name),
        "when": None if row.when is None else print_expression(row.when),
        RESULT_KEYS[kind]: print_expression(row.result),
        "note": _words(row.note),
        **_basis(row.basis),
        **_places(row.origin, row.keys),
    }
