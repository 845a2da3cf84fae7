"""One step of a round: from a state and an action to the next state that waits for a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..situations import Foul
from .actions import PUNG, Discard, Give, Kong, Pass, Pung, Reveal, Win
from .errors import IllegalActionError
from .events import Fouled
from .exchange import give
from .finish import finish_drawn, finish_won
from .legal import (
    legal_actions,
    not_on_turn,
    offers,
    refuse_claim,
    refuse_discard,
    refuse_kong,
    refuse_win,
    takers,
)
from .money import undone
from .moves import (
    complete_kong,
    declare_added,
    discarded,
    make_kong,
    next_turn,
    post,
    reveal_hand,
    take_pung,
)
from .state import EXCHANGE, NONE, OVER, ROB, TURN, missed, put, spared, with_tile
from .wins import on_tile, self_draw

if TYPE_CHECKING:
    from ..situations import Claim
    from .actions import Action
    from .rules import RoundRules
    from .state import State

_CLAIMS: Final = {Win: "win", Kong: "kong", Pung: "pung", Reveal: "", Pass: ""}


def apply_action(rules: RoundRules, state: State, seat: int, action: Action) -> State:
    """The state after a seat's decision.

    Raises:
        IllegalActionError: with the row that forbids it, if a row does.
    """
    if state.phase is not TURN:
        return _answer(rules, state, seat, action)
    if seat != state.seat:
        raise not_on_turn(state, seat, action)
    match action:
        case Discard():
            return _discard(rules, state, action)
        case Kong():
            if refused := refuse_kong(rules, state, action):
                raise refused
            tile = rules.position[action.tile]
            if action.kind == "added":
                return _ask(rules, declare_added(rules, state, tile))
            return make_kong(rules, state, seat, action.kind, tile)
        case Win():
            winning = self_draw(rules, state)
            if refused := refuse_win(rules, state, winning):
                raise refused
            assert winning is not None
            return finish_won(rules, state, (winning,))
        case Pung() | Reveal() | Pass() | Give():
            raise IllegalActionError("KWX3612", {"action": type(action).__name__.lower()})
        case _:  # a bot may return anything
            raise IllegalActionError("KWX3612", {"action": type(action).__name__})


def _discard(rules: RoundRules, state: State, action: Discard) -> State:
    """The common way of a round, and therefore quick when nobody wants the tile."""
    seat = state.seat
    tile = rules.place(action.tile)
    if refused := refuse_discard(rules, state, action, tile):
        raise refused
    if action.reveal or state.front == state.back or takers(rules, state, tile):
        return _ask(rules, discarded(rules, state, action))
    counts, waiting = [*state.counts], state.waits
    counts[seat], waits = rules.without(counts[seat], state.melds[seat], tile)
    if waits is not waiting[seat]:
        waiting = put(waiting, seat, waits)
    river = with_tile(state.river, tile, 1)
    return next_turn(rules, state, counts, waiting, river, (rules.discarded[seat][tile],))


# --- answers to a tile ---------------------------------------------------------------------------


def _ask(rules: RoundRules, state: State) -> State:
    """Wait for those who can answer; if nobody can, the round goes on."""
    found = offers(rules, state)
    if found:
        return state._replace(offers=found)
    return _unclaimed(rules, state)


def _answer(rules: RoundRules, state: State, seat: int, action: Action) -> State:
    """One player's answer; nothing happens before all have answered."""
    if state.phase is OVER:
        raise IllegalActionError("KWX3602", {})
    if state.phase is EXCHANGE:
        return give(rules, state, seat, action)
    answers = dict(state.answers)
    if seat in [*answers]:  # which need not be a seat at all
        raise IllegalActionError("KWX3601", {"seat": seat})
    actions = legal_actions(rules, state, seat)
    if action not in actions:
        raise refuse_claim(rules, state, seat, action)
    answers[seat] = actions[actions.index(action)]
    if len(answers) < len(state.offers):
        return state._replace(answers=tuple(answers.items()))
    return _resolve(rules, state, answers)


