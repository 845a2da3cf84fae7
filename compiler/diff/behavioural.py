"""What changed for the players: every hand and situation, judged by both sides."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.notation import format_hand
from ..emit.aspects import parts_of_hand
from ..space.groups import circumstances_of, group, hand_of, possible
from ..space.ways import other_payers, told_apart
from .findings import Behavioural, Bystander, Outcome, WonHand
from .rules import options_read
from .verdicts import SEEN, CapRows, Verdicts

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..resolved.nodes import TableKind
    from ..space.groups import Group
    from ..space.sides import Side
    from ..space.signatures import Space
    from .findings import Answer, Class, Witness
    from .rules import Renamed
    from .verdicts import Verdict

Pair = tuple["Side", "Side"]


class Differing(NamedTuple):
    """What the names of rules in findings depend on.

    Attributes:
        renamed: rules that do the same under another name.
        rules: the rules that the two files do not have in common, by path.
    """

    renamed: Renamed
    rules: frozenset[str]

    def to_blame(self, rules: Iterable[str]) -> tuple[str, ...]:
        """Of the rules that come out differently those that are different; all, if none is."""
        found = sorted(set(rules))
        return tuple([rule for rule in found if rule in self.rules] or found)

    def in_table(self, kind: TableKind) -> bool:
        """Whether a table has changed."""
        return any(rule.startswith(f"{kind}.") for rule in self.rules)


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


Key = tuple["Class", tuple[str, ...]]
Cases = frozenset[tuple[int, int]]
"""Groups and ways of winning, by number."""


class _Case(NamedTuple):
    """A group won in one way, by their numbers, judged by both sides."""

    group: int
    way: int
    won: Won
    before: Verdict
    after: Verdict


class Difference(NamedTuple):
    """How two verdicts differ.

    Attributes:
        payer: of what the difference is owed: -1 for the payer of the circumstances, else the
            number of another.
    """

    key: Key
    swing: int
    payer: int = -1


class _Found:
    """A difference while it is collected: its hands, its largest swing, its least example."""

    def __init__(self) -> None:
        self.groups: set[int] = set()
        self.swing = 0
        self.order: tuple[int, ...] | None = None
        self.example: tuple[_Case, int] | None = None

    def add(self, case: _Case, found: Difference) -> None:
        """Take one in.

        What can be scored is shown first, then what involves the fewest rules, then the least hand
        and the plainest win.
        """
        self.groups.add(case.group)
        self.swing = max(self.swing, found.swing)
        fans = {fan for fan, _ in case.before.fans + case.after.fans}
        order = (found.payer + 1, len(fans), case.group, case.way)
        if self.order is None or order < self.order:
            self.order, self.example = order, (case, found.payer)


class HandComparer:
    """Compares the verdicts of pairs of sides; a side asked twice is judged once."""

    def __init__(self, field: Field, seats: int) -> None:
        """Start with nothing judged, at a table of so many."""
        self.field = field
        self._seats = seats
        self._cap_rows = CapRows()
        self._verdicts: dict[tuple[int, object, Won], Verdicts] = {}
        self._differences: dict[tuple[Verdict, Verdict], tuple[Difference, ...]] = {}

    def _verdicts_of(self, side: Side, won: Won) -> Verdicts:
        """The verdicts of a side on hands won in one way."""
        key = (id(side.plan), side.options, won)
        if key not in self._verdicts:
            self._verdicts[key] = Verdicts(side, won, self._cap_rows, self._seats)
        return self._verdicts[key]

    def compare(
        self, pair: Pair, differing: Differing, known: Container[Key] = ()
    ) -> tuple[Behavioural, ...]:
        """Every difference in what hands are worth, may win and are paid, by the rules behind.

        Args:
            pair: the two sides.
            differing: what the names of rules depend on; the same in all calls.
            known: differences that need not be found again.
        """
        found: dict[Key, _Found] = {}
        ways = told_apart(pair, circumstances_of(pair))
        for case in self._unlike(pair, ways):
            both = (case.before, case.after)
            same = self._differences.get(both)
            if same is None:
                same = self._differences[both] = tuple(differences(*both, differing))
            for one in same:
                if one.key not in known:
                    found.setdefault(one.key, _Found()).add(case, one)
        return tuple(self._finding(key, one, pair) for key, one in found.items())

    def scored(self, pair: Pair) -> tuple[dict[str, Cases], dict[str, Cases]]:
        """For each fan of the two sides the groups and ways of winning in which it scores."""
        ways = told_apart(pair, circumstances_of(pair))
        found: tuple[dict[str, set[tuple[int, int]]], ...] = ({}, {})
        for at, won in enumerate(ways):
            for side, cases in zip(pair, found, strict=True):
                for index, judged in self._judged(side, won):
                    for fan, _ in judged.fans:
                        cases.setdefault(fan, set()).add((index, at))
        one, other = ({fan: frozenset(own) for fan, own in cases.items()} for cases in found)
        return one, other

    def _judged(self, side: Side, won: Won) -> Iterator[tuple[int, Verdict]]:
        """All groups that can be won so, judged by one side."""
        verdicts, at = self._verdicts_of(side, won), self.field.at[id(side)]
        known, judge = verdicts.known, verdicts.judge
        for index, hands in enumerate(self.field.groups):
            if possible(hands, won):
                aspects = hands.aspects[at]
                yield index, known.get(aspects) or judge(aspects, hands.vectors)

    def _unlike(self, pair: Pair, ways: Sequence[Won]) -> Iterator[_Case]:
        """The groups and ways of winning that the two sides judge unlike."""
        for way, won in enumerate(ways):
            both = (self._judged(side, won) for side in pair)
            for (index, a), (_, b) in zip(*both, strict=True):
                if a[SEEN] != b[SEEN]:
                    yield _Case(index, way, won, a, b)

    def _finding(self, key: Key, found: _Found, pair: Pair) -> Behavioural:
        assert found.example is not None
        kind, rules = key
        case, payer = found.example
        groups = self.field.groups
        count = sum(groups[one].number for one in found.groups)
        hand = hand_of(groups[case.group].witness, pair[0].program.tiles)
        witness: Witness = WonHand(hand, case.won)
        answers: tuple[Answer, Answer] = (outcome(case.before), outcome(case.after))
        if payer >= 0:
            witness = Bystander(hand, case.won, other_payers(case.won)[payer].payer_revealed)
            answers = (case.before.others[payer], case.after.others[payer])
        seen = (case.before[SEEN], case.after[SEEN])
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
            fingerprint=fingerprint(kind, rules, format_hand(hand), seen, count),
        )


def differences(a: Verdict, b: Verdict, differing: Differing) -> Iterator[Difference]:
    """In which classes two verdicts differ, with the rules behind it, and by how much."""
    renamed = differing.renamed
    if a.value != b.value:
        rules = differing.to_blame(_scoring_rules(a, b, renamed))
        yield Difference(("scoring", rules), abs(b.value - a.value))
    if a.may_win != b.may_win:
        fans = () if differing.in_table("may_win") else _fans(a, b, renamed)
        rules = differing.to_blame(fans or _rows("may_win", a.rows[1], b.rows[1], renamed))
        yield Difference(("eligibility", rules), abs(b.owed - a.owed))
    elif a.value == b.value:
        yield from _payments(a, b, differing)


def _payments(a: Verdict, b: Verdict, differing: Differing) -> Iterator[Difference]:
    """What is owed otherwise for the same value: by the payer, or by others."""
    ours = ((a.owed, a.rows[2]), *zip(a.others, a.others_rows, strict=True))
    theirs = ((b.owed, b.rows[2]), *zip(b.others, b.others_rows, strict=True))
    for payer, (one, other) in enumerate(zip(ours, theirs, strict=True), -1):
        if one[0] != other[0]:
            rules = differing.to_blame(_rows("pay.win", one[1], other[1], differing.renamed))
            yield Difference(("payment", rules), abs(other[0] - one[0]), payer)


def _scoring_rules(a: Verdict, b: Verdict, renamed: Renamed) -> tuple[str, ...]:
    """The fans that only one side gives, or gives otherwise, and the cap if it makes itself felt.

    A change of fans that comes to the same product is none.
    """
    fans = _fans(a, b, renamed) if a.product != b.product else ()
    felt = a.cap != b.cap and (a.product > a.cap or b.product > b.cap)
    return (*(_rows("cap", a.rows[0], b.rows[0], renamed) if felt else ()), *fans)


def _fans(a: Verdict, b: Verdict, renamed: Renamed) -> tuple[str, ...]:
    theirs = {(renamed.fans.get(fan, fan), times) for fan, times in b.fans}
    return tuple(f"fans.{fan}" for fan, _ in set(a.fans) ^ theirs)


def _rows(table: str, one: str, other: str, renamed: Renamed) -> tuple[str, ...]:
    return (f"{table}.{one}", renamed.path(f"{table}.{other}"))


def outcome(judged: Verdict) -> Outcome:
    """A verdict as findings show it."""
    return Outcome(judged.value, judged.product, judged.may_win, judged.owed, judged.fans)


def fingerprint(*parts: object) -> str:
    """Twelve hexadecimal digits of what makes a difference the one it is."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
