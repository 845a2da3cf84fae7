"""A mutant that no example notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..resolved.nodes import HAND_KINDS

if TYPE_CHECKING:
    from ..core.nodes import Core
    from .delta import Delta


@dataclass(frozen=True, slots=True)
class Suspect:
    """A mutant to be told from the ruleset, with what it changed."""

    core: Core
    delta: Delta

    @property
    def of_hands(self) -> bool:
        """Whether it may judge a hand differently."""
        delta = self.delta
        return delta.of_fans or delta.given or delta.changes(*HAND_KINDS)
