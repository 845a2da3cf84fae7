"""JSON as it is defined: nothing infinite, no field twice; but an id as it is spelled."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import TYPE_CHECKING, Final

from .errors import HandError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_LINE: Final = 100_000


def _finite(text: str) -> float:
    """A number that is not past all that Python tells from infinite ones."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _no_constant(text: str) -> object:
    """Refuse `NaN` and `Infinity`, which Python would read and JSON has not."""
    raise ValueError(text)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose fields stand once each."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise HandError("KWX3409", None, twice, {"found": twice})
    return made


DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_once, parse_float=_finite, parse_constant=_no_constant
)
"""Reads JSON as JSON is defined: nothing infinite, no field twice."""
ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode
"""Writes JSON, characters as they are."""
_SPELLED: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=_no_constant)
"""Finds where a value ends: numbers of any size are texts to it."""
_OPENING: Final = re.compile(r"[ \t\n\r]*\{[ \t\n\r]*").match
_COLON: Final = re.compile(r"[ \t\n\r]*:[ \t\n\r]*").match
_COMMA: Final = re.compile(r"[ \t\n\r]*,[ \t\n\r]*").match
_CLOSING: Final = re.compile(r"[ \t\n\r]*\}[ \t\n\r]*").fullmatch
_OF_VALUES: Final = ("KWX3409", "KWX3410")
"""What may be wrong with a value that is JSON."""
_NO_NUMBERS: Final = ("NaN", "Infinity", "-Infinity")


def decode(line: str) -> Mapping[str, object]:
    """The object of a line of JSON; nothing is asked of its id but that it is JSON.

    Raises:
        HandError: for what is no JSON object, or too long.
    """
    if len(line) > MAX_LINE:
        raise HandError("KWX3401", MAX_LINE, "line", {"most": MAX_LINE})
    try:
        return _object(line)
    except HandError as error:
        place = _place_of_id(line) if error.code in _OF_VALUES else None
        if place is None:
            raise
    return _object(f"{line[: place.start]}null{line[place.stop :]}")


def _object(line: str) -> Mapping[str, object]:
    """The object of a line, everything in it read as JSON is defined."""
    try:
        # An object with nothing around it, as most lines are, needs no search for white space.
        request, end = DECODER.raw_decode(line) if line[:1] == "{" else (None, -1)
        if end != len(line):
            request = DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise HandError("KWX3402", error.pos, "line") from None
    except HandError:
        raise
    except RecursionError:
        raise HandError("KWX3402", 0, "line") from None
    except ValueError as error:
        code = "KWX3402" if str(error) in _NO_NUMBERS else "KWX3410"
        raise HandError(code, 0, "line") from None
    if not isinstance(request, dict):
        raise HandError("KWX3403", 0, "line")
    return request


def spelled_id(line: str, request: Mapping[str, object]) -> str | None:
    """The id of a request exactly as the line has it; None if it has none, or more than one.

    Args:
        line: the line.
        request: what was read of it, if it could be read. Of most ids that is enough: a number
            other than 0 is spelled in one way only, and so is a text without escapes.
    """
    identity = request.get("id")
    if type(identity) is int and identity:
        return str(identity)
    if type(identity) is str and "\\" not in line:
        return f'"{identity}"'
    if "id" not in line and "\\" not in line:
        return None
    place = _place_of_id(line)
    if place is None:
        return None
    return line[place].replace("\r", " ").replace("\n", " ")  # an answer is one line


def _place_of_id(line: str) -> slice | None:
    """Where in a line the value of its only id stands."""
    try:
        found = [place for name, place in _fields(line) if name == "id"]
    except (ValueError, RecursionError):
        return None
    return found[0] if len(found) == 1 else None


def _fields(line: str) -> Iterator[tuple[object, slice]]:
    """The fields of an object of JSON, each with the place of its value.

    Raises:
        ValueError: for what is no object.
    """
    opening = _OPENING(line)
    at = opening.end() if opening else len(line)
    while line.startswith('"', at):
        name, at = _SPELLED.raw_decode(line, at)
        colon = _COLON(line, at)
        if colon is None:
            raise ValueError(line)
        _, end = _SPELLED.raw_decode(line, colon.end())
        yield name, slice(colon.end(), end)
        comma = _COMMA(line, end)
        at = comma.end() if comma else end
    if not _CLOSING(line, at):
        raise ValueError(line)
