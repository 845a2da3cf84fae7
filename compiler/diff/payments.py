"""Payments without a hand, for kongs and when nobody has won, asked of both sides."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...runtime.circumstances import Drawn, Konged
from ...runtime.declared import UNLIMITED
from ..mutation.situations import drawn_situations, kong_situations
from ..space.chosen import asked_of as chosen_in
from ..space.chosen import chosen_text, varied
from ..space.of_sides import space_of
from ..space.signatures import NotFoldableError
from ..space.waiting import Dear, Reach, Waits, asked_by, bare_reach
from .effects import mark
from .findings import Behavioural, Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..space.sides import Side
    from ..space.signatures import Space
    from .behavioural import Pair
    from .naming import Differing


class Paid(NamedTuple):
    """One situation with what each side says: the payment and the path of its row."""

    situation: Konged | Drawn
    before: tuple[int, str]
    after: tuple[int, str]


Situations: TypeAlias = "tuple[tuple[Konged, ...], tuple[Drawn, ...]]"
"""Every kong there is to pay for, and every way to stand when nobody has won."""


def situations(asking: Sequence[Side], space: Space | None = None) -> Situations:
    """What some sides are asked about payments without a hand.

    Args:
        asking: the sides that are asked.
        space: their space, if it is there already.
    """
    return Payments(asking, lambda: space or space_of(asking)).situations(asking)


_USUAL = tuple(map(Dear, (1, 2, 4, 8, 16, 32, 64)))


class Payments:
    """Payments without a hand; of sides that are asked alike they are listed once."""

    def __init__(self, everyone: Sequence[Side], space: Callable[[], Space]) -> None:
        """List nothing yet.

        Args:
            everyone: all sides that will be asked.
            space: gives their space, which is only needed where rules ask what hands are worth.
        """
        self._waits: Waits | None = Waits(everyone, space)
        self._known: dict[object, Situations] = {}
        self._standing: dict[object, tuple[Drawn, ...]] = {}

    def situations(self, asking: Sequence[Side]) -> Situations:
        """What some of the sides are asked."""
        reach = self._reach(asking)
        key = (reach, *[id(side.core) for side in asking])
        if key not in self._known:
            seats = max(side.program.seats for side in asking)
            cores = [side.core for side in asking]
            kongs = kong_situations(seats, asking[0].program.tiles)
            self._known[key] = (
                varied(kongs, chosen_in(cores, ["pay.kong"])),
                varied(drawn_situations(seats, reach), chosen_in(cores, ["pay.drawn"])),
            )
        return self._known[key]

    def standing(self, asking: Sequence[Side]) -> tuple[Drawn, ...]:
        """How two players may stand when nobody has won, whatever waits are worth."""
        reach = bare_reach(asking)
        key = (reach, *[id(side.core) for side in asking])
        if key not in self._standing:
            seats = max(side.program.seats for side in asking)
            chosen = chosen_in([side.core for side in asking], ["pay.drawn"])
            self._standing[key] = varied(drawn_situations(seats, reach), chosen)
        return self._standing[key]

    def _reach(self, asking: Sequence[Side]) -> Reach:
        """What can be told of hands when nobody has won.

        Where rules tell too many hands apart, which has been said then, it is some values that
        hands are often worth.
        """
        alike = all(side.program.tiles == asking[0].program.tiles for side in asking)
        if self._waits is not None and alike:
            try:
                return self._waits.reach(asking)
            except NotFoldableError:
                self._waits = None
        return Reach(asked_by([side.core for side in asking]), True, _USUAL, _USUAL)

    def compare(self, pair: Pair, differing: Differing) -> tuple[Behavioural, ...]:
        """Every difference in what is paid for kongs and when nobody has won."""
        known = self.situations(pair)
        found = self.cases(pair, differing)
        return tuple(_finding(rules, cases, pair, known) for rules, cases in found.items())

    def cases(self, pair: Pair, differing: Differing) -> dict[tuple[str, ...], list[Paid]]:
        """The situations in which something else is paid, by the rules behind it."""
        known = self.situations(pair)
        asked: tuple[Konged | Drawn, ...] = known[0] + known[1]
        found: dict[tuple[str, ...], list[Paid]] = {}
        for situation in asked:
            one = Paid(situation, *(_paid(side, situation) for side in pair))
            if one.before[0] != one.after[0]:
                rows = (one.before[1], differing.renamed.path(one.after[1]))
                rules = differing.to_blame(rows)
                found.setdefault(rules, []).append(one)
        return found

    def size(self, pair: Pair) -> tuple[int, int]:
        """How many payments for kongs and in drawn hands there are."""
        kongs, drawn = self.situations(pair)
        return len(kongs), len(drawn)


def _paid(side: Side, situation: Konged | Drawn) -> tuple[int, str]:
    program = side.program
    if isinstance(situation, Konged):
        paid, row = program.pay_kong(situation, side.options)
        return paid, f"pay.kong.{program.rows['pay.kong'][row].id}"
    paid, row = program.pay_drawn(situation, side.options)
    return paid, f"pay.drawn.{program.rows['pay.drawn'][row].id}"


def _finding(
    rules: tuple[str, ...],
    cases: Sequence[Paid],
    pair: Pair,
    known: Situations,
) -> Behavioural:
    least = cases[0]
    situation, paid = Situation(least.situation), (least.before[0], least.after[0])
    return Behavioural(
        kind="payment",
        rules=rules,
        count=len(cases),
        of=len(known[0] if situation.table == "pay.kong" else known[1]),
        swing=max(abs(one.after[0] - one.before[0]) for one in cases),
        witness=situation,
        settings=(pair[0].setting, pair[1].setting),
        before=paid[0],
        after=paid[1],
        effects=sum(mark(*_words(one.situation), one.before[0], one.after[0]) for one in cases),
    )


def _words(situation: Konged | Drawn) -> tuple[int | bool | str, ...]:
    """A situation as plain values, without what has been asked of no hand."""
    said = asdict(situation)
    more = [(name, said.pop(name)) for name in _SELDOM if name in said]
    words = tuple([value for name, value in said.items() if not name.endswith("_choice")])
    bare = isinstance(situation, Drawn) and not any(words[_BARE:])
    seldom = [word for name, value in more if value not in (0, UNLIMITED) for word in (name, value)]
    return (*(words[:_BARE] if bare else words), *seldom, *chosen_text(situation))


_BARE = 3
"""How much there is to say of two players whose hands do not matter."""
_SELDOM = ("payee_points", "payee_cap", "ready", "revealed")
"""What few rules ask."""
