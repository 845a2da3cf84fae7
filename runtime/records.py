"""Reads JSON objects field by field; whatever is wrong is told with the path of the field."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from .counting import readable
from .errors import HandError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

W = TypeVar("W", bound=str)

_LONG: Final = 40
_OF_ROUNDS: Final = frozenset({"carried", "horses"})
"""What is said of the end of a round as a whole, and of nothing else."""


class Record:
    """One JSON object of a request.

    Attributes:
        path: where it stands in the request, empty for the request itself.
    """

    __slots__ = ("_fields", "path")

    def __init__(self, value: object, path: str, known: Collection[str]) -> None:
        """Take an object that has no other fields than the known ones.

        Raises:
            HandError: if it is no object, or has a field nobody knows.
        """
        if not isinstance(value, Mapping):
            raise wrong_type(path or "request", "object", value)
        self.path = path
        self._fields: Mapping[object, object] = value
        for given in value:
            if given in known:
                continue
            name = as_name(given)
            if name in _OF_ROUNDS:
                raise HandError("KWX3405", None, self.at(name), {"found": name})
            found = name if len(name) <= _LONG else f"{name[:_LONG]}…"
            params = {"found": found, "offered": ", ".join(sorted(known))}
            raise HandError("KWX3404", None, self.at(name), params)

    def at(self, name: str) -> str:
        """The path of one of its fields."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Whether a field is there and says something; ``null`` says nothing."""
        return self._fields.get(name) is not None

    def get(self, name: str, default: object = None) -> object:
        """A field as it stands.

        Raises:
            HandError: if it is missing and there is nothing to take in its place.
        """
        if name not in self._fields and default is None:
            path = self.at(name)
            raise HandError("KWX3407", None, path, {"field": path})
        return self._fields.get(name, default)

    def word(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self.get(name, default)
        if not isinstance(value, str):
            raise wrong_type(self.at(name), "string", value)
        return value

    def one_of(self, name: str, offered: tuple[W, ...]) -> W:
        """A word out of a few."""
        value = self.word(name)
        for word in offered:
            if word == value:
                return word
        params = {"found": value, "offered": ", ".join(offered)}
        raise HandError("KWX3501", None, self.at(name), params)

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        value = self.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(self.at(name), "integer", value)
        return value

    def between(self, name: str, low: int, high: int, default: int) -> int:
        """A whole number between two bounds, both included."""
        return whole_number(self.get(name, default), self.at(name), low, high)

    def truth(self, name: str) -> bool:
        """``true`` or ``false``; false if missing."""
        value = self.get(name, False)
        if not isinstance(value, bool):
            raise wrong_type(self.at(name), "true or false", value)
        return value

    def items(self, name: str) -> tuple[tuple[str, object], ...]:
        """What an array holds, each with its path; nothing if missing."""
        value = self.get(name, [])
        path = self.at(name)
        if not isinstance(value, list | tuple):
            raise wrong_type(path, "array", value)
        return tuple((f"{path}[{index}]", item) for index, item in enumerate(value))

    def words(self, name: str) -> tuple[str, ...]:
        """An array of texts; empty if missing."""
        value = self.get(name, [])
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise wrong_type(self.at(name), "array of strings", value)
        return tuple(value)


def whole_number(value: object, path: str, low: int, high: int) -> int:
    """A value that must be a whole number between two bounds, both included."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(path, f"integer {low}…{high}", value)
    if not low <= value <= high:
        params: dict[str, str | int] = {"field": path, "found": value, "low": low, "high": high}
        raise HandError("KWX3411", None, path, params)
    return value


def expect(given: object, path: str, wanted: str, *types: type) -> None:
    """Refuse what is of none of these types; a truth is a number only where truths are.

    Raises:
        HandError: naming the argument.
    """
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        raise wrong_type(path, wanted, given)


def wrong_type(path: str, wanted: str, found: object) -> HandError:
    """The error for a field that holds something else; texts are quoted, so that `"1"` is no 1."""
    params = {"field": path, "wanted": wanted, "found": as_json(found)}
    return HandError("KWX3406", None, path, params)


def as_json(found: object) -> str:
    """A value as JSON writes it, the beginning of a long one; of a huge number its size."""
    if isinstance(found, Mapping):
        return "object"
    if type(found) is int:
        return str(readable(found))
    from json import dumps  # noqa: PLC0415 - only when something is wrong

    try:
        written = dumps(found, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # from Python, where it may be anything
        return type(found).__name__
    return written if len(written) <= _LONG else f"{written[:_LONG]}…"


def as_name(found: object) -> str:
    """What should be a name, and from Python may be anything, as text."""
    return found if isinstance(found, str) else as_json(found)


@contextmanager
def inside(path: str) -> Iterator[None]:
    """Errors from here speak of fields inside an object: put its path before theirs."""
    try:
        yield
    except HandError as error:
        field = f"{path}.{error.field}"
        raise HandError(error.code, error.at, field, error.params) from None
