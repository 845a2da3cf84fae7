"""The log of a round: one event a line, as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ..requests import DECODER, MAX_LINE
from .errors import LogError
from .events import to_dict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .events import Event

_START = "start"


class Recorded(NamedTuple):
    """The lines of one round as objects, and the number of the first of them in its file."""

    lines: tuple[Mapping[str, object], ...]
    first: int = 1

    def number(self, at: int) -> int:
        """The number in the file of a line of the round; past the last one, that of the last."""
        return self.first + min(at, max(0, len(self.lines) - 1))


def event_line(event: Event) -> str:
    """An event as a line of the log, without the end of the line."""
    return json.dumps(to_dict(event), ensure_ascii=False)


def log_text(events: Iterable[Event]) -> str:
    """Events as a log; every line is ended."""
    return "".join([event_line(event) + "\n" for event in events])


def read_rounds(text: str) -> tuple[Recorded, ...]:
    """The rounds of a log, each from its `start` on; at least one.

    Raises:
        LogError: for a line that is no JSON object with a type, the last one cut off included, or
            too long for an event, and for a log that does not begin with `start`.
    """
    found: list[Recorded] = []
    lines = text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, 1):
        event = _read_line(line, number)
        if event["type"] == _START:
            found.append(Recorded((), number))
        elif not found:
            raise LogError("KWX3621", number, {})
        found[-1] = found[-1]._replace(lines=(*found[-1].lines, event))
    return tuple(found)


def _read_line(line: str, number: int) -> dict[str, object]:
    try:
        value = DECODER.decode(line) if len(line) <= MAX_LINE else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise LogError("KWX3620", number, {})
    return value


def same(one: object, other: object) -> bool:
    """Whether two values of JSON are the same; true is not 1, and 1 is not 1.0."""
    if type(one) is not type(other):
        return False
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
        case list(), list():
            return len(one) == len(other) and all(map(same, one, other))
        case _:
            return one == other
