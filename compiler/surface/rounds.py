"""The end of a round inside an example, in the shape that `settle` reads, as plain values.

Beside it what one of the tables about a round is asked: ``{table: turn.pung, wall.left: 3}``; and
which fact is looked up: ``{fact: turn.winners}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from ..diagnostics.report import Label
from ..source.yaml_nodes import Mapping, Scalar
from .decode import entries_of, fields_of, list_of
from .keys import (
    APART,
    ASKED,
    CHOOSERS,
    DECLARED_FACTS,
    END,
    ENDS,
    EVENTS,
    FACT_PATHS,
    FACT_RANGES,
    FACTS,
    HAND,
    KONG,
    KONG_KINDS,
    MAX_CHAIN_OF_KONGS,
    MAX_INTEGER,
    MAX_PASSED,
    ROUND,
    WAYS,
    WIN,
    facts_of,
)
from .options import option_value
from .values import integer_between, plain_text, truth, word_of, words_of

if TYPE_CHECKING:
    from .decode import At, Decoder, Fields

T = TypeVar("T")

_SEAT = integer_between(0, 3)
_ANY = integer_between(-MAX_INTEGER, MAX_INTEGER)
_TEXT = plain_text(200)


def plain_list(decoder: Decoder[tuple[T, ...]]) -> Decoder[list[T]]:
    """The same as a list, as JSON has it."""

    def decode(at: At) -> list[T] | None:
        found = decoder(at)
        return None if found is None else list(found)

    return decode


def record(fields: Fields, decoders: dict[str, Decoder[object]]) -> dict[str, object]:
    """The values of a mapping by key; ``from: null`` says that there is nobody."""
    found: dict[str, object] = {}
    for key, decoder in decoders.items():
        at = fields.at_key(key)
        if at is None:
            continue
        if key == "from" and isinstance(at.node, Scalar) and at.node.text == "null":
            found[key] = None
            continue
        value = fields.value(key, decoder)
        if value is not None:
            found[key] = value
    return found


def record_of(
    keys: tuple[str, ...], decoders: dict[str, Decoder[object]], *needed: str
) -> Decoder[dict[str, object]]:
    """A decoder for mappings with fixed keys."""

    def decode(at: At) -> dict[str, object] | None:
        fields = fields_of(at, keys)
        if fields is None:
            return None
        fields.need(*needed)
        found = record(fields, decoders)
        return found if fields.sound else None

    return decode


def options_given(at: At) -> dict[str, object] | None:
    """Values of options by name."""
    entries = entries_of(at)
    if entries is None:
        return None
    values = {key.text: option_value(inside) for key, inside in entries}
    read = {key: value.value for key, value in values.items() if value is not None}
    return dict(read) if len(read) == len(values) else None


def _numbers(at: At) -> list[int] | None:
    return plain_list(list_of(_ANY))(at)


def _by_person(at: At) -> dict[str, int] | None:
    fields = fields_of(at, CHOOSERS)
    if fields is None:
        return None
    found = record(fields, dict.fromkeys(CHOOSERS, _ANY))
    return {key: value for key, value in found.items() if isinstance(value, int)}


def _by_choice(each: Decoder[T]) -> Decoder[dict[str, object]]:
    """What was chosen, by choice."""

    def decode(at: At) -> dict[str, object] | None:
        entries = entries_of(at)
        if entries is None:
            return None
        values = {key.text: each(inside) for key, inside in entries}
        return dict(values) if None not in values.values() else None

    return decode


chosen_given = _by_choice(_by_person)
numbers_given = _by_choice(_ANY)


_KONG = record_of(
    KONG,
    {
        "by": _SEAT,
        "kind": word_of(KONG_KINDS),
        "tile": _TEXT,
        "from": _SEAT,
        "chain": integer_between(1, MAX_CHAIN_OF_KONGS),
        "robbed": truth,
    },
    "by",
    "kind",
    "tile",
)
_WIN = record_of(
    WIN,
    {
        "seat": _SEAT,
        "hand": _TEXT,
        "melds": plain_list(list_of(_TEXT)),
        "win": _TEXT,
        "by": word_of(WAYS),
        "from": _SEAT,
        "events": plain_list(words_of(EVENTS)),
        "chain": integer_between(0, MAX_CHAIN_OF_KONGS),
        "passed": integer_between(0, MAX_PASSED),
    },
    "seat",
    "hand",
)
_WAITING = record_of(
    HAND, {"seat": _SEAT, "hand": _TEXT, "melds": plain_list(list_of(_TEXT))}, "hand"
)


def _waiting(at: At) -> object | None:
    return _TEXT(at) if isinstance(at.node, Scalar) else _WAITING(at)


_END = record_of(
    END,
    {
        "kind": word_of(ENDS),
        "wins": plain_list(list_of(_WIN)),
        "hands": plain_list(list_of(_waiting)),
        "last_drawer": _SEAT,
    },
    "kind",
)

dice_given = plain_list(list_of(integer_between(1, 6)))

round_given = record_of(
    ROUND,
    {
        "players": integer_between(2, 4),
        "out": _SEAT,
        "dealer": _SEAT,
        "dice": dice_given,
        "carried": numbers_given,
        "choices": _by_choice(_numbers),
        "options": options_given,
        "revealed": plain_list(list_of(_SEAT)),
        "kongs": plain_list(list_of(_KONG)),
        "end": _END,
        "horses": plain_list(list_of(_TEXT)),
    },
    "end",
)


_KINDS = tuple(f"kong.{kind}" for kind in KONG_KINDS)
_OF_KONGS = ("turn.kong", "turn.chain")
_FACTS: dict[str, Decoder[object]] = {
    fact: integer_between(*FACT_RANGES[fact]) if fact in FACT_RANGES else truth
    for fact in ASKED[2:]
}
_table = word_of(tuple(FACTS))


def _named(at: At, name: str) -> At | None:
    """What stands under ``table``, or under ``fact``."""
    if not isinstance(at.node, Mapping):
        return None
    return next((inside for key, inside in entries_of(at) or () if key.text == name), None)


_PATH = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")


def _path(at: At) -> str | None:
    """The path of a fact; whether there is one, is not known here."""
    text = _TEXT(at)
    if text is not None and not _PATH.fullmatch(text):
        named = [path for section in DECLARED_FACTS for path in facts_of(section, "…")]
        facts = ", ".join((*FACT_PATHS, "fouls.…", *named))
        at.reader.sink.error("KWX2282", at.node.span, found=text, close="", facts=facts)
        return None
    return text


_fact = record_of(("fact",), {"fact": _path}, "fact")


def asked_given(at: At) -> dict[str, object] | None:
    """The table that is asked, and what holds, else ordinary; or the path of a fact."""
    if _named(at, "fact") is not None:
        return _fact(at)
    named = _named(at, "table")
    table = None if named is None else _table(named)
    fields = fields_of(at, ASKED if table is None else ("table", *FACTS[table]))
    if fields is None:
        return None
    fields.need("table")
    if table is None:
        return None
    found = {"table": table, **record(fields, _FACTS)}
    kinds = sum(bool(found.get(kind)) for kind in _KINDS)
    if table in _OF_KONGS and fields.sound and kinds != 1:
        at.reader.sink.error("KWX2281", at.key, path=at.path, kinds=", ".join(_KINDS))
        return None
    if fields.sound:
        _check_apart(table, found, fields)
    return found if fields.sound else None


def _check_apart(table: str, found: dict[str, object], fields: Fields) -> None:
    """Report facts that are said to hold together and never do."""
    for first, second in APART.get(table, ()):
        one, other = fields.at_key(first), fields.at_key(second)
        if one and other and found[first] and found[second]:
            labels = (Label(one.node.span, "first"),)
            params = {"first": first, "second": second}
            fields.at.reader.sink.error("KWX2284", other.node.span, labels=labels, **params)
            return
