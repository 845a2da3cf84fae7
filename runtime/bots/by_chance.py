"""A bot that does anything that is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..round.actions import Action
    from ..round.rules import RoundRules
    from ..round.sight import Sight
    from .bot import Bot


class ByChance:
    """Takes each allowed action as often as any other."""

    def __init__(self, rules: RoundRules) -> None:
        """Needs nothing of the variant."""

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        """One of the actions, by chance alone."""
        return any_of(actions, chance)


def any_of(actions: Sequence[Action], chance: int) -> Action:
    """One of the actions, each as likely as the others."""
    return actions[chance * len(actions) >> 64]


def is_blind(bot: Bot) -> bool:
    """Whether a bot decides by chance alone, so that `any_of` does instead of a sight."""
    return type(bot) is ByChance
