"""What the hands are worth that still wait when nobody has won, as far as rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.circumstances import won
from ...runtime.round_checks import may_spoil
from ..core.asks import OF_HANDS, OF_WORTH, reads
from .of_sides import space_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Core
    from .sides import Side
    from .signatures import Space


class Reach(NamedTuple):
    """What can be told of the hands of two players when nobody has won.

    Each two of the values that a hand can have off a discard may be those of its dearest and its
    cheapest wait.

    Attributes:
        asked: what rules ask.
        spoilt: whether the hand of a player who has revealed may wait for nothing any more.
        plain: the values of hands whose players have not revealed, ascending.
        revealed: those of the others.
    """

    asked: frozenset[str] = frozenset()
    spoilt: bool = True
    plain: tuple[int, ...] = (1,)
    revealed: tuple[int, ...] = (1,)

    def payers(self, revealed: bool) -> tuple[bool, ...]:
        """Whether the payer waits: both, where it is asked."""
        if "payer.ready" not in self.asked:
            return (False,)
        return (True,) if revealed and not self.spoilt else (False, True)

    def payees(self, revealed: bool) -> Iterator[tuple[bool, int, int]]:
        """Whether the player to be paid waits, and the values of the dearest, the cheapest wait."""
        if not self.asked - {"payer.ready"}:
            yield False, 0, 0
            return
        if self.spoilt or not revealed:
            yield False, 0, 0
        values = self.revealed if revealed else self.plain
        both = self.asked >= {"payee.best", "payee.worst"}
        for best in values if self.asked & {"payee.best", "payee.worst"} else values[:1]:
            for worst in values if both else (best,):
                if worst <= best:
                    yield True, best, worst


def asked_by(cores: Sequence[Core]) -> frozenset[str]:
    """What rules ask of hands when nobody has won."""
    return frozenset().union(*map(reads, cores)) & OF_HANDS


def asks_worth(cores: Sequence[Core]) -> bool:
    """Whether rules ask what those are worth who wait when nobody has won."""
    return bool(asked_by(cores) & OF_WORTH)


def reach_of(
    sides: Sequence[Side], space: Space | None = None, asked: frozenset[str] = frozenset()
) -> Reach:
    """What can be told of hands by the rules of some sides, which share their atoms.

    Args:
        sides: whose rules ask, and say what a hand is worth.
        space: their space, if it is there already.
        asked: what is asked, if it is more than they ask.

    Raises:
        NotFoldableError: if they tell too many hands apart.
    """
    asked = asked or asked_by([side.core for side in sides])
    spoilt = any(
        may_spoil(side.program, side.options, ("concealed", "direct", "added"), pung=True)
        for side in sides
    )
    if not asked & {"payee.best", "payee.worst"}:
        return Reach(asked, spoilt)
    space = space or space_of(sides)
    ways = (won("discard"), won("discard", revealed=True))
    plain, revealed = (
        sorted({value for side in sides for value in _values(side, space, way)}) for way in ways
    )
    return Reach(asked, spoilt, tuple(plain), tuple(revealed))


def _values(side: Side, space: Space, way: Won) -> set[int]:
    """What hands are worth, won in one way."""
    worth, options = side.program.worth, side.options
    vectors = {vector for one in space.signatures for vector in one.vectors}
    known = {vector: worth(vector, way, options).value for vector in vectors}
    return {max([known[vector] for vector in one.vectors]) for one in space.signatures}
