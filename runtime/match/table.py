"""A round while it is played quickly: lists that change in place, and states when there must be."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..round.actions import PASS, PUNG, WIN, Discard, Kong, Pass, Pung
from ..round.apply import apply_action
from ..round.decisions import KongFacts
from ..round.events import Punged
from ..round.finish import finish_drawn
from ..round.kongs import NO_EFFECT, kongs_of
from ..round.legal import legal_actions, refuse_self_draw, reveals
from ..round.sight import Sight, lying_open
from ..round.state import CLAIM, NONE, TURN, Offer, State, more_let_go, put, with_tile
from .offered import Offered
from .seat import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.bot import Bot
    from ..round.actions import Action
    from ..round.events import Event
    from ..round.rules import RoundRules
    from ..round.sight import Open
    from ..round.state import Phase, Setup

_PAIR: Final = 2
_PUNG: Final = (PUNG,)
_MORE: Final = (WIN,)


class Table:
    """A round while it is played.

    Its attributes are those of a state, and those of its seats. `_take` spreads out a state, which
    the step before has made; from then on turns change seats and attributes in place, and leave
    `state` behind. `_state` puts a new one together for what needs one: that is when it is `fresh`,
    until a turn changes something. Of `state` itself only what turns never change is read while it
    is not: `fouls`, `passes`. What lies open of hands follows from the seats, and is not kept.
    """

    def __init__(self, rules: RoundRules) -> None:
        """Set up the seats, of which all may be taken again for another round."""
        self.rules = rules
        self.kinds = rules.kinds
        self.anytime = rules.flow.reveal_anytime
        self.seats = tuple([Seat(rules, number) for number in range(rules.players)])

    def sit(self, setup: Setup, bots: Sequence[Bot], seeds: Sequence[int]) -> None:
        """Start a round; the tiles come with a state."""
        self.wall = setup.wall
        self.closed = setup.closed
        for seat, others, bot, seed in zip(self.seats, setup.after, bots, seeds, strict=True):
            seat.sit(bot, seed)
            seat.others = tuple([self.seats[other] for other in others])

    # --- between a state and its parts ---

    def _take(self, state: State) -> None:
        """Spread out a state in which somebody's turn has come."""
        self.state = state
        self.fresh = True
        self.turn = self.seats[state.seat]
        self.drawn, self.chain, self.old_fours = state.drawn, state.chain, state.old_fours
        self.front, self.back = state.front, state.back
        parts = zip(self.seats, state.counts, state.melds, state.waits, state.passed, strict=True)
        for seat, counts, melds, waits, passed in parts:
            seat.take(counts, melds, waits, passed)
        self.river = bytearray(state.river)
        self.events: list[Event] = list(state.events)
        self.melds = state.melds
        self.let_go = state.let_go
        self.revealed = tuple([self.seats[one] for one in state.revealed])
        for seat in self.revealed:
            seat.revealed, seat.far = True, 0

    def _state(
        self, phase: Phase = TURN, tile: int = NONE, offers: tuple[Offer, ...] = ()
    ) -> State:
        """The state as it is now."""
        if not self.fresh:
            parts = [(bytes(one.held), one.waits, one.passed) for one in self.seats]
            counts, waits, passed = zip(*parts, strict=True)
            (
                setup, _, back, _, _, _, _, _, _, _, _, _, _, _, revealed, announced, kongs, fouls,
                _, answers, ledger, _, winners, giver, next_dealer, passes, _,
            ) = self.state  # fmt: skip
            self.state = State._make(
                (
                    setup, self.front, back, phase, self.turn.number, self.drawn, tile, self.chain,
                    self.old_fours, counts, self.melds, waits, passed, bytes(self.river), revealed,
                    announced, kongs, fouls, offers, answers, ledger, tuple(self.events), winners,
                    giver, next_dealer, passes, self.let_go,
                )
            )  # fmt: skip
            self.fresh = True
        return self.state

    def _apply(self, action: Action) -> State:
        """Do something out of the ordinary."""
        return apply_action(self.rules, self._state(), self.turn.number, action)

    def _sight(self, seat: Seat, phase: Phase, tile: int) -> Sight:
        """What a seat sees now."""
        fields = (
            seat.number,
            phase,
            self.turn.number,
            bytes(seat.held),
            seat.waits,
            self.drawn if seat is self.turn else NONE,
            tile,
            self.chain,
            self.melds,
            bytes(self.river),
            tuple([self._open(seat) for seat in self.revealed]) if self.revealed else (),
            self.back - self.front,
        )
        return tuple.__new__(Sight, fields)  # what a named tuple does, in half the time

    def _open(self, seat: Seat) -> Open:
        """What lies open of a hand."""
        drawn = self.drawn if seat is self.turn else NONE
        return lying_open(seat.number, bytes(seat.held), drawn, seat.waits, closed=self.closed)

    # --- turns ---

    def turns(self, state: State) -> State:
        """Play from a turn on until something out of the ordinary has been done."""
        self._take(state)
        while True:
            action = self._blindly() if self.turn.blind else None
            seat = self.turn
            if action is None:
                action = self._choice(seat)
            if type(action) is not Discard or action.reveal:
                return self._apply(action)
            tile = self.rules.place(action.tile)
            plain = self.rules.discards[tile]
            if tile == NONE or not seat.held[tile] or (action is not plain and action != plain):
                return self._apply(action)  # says why not
            after = self._throw(seat, tile)
            if after is not None:
                return after

    def _blindly(self) -> Action | None:
        """Play on by chance as long as all there is to do is draw, throw away and take a pung.

        Who is far from complete has at least two kinds to choose from.

        Returns:
            A kong, or the discard of a tile that may be wanted; None if there is more to choose
            from.
        """
        seat, front, drawn, moved = self.turn, self.front, self.drawn, False
        last = front if self.anytime else self.back
        wall, river, events = self.wall, self.river, self.events
        action: Action | None = None
        while seat.blind and (seat.far or seat.look()):
            places = seat.places
            if seat.konging and seat.may_kong():
                if moved:
                    self._turn_of(seat, front, drawn)
                if self.state.fouls:
                    return None
                kongs = self._kongs(seat)
                at = (seat.chance() * (len(kongs) + len(places)) >> 64) - len(kongs)
                if at < 0:
                    return kongs[at]
                tile = places[at]
            else:
                tile = places[(seat.chances or seat.more()).pop() * len(places) >> 64]
            claimant = (
                self._claimant(seat, tile, last - front) if self._is_wanted(seat, tile) else None
            )
            if front == last or claimant is seat:
                action = self.rules.discards[tile]
                break
            seat.go(tile)
            seat.far -= 1
            events.append(seat.throws[tile])
            moved = True
            if claimant is not None:
                if not claimant.chance() >> 63:
                    self._pung(claimant, tile, seat)
                    seat, drawn = claimant, NONE
                    continue
                events.append(self.rules.passed[claimant.number])
            river[tile] += 1
            seat = seat.others[0]
            drawn = wall[front]
            front += 1
            seat.come(drawn)
            seat.passed = NONE
            events.append(seat.draws[drawn])
        if moved:
            self._turn_of(seat, front, drawn)
        return action

    def _turn_of(self, seat: Seat, front: int, drawn: int) -> None:
        """It is the turn of a player who has drawn a tile or taken a pung."""
        self.turn, self.front, self.drawn = seat, front, drawn
        self.chain = self.old_fours = 0
        self.fresh = False

    def _is_wanted(self, seat: Seat, tile: int) -> bool:
        """Whether another player may be able to claim a tile."""
        for other in seat.others:
            if other.held[tile] >= _PAIR or (other.waits and self.kinds[tile] in other.waits):
                return True
        return False

    def _claimant(self, seat: Seat, tile: int, left: int) -> Seat | None:
        """Who may take a tile for a pung, by chance, if nothing else can become of it.

        Returns:
            The seat that throws it away if more may become of it; None if nothing can.
        """
        claimant = None
        for other in seat.others:
            if self.kinds[tile] in other.waits:
                return seat
            if other.held[tile] >= _PAIR:
                if claimant or other.held[tile] > _PAIR or not other.blind:
                    return seat
                claimant = other
        if claimant is None or self.rules.keeps_pungs:
            return seat
        return claimant if self.rules.decisions.pung[claimant.revealed, left, False][0] else None

    def _choice(self, seat: Seat) -> Action:
        """What a player does who has more to choose from than what to throw away by chance."""
        drawn, rules = self.drawn, self.rules
        first: tuple[Action, ...] = ()
        if (
            drawn != NONE
            and self.kinds[drawn] in seat.waits
            and refuse_self_draw(rules, self._state()) is None
        ):
            first = (WIN,)
        if seat.konging and seat.may_kong():
            if seat.waits or seat.revealed or self.state.fouls:
                return self._rare_choice(seat)
            first = self._kongs(seat)
        if seat.revealed:
            return self._rare_choice(seat) if first or drawn == NONE else rules.discards[drawn]
        if not seat.blind and len(seat.places) > 1:
            return self._chosen(seat, Offered(seat, first, self._reveals))
        actions = first + seat.discards() + self._reveals(seat)
        return self._chosen(seat, actions) if len(actions) > 1 else actions[0]

    def _kongs(self, seat: Seat) -> tuple[Action, ...]:
        """The kongs a player may make who waits for nothing."""
        found: tuple[Action, ...] = ()
        drew, old, left = self.drawn != NONE, self.old_fours, self.back - self.front
        for kong in kongs_of(self.rules, seat.held, seat.melds):
            fresh = drew and self.kinds[self.drawn] == kong.tile
            awaited = self._awaited(seat, kong.tile)
            asked = KongFacts(kong.kind, fresh, NO_EFFECT, False, False, drew, old, left, awaited)
            if self.rules.decisions.kong[asked][0]:
                found += (kong,)
        return found

    def _awaited(self, seat: Seat, kind: int) -> bool:
        """Whether another player who has revealed waits for a tile."""
        return any(kind in one.waits for one in self.revealed if one is not seat)

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
        if seat.far or (not seat.blind and seat.look()):  # who plays blindly has just looked
            return ()
        return reveals(self.rules, bytes(seat.held), seat.melds, self.back - self.front)

    # --- discards and what becomes of them ---

    def _throw(self, seat: Seat, tile: int) -> State | None:
        """Throw a tile away; the state if more than one claim may come of it, or a kong does."""
        if self.anytime or (seat.revealed and self.drawn == NONE):
            return self._apply(self.rules.discards[tile])  # others see new waits as they decide
        claimant = None
        claims: tuple[Action, ...] = ()
        for other in seat.others:
            if other.held[tile] >= _PAIR or (other.waits and self.kinds[tile] in other.waits):
                found = self._claims(other, tile)
                if found is _MORE or (found and claims):
                    return self._apply(self.rules.discards[tile])
                if found:
                    claimant, claims = other, found
        seat.go(tile)
        if seat.far:  # if who thinks has not looked, the waits cost no more than a look
            seat.far -= 1
        elif tile != self.drawn:
            seat.waits = self.rules.waits(bytes(seat.held) + seat.melds)
        self.river[tile] += 1
        self.events.append(seat.throws[tile])
        self.fresh = False
        if claimant is not None:
            return self._answer(claimant, tile, claims)
        if self.front == self.back:
            return finish_drawn(self.rules, self._asked(tile, ()))
        self._draw(seat.others[0])
        return None

    def _claims(self, seat: Seat, tile: int) -> tuple[Action, ...]:
        """What a player may answer to a discard; `_MORE` if that is for others to say."""
        held, revealed, left = seat.held[tile], seat.revealed, self.back - self.front
        if self.kinds[tile] in seat.waits and self._may_win(seat, tile):
            return _MORE
        if held < _PAIR:
            return ()
        claims: tuple[Action, ...] = ()
        if held > _PAIR:
            if seat.waits or revealed or self.state.fouls:
                return _MORE
            awaited = self._awaited(seat, self.kinds[tile])
            asked = KongFacts("direct", True, NO_EFFECT, False, False, False, 0, left, awaited)
            if self.rules.decisions.kong[asked][0]:
                claims = (Kong("direct", self.kinds[tile]),)
        spared = seat.passed != NONE and (seat.number, tile, "pung") in self.let_go
        if self.rules.decisions.pung[revealed, left, spared][0]:
            claims += _PUNG
        return (*claims, PASS) if claims else ()

    def _may_win(self, seat: Seat, tile: int) -> bool:
        """Whether a player may win with a discard that completes the hand; yes, if in doubt."""
        if self.chain or self.state.passes or self.front == self.back:
            return True
        packed = with_tile(bytes(seat.held), tile, 1) + bytes([tile]) + seat.melds[1:]
        verdicts = self.rules.evaluator.verdicts(
            "discard", revealed=seat.revealed, payer_revealed=self.turn.revealed
        )
        return verdicts[self.rules.evaluator.key(packed)].may_win

    def _answer(self, seat: Seat, tile: int, claims: tuple[Action, ...]) -> State | None:
        """Ask who may claim a tile; the state if it is claimed for a kong, or was the last one."""
        chance = seat.chance()
        if seat.blind:
            action = claims[chance * len(claims) >> 64]
        else:
            self.drawn = NONE
            action = seat.bot.choose(self._sight(seat, CLAIM, tile), claims, chance)
        if type(action) is Pass and self.front < self.back:
            self.events.append(self.rules.passed[seat.number])
            if self.rules.keeps_pungs and claims[-2] is PUNG:
                self.let_go = more_let_go(self.let_go, seat.passed, (seat.number, tile, "pung"))
                seat.passed = max(seat.passed, 0)
            self._draw(self.turn.others[0])
            return None
        if type(action) is not Pung or claims[-2] is not PUNG:
            state = self._asked(tile, (Offer(seat.number, claims, NONE),))
            return apply_action(self.rules, state, seat.number, action)
        self._pung(seat, tile, self.turn)
        self.river[tile] -= 1
        self._turn_of(seat, self.front, NONE)
        return None

    def _pung(self, seat: Seat, tile: int, giver: Seat) -> None:
        """A tile that has been thrown away is taken for a pung."""
        self.events.append(_punged(seat.number, self.kinds[tile], giver.number))
        seat.lay(tile)
        self.melds = put(self.melds, seat.number, seat.melds)

    def _asked(self, tile: int, offers: tuple[Offer, ...]) -> State:
        """The state in which a tile has been thrown that may be claimed."""
        self.drawn, self.old_fours, self.fresh = NONE, 0, False
        return self._state(CLAIM, tile, offers)

    def _draw(self, seat: Seat) -> None:
        """The next player draws."""
        tile = self.wall[self.front]
        seat.come(tile)
        seat.passed = NONE
        self.events.append(seat.draws[tile])
        self._turn_of(seat, self.front + 1, tile)


@lru_cache(maxsize=1024)
def _punged(seat: int, kind: int, giver: int) -> Punged:
    """An event that is used again and again."""
    return Punged(seat, kind, giver)
