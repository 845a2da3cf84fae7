"""What changed for the players: every hand and situation, judged by both sides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..emit.aspects import parts_of_hand
from ..space.groups import circumstances_of, group, hand_of, possible
from ..space.ways import alike, other_payers, told_apart
from .effects import mark, summed
from .findings import Behavioural, Bystander, Outcome, WonHand, way_text
from .naming import differences, felt_as, names_of
from .rules import options_read
from .verdicts import SEEN, Rulebook, Verdicts

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
    places: dict[tuple[object, ...], int] = {}
    asking: list[Side] = []
    at: dict[int, int] = {}
    for side in (one for pair in pairs for one in pair):
        key = _aspect_key(side)
        if key not in places:
            places[key] = len(asking)
            asking.append(side)
        at[id(side)] = places[key]
    return Field(space, group(space.signatures, asking), at)


def _aspect_key(side: Side) -> tuple[object, ...]:
    """What the aspects of a side depend on: its rules, and the options these ask of the hand."""
    asked = sorted({id_ for part in parts_of_hand(side.plan) for id_ in options_read(part)})
    values = side.options._asdict()
    return (id(side.aspects), *(values[f"x_{id_}"] for id_ in asked))


Cases = frozenset[tuple[int, int]]
"""Groups and ways of winning, by number."""


class Case(NamedTuple):
    """A group won in one way, by their numbers, judged by both sides."""

    group: int
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

    def add(self, case: Case, found: Difference, weight: int) -> None:
        """Take one in, that stands for so much.

        What can be scored is shown first, then what involves the fewest rules, then the least hand
        and the plainest win.
        """
        self.groups.add(case.group)
        self.swing = max(self.swing, found.swing)
        felt = _felt(case, found.key[0], found.payer)
        self.effects = summed(self.effects, weight * mark(found.payer, *felt))
        order = (found.payer + 1, found.fans, case.group, case.way)
        if self.order is None or order < self.order:
            self.order, self.example = order, (case, found.payer)


class HandComparer:
    """Compares the verdicts of pairs of sides; a side asked twice is judged once."""

    def __init__(self, field: Field, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        self.field = field
        self._seats = seats
        self._rulebooks: dict[int, Rulebook] = {}
        self._verdicts: dict[tuple[object, Won], Verdicts] = {}
        self._found: dict[object, tuple[Behavioural, ...]] = {}
        self._differences: dict[tuple[Verdict, Verdict], tuple[Difference, ...]] = {}

    def _rulebook(self, side: Side) -> Rulebook:
        plan = side.plan
        if id(plan) not in self._rulebooks:
            self._rulebooks[id(plan)] = Rulebook(plan)
        return self._rulebooks[id(plan)]

    def told(self, side: Side) -> tuple[object, ...]:
        """What rules for hands can tell of a side."""
        return (id(side.plan), *self._rulebook(side).told(side))

    def _verdicts_of(self, side: Side, won: Won) -> Verdicts:
        """The verdicts of a side on hands won in one way."""
        key = (self.told(side), won)
        if key not in self._verdicts:
            self._verdicts[key] = Verdicts(side, won, self._rulebook(side), self._seats)
        return self._verdicts[key]

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
        stand_for = alike(pair, circumstances_of(pair))
        ways = tuple(stand_for)
        marks = [sum(mark(way_text(won)) for won in own) for own in stand_for.values()]
        names = names_of(pair[0], None), names_of(pair[1], differing.renamed)
        for case in self.unlike(pair, ways):
            both = (case.before, case.after)
            same = self._differences.get(both)
            if same is None:
                same = tuple(differences(both, names, differing))
                self._differences[both] = same
            for one in same:
                weight = self.field.groups[case.group].number * marks[case.way]
                found.setdefault(one.key, _Found()).add(case, one, weight)
        return tuple(self._finding(key, one, pair) for key, one in found.items())

    def scored(self, pair: Pair) -> tuple[dict[str, Cases], dict[str, Cases]]:
        """For each fan of the two sides the groups and ways of winning in which it scores."""
        ways = told_apart(pair, circumstances_of(pair))
        found: tuple[dict[str, set[tuple[int, int]]], ...] = ({}, {})
        for at, won in enumerate(ways):
            for side, cases in zip(pair, found, strict=True):
                fans = side.program.fans
                for index, judged in self.judged(side, won):
                    for number, _ in judged.fans:
                        cases.setdefault(fans[number].id, set()).add((index, at))
        one, other = ({fan: frozenset(own) for fan, own in cases.items()} for cases in found)
        return one, other

    def judged(self, side: Side, won: Won) -> Iterator[tuple[int, Verdict]]:
        """All groups that can be won so, judged by one side."""
        verdicts, at = self._verdicts_of(side, won), self.field.at[id(side)]
        known, judge = verdicts.known, verdicts.judge
        for index, hands in enumerate(self.field.groups):
            if possible(hands, won):
                aspects = hands.aspects[at]
                yield index, known.get(aspects) or judge(aspects, hands.vectors)

    def unlike(self, pair: Pair, ways: Sequence[Won]) -> Iterator[Case]:
        """The groups and ways of winning that the two sides judge unlike."""
        for way, won in enumerate(ways):
            both = (self.judged(side, won) for side in pair)
            for (index, a), (_, b) in zip(*both, strict=True):
                if a[SEEN] != b[SEEN]:
                    yield Case(index, way, won, a, b)

    def _finding(self, key: Key, found: _Found, pair: Pair) -> Behavioural:
        assert found.example is not None
        kind, rules = key
        case, payer = found.example
        groups = self.field.groups
        count = sum(groups[one].number for one in found.groups)
        hand = hand_of(groups[case.group].witness, pair[0].program.tiles)
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
