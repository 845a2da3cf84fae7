"""The log of a round: one event a line, as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .errors import LogError
from .events import to_dict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .events import Event


def event_line(event: Event) -> str:
    """An event as a line of the log, without the end of the line."""
    return json.dumps(to_dict(event), ensure_ascii=False)


def log_text(events: Iterable[Event]) -> str:
    """Events as a log; every line is ended."""
    return "".join([event_line(event) + "\n" for event in events])


def read_lines(text: str) -> tuple[dict[str, object], ...]:
    """The objects of a log.

    Raises:
        LogError: for a line that is no JSON object with a type, the last one cut off included.
    """
    found: list[dict[str, object]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict) or not isinstance(value.get("type"), str):
            raise LogError("KWX3620", {"line": number})
        found.append(value)
    return tuple(found)
