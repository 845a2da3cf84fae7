"""Findings as workflow commands, which GitHub shows beside the changed lines.

GitHub shows ten annotations of each level a step and drops the rest silently, so after ten the rest
is counted in a notice: ten that are no notices leave room for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .report import Severity

_MOST: Final = 10
_COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "notice"}
_RANK: Final[dict[Severity, int]] = {"error": 0, "warning": 1, "note": 2}


class Annotation(NamedTuple):
    """What is shown, how bad it is, and properties such as the file and the line."""

    severity: Severity
    properties: tuple[tuple[str, str], ...]
    text: str


def workflow_commands(annotations: Iterable[Annotation], rest: Callable[[int], str]) -> str:
    """At most ten annotations, the gravest first, and a notice about those that were left out.

    Args:
        annotations: everything there is to show.
        rest: what is said of so many that are not shown.
    """
    found = sorted(annotations, key=lambda one: _RANK[one.severity])
    most = _MOST
    if len(found) > _MOST and found[_MOST - 1].severity == "note":
        most -= 1
    lines = [_command(one) for one in found[:most]]
    if len(found) > most:
        lines.append(f"::notice::{_data(rest(len(found) - most))}")
    return "".join(f"{line}\n" for line in lines)


def _command(one: Annotation) -> str:
    joined = ",".join(f"{key}={_property(value)}" for key, value in one.properties)
    return f"::{_COMMANDS[one.severity]} {joined}::{_data(one.text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
