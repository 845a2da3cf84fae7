"""Four sides judged at once: with neither of two switches, with each, with both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...runtime.circumstances import Drawn
from ...runtime.situations import HandEnded
from ..flow import situations
from ..resolved.nodes import FLOW_KINDS
from ..space.signatures import NotFoldableError
from .findings import Asking, Carrying, Said, Situation
from .fourfold import Fourfold
from .payments import situations as paid_for
from .touches import Sight, apart, counted, touch_of_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Konged
    from ...runtime.situations import Asked
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from .bearing import Area
    from .touches import Touch

Four: TypeAlias = "Sequence[Side]"


class Court:
    """Judges sides that share their atoms; what is the same to several of them is judged once."""

    def __init__(self, everyone: Sequence[Side]) -> None:
        """Put the hands together; there are none where the rules tell too many apart."""
        self._hands: Fourfold | None = None
        self._payments: dict[tuple[int, ...], tuple[tuple[Konged, ...], tuple[Drawn, ...]]] = {}
        self._situations: dict[tuple[object, ...], tuple[Asked, ...]] = {}
        try:
            self._hands = Fourfold(everyone) if everyone else None
        except NotFoldableError:
            return

    @property
    def hands(self) -> bool:
        """Whether hands can be judged."""
        return self._hands is not None

    def touches(self, four: Four, areas: frozenset[Area]) -> frozenset[Touch]:
        """In which ways two switches meet: the sides with neither, one, the other, both.

        Args:
            four: the sides.
            areas: what both switches change.
        """
        found = {touch for touch, _ in self._without_hands(four, areas)}
        if self._hands is not None and "hands" in areas:
            found |= self._hands.touches(four)
        return frozenset(found)

    def sight(self, four: Four, areas: frozenset[Area], wanted: Touch) -> Sight:
        """Where they are seen to meet in one way, if they do."""
        found: Sight | None = None
        if self._hands is not None and "hands" in areas and wanted in self._hands.touches(four):
            found = self._hands.sight(four, wanted)
        for touch, sight in self._without_hands(four, areas):
            if touch == wanted:
                found = counted(found, sight)
        assert found is not None
        return found

    def _without_hands(self, four: Four, areas: frozenset[Area]) -> Iterator[tuple[Touch, Sight]]:
        if not areas.isdisjoint(("kongs", "drawn")):
            kongs, drawn = self._paid_for(four)
            yield from _of_payments(four, kongs if "kongs" in areas else ())
            yield from _of_payments(four, drawn if "drawn" in areas else ())
        if "rounds" in areas:
            for kind in FLOW_KINDS:
                yield from _of_rounds(four, kind, self._asked(kind, four))
        if "carried" in areas:
            yield from _of_carried(four, self._asked("dealer", four))

    def _paid_for(self, four: Four) -> tuple[tuple[Konged, ...], tuple[Drawn, ...]]:
        cores = tuple(id(side.core) for side in four)
        if cores not in self._payments:
            space = None if self._hands is None else self._hands.space
            self._payments[cores] = paid_for(four, space)
        return self._payments[cores]

    def _asked(self, kind: TableKind, four: Four) -> tuple[Asked, ...]:
        key = (kind, *[id(side.core) for side in four])
        if key not in self._situations:
            self._situations[key] = situations(kind, [side.core for side in four])
        return self._situations[key]


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


def _of_rounds(
    four: Four, kind: TableKind, asked: Sequence[Asked]
) -> Iterator[tuple[Touch, Sight]]:
    """What may be done in a round, and who deals next."""
    for one in asked:
        said = [side.program.says(kind, one, side.options)[0] for side in four]
        if not apart(said):
            yield "depend", Sight(Asking(kind, one), tuple(map(Said, said)), rounds=1)


def _of_carried(four: Four, ends: Sequence[Asked]) -> Iterator[tuple[Touch, Sight]]:
    """The numbers carried on that all sides know, at every end of a round."""
    for end in ends:
        assert isinstance(end, HandEnded)
        carried = [dict(carry(end, side.options)) for side in four if (carry := side.program.carry)]
        for id_ in carried[0] if len(carried) == len(four) else ():
            said = [own[id_] for own in carried if id_ in own]
            if len(said) == len(four) and not apart(said):
                yield "depend", Sight(Carrying(id_, end), tuple(map(Said, said)), rounds=1)
