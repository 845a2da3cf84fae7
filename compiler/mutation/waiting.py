"""Hands that show what a table is told when nobody has won."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...runtime.evaluator import Evaluator
from ...runtime.hand import Hand, pack
from ...runtime.waiting import waiting_of
from ..core.asks import CAP, OF_HANDS
from ..space.groups import hand_of
from ..space.of_sides import space_of
from ..space.sides import sides
from ..space.waiting import asked_by, reach_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.circumstances import Drawn
    from ...runtime.tiles import TileSet
    from ...runtime.waiting import Waiting
    from ..core.nodes import Core
    from ..space.sides import Setting, Side
    from ..space.waiting import Reach

_MOST_TRIED = 2000
"""How many of the least hands are looked at for one that is worth something."""

_PAIR, _PAIRS, _TRIPLETS = 2, 6, 4


class Waitings:
    """What hands can be worth under the settings of one ruleset, and hands that are; remembers."""

    def __init__(self, core: Core) -> None:
        """Work out nothing yet."""
        self._core = core
        self._sides: dict[str, Side] = {}
        self._reaches: dict[str, Reach] = {}
        self._known: dict[tuple[str, bool], list[tuple[Waiting, Hand]]] = {}

    def _side(self, setting: Setting) -> Side:
        key = repr(setting)
        if key not in self._sides:
            self._sides[key] = sides([self._core], [[setting]])[0][0]
        return self._sides[key]

    def reach(self, other: Core, setting: Setting) -> Reach | None:
        """What the ruleset and a mutant of it are told of hands; None if they do not ask.

        Raises:
            NotFoldableError: if the rules tell too many hands apart.
        """
        asked = asked_by((self._core, other))
        if not asked:
            return None
        key = repr(setting)
        if key not in self._reaches:
            self._reaches[key] = reach_of([self._side(setting)], asked=asked)
        return self._reaches[key]

    def hands(self, drawn: Drawn, setting: Setting, seats: int) -> tuple[Hand, ...]:
        """Hands of payer, of payee and of the others; none if none are found or rules do not ask.

        The others are ready, so that they may have revealed, as far as it is not told how many are.
        """
        asked = asked_by((self._core,))
        if not asked & OF_HANDS:
            return ()
        waiting = drawn.ready - drawn.payer_ready - drawn.payee_ready
        others = [at < waiting or "ready" not in asked for at in range(seats - 2)]
        for payee in self._payees(setting, drawn):
            found = [payee]
            for ready in (drawn.payer_ready, *others):
                made = self._pairs if ready else self._idle
                found += islice(made(setting, found), 1)
            if len(found) == seats:
                return (found[1], payee, *found[2:])
        return ()

    def _payees(self, setting: Setting, drawn: Drawn) -> Iterator[Hand]:
        """Hands of which that is true which is told of the payee."""
        if not drawn.payee_ready:
            yield from self._idle(setting, [])
        for waiting, hand in self._ready(setting, revealed=drawn.payee_revealed):
            if self._is_so(waiting, drawn):
                yield hand

    def _is_so(self, waiting: Waiting, drawn: Drawn) -> bool:
        """Whether that is told of the payee which is true of a hand."""
        told = (drawn.payee_ready, drawn.payee_best, drawn.payee_worst)
        points, cap = drawn.payee_points, drawn.payee_cap
        asked = asked_by((self._core,))
        return (
            waiting[:3] == told
            and ("payee.points" not in asked or waiting.points == points)
            and (CAP not in asked or waiting.cap == cap)
        )

    def _ready(self, setting: Setting, *, revealed: bool) -> list[tuple[Waiting, Hand]]:
        """Common hands and the least won ones less a tile, each with what it waits for."""
        key = (repr(setting), revealed)
        if key not in self._known:
            side = self._side(setting)
            rules, tiles = Evaluator(side.program, side.options), side.program.tiles
            least = islice(space_of([side]).signatures, _MOST_TRIED)
            won = [hand_of(one.witness, tiles) for one in least]
            hands = [Hand(hand.concealed) for hand in won if not hand.melds]
            hands = list(dict.fromkeys([*_common(tiles), *hands]))
            found = [
                (waiting_of(rules, pack(hand, tiles), revealed=revealed), hand) for hand in hands
            ]
            self._known[key] = found
        return self._known[key]

    def _left(self, setting: Setting, others: list[Hand]) -> list[int]:
        """The tiles that some hands leave, one of each kind after the other."""
        tiles = self._side(setting).program.tiles
        used = [kind for hand in others for kind in hand.concealed]
        return [
            kind
            for copy in range(tiles.copies)
            for kind in tiles.kinds
            if used.count(kind) + copy < tiles.copies
        ]

    def _idle(self, setting: Setting, others: list[Hand]) -> Iterator[Hand]:
        """Hands that wait for nothing, of tiles the others do not have."""
        side = self._side(setting)
        rules, tiles = Evaluator(side.program, side.options), side.program.tiles
        left = self._left(setting, others)
        for first in range(len(left) - 12):
            hand = Hand(tuple(sorted(left[first : first + 13])))
            if not rules.wait_set(pack(hand, tiles)):
                yield hand

    def _pairs(self, setting: Setting, others: list[Hand]) -> Iterator[Hand]:
        """Six pairs and another tile, of tiles the others do not have."""
        left = self._left(setting, others)
        pairs = [kind for kind in dict.fromkeys(left) if left.count(kind) > 1]
        single = next((kind for kind in left if kind not in pairs[:6]), None)
        if len(pairs) >= 6 and single is not None:
            yield Hand(tuple(sorted([*pairs[:6], *pairs[:6], single])))


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
