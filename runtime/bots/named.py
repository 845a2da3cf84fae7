"""The built-in bots by name, and who sits at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..records import as_name, expect
from .by_chance import ByChance
from .careful import Careful
from .greedy import Greedy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .bot import MakeBot

BOTS: Final[Mapping[str, MakeBot]] = {
    "random": ByChance,
    "greedy": Greedy,
    "careful": Careful,
}


def bots_for(chosen: str | Sequence[str | MakeBot], persons: int) -> tuple[MakeBot, ...]:
    """What makes the bot of each person.

    Args:
        chosen: one for all or one for each; names, or what makes a bot.
        persons: how many sit at the table.

    Raises:
        HandError: for what is neither a name nor several.
        ValueError: for a name that is no bot's, what makes no bot, or another number of them.
    """
    expect(chosen, "bots", "names of bots, or what makes them", Sequence)
    several: Sequence[str | MakeBot] = [chosen] if isinstance(chosen, str) else chosen
    if len(several) == 1:
        several = [*several] * persons
    if len(several) != persons:
        raise ValueError(f"{len(several)} bots for {persons} persons")
    return tuple(_maker(one) for one in several)


def bot_names(makers: Sequence[MakeBot]) -> tuple[str, ...]:
    """What to call bots: their names, or those of what makes them."""
    known = {make: name for name, make in BOTS.items()}
    return tuple(known.get(make) or getattr(make, "__name__", "bot") for make in makers)


def _maker(chosen: str | MakeBot) -> MakeBot:
    if callable(chosen):
        return chosen
    name = as_name(chosen)
    if name not in BOTS:
        raise ValueError(f"no bot is called {name}; there are {', '.join(BOTS)}")
    return BOTS[name]
