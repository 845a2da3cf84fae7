"""Suggestions in the form diagnostics want them: the close names as one text, the best as a fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .diagnostics.report import Sink

MOST = 100
"""Looking for close names takes time; a file with more mistakes than this gets no more of them."""


def did_you_mean(
    found: str,
    names: Iterable[str],
    aliases: Mapping[str, tuple[str, ...]] | None = None,
    sink: Sink | None = None,
) -> tuple[str, str | None]:
    """Look for names close to what somebody wrote.

    Args:
        found: What was written.
        names: What would have been right.
        aliases: What else people call some of them.
        sink: Where it will be reported; when it is full of mistakes, nothing is suggested.

    Returns:
        The close ones, nearest first, in one text, empty where none is near; and the nearest.
    """
    if sink is not None and sink.count >= MOST:
        return "", None
    from .diagnostics.suggest import (  # noqa: PLC0415 - only when something is wrong
        Candidate,
        closest,
    )

    known = aliases or {}
    close = closest(found, [Candidate(name, known.get(name, ())) for name in sorted(set(names))])
    return ", ".join(close), close[0] if close else None
