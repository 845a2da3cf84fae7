"""What one side says of hands, in the words a comparison needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from weakref import WeakValueDictionary

from ...runtime.program import Worth
from ..compile import run_cap
from ..core.nodes import options_read
from ..resolved.nodes import HORSE_KINDS
from ..space.ways import other_payers
from .scores import Asking, Deciding, Faces, Scorebook, Worths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind
    from ..space.groups import Group
    from ..space.sides import Side
    from .scores import Reading

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


_PAYING: Final[tuple[TableKind, ...]] = ("may_win", "pay.win", "pay.also")
"""What is asked of hands once their worth is known."""


class Shelf:
    """What rulebooks over one space share: plans that have the same rules ask them once.

    Scores are there as long as some rulebook has them.
    """

    def __init__(self) -> None:
        """Start empty."""
        self.scorebooks: WeakValueDictionary[object, Scorebook] = WeakValueDictionary()
        self.worths: WeakValueDictionary[object, Worths] = WeakValueDictionary()
        self.faces: dict[object, Faces] = {}
        self.rules: dict[object, int] = {}
        self.tables: dict[object, Tables] = {}
        self.said: dict[Said, Said] = {}


class Rulebook:
    """What all verdicts of one plan share: its cap, and fans that options leave as they are.

    Attributes:
        tables: a number for the rows of all tables that are asked about hands.
    """

    def __init__(self, plan: Plan, shelf: Shelf) -> None:
        """Look what fans and tables ask; what other plans have alike is on the shelf."""
        self.plan = plan
        self.cap = run_cap(plan)
        points = plan.table("points").rows
        fans = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
        fans += [expr for row in points for expr in (row.when, row.result)]
        cap, tables = Deciding(plan), Asking(plan, _PAYING)
        rows = [*cap.exprs, *tables.exprs]
        self._of_fans, self._of_tables = sorted(options_read(*fans)), sorted(options_read(*rows))
        self._told = sorted(options_read(*fans, *rows))
        horses = [row for kind in HORSE_KINDS for row in plan.table(kind).rows]
        self._of_horses = sorted(
            options_read(*[e for row in horses for e in (row.when, row.result)])
        )
        core, asking = plan.core, (cap.key, tables.key)
        faces = shelf.faces.setdefault(asking, Faces())
        key = (plan.fans, points, core.order, core.by_maximum)
        fans_alike = shelf.rules.setdefault(key, len(shelf.rules))
        worths = shelf.worths.get(fans_alike) or Worths(plan)
        shelf.worths[fans_alike] = worths
        book = Scorebook(worths, cap, tables, faces)
        self.scores = shelf.scorebooks.setdefault((fans_alike, asking), book)
        own = tuple([_rows(plan, kind) for kind in ("cap", *_PAYING)])
        self.tables = shelf.rules.setdefault(own, len(shelf.rules))
        self.places = {id_: 1 << at for at, id_ in enumerate(core.order)}
        self.shelf = shelf
        self.verdicts: dict[object, Verdict] = {}

    def told(self, side: Side) -> tuple[object, ...]:
        """The options of a side that some rule for hands reads."""
        return _values(side, self._told)

    def told_by_fans(self, side: Side) -> tuple[object, ...]:
        """The options of a side that its fans read."""
        return _values(side, self._of_fans)

    def told_by_tables(self, side: Side) -> tuple[object, ...]:
        """The options of a side that its tables read."""
        return _values(side, self._of_tables)

    def told_by_horses(self, side: Side) -> tuple[object, ...]:
        """The options of a side that say which tiles are turned, and what they score."""
        return _values(side, self._of_horses)

    def numbers(self, side: Side, won: Won, at: int, groups: Iterable[Group]) -> Sequence[int]:
        """The numbers of groups won in one way, all that can be; `at` is where its aspects are."""
        placed = ((one, at) for one in groups)
        return self.scores.numbers(side, self.told_by_fans(side), won, placed)


def _rows(plan: Plan, kind: TableKind) -> tuple[tuple[Expr, Expr], ...]:
    return tuple([(row.when, row.result) for row in plan.table(kind).rows])


def _values(side: Side, options: Iterable[str]) -> tuple[object, ...]:
    values = side.options._asdict()
    return tuple([values[f"x_{id_}"] for id_ in options])


def tables_of(side: Side, won: Won, rulebook: Rulebook, seats: int) -> Tables:
    """What the tables of a side say, which others with the same rows and options may have asked."""
    known, faces = rulebook.shelf.tables, rulebook.scores.faces
    key = (rulebook.tables, id(faces), rulebook.told_by_tables(side), won)
    if key not in known:
        known[key] = Tables(side, won, rulebook, seats)
    return known[key]


class Tables(dict[int, Said]):
    """What the tables of one side say of readings won in one way, by their faces; fills itself."""

    __slots__ = ("_payers", "_rulebook", "_side", "_won")

    def __init__(self, side: Side, won: Won, rulebook: Rulebook, seats: int) -> None:
        """Start with nothing asked, at a table of so many."""
        super().__init__()
        self._side = side
        self._won = won
        self._payers = (won, *(other_payers(won) if seats > 2 or won.self_draw else ()))
        self._rulebook = rulebook

    def __missing__(self, face: int) -> Said:
        """Ask about readings that are met for the first time."""
        program, options, won = self._side.program, self._side.options, self._won
        known, vector, fans = self._rulebook.scores.faces[face]
        scored = sum([self._rulebook.places[id_] for id_ in fans])
        uncapped = Worth(known.product, known.product, known.product, (), scored, known.added)
        cap, capped = self._rulebook.cap(vector, won, options, uncapped)
        value = min(known.product, cap)
        worth = Worth(value, known.product, cap, (), scored, known.added)
        allowed, row = program.may_win(vector, won, options, worth)
        paid = [program.pay_win(vector, one, options, worth) for one in self._payers]
        owed = [amount if allowed else 0 for amount, _ in paid]
        also = self._also(vector, worth, owed) if allowed else ()
        if also:
            both = zip(owed, also, strict=True)
            owed = [amount + sum([more for more, _ in own]) for amount, own in both]
        said = (
            value,
            allowed,
            owed[0],
            tuple(owed[1:]),
            worth.product,
            cap,
            (capped, row, *[each for _, each in paid]),
            also,
        )
        self[face] = said = self._rulebook.shelf.said.setdefault(said, said)
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

    __slots__ = ("_rulebook", "_tables")

    def __init__(self, rulebook: Rulebook, tables: Tables) -> None:
        """Start with nothing judged."""
        super().__init__()
        self._rulebook = rulebook
        self._tables = tables

    def says_like(self, other: Verdicts, faces: Iterable[int]) -> bool:
        """Whether tables say the same of some readings on another side with the same plan."""
        ours, theirs = self._tables, other._tables
        return ours is theirs or all(ours[face] is theirs[face] for face in faces)

    def __missing__(self, number: int) -> Verdict:
        """Judge hands seen for the first time by the reading that is taken."""
        best, said = taken(self._rulebook.scores.hands[number], self._tables)
        known, fans, added = self._rulebook.verdicts, best.worth.fans, best.worth.added
        key = (id(said), fans, added)  # what tables say alike is one object
        if key not in known:
            known[key] = Verdict(*said, fans, added)
        self[number] = judged = known[key]
        return judged


def taken(readings: Sequence[Reading], tables: Tables) -> tuple[Reading, Said]:
    """Of the readings of a hand the one that is taken, and what tables say of it."""
    best, said = readings[0], tables[readings[0].face]
    for one in readings[1:]:
        other = tables[one.face]
        if _money(other, one) > _money(said, best):
            best, said = one, other
    if len(readings) > 1:
        best = _of_equals(best, _money(said, best), readings, tables)
        said = tables[best.face]
    return best, said


def _of_equals(
    best: Reading, money: tuple[bool, int, int], readings: Sequence[Reading], tables: Tables
) -> Reading:
    """Of readings that are as good as the best that of which tables say most."""
    equal = [
        one
        for one in readings
        if one.order == best.order and _money(tables[one.face], one) == money
    ]
    return max(equal, key=lambda one: _favour(tables[one.face]))


def _favour(said: Said) -> tuple[int, int, int]:
    """What decides between readings that rank alike, as in `runtime.judge.taken`."""
    _, _, owed, *_, (_, row, paid, *_), _ = said
    return owed, -row, -paid


def _money(said: Said, one: Reading) -> tuple[bool, int, int]:
    """What readings are ranked by first: may it win, the value with the points, the value."""
    return said[1], said[0] + one.worth.points, said[0]
