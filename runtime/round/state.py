"""The state of a round: a tuple, of which every step makes a new one."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from ..hand import NO_WIN, Hand, Meld, MeldKind

if TYPE_CHECKING:
    from ..circumstances import Choices, KongKind
    from ..ledger import Ledger, Transfer
    from .actions import Action
    from .events import Event

T = TypeVar("T")

LetGo = tuple[int, int, Literal["win", "pung"]]
"""A seat that has passed something, the position of the tile, and what it was."""

NONE: Final = -1
NO_MELDS: Final = bytes([NO_WIN])
EXPOSED: Final = 1 << 5
CONCEALED: Final = 2 << 5


class Phase(IntEnum):
    """What is being decided."""

    TURN = 0
    CLAIM = 1
    ROB = 2
    OVER = 3
    EXCHANGE = 4


# The same once more: looking for a member of an enumeration takes ten times as long.
TURN: Final = Phase.TURN
CLAIM: Final = Phase.CLAIM
ROB: Final = Phase.ROB
OVER: Final = Phase.OVER
EXCHANGE: Final = Phase.EXCHANGE


class Setup(NamedTuple):
    """What stays as it is for a whole round.

    Attributes:
        after: for each seat the seats that play, in the order of their turns after it.
        wall: positions of tiles in drawing order.
        choices: what each seat has chosen before the deal, if anybody may choose.
        closed: of a hand that has been revealed the others see only what it waits for.
    """

    dealer: int
    playing: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]
    wall: bytes
    choices: tuple[Choices, ...] = ()
    closed: bool = False


class KongRecord(NamedTuple):
    """A kong of the round: `tile` is a position, `paid` what was posted for it.

    A robbed one stayed a pung and earns nothing.
    """

    seat: int
    kind: KongKind
    tile: int
    giver: int | None
    chain: int
    robbed: bool = False
    paid: tuple[Transfer, ...] = ()


class Offer(NamedTuple):
    """What a seat may answer to a tile; `value` is that of the win offered, or `NONE`."""

    seat: int
    actions: tuple[Action, ...]
    value: int


class _Fields(NamedTuple):
    """Everything about a round; tiles are positions.

    Attributes:
        front: the next tile of the wall; `back`: the end of what is left of it.
        seat: whose turn it is; while others decide, who discarded or declared the kong.
        drawn: the tile drawn in this turn, `NONE` after a pung.
        tile: the tile others decide about.
        chain: kongs of the chain the turn, or the discard, continues; 0 if it follows none.
        old_fours: concealed kongs of this turn from tiles held before it.
        counts: concealed tiles, the drawn one included.
        melds: the melds as in a packed hand, the byte before them included.
        waits: kinds the hand waited for after its last discard or meld.
        passed: value of a win passed since the last draw; 0 if none was, but a pung that rules ask
            about; `NONE` if nothing was.
        river: how many of each tile lie discarded and were not taken; the one that is being decided
            about is among them.
        revealed: seats in the order in which they revealed.
        announced: positions named at the reveal.
        offers: who may answer; `answers`: who has.
        winners: in turn order; with `giver`, who fed them, or `NONE`.
        passes: the seats that have passed a win, each as often as it has.
        let_go: the seats that have passed something, on which tile, and what; of one that has drawn
            since, it no longer matters.
    """

    setup: Setup
    front: int
    back: int
    phase: Phase
    seat: int
    drawn: int
    tile: int
    chain: int
    old_fours: int
    counts: tuple[bytes, ...]
    melds: tuple[bytes, ...]
    waits: tuple[tuple[int, ...], ...]
    passed: tuple[int, ...]
    river: bytes
    revealed: tuple[int, ...]
    announced: tuple[tuple[int, ...], ...]
    kongs: tuple[KongRecord, ...]
    fouls: tuple[tuple[int, str], ...]
    offers: tuple[Offer, ...]
    answers: tuple[tuple[int, Action], ...]
    ledger: Ledger
    events: tuple[Event, ...]
    winners: tuple[int, ...]
    giver: int
    next_dealer: int
    passes: tuple[int, ...] = ()
    let_go: tuple[LetGo, ...] = ()


_PLACES: Final = {name: at for at, name in enumerate(_Fields._fields)}


class State(_Fields):
    """Everything about a round; see its fields."""

    __slots__ = ()

    if not TYPE_CHECKING:  # the same as those of any named tuple, in half the time
        _make = classmethod(tuple.__new__)

        def _replace(self, **changes: object) -> State:
            fields = [*self]
            for name, value in changes.items():
                fields[_PLACES[name]] = value
            return tuple.__new__(State, fields)

    @property
    def left(self) -> int:
        """Tiles in the wall."""
        return self.back - self.front


def missed(state: State, seat: int, value: int) -> State:
    """The state after a seat has passed a win of this value on the tile that is decided about."""
    before = state.passed[seat]
    return state._replace(
        passed=put(state.passed, seat, max(before, value)),
        passes=(*state.passes, seat),
        let_go=more_let_go(state.let_go, before, (seat, state.tile, "win")),
    )


def spared(state: State, seat: int) -> State:
    """The state after a seat has passed a pung of the tile that is decided about."""
    before = state.passed[seat]
    return state._replace(
        passed=put(state.passed, seat, max(before, 0)),
        let_go=more_let_go(state.let_go, before, (seat, state.tile, "pung")),
    )


def more_let_go(let_go: tuple[LetGo, ...], before: int, more: LetGo) -> tuple[LetGo, ...]:
    """What has been passed, with one thing more.

    Args:
        let_go: what was passed before.
        before: what `passed` has said of the seat.
        more: what it has passed now.
    """
    if before == NONE:
        let_go = tuple([one for one in let_go if one[0] != more[0]])
    return (*let_go, more)


def with_tile(counts: bytes, tile: int, change: int) -> bytes:
    """Counts with more or fewer of one tile."""
    changed = bytearray(counts)
    changed[tile] += change
    return bytes(changed)


@lru_cache(maxsize=1 << 14)
def laid(tail: bytes, meld: int) -> bytes:
    """Melds with one more; a pung of the same tile gives way to it."""
    at = meld & 31
    kept = [one for one in tail[1:] if one & 31 != at]
    return bytes([NO_WIN, *sorted([*kept, meld], key=_place)])


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A tuple with another item in one place."""
    changed = [*items]
    changed[at] = item
    return tuple(changed)


def _place(meld: int) -> int:
    return meld & 31


def hand_of(kinds: tuple[int, ...], state: State, seat: int, win: int = NONE) -> Hand:
    """The hand of a seat; `win` is the position of the winning tile among its concealed ones."""
    counts = state.counts[seat]
    if win >= 0:
        counts = with_tile(counts, win, -1)
    concealed = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
    added = {one.tile for one in state.kongs if one.seat == seat and one.kind == "added"}
    melds = tuple([_meld(kinds, byte, byte & 31 in added) for byte in state.melds[seat][1:]])
    return Hand(tuple(concealed), melds, kinds[win] if win >= 0 else None)


def _meld(kinds: tuple[int, ...], byte: int, added: bool) -> Meld:
    match byte >> 5:
        case 0:
            kind = MeldKind.PUNG
        case 1:
            kind = MeldKind.ADDED_KONG if added else MeldKind.DIRECT_KONG
        case _:
            kind = MeldKind.CONCEALED_KONG
    return Meld(kind, kinds[byte & 31])
