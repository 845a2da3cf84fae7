"""Four sides judged at once: with neither of two switches, with each, with both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...runtime.circumstances import Drawn
from ...runtime.situations import HandEnded
from ..diff.findings import Asking, Carrying, Said, Situation
from ..diff.payments import Payments
from ..outcomes import settled_payers
from ..resolved.nodes import FLOW_KINDS
from ..space.signatures import NotFoldableError
from ..space.waiting import asks_worth
from .course import Course
from .dealing import Dealing, Unlike
from .fourfold import Fourfold
from .missed import missed_meet
from .touches import Sight, apart, counted, touch_of_numbers
from .waits import Waiters, Waits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Konged
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from ..space.signatures import Space
    from .bearing import Area, Bearing
    from .touches import Touch

Four: TypeAlias = "Sequence[Side]"


class Court:
    """Judges sides that share their atoms; what is the same to several of them is judged once."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together; there are none where the rules tell too many apart."""
        self._hands: Fourfold | None = None
        self._payments: dict[tuple[int, ...], Payments] = {}
        self._asks_worth: dict[int, bool] = {}
        self._payers: dict[int, tuple[bool, ...] | None] = {}
        self._course = Course()
        self._dealing = Dealing(self._course)
        self._waits: Waits | None = None
        self._waiters: dict[tuple[int, ...], Waiters] = {}
        try:
            self._hands = Fourfold(everyone) if everyone else None
            self._waits = Waits(self._hands.fields) if self._hands else None
        except NotFoldableError:
            return

    @property
    def hands(self) -> bool:
        """Whether hands can be judged."""
        return self._hands is not None

    def touches(self, four: Four, bearing: Bearing) -> frozenset[Touch]:
        """In which ways two switches meet: the sides with neither, one, the other, both.

        Args:
            four: the sides.
            bearing: what each switch changes.
        """
        found = {touch for touch, _ in self._without_hands(four, bearing.both)}
        waiting = self._waiting(four, bearing).touch
        found |= {waiting} if waiting else set()
        if self._hands is not None and "hands" in bearing.both:
            found |= self._hands.touches(four, bearing.fans)
        return frozenset(found)

    def sight(self, four: Four, bearing: Bearing, wanted: Touch) -> Sight:
        """Where they are seen to meet in one way, if they do."""
        found: Sight | None = None
        hands = self._hands if "hands" in bearing.both else None
        if hands is not None and wanted in hands.touches(four, bearing.fans):
            found = hands.sight(four, wanted, bearing.fans)
        for touch, sight in self._without_hands(four, bearing.both):
            if touch == wanted:
                found = counted(found, sight)
        waiting = self._waiting(four, bearing)
        if waiting.sight is not None and waiting.touch == wanted:
            found = counted(found, waiting.sight)
        assert found is not None
        return found

    def waits_left(self, four: Four, bearing: Bearing) -> bool:
        """Whether they may meet in hands that wait more gravely than is seen."""
        if self._hands is None and bearing.waits:
            return any(map(self._pays_waits, four))
        return self._waiting(four, bearing).left

    def _waiting(self, four: Four, bearing: Bearing) -> Waiters:
        """How they meet in hands that wait when nobody has won, where that is paid for."""
        key = tuple(map(id, four))
        if key not in self._waiters:
            found = Waiters()
            if (bearing.waits or "drawn" in bearing.both) and self._judges_waits(four):
                asked = tuple([one for one in self._standing(four) if one.payee_ready])
                assert self._waits is not None
                found = self._waits.of(four, bearing, asked)
            self._waiters[key] = found
        return self._waiters[key]

    def _judges_waits(self, four: Four) -> bool:
        """Whether drawn hands are paid by what waits are worth, and that is known."""
        return self._waits is not None and any(map(self._pays_waits, four))

    def deals_meet(self, four: Four, bearing: Bearing) -> bool:
        """Whether who deals next, or what is carried on, may follow from who pays under both."""

        def unlike(area: Area) -> Unlike:
            if area == "paid" and self._settled(four):
                return Unlike(False, False)
            if area == "paid":
                return Unlike(True, True) if self._hands is None else self._hands.payers(four)
            asked = self._paid_for(four)[1]
            neither, one, other, both = ([_paid(side, own) > 0 for own in asked] for side in four)
            if "worth" in bearing.one | bearing.other:  # who pays may follow what waits are worth
                return Unlike(True, True)
            return Unlike(neither != one or other != both, neither != other or one != both)

        return self._dealing.meet(four, bearing, unlike)

    def missed_meet(self, four: Four) -> bool:
        """Whether what is allowed after a win was passed may follow from both switches."""
        return self._hands is None or missed_meet(four, self._hands.worths(four))

    def _settled(self, four: Four) -> bool:
        """Whether who pays for a win follows from how it is won, and on all sides alike."""
        for core in (side.core for side in four):
            if id(core) not in self._payers:
                self._payers[id(core)] = settled_payers(core)
        found = {self._payers[id(side.core)] for side in four}
        return len(found) == 1 and None not in found

    def _pays_waits(self, side: Side) -> bool:
        if id(side.core) not in self._asks_worth:
            self._asks_worth[id(side.core)] = asks_worth([side.core])
        return self._asks_worth[id(side.core)]

    def _without_hands(self, four: Four, areas: frozenset[Area]) -> Iterator[tuple[Touch, Sight]]:
        if not areas.isdisjoint(("kongs", "drawn")):
            kongs, drawn = self._paid_for(four)
            if self._judges_waits(four):
                drawn = tuple([one for one in self._standing(four) if not one.payee_ready])
            yield from _of_payments(four, kongs if "kongs" in areas else ())
            yield from _of_payments(four, drawn if "drawn" in areas else ())
        if "rounds" in areas:
            for kind in FLOW_KINDS:
                yield from _of_rounds(four, kind, self._course)
        if "carried" in areas:
            yield from _of_carried(four, self._course)

    def _paid_for(self, four: Four) -> tuple[tuple[Konged, ...], tuple[Drawn, ...]]:
        return self._payments_of(four).situations(four)

    def _standing(self, four: Four) -> tuple[Drawn, ...]:
        """How two players may stand when nobody has won."""
        return self._payments_of(four).standing(four)

    def _payments_of(self, four: Four) -> Payments:
        plans = tuple(id(side.plan) for side in four)
        if plans not in self._payments:
            self._payments[plans] = Payments(four, self._space)
        return self._payments[plans]

    def _space(self) -> Space:
        if self._hands is None:
            raise NotFoldableError
        return self._hands.fields.space


