"""The one function `check` calls: everything that is decided over the whole space of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..space.of_sides import space_of
from ..space.settings import settings_of, settings_to_prove
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from .fans import judge_fans
from .proven import proven
from .rows import judge_rows, meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core
    from ..diagnostics.report import Diagnostic, Sink
    from ..space.sides import Setting
    from .proven import Proven


MOST_SETTINGS = 500
_BY_ORDER = "KWX2287"
"""What is said of two rows of which only the order of mix-ins chooses, if both can hold."""


def prove(core: Core, sink: Sink, *, facts: bool = False) -> None:
    """Report rules that never matter, and what else is decided.

    Args:
        core: the rules of a variant that is played.
        sink: takes warnings, and notes if they are wanted; what it has of rows of which only the
            order of mix-ins chooses is taken back where no two such rows ever hold together.
        facts: whether notes are wanted: figures, and what never matters but a source states.
    """
    doubted = [one for one in sink.diagnostics if one.code == _BY_ORDER]
    try:
        found, diagnostics = _judged(core, settings_of(core))
        open_ = core.ruleset.exclusive or any(map(_is_warning, diagnostics))
        if facts or open_ or doubted:
            try:
                found, diagnostics = _judged(core, settings_to_prove(core))
            except NotFoldableError:
                if open_:  # for figures what menus offer is enough, and they say how much it was
                    raise
                doubted = []
    except NotFoldableError:
        sink.warning("KWX2612", None, variant=core.ruleset.id)
        return
    for one in doubted:
        if not meet(
            found, str(one.params["path"]), (str(one.params["row"]), str(one.params["other"]))
        ):
            sink.withdraw(one)
    if facts:
        from .facts import facts as figures  # noqa: PLC0415 - only when they are wanted

        diagnostics += figures(found)
    for diagnostic in diagnostics:
        if facts or diagnostic.severity != "note":
            sink.add(diagnostic)


def _judged(core: Core, settings: Sequence[Setting]) -> tuple[Proven, list[Diagnostic]]:
    """What is to be said under some choices of options.

    What menus offer is enough to see that rules matter. Whether what they do not show then never
    matters is only known once everything else has been tried, too.
    """
    if len(settings) > MOST_SETTINGS:
        raise NotFoldableError
    own = sides([core], [settings])[0]
    found = proven(core, space_of(own), own)
    return found, [*judge_fans(found), *judge_rows(found)]


def _is_warning(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "warning"
