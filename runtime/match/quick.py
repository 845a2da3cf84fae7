"""Rounds played by bots, as `play_out` plays them, in a fraction of the time.

Most of a round is alike: a tile is drawn, one is thrown away, nobody wants it or somebody may have
it for a pung. That changes a few lists in place here. As soon as anything else is possible, the
state of the round is put together and the rules of `round` take over; so the outcome is the same
state, event by event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from ..bots.by_chance import ByChance
from ..memo import Memo
from ..round.actions import PASS, PUNG, Discard
from ..round.apply import apply_action
from ..round.events import Passed, Punged
from ..round.game import Round
from ..round.legal import deciding, legal_actions, may_reveal_now, reveals_with
from ..round.sight import Sight, open_hands, sight_of
from ..round.state import EXPOSED, NONE, Phase, State, laid, put
from ..round.wall import GAMMA, mix
from ..situations import PungAsked
from ..waits import is_near, may_wait
from .cells import cells_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..bots.bot import Bot
    from ..round.actions import Action
    from ..round.events import Event
    from ..round.rules import RoundRules
    from .cells import Cell
    from .match import Match

_MASK = (1 << 64) - 1
_PAIR = 2
_PUNG_OR_PASS = (PUNG, PASS)


class Quick:
    """Plays rounds of one variant; made once for all of them."""

    def __init__(self, rules: RoundRules) -> None:
        """Start with empty tables."""
        self.rules = rules
        self.cells = cells_of(rules.tiles)
        self.punged: Memo[tuple[bool, int], bool] = Memo(self._may_pung, 1 << 10)
        self.reveal: Memo[int, bool] = Memo(lambda left: may_reveal_now(rules, left), 1 << 10)

    def play_round(self, match: Match, bots: Sequence[Bot]) -> Round:
        """The next round of a match, played to its end; `bots` are those of the persons."""
        seeds = [match.person_seed(person) for person in match.chairs]
        return self.play_out(match.deal(), [bots[person] for person in match.chairs], seeds)

    def play_out(self, game: Round, bots: Sequence[Bot], seeds: Sequence[int]) -> Round:
        """A round played to its end by the bots of its seats; see `play.play_out`."""
        table = _Table(self, bots, seeds)
        state = game.state
        while state.phase is not Phase.OVER:
            state = table.turns(state) if state.phase is Phase.TURN else table.decide(state)
        return Round(game.rules, state)

    def _may_pung(self, asked: tuple[bool, int]) -> bool:
        return self.rules.play.may_pung(PungAsked(*asked), self.rules.options)[0]


class Offered(Sequence["Action"]):
    """Discards, and reveals that are looked for when somebody wants to see more."""

    __slots__ = ("_all", "_discards", "_reveals")

    def __init__(
        self, discards: tuple[Action, ...], reveals: Callable[[], tuple[Action, ...]]
    ) -> None:
        """Keep the discards; `reveals` is asked once, if at all."""
        self._discards = discards
        self._reveals = reveals
        self._all: tuple[Action, ...] | None = None

    def _whole(self) -> tuple[Action, ...]:
        if self._all is None:
            self._all = self._discards + self._reveals()
        return self._all

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        """One of the actions, or some."""
        if type(at) is int and 0 <= at < len(self._discards):
            return self._discards[at]
        return self._whole()[at]

    def __len__(self) -> int:
        """How many there are in all."""
        return len(self._whole())


class _Table:
    """A round while it is played; changed in place."""

    def __init__(self, quick: Quick, bots: Sequence[Bot], seeds: Sequence[int]) -> None:
        self.quick = quick
        self.rules = quick.rules
        self.cells = quick.cells
        self.kinds = quick.rules.kinds
        self.draws = quick.rules.draws
        self.discarded = quick.rules.discarded
        self.bots = bots
        self.seeds = seeds
        self.made = [0] * len(seeds)
        self.blind = [isinstance(bot, ByChance) for bot in bots]
        self.packed: list[bytes | None] = [None] * len(seeds)
        self.hands: list[list[Cell]] = [[] for _ in seeds]
        self.totals = [0] * len(seeds)

    # --- any decision ---

    def decide(self, state: State) -> State:
        """Let somebody decide, whatever it is about."""
        rules, seat = self.rules, deciding(state)[0]
        actions = legal_actions(rules, state, seat)
        action = actions[0]
        if len(actions) > 1:
            chance = self._chance(seat)
            action = self.bots[seat].choose(sight_of(state, seat), actions, chance)
        return apply_action(rules, state, seat, action)

    def _chance(self, seat: int) -> int:
        """The next number of a seat's seed, as `derive` gives it."""
        self.made[seat] = number = self.made[seat] + 1
        return mix(self.seeds[seat] + number * GAMMA & _MASK)

    # --- between a state and its parts ---

    def _take(self, state: State) -> None:
        """Spread out a state in which somebody's turn has come."""
        self.state = state
        self.fresh = True  # nothing has happened since
        self.seat, self.drawn, self.chain = state.seat, state.drawn, state.chain
        self.front, self.back = state.front, state.back
        for seat, counts in enumerate(state.counts):
            if self.packed[seat] is not counts:
                self.packed[seat] = counts
                self.hands[seat] = hand = self.cells.hand(counts)
                self.totals[seat] = sum([cell.value for cell in hand])
        self.melds = list(state.melds)
        self.waits = list(state.waits)
        self.passed = state.passed
        self.river = bytearray(state.river)
        self.events: list[Event] = list(state.events)
        self.open = open_hands(state)

    def _state(self) -> State:
        """The state as it is now."""
        if self.fresh:
            return self.state
        return self.state._replace(
            front=self.front,
            seat=self.seat,
            drawn=self.drawn,
            chain=0,
            old_fours=0,
            counts=tuple([self._counts(seat) for seat in range(len(self.hands))]),
            melds=tuple(self.melds),
            waits=tuple(self.waits),
            passed=self.passed,
            river=bytes(self.river),
            events=tuple(self.events),
        )

    def _counts(self, seat: int) -> bytes:
        """The concealed tiles of a seat."""
        counts = self.packed[seat]
        if counts is None:
            counts = self.packed[seat] = b"".join([cell.counts for cell in self.hands[seat]])
        return counts

    def _sight(self, seat: int, phase: Phase, tile: int) -> Sight:
        """What a seat sees now."""
        return Sight(
            seat,
            phase,
            self.seat,
            self._counts(seat),
            self.waits[seat],
            self.drawn if seat == self.seat else NONE,
            tile,
            self.chain,
            tuple(self.melds),
            bytes(self.river),
            self.open,
            self.back - self.front,
        )

    # --- turns ---

    def turns(self, state: State) -> State:
        """Play from a turn on until something out of the ordinary has been done."""
        self._take(state)
        while True:
            action = self._choice()
            if type(action) is not Discard or action.reveal or not self._throw(action.tile):
                return apply_action(self.rules, self._state(), self.seat, action)

    def _choice(self) -> Action:
        """What the player whose turn it is does."""
        seat, drawn, melds = self.seat, self.drawn, len(self.melds[self.seat]) > 1
        actions: tuple[Action, ...] = ()
        for cell in self.hands[seat]:
            if cell.full:
                return self._rare_choice()
            actions += cell.discards
        if (drawn != NONE and self.kinds[drawn] in self.waits[seat]) or (melds and self._may_add()):
            return self._rare_choice()
        if seat in self.state.revealed:
            return self._rare_choice() if drawn == NONE else self.rules.discards[drawn]
        if is_near(self.totals[seat], melds):
            if not self.blind[seat] and len(actions) > 1:
                return self._chosen(Offered(actions, self._reveals))
            actions += self._reveals()
        return self._chosen(actions) if len(actions) > 1 else actions[0]

    def _may_add(self) -> bool:
        """Whether the player holds a tile that makes a kong of a pung."""
        hand, block, rank = self.hands[self.seat], self.cells.block, self.cells.rank
        for byte in self.melds[self.seat][1:]:
            if byte < EXPOSED and hand[block[byte]].counts[rank[byte]]:
                return True
        return False

    def _rare_choice(self) -> Action:
        """What the player does, who may have more to choose from than what to throw away."""
        actions = legal_actions(self.rules, self._state(), self.seat)
        action = self._chosen(actions) if len(actions) > 1 else actions[0]
        if action not in actions:
            apply_action(self.rules, self._state(), self.seat, action)  # says why not
        return action

    def _chosen(self, actions: Sequence[Action]) -> Action:
        """What the player chooses."""
        seat = self.seat
        chance = self._chance(seat)
        if self.blind[seat]:
            return actions[chance * len(actions) >> 64]
        return self.bots[seat].choose(self._sight(seat, Phase.TURN, NONE), actions, chance)

    def _reveals(self) -> tuple[Action, ...]:
        """The reveals the player may make."""
        if not self.quick.reveal[self.left]:
            return ()
        counts, tail = self._counts(self.seat), self.melds[self.seat]
        ready = self.rules.waiting.ready_discards_of(self.totals[self.seat], counts + tail)
        return tuple(reveals_with(self.rules, counts, tail, ready))

    def _throw(self, kind: int) -> bool:
        """Throw a tile away, unless more than one pung may come of it or it cannot be done."""
        seat, hands = self.seat, self.hands
        tile = self.rules.position.get(kind, NONE)
        block, rank = self.cells.block[tile], self.cells.rank[tile]
        if tile == NONE or not hands[seat][block].counts[rank] or self.front == self.back:
            return False
        claimant = NONE
        for other in self.state.setup.after[seat]:
            held = hands[other][block].counts[rank]
            if held > _PAIR or kind in self.waits[other]:
                return False
            if held == _PAIR and self.quick.punged[other in self.state.revealed, self.left]:
                if claimant != NONE:
                    return False
                claimant = other
        if self.rules.flow.reveal_anytime:
            return False
        self._discard(seat, tile)
        if claimant == NONE or not self._punged(claimant, tile):
            self._draw()
        return True

    def _discard(self, seat: int, tile: int) -> None:
        """A tile is thrown away; `chain` stays until somebody draws or claims."""
        self._lose(seat, tile)
        tail, total = self.melds[seat], self.totals[seat]
        if may_wait(total, len(tail) > 1):
            self.waits[seat] = self.rules.waiting.waits_of(total, self._counts(seat) + tail)
        else:
            self.waits[seat] = ()
        self.river[tile] += 1
        self.events.append(self.discarded[seat][tile])

    @property
    def left(self) -> int:
        """Tiles in the wall."""
        return self.back - self.front

    def _punged(self, seat: int, tile: int) -> bool:
        """Ask who may have a tile for a pung, and give it to them if they want it."""
        self.drawn = NONE
        chance = self._chance(seat)
        if self.blind[seat]:
            action: Action = _PUNG_OR_PASS[chance * 2 >> 64]
        else:
            sight = self._sight(seat, Phase.CLAIM, tile)
            action = self.bots[seat].choose(sight, _PUNG_OR_PASS, chance)
        if action != PUNG:
            self.events.append(Passed(seat))
            return False
        self.events.append(Punged(seat, self.rules.kinds[tile], self.seat))
        self._lose(seat, tile)
        self._lose(seat, tile)
        self.melds[seat] = laid(self.melds[seat], tile)
        self.waits[seat] = ()
        self.river[tile] -= 1
        self.seat, self.chain, self.fresh = seat, 0, False
        return True

    def _draw(self) -> None:
        """The next player draws."""
        self.seat = seat = self.state.setup.after[self.seat][0]
        self.drawn = tile = self.state.setup.wall[self.front]
        self.front += 1
        self.chain, self.fresh = 0, False
        hand, block = self.hands[seat], self.cells.block[tile]
        cell = hand[block]
        more = cell.more[self.cells.rank[tile]] or self.cells.come(cell, tile)
        hand[block] = more
        self.totals[seat] += more.value - cell.value
        self.packed[seat] = None
        if self.passed[seat] != NONE:
            self.passed = put(self.passed, seat, NONE)
        self.events.append(self.draws[seat][tile])

    def _lose(self, seat: int, tile: int) -> None:
        """A tile leaves a hand."""
        hand, block = self.hands[seat], self.cells.block[tile]
        cell = hand[block]
        less = cell.less[self.cells.rank[tile]] or self.cells.gone(cell, tile)
        hand[block] = less
        self.totals[seat] += less.value - cell.value
        self.packed[seat] = None