def _of_payments(four: Four, asked: Sequence[Konged | Drawn]) -> Iterator[tuple[Touch, Sight]]:
    """Payments for kongs and in drawn hands."""
    for one in asked:
        answers = tuple([_paid(side, one) for side in four])
        touch = touch_of_numbers(answers)
        if touch is not None:
            yield touch, Sight(Situation(one), answers, payments=1)


def _paid(side: Side, asked: Konged | Drawn) -> int:
    if isinstance(asked, Drawn):
        return side.program.pay_drawn(asked, side.options)[0]
    return side.program.pay_kong(asked, side.options)[0]


def _of_rounds(four: Four, kind: TableKind, course: Course) -> Iterator[tuple[Touch, Sight]]:
    """What may be done in a round, and who deals next."""
    asked = course.situations(kind, four)
    answers = [course.says(side, kind, asked) for side in four]
    for one, *said in zip(asked, *answers, strict=True):
        if not apart(said):
            yield "depend", Sight(Asking(kind, one), tuple(map(Said, said)), rounds=1)


def _of_carried(four: Four, course: Course) -> Iterator[tuple[Touch, Sight]]:
    """The numbers carried on that all sides know, at every end of a round."""
    ends = course.situations("dealer", four)
    found = [own for side in four if (own := course.carries(side, ends)) is not None]
    if len(found) < len(four):
        return
    for end, *each in zip(ends, *found, strict=True):
        assert isinstance(end, HandEnded)
        carried = [dict(own) for own in each]
        for id_ in carried[0]:
            said = [own[id_] for own in carried if id_ in own]
            if len(said) == len(four) and not apart(said):
                yield "depend", Sight(Carrying(id_, end), tuple(map(Said, said)), rounds=1)
