"""What changed for the players: every hand and situation, judged by both sides."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..space.groups import circumstances_of, group, hand_of, possible
from ..space.ways import ByFans, Ways, other_payers
from .differing import Alike, Case, Found, Together, Told, bits, felt, members
from .effects import mark
from .findings import Behavioural, Bystander, Outcome, WonHand
from .naming import names_of
from .verdicts import SEEN, Rulebook, Shelf, Verdicts, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ..space.groups import Group
    from ..space.sides import Side
    from ..space.signatures import Space
    from .differing import Marked
    from .findings import Answer, Witness
    from .naming import Differing, Key, Names
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

    def hands(self, groups: int) -> int:
        """How many hands some groups are, given as bits."""
        return sum(self.groups[one].number for one in members(groups))


def field_of(space: Space, pairs: Sequence[Pair]) -> Field:
    """Group the hands of a space for some pairs of sides."""
    first: dict[int, Side] = {}
    for side in (one for pair in pairs for one in pair):
        first.setdefault(id(side.aspects), side)
    at = {id(side): list(first).index(id(side.aspects)) for pair in pairs for side in pair}
    return Field(space, group(space.signatures, list(first.values())), at)


Cases = frozenset[tuple[int, int]]
"""Groups and ways of winning, by number."""


@cache
def _mark(won: Won) -> int:
    return mark(repr(won))


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
        self._shelf = Shelf()
        self._verdicts: dict[object, Verdicts] = {}
        self._by_fans = ByFans()
        self._alike: dict[object, list[Verdicts]] = {}
        self._places: dict[tuple[bool, bool], Sequence[int]] = {}
        self._together: dict[object, tuple[Together, ...]] = {}
        self._ways: dict[object, Ways] = {}
        self._found: dict[object, tuple[Behavioural, ...]] = {}
        self._told: dict[object, Told] = {}
        self._told_once: dict[object, tuple[Marked, ...]] = {}

    def _rulebook(self, side: Side) -> Rulebook:
        plan = side.plan
        if id(plan) not in self._rulebooks:
            self._rulebooks[id(plan)] = Rulebook(plan, self._shelf)
        return self._rulebooks[id(plan)]

    def told(self, side: Side) -> tuple[object, ...]:
        """What rules for hands can tell of a side, and of what is turned after a win."""
        rulebook = self._rulebook(side)
        return (id(side.plan), *rulebook.told(side), *rulebook.told_by_horses(side))

    def ways(self, pair: Pair) -> Ways:
        """All ways of winning, as the two sides tell them apart."""
        key = tuple([(id(one.plan), self._rulebook(one).told_by_horses(one)) for one in pair])
        if key not in self._ways:
            self._ways[key] = Ways(circumstances_of(pair))
        return self._ways[key]

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
        ways = self.ways(pair).alike(pair)
        names = (names_of(pair[0], None), names_of(pair[1], differing.renamed), differing)
        told = [self._told_of(pair, won, names) for won in ways]
        hands = [self._won_so(pair, won) for won in ways]
        key = (*map(id, told), *map(id, hands), *map(tuple, ways.values()))
        if key not in self._found:  # what tables say alike is one object
            self._found[key] = self._differences(pair, ways, hands, told)
        return self._found[key]

    def _differences(
        self,
        pair: Pair,
        ways: Mapping[Won, Sequence[Won]],
        won_so: Sequence[tuple[Together, ...]],
        told: Sequence[Told],
    ) -> tuple[Behavioural, ...]:
        """Every difference, once it is known which hands can be won in which way."""
        alike: dict[int, tuple[tuple[Marked, ...], Alike]] = {}
        for way, own in enumerate(ways.values()):
            known, marks = told[way], sum(map(_mark, own))
            for hands in won_so[way]:
                if differ := known[hands.numbers]:
                    if id(differ) not in alike:
                        alike[id(differ)] = (differ, Alike(hands, way))
                    alike[id(differ)][1].add(hands, way, marks)
        found: dict[Key, Found] = {}
        for differ, cases in alike.values():
            for one, marked in differ:
                found.setdefault(one.key, Found()).add(cases, one, marked)
        return tuple(
            [self._finding(key, one, pair, tuple(ways), told) for key, one in found.items()]
        )

    def _told_of(self, pair: Pair, won: Won, names: tuple[Names, Names, Differing]) -> Told:
        one, other = (self._verdicts_of(side, won) for side in pair)
        key = id(one), id(other)
        if key not in self._told:
            self._told[key] = Told((one, other), names, self._told_once)
        return self._told[key]

    def scored(self, pair: Pair) -> tuple[dict[str, Cases], dict[str, Cases]]:
        """For each fan of the two sides the groups and ways of winning in which it scores."""
        ways = tuple(self.ways(pair).alike(pair))
        found: tuple[dict[str, set[tuple[int, int]]], ...] = ({}, {})
        for hands, at, _, *judged in self._judged(pair, ways):
            won_so = [(group, at) for group in members(hands.groups)]
            for side, cases, verdict in zip(pair, found, judged, strict=True):
                for number, _ in verdict.fans:
                    cases.setdefault(side.program.fans[number].id, set()).update(won_so)
        one, other = ({fan: frozenset(own) for fan, own in cases.items()} for cases in found)
        return one, other

    def bench(self, side: Side, won: Won) -> Bench:
        """All groups that can be won so, judged by one side."""
        return Bench(self._possible(won), self._numbers(side, won), self._verdicts_of(side, won))

    def _possible(self, won: Won) -> Sequence[int]:
        """The places of the groups that can be won so."""
        key = (won.replacement, won.robbing)
        if key not in self._places:
            groups = enumerate(self.field.groups)
            self._places[key] = [place for place, one in groups if possible(one, won)]
        return self._places[key]

    def unlike(self, pair: Pair, ways: Sequence[Won]) -> Iterator[Case]:
        """The groups and ways of winning that the two sides judge unlike."""
        for case in self._judged(pair, ways):
            if case.before[SEEN] != case.after[SEEN]:
                yield case

    def _judged(self, pair: Pair, ways: Sequence[Won]) -> Iterator[Case]:
        """All groups in all ways they can be won, those that are judged alike together."""
        for way, won in enumerate(ways):
            ours, theirs = (self._verdicts_of(side, won) for side in pair)
            for hands in self._won_so(pair, won):
                a, b = hands.numbers
                yield Case(hands, way, won, ours[a], theirs[b])

    def _won_so(self, pair: Pair, won: Won) -> tuple[Together, ...]:
        """All groups that can be won so, those together whose readings have the same fans."""
        by_fans = [
            (id(side.plan), self.field.at[id(side)], self._rulebook(side).told_by_fans(side))
            for side in pair
        ]
        key = (*by_fans, *[self._first(side, won) for side in pair])
        if key not in self._together:
            self._together[key] = self._put_together(pair, won)
        return self._together[key]

    def _verdicts_of(self, side: Side, won: Won) -> Verdicts:
        """The verdicts of a side on hands won in one way.

        Sides whose tables say the same of all that such hands can be share them, whatever their
        options are.
        """
        rulebook = self._rulebook(side)
        fans = rulebook.told_by_fans(side)
        key = (id(side.plan), rulebook.told_by_tables(side), won, fans)
        if key not in self._verdicts:
            self._numbers(side, won)
            faces = rulebook.scores.faces_of(fans, self._first(side, won))
            made = Verdicts(rulebook, tables_of(side, won, rulebook, self._seats))
            alike = self._alike.setdefault((id(side.plan), won), [])
            known = next((one for one in alike if one.says_like(made, faces)), None)
            if known is None:
                alike.append(made)
            self._verdicts[key] = made if known is None else known
        return self._verdicts[key]

    def _numbers(self, side: Side, won: Won) -> Sequence[int]:
        """By what numbers the rulebook of a side knows the groups that can be won so."""
        hands = (self.field.groups[place] for place in self._possible(won))
        first = self._first(side, won)
        return self._rulebook(side).numbers(side, first, self.field.at[id(side)], hands)

    def _first(self, side: Side, won: Won) -> Won:
        """The first way to win that is the same to the fans of a side."""
        return self._by_fans.first(side, self._rulebook(side).told_by_fans(side), won)

    def _put_together(self, pair: Pair, won: Won) -> tuple[Together, ...]:
        """All groups that can be won so, those together of which either side says the same."""
        groups = self.field.groups
        numbers = [self._numbers(side, won) for side in pair]
        found: dict[tuple[int, int], list[int]] = {}
        for number, both in zip(self._possible(won), zip(*numbers, strict=True), strict=True):
            found.setdefault(both, []).append(number)
        return tuple(
            Together(own[0], bits(own), sum([groups[one].number for one in own]), both)
            for both, own in found.items()
        )

    def _finding(
        self, key: Key, found: Found, pair: Pair, ways: Sequence[Won], told: Sequence[Told]
    ) -> Behavioural:
        assert found.example is not None
        kind, rules = key
        hands, way, payer = found.example
        won, both = ways[way], told[way].verdicts(hands.numbers)
        hand = hand_of(self.field.groups[hands.first].witness, pair[0].program.tiles)
        witness: Witness = WonHand(hand, won)
        answers: tuple[Answer, Answer] = (outcome(both[0], pair[0]), outcome(both[1], pair[1]))
        if payer >= 0:
            witness = Bystander(hand, won, other_payers(won)[payer].payer_revealed)
            answers = felt(both, kind, payer)
        return Behavioural(
            kind=kind,
            rules=rules,
            count=self.field.hands(found.groups),
            of=self.field.space.points,
            swing=found.swing,
            witness=witness,
            settings=(pair[0].setting, pair[1].setting),
            before=answers[0],
            after=answers[1],
            effects=found.effects,
        )


def outcome(judged: Verdict, side: Side) -> Outcome:
    """A verdict as findings show it."""
    fans = tuple((side.program.fans[number].id, times) for number, times in judged.fans)
    return Outcome(judged.value, judged.product, judged.may_win, judged.owed, fans)
