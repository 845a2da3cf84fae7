"""JSON as it is defined, and as it is spelled: nothing infinite, no field twice."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Final

from .errors import HandError

if TYPE_CHECKING:
    from collections.abc import Mapping

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
_SPELLED: Final = json.JSONDecoder(parse_int=str, parse_float=str)
"""Reads numbers as they are spelled."""
_NO_NUMBERS: Final = ("NaN", "Infinity", "-Infinity")


def decode(line: str) -> Mapping[str, object]:
    """The object of a line of JSON.

    Raises:
        HandError: for what is no JSON object, or too long.
    """
    if len(line) > MAX_LINE:
        raise HandError("KWX3401", MAX_LINE, "line", {"most": MAX_LINE})
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
    """The id of a request as JSON; a number as it is spelled, for to be read may change it."""
    if "id" not in request:
        return None
    identity = request["id"]
    if type(identity) is float or (identity == 0 and identity is not False):
        return str(_SPELLED.decode(line)["id"])
    return ENCODE(identity)
