"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..round.actions import Action
    from ..round.rules import RoundRules
    from ..round.sight import Sight


class Bot(Protocol):
    """A player for one variant.

    Its choice depends on what it is given and on nothing else, so that rounds come out the same
    everywhere. It may remember answers of pure functions, but nothing of the rounds it has played.
    """

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        """One of the actions.

        Args:
            sight: what the seat may know.
            actions: what is allowed, at least two.
            chance: 64 bits of the bot's own stream of random numbers, new for each choice;
                ``chance * n >> 64`` is one of n numbers, and `round.wall.mix` makes more of it.
        """


if TYPE_CHECKING:
    MakeBot = Callable[[RoundRules], Bot]
    """How a bot is made, once for all rounds of a variant."""
