"""The log of a round: one event a line, as JSON."""

from __future__ import annotations

import json
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import HandError
from ..json_text import DECODER, MAX_LINE
from .errors import LogError
from .events import Discarded, Drew, Passed, Punged, to_dict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .events import Event

_START = "start"
_MOST_SHOWN: Final = 40
MOST_LINES: Final = 5_000
"""Lines of a round: more than there can be, where fouls are few."""
MOST_CHARACTERS: Final = 2_000_000
"""Characters of the lines of a round."""


class Recorded(NamedTuple):
    """The lines of one round as objects, and the number of the first of them in its file."""

    lines: tuple[Mapping[str, object], ...]
    first: int = 1

    def number(self, at: int) -> int:
        """The number in the file of a line of the round; past the last one, that of the last."""
        return self.first + min(at, max(0, len(self.lines) - 1))


def event_line(event: Event) -> str:
    """An event as a line of the log, without the end of the line."""
    return _ENCODE(to_dict(event))


def lines_of(events: Iterable[Event]) -> dict[int, str]:
    """The lines of events that are kept and used again and again, by their identities."""
    return {id(one): event_line(one) for one in events}


def log_text(events: Iterable[Event], known: Mapping[int, str] = MappingProxyType({})) -> str:
    """Events as a log; every line is ended. `known` has the lines of some, as `lines_of` gives."""
    return "\n".join([*[known.get(id(one)) or _line(one) for one in events], ""])


def _line(event: Event) -> str:
    return _known_line(event) if type(event) in _COMMON else event_line(event)


_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode
_COMMON: Final = {Drew, Discarded, Passed, Punged}
"""What happens again and again in the same words."""
_known_line = lru_cache(maxsize=1000)(event_line)


def read_rounds(text: str) -> tuple[Recorded, ...]:
    """The rounds of a log, all of them; at least one.

    Raises:
        LogError: what `rounds_of` raises.
    """
    return tuple(rounds_of(text.removesuffix("\n").split("\n")))


def rounds_of(lines: Iterable[str]) -> Iterator[Recorded]:
    """The rounds of a log, each from its `start` on; at least one.

    A round is there as soon as the next one begins, so that a log may be as long as it likes.

    Raises:
        LogError: for a line that is no JSON object with a type, the last one cut off included, one
            too long for an event or with a field twice, for a log that does not begin with `start`,
            and for more lines than a round can have.
    """
    events: list[Mapping[str, object]] = []
    first = number = characters = 0
    for number, line in enumerate(lines, 1):
        event = _read_line(line, number)
        if event["type"] == _START:
            if events:
                yield Recorded(tuple(events), first)
            events, first, characters = [], number, 0
        elif not events:
            raise LogError("KWX3621", number, {})
        events.append(event)
        characters += len(line)
        if len(events) > MOST_LINES or characters > MOST_CHARACTERS:
            most = {"lines": MOST_LINES, "characters": MOST_CHARACTERS}
            raise LogError("KWX3634", number, most)
    if not events:
        raise LogError("KWX3620", max(1, number), {})
    yield Recorded(tuple(events), first)


def _read_line(line: str, number: int) -> dict[str, object]:
    if len(line) > MAX_LINE:
        raise LogError("KWX3637", number, {"most": MAX_LINE})
    try:
        value = DECODER.decode(line)
    except HandError as twice:
        raise LogError("KWX3625", number, {}, twice) from None
    except (json.JSONDecodeError, RecursionError):
        value = None
    except ValueError as error:
        raise LogError("KWX3636", number, {"found": _no_number(str(error))}) from None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise LogError("KWX3620", number, {})
    return value


def _no_number(text: str) -> str:
    """What JSON cannot have for a number, or Python will not read."""
    return text if len(text) <= _MOST_SHOWN else "a number of hundreds of digits"


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
