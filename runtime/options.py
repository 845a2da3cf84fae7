"""Binding options: from what a caller says to the values a program reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .counting import readable
from .declared import UNLIMITED, O
from .errors import HandError
from .records import as_name, wrong_type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .declared import OptionInfo
    from .program import Program

_LONG = 60
_TRUTHS = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}


def bind(program: Program[O], given: Mapping[str, object]) -> O:
    """The program's options with the given values in place of defaults.

    Values may be Python values or their text, as on a command line; ``none`` is written as text
    or as None.

    Raises:
        HandError: for an unknown option or a value outside its domain.
    """
    found = values_of(program.options, given)
    values = {f"x_{name}": UNLIMITED if one is None else one for name, one in found.items()}
    return program.make_options(**values)


def values_of(
    options: Sequence[OptionInfo], given: Mapping[str, object]
) -> dict[str, int | bool | str | None]:
    """The values somebody gives some options, each of its option's type; `none` as None.

    Raises:
        HandError: for an unknown option or a value outside its domain.
    """
    known = {info.id: info for info in options}
    for one in given:
        if one not in known:
            name, offered = as_name(one), ", ".join(known) or "–"
            raise HandError("KWX3301", None, f"options.{name}", {"found": name, "offered": offered})
    return {name: _value(known[name], value) for name, value in given.items()}


def check_json(options: Sequence[OptionInfo], given: Mapping[str, object]) -> None:
    """Refuse texts that look like numbers or truths: JSON has these itself, a command line has not.

    Raises:
        HandError: naming the option.
    """
    for info in options:
        said = given.get(info.id)
        meant = _read(info, said) if isinstance(said, str) else None
        if isinstance(meant, int):
            wanted = "true or false" if isinstance(meant, bool) else "integer"
            raise wrong_type(f"options.{info.id}", wanted, said)


def _value(info: OptionInfo, given: object) -> int | bool | str | None:
    value = _read(info, given)
    if not _accepted(info, value):
        raise HandError(
            "KWX3302",
            None,
            f"options.{info.id}",
            {"option": info.id, "found": spelled(given), "accepted": domain(info)},
        )
    assert value is None or isinstance(value, int | str)  # as all that can be accepted
    return value


def _read(info: OptionInfo, given: object) -> object:
    """Turn text into a value of the option's type; other values stay as they are."""
    if not isinstance(given, str):
        return given
    text = given.strip()
    if any(isinstance(value, str) for value in info.offered):
        return text
    if all(isinstance(value, bool) for value in info.offered):
        return _TRUTHS.get(text.lower(), text)
    if text.lower() == "none":
        return None
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 13 else text


def _accepted(info: OptionInfo, value: object) -> bool:
    if any(type(value) is type(one) and value == one for one in info.offered):
        return True
    if info.accepts is None:
        return False
    low, high, none = info.accepts
    if value is None:
        return none
    return type(value) is int and low <= value <= high


def show(value: object) -> str:
    """An option's value as the author and the command line write it."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int() if value >= UNLIMITED:
            return "none"
        case _:
            return str(value)


def spelled(given: object) -> str:
    """A value that cannot be accepted, as it was given; of a huge number its size."""
    if type(given) is int:
        return str(readable(given))
    if isinstance(given, list | tuple | dict) or given == "":
        from json import dumps  # noqa: PLC0415 - only when something is wrong

        return dumps(given, ensure_ascii=False, default=str)[:_LONG]
    return show(given)


def domain(info: OptionInfo) -> str:
    """The values an option accepts, for messages."""
    offered = ", ".join(show(value) for value in info.offered)
    if info.accepts is None:
        return offered
    low, high, none = info.accepts
    return f"{offered}; {low}…{high}" + (", none" if none and None not in info.offered else "")
