"""What YAML 1.1 would have made of a plain scalar.

Here a scalar's type comes from its place, never from its looks. Authors who know YAML may expect
otherwise, so an error about a value says what their tools would have read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TRUE = frozenset(("yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"))
_FALSE = frozenset(("no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"))
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_FRACTION = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*"
)


def _sixty(text: str) -> int:
    total = 0
    for digits in text.split(":"):
        total = total * 60 + int(digits)
    return total


_INTEGERS: tuple[tuple[str, re.Pattern[str], Callable[[str], int]], ...] = (
    ("binary", re.compile(r"0b_*[01][01_]*"), lambda text: int(text, 2)),
    ("octal", re.compile(r"0[0-7_]+"), lambda text: int(text, 8)),
    ("hexadecimal", re.compile(r"0x_*[0-9A-Fa-f][0-9A-Fa-f_]*"), lambda text: int(text, 16)),
    ("sixty", re.compile(r"[1-9][0-9_]*(?::[0-5]?[0-9])+"), _sixty),
    ("decimal", re.compile(r"0|[1-9][0-9_]*"), int),
)
_MOST_DIGITS = 40


def read_as_yaml11(text: str) -> tuple[str, str] | None:
    """Find out what YAML 1.1 makes of a plain scalar that it does not take for text.

    Returns:
        What kind of value (``bool``, ``null``, ``binary``, ``octal``, ``hexadecimal``, ``sixty``,
        ``decimal``, ``fraction``, ``date``) and the value, written so that nobody can mistake it;
        None for text.
    """
    if text in _TRUE or text in _FALSE:
        return "bool", "true" if text in _TRUE else "false"
    if text in _NULL:
        return "null", "null"
    if _FRACTION.fullmatch(text) or _SPECIAL.fullmatch(text):
        return "fraction", _fraction(text)
    if _DATE.fullmatch(text):
        return "date", text
    return _integer(text)


def _fraction(text: str) -> str:
    plain = text.replace("_", "").lower()
    if plain.endswith(("inf", "nan")):
        return plain.replace(".", "")
    return repr(float(plain))


def _integer(text: str) -> tuple[str, str] | None:
    sign = "-" if text.startswith("-") else ""
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if len(digits) > _MOST_DIGITS:
        return None
    for kind, form, value in _INTEGERS:
        if form.fullmatch(digits):
            return kind, f"{sign}{value(digits.replace('_', ''))}"
    return None
