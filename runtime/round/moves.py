"""What a decision does to the state once it is known to be allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..chains import chain_asked
from ..situations import Foul
from .events import KongMade, Punged, Revealed
from .finish import finish_drawn
from .kongs import after_kong, is_fresh
from .money import kong_money
from .state import CLAIM, NONE, ROB, TURN, KongRecord, State, hand_of, laid, put, with_tile
from .till import NOTHING

if TYPE_CHECKING:
    from ..circumstances import KongKind
    from .actions import Discard
    from .events import Event
    from .rules import RoundRules
    from .till import Payment


def next_turn(
    rules: RoundRules,
    state: State,
    counts: list[bytes],
    waits: tuple[tuple[int, ...], ...],
    river: bytes,
    events: tuple[Event, ...],
) -> State:
    """The next player draws, after these events; `counts` is taken over.

    This is the common step of a round, so the state is taken apart and put together in one go: all
    fields of `State` in their order, `_` for those that are given anew.
    """
    (
        setup, front, back, _, seat, _, _, _, _, _, melds, _, passed, _, revealed, announced,
        kongs, fouls, _, _, ledger, before, _, _, _, passes, let_go,
    ) = state  # fmt: skip
    seat = setup.after[seat][0]
    tile = setup.wall[front]
    if passed[seat] != NONE:
        passed = put(passed, seat, NONE)
    counts[seat] = with_tile(counts[seat], tile, 1)
    more = (*events, rules.draws[seat][tile])
    return State._make(
        (
            setup, front + 1, back, TURN, seat, tile, NONE, 0, 0, tuple(counts), melds, waits,
            passed, river, revealed, announced, kongs, fouls, (), (), ledger, before + more, (),
            NONE, NONE, passes, let_go,
        )
    )  # fmt: skip


def discarded(rules: RoundRules, state: State, action: Discard) -> State:
    """The state in which the others decide about a discarded tile, before they are asked."""
    seat = state.seat
    tile = rules.position[action.tile]
    rest, waits = rules.without(state.counts[seat], state.melds[seat], tile)
    thrown = rules.discarded[seat][tile]
    waiting = state.waits
    after = state._replace(
        phase=CLAIM,
        drawn=NONE,
        tile=tile,
        old_fours=0,
        counts=put(state.counts, seat, rest),
        waits=waiting if waits is waiting[seat] else put(waiting, seat, waits),
        river=with_tile(state.river, tile, 1),
        events=state.events if action.reveal else (*state.events, thrown),
    )
    return reveal_hand(rules, after, seat, action.kongs, (thrown,)) if action.reveal else after


def reveal_hand(
    rules: RoundRules,
    state: State,
    seat: int,
    kongs: tuple[int, ...],
    then: tuple[Event, ...] = (),
) -> State:
    """A player lays a waiting hand open; `then` are the events that follow."""
    event = Revealed(seat, hand_of(rules.kinds, state, seat), state.waits[seat], kongs)
    said = tuple([rules.position[kind] for kind in kongs])
    return state._replace(
        revealed=(*state.revealed, seat),
        announced=put(state.announced, seat, said),
        events=(*state.events, event, *then),
    )


def take_pung(rules: RoundRules, state: State, seat: int) -> State:
    """The state after a player has taken the discarded tile for a pung."""
    tile, giver = state.tile, state.seat
    event = Punged(seat, rules.kinds[tile], giver)
    return state._replace(
        phase=TURN,
        seat=seat,
        tile=NONE,
        chain=0,
        counts=put(state.counts, seat, with_tile(state.counts[seat], tile, -2)),
        melds=put(state.melds, seat, laid(state.melds[seat], tile)),
        waits=put(state.waits, seat, ()) if state.waits[seat] else state.waits,
        river=with_tile(state.river, tile, -1),
        offers=(),
        answers=(),
        events=(*state.events, event),
    )


def declare_added(rules: RoundRules, state: State, tile: int) -> State:
    """The state in which the others decide whether to rob a kong, before they are asked."""
    seat = state.seat
    chain = _place(rules, state, seat, "added", tile)
    event = KongMade(seat, "added", rules.kinds[tile], None, chain)
    return state._replace(
        phase=ROB,
        tile=tile,
        chain=chain,
        kongs=(*state.kongs, KongRecord(seat, "added", tile, None, chain)),
        events=(*state.events, event),
    )


def make_kong(
    rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int, earns: bool = True
) -> State:
    """A kong nobody can rob."""
    giver = state.seat if kind == "direct" else None
    chain = _place(rules, state, seat, kind, tile)
    event = KongMade(seat, kind, rules.kinds[tile], giver, chain)
    old = state.old_fours
    if kind == "concealed" and not is_fresh(state, kind, tile):
        old += 1
    state = state._replace(
        chain=chain,
        old_fours=old,
        river=state.river if giver is None else with_tile(state.river, tile, -1),
        kongs=(*state.kongs, KongRecord(seat, kind, tile, giver, chain)),
        events=(*state.events, event),
    )
    return complete_kong(rules, state, seat, kind, tile, earns)


def _place(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> int:
    """Which kong of its chain a kong is that is about to be made."""
    continues = rules.play.may_chain
    if state.chain and continues is not None:
        asked = chain_asked(kind, is_fresh(state, kind, tile), seat in state.revealed)
        if not continues(asked, rules.options)[0]:
            return 1
    return state.chain + 1


def complete_kong(
    rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int, earns: bool = True
) -> State:
    """Lay the tiles out, pay if that is to be, and draw the replacement.

    Where the variant lets the last tile be konged, there is none, and nobody has won.
    """
    counts, tail = after_kong(state.counts[seat], state.melds[seat], kind, tile)
    record = state.kongs[-1]
    earns = earns and _earns(rules, state, seat)
    paid = kong_money(rules, state, record) if earns else NOTHING
    state = state._replace(
        phase=TURN,
        seat=seat,
        tile=NONE,
        counts=put(state.counts, seat, counts),
        melds=put(state.melds, seat, tail),
        waits=put(state.waits, seat, rules.waits(counts + tail)),
        kongs=(*state.kongs[:-1], record._replace(paid=paid.transfers)),
        offers=(),
        answers=(),
    )
    state = post(state, paid)
    return _draw_replacement(rules, state) if state.left else finish_drawn(rules, state)


def _earns(rules: RoundRules, state: State, seat: int) -> bool:
    """Whether no foul has cost a player the money of kongs."""
    return not any(
        fouler == seat and rules.flow.fouls.get(kind, Foul()).kong_money == "void"
        for fouler, kind in state.fouls
    )


def post(state: State, paid: Payment) -> State:
    """The state after payments."""
    if not paid.transfers:
        return state
    return state._replace(
        ledger=state.ledger.post(*paid.transfers), events=state.events + paid.events
    )


def _draw_replacement(rules: RoundRules, state: State) -> State:
    seat = state.seat
    front, back = state.front, state.back
    if rules.flow.tail:
        back -= 1
        tile = state.setup.wall[back]
    else:
        tile = state.setup.wall[front]
        front += 1
    return state._replace(
        front=front,
        back=back,
        drawn=tile,
        counts=put(state.counts, seat, with_tile(state.counts[seat], tile, 1)),
        passed=put(state.passed, seat, NONE),
        events=(*state.events, rules.replacements[seat][tile]),
    )
