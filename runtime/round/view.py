"""What one seat may see of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .events import Dealt, Drew, Gave, Passed, Revealed, Started, to_dict
from .legal import legal_actions
from .state import NONE, hand_of

if TYPE_CHECKING:
    from ..hand import Hand, Meld
    from .actions import Action
    from .events import Event
    from .rules import RoundRules
    from .state import State

_SECRET = ("seed", "wall")


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it.

    Attributes:
        hand: the seat's own tiles, the drawn one included.
        drawn: the kind just drawn, if the seat has just drawn one.
        melds: the melds of every seat.
        open_hands: the seats that have revealed, with their hands as they stand; of the others none
            where only their waits are shown.
        open_waits: the seats that have revealed, with the kinds they wait for.
        left: tiles in the wall.
        actions: what the seat may decide now.
        events: the events as objects of the log, without what the seat may not know.
    """

    seat: int
    hand: Hand
    drawn: int | None
    melds: tuple[tuple[Meld, ...], ...]
    open_hands: tuple[tuple[int, Hand], ...]
    open_waits: tuple[tuple[int, tuple[int, ...]], ...]
    left: int
    actions: tuple[Action, ...]
    events: tuple[dict[str, object], ...]


def view_of(rules: RoundRules, state: State, seat: int) -> View:
    """The round as a seat that plays sees it."""
    mine = state.seat == seat and state.drawn != NONE
    closed = state.setup.closed
    seen_open = [one for one in state.revealed if one == seat or not closed]
    return View(
        seat=seat,
        hand=hand_of(rules.kinds, state, seat),
        drawn=rules.kinds[state.drawn] if mine else None,
        melds=tuple([hand_of(rules.kinds, state, one).melds for one in range(rules.players)]),
        open_hands=tuple([(one, _open_hand(rules, state, one)) for one in seen_open]),
        open_waits=tuple([(one, state.waits[one]) for one in state.revealed]),
        left=state.left,
        actions=legal_actions(rules, state, seat),
        events=tuple(
            [one for event in state.events if (one := seen(event, seat, closed)) is not None]
        ),
    )


def _open_hand(rules: RoundRules, state: State, seat: int) -> Hand:
    """What lies open of a hand: all but the tile its player has just drawn."""
    if state.seat == seat and state.drawn != NONE:
        held = hand_of(rules.kinds, state, seat, state.drawn)
        return type(held)(held.concealed, held.melds)
    return hand_of(rules.kinds, state, seat)


def seen(event: Event, seat: int, closed: bool = False) -> dict[str, object] | None:
    """An event as a seat sees it; None if it sees nothing of it.

    Where revealed hands stay `closed` to the others, they only see what those wait for.
    """
    shown = to_dict(event)
    match event:
        case Started():
            return {key: value for key, value in shown.items() if key not in _SECRET}
        case Dealt(seat=other) if other != seat:
            return {"type": shown["type"], "seat": other}
        case Gave(seat=other, to=to) if seat not in (other, to):
            del shown["tiles"]
            return shown
        case Drew(seat=other) if other != seat:
            del shown["tile"]
            return shown
        case Revealed(seat=other) if closed and other != seat:
            del shown["hand"]
            return shown
        case Passed(seat=other) if other != seat:
            return None
        case _:
            return shown
