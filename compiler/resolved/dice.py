"""What the dice show, bound like an option while a round lasts, where rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..surface.expressions import free_names
from ..surface.keys import DICE_PAIR
from ..surface.nodes import Basis, Origin, Words
from .nodes import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..surface.expressions import Expr
    from .nodes import Ruleset

_NAME: Final = Words("掷出一对", "Doubles thrown")


def dice_asked(ruleset: Ruleset) -> tuple[Option, ...]:
    """That both dice show the same, an option nobody chooses; nothing where no rule asks."""
    for expr in _expressions(ruleset):
        for name in free_names(expr):
            if name.parts[0] == "dice":
                origin = Origin(name.span)
                both = (False, True)
                return (Option(DICE_PAIR, _NAME, False, both, None, Basis(), None, origin),)
    return ()


def _expressions(ruleset: Ruleset) -> Iterator[Expr]:
    for define in ruleset.defines:
        yield define.body
    for fan in ruleset.fans:
        yield from (fan.when, fan.times)
    for table in ruleset.tables:
        for row in table.rows:
            yield from [row.result] if row.when is None else [row.when, row.result]
    for one in ruleset.carried:
        yield one.next
