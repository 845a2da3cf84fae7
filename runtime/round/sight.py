"""What a seat decides from: all it may know, without the history, in the packed form.

`View` is for people and for other programs; this is for bots, which are asked many thousand times a
second. Tiles are positions in the tile set, as in a packed hand; a seat's waits are kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .state import NONE, with_tile

if TYPE_CHECKING:
    from .state import Phase, State


class Open(NamedTuple):
    """A hand that lies revealed, without a tile its player has just drawn.

    There are no `counts` where the others see only what it waits for.
    """

    seat: int
    counts: bytes
    waits: tuple[int, ...]


class Sight(NamedTuple):
    """A round as one seat sees it now.

    Attributes:
        seat: whose sight this is.
        phase: what is being decided: a turn of this seat, a discarded tile, or a tile being added
            to a pung.
        turn: whose turn it is; while others decide, who discarded or declared the kong.
        counts: the seat's own concealed tiles, the drawn one included.
        waits: the kinds its hand waited for after its last discard or meld.
        drawn: the position of the tile it has just drawn, or `NONE`.
        tile: the position of the tile that is being decided about, or `NONE`.
        chain: kongs of the chain that is going on.
        melds: the melds of every seat, as in a packed hand from the byte before them on.
        river: how many of each tile lie discarded, the one that is being decided about included.
        open: the seats that have revealed, in that order, this one included.
        left: tiles in the wall.
    """

    seat: int
    phase: Phase
    turn: int
    counts: bytes
    waits: tuple[int, ...]
    drawn: int
    tile: int
    chain: int
    melds: tuple[bytes, ...]
    river: bytes
    open: tuple[Open, ...]
    left: int


def sight_of(state: State, seat: int) -> Sight:
    """The sight of a seat that plays."""
    turn = state.seat
    return Sight(
        seat,
        state.phase,
        turn,
        state.counts[seat],
        state.waits[seat],
        state.drawn if turn == seat else NONE,
        state.tile,
        state.chain,
        state.melds,
        state.river,
        open_hands(state),
        state.back - state.front,
    )


def open_hands(state: State) -> tuple[Open, ...]:
    """The hands that lie revealed."""
    return tuple([_open(state, one) for one in state.revealed]) if state.revealed else ()


def _open(state: State, seat: int) -> Open:
    """What lies open of a hand."""
    drawn = state.drawn if state.seat == seat else NONE
    return lying_open(seat, state.counts[seat], drawn, state.waits[seat], closed=state.setup.closed)


def lying_open(
    seat: int, counts: bytes, drawn: int, waits: tuple[int, ...], *, closed: bool
) -> Open:
    """What the others see of a hand that has been revealed.

    Args:
        seat: whose hand.
        counts: its concealed tiles.
        drawn: the position of the one it has just drawn, or `NONE`.
        waits: the kinds it waits for.
        closed: the others see only those.
    """
    if closed:
        counts = bytes(len(counts))
    elif drawn != NONE:
        counts = with_tile(counts, drawn, -1)
    return Open(seat, counts, waits)
