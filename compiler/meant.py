"""Suggestions in the form diagnostics want them: the close names as one text, the best as a fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def did_you_mean(
    found: str, names: Iterable[str], aliases: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[str, str | None]:
    """Look for names close to what somebody wrote.

    Args:
        found: What was written.
        names: What would have been right.
        aliases: What else people call some of them.

    Returns:
        The close ones, nearest first, in one text, empty where none is near; and the nearest.
    """
    from .diagnostics.suggest import (  # noqa: PLC0415 - only when something is wrong
        Candidate,
        closest,
    )

    known = aliases or {}
    close = closest(found, [Candidate(name, known.get(name, ())) for name in sorted(set(names))])
    return ", ".join(close), close[0] if close else None
