"""What the lines of a log may say: the fields of each kind of event, those of the first line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .errors import LogError
from .log import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Line = Mapping[str, object]

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (
        *("variant", "options", "stake", "hash", "seed", "wall"),
        *("dice", "dealer", "players", "out", "choices", "use", "round"),
    ),
    "deal": ("seat", "tiles"),
    "draw": ("seat", "tile", "replacement"),
    "discard": ("seat", "tile"),
    "give": ("seat", "tiles", "to"),
    "pung": ("seat", "tile", "from"),
    "kong": ("seat", "kind", "tile", "from", "chain"),
    "reveal": ("seat", "hand", "melds", "waits", "kongs"),
    "win": (
        *("seat", "hand", "melds", "win", "by", "from"),
        *("events", "chain", "value", "passed"),
    ),
    "horses": ("seat", "tiles"),
    "pass": ("seat",),
    "drawn": (),
    "transfer": ("from", "to", "amount", "rule"),
    "foul": ("seat", "kind"),
    "end": ("totals", "next_dealer"),
}
"""The fields of each type of event, besides the type itself."""

_MOST: Final = 40
"""Characters of a value that are shown."""
_BEFORE: Final = 10
"""Of these, how many stand before what is different."""
_NOTHING: Final = "nothing"
_PIPS: Final = 6
_DICE: Final = 2


def check_fields(line: Line, number: int) -> None:
    """Refuse a line with a field that its type of event has not.

    Raises:
        LogError: naming the first such field.
    """
    kind = str(line["type"])
    known = FIELDS.get(kind)
    if known is None:
        return
    for name in line:
        if name != "type" and name not in known:
            offered = ", ".join(known) or "–"
            params = {"type": kind, "field": shown(name), "offered": offered}
            raise LogError("KWX3629", number, params)


def check_start(line: Line, number: int) -> None:
    """Refuse a first line with a field it cannot have, or that holds what it cannot hold.

    Raises:
        LogError: naming the first such field.
    """
    check_fields(line, number)
    if "dealer" not in line:
        raise _wrong("dealer", line, number, "a seat")
    for name, good, wanted in _START:
        if name in line and not good(line[name]):
            raise _wrong(name, line, number, wanted)


def _wrong(name: str, line: Line, number: int, wanted: str) -> LogError:
    found = shown(line.get(name, ABSENT))
    return LogError("KWX3632", number, {"field": name, "found": found, "wanted": wanted})


def _text(value: object) -> bool:
    return isinstance(value, str)


def _names(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _object(value: object) -> bool:
    return isinstance(value, dict)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _counting(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _thrown(value: object) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, list)
        and len(value) == _DICE
        and all(_whole(one) and 1 <= one <= _PIPS for one in value)
    )


def dice_of(line: Line) -> tuple[int, int] | None:
    """What the dice showed, if the first line says it, which has been checked."""
    found: Any = line.get("dice")
    return None if found is None else (found[0], found[1])


_START: Final[tuple[tuple[str, Callable[[object], bool], str], ...]] = (
    ("variant", _text, "a name"),
    ("use", _names, "a list of names"),
    ("options", _object, "an object"),
    ("stake", _whole, "a whole number"),
    ("hash", _text, "a text"),
    ("seed", _whole, "a whole number"),
    ("wall", _text, "tiles"),
    ("dice", _thrown, "null, or two numbers from 1 to 6"),
    ("dealer", _seat, "a seat"),
    ("players", _whole, "a whole number"),
    ("out", _seat, "a seat"),
    ("choices", _object, "an object"),
    ("round", _counting, "a whole number from 1"),
)
"""For each field of the first line whether it can hold a value, and what it holds."""


class _Absent:
    """What stands where nothing does."""


ABSENT: Final = _Absent()


class Difference(NamedTuple):
    """A place in which two values differ, and what stands there, for people."""

    name: str
    found: str
    expected: str


def shown(value: object, most: int = _MOST) -> str:
    """A value of a line for people: words as they are, everything else as JSON has it."""
    if value is ABSENT:
        return _NOTHING
    text = value if isinstance(value, str) and _is_word(value) else _json(value)
    return _cut(text, most)


def _cut(text: str, most: int = _MOST) -> str:
    return text if len(text) <= most else text[:most] + "…"


def differences(found: object, expected: object, name: str = "") -> Iterator[Difference]:
    """In what two values differ, down to the keys of objects and the items of long lists."""
    match found, expected:
        case dict(), dict():
            for key in {**expected, **found}:
                one, other = found.get(key, ABSENT), expected.get(key, ABSENT)
                yield from differences(one, other, f"{name}.{shown(key)}" if name else shown(key))
        case list(), list() if len(_json(expected)) > _MOST and len(found) == len(expected):
            for at, (one, other) in enumerate(zip(found, expected, strict=True)):
                yield from differences(one, other, f"{name}[{at}]")
        case _:
            if not same(found, expected):
                yield Difference(name, *_apart(found, expected))


def _apart(found: object, expected: object) -> tuple[str, str]:
    """Two values as texts; of long ones the part in which they differ."""
    one, other = (shown(value, sys.maxsize) for value in (found, expected))
    pairs = enumerate(zip(one, other, strict=False))
    alike = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = 0 if alike < _MOST // 2 else alike - _BEFORE
    mark = "…" if start else ""
    return mark + _cut(one[start:]), mark + _cut(other[start:])


def in_short(line: Line, beside: Line | None = None) -> str:
    """An event in a few words; beside another of its kind, all in which they differ."""
    fields = ("type", "seat", "kind", "tile", "amount", "rule")
    words = [shown(line[name]) for name in fields if name in line]
    if beside is not None and beside["type"] == line["type"]:
        here, there = (
            {name: one[name] for name in one if name not in fields} for one in (line, beside)
        )
        found = [(one.name, one.found) for one in differences(here, there)]
        words += [f"{name} {'–' if text == _NOTHING else text}" for name, text in found]
    return " ".join(words)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_word(text: str) -> bool:
    """Whether a text cannot be taken for anything but a text."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return bool(text.strip())
    return False


def whole_number(value: object) -> int | None:
    """A value if it is a whole number, which a truth is not."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
