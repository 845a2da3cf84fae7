"""Hands judged by four sides at once: with neither of two switches, with each, with both.

Hands are put together once, as far as the rules of any side tell them apart, and for each four
sides further, as far as theirs do. What is the same to the rules of several sides is judged once.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, TypeAlias

from ..diff.behavioural import outcome
from ..diff.findings import WonHand
from ..diff.verdicts import Rulebook, Shelf, Tables, Verdicts, tables_of
from ..space.groups import circumstances_of, hand_of
from ..space.ways import Ways
from .dealing import Unlike
from .fields import Fields
from .holding import Holding
from .sayings import NONE, Asked, Met, Sayings
from .touches import TOUCHES, Sight, Touch, touch_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..diff.findings import Answer
    from ..diff.verdicts import Said
    from ..resolved.nodes import TableKind
    from ..space.groups import Group
    from ..space.sides import Side
    from .fields import Field

Four: TypeAlias = "Sequence[Side]"
Fans: TypeAlias = "Sequence[frozenset[str] | None]"
Payers: TypeAlias = tuple[bool, ...]
"""For each of them whether they pay."""

_ASKED: Final[tuple[TableKind, ...]] = ("cap", "may_win", "pay.win", "pay.also")
_SCORED: Final[tuple[TableKind, ...]] = ("points",)


def _payers(said: Said) -> Payers | None:
    """Who pays; None if the hand may not win."""
    _, may_win, owed, others = said[:4]
    return tuple([amount > 0 for amount in (owed, *others)]) if may_win else None


def _unlike(one: Payers | None, other: Payers | None) -> bool:
    """Whether others pay where both may win."""
    return None not in (one, other) and one != other


class Fourfold:
    """All hands, as sides that share their atoms judge them."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together.

        Raises:
            NotFoldableError: if the rules tell too many apart.
        """
        self._fields = Fields(everyone)
        self._seats = min(side.program.seats for side in everyone)
        self._shelf = Shelf()
        self._rulebooks: dict[int, Rulebook] = {}
        self._ways: dict[tuple[Won, ...], Ways] = {}
        self._ways_by: dict[object, Ways] = {}
        self._scores: dict[object, Sequence[int | None]] = {}
        self._alike: dict[object, Sequence[int | None]] = {}
        self._met: dict[object, Met] = {}
        self._holding = Holding()
        self._possible: dict[object, int] = {}
        self._masks: dict[bytes, bytes] = {}
        self._plans: tuple[int, ...] = ()
        self._sayings: dict[int, Sayings] = {}
        self._heard: dict[int, Said] = {}
        self._known: dict[tuple[int, int, int, int], Touch | None] = {}
        self._touches: dict[object, frozenset[Touch]] = {}
        self._worths: dict[object, frozenset[tuple[int | None, ...]]] = {}
        self._paying_known: dict[object, Sequence[frozenset[Payers]]] = {}

    @property
    def fields(self) -> Fields:
        """All hands, put together as far as some sides do not tell them apart."""
        return self._fields

    def touches(self, four: Four, fans: Fans) -> frozenset[Touch]:
        """In which ways two switches meet on some hand, won in some way.

        Where the gravest is met, nothing else is looked for.

        Args:
            four: with neither of them, with the first, with the second, with both.
            fans: of each the fans that it changes, if it changes nothing else of hands.
        """
        books = [self._rulebook(side) for side in four]
        told = [(id(own.plan), own.told(side)) for own, side in zip(books, four, strict=True)]
        key = tuple(told)
        if key not in self._touches:
            found: set[Touch] = set()
            for touch in self._met_so(four, fans):
                found.add(touch)
                if touch == TOUCHES[-1]:
                    break
            self._touches[key] = frozenset(found)
        return self._touches[key]

    def _met_so(self, four: Four, fans: Fans) -> Iterator[Touch]:
        judged: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        heard: set[tuple[int, int, int, int]] = set()
        for asked in self._asked(four, fans):
            if asked.apart:
                continue
            known = judged.setdefault(tuple(map(id, asked.tables)), set())
            a, b, c, d = self._sayings_of(four, asked.tables)
            for i, j, k, n in asked.numbers - known:
                said = (a[i], b[j], c[k], d[n])
                if said not in heard:
                    heard.add(said)
                    touch = self._touch(said)
                    if touch is not None:
                        yield touch
            known |= asked.numbers

    def payers(self, four: Four) -> Unlike:
        """Which of two switches change who pays for some hand, in some win.

        Mostly the same pay for all hands won in one way, and on all sides.
        """
        self._turn_to(four)
        ways = self._ways_of(four)
        each = zip(*[self._paying(side, ways) for side in four], strict=True)
        if all(len(frozenset[Payers]().union(*own)) <= 1 for own in set(each)):
            return Unlike(False, False)
        return self._payers_by_hand(four)

    def _paying(self, side: Side, ways: Ways) -> Sequence[frozenset[Payers]]:
        """For each way to win all who pay on one side, be it for whatever hand."""
        book = self._rulebook(side)
        key = (id(ways), id(side.plan), book.told(side))
        if key not in self._paying_known:
            known: dict[object, frozenset[Payers]] = {}
            found = []
            for won, *firsts in zip(ways.circumstances, *self._told_apart(side, ways), strict=True):
                alike = (won.replacement, won.robbing, *firsts)
                if alike not in known:
                    scored, asked = (ways.circumstances[one] for one in firsts)
                    known[alike] = self._paying_for(side, won, scored, asked)
                found.append(known[alike])
            self._paying_known[key] = found
        return self._paying_known[key]

    def _paying_for(self, side: Side, won: Won, scored: Won, asked: Won) -> frozenset[Payers]:
        """Who pay for hands won in a way that is to fans as one is, and to tables as another."""
        field = self._fields.of([side])
        tables = tables_of(side, asked, self._rulebook(side), self._seats)
        numbers = self._scores_of(side, scored, field, self._mask([side], won, [scored], ()))
        sayings = self._sayings_of([side], [tables])[0]
        heard = {sayings[one] for one in set(numbers) if one is not None}
        found = {_payers(self._heard[one]) for one in heard}
        return frozenset([own for own in found if own is not None])

    def _payers_by_hand(self, four: Four) -> Unlike:
        first = second = False
        for asked in self._asked(four, (None, None)):
            sayings = self._sayings_of(four, asked.tables)
            for own in asked.met.numbers[False, False]:
                neither, one, other, both = (
                    _payers(self._heard[said[number]])
                    for said, number in zip(sayings, own, strict=True)
                )
                first = first or _unlike(neither, one) or _unlike(other, both)
                second = second or _unlike(neither, other) or _unlike(one, both)
            if first and second:
                break
        return Unlike(first, second)

    def sight(self, four: Four, wanted: Touch, fans: Fans) -> Sight:
        """How many hands show that two switches meet in some way, and the least, won plainly.

        They have to meet so.
        """
        field = self._fields.of(four)
        touched: dict[int, None] = {}
        least: tuple[tuple[bool, int], Won] | None = None
        known: dict[int, Mapping[tuple[int, ...], Sequence[int]]] = {}
        for asked in self._asked(four, fans):
            if asked.apart:
                continue
            sayings = self._sayings_of(four, asked.tables)
            if id(asked.met) not in known:
                known[id(asked.met)] = asked.met.places()
            for numbers, places in known[id(asked.met)].items():
                a, b, c, d = [own[one] for own, one in zip(sayings, numbers, strict=True)]
                if self._touch((a, b, c, d)) == wanted:
                    touched.update(dict.fromkeys(places))
                    said = [self._heard[one][:6] for one in (a, b, c, d)]
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
        return outcome(verdicts[book.scores.number(sheet, group.vectors)], side)

    def _rulebook(self, side: Side) -> Rulebook:
        plan = side.plan
        if id(plan) not in self._rulebooks:
            self._rulebooks[id(plan)] = Rulebook(plan, self._shelf)
        return self._rulebooks[id(plan)]

    def worths(self, four: Four) -> frozenset[tuple[int | None, ...]]:
        """What hands are worth on each side that win on another's tile; None if they may not."""
        key = tuple(
            [(id(one.plan), self._rulebook(one).told(one)) for one in four],
        )
        if key not in self._worths:
            found = set()
            for asked in self._asked(four, (None, None), off_others=True):
                sayings = self._sayings_of(four, asked.tables)
                for own in asked.met.numbers[False, False]:
                    both = zip(sayings, own, strict=True)
                    said = [self._heard[how[number]] for how, number in both]
                    found.add(tuple([one[0] if one[1] else None for one in said]))
            self._worths[key] = frozenset(found)
        return self._worths[key]

    def _asked(self, four: Four, fans: Fans, *, off_others: bool = False) -> Iterator[Asked]:
        """Of the ways to win that all four sides judge alike the first; all, or off others."""
        self._turn_to(four)
        ways = self._ways_of(four)
        columns = [column for side in four for column in self._told_apart(side, ways)]
        seen: dict[tuple[int, ...], Won] = {}
        for won, *firsts in zip(ways.circumstances, *columns, strict=True):
            if not (off_others and won.self_draw):
                seen.setdefault((won.replacement, won.robbing, *firsts), won)
        tables: dict[tuple[int, int], Tables] = {}
        known: dict[tuple[object, ...], Met] = {}
        for (*flags, a, i, b, j, c, k, d, n), won in seen.items():
            scored, asked = (*flags, a, b, c, d), (i, j, k, n)
            for own in enumerate(asked):
                if own not in tables:
                    side, first = four[own[0]], ways.circumstances[own[1]]
                    tables[own] = tables_of(side, first, self._rulebook(side), self._seats)
            if scored not in known:
                firsts = [ways.circumstances[one] for one in (a, b, c, d)]
                known[scored] = self._met_by(four, won, firsts, fans)
            yield Asked(won, known[scored], tuple([tables[own] for own in enumerate(asked)]))

    def _turn_to(self, four: Four) -> None:
        """Forget what only serves other rules: both switches together are hardly met again."""
        plans = tuple([id(side.plan) for side in four])
        if plans != self._plans:
            if self._plans and self._plans[-1] not in plans:
                self._rulebooks.pop(self._plans[-1], None)
            self._plans = plans
            self._met.clear()
            self._scores.clear()
            self._alike.clear()

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

    def _met_by(self, four: Four, won: Won, scored: Sequence[Won], fans: Fans) -> Met:
        """The hands that can be won in a way which is to the fans of each side as another is."""
        field = self._fields.of(four)
        mask = self._mask(four, won, scored, fans)
        if not any(mask):
            return NONE
        both = list(zip(four, scored, strict=True))
        scores = tuple([self._scores_of(side, own, field, mask) for side, own in both])
        key = (id(mask), *map(id, scores))
        if key not in self._met:
            numbers = set(compress(zip(*scores, strict=True), mask))
            self._met[key] = Met(scores, mask, numbers={(False, False): numbers})
        return self._met[key]

    def _mask(self, four: Four, won: Won, scored: Sequence[Won], fans: Fans) -> bytes:
        """The hands that can be won so, and of which both switches may change something."""
        field = self._fields.of(four)
        key = (id(field), won.replacement, won.robbing)
        if key not in self._possible:
            self._possible[key] = field.possible(won)
        mask = self._possible[key]
        for changed in fans:
            held = None if changed is None else self._holding.of(four, scored, changed, field)
            mask &= -1 if held is None else held
        made = mask.to_bytes(len(field.groups), "big")
        return self._masks.setdefault(made, made)

    def _scores_of(self, side: Side, won: Won, field: Field, mask: bytes) -> Sequence[int | None]:
        """For each group of hands that counts a number for what tables can make of its readings."""
        book = self._rulebook(side)
        sheet = book.scores.sheet(side, book.told_by_fans(side), won)
        key = (id(field), id(mask), id(sheet), id(side.aspects))
        if key not in self._scores:
            known = sheet.hands.setdefault(id(side.aspects), {})
            scores, alike = book.scores, book.scores.alike
            aspects, vectors = field.aspects[id(side.aspects)], field.vectors[id(side.aspects)]
            for one in set(compress(aspects, mask)):
                if one not in known:
                    known[one] = alike[scores.number(sheet, vectors[one])]
            get: Callable[[int], int | None] = known.get  # of a hand that does not count nothing
            made = tuple(map(get, aspects))
            self._scores[key] = self._alike.setdefault((id(book.scores.faces), made), made)
        return self._scores[key]

    def _sayings_of(self, sides: Sequence[Side], asked: Sequence[Tables]) -> list[Sayings]:
        found = []
        for side, tables in zip(sides, asked, strict=True):
            if id(tables) not in self._sayings:
                hands = self._rulebook(side).scores.faces.hands
                self._sayings[id(tables)] = Sayings(hands, tables, self._heard)
            found.append(self._sayings[id(tables)])
        return found

    def _touch(self, said: tuple[int, int, int, int]) -> Touch | None:
        """How four sides hang together that say so of a hand."""
        if said not in self._known:
            self._known[said] = touch_of([self._heard[one][:6] for one in said])
        return self._known[said]
