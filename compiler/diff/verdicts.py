"""What one side says of hands, in the words a comparison needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...runtime.judge import rank, taken
from ...runtime.program import Worth
from ..compile import run_cap
from ..core.nodes import options_read
from ..core.order import fans_read
from ..emit.aspects import depends_on_reading
from ..resolved.nodes import HAND_KINDS
from ..space.ways import other_payers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...runtime.circumstances import Won
    from ..plan.nodes import Plan
    from ..space.groups import Group
    from ..space.sides import Side

Amounts: TypeAlias = tuple[tuple[int, int], ...]
"""What is paid beside: amounts, with the numbers of their rows."""


class Verdict(NamedTuple):
    """A hand judged.

    Attributes:
        owed: what the payer of the circumstances owes, all that is paid beside included.
        others: what each other payer owes there may be, as `other_payers` lists them.
        cap: the cap in force.
        rows: the numbers of the rows that decided: of `cap`, of `may_win`, and of `pay.win` for
            each payer.
        also: for each payer the numbers of the rows of `pay.also` that ask for something.
        fans: (number, factor) of each fan.
        added: the points: amounts, and the numbers of their rows.
    """

    value: int
    may_win: bool
    owed: int
    others: tuple[int, ...]
    product: int
    cap: int
    rows: tuple[int, ...]
    also: tuple[Amounts, ...]
    fans: tuple[tuple[int, int], ...]
    added: Amounts = ()


SEEN = slice(0, 4)
"""What players notice of a verdict."""

Said: TypeAlias = """tuple[
    int, bool, int, tuple[int, ...], int, int, tuple[int, ...], tuple[Amounts, ...]
]"""
"""A verdict without its fans and points: all that tables say."""


class Reading(NamedTuple):
    """A reading of a hand whose fans are known; how they are capped is not.

    Attributes:
        face: its number for tables: they say the same of all that have the same.
    """

    face: int
    worth: Worth
    vector: int

    def order(self) -> tuple[object, ...]:
        """Its rank among readings of the same value."""
        return rank((self.worth, self.vector))[2:]


class Scorebook:
    """What fans and points make of hands; plans that have the same ones share it.

    Hands have numbers here: those have the same whose readings have the same fans and are the same
    to tables.
    """

    def __init__(self, asked: int, of_hands: bool) -> None:
        """Start with nothing scored.

        Args:
            asked: the fans that tables ask for, as bits.
            of_hands: whether tables ask more of a reading than its fans.
        """
        self._asked = asked
        self.of_hands = of_hands
        self._known: dict[object, Sequence[int]] = {}
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

    def _number(self, side: Side, won: Won, vectors: Iterable[int]) -> int:
        readings = [
            self._reading(side.program.worth(vector, won, side.options), vector)
            for vector in vectors
        ]
        if len(readings) > 1:
            readings.sort(key=Reading.order, reverse=True)
            first = {one.face: one for one in reversed(readings)}
            if not self.of_hands:  # what tables cannot tell from a better one is never taken
                readings = [one for one in readings if first[one.face] is one]
        key = tuple([(one.worth.fans, one.face) for one in readings])
        if key not in self._numbers:
            self._numbers[key] = len(self.hands)
            self.hands.append(readings)
        return self._numbers[key]

    def _reading(self, worth: Worth, vector: int) -> Reading:
        scored, which = worth.scored & self._asked, vector if self.of_hands else None
        key = (worth.product, scored, worth.added, which)
        if key not in self._faces:
            self._faces[key] = len(self.faces)
            self.faces.append((worth, vector))
        return Reading(self._faces[key], worth, vector)


class Rulebook:
    """What all verdicts of one plan share: its cap, and fans that options leave as they are."""

    def __init__(self, plan: Plan, shared: dict[object, Scorebook]) -> None:
        """Look what fans and tables ask; the scores of the same fans are `shared`."""
        self.plan = plan
        self.cap = run_cap(plan)
        points = plan.table("points").rows
        fans = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
        fans += [expr for row in points for expr in (row.when, row.result)]
        tables = [row for kind in HAND_KINDS for row in plan.table(kind).rows]
        rows = [expr for row in tables for expr in (row.when, row.result)]
        self._of_fans, self._of_tables = sorted(options_read(*fans)), sorted(options_read(*rows))
        self._told = sorted(options_read(*fans, *rows))
        order = plan.core.order
        asked = sum(
            1 << number
            for number, id_ in enumerate(order)
            if any(id_ in fans_read(expr) for expr in rows)
        )
        of_hands = any(map(depends_on_reading, rows))
        key = (plan.fans, points, order, plan.core.by_maximum, asked, of_hands)
        self.scores = shared.setdefault(key, Scorebook(asked, of_hands))
        self.verdicts: dict[Verdict, Verdict] = {}

    def told(self, side: Side) -> tuple[object, ...]:
        """The options of a side that some rule for hands reads."""
        return _values(side, self._told)

    def told_by_fans(self, side: Side) -> tuple[object, ...]:
        """The options of a side that its fans read."""
        return _values(side, self._of_fans)

    def told_by_tables(self, side: Side) -> tuple[object, ...]:
        """The options of a side that its tables read."""
        return _values(side, self._of_tables)

    def numbers(self, side: Side, won: Won, at: int, groups: Iterable[Group]) -> Sequence[int]:
        """The numbers of groups won in one way, all that can be; `at` is where its aspects are."""
        placed = ((one, at) for one in groups)
        return self.scores.numbers(side, self.told_by_fans(side), won, placed)


def _values(side: Side, options: Iterable[str]) -> tuple[object, ...]:
    values = side.options._asdict()
    return tuple([values[f"x_{id_}"] for id_ in options])


class _Tables(dict[int, Said]):
    """What the tables of one side say of readings won in one way, by their faces; fills itself."""

    __slots__ = ("_payers", "_rulebook", "_side", "_won")

    def __init__(self, side: Side, won: Won, rulebook: Rulebook, seats: int) -> None:
        super().__init__()
        self._side = side
        self._won = won
        self._payers = (won, *(other_payers(won) if seats > 2 or won.self_draw else ()))
        self._rulebook = rulebook

    def __missing__(self, face: int) -> Said:
        program, options, won = self._side.program, self._side.options, self._won
        known, vector = self._rulebook.scores.faces[face]
        cap, capped = self._rulebook.cap(vector, won, options, known)
        value = min(known.product, cap)
        worth = Worth(value, known.product, cap, known.fans, known.scored, known.added)
        allowed, row = program.may_win(vector, won, options, worth)
        paid = [program.pay_win(vector, one, options, worth) for one in self._payers]
        owed = [amount if allowed else 0 for amount, _ in paid]
        also = self._also(vector, worth, owed) if allowed else ()
        if also:
            both = zip(owed, also, strict=True)
            owed = [amount + sum([more for more, _ in own]) for amount, own in both]
        self[face] = said = (
            value,
            allowed,
            owed[0],
            tuple(owed[1:]),
            worth.product,
            cap,
            (capped, row, *[each for _, each in paid]),
            also,
        )
        return said

    def _also(self, vector: int, worth: Worth, owed: Sequence[int]) -> tuple[Amounts, ...]:
        """What each payer is asked for beside, if anybody may be."""
        ask, options = self._side.program.pay_also, self._side.options
        if ask is None:
            return ()
        payers = zip(self._payers, owed, strict=True)
        return tuple([ask(vector, one, options, worth, amount) for one, amount in payers])


class Verdicts(dict[int, Verdict]):
    """The verdicts of one side on hands won in one way, by their numbers; fills itself."""

    __slots__ = ("_rulebook", "_side", "_tables", "_won")

    def __init__(self, side: Side, won: Won, rulebook: Rulebook, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        super().__init__()
        self._side = side
        self._won = won
        self._rulebook = rulebook
        self._tables = _Tables(side, won, rulebook, seats)

    def __missing__(self, number: int) -> Verdict:
        """Judge hands seen for the first time by the reading that is taken."""
        tables, readings = self._tables, self._rulebook.scores.hands[number]
        best, said = readings[0], tables[readings[0].face]
        for one in readings[1:]:
            other = tables[one.face]
            if _money(other, one) > _money(said, best):
                best, said = one, other
        if self._rulebook.scores.of_hands:
            best = self._of_equals(best, _money(said, best), readings)
            said = tables[best.face]
        judged = Verdict(*said, best.worth.fans, best.worth.added)
        self[number] = judged = self._rulebook.verdicts.setdefault(judged, judged)
        return judged

    def _of_equals(
        self, best: Reading, money: tuple[int, int], readings: Sequence[Reading]
    ) -> Reading:
        """Of readings that are as good as the best that of which tables say most."""
        equal = {
            one.vector: one
            for one in readings
            if one.order() == best.order() and _money(self._tables[one.face], one) == money
        }
        side = self._side
        return equal[taken(side.program, side.options, tuple(equal), self._won)[0][1]]


def _money(said: Said, one: Reading) -> tuple[int, int]:
    """What readings are ranked by first: the value with the points, and the value."""
    return said[0] + one.worth.points, said[0]
