"""What fans and points make of hands, before anything is capped or paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ...runtime.judge import rank
from ...runtime.memo import Memo
from ...runtime.packed_readings import SEVEN
from ..compile import run_aspects
from ..core.nodes import Read, children
from ..core.order import fans_read
from ..core.rising import rising
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

_VECTORS: Final = 1 << 17
"""Of how many packed readings it is remembered what they answer."""

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
        fans = frozenset(id_ for expr in self.exprs for id_ in fans_read(expr))
        self._fans = {1 << at: id_ for at, id_ in enumerate(plan.core.order) if id_ in fans}
        self._asked = sum(self._fans)
        self._known: dict[int, frozenset[str]] = {}
        self._product = any("product" in _read(expr) for expr in self.exprs)
        self._aspects = Memo(run_aspects(plan, self.exprs), _VECTORS)
        self.key: tuple[object, ...] = (fans, self._product, aspects_text(plan, self.exprs))

    def face(self, worth: Worth, vector: int) -> Face:
        """What they can make of a reading."""
        product = worth.product if self._product else 0
        return self.fans(worth), product, self._aspects[vector]

    def asked(self, vector: int) -> tuple[int | bool, ...]:
        """What they ask of the tiles of a reading."""
        return self._aspects[vector]

    def fans(self, worth: Worth) -> frozenset[str]:
        """The fans of a reading that they ask for."""
        scored = worth.scored & self._asked
        if scored not in self._known:
            fans = frozenset(id_ for bit, id_ in self._fans.items() if scored & bit)
            self._known[scored] = fans
        return self._known[scored]


class Deciding(Asking):
    """What of a reading decides, beside its product, how it is capped and whether it may win.

    Where a greater product may keep a hand from winning, the product decides too.
    """

    def __init__(self, plan: Plan) -> None:
        """Look what `cap` and `may_win` ask."""
        super().__init__(plan, ("cap",))
        self._rising = rising(plan.table("may_win").rows)
        self._winning = Asking(plan, ("may_win",))
        self.key = (self.key, self._winning.key, self._rising)

    def face(self, worth: Worth, vector: int) -> Face:
        """All that decides."""
        winning = self._winning
        product = 0 if self._rising else worth.product
        own = (winning.fans(worth), winning.asked(vector), product)
        return (*super().face(worth, vector), own)


def _read(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from _read(inner)


class Reading(NamedTuple):
    """A reading of a hand whose fans are known; how they are capped is not.

    Attributes:
        face: its number for tables: they say the same of all that have the same.
        capped: what decides, beside its product, how it is capped and whether it may win.
        order: its rank among readings of the same value.
    """

    face: int
    worth: Worth
    capped: Face
    order: tuple[object, ...]

    def beats(self, other: Reading) -> bool:
        """Whether it is taken rather than another, whatever the cap and the tables say.

        Both are capped alike, and it may win if the other may; or tables cannot tell them apart,
        and it stands before the other.
        """
        if self.face == other.face:
            return self.order >= other.order
        return (
            self.capped == other.capped
            and self.order > other.order
            and self.worth.points >= other.worth.points
        )


class Faced(NamedTuple):
    """A reading that stands for all that have the same face, and those of its fans that count."""

    worth: Worth
    vector: int
    fans: frozenset[str]


class Faces(list[Faced]):
    """All that readings are to some tables, by number; whoever is asked the same shares them.

    Attributes:
        hands: the readings of hands, by a number for all that tables can make of them.
    """

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self._numbers: dict[object, int] = {}
        self._alike: dict[object, int] = {}
        self.hands: list[Sequence[Reading]] = []

    def hand(self, readings: Sequence[Reading]) -> int:
        """The number of a hand whose readings that may be taken are these, the best first."""
        equal = [at and one.order == readings[at - 1].order for at, one in enumerate(readings)]
        key = tuple([(one.face, same) for one, same in zip(readings, equal, strict=True)])
        if key not in self._alike:
            self._alike[key] = len(self.hands)
            self.hands.append(readings)
        return self._alike[key]

    def number(self, cap: Asking, tables: Asking, worth: Worth, vector: int) -> tuple[int, Face]:
        """The number of a reading, and what of it decides on cap and win."""
        capped = cap.face(worth, vector)
        key = (worth.product, worth.added, capped, tables.face(worth, vector))
        if key not in self._numbers:
            self._numbers[key] = len(self)
            self.append(Faced(worth, vector, cap.fans(worth) | tables.fans(worth)))
        return self._numbers[key], capped


Scored: TypeAlias = "dict[object, tuple[Worth, tuple[object, ...]]]"
"""By all that fans and points can make of a reading its worth, and its rank among those worth that.

