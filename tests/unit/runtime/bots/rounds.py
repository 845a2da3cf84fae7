"""Rounds as one seat cannot tell them apart."""

from __future__ import annotations

from kawuxing.runtime.round.game import Round


def exchanged(game: Round, seat: int) -> Round:
    """The round with the hidden tiles of the others and those of the wall dealt anew."""
    state = game.state
    hidden = [one for one in state.setup.playing if one != seat and one not in state.revealed]
    if state.seat != seat and state.drawn >= 0 and state.seat in state.revealed:
        return game
    pool = [
        at for one in hidden for at, count in enumerate(state.counts[one]) for _ in range(count)
    ]
    pool += state.setup.wall[state.front : state.back]
    pool = [*pool[1:], *pool[:1]]
    counts = list(state.counts)
    for one in hidden:
        held = [pool.pop() for _ in range(sum(state.counts[one]))]
        counts[one] = bytes([held.count(at) for at in range(game.rules.size)])
    wall = bytearray(state.setup.wall)
    wall[state.front : state.back] = bytes(pool)
    setup = state.setup._replace(wall=bytes(wall))
    return Round(game.rules, state._replace(setup=setup, counts=tuple(counts)))
