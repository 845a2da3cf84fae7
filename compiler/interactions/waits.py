"""Hands that still wait when nobody has won, as four sides pay for them.

What the waits of a hand are worth is not the same to every side, so each is asked about a hand with
what they are worth to itself. A hand has several, of which the dearest or the cheapest counts. What
is claimed is therefore seen in a hand all of whose waits have been looked for; and what is excluded
holds for all waits that there are, however they come together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice, product, zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ...runtime.circumstances import won
from ...runtime.hand import Hand, pack
from ...runtime.judge import taken
from ...runtime.scorer import Scorer
from ...runtime.waiting import judged_waits
from ...runtime.waits import wait_table
from ..core.asks import CAP, OF_WORTH
from ..core.nodes import options_read
from ..space.groups import hand_of
from ..space.waiting import asked_by, rules_of_worth
from .touches import TOUCHES, Sight, Wait, WaitingHand, WaitsPaid, touch_of_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...runtime.circumstances import Drawn
    from ...runtime.tiles import TileSet
    from ..space.sides import Side
    from .bearing import Bearing
    from .fields import Field, Fields
    from .touches import Touch

Four: TypeAlias = "Sequence[Side]"

_MOST_TRIED: Final = 64
"""So many hands are taken apart to see all their waits."""
_MOST_TOGETHER: Final = 1 << 12
"""So many worths are looked at that several waits can have together."""


class Worth(NamedTuple):
    """What a wait is worth to one side, the dearest greatest."""

    value: int
    points: int
    cap: int
    product: int


_NOTHING: Final = Worth(0, 0, 0, 0)


class Ends(NamedTuple):
    """The dearest and the cheapest wait of a hand, as far as they are asked about."""

    best: Worth
    worst: Worth

    def beside(self, other: Ends) -> Ends:
        """Those of a hand that has the waits of two."""
        return Ends(max(self.best, other.best), min(self.worst, other.worst))


class _Asked(NamedTuple):
    """What is asked of waits, by what pays for them and to tell how switches meet.

    Attributes:
        best: whether the dearest is.
        worst: whether the cheapest is.
        points: whether their points are.
        cap: whether the cap they are under is.
        product: whether the product of the fans is.
    """

    best: bool
    worst: bool
    points: bool
    cap: bool
    product: bool

    def ends(self, worths: Iterable[Worth]) -> Ends:
        """What is asked of some waits."""
        told = [
            Worth(
                one.value,
                one.points if self.points else 0,
                one.cap if self.cap else 0,
                one.product if self.product else 0,
            )
            for one in worths
        ]
        return Ends(max(told) if self.best else _NOTHING, min(told) if self.worst else _NOTHING)


def _asked_of(four: Four, *, products: bool) -> _Asked:
    asked = asked_by([side.core for side in four])
    caps = products or CAP in asked
    best, worst = bool(asked & OF_WORTH - {"payee.worst"}), "payee.worst" in asked
    return _Asked(best, worst, caps or "payee.points" in asked, caps, products)


Waiting: TypeAlias = "tuple[Ends, ...]"
"""What a hand waits for, to each of four sides."""


_Single: TypeAlias = "Mapping[_Stand, Mapping[Waiting, Sequence[int]]]"
"""However two players stand what a single wait can be worth, with the places of such hands."""


class Waiters(NamedTuple):
    """What comes of two switches in hands that wait.

    Attributes:
        touch: the gravest way in which they are seen to meet.
        sight: where.
        left: whether they may meet in a graver one.
    """

    touch: Touch | None = None
    sight: Sight | None = None
    left: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Stand:
    """Ways in which two players may stand of whom the payee waits, and has revealed or not."""

    revealed: bool
    asked: tuple[Drawn, ...]


class Waits:
    """Looks at hands that wait; what is known of a side is kept."""

    def __init__(self, fields: Fields) -> None:
        """Look at nothing yet; `fields` has all hands that can be won."""
        self._fields = fields
        self._worths: dict[object, dict[int, tuple[Worth, ...]]] = {}
        self._stands: dict[tuple[Drawn, ...], tuple[_Stand, ...]] = {}
        self._paid: dict[tuple[int, _Stand, Ends], tuple[int, ...]] = {}

    def of(self, four: Four, bearing: Bearing, asked: tuple[Drawn, ...]) -> Waiters:
        """How two switches meet in hands that wait.

        Args:
            four: the sides with neither switch, with the first, with the second, with both.
            bearing: what the switches change.
            asked: how two players may stand of whom the payee waits, the plainest first.
        """
        if asked not in self._stands:
            self._stands[asked] = tuple(_standing(asked))
        field = self._fields.of(four)
        bench = _Bench(self, four, bearing)
        single = {
            stand: self._single(bench, field, stand.revealed) for stand in self._stands[asked]
        }
        if not _both_change(bearing, [one for own in single.values() for one in own]):
            return Waiters()
        left = False
        for touch in reversed(TOUCHES):
            sight = bench.sight(field, single, touch)
            if sight is None and bench.may(single, touch):
                sight = bench.sight(field, single, touch, beside=True)
                left = left or sight is None
            if sight is not None:
                return Waiters(touch, sight, left)
        return Waiters(left=left)

    def paid(self, side: Side, stand: _Stand, ends: Ends) -> tuple[int, ...]:
        """What is paid for a hand, however the two players stand."""
        key = (id(side), stand, ends)
        if key not in self._paid:
            pay, options = side.program.pay_drawn, side.options
            asked = [_priced(one, *ends) for one in stand.asked]
            self._paid[key] = tuple([pay(one, options)[0] for one in asked])
        return self._paid[key]

    def _single(self, bench: _Bench, field: Field, revealed: bool) -> Mapping[Waiting, list[int]]:
        """What a single wait can be worth to all sides, with the places of such hands."""
        columns = []
        for side in bench.four:
            known = self._worths_of(side, field.vectors[id(side.aspects)], revealed)
            columns.append(map(known.__getitem__, field.aspects[id(side.aspects)]))
        found: dict[tuple[tuple[Worth, ...], ...], list[int]] = {}
        for at, worths in enumerate(zip(*columns, strict=True)):
            found.setdefault(worths, []).append(at)
        single: dict[Waiting, list[int]] = {}
        for worths, places in found.items():
            for one in product(*worths):
                waiting = tuple([bench.asked.ends((worth,)) for worth in one])
                single.setdefault(waiting, []).extend(places)
        return single

    def _worths_of(
        self, side: Side, vectors: Mapping[int, Sequence[int]], revealed: bool
    ) -> Mapping[int, tuple[Worth, ...]]:
        """By the number of a hand what it is worth off a discard: more where that is not told."""
        told = sorted(options_read(*rules_of_worth(side.core)))
        values = side.options._asdict()
        key = (id(side.plan), revealed, *[values.get(f"x_{id_}") for id_ in told])
        known = self._worths.setdefault(key, {})
        way = won("discard", revealed=revealed)
        for number, own in vectors.items():
            if number not in known:
                best = taken(side.program, side.options, tuple(own), way)
                worths = [Worth(one.value, one.points, one.cap, one.product) for one, _ in best]
                known[number] = tuple(dict.fromkeys(worths))
        return known


def _standing(asked: Sequence[Drawn]) -> Iterator[_Stand]:
    for revealed in (False, True):
        yield _Stand(revealed, tuple([one for one in asked if one.payee_revealed == revealed]))


def _priced(drawn: Drawn, best: Worth, worst: Worth) -> Drawn:
    return replace(
        drawn,
        payee_best=best.value,
        payee_worst=worst.value,
        payee_points=best.points,
        payee_cap=best.cap,
    )


def _both_change(bearing: Bearing, single: Sequence[Waiting]) -> bool:
    """Whether each switch changes what waits are worth, or what is paid for them."""
    first = any(a != b or c != d for a, b, c, d in single)
    second = any(a != c or b != d for a, b, c, d in single)
    return (first or "drawn" in bearing.one) and (second or "drawn" in bearing.other)


def _with_other_pairs(hand: Hand, tiles: TileSet) -> Iterator[Hand]:
    """Hands in which two tiles of one kind are exchanged for two of another."""
    laid = {meld.tile: meld.size for meld in hand.melds}
    held = Counter(hand.concealed)
    for pair, other in product(sorted(held), tiles.kinds):
        room = tiles.copies - held[other] - laid.get(other, 0)
        if held[pair] > 1 and other != pair and room > 1:
            rest = held - Counter({pair: 2}) + Counter({other: 2})
            yield Hand(tuple(sorted(rest.elements())), hand.melds, None)


class _Bench:
    """Four sides, and what they say of hands that wait."""

    def __init__(self, waits: Waits, four: Four, bearing: Bearing) -> None:
        self._waits, self.four = waits, four
        self._same_rows = "drawn" not in bearing.one | bearing.other
        self.asked = _asked_of(four, products=self._same_rows)
        self._rules: list[Scorer[Any]] = [Scorer(side.program, side.options) for side in four]

    def sight(
        self, field: Field, single: _Single, touch: Touch, *, beside: bool = False
    ) -> Sight | None:
        """A hand which shows that the switches meet in some way, if one is found.

        Args:
            field: all hands that can be won; they are tried without their winning tile.
            single: what one wait can be worth.
            touch: the way.
            beside: try those that have another pair instead.
        """
        tiles = self.four[0].program.tiles
        for stand, own in single.items():
            for at in islice(self._showing(stand, own, touch), _MOST_TRIED):
                winning = hand_of(field.groups[at].witness, tiles)
                hand = Hand(winning.concealed, winning.melds, None)
                for one in _with_other_pairs(hand, tiles) if beside else (hand,):
                    found = self._shown(stand, one, touch)
                    if found is not None:
                        return found
        return None

    def _showing(
        self, stand: _Stand, single: Mapping[Waiting, Sequence[int]], touch: Touch
    ) -> Iterator[int]:
        """Hands that would show it if they had one wait: in turn of each kind the next."""
        found = [own for one, own in single.items() if touch in self._touches(stand, one)]
        for each in zip_longest(*found):
            yield from (at for at in each if at is not None)

    def may(self, single: _Single, touch: Touch) -> bool:
        """Whether waits that come together may show that the switches meet in some way."""
        for stand, own in single.items():
            together = _together(tuple(own))
            if together is None or any(touch in self._touches(stand, one) for one in together):
                return True
        return False

    def _judged(self, packed: bytes, revealed: bool) -> Iterator[Mapping[int, Worth]]:
        """For each side by kind what the waits of a hand are worth."""
        way = won("discard", revealed=revealed)
        for rules in self._rules:
            worths = {}
            for kind, own in judged_waits(rules, packed, revealed=revealed).items():
                cap = rules.program.worth(own.vector, way, rules.options).cap
                worths[kind] = Worth(own.value, own.points, cap, own.product)
            yield worths

    def _shown(self, stand: _Stand, hand: Hand, wanted: Touch) -> Sight | None:
        """A hand, if with all its waits it shows that the switches meet in some way."""
        tiles = self.four[0].program.tiles
        packed = pack(hand, tiles)
        if not wait_table(tiles).waits(packed):
            return None
        judged = list(self._judged(packed, stand.revealed))
        ends = [self.asked.ends(own.values()) for own in judged]
        touches = self._touches(stand, tuple(ends))
        if wanted not in touches:
            return None
        at = touches.index(wanted)
        paid = [self._waits.paid(*own)[at] for own in self._paying(stand, ends)]
        answers = tuple(map(_answer, paid, judged))
        asked = replace(stand.asked[at], payee_ready=False, payee_best=0, payee_worst=0)
        return Sight(WaitingHand(hand, asked), answers)

    def _paying(
        self, stand: _Stand, waiting: Sequence[Ends]
    ) -> Iterator[tuple[Side, _Stand, Ends]]:
        return ((side, stand, ends) for side, ends in zip(self.four, waiting, strict=True))

    def _touches(self, stand: _Stand, waiting: Waiting) -> list[Touch | None]:
        """How the switches meet in a hand, however the two players stand."""
        swallows = self._same_rows and self._swallows(waiting)
        columns = [self._waits.paid(*own) for own in self._paying(stand, waiting)]
        touches = map(touch_of_numbers, zip(*columns, strict=True))
        return ["capped" if swallows and one == "depend" else one for one in touches]

    def _swallows(self, waiting: Waiting) -> bool:
        """Whether it is but the cap because of which two factors do not multiply."""
        best, worst = zip(*waiting, strict=True)
        asked = [best] * self.asked.best + [worst] * self.asked.worst
        return all(
            len({one.cap for one in own}) == 1
            and touch_of_numbers([one.product for one in own]) != "depend"
            for own in asked
        ) and any(max(one.value for one in own) >= own[0].cap for own in asked)


def _answer(pays: int, judged: Mapping[int, Worth]) -> WaitsPaid:
    values = [one.value for one in judged.values()]
    waits = [Wait(kind, one.value, one.points) for kind, one in judged.items()]
    return WaitsPaid(pays, max(values), min(values), tuple(waits))


def _together(single: Sequence[Waiting]) -> set[Waiting] | None:
    """What waits that come together can be worth; None if that is too much to look at."""
    found = set(single)
    new = list(single)
    while new:
        one = new.pop()
        for other in single:
            both = tuple([mine.beside(its) for mine, its in zip(one, other, strict=True)])
            if both not in found:
                found.add(both)
                new.append(both)
        if len(found) > _MOST_TOGETHER:
            return None
    return found
