"""A round while it is played quickly: lists that change in place, and states when there must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..round.actions import PASS, PUNG, WIN, Discard, Kong
from ..round.apply import apply_action
from ..round.decisions import KongFacts
from ..round.events import Passed, Punged
from ..round.kongs import NO_EFFECT, kongs_of
from ..round.legal import (
    deciding,
    legal_actions,
    may_reveal_now,
    refuse_self_draw,
    reveals_with,
)
from ..round.sight import Sight, open_hands, sight_of
from ..round.state import CLAIM, NONE, TURN, Offer, with_tile
from .cells import FOURS, REVEALED
from .offered import Offered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..round.actions import Action
    from ..round.events import Event
    from ..round.rules import RoundRules
    from ..round.state import Phase, Setup, State
    from .cells import Cells
    from .seat import Seat

_PAIR = 2


class Table:
    """A round while it is played.

    Its attributes are those of a state. `state` itself is the last one that was put together; it is
    up to date if nothing has happened since, which is when it is `fresh`.
    """

    def __init__(
        self, rules: RoundRules, cells: Cells, seats: Sequence[Seat], setup: Setup
    ) -> None:
        """Sit down; the tiles come with a state."""
        self.rules = rules
        self.cells = cells
        self.kinds = rules.kinds
        self.position = rules.position
        self.seats = seats
        self.wall = setup.wall
        self.anytime = rules.flow.reveal_anytime
        for seat, others in zip(seats, setup.after, strict=True):
            seat.others = tuple([seats[other] for other in others])

    # --- any decision ---

    def decide(self, state: State) -> State:
        """Let somebody decide, whatever it is about."""
        rules, number = self.rules, deciding(state)[0]
        actions = legal_actions(rules, state, number)
        action = actions[0]
        if len(actions) > 1:
            seat = self.seats[number]
            action = seat.bot.choose(sight_of(state, number), actions, seat.chance())
        return apply_action(rules, state, number, action)

    # --- between a state and its parts ---

    def _take(self, state: State) -> None:
        """Spread out a state in which somebody's turn has come."""
        self.state = state
        self.fresh = True
        self.turn = self.seats[state.seat]
        self.drawn, self.chain, self.old_fours = state.drawn, state.chain, state.old_fours
        self.front, self.back = state.front, state.back
        for seat in self.seats:
            seat.take(state)
        self.melds = state.melds
        self.river = bytearray(state.river)
        self.events: list[Event] = list(state.events)
        self.open = open_hands(state)

    def _state(self) -> State:
        """The state as it is now."""
        if not self.fresh:
            seats = self.seats
            self.state = self.state._replace(
                front=self.front,
                seat=self.turn.number,
                drawn=self.drawn,
                chain=self.chain,
                old_fours=self.old_fours,
                counts=tuple([seat.counts for seat in seats]),
                melds=self.melds,
                waits=tuple([seat.waits for seat in seats]),
                passed=tuple([seat.passed for seat in seats]),
                river=bytes(self.river),
                events=tuple(self.events),
            )
            self.fresh = True
        return self.state

    def _apply(self, action: Action) -> State:
        """Do something out of the ordinary."""
        return apply_action(self.rules, self._state(), self.turn.number, action)

    def _sight(self, seat: Seat, phase: Phase, tile: int) -> Sight:
        """What a seat sees now."""
        return Sight(
            seat.number,
            phase,
            self.turn.number,
            seat.counts,
            seat.waits,
            self.drawn if seat is self.turn else NONE,
            tile,
            self.chain,
            self.melds,
            bytes(self.river),
            self.open,
            self.left,
        )

    @property
    def left(self) -> int:
        """Tiles in the wall."""
        return self.back - self.front

    # --- turns ---

    def turns(self, state: State) -> State:
        """Play from a turn on until something out of the ordinary has been done."""
        self._take(state)
        plain_discards = self.cells.plain_discards
        while True:
            seat = self.turn
            plain = plain_discards[seat.facts]
            if plain < 0 or seat.adding or self.drawn in seat.pungs:
                plain = self._plain(seat, plain)
            if plain and seat.blind:
                after = self._throw(seat, seat.pick(plain), True)
            else:
                action = self._chosen(seat, seat.discards()) if plain else self._choice(seat)
                if type(action) is not Discard or action.reveal:
                    return self._apply(action)
                tile = self.position.get(action.tile, NONE)
                if tile == NONE or not seat.held[tile]:
                    return self._apply(action)  # says why not
                after = self._throw(seat, tile, plain > 0)
            if after is not None:
                return after

    def _plain(self, seat: Seat, plain: int) -> int:
        """How many discards a player has to choose from, if there is nothing else; else 0."""
        if plain < 0 and self.cells.may_reveal(seat.cells, seat.facts):
            return 0
        return 0 if seat.may_add() else abs(plain)

    def _choice(self, seat: Seat) -> Action:
        """What a player does who may have more to choose from than what to throw away."""
        drawn, facts, rules = self.drawn, seat.facts, self.rules
        actions: tuple[Action, ...] = ()
        if (
            drawn != NONE
            and self.kinds[drawn] in seat.waits
            and refuse_self_draw(rules, self._state()) is None
        ):
            actions = (WIN,)
        if facts % REVEALED >= FOURS or (seat.pungs and seat.may_add()):
            if seat.waits or facts >= REVEALED or self.state.fouls:
                return self._rare_choice(seat)
            actions = self._kongs(seat)
        if facts >= REVEALED:
            return self._rare_choice(seat) if actions or drawn == NONE else rules.discards[drawn]
        actions += seat.discards()
        if self.cells.may_reveal(seat.cells, facts):
            if not seat.blind and len(actions) > 1:
                return self._chosen(seat, Offered(actions, lambda: self._reveals(seat)))
            actions += self._reveals(seat)
        return self._chosen(seat, actions) if len(actions) > 1 else actions[0]

    def _kongs(self, seat: Seat) -> tuple[Action, ...]:
        """The kongs a player may make who waits for nothing."""
        found: tuple[Action, ...] = ()
        drew = self.drawn != NONE
        for kong in kongs_of(self.rules, seat.held, seat.melds):
            fresh = drew and self.kinds[self.drawn] == kong.tile
            old, left, awaited = self.old_fours, self.left, self._awaited(seat, kong.tile)
            asked = KongFacts(kong.kind, fresh, NO_EFFECT, False, False, drew, old, left, awaited)
            if self.rules.decisions.kong[asked][0]:
                found += (kong,)
        return found

    def _awaited(self, seat: Seat, kind: int) -> bool:
        """Whether another player who has revealed waits for a tile."""
        return any(kind in one.waits for one in self.open if one.seat != seat.number)

    def _rare_choice(self, seat: Seat) -> Action:
        """What a player does whose choices are asked for in full."""
        actions = legal_actions(self.rules, self._state(), seat.number)
        action = self._chosen(seat, actions) if len(actions) > 1 else actions[0]
        if action not in actions:
            self._apply(action)  # says why not
        return action

    def _chosen(self, seat: Seat, actions: Sequence[Action]) -> Action:
        """What a player chooses."""
        chance = seat.chance()
        if seat.blind:
            return actions[chance * len(actions) >> 64]
        return seat.bot.choose(self._sight(seat, TURN, NONE), actions, chance)

    def _reveals(self, seat: Seat) -> tuple[Action, ...]:
        """The reveals a player may make."""
        if not may_reveal_now(self.rules, self.left):
            return ()
        counts, melds = seat.counts, seat.melds
        near = self.cells.near_discards(seat.cells, seat.facts)
        ready = [at for at in near if self.rules.waits(with_tile(counts, at, -1) + melds)]
        return tuple(reveals_with(self.rules, counts, melds, tuple(ready)))

    # --- discards and what becomes of them ---

    def _throw(self, seat: Seat, tile: int, plain: bool) -> State | None:
        """Throw a tile away; the state if more than one claim may come of it, or a kong does.

        Args:
            seat: who throws it.
            tile: what is thrown.
            plain: whether the hand cannot wait without it.
        """
        if self.front == self.back or self.anytime:
            return self._apply(self.rules.discards[tile])
        claimant, kind = None, self.kinds[tile]
        claims: tuple[Action, ...] = ()
        for other in seat.others:
            if other.held[tile] >= _PAIR or kind in other.waits:
                found = self._claims(other, tile, kind)
                if WIN in found or (found and claims):
                    return self._apply(self.rules.discards[tile])
                if found:
                    claimant, claims = other, found
        seat.go(tile)
        if not plain:
            seat.waits = self._waits(seat) if self.cells.may_wait[seat.facts] else ()
        self.river[tile] += 1
        self.events.append(seat.throws[tile])
        self.fresh = False
        if claimant is not None:
            return self._answer(claimant, tile, claims)
        self._draw(seat.others[0])
        return None

    def _claims(self, seat: Seat, tile: int, kind: int) -> tuple[Action, ...]:
        """What a player may answer to a discard; a win if there is more to it."""
        held, revealed = seat.held[tile], seat.facts >= REVEALED
        if kind in seat.waits and self._may_win(seat, tile):
            return (WIN,)
        claims: tuple[Action, ...] = ()
        if held > _PAIR:
            if seat.waits or revealed or self.state.fouls:
                return (WIN,)
            awaited = self._awaited(seat, kind)
            asked = KongFacts("direct", True, NO_EFFECT, False, False, False, 0, self.left, awaited)
            if self.rules.decisions.kong[asked][0]:
                claims = (Kong("direct", kind),)
        if held >= _PAIR and self.rules.decisions.pung[revealed, self.left][0]:
            claims += (PUNG,)
        return (*claims, PASS) if claims else ()

    def _waits(self, seat: Seat) -> tuple[int, ...]:
        """What a hand waits for."""
        return self.rules.waiting.waits_of(seat.value(), seat.counts + seat.melds)

    def _may_win(self, seat: Seat, tile: int) -> bool:
        """Whether a player may win with a discard that completes the hand; yes, if in doubt."""
        if self.chain or self.state.passes:
            return True
        packed = with_tile(seat.counts, tile, 1) + bytes([tile]) + seat.melds[1:]
        verdicts = self.rules.evaluator.verdicts(
            "discard", revealed=seat.facts >= REVEALED, payer_revealed=self.turn.facts >= REVEALED
        )
        return verdicts[self.rules.evaluator.key(packed)].may_win

    def _answer(self, seat: Seat, tile: int, claims: tuple[Action, ...]) -> State | None:
        """Ask who may claim a tile; the state if it is claimed for a kong."""
        self.drawn, self.old_fours = NONE, 0
        chance = seat.chance()
        if seat.blind:
            action = claims[chance * len(claims) >> 64]
        else:
            action = seat.bot.choose(self._sight(seat, CLAIM, tile), claims, chance)
        if action == PASS:
            self.events.append(Passed(seat.number))
            self._draw(self.turn.others[0])
            return None
        if action != PUNG or PUNG not in claims:
            offers = (Offer(seat.number, claims, NONE),)
            state = self._state()._replace(phase=CLAIM, tile=tile, offers=offers)
            return apply_action(self.rules, state, seat.number, action)
        self.events.append(Punged(seat.number, self.kinds[tile], self.turn.number))
        seat.lay(tile)
        self.melds = tuple([one.melds for one in self.seats])
        self.river[tile] -= 1
        self.turn, self.chain = seat, 0
        return None

    def _draw(self, seat: Seat) -> None:
        """The next player draws."""
        self.turn = seat
        self.drawn = tile = self.wall[self.front]
        self.front += 1
        self.chain = self.old_fours = 0
        seat.come(tile)
        seat.passed = NONE
        self.events.append(seat.draws[tile])
