"""What changed for the players: every hand and situation, judged by both sides."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..space.groups import circumstances_of, group, hand_of, possible
from ..space.ways import Ways, other_payers
from .effects import mark, summed
from .findings import Behavioural, Bystander, Outcome, WonHand
from .naming import differences, felt_as, names_of
from .verdicts import SEEN, Rulebook, Scorebook, Verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..space.groups import Group
    from ..space.sides import Side
    from ..space.signatures import Space
    from .findings import Answer, Class, Witness
    from .naming import Difference, Differing, Key
    from .verdicts import Verdict

Pair = tuple["Side", "Side"]


class Field(NamedTuple):
    """All hands, put together as far as no side tells them apart.

    Attributes:
        groups: the least witnesses first.
        at: for each side the place of its aspects in those of a group.
    """

    space: Space
    groups: tuple[Group, ...]
    at: dict[int, int]


def field_of(space: Space, pairs: Sequence[Pair]) -> Field:
    """Group the hands of a space for some pairs of sides."""
    first: dict[int, Side] = {}
    for side in (one for pair in pairs for one in pair):
        first.setdefault(id(side.aspects), side)
    at = {id(side): list(first).index(id(side.aspects)) for pair in pairs for side in pair}
    return Field(space, group(space.signatures, list(first.values())), at)


Cases = frozenset[tuple[int, int]]
"""Groups and ways of winning, by number."""


class _Together(NamedTuple):
    """Groups whose readings have the same fans, won in one way.

    Attributes:
        groups: their numbers, ascending.
        hands: how many hands that are.
        numbers: by what numbers the rulebooks of the two sides know them.
    """

    groups: tuple[int, ...]
    hands: int
    numbers: tuple[int, int]


class Case(NamedTuple):
    """Groups won in one way, all judged alike by either side."""

    groups: tuple[int, ...]
    hands: int
    way: int
    won: Won
    before: Verdict
    after: Verdict


class _Found:
    """A difference while it is collected: its hands, its largest swing, its least example."""

    def __init__(self) -> None:
        self.groups: set[int] = set()
        self.swing = 0
        self.effects = 0
        self.order: tuple[int, ...] | None = None
        self.example: tuple[Case, int] | None = None

    def add(self, cases: Sequence[Case], found: Difference, weight: int) -> None:
        """Take cases in that are judged alike, and together stand for so much.

        What can be scored is shown first, then what involves the fewest rules, then the least hand
        and the plainest win.
        """
        self.groups.update(*[case.groups for case in cases])
        self.swing = max(self.swing, found.swing)
        case = min(cases, key=_least)
        felt = _felt(case, found.key[0], found.payer)
        self.effects = summed(self.effects, weight * mark(found.payer, *felt))
        order = (found.payer + 1, found.fans, *_least(case))
        if self.order is None or order < self.order:
            self.order, self.example = order, (case, found.payer)


@cache
def _mark(won: Won) -> int:
    return mark(repr(won))


def _least(case: Case) -> tuple[int, int]:
    return case.groups[0], case.way


class Bench(NamedTuple):
    """What one side says of all hands that can be won in one way.

    Attributes:
        places: the hands: their places among all groups.
        numbers: for each the number of its scores; the same object for sides that score alike.
        verdicts: by number.
    """

    places: Sequence[int]
    numbers: Sequence[int]
    verdicts: Verdicts


class HandComparer:
    """Compares the verdicts of pairs of sides; a side asked twice is judged once."""

    def __init__(self, field: Field, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        self.field = field
        self._seats = seats
        self._rulebooks: dict[int, Rulebook] = {}
        self._scorebooks: dict[object, Scorebook] = {}
        self._verdicts: dict[object, Verdicts] = {}
        self._places: dict[tuple[bool, bool], Sequence[int]] = {}
        self._together: dict[object, tuple[_Together, ...]] = {}
        self._ways: dict[object, Ways] = {}
        self._found: dict[object, tuple[Behavioural, ...]] = {}
        self._differences: dict[tuple[Verdict, Verdict], tuple[Difference, ...]] = {}

    def _rulebook(self, side: Side) -> Rulebook:
        plan = side.plan
        if id(plan) not in self._rulebooks:
            self._rulebooks[id(plan)] = Rulebook(plan, self._scorebooks)
        return self._rulebooks[id(plan)]

    def told(self, side: Side) -> tuple[object, ...]:
        """What rules for hands can tell of a side."""
        return (id(side.plan), *self._rulebook(side).told(side))

    def ways(self, pair: Pair) -> Ways:
        """All ways of winning, as the two sides tell them apart."""
        plans = tuple([id(side.plan) for side in pair])
        if plans not in self._ways:
            self._ways[plans] = Ways(circumstances_of(pair))
        return self._ways[plans]

    def compare(self, pair: Pair, differing: Differing) -> tuple[Behavioural, ...]:
        """Every difference in what hands are worth, may win and are paid, by the rules behind.

        Args:
            pair: the two sides; where rules do not tell them from two others, these are not
                judged again.
            differing: what the names of rules depend on; the same in all calls.
        """
        key = tuple(self.told(side) for side in pair)
        if key not in self._found:
            self._found[key] = self._compare(pair, differing)
        settings = (pair[0].setting, pair[1].setting)
        return tuple(replace(one, settings=settings) for one in self._found[key])

    def _compare(self, pair: Pair, differing: Differing) -> tuple[Behavioural, ...]:
        found: dict[Key, _Found] = {}
        stand_for = self.ways(pair).alike(pair)
        ways = tuple(stand_for)
        marks = [sum(map(_mark, own)) for own in stand_for.values()]
        names = names_of(pair[0], None), names_of(pair[1], differing.renamed)
        alike: dict[tuple[int, int], list[Case]] = {}
        for case in self.unlike(pair, ways):  # equal verdicts of one side are one object
            alike.setdefault((id(case.before), id(case.after)), []).append(case)
        for cases in alike.values():
            both = (cases[0].before, cases[0].after)
            if both not in self._differences:
                self._differences[both] = tuple(differences(both, names, differing))
            weight = sum([case.hands * marks[case.way] for case in cases])
            for one in self._differences[both]:
                if one.key not in found:
                    found[one.key] = _Found()
                found[one.key].add(cases, one, weight)
        return tuple(self._finding(key, one, pair) for key, one in found.items())

    def scored(self, pair: Pair) -> tuple[dict[str, Cases], dict[str, Cases]]:
        """For each fan of the two sides the groups and ways of winning in which it scores."""
        ways = tuple(self.ways(pair).alike(pair))
        found: tuple[dict[str, set[tuple[int, int]]], ...] = ({}, {})
        for groups, _, at, _, *judged in self._judged(pair, ways):
            for side, cases, verdict in zip(pair, found, judged, strict=True):
                for number, _ in verdict.fans:
                    fan = side.program.fans[number].id
                    cases.setdefault(fan, set()).update((group, at) for group in groups)
        one, other = ({fan: frozenset(own) for fan, own in cases.items()} for cases in found)
        return one, other

    def bench(self, side: Side, won: Won) -> Bench:
        """All groups that can be won so, judged by one side."""
        places = self._possible(won)
        hands = (self.field.groups[place] for place in places)
        numbers = self._rulebook(side).numbers(side, won, self.field.at[id(side)], hands)
        return Bench(places, numbers, self._verdicts_of(side, won))

    def _possible(self, won: Won) -> Sequence[int]:
        """The places of the groups that can be won so."""
        key = (won.replacement, won.robbing)
        if key not in self._places:
            groups = enumerate(self.field.groups)
            self._places[key] = [place for place, one in groups if possible(one, won)]
        return self._places[key]

    def unlike(self, pair: Pair, ways: Sequence[Won]) -> Iterator[Case]:
        """The groups and ways of winning that the two sides judge unlike."""
        for judged in self._judged(pair, ways):
            if judged[-2][SEEN] != judged[-1][SEEN]:
                yield Case(*judged)

    def _judged(
        self, pair: Pair, ways: Sequence[Won]
    ) -> Iterator[tuple[tuple[int, ...], int, int, Won, Verdict, Verdict]]:
        """All groups in all ways they can be won, those that are judged alike together."""
        by_fans = tuple(
            [
                (id(side.plan), self.field.at[id(side)], self._rulebook(side).told_by_fans(side))
                for side in pair
            ]
        )
        for way, won in enumerate(ways):
            ours, theirs = (self._verdicts_of(side, won) for side in pair)
            if (by_fans, won) not in self._together:
                self._together[by_fans, won] = self._put_together(pair, won)
            for groups, hands, (a, b) in self._together[by_fans, won]:
                yield groups, hands, way, won, ours[a], theirs[b]

    def _verdicts_of(self, side: Side, won: Won) -> Verdicts:
        """The verdicts of a side on hands won in one way; whose fans are known, these are given."""
        rulebook = self._rulebook(side)
        key = (id(side.plan), rulebook.told_by_tables(side), won)
        if key not in self._verdicts:
            self._verdicts[key] = Verdicts(side, won, rulebook, self._seats)
        return self._verdicts[key]

    def _put_together(self, pair: Pair, won: Won) -> tuple[_Together, ...]:
        """All groups that can be won so, those together of which either side says the same."""
        groups = self.field.groups
        won_so = self._possible(won)
        hands = [groups[number] for number in won_so]
        numbers = [
            self._rulebook(side).numbers(side, won, self.field.at[id(side)], hands) for side in pair
        ]
        found: dict[tuple[int, int], list[int]] = {}
        for number, both in zip(won_so, zip(*numbers, strict=True), strict=True):
            found.setdefault(both, []).append(number)
        return tuple(
            _Together(tuple(own), sum([groups[one].number for one in own]), both)
            for both, own in found.items()
        )

    def _finding(self, key: Key, found: _Found, pair: Pair) -> Behavioural:
        assert found.example is not None
        kind, rules = key
        case, payer = found.example
        groups = self.field.groups
        count = sum(groups[one].number for one in found.groups)
        hand = hand_of(groups[case.groups[0]].witness, pair[0].program.tiles)
        witness: Witness = WonHand(hand, case.won)
        answers: tuple[Answer, Answer] = (
            outcome(case.before, pair[0]),
            outcome(case.after, pair[1]),
        )
        if payer >= 0:
            witness = Bystander(hand, case.won, other_payers(case.won)[payer].payer_revealed)
            answers = _felt(case, kind, payer)
        return Behavioural(
            kind=kind,
            rules=rules,
            count=count,
            of=self.field.space.points,
            swing=found.swing,
            witness=witness,
            settings=(pair[0].setting, pair[1].setting),
            before=answers[0],
            after=answers[1],
            effects=found.effects,
        )


def _felt(case: Case, kind: Class, payer: int) -> tuple[int, int]:
    """What a difference comes down to, for one payer if it is about a payment."""
    if payer >= 0:
        return case.before.others[payer], case.after.others[payer]
    return felt_as(kind, case.before, case.after)


def outcome(judged: Verdict, side: Side) -> Outcome:
    """A verdict as findings show it."""
    fans = tuple((side.program.fans[number].id, times) for number, times in judged.fans)
    return Outcome(judged.value, judged.product, judged.may_win, judged.owed, fans)
