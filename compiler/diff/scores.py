"""What fans and points make of hands, before anything is capped or paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...runtime.judge import rank
from ..compile import run_aspects
from ..core.nodes import Read, children
from ..core.order import fans_read
from ..emit.aspects import aspects_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.program import Worth
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind
    from ..space.groups import Group
    from ..space.sides import Side

Face: TypeAlias = tuple[object, ...]
"""All that some tables can make of a reading whose fans are known."""


class Asking:
    """Some tables of a plan, and what they ask of a reading whose fans are known.

    Attributes:
        exprs: their conditions and results.
        key: the same for those that ask the same.
    """

    def __init__(self, plan: Plan, kinds: Iterable[TableKind]) -> None:
        """Look what the tables ask."""
        rows = [row for kind in kinds for row in plan.table(kind).rows]
        self.exprs = [expr for row in rows for expr in (row.when, row.result)]
        fans = {id_ for expr in self.exprs for id_ in fans_read(expr)}
        self._fans = sum(1 << at for at, id_ in enumerate(plan.core.order) if id_ in fans)
        self._product = any("product" in _read(expr) for expr in self.exprs)
        self._aspects = run_aspects(plan, self.exprs)
        self.key = (self._fans, self._product, aspects_text(plan, self.exprs))

    def face(self, worth: Worth, vector: int) -> Face:
        """What they can make of a reading."""
        product = worth.product if self._product else 0
        return worth.scored & self._fans, product, self._aspects(vector)


def _read(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from _read(inner)


class Reading(NamedTuple):
    """A reading of a hand whose fans are known; how they are capped is not.

    Attributes:
        face: its number for tables: they say the same of all that have the same.
        capped: what the cap can make of it.
        order: its rank among readings of the same value.
    """

    face: int
    worth: Worth
    vector: int
    capped: Face
    order: tuple[object, ...]

    def beats(self, other: Reading) -> bool:
        """Whether it is taken rather than another, whatever the cap and the tables say.

        Both are capped alike; or tables cannot tell them apart, and it stands before the other.
        """
        if self.face == other.face:
            return self.order >= other.order
        return (
            self.capped == other.capped
            and self.order > other.order
            and self.worth.points >= other.worth.points
        )


class Scorebook:
    """What fans and points make of hands; plans that have the same ones share it.

    Hands have numbers here: those have the same whose readings that may be taken have the same fans
    and are the same to tables.
    """

    def __init__(self, cap: Asking, tables: Asking) -> None:
        """Start with nothing scored."""
        self._cap, self._tables = cap, tables
        self._known: dict[object, Sequence[int]] = {}
        self._faces_of: dict[object, Sequence[int]] = {}
        self._numbers: dict[object, int] = {}
        self.hands: list[Sequence[Reading]] = []
        self._faces: dict[object, int] = {}
        self.faces: list[tuple[Worth, int]] = []

    def numbers(
        self, side: Side, told: object, won: Won, groups: Iterable[tuple[Group, int]]
    ) -> Sequence[int]:
        """The numbers of all hands that can be won in one way: their places among `hands`.

        Args:
            side: whose fans are found.
            told: the options that its fans read.
            won: how the hands were won.
            groups: the hands, and where in each the aspects of the side are.
        """
        if (won, told) not in self._known:
            known: dict[object, int] = {}
            found = []
            for one, at in groups:
                number = known.get(one.aspects[at])
                if number is None:
                    known[one.aspects[at]] = number = self._number(side, won, one.vectors)
                found.append(number)
            self._known[won, told] = found
        return self._known[won, told]

    def faces_of(self, told: object, won: Won) -> Sequence[int]:
        """The numbers of all that readings are to tables of the hands that can be won in one way.

        Args:
            told: the options that fans read, with which these hands have been numbered.
            won: how they are won.
        """
        if (won, told) not in self._faces_of:
            hands = [self.hands[number] for number in dict.fromkeys(self._known[won, told])]
            faces = dict.fromkeys(one.face for readings in hands for one in readings)
            self._faces_of[won, told] = tuple(faces)
        return self._faces_of[won, told]

    def _number(self, side: Side, won: Won, vectors: Iterable[int]) -> int:
        kept: list[Reading] = []
        for one in sorted(self._readings(side, won, vectors), key=_order, reverse=True):
            if not any(other.beats(one) for other in kept):
                kept.append(one)
        key = tuple([(one.worth.fans, one.face) for one in kept])
        if key not in self._numbers:
            self._numbers[key] = len(self.hands)
            self.hands.append(kept)
        return self._numbers[key]

    def _readings(self, side: Side, won: Won, vectors: Iterable[int]) -> Iterator[Reading]:
        for vector in vectors:
            worth = side.program.worth(vector, won, side.options)
            capped = self._cap.face(worth, vector)
            key = (worth.product, worth.added, capped, self._tables.face(worth, vector))
            if key not in self._faces:
                self._faces[key] = len(self.faces)
                self.faces.append((worth, vector))
            yield Reading(self._faces[key], worth, vector, capped, rank((worth, vector))[2:])


def _order(one: Reading) -> tuple[object, ...]:
    return one.order
