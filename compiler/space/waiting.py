"""What the hands are worth that still wait when nobody has won, as far as rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.circumstances import won
from ...runtime.declared import UNLIMITED
from ...runtime.round_checks import may_spoil
from ...runtime.waiting import NOT_READY, Waiting
from ..core.asks import CAP, OF_HANDS, OF_WORTH, reads_when_drawn
from ..core.nodes import options_read
from .groups import group
from .of_sides import space_of
from .ways import WORTH_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Core, Expr
    from .groups import Group
    from .sides import Side
    from .signatures import Space


class Dear(NamedTuple):
    """What is told of the dearest wait of a hand; of its points and its cap where it is asked."""

    value: int
    points: int = 0
    cap: int = UNLIMITED


class Reach(NamedTuple):
    """What can be told of the hands of two players when nobody has won.

    Each two of the values that a hand can have off a discard may be those of its dearest and its
    cheapest wait. Any player may wait, but who has revealed does unless hands may be spoilt.

    Attributes:
        asked: what rules ask.
        spoilt: whether the hand of a player who has revealed may wait for nothing any more.
        plain: the values of hands whose players have not revealed, ascending.
        revealed: those of the others.
    """

    asked: frozenset[str] = frozenset()
    spoilt: bool = True
    plain: tuple[Dear, ...] = (Dear(1),)
    revealed: tuple[Dear, ...] = (Dear(1),)

    def payers(self, revealed: bool) -> tuple[bool, ...]:
        """Whether the payer waits: both, where it is asked."""
        if not self.asked & {"payer.ready", "ready"}:
            return (False,)
        return (True,) if revealed and not self.spoilt else (False, True)

    def payees(self, revealed: bool) -> Iterator[Waiting]:
        """What the hand of the player to be paid waits for."""
        if not self.asked & OF_HANDS - {"payer.ready"}:
            yield NOT_READY
            return
        if self.spoilt or not revealed:
            yield NOT_READY
        values = self.revealed if revealed else self.plain
        both = "payee.worst" in self.asked and bool(self.asked & OF_WORTH - {"payee.worst"})
        for best in values if self.asked & OF_WORTH else values[:1]:
            worths = dict.fromkeys(one.value for one in values) if both else (best.value,)
            for worst in worths:
                if worst <= best.value:
                    yield Waiting(True, best.value, worst, best.points, best.cap)

    def tallies(self, ready: int, revealed: int, others: range) -> Iterator[tuple[int, int]]:
        """How many players wait and how many have revealed, where it is asked.

        Args:
            ready: how many of payer and payee wait.
            revealed: how many of them have revealed.
            others: how many other players may have revealed; the last is how many there are.
        """
        found = {
            (ready + waiting, revealed + shown)
            for shown in others
            for waiting in range(0 if self.spoilt else shown, others.stop)
        }
        known = ["ready" in self.asked, "revealed" in self.asked]
        told = {(one * known[0], other * known[1]) for one, other in found}
        yield from sorted(told)


def asked_by(cores: Sequence[Core]) -> frozenset[str]:
    """What rules ask of hands, and of all players, when nobody has won."""
    return frozenset().union(*map(reads_when_drawn, cores)) & (OF_HANDS | {"revealed"})


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
    return Waits(sides, lambda: space or space_of(sides)).reach(sides, asked)


def bare_reach(asking: Sequence[Side], asked: frozenset[str] = frozenset()) -> Reach:
    """What can be told of hands by the rules of some sides, all that wait worth the same."""
    spoilt = any(
        may_spoil(side.program, side.options, ("concealed", "direct", "added"), pung=True)
        for side in asking
    )
    return Reach(asked or asked_by([side.core for side in asking]), spoilt)


class Waits:
    """What hands are worth that wait; what the rules of several sides say alike is asked once."""

    def __init__(self, everyone: Sequence[Side], space: Callable[[], Space]) -> None:
        """Look at nothing yet.

        Args:
            everyone: all sides that will be asked; they share their atoms.
            space: gives their space, which is only needed where rules ask what hands are worth.
        """
        self._everyone, self._space = everyone, space
        self._groups: Sequence[Group] = ()
        self._known: dict[object, frozenset[Dear]] = {}

    def reach(self, asking: Sequence[Side], asked: frozenset[str] = frozenset()) -> Reach:
        """What can be told of hands by the rules of some of them.

        Args:
            asking: whose rules ask, and say what a hand is worth.
            asked: what is asked, if it is more than they ask.

        Raises:
            NotFoldableError: if all together tell too many hands apart.
        """
        bare = bare_reach(asking, asked)
        asked = bare.asked
        if not asked & OF_WORTH:
            return bare
        plain, revealed = (
            sorted({_as_asked(one, asked) for side in asking for one in self._worths(side, way)})
            for way in (won("discard"), won("discard", revealed=True))
        )
        return bare._replace(plain=tuple(plain), revealed=tuple(revealed))

    def _worths(self, side: Side, way: Won) -> frozenset[Dear]:
        """What hands are worth, won in one way."""
        told = options_read(*rules_of_worth(side.core))
        values = side.options._asdict()
        key = (id(side.plan), way, *[values.get(f"x_{id_}") for id_ in sorted(told)])
        if key not in self._known:
            if not self._groups:
                sides = {id(one.aspects): one for one in self._everyone}
                self._groups = group(self._space().signatures, list(sides.values()))
            self._known[key] = frozenset(_values(side, self._groups, way))
        return self._known[key]


def rules_of_worth(core: Core) -> Iterator[Expr]:
    """The rules that say what a hand is worth: of its readings one that may win is taken."""
    for fan in core.fans:
        yield from (fan.when, fan.times)
    for kind in (*WORTH_KINDS, "may_win"):
        for row in core.table(kind).rows:
            yield from (row.when, row.result)


def _as_asked(dear: Dear, asked: frozenset[str]) -> Dear:
    """What is told of a wait."""
    return Dear(
        dear.value,
        dear.points if "payee.points" in asked else 0,
        dear.cap if CAP in asked else UNLIMITED,
    )


def _values(side: Side, groups: Sequence[Group], way: Won) -> set[Dear]:
    """What hands are worth, won in one way: of each the dearest reading, best one that may win."""
    program, options = side.program, side.options
    known: dict[int, tuple[bool, int, Dear]] = {}
    for vector in {vector for one in groups for vector in one.vectors}:
        found = program.worth(vector, way, options)
        allowed, _ = program.may_win(vector, way, options, found)
        dear = Dear(found.value, found.points, found.cap)
        known[vector] = (allowed, found.value + found.points, dear)
    return {max([known[vector] for vector in one.vectors])[2] for one in groups}
