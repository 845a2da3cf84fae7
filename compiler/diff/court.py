"""Four sides judged at once: with neither of two switches, with each, with both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...runtime.circumstances import Drawn
from ..core.nodes import options_read
from ..flow import situations
from ..resolved.nodes import FLOW_KINDS
from ..space.groups import circumstances_of, hand_of
from ..space.of_sides import space_of
from ..space.signatures import NotFoldableError
from ..space.values import same_value
from ..space.ways import Ways
from .behavioural import HandComparer, field_of, outcome
from .findings import Asking, Said, Situation, WonHand
from .payments import situations as paid_for
from .rules import Renamed
from .settings import changed_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Konged, Won
    from ..space.sides import Side
    from .behavioural import Bench
    from .findings import Answer, Witness
    from .verdicts import Verdict

Touch: TypeAlias = Literal["multiply", "capped", "depend"]
"""What two switches do to something that both bear on."""
_TOUCHES: tuple[Touch, ...] = ("multiply", "capped", "depend")
Four: TypeAlias = "Sequence[Side]"
Heard: TypeAlias = "tuple[int, bool, int, tuple[int, ...], int, int]"
"""Of a verdict the value, whether it may win, what the payer and what others owe, product, cap."""


_WITHOUT_HANDS = frozenset(("pay.kong", "pay.drawn", *FLOW_KINDS))


class Sight(NamedTuple):
    """Where two switches meet in one way.

    Attributes:
        witness: the least of it.
        answers: what the four sides say of that.
        hands: how many (hand, winning tile) show it in some win.
        payments: how many payments for kongs and in drawn hands.
        rounds: how many situations of a round.
    """

    witness: Witness
    answers: tuple[Answer, ...]
    hands: int = 0
    payments: int = 0
    rounds: int = 0


Sights: TypeAlias = dict[Touch, Sight]


class Court:
    """Judges sides that share their atoms; a side asked twice is judged once."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together; there are none where the rules tell too many apart."""
        self._comparer: HandComparer | None = None
        self._alike: dict[tuple[int, ...], dict[tuple[int, ...], list[int]]] = {}
        self._known: dict[tuple[int, ...], tuple[Touch | None, bool]] = {}
        self._places: dict[tuple[int, int], frozenset[str]] = {}
        self._hands: dict[tuple[object, ...], Sights] = {}
        self._ways: dict[tuple[Won, ...], Ways] = {}
        self._payments: dict[tuple[int, ...], tuple[Konged | Drawn, ...]] = {}
        try:
            space = space_of(everyone) if everyone else None
        except NotFoldableError:
            space = None
        if space is not None:
            seats = min(side.program.seats for side in everyone)
            self._comparer = HandComparer(field_of(space, [(one, one) for one in everyone]), seats)

    @property
    def hands(self) -> bool:
        """Whether hands can be judged."""
        return self._comparer is not None

    def sights(self, four: Four) -> Sights:
        """How two switches meet: the sides with neither, with one, with the other, with both."""
        found: Sights = {}
        hands, rounds = (self._both_bear(four, one) for one in (True, False))
        if self._comparer is not None and hands:
            found |= self._of_hands(four, self._comparer)
        cores = tuple(id(side.core) for side in four)
        if cores not in self._payments:
            space = None if self._comparer is None else self._comparer.field.space
            kongs, drawn = paid_for(four, space)
            self._payments[cores] = (*kongs, *drawn)
        course = _of_rounds(four) if rounds else {}
        for more in (_of_payments(four, self._payments[cores]), course):
            for touch, sight in more.items():
                found[touch] = _counted(found.get(touch), sight)
        return found

    def _both_bear(self, four: Four, hands: bool) -> bool:
        """Whether both switches change rules for hands, or else for the course of a round."""
        neither, one, other, both = four
        first = self._changes(neither, one, hands) or self._changes(other, both, hands)
        return first and (self._changes(neither, other, hands) or self._changes(one, both, hands))

    def _changes(self, before: Side, after: Side, hands: bool) -> bool:
        key = (id(before), id(after))
        if key not in self._places:
            self._places[key] = frozenset(_places(before, after))
        found = self._places[key]
        own = {one for one in found if not one.startswith("carried.")}
        return bool(own - _WITHOUT_HANDS) if hands else not found.isdisjoint(FLOW_KINDS)

    def _of_hands(self, four: Four, comparer: HandComparer) -> Sights:
        key = tuple(comparer.told(side) for side in four)
        if key not in self._hands:
            self._hands[key] = self._judged(four, comparer)
        return self._hands[key]

    def _judged(self, four: Four, comparer: HandComparer) -> Sights:
        groups = comparer.field.groups
        touched: dict[Touch, dict[int, None]] = {}
        least: dict[Touch, tuple[tuple[bool, int], Won, tuple[int, ...]]] = {}
        for won in self._ways_of(four):
            bench = [comparer.bench(side, won) for side in four]
            if _apart([(id(one.numbers), id(one.verdicts)) for one in bench]):
                continue  # one of the switches changes nothing of hands won so
            for numbers, places in self._put_together(bench).items():
                judged = zip(bench, numbers, strict=True)
                touch, plain = self._touch([one.verdicts[own] for one, own in judged])
                if touch is not None:
                    order = (not plain, places[0])
                    touched.setdefault(touch, {}).update(dict.fromkeys(places))
                    if touch not in least or order < least[touch][0]:
                        least[touch] = (order, won, numbers)
        found: Sights = {}
        for touch, ((_, at), won, numbers) in least.items():
            hand = hand_of(groups[at].witness, four[0].program.tiles)
            verdicts = [
                comparer.bench(side, won).verdicts[number]
                for side, number in zip(four, numbers, strict=True)
            ]
            answers = tuple(map(outcome, verdicts, four))
            count = sum(groups[one].number for one in touched[touch])
            found[touch] = Sight(WonHand(hand, won), answers, hands=count)
        return found

    def _ways_of(self, four: Four) -> Iterator[Won]:
        """Of the circumstances that all four judge alike the first."""
        circumstances = circumstances_of(four)
        if circumstances not in self._ways:
            self._ways[circumstances] = Ways(circumstances)
        return iter(self._ways[circumstances].alike(four))

    def _put_together(self, bench: Sequence[Bench]) -> dict[tuple[int, ...], list[int]]:
        """The places of hands of which no side says anything else, by what they score on each."""
        key = tuple([id(one.numbers) for one in bench])
        if key not in self._alike:
            found: dict[tuple[int, ...], list[int]] = {}
            scores = zip(*[one.numbers for one in bench], strict=True)
            for place, numbers in zip(bench[0].places, scores, strict=True):
                found.setdefault(numbers, []).append(place)
            self._alike[key] = found
        return self._alike[key]

    def _touch(self, four: Sequence[Verdict]) -> tuple[Touch | None, bool]:
        """How they hang together, and whether that is seen without asking further payers."""
        key = tuple(map(id, four))  # equal verdicts of one side are one object
        if key not in self._known:
            heard = tuple([verdict[:6] for verdict in four])
            touch = None if _apart(heard) else _touch_of(heard)
            plain = touch is not None and touch == _touch_of(heard, all_payers=False)
            self._known[key] = (touch, plain)
        return self._known[key]


