"""One player's part of a round that is being played; changed in place."""

from __future__ import annotations

from bisect import insort
from itertools import compress
from typing import TYPE_CHECKING, Final

from ..bots.by_chance import is_blind
from ..round.state import EXPOSED, NO_MELDS, NONE, laid
from ..round.wall import GAMMA, outputs
from .outlook import outlook

if TYPE_CHECKING:
    from ..bots.bot import Bot
    from ..round.actions import Action
    from ..round.rules import RoundRules

_AT_ONCE: Final = 20  # numbers; about what a seat uses in a round of chance
_FOUR: Final = 4


class Seat:
    """What a player has, and who decides for it.

    Attributes:
        others: those who play beside it, in the order of their turns after it.
        held: how many concealed tiles there are of each position; `places`: the positions of which
            there are some, ascending.
        blocks: the same as numbers (see `Outlook`).
        melds, waits, passed: as in a state; `pungs`: the positions of its exposed pungs.
        revealed: whether the hand lies open.
        far: for so many turns of its own, the next one included, no discard can leave a hand that
            waits; 0 if nobody has looked, or if one may.
        konging: false if it has the tiles for no kong of its own.
        blind: whether it decides by chance alone.
        draws, throws: its events, by the position of the tile.
    """

    __slots__ = (
        "_discards",
        "_outlook",
        "_place",
        "_position",
        "blind",
        "blocks",
        "bot",
        "chances",
        "draws",
        "far",
        "held",
        "konging",
        "melds",
        "number",
        "others",
        "passed",
        "places",
        "pungs",
        "revealed",
        "seed",
        "throws",
        "waits",
    )  # fmt: skip

    def __init__(self, rules: RoundRules, number: int) -> None:
        """Stand empty."""
        self.number = number
        self._outlook = outlook(rules.tiles)
        self._place = self._outlook.place
        self._position = rules.position
        self._discards = rules.discards
        self.draws = rules.draws[number]
        self.throws = rules.discarded[number]
        self.others: tuple[Seat, ...] = ()

    def sit(self, bot: Bot, seed: int) -> None:
        """Start a round; `seed` gives the numbers for what is decided by chance."""
        self.bot, self.seed = bot, seed
        self.blind = is_blind(bot)
        self.chances: list[int] = []
        self.held = bytearray()
        self.melds = NO_MELDS
        self.revealed = False

    def take(self, counts: bytes, melds: bytes, waits: tuple[int, ...], passed: int) -> None:
        """Have what a state says."""
        if self.held != counts or self.melds != melds:
            self.held = bytearray(counts)
            self.places = [*compress(range(len(counts)), counts)]
            self.blocks = self._outlook.blocks(counts)
            self.melds = melds
            self.pungs = tuple([byte for byte in melds if byte < EXPOSED])
            self.far = 0
            self.konging = True
        self.waits = waits
        self.passed = passed

    def come(self, tile: int) -> None:
        """A tile comes to the hand."""
        at, one = self._place[tile]
        self.blocks[at] += one
        self.held[tile] = count = self.held[tile] + 1
        if count == 1:
            insort(self.places, tile)
            if tile in self.pungs:
                self.konging = True
        elif count == _FOUR:
            self.konging = True

    def go(self, tile: int) -> None:
        """A tile leaves the hand."""
        at, one = self._place[tile]
        self.blocks[at] -= one
        self.held[tile] = count = self.held[tile] - 1
        if not count:
            self.places.remove(tile)

    def lay(self, tile: int) -> None:
        """Two tiles are laid out with one that was thrown away."""
        self.go(tile)
        self.go(tile)
        self.melds = laid(self.melds, tile)
        self.pungs += (tile,)
        self.waits = ()
        self.konging = self.konging or self.held[tile] > 0

    def look(self) -> int:
        """Find out how far it is; with each turn it comes nearer by one tile at most."""
        if self.revealed:
            return 0
        away = self._outlook.away(self.blocks, len(self.melds) - 1, self.held, len(self.places))
        self.far = away - 1 if away else 0
        return self.far

    def may_kong(self) -> bool:
        """Whether it has the tiles for a kong of its own."""
        held = self.held
        self.konging = _FOUR in held or any(map(held.__getitem__, self.pungs))
        return self.konging

    def has(self, kind: int) -> bool:
        """Whether there is a concealed tile of a kind."""
        at = self._position.get(kind, NONE)
        return at != NONE and self.held[at] > 0

    def discard(self) -> Action:
        """The first of what it could throw away."""
        return self._discards[self.places[0]]

    def discards(self) -> tuple[Action, ...]:
        """What it could throw away."""
        return tuple(map(self._discards.__getitem__, self.places))

    def chance(self) -> int:
        """The next number of its seed, as `derive` gives it."""
        return (self.chances or self.more()).pop()

    def more(self) -> list[int]:
        """More numbers by chance, the next one last."""
        self.chances = [*reversed(outputs(self.seed, _AT_ONCE))]
        self.seed += _AT_ONCE * GAMMA
        return self.chances
