"""What a folded space is: won hands that rules cannot tell apart, counted, each with the least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class NotFoldableError(Exception):
    """Rules tell too many hands apart: the space would not be worth the time."""


class Witness(NamedTuple):
    """The least block of a class: fewest melds, then tile order.

    Attributes:
        melds: how many melds.
        code: the concealed tiles.
        win: the place of the winning tile, -1 if it is elsewhere.
        laid: the melds as (place, type), ascending.
    """

    melds: int
    code: int
    win: int
    laid: tuple[tuple[int, int], ...]

    def order(self) -> tuple[int, int, int, tuple[tuple[int, int], ...]]:
        """The least witness has the least of these."""
        return (self.melds, -self.code, self.win, self.laid)


def witness_order(witness: tuple[Witness, ...]) -> tuple[object, ...]:
    """The order of hands: fewest melds, then block by block as `Witness.order` says."""
    melds = sum([block.melds for block in witness])
    return (melds, [block.order()[1:] for block in witness])


class Signature(NamedTuple):
    """Won hands that rules cannot tell apart.

    Attributes:
        vectors: the packed readings, ascending.
        kong: whether a kong lies melded, so that a replacement tile may have won.
        alone: whether the player has no other tile of the winning kind, so that it may have been
            robbed from a kong.
        number: how many (hand, winning tile) there are.
        witness: the least of them, a witness for each block.
    """

    vectors: tuple[int, ...]
    kong: bool
    alone: bool
    number: int
    witness: tuple[Witness, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """All won hands of a tile set as far as some rules can tell them apart.

    Attributes:
        signatures: the least witness first.
        configurations: how many hands there are, winning tiles not told apart.
        points: how many (hand, winning tile) there are.
    """

    signatures: tuple[Signature, ...]
    configurations: int
    points: int
