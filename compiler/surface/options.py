"""What a table of players may choose, as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .declarations import some_fields
from .decode import entries_of, fields_of, items_of, report, scalar_of
from .keys import ACCEPTS, CARRIED, CHOICE, MAX_INTEGER, MAX_ITEMS, OPTION, WHEN_ASKED
from .nodes import CarriedDecl, Located, OptionDecl, Origin, PresetDecl, Ref
from .values import (
    ID,
    INTEGER,
    basis,
    check_id,
    formula,
    integer_between,
    name_words,
    not_a_number,
    number,
    repeats,
    truth,
    word_or_option,
    words,
)
from .yaml11 import read_as_yaml11

if TYPE_CHECKING:
    from ..source.yaml_nodes import Scalar
    from .decode import At, Fields
    from .nodes import OptionValue

_INTEGER = integer_between(-MAX_INTEGER, MAX_INTEGER)
_asked = word_or_option(WHEN_ASKED)
_WORDS: dict[str, OptionValue] = {"none": None, "true": True, "false": False}


def option(ref: Ref, origin: Origin, at: At) -> OptionDecl:
    """An option, or what is changed of one."""
    fields = some_fields(at, OPTION)
    if fields is None:
        return OptionDecl(ref, origin, False, *(None,) * 6)
    name = fields.get("name", name_words)
    default = _default(fields)
    offered = _offered(fields)
    accepts = fields.get("accepts", _accepts)
    rests_on, note = basis(fields), fields.get("note", words)
    return OptionDecl(ref, origin, fields.sound, name, default, offered, accepts, rests_on, note)


def choice(ref: Ref, origin: Origin, at: At) -> OptionDecl:
    """What each player chooses, or what is changed of it: an option with fewer keys."""
    fields = some_fields(at, CHOICE)
    if fields is None:
        return OptionDecl(ref, origin, False, *(None,) * 6)
    name, default, offered = fields.get("name", name_words), _default(fields), _offered(fields)
    asked = fields.get("asked", _asked)
    rests_on, note = basis(fields), fields.get("note", words)
    return OptionDecl(
        ref, origin, fields.sound, name, default, offered, None, rests_on, note, asked
    )


def carried(ref: Ref, origin: Origin, at: At) -> CarriedDecl:
    """A number carried from round to round, or what is changed of one."""
    fields = some_fields(at, CARRIED)
    if fields is None:
        return CarriedDecl(ref, origin, False, *(None,) * 7)
    name = fields.get("name", name_words)
    low, high = fields.get("from", _INTEGER), fields.get("to", _INTEGER)
    start, following = fields.get("start", _INTEGER), formula(fields, "next")
    rests_on, note = basis(fields), fields.get("note", words)
    return CarriedDecl(ref, origin, fields.sound, name, low, high, start, following, rests_on, note)


def preset(ref: Ref, origin: Origin, at: At) -> PresetDecl:
    """A named choice of options, or what is changed of one."""
    entries = entries_of(at)
    if entries is None:
        return PresetDecl(ref, origin, False, {})
    read = [(check_id(key, inside), option_value(inside)) for key, inside in entries]
    if not read:
        at.reader.sink.error("KWX2206", at.node.span, path=at.path)
    known = {id_.id: (id_, value) for id_, value in read if id_ is not None and value is not None}
    return PresetDecl(ref, origin, 0 < len(read) == len(known), known)


def option_value(at: At) -> Located[OptionValue] | None:
    """A whole number, `none`, `true`, `false` or a word."""
    scalar = scalar_of(at)
    if scalar is None:
        return None
    origin = Origin(scalar.span)
    if scalar.style == "plain":
        if scalar.text in _WORDS:
            return Located(_WORDS[scalar.text], origin)
        if INTEGER.fullmatch(scalar.text):
            value = number(scalar, at, -MAX_INTEGER, MAX_INTEGER)
            return None if value is None else Located(value, origin)
    if _is_word(scalar.text):
        return Located(scalar.text, origin)
    _no_value(scalar, at)
    return None


def _is_word(text: str) -> bool:
    """Whether this is a word, in quotes or not: what YAML 1.1 takes for something else is none."""
    return text not in _WORDS and ID.fullmatch(text) is not None and read_as_yaml11(text) is None


def _no_value(scalar: Scalar, at: At) -> None:
    read = read_as_yaml11(scalar.text)
    if scalar.style != "plain":
        value = scalar.text in _WORDS or INTEGER.fullmatch(scalar.text)
        key = "quoted" if value else "odd"
        extra = {key: scalar.text} if value or read is not None else {}
        fix = scalar.text if value else None
        report(at, "KWX2217", scalar.span, {"found": scalar.text, **extra}, fix)
    elif read is None or read[0] in {"bool", "null"}:
        fix = None if read is None else read[1].replace("null", "none")
        extra = {} if read is None else {read[0]: read[1]}
        report(at, "KWX2217", scalar.span, {"found": scalar.text, **extra}, fix)
    else:
        not_a_number(scalar, at)


def _default(fields: Fields) -> Located[OptionValue] | None:
    at = fields.at_key("default")
    if at is None:
        return None
    found = option_value(at)
    fields.sound = fields.sound and found is not None
    return found


def _offered(fields: Fields) -> Located[tuple[OptionValue, ...]] | None:
    at = fields.at_key("offered")
    if at is None:
        return None
    items = items_of(at, MAX_ITEMS)
    found = [] if items is None else [option_value(item) for item in items]
    values = [value for value in found if value is not None]
    if items == []:
        at.reader.sink.error("KWX2206", at.node.span, path=at.path)
    if not values or len(values) < len(found):
        fields.sound = False
        return None
    spelled = [Ref(spelled_value(value.value), value.origin.span) for value in values]
    fields.sound = not repeats(spelled, at) and fields.sound
    return Located(tuple(value.value for value in values), Origin(at.node.span))


def spelled_value(value: OptionValue) -> str:
    """An option's value as authors write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _accepts(at: At) -> tuple[int, int, bool] | None:
    fields = fields_of(at, ACCEPTS)
    if fields is None:
        return None
    low, high = fields.value("from", _INTEGER), fields.value("to", _INTEGER)
    none = fields.value("none", truth)
    fields.need("from", "to")
    if low is None or high is None or not fields.sound:
        return None
    if low > high:
        at.reader.sink.error("KWX2262", at.key, path=at.path, low=low, high=high)
        return None
    return low, high, bool(none)