def _resolve(rules: RoundRules, state: State, answers: dict[int, Action]) -> State:
    """All have answered: the claim that goes first is taken, in the order of turns."""
    claims: dict[str, list[int]] = {}
    for seat, _, _ in state.offers:
        claims.setdefault(_CLAIMS[type(answers[seat])], []).append(seat)
    for claim in rules.flow.precedence:
        if claim in claims:
            return _taken(rules, state, answers, claim, claims[claim])
    return _unclaimed(rules, _passes(rules, state, answers))


def _taken(
    rules: RoundRules, state: State, answers: dict[int, Action], claim: Claim, seats: list[int]
) -> State:
    """These seats, in the order of turns, claim the tile for what goes first."""
    if claim == "win":
        return _win(rules, state, seats)
    state = _passes(rules, state, answers)
    if claim == "kong":
        return make_kong(rules, state, seats[0], "direct", state.tile)
    return take_pung(rules, state, seats[0])


def _win(rules: RoundRules, state: State, winners: list[int]) -> State:
    if rules.flow.winners == "one":
        winners = winners[:1]
    winnings = [on_tile(rules, state, seat) for seat in winners]
    return finish_won(rules, state, tuple([one for one in winnings if one is not None]))


def _passes(rules: RoundRules, state: State, answers: dict[int, Action]) -> State:
    """Write down who passed, what wins were passed, and who revealed instead of claiming."""
    events = state.events
    reveals: list[tuple[int, Reveal]] = []
    for seat, actions, value in state.offers:
        answer = answers[seat]
        if value != NONE and not isinstance(answer, Win):
            state = missed(state, seat, value)
        if rules.keeps_pungs and PUNG in actions and not isinstance(answer, Pung):
            state = spared(state, seat)
        if isinstance(answer, Pass):
            events = (*events, rules.passed[seat])
        elif isinstance(answer, Reveal):
            reveals.append((seat, answer))
    if events is not state.events:
        state = state._replace(events=events)
    for seat, reveal in reveals:
        state = reveal_hand(rules, state, seat, reveal.kongs)
    return state


def _unclaimed(rules: RoundRules, state: State) -> State:
    """Nobody has taken the tile."""
    if state.phase is ROB:
        return complete_kong(rules, state, state.seat, "added", state.tile)
    if not state.left:
        return finish_drawn(rules, state)
    return next_turn(rules, state, list(state.counts), state.waits, state.river, ())


# --- fouls ---------------------------------------------------------------------------------------


def apply_foul(rules: RoundRules, state: State, seat: int, kind: str) -> State:
    """The state after a foul at the table, with what follows from it under this variant.

    Raises:
        IllegalActionError: if the round is over or the seat does not play.
    """
    if state.phase is OVER:
        raise IllegalActionError("KWX3602", {})
    if seat not in state.setup.playing:
        raise IllegalActionError("KWX3631", {"seat": seat})
    money = rules.flow.fouls.get(kind, Foul()).kong_money
    state = state._replace(
        fouls=(*state.fouls, (seat, kind)), events=(*state.events, Fouled(seat, kind))
    )
    if money != "kept":
        paid = undone(state, seat, f"fouls.{kind}", money == "last_void")
        state = post(_unpaid(state, seat, money == "last_void"), paid)
    return _asked_again(rules, state, seat) if state.offers else state


def _unpaid(state: State, seat: int, last_only: bool) -> State:
    """The kongs of a player without the money that has been paid back."""
    made = [at for at, one in enumerate(state.kongs) if one.seat == seat and one.paid]
    kongs = state.kongs
    for at in made[-1:] if last_only else made:
        kongs = put(kongs, at, kongs[at]._replace(paid=()))
    return state._replace(kongs=kongs)


def _asked_again(rules: RoundRules, state: State, fouler: int) -> State:
    """What a foul in between leaves of the offers; those who have answered keep theirs.

    What the one who fouls has answered is void: nobody has seen it, and it may be barred now.
    """
    state = state._replace(answers=tuple([one for one in state.answers if one[0] != fouler]))
    answered = [seat for seat, _ in state.answers]
    kept = {one.seat: one for one in state.offers if one.seat in answered}
    kept |= {one.seat: one for one in offers(rules, state) if one.seat not in answered}
    order = [seat for seat in state.setup.after[state.seat] if seat in kept]
    state = state._replace(offers=tuple([kept[seat] for seat in order]))
    answers = dict(state.answers)
    return _resolve(rules, state, answers) if len(answers) == len(state.offers) else state
