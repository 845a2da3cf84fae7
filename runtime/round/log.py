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

    Raises:
        LogError: the first of those that `rounds_and_faults` gives.
    """
    for found in rounds_and_faults(lines):
        if isinstance(found, LogError):
            raise found
        yield found


def rounds_and_faults(lines: Iterable[str]) -> Iterator[Recorded | LogError]:
    """The rounds of a log, and in the place of one that cannot be read what is wrong with it.

    A round is there as soon as the next one begins, so that a log may be as long as it likes. What
    is wrong may be a line that is no JSON object with a type, one too long for an event or with a
    field twice, a log that does not begin with `start` or is empty, and more lines than a round can
    have. After such a line all is left out up to the next `start`.
    """
    taken = _Taken()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            done = taken.take(line, number)
        except LogError as error:
            if not taken.lost:
                yield error
            taken.lose()
        else:
            if done is not None:
                yield done
    if taken.events:
        yield Recorded(tuple(taken.events), taken.first)
    elif not taken.lost:
        yield LogError("KWX3620", max(1, number), {})


class _Taken:
    """The lines of a round so far; `lost` after one that cannot be, up to the next round."""

    def __init__(self) -> None:
        self.events: list[Mapping[str, object]] = []
        self.first = self._characters = 0
        self.lost = False

    def lose(self) -> None:
        """The round cannot be read."""
        self.events, self.lost = [], True

    def take(self, line: str, number: int) -> Recorded | None:
        """Take a line in; the round before, if the next one begins.

        Raises:
            LogError: for a line that cannot be, here or anywhere.
        """
        event = _read_line(line, number)
        done = None
        if event["type"] == _START:
            done = Recorded(tuple(self.events), self.first) if self.events else None
            self.events, self.first, self._characters, self.lost = [], number, 0, False
        elif self.lost:
            return None
        elif not self.events:
            raise LogError("KWX3621", number, {})
        self.events.append(event)
        self._characters += len(line)
        if len(self.events) > MOST_LINES or self._characters > MOST_CHARACTERS:
            most = {"lines": MOST_LINES, "characters": MOST_CHARACTERS}
            raise LogError("KWX3634", number, most)
        return done


def _read_line(line: str, number: int) -> dict[str, object]:
    if len(line) > MAX_LINE:
        raise LogError("KWX3637", number, {"most": MAX_LINE})
    if (at := _no_text(line)) is not None:
        raise LogError("KWX3641", number, {"at": at + 1})
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


def _no_text(line: str) -> int | None:
    """Where a line has what was no UTF-8, or half a character; None for a text."""
    try:
        line.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


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
