"""What lies below a file that is laid over others, for whoever looks there for something gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Label
from .removals import removals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..surface.nodes import RulesetDecl
    from .nodes import Removal


class Past(NamedTuple):
    """What a file comes to lie upon.

    Attributes:
        below: The files below it, the nearest first.
        beside: How many of them are mix-ins of the same list.
        contested: Paths of which has been told that mix-ins contradict each other there.
        under_mixin: Whether it is a mix-in that comes to lie there.
    """

    below: Sequence[RulesetDecl] = ()
    beside: int = 0
    contested: frozenset[str] = frozenset()
    under_mixin: bool = False

    def labels(self, path: str) -> tuple[Label, ...]:
        """The place where something was taken away, if it was, and which file did it."""
        removal = self._removal(path)
        return () if removal is None else (taken_away(removal, self.below),)

    def removed_beside(self, path: str) -> bool:
        """Whether another mix-in of the same list has taken something away."""
        removal = self._removal(path)
        return removal is not None and any(
            file.source is removal.origin.span.source for file in self.below[: self.beside]
        )

    def _removal(self, path: str) -> Removal | None:
        return next((one for one in removals(self.below) if one.path == path), None)


def taken_away(removal: Removal, files: Sequence[RulesetDecl]) -> Label:
    """The place of a removal, with the name of the file it stands in."""
    span = removal.origin.span
    file = next(file for file in files if file.source is span.source)
    by = file.variant.id if file.variant else file.source.name
    return Label(span, "removed", {"by": by})
