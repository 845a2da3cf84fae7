"""Examples and excused figures, as written; what they claim is not looked at here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...runtime.tiles import tile_text
from ..source.yaml_nodes import Mapping, Scalar, Sequence
from .decode import Fields, fields_of, items_of, join, list_of, report
from .keys import (
    EVENTS,
    EXAMPLE,
    EXCUSED,
    EXPECT,
    EXPECT_ASKED,
    EXPECT_DEALER,
    EXPECT_FACT,
    EXPECT_NUMBER,
    EXPECT_ROUND,
    EXPECT_WAITING,
    EXPECT_WON,
    HOW_WON,
    MAX_CHAIN_OF_KONGS,
    MAX_EXAMPLES,
    MAX_EXCUSED,
    MAX_INTEGER,
    MAX_PASSED,
    NEXT,
    SHAPES,
    WAYS,
)
from .nodes import Example, Excused, Origin, Ref
from .rounds import (
    asked_given,
    chosen_given,
    dice_given,
    numbers_given,
    options_given,
    plain_list,
    record,
    round_given,
)
from .tables import repeated_ids
from .values import (
    cites,
    golden,
    identifier,
    integer_between,
    plain_text,
    references,
    truth,
    word_of,
    words,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source.text import Span
    from ..source.yaml_nodes import Node
    from .decode import At, Decoder

_TEXT = plain_text(200)
_AMOUNT = integer_between(-MAX_INTEGER, MAX_INTEGER)
_LAID_OUT = re.compile(r"\[[^\]]*\]|\([^)]*\)|（[^）]*）|［[^］]*］")


def _ids(at: At) -> list[str] | None:
    found = references(at)
    return None if found is None else [ref.id for ref in found]


def _said(at: At) -> list[str] | None:
    """A word or a number, or a list of them."""
    if isinstance(at.node, Sequence):
        return plain_list(list_of(_TEXT))(at)
    said = _TEXT(at)
    return None if said is None else [said]


_TILES = tuple(map(tile_text, range(30)))
_GIVEN: dict[str, Decoder[object]] = {
    "hand": _TEXT,
    "by": word_of(WAYS),
    "events": plain_list(words_of(EVENTS)),
    "chain": integer_between(0, MAX_CHAIN_OF_KONGS),
    "revealed": truth,
    "payer_revealed": truth,
    "preceded": truth,
    "passed": integer_between(0, MAX_PASSED),
    "choices": chosen_given,
    "preset": _TEXT,
    "options": options_given,
    "carried": numbers_given,
    "dice": dice_given,
    "round": round_given,
    "asked": asked_given,
}
_EXPECTED: dict[str, Decoder[object]] = {
    "value": _AMOUNT,
    "product": _AMOUNT,
    "points": _AMOUNT,
    "fans": _ids,
    "has": _ids,
    "lacks": _ids,
    "may_win": truth,
    "owed": _AMOUNT,
    "shape": word_of(SHAPES),
    "complete": truth,
    "waits": plain_list(words_of(_TILES)),
    "totals": plain_list(list_of(_AMOUNT)),
    "rules": plain_list(list_of(_TEXT)),
    "carried": numbers_given,
    "allowed": truth,
    "next": word_of(NEXT),
    "said": _said,
    "number": _AMOUNT,
}
_SET = ("preset", "options", "carried", "dice")
_ABOUT: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "won": (("hand", *HOW_WON, *_SET), EXPECT_WON),
    "waiting": (("hand", *_SET), EXPECT_WAITING),
    "round": (("round", "preset"), EXPECT_ROUND),
    "asked": (("asked", *_SET), EXPECT_ASKED),
    "dealer": (("asked", *_SET), EXPECT_DEALER),
    "fact": (("asked",), EXPECT_FACT),
    "horses": (("asked", *_SET), EXPECT_NUMBER),
}
"""What may be given and expected of each kind of example."""


def examples(at: At) -> tuple[Example, ...]:
    """The list of examples, without those that cannot be read."""
    found = [_example(item) for item in items_of(at, MAX_EXAMPLES) or ()]
    read = tuple(example for example in found if example is not None)
    repeated_ids([Ref(example.id, example.spans["id"]) for example in read], at)
    return read


def _example(at: At) -> Example | None:
    fields = fields_of(at, EXAMPLE)
    if fields is None:
        return None
    fields.need("id", "why", "expect")
    ref, why = fields.value("id", identifier), fields.value("why", words)
    number, cited = fields.value("golden", golden), fields.value("cite", cites)
    given, expect = record(fields, _GIVEN), _expected(fields)
    if _kind(fields, given) is None or ref is None or why is None or not fields.sound:
        return None
    spans: dict[str, Span] = {}
    locate: dict[str, Callable[[int, int], Span]] = {}
    _note_places(at.node, "", spans, locate)
    origin = Origin(at.node.span)
    return Example(ref.id, number, why, cited or (), given, expect, spans, origin, locate)


def _expected(fields: Fields) -> dict[str, object]:
    at = fields.at_key("expect")
    inside = None if at is None else fields_of(at, EXPECT)
    if at is None or inside is None:
        fields.sound = False
        return {}
    expect = record(inside, _EXPECTED)
    if inside.sound and not expect:
        at.reader.sink.error("KWX2271", at.key, path=at.path)
    fields.sound = fields.sound and inside.sound and bool(expect)
    return expect


def _kind(fields: Fields, values: dict[str, object]) -> str | None:
    """Whether it is about a won hand, a waiting hand, a round, a table of a round or a fact.

    What does not belong is reported.
    """
    reader = fields.at.reader
    subjects = [key for key in ("hand", "round", "asked") if key in fields]
    if len(subjects) != 1:
        if fields.sound:
            reader.sink.error("KWX2270", fields.at.key, path=fields.at.path)
        return None
    kind = _told_apart(subjects[0], fields, values)
    given, expected = _ABOUT[kind]
    for key in _GIVEN:
        stranger = fields.at_key(key)
        if stranger is not None and key not in given:
            report(stranger, "KWX2272", stranger.key, {kind: ", ".join(given)})
    expect = fields.at_key("expect")
    if expect is not None and isinstance(expect.node, Mapping):
        for entry in expect.node.entries:
            if entry.key.text in EXPECT and entry.key.text not in expected:
                stranger = expect._replace(path=join(expect.path, entry.key.text))
                report(stranger, "KWX2272", entry.key.span, {kind: ", ".join(expected)})
    return kind


def _told_apart(kind: str, fields: Fields, values: dict[str, object]) -> str:
    """Won hands and waiting ones; facts, who deals next, and other tables."""
    if kind == "hand":
        at = fields.at_key("hand")
        text = at.node.text if at is not None and isinstance(at.node, Scalar) else ""
        return "won" if any(plus in _LAID_OUT.sub("", text) for plus in "+＋") else "waiting"
    if kind == "asked" and _looks_up(fields.at_key("asked")):
        return "fact"
    asked = values.get("asked")
    return _OF_TABLES.get(str(asked.get("table")), kind) if isinstance(asked, dict) else kind


_OF_TABLES = {"dealer": "dealer", "horses.draw": "horses", "horses.hits": "horses"}
"""The tables that do not say whether something is allowed."""


def _looks_up(at: At | None) -> bool:
    """Whether a fact is asked for, be it there or not."""
    node = None if at is None else at.node
    return isinstance(node, Mapping) and any(entry.key.text == "fact" for entry in node.entries)


def _note_places(
    node: Node,
    path: str,
    spans: dict[str, Span],
    locate: dict[str, Callable[[int, int], Span]],
) -> None:
    """Note where everything inside an example is written."""
    if path:
        spans[path] = node.span
    match node:
        case Scalar():
            locate[path] = node.part
        case Mapping(entries):
            for entry in entries:
                inside = join(path, entry.key.text)
                spans[f"{inside}:"] = entry.key.span
                _note_places(entry.value, inside, spans, locate)
        case Sequence(items):
            for index, item in enumerate(items):
                _note_places(item, f"{path}[{index}]", spans, locate)


def excused(at: At) -> tuple[Excused, ...]:
    """The list of figures that are not followed, without those that cannot be read."""
    found = [_excuse(item) for item in items_of(at, MAX_EXCUSED) or ()]
    read = [excuse for excuse in found if excuse is not None]
    repeated_ids([ref for ref, _ in read], at)
    return tuple(excuse for _, excuse in read)


def _excuse(at: At) -> tuple[Ref, Excused] | None:
    fields = fields_of(at, EXCUSED)
    if fields is None:
        return None
    fields.need("golden", "why")
    number, why = fields.get("golden", golden), fields.value("why", words)
    cited = fields.value("cite", cites)
    if number is None or why is None or not fields.sound:
        return None
    excuse = Excused(number.value, why, cited or (), Origin(at.node.span))
    return Ref(number.value, number.origin.span), excuse
