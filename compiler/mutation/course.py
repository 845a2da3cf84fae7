"""Where a mutant lets a round go otherwise: everything there is to ask, asked of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.declared import UNLIMITED
from ...runtime.situations import HandEnded
from ..core.nodes import options_read
from ..flow import situations
from ..interpret.judge import all_options, carried_on, decide
from ..resolved.nodes import FLOW_KINDS
from ..space.settings import settings_of
from .settings import more_settings
from .situations import Answered, CarriedOn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.situations import Asked
    from ..core.nodes import Core
    from ..interpret.scene import Value
    from ..resolved.nodes import TableKind
    from ..space.sides import Setting
    from .suspect import Suspect


def course(core: Core, one: Suspect) -> Iterator[Answered]:
    """Everything that a table about a round answers otherwise, the plainest first.

    Which row answers is no difference: whoever plays does not see it.
    """
    delta = one.delta
    kinds = [kind for kind in FLOW_KINDS if delta.given or delta.changes(kind)]
    every = (*settings_of(core), *more_settings(core, [one])) if kinds else ()
    for kind in kinds:
        read = _options_of(kind, core) | _options_of(kind, one.core)
        asked = situations(kind, (core, one.core))
        for setting in every:
            if not setting or read & setting.keys():
                yield from (
                    Answered(kind, each, setting)
                    for each in asked
                    if _answer(core, kind, each, setting) != _answer(one.core, kind, each, setting)
                )


def carried_otherwise(core: Core, one: Suspect) -> Iterator[CarriedOn]:
    """Every end of a round after which another number is carried on, the plainest first."""
    if not (one.delta.carried or (one.delta.given and core.carried)):
        return
    asked = situations("dealer", (core, one.core))
    for setting in (*settings_of(core), *more_settings(core, [one])):
        given = {key: UNLIMITED if value is None else value for key, value in setting.items()}
        ours, theirs = all_options(core, given), all_options(one.core, given)
        for end in asked:
            if carried_on(core, end, ours) != carried_on(one.core, end, theirs):
                assert isinstance(end, HandEnded)
                yield CarriedOn(end, setting)


def _options_of(kind: TableKind, core: Core) -> frozenset[str]:
    rows = core.table(kind).rows
    return options_read(*[expr for row in rows for expr in (row.when, row.result)])


def _answer(core: Core, kind: TableKind, asked: Asked, setting: Setting) -> Value:
    given = {key: UNLIMITED if value is None else value for key, value in setting.items()}
    answer, _ = decide(core, kind, asked, all_options(core, given))
    return answer
