"""Tiles given away before play: all choose, nobody sees what comes, then the dealer draws."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from .actions import Give
from .errors import IllegalActionError, named
from .events import Gave, Started
from .state import NO_MELDS, TURN, put, with_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..situations import Exchange
    from ..tiles import TileSet
    from .actions import Action
    from .events import Event
    from .rules import RoundRules
    from .state import State

_LIMIT: Final = 4096


def gifts(rules: RoundRules, state: State, seat: int) -> tuple[Give, ...]:
    """What a player who has not given anything yet may give away."""
    exchange = rules.flow.exchange
    if exchange is None or seat not in undecided(state):
        return ()
    return _gifts(rules.tiles, exchange, state.counts[seat])


@lru_cache(maxsize=_LIMIT)
def _gifts(tiles: TileSet, exchange: Exchange, counts: bytes) -> tuple[Give, ...]:
    """All that can be given of a hand; dragons are together what a suit is."""
    count, of, _ = exchange
    parts = [range(len(counts))]
    if of == "one_suit":
        parts = [range(one.start, one.start + one.length) for one in tiles.blocks]
    found: set[tuple[int, ...]] = set()
    for part in parts:
        held = [tiles.kinds[at] for at in part for _ in range(counts[at])]
        found.update(combinations(held, count))
    return tuple(map(Give, sorted(found)))


def undecided(state: State) -> tuple[int, ...]:
    """Who has not given anything yet, the dealer first."""
    answered = [seat for seat, _ in state.answers]
    return tuple([seat for seat in in_turn(state) if seat not in answered])


def in_turn(state: State) -> tuple[int, ...]:
    """Those who play, the dealer first."""
    dealer = state.setup.dealer
    return (dealer, *state.setup.after[dealer])


def give(rules: RoundRules, state: State, seat: int, action: Action) -> State:
    """The state after somebody has chosen what to give; nothing moves before all have.

    Raises:
        IllegalActionError: if it is not what is to be given, or not theirs to give.
    """
    if seat not in undecided(state):
        raise IllegalActionError("KWX3601", {"seat": seat})
    if not isinstance(action, Give):
        raise IllegalActionError("KWX3612", {"action": type(action).__name__.lower()})
    offered = gifts(rules, state, seat)
    if action not in offered:
        raise IllegalActionError("KWX3616", {"seat": seat, "tiles": named(action.tiles)})
    state = state._replace(answers=(*state.answers, (seat, offered[offered.index(action)])))
    return state if undecided(state) else _exchanged(rules, state)


def _exchanged(rules: RoundRules, state: State) -> State:
    """All tiles change hands at once; then the dealer draws, and plays."""
    given = {seat: action.tiles for seat, action in state.answers if isinstance(action, Give)}
    counts = state.counts
    events: list[Event] = []
    for seat in in_turn(state):
        to = receiver(rules, state, seat)
        events.append(Gave(seat, given[seat], to))
        counts = _moved(counts, seat, to, [rules.position[kind] for kind in given[seat]])
    waits = state.waits
    for seat in in_turn(state):
        waits = put(waits, seat, rules.waits(counts[seat] + NO_MELDS))
    return begun(rules, state._replace(answers=(), counts=counts, waits=waits), events)


def begun(rules: RoundRules, state: State, events: Sequence[Event]) -> State:
    """The state in which the dealer has drawn the first tile, after these events."""
    dealer, tile = state.setup.dealer, state.setup.wall[state.front]
    return state._replace(
        phase=TURN,
        front=state.front + 1,
        drawn=tile,
        counts=put(state.counts, dealer, with_tile(state.counts[dealer], tile, 1)),
        events=(*state.events, *events, rules.draws[dealer][tile]),
    )


def _moved(
    counts: tuple[bytes, ...], seat: int, to: int, tiles: Sequence[int]
) -> tuple[bytes, ...]:
    for tile in tiles:
        counts = put(counts, seat, with_tile(counts[seat], tile, -1))
        counts = put(counts, to, with_tile(counts[to], tile, 1))
    return counts


def receiver(rules: RoundRules, state: State, seat: int) -> int:
    """Who gets what a player gives: by the dice, the next if their sum is even or unknown."""
    exchange, after = rules.flow.exchange, state.setup.after[seat]
    to = "next" if exchange is None else exchange[2]
    start = state.events[0]
    if to == "dice" and isinstance(start, Started) and start.dice is not None:
        to = "previous" if sum(start.dice) % 2 else "next"
    return after[-1] if to == "previous" else after[0]
