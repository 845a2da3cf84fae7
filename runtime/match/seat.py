"""One player's part of a round that is being played; changed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..bots.by_chance import ByChance
from ..round.state import EXPOSED, NO_MELDS, NONE, laid
from ..round.wall import GAMMA, outputs
from .cells import MELDED, REVEALED

if TYPE_CHECKING:
    from ..bots.bot import Bot
    from ..round.actions import Action
    from ..round.rules import RoundRules
    from ..round.state import State
    from .cells import Cell, Cells

_AT_ONCE: Final = 24  # numbers; few rounds need more of a seat


class Seat:
    """What a player has, and who decides for it.

    Attributes:
        others: those who play beside it, in the order of their turns after it.
        held: how many concealed tiles there are of each position; `cells`: the same by blocks.
        facts: those of its cells added up, with marks for melds and for a hand that has revealed.
        pungs: the positions of its exposed pungs; `adding` is false if it held the fourth tile of
            none of them when it had last been looked for.
        melds, waits, passed: as in a state.
        blind: whether it decides by chance alone.
        draws, throws: its events, by the position of the tile.
    """

    __slots__ = (
        "_counts",
        "adding",
        "blind",
        "bot",
        "cells",
        "chances",
        "draws",
        "facts",
        "held",
        "known",
        "melds",
        "number",
        "others",
        "passed",
        "place",
        "pungs",
        "seed",
        "throws",
        "waits",
    )  # fmt: skip

    def __init__(self, rules: RoundRules, known: Cells, number: int, bot: Bot, seed: int) -> None:
        """Start without tiles; `seed` gives the numbers for what is decided by chance."""
        self.number = number
        self.bot = bot
        self.blind = isinstance(bot, ByChance)
        self.seed = seed
        self.chances: list[int] = []
        self.known = known
        self.place = known.place
        self.draws = rules.draws[number]
        self.throws = rules.discarded[number]
        self.others: tuple[Seat, ...] = ()
        self._counts: bytes | None = None
        self.held = bytearray()
        self.cells: list[Cell] = []
        self.facts = 0
        self.melds = NO_MELDS
        self.pungs: tuple[int, ...] = ()
        self.adding = False
        self.waits: tuple[int, ...] = ()
        self.passed = NONE

    def take(self, state: State) -> None:
        """Have what a state says."""
        number = self.number
        counts, melds = state.counts[number], state.melds[number]
        if self._counts is not counts:
            self._counts = counts
            self.held = bytearray(counts)
            self.cells = self.known.hand(counts)
            self.facts = sum([cell.facts for cell in self.cells])
        if len(melds) > 1:
            self.facts |= MELDED
        if number in state.revealed:
            self.facts |= REVEALED
        self.melds = melds
        self.pungs = tuple([byte for byte in melds[1:] if byte < EXPOSED])
        self.adding = True
        self.waits = state.waits[number]
        self.passed = state.passed[number]

    @property
    def counts(self) -> bytes:
        """Its concealed tiles, as in a state."""
        if self._counts is None:
            self._counts = bytes(self.held)
        return self._counts

    def come(self, tile: int) -> None:
        """A tile comes to the hand."""
        at, rank = self.place[tile]
        cell = self.cells[at]
        self.cells[at] = more = cell.more[rank] or self.known.come(cell, at, rank)
        self.facts += more.facts - cell.facts
        self.held[tile] += 1
        self._counts = None

    def go(self, tile: int) -> None:
        """A tile leaves the hand."""
        at, rank = self.place[tile]
        cell = self.cells[at]
        self.cells[at] = less = cell.less[rank] or self.known.gone(cell, at, rank)
        self.facts += less.facts - cell.facts
        self.held[tile] -= 1
        self._counts = None

    def lay(self, tile: int) -> None:
        """Two tiles are laid out with one that was thrown away."""
        self.go(tile)
        self.go(tile)
        self.melds = laid(self.melds, tile)
        self.pungs += (tile,)
        self.adding = True
        self.facts |= MELDED
        self.waits = ()

    def may_add(self) -> bool:
        """Whether it holds a tile that makes a kong of a pung."""
        self.adding = any(map(self.held.__getitem__, self.pungs))
        return self.adding

    def value(self) -> int:
        """What is known of the waits of its cells (see `waits`)."""
        return sum([cell.value for cell in self.cells])

    def discards(self) -> tuple[Action, ...]:
        """What it could throw away."""
        found: tuple[Action, ...] = ()
        for cell in self.cells:
            found += cell.discards
        return found

    def chance(self) -> int:
        """The next number of its seed, as `derive` gives it."""
        if not self.chances:
            self.chances = [*reversed(outputs(self.seed, _AT_ONCE))]
            self.seed += _AT_ONCE * GAMMA
        return self.chances.pop()

    def pick(self, count: int) -> int:
        """The position of one of its kinds by chance; `count` is how many it has."""
        at = self.chance() * count >> 64
        for cell in self.cells:
            if at < len(cell.held):
                return cell.held[at]
            at -= len(cell.held)
        raise AssertionError("fewer kinds than were counted")