def _places(before: Side, after: Side) -> Iterator[str]:
    """The fans and tables that do not mean the same on two sides."""
    one, other = before.core, after.core
    if one is not other:
        if one.by_maximum != other.by_maximum:
            yield "worth"
        yield from (a or b for a, b in changed_places(one, other, Renamed({}, {})))
        return
    values = [
        {option.id: option.default for option in one.options} | dict(side.setting)
        for side in (before, after)
    ]
    unlike = {id_ for id_, value in values[0].items() if not same_value(value, values[1][id_])}
    exprs = [(f"fans.{fan.id}", (fan.when, fan.times)) for fan in one.fans]
    exprs += [(table.kind, (row.when, row.result)) for table in one.tables for row in table.rows]
    for place, own in exprs:
        if options_read(*own) & unlike:
            yield place


def _apart(four: Sequence[object]) -> bool:
    """Whether one of two switches changes nothing, be the other on or not."""
    neither, one, other, both = four
    return (one == neither and both == other) or (other == neither and both == one)


def _touch_of(four: Sequence[Heard], *, all_payers: bool = True) -> Touch | None:
    """How four verdicts hang together: what may be won, what it is worth, what is owed."""
    values, may_win, owed, others, products, caps = zip(*four, strict=True)
    if not _apart(may_win):
        return "depend"
    sums = [values, owed, *(zip(*others, strict=True) if all_payers else ())]
    found = [(_of_numbers(each), max(each)) for each in sums]
    if len(set(caps)) == 1 and _of_numbers(products) != "depend":
        found = [
            ("capped" if one == "depend" and most >= caps[0] else one, most) for one, most in found
        ]
    touches = {touch for touch, _ in found}
    return next((touch for touch in reversed(_TOUCHES) if touch in touches), None)


def _of_numbers(four: Sequence[int]) -> Touch | None:
    """How four numbers hang together; None where one switch adds the same whatever the other is."""
    neither, one, other, both = four
    if one - neither == both - other:
        return None
    return "multiply" if neither and neither * both == one * other else "depend"


def _of_payments(four: Four, asked: Sequence[Konged | Drawn]) -> Sights:
    """Payments for kongs and in drawn hands."""
    found: Sights = {}
    for one in asked:
        answers = tuple(_paid(side, one) for side in four)
        touch = _of_numbers(answers)
        if touch is not None:
            found[touch] = _counted(found.get(touch), Sight(Situation(one), answers, payments=1))
    return found


def _paid(side: Side, asked: Konged | Drawn) -> int:
    if isinstance(asked, Drawn):
        return side.program.pay_drawn(asked, side.options)[0]
    return side.program.pay_kong(asked, side.options)[0]


def _of_rounds(four: Four) -> Sights:
    """What may be done in a round, and who deals next."""
    found: Sights = {}
    for kind in FLOW_KINDS:
        for asked in situations(kind, [side.core for side in four]):
            said = [side.program.says(kind, asked, side.options)[0] for side in four]
            if not _apart(said):
                sight = Sight(Asking(kind, asked), tuple(map(Said, said)), rounds=1)
                found["depend"] = _counted(found.get("depend"), sight)
    return found


def _counted(before: Sight | None, sight: Sight) -> Sight:
    """The first with all that there is."""
    if before is None:
        return sight
    return before._replace(
        payments=before.payments + sight.payments, rounds=before.rounds + sight.rounds
    )
