"""Hands that wait, so that what is told of players when nobody has won can be shown."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ...runtime.evaluator import Evaluator
from ...runtime.hand import Hand, Meld, MeldKind, pack
from ...runtime.round_checks import may_spoil
from ...runtime.waiting import Waiting, waiting_of
from ..core.asks import CAP, OF_HANDS
from .groups import group, hand_of
from .signatures import NotFoldableError
from .waiting import asked_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...runtime.circumstances import Drawn, KongKind
    from ...runtime.tiles import TileSet
    from .sides import Side
    from .signatures import Space

_MOST: Final = 2_000
"""So many hands are looked at."""
_AT_ONCE: Final = 250
_PAIR, _PAIRS, _TRIPLETS = 2, 6, 4

Told: TypeAlias = "tuple[object, ...]"
"""What is told of a hand, by everybody who asks."""


def waiting_hands(sides: Sequence[Side], space: Callable[[], Space]) -> Iterator[Hand]:
    """Hands that wait, each once: common ones, and the least won ones with a tile taken away.

    Args:
        sides: they share their atoms; what none of them tells apart comes once at first.
        space: gives their space.
    """
    seen: set[Hand] = set()
    for hand in _hands(sides, space):
        if hand not in seen:
            seen.add(hand)
            yield hand


def _hands(sides: Sequence[Side], space: Callable[[], Space]) -> Iterator[Hand]:
    tiles = sides[0].program.tiles
    yield from _common(tiles)
    try:
        signatures = space().signatures
    except NotFoldableError:
        return
    for groups in (group(signatures, sides), signatures):
        for one in groups:
            yield from _less_a_tile(hand_of(one.witness, tiles))


class _Asker(NamedTuple):
    """The rules of a side, and what it asks of hands when nobody has won."""

    rules: Evaluator[Any]
    asked: frozenset[str]

    def told(self, hand: Hand, *, revealed: bool) -> Told:
        """What is told of a hand."""
        packed = pack(hand, self.rules.program.tiles)
        return self.of(waiting_of(self.rules, packed, revealed=revealed))

    def of(self, waiting: Waiting) -> Told:
        """What is told of a hand that waits so."""
        ready, best, worst, points, cap = waiting
        known = {"payee.best": best, "payee.worst": worst, "payee.points": points, CAP: cap}
        return (ready, *[value for path, value in known.items() if path in self.asked])


class WaitingHands:
    """Hands of which some sides tell, when nobody has won, what they are asked about.

    A hand is found where each side says of it what is asked: by its own rules, so that nothing is
    shown that only one of them has. Of all hands some thousands are looked at: common ones, and the
    least won hands with each of their tiles taken away.
    """

    def __init__(self, sides: Sequence[Side], space: Callable[[], Space]) -> None:
        """Look at nothing yet.

        Args:
            sides: they share their atoms and play with the same tiles.
            space: gives their space; none is needed where no rule asks for hands.
        """
        self._everyone = sides
        self._sides = [one for one in sides if asked_by((one.core,)) & OF_HANDS]
        self._space = space
        self._askers = [
            _Asker(Evaluator(one.program, one.options), asked_by((one.core,)))
            for one in self._sides
        ]
        self._known: dict[bool, dict[Told, Hand]] = {False: {}, True: {}}
        self._left: dict[bool, Iterator[Hand]] = {}

    def of(self, drawn: Drawn, seats: int) -> tuple[Hand, ...]:
        """Hands of payer, of payee and of the others; none if none are found or nobody asks.

        The others are ready, so that they may have revealed, as far as it is not told how many are.

        Args:
            drawn: how two players stand.
            seats: how many play.
        """
        if not self._askers:
            return ()
        waiting = drawn.ready - drawn.payer_ready - drawn.payee_ready
        asked = any("ready" in one.asked for one in self._askers)
        others = [(at < waiting or not asked, False) for at in range(seats - 2)]
        for payee in self._payees(drawn):
            found = [payee]
            for ready, revealed in ((drawn.payer_ready, drawn.payer_revealed), *others):
                made = self._pairs(found) if ready else self._idle(found, spoilt=revealed)
                found += islice(made, 1)
            if len(found) == seats:
                return (found[1], payee, *found[2:])
        return ()

    def some(self, cases: Iterable[Drawn], seats: int) -> Iterator[tuple[Drawn, tuple[Hand, ...]]]:
        """Of some ways to stand those of which hands are found, with these; the easiest first."""
        asked = [one for one in cases if one.payer_ready or self._may_idle(one.payer_revealed)]
        while asked:
            missing = []
            for one in asked:
                if one.payee_ready and self._told(one) not in self._known[one.payee_revealed]:
                    missing.append(one)
                elif hands := self.of(one, seats):
                    yield one, hands
            further = [self._further(told) for told in {one.payee_revealed for one in missing}]
            asked = missing if any(further) else []

    def _payees(self, drawn: Drawn) -> Iterator[Hand]:
        """Hands of which that is true which is told of the payee."""
        if not drawn.payee_ready:
            yield from self._idle([], spoilt=drawn.payee_revealed)
            return
        told, known = self._told(drawn), self._known[drawn.payee_revealed]
        while told not in known and self._further(drawn.payee_revealed):
            pass
        if told in known:
            yield known[told]

    def _told(self, drawn: Drawn) -> Told:
        """What everybody is told of a payee who waits."""
        worths = (drawn.payee_best, drawn.payee_worst, drawn.payee_points, drawn.payee_cap)
        return tuple([one.of(Waiting(True, *worths)) for one in self._askers])

    def _further(self, revealed: bool) -> bool:
        """Look at some more hands; False if there are none left."""
        if revealed not in self._left:
            self._left[revealed] = islice(waiting_hands(self._sides, self._space), _MOST)
        known, hands = self._known[revealed], list(islice(self._left[revealed], _AT_ONCE))
        for hand in hands:
            told = tuple([one.told(hand, revealed=revealed) for one in self._askers])
            known.setdefault(told, hand)
        return bool(hands)

    def _tiles_left(self, others: Sequence[Hand]) -> list[int]:
        """The tiles that some hands leave, one of each kind after the other."""
        tiles = self._sides[0].program.tiles
        used = [kind for hand in others for kind in hand.concealed]
        used += [one.tile for hand in others for one in hand.melds for _ in range(one.size)]
        return [
            kind
            for copy in range(tiles.copies)
            for kind in tiles.kinds
            if used.count(kind) + copy < tiles.copies
        ]

    def _idle(self, others: Sequence[Hand], *, spoilt: bool) -> Iterator[Hand]:
        """Hands that wait for nothing, of tiles the others do not have.

        Those of players who have revealed wait no more because of a pung or a kong.
        """
        rules = self._askers[0].rules
        left = self._tiles_left(others)
        for meld in self._melds_that_spoil() if spoilt else (None,):
            for hand in _of_tiles(left, meld):
                if not rules.wait_set(pack(hand, rules.program.tiles)):
                    yield hand

    def _may_idle(self, revealed: bool) -> bool:
        """Whether somebody who has revealed, or has not, may wait for nothing."""
        return not revealed or next(self._melds_that_spoil(), None) is not None

    def _melds_that_spoil(self) -> Iterator[MeldKind]:
        """What every side lets a player make who has revealed, though the hand waits no more."""
        kinds: dict[MeldKind, tuple[KongKind, ...]] = {
            MeldKind.PUNG: (),
            MeldKind.CONCEALED_KONG: ("concealed",),
            MeldKind.DIRECT_KONG: ("direct",),
        }
        for kind, kongs in kinds.items():
            pung = kind is MeldKind.PUNG
            if all(may_spoil(one.program, one.options, kongs, pung=pung) for one in self._everyone):
                yield kind

    def _pairs(self, others: Sequence[Hand]) -> Iterator[Hand]:
        """Six pairs and another tile, of tiles the others do not have."""
        left = self._tiles_left(others)
        pairs = [kind for kind in dict.fromkeys(left) if left.count(kind) > 1]
        single = next((kind for kind in left if kind not in pairs[:_PAIRS]), None)
        if len(pairs) >= _PAIRS and single is not None:
            yield _held([*pairs[:_PAIRS], *pairs[:_PAIRS], single])


def _of_tiles(left: Sequence[int], kind: MeldKind | None) -> Iterator[Hand]:
    """Hands of tiles that follow each other among those that are left, perhaps beside a meld."""
    if kind is None:
        for first in range(len(left) - 12):
            yield _held(list(left[first : first + 13]))
        return
    size = Meld(kind, 0).size
    laid = next((tile for tile in reversed(left) if left.count(tile) >= size), None)
    if laid is not None:
        rest = [tile for tile in left if tile != laid]
        for first in range(len(rest) - 9):
            hand = _held(rest[first : first + 10])
            yield Hand(hand.concealed, (Meld(kind, laid),))


def _less_a_tile(won: Hand) -> Iterator[Hand]:
    """A won hand with each of its tiles taken away: it waits for that, and perhaps for more."""
    full = sorted([*won.concealed, *(() if won.win is None else (won.win,))])
    for at, kind in enumerate(full):
        if kind not in full[:at]:
            yield Hand((*full[:at], *full[at + 1 :]), won.melds)


def _common(tiles: TileSet) -> Iterator[Hand]:
    """Hands that wait for few tiles: runs and the half of one, triplets or pairs and a single."""
    kinds = tiles.kinds
    for at, kind in enumerate(kinds):
        after = [*kinds[at + 2 :], *kinds[: max(0, at - 1)]]
        if tiles.copies > _PAIR and len(after) >= _TRIPLETS * 2:
            yield _held([kind, *[one for one in after[: _TRIPLETS * 2 : 2] for _ in range(3)]])
        if len(after) >= _PAIRS:
            yield _held([kind, *[one for one in after[:_PAIRS] for _ in range(_PAIR)]])
    for block in tiles.blocks:
        if not block.runs:
            continue
        suit = kinds[block.start : block.start + block.length]
        others = [one for one in tiles.blocks if one is not block]
        full = next((one for one in others if one.runs), block)
        runs = kinds[full.start : full.start + full.length]
        pair = [kinds[others[-1].start] if others else suit[-1]] * _PAIR
        for low in range(len(suit) - 1):
            for step in (1, 2):
                if low + step < len(suit):
                    hand = [suit[low], suit[low + step], *pair, *runs]
                    if max(map(hand.count, hand)) <= tiles.copies:
                        yield _held(hand)


def _held(kinds: list[int]) -> Hand:
    return Hand(tuple(sorted(kinds)))