Its cap is that of any plan."""


class Worths:
    """What the fans and points of a plan make of readings; plans that have the same share it."""

    def __init__(self, plan: Plan) -> None:
        """Look what they ask."""
        exprs = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
        exprs += [expr for row in plan.table("points").rows for expr in (row.when, row.result)]
        self._aspects = Memo(run_aspects(plan, exprs), _VECTORS)
        self._known: dict[object, Scored] = {}

    def known(self, told: object, won: Won) -> Scored:
        """What is known of readings of hands won in one way, under options that fans read."""
        return self._known.setdefault((told, won), {})

    def asked(self, vector: int) -> tuple[object, ...]:
        """All that fans and points can make of a reading."""
        return (vector >> SEVEN & 1, self._aspects[vector])


class Sheet(NamedTuple):
    """Hands that are won in one way, under some options that fans read.

    Attributes:
        side: one whose fans these are.
        won: how the hands were won.
        scored: what is known of their readings.
        readings: by sort the numbers of readings.
        hands: whatever is kept of hands, by whoever keeps it.
    """

    side: Side
    won: Won
    scored: Scored
    readings: dict[int, int]
    hands: dict[int, dict[int, int]]


class Scorebook:
    """What fans and points make of hands; plans that have the same ones share it.

    Hands have numbers here: those have the same whose readings that may be taken have the same fans
    and are the same to tables.

    Attributes:
        hands: by number the readings that may be taken.
        alike: by number another one, the same for all hands of which no table says anything else.
        faces: what readings are to the tables.
    """

    def __init__(self, worths: Worths, cap: Asking, tables: Asking, faces: Faces) -> None:
        """Start with nothing scored."""
        self._worths, self._cap, self._tables = worths, cap, tables
        self._sorts: dict[object, int] = {}
        self._sort: dict[int, int] = {}
        self._sheets: dict[object, Sheet] = {}
        self._read: dict[object, int] = {}
        self._readings: list[Reading] = []
        self._together: dict[tuple[int, ...], int] = {}
        self._known: dict[object, Sequence[int]] = {}
        self._faces_of: dict[object, Sequence[int]] = {}
        self._numbers: dict[object, int] = {}
        self.hands: list[Sequence[Reading]] = []
        self.alike: list[int] = []
        self.faces = faces

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
            sheet = self.sheet(side, told, won)
            known: dict[object, int] = {}
            found = []
            for one, at in groups:
                number = known.get(one.aspects[at])
                if number is None:
                    known[one.aspects[at]] = number = self.number(sheet, one.vectors)
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

    def sheet(self, side: Side, told: object, won: Won) -> Sheet:
        """What there is to say of hands won in one way, under the options that fans read."""
        key = (told, won)
        if key not in self._sheets:
            self._sheets[key] = Sheet(side, won, self._worths.known(told, won), {}, {})
        return self._sheets[key]

    def number(self, sheet: Sheet, vectors: Iterable[int]) -> int:
        """The number of a hand with some readings."""
        sorts, readings, found = self._sort, sheet.readings, []
        for vector in vectors:
            sort = sorts[vector] if vector in sorts else self._sort_of(vector)
            if sort not in readings:
                readings[sort] = self._reading(sheet, vector)
            found.append(readings[sort])
        key = tuple(found)
        if key not in self._together:
            self._together[key] = self._number([self._readings[one] for one in key])
        return self._together[key]

    def _sort_of(self, vector: int) -> int:
        """A number for all that anybody asks of a reading, however it was won."""
        asked = (self._worths.asked(vector), self._cap.asked(vector), self._tables.asked(vector))
        self._sort[vector] = self._sorts.setdefault(asked, len(self._sorts))
        return self._sort[vector]

    def _reading(self, sheet: Sheet, vector: int) -> int:
        """The number of a reading among all that there are."""
        asked = self._worths.asked(vector)
        if asked not in sheet.scored:
            worth = sheet.side.program.worth(vector, sheet.won, sheet.side.options)
            sheet.scored[asked] = worth, rank((worth, vector))[2:]
        worth, order = sheet.scored[asked]
        face, capped = self.faces.number(self._cap, self._tables, worth, vector)
        key = (face, worth.fans, order)
        if key not in self._read:
            self._read[key] = len(self._readings)
            self._readings.append(Reading(face, worth, capped, order))
        return self._read[key]

    def _number(self, readings: Sequence[Reading]) -> int:
        kept = _may_be_taken(readings)
        key = tuple([(one.worth.fans, one.face) for one in kept])
        if key not in self._numbers:
            self._numbers[key] = len(self.hands)
            self.alike.append(self.faces.hand(kept))
            self.hands.append(kept)
        return self._numbers[key]


def _may_be_taken(readings: Sequence[Reading]) -> list[Reading]:
    """The readings that no other beats, the best first."""
    if len(readings) == 1:
        return list(readings)
    kept: list[Reading] = []
    for one in sorted(readings, key=_order, reverse=True):
        if not any(other.beats(one) for other in kept):
            kept.append(one)
    return kept


def _order(one: Reading) -> tuple[object, ...]:
    return one.order
