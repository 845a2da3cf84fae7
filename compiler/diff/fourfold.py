"""Hands judged by four sides at once: with neither of two switches, with each, with both.

Hands are put together once, as far as the rules of any side tell them apart, and for each four
sides further, as far as theirs do. What is the same to the rules of several sides is judged once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..compile import run_aspects
from ..resolved.nodes import HAND_KINDS
from ..space.groups import Group, circumstances_of, group_by, hand_of, numbers_by, possible
from ..space.of_sides import space_of
from ..space.signatures import Signature, Space
from ..space.ways import Ways
from .behavioural import outcome
from .findings import WonHand
from .touches import Sight, Touch, apart, touch_of
from .verdicts import Rulebook, Shelf, Tables, Verdicts, tables_of, taken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Expr
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from .findings import Answer
    from .scores import Scorebook
    from .verdicts import Said

Four: TypeAlias = "Sequence[Side]"

_ASKED: Final[tuple[TableKind, ...]] = ("cap", "may_win", "pay.win", "pay.also")
_SCORED: Final[tuple[TableKind, ...]] = ("points",)


class _Field(NamedTuple):
    """The hands as some sides tell them apart; `at` is where a group has the aspects of one."""

    groups: tuple[Group, ...]
    at: Mapping[int, int]


class _Met(NamedTuple):
    """The hands that can be won in some way, by what they score on each of four sides.

    Attributes:
        scores: for each side the numbers of all hands: one object where they are the same.
        places: by the four numbers the places of the hands, the least first.
    """

    scores: tuple[Sequence[int], ...]
    places: Mapping[tuple[int, ...], Sequence[int]]


class _Asked(NamedTuple):
    """A way to win that four sides tell apart, the hands won so, and the tables asked of them."""

    won: Won
    met: _Met
    tables: tuple[Tables, ...]

    @property
    def apart(self) -> bool:
        """Whether one of the switches changes nothing of hands won so."""
        return apart(list(zip(map(id, self.met.scores), map(id, self.tables), strict=True)))


class _Sayings(dict[int, "Said"]):
    """What is said of hands won in one way, by their numbers, the reading taken; fills itself."""

    __slots__ = ("_scores", "_tables")

    def __init__(self, scores: Scorebook, tables: Tables) -> None:
        super().__init__()
        self._scores = scores
        self._tables = tables

    def __missing__(self, number: int) -> Said:
        self[number] = said = taken(self._scores.hands[number], self._tables)[1]
        return said


class Fourfold:
    """All hands, as sides that share their atoms judge them."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together.

        Raises:
            NotFoldableError: if the rules tell too many apart.
        """
        whole = space_of(everyone)
        self._seats = min(side.program.seats for side in everyone)
        self._signatures = _together(whole, everyone)
        self.space = Space(self._signatures, whole.configurations, whole.points)
        self._aspects: dict[int, tuple[int, ...]] = {}
        self._fields: dict[tuple[int, ...], _Field] = {}
        self._shelf = Shelf()
        self._rulebooks: dict[int, Rulebook] = {}
        self._ways: dict[tuple[Won, ...], Ways] = {}
        self._ways_by: dict[object, Ways] = {}
        self._scored: dict[object, dict[int, int]] = {}
        self._scores: dict[object, Sequence[int]] = {}
        self._met: dict[object, _Met] = {}
        self._sayings: dict[tuple[int, int], _Sayings] = {}
        self._known: dict[tuple[int, ...], Touch | None] = {}
        self._touches: dict[object, frozenset[Touch]] = {}

    def touches(self, four: Four) -> frozenset[Touch]:
        """In which ways two switches meet on some hand, won in some way."""
        books = [self._rulebook(side) for side in four]
        told = [(id(own.plan), own.told(side)) for own, side in zip(books, four, strict=True)]
        key = tuple(told)
        if key not in self._touches:
            self._touches[key] = frozenset(self._met_so(four))
        return self._touches[key]

    def _met_so(self, four: Four) -> Iterator[Touch]:
        scored: dict[tuple[int, ...], tuple[_Asked, dict[tuple[int, ...], None]]] = {}
        for asked in self._asked(four):
            if not asked.apart:
                key = tuple(map(id, asked.tables))
                scored.setdefault(key, (asked, {}))[1].update(dict.fromkeys(asked.met.places))
        for asked, numbers in scored.values():
            sayings = self._sayings_of(four, asked)
            for own in numbers:
                touch = self._touch(sayings, own)
                if touch is not None:
                    yield touch

    def sight(self, four: Four, wanted: Touch) -> Sight:
        """How many hands show that two switches meet in some way, and the least, won plainly.

        They have to meet so.
        """
        field = self._field(four)
        touched: dict[int, None] = {}
        least: tuple[tuple[bool, int], Won] | None = None
        for asked in self._asked(four):
            if asked.apart:
                continue
            sayings = self._sayings_of(four, asked)
            for numbers, places in asked.met.places.items():
                if self._touch(sayings, numbers) == wanted:
                    touched.update(dict.fromkeys(places))
                    said = [own[one][:6] for own, one in zip(sayings, numbers, strict=True)]
                    plain = touch_of(said, all_payers=False) == wanted
                    order = (not plain, places[0])
                    if least is None or order < least[0]:
                        least = (order, asked.won)
        assert least is not None
        (_, at), won = least
        hand = hand_of(field.groups[at].witness, four[0].program.tiles)
        answers = tuple([self._answer(side, won, field.groups[at]) for side in four])
        hands = sum([field.groups[one].number for one in touched])
        return Sight(WonHand(hand, won), answers, hands=hands)

    def _answer(self, side: Side, won: Won, group: Group) -> Answer:
        book = self._rulebook(side)
        verdicts = Verdicts(book, tables_of(side, won, book, self._seats))
        sheet = book.scores.sheet(side, book.told_by_fans(side), won)
        return outcome(verdicts[sheet.number(group.vectors)], side)

    def _rulebook(self, side: Side) -> Rulebook:
        plan = side.plan
        if id(plan) not in self._rulebooks:
            self._rulebooks[id(plan)] = Rulebook(plan, self._shelf)
        return self._rulebooks[id(plan)]

    def _asked(self, four: Four) -> Iterator[_Asked]:
        """Of the ways to win that all four sides judge alike the first."""
        ways = self._ways_of(four)
        columns = [column for side in four for column in self._told_apart(side, ways)]
        seen: dict[tuple[int, ...], Won] = {}
        for won, *firsts in zip(ways.circumstances, *columns, strict=True):
            seen.setdefault((won.replacement, won.robbing, *firsts), won)
        tables: dict[tuple[int, int], Tables] = {}
        known: dict[tuple[object, ...], _Met] = {}
        for (*flags, a, i, b, j, c, k, d, n), won in seen.items():
            scored, asked = (*flags, a, b, c, d), (i, j, k, n)
            for own in enumerate(asked):
                if own not in tables:
                    side, first = four[own[0]], ways.circumstances[own[1]]
                    tables[own] = tables_of(side, first, self._rulebook(side), self._seats)
            if scored not in known:
                firsts = [ways.circumstances[one] for one in (a, b, c, d)]
                known[scored] = self._met_by(four, won, firsts)
            yield _Asked(won, known[scored], tuple([tables[own] for own in enumerate(asked)]))

    def _ways_of(self, four: Four) -> Ways:
        key = tuple([(id(one.plan), self._rulebook(one).told_by_horses(one)) for one in four])
        if key not in self._ways_by:
            circumstances = circumstances_of(four)
            if circumstances not in self._ways:
                self._ways[circumstances] = Ways(circumstances)
            self._ways_by[key] = self._ways[circumstances]
        return self._ways_by[key]

    def _told_apart(self, side: Side, ways: Ways) -> Iterator[tuple[int, ...]]:
        """For each way to win the first that is the same to fans of a side, and to its tables."""
        book = self._rulebook(side)
        yield ways.firsts(side, book.told_by_fans(side), _SCORED, fans=True)
        yield ways.firsts(side, book.told_by_tables(side), _ASKED, fans=False)

    def _met_by(self, four: Four, won: Won, scored: Sequence[Won]) -> _Met:
        """The hands that can be won in a way which is to the fans of each side as another is."""
        field = self._field(four)
        scores = tuple(
            [self._scores_of(side, own, field) for side, own in zip(four, scored, strict=True)]
        )
        key = (id(field), won.replacement, won.robbing, *map(id, scores))
        if key not in self._met:
            places: dict[tuple[int, ...], list[int]] = {}
            for at, (one, *numbers) in enumerate(zip(field.groups, *scores, strict=True)):
                if possible(one, won):
                    places.setdefault(tuple(numbers), []).append(at)
            self._met[key] = _Met(scores, places)
        return self._met[key]

    def _scores_of(self, side: Side, won: Won, field: _Field) -> Sequence[int]:
        """For each group of hands a number for what tables can make of its readings."""
        book = self._rulebook(side)
        told = book.told_by_fans(side)
        scored = (id(book.scores), told, id(side.aspects), won)
        key = (id(field), *scored)
        if key not in self._scores:
            known = self._scored.setdefault(scored, {})
            sheet, alike = book.scores.sheet(side, told, won), book.scores.alike
            at, found = field.at[id(side.aspects)], []
            for one in field.groups:
                aspects = one.aspects[at]
                if aspects not in known:
                    known[aspects] = alike[sheet.number(one.vectors)]
                found.append(known[aspects])
            self._scores[key] = found
        return self._scores[key]

    def _sayings_of(self, four: Four, asked: _Asked) -> list[_Sayings]:
        found = []
        for side, tables in zip(four, asked.tables, strict=True):
            scores = self._rulebook(side).scores
            key = (id(scores), id(tables))
            if key not in self._sayings:
                self._sayings[key] = _Sayings(scores, tables)
            found.append(self._sayings[key])
        return found

    def _touch(self, sayings: Sequence[_Sayings], numbers: Sequence[int]) -> Touch | None:
        """How four sides hang together on hands with these numbers."""
        a, b, c, d = sayings
        i, j, k, n = numbers
        said = (a[i], b[j], c[k], d[n])
        key = (
            id(said[0]),
            id(said[1]),
            id(said[2]),
            id(said[3]),
        )  # what is said alike is one object
        if key not in self._known:
            self._known[key] = touch_of([own[:6] for own in said])
        return self._known[key]

    def _field(self, four: Four) -> _Field:
        """The hands put together as far as no side tells them apart."""
        asking = {id(side.aspects): side.aspects for side in four}
        key = tuple(asking)
        if key not in self._fields:
            for one, aspects in asking.items():
                if one not in self._aspects:
                    self._aspects[one] = numbers_by(self._signatures, aspects)
            told = [self._aspects[one] for one in key]
            at = {one: place for place, one in enumerate(key)}
            self._fields[key] = _Field(_grouped(self._signatures, told), at)
        return self._fields[key]


def _together(space: Space, everyone: Sequence[Side]) -> tuple[Signature, ...]:
    """The hands of a space put together as far as no side tells them apart."""
    plans = {id(side.aspects): side.plan for side in everyone}
    rules: dict[Expr, None] = {}
    for plan in plans.values():
        for fan in plan.fans:
            rules |= dict.fromkeys((fan.when, fan.times))
        for kind in HAND_KINDS:
            for row in plan.table(kind).rows:
                rules |= dict.fromkeys((row.when, row.result))
    groups = group_by(space.signatures, [run_aspects(everyone[0].plan, tuple(rules))])
    return tuple([Signature(g.vectors, g.kong, g.alone, g.number, g.witness) for g in groups])


def _grouped(signatures: Sequence[Signature], told: Sequence[Sequence[int]]) -> tuple[Group, ...]:
    """Signatures put together of which the same is told."""
    first: dict[tuple[int, ...], Signature] = {}
    numbers: dict[tuple[int, ...], int] = {}
    for one, *aspects in zip(signatures, *told, strict=True):
        key = (one.kong, one.alone, *aspects)
        if key in numbers:
            numbers[key] += one.number
        else:
            numbers[key], first[key] = one.number, one
    return tuple(
        [
            Group(tuple(aspects), one.vectors, one.kong, one.alone, number, one.witness)
            for ((_, _, *aspects), one), number in zip(first.items(), numbers.values(), strict=True)
        ]
    )
