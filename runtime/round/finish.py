"""The end of a round: who has won or that nobody has, the money, and who deals next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from .. import dealing
from ..dealing import RoundEnd
from ..turned import turned, wanted
from .events import DrawnHand, Drew, Ended, Turned, Won
from .money import drawn_money, win_money
from .state import NONE, OVER, ROB, State, hand_of, put, with_tile

if TYPE_CHECKING:
    from .events import Event
    from .rules import RoundRules
    from .wins import Winning

_DRAWN: Final = DrawnHand()


def finish_won(rules: RoundRules, state: State, winnings: tuple[Winning, ...]) -> State:
    """The round after one or several players have won on one tile."""
    giver = winnings[0].giver
    if state.phase is ROB:
        state = _robbed(state)
    state = state._replace(winners=tuple([one.seat for one in winnings]), giver=giver)
    for winning in winnings:
        state = _won(rules, state, winning)
    return _end(rules, state)


def _robbed(state: State) -> State:
    """The kong stays a pung; its fourth tile is gone."""
    kong = state.kongs[-1]
    counts = with_tile(state.counts[kong.seat], kong.tile, -1)
    return state._replace(
        drawn=NONE,
        kongs=(*state.kongs[:-1], kong._replace(robbed=True)),
        counts=put(state.counts, kong.seat, counts),
    )


def _won(rules: RoundRules, state: State, winning: Winning) -> State:
    seat, tile = winning.seat, winning.tile
    shown = state
    if winning.giver != NONE:
        counts = with_tile(state.counts[seat], tile, 1)
        shown = state._replace(counts=put(state.counts, seat, counts))
    event = Won(
        seat,
        hand_of(rules.kinds, shown, seat, tile),
        None if winning.giver == NONE else winning.giver,
        winning.won.events,
        winning.won.chain,
        winning.judgement.value,
        winning.won.winner_passed,
    )
    state = state._replace(events=(*state.events, event))
    state, winning = _horses(rules, state, winning)
    paid = win_money(rules, state, winning)
    return state._replace(
        events=state.events + paid.events,
        ledger=state.ledger.post(*paid.transfers),
    )


def _horses(rules: RoundRules, state: State, winning: Winning) -> tuple[State, Winning]:
    """Turn tiles of the wall after a win, where the variant has that."""
    program = rules.evaluator.program
    if not wanted(program, rules.options, winning.won):
        return state, winning
    wall = [rules.kinds[tile] for tile in state.setup.wall[state.front : state.back]]
    win = rules.kinds[winning.tile]
    tiles, points, _ = turned(program, rules.options, winning.won, win, wall)
    state = state._replace(
        front=state.front + len(tiles), events=(*state.events, Turned(winning.seat, tiles))
    )
    return state, winning._replace(won=replace(winning.won, horses=points))


def finish_drawn(rules: RoundRules, state: State) -> State:
    """The round when the wall is empty and nobody has won."""
    paid = drawn_money(rules, state)
    if paid.transfers:
        state = state._replace(ledger=state.ledger.post(*paid.transfers))
    return _end(rules, state, _DRAWN, *paid.events)


def _end(rules: RoundRules, state: State, *events: Event) -> State:
    """The round is over, after these events."""
    dealer, _ = next_dealer(rules, state)
    totals = state.ledger.totals(rules.players)
    return state._replace(
        phase=OVER,
        offers=(),
        answers=(),
        events=(*state.events, *events, Ended(totals, dealer)),
        next_dealer=dealer,
    )


def next_dealer(rules: RoundRules, state: State) -> tuple[int, int]:
    """Who deals the next round, as the variant's table has it, and the number of the row."""
    end = end_of(rules, state)
    seat, row = dealing.next_dealer(rules.play.next_dealer, rules.options, end)
    return end.dealer if seat is None else seat, row


def end_of(rules: RoundRules, state: State) -> RoundEnd:
    """How a round has ended."""
    playing = state.setup.playing
    return RoundEnd(
        dealer=state.setup.dealer,
        winners=state.winners,
        giver=None if state.giver == NONE else state.giver,
        revealed=state.revealed,
        kongs=len([one for one in state.kongs if not one.robbed]),
        out=_out(rules, playing),
        ledger=state.ledger,
        playing=playing,
        ready=_ready(rules, state),
        drawer=_drawer(state),
    )


def _ready(rules: RoundRules, state: State) -> tuple[int, ...]:
    """The seats that wait when nobody has won, where the rules ask."""
    if state.winners or "hands" not in rules.evaluator.program.asks:
        return ()
    return tuple([seat for seat in state.setup.playing if state.waits[seat]])


def _out(rules: RoundRules, playing: tuple[int, ...]) -> int | None:
    """The seat that does not play, if one does not."""
    if len(playing) == rules.players:
        return None
    return next(seat for seat in range(rules.players) if seat not in playing)


def _drawer(state: State) -> int | None:
    """Who drew the last tile."""
    return next((one.seat for one in reversed(state.events) if isinstance(one, Drew)), None)
