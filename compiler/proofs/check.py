"""The one function `check` calls: everything that is decided over the whole space of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..space.of_sides import space_of
from ..space.settings import settings_of
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from .fans import judge_fans
from .proven import proven
from .rows import judge_rows

if TYPE_CHECKING:
    from ..core.nodes import Core
    from ..diagnostics.report import Sink


MOST_SETTINGS = 500


def prove(core: Core, sink: Sink, *, facts: bool = False) -> None:
    """Report rules that never matter, and what else is decided.

    Args:
        core: the rules of a variant that is played.
        sink: takes warnings, and notes if they are wanted.
        facts: whether notes are wanted: figures, and what never matters but a source states.
    """
    try:
        settings = settings_of(core)
        if len(settings) > MOST_SETTINGS:
            raise NotFoldableError
        own = sides([core], [settings])[0]
        found = proven(core, space_of(own), own)
    except NotFoldableError:
        sink.warning("KWX2612", None, variant=core.ruleset.id)
        return
    diagnostics = [*judge_fans(found), *judge_rows(found)]
    if facts:
        from .facts import facts as figures  # noqa: PLC0415 - only when they are wanted

        diagnostics += figures(found)
    for diagnostic in diagnostics:
        if facts or diagnostic.severity != "note":
            sink.add(diagnostic)
