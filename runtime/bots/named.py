"""The built-in bots by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
