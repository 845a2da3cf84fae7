"""A round played again from its log alone, by a loop that shares no code with what played it.

The tiles lie in lists that change in place. What a line tells is done; what follows from that, the
next tile of the wall, a claim that may be made and must be answered, is written down in the words
of the log and must be the next line. Kongs, reveals and wins are left to the rules of the round,
which refuse what is not allowed.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Kong, Reveal
from kawuxing.runtime.round.apply import apply_action
from kawuxing.runtime.round.events import Punged
from kawuxing.runtime.round.finish import finish_drawn
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.legal import deciding, legal_actions, offers, refuse_discard
from kawuxing.runtime.round.log import event_line
from kawuxing.runtime.round.state import CLAIM, NONE, OVER, TURN, Offer, State, laid, put
from kawuxing.runtime.tiles import tile_text

from .block_waits import Waits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.events import Event
    from kawuxing.runtime.round.rules import RoundRules

KINDS = {tile_text(kind): kind for kind in range(30)}
PAIR = 2
ONLY_PUNG = (Offer(NONE, (PUNG, PASS), NONE),)


class Words:
    """What happens again and again in the words of a log."""

    def __init__(self, rules: RoundRules) -> None:
        self.waits = Waits(rules.tiles)
        self.draws = [[event_line(one) for one in draws] for draws in rules.draws]
        self.passes = [event_line(one) for one in rules.passed]
        self.discards = {
            event_line(one): (seat, tile)
            for seat, thrown in enumerate(rules.discarded)
            for tile, one in enumerate(thrown)
        }


@lru_cache(maxsize=64)
def words_of(rules: RoundRules) -> Words:
    return Words(rules)


@lru_cache(maxsize=1 << 12)
def read(line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found


line_of = lru_cache(maxsize=1 << 12)(event_line)


class Retold:
    """A log, and the round as far as it has been played again.

    `asked` are the states in which the rules of the round were asked.
    """

    def __init__(self, rules: RoundRules, text: str) -> None:
        *self.lines, end = text.split("\n")
        assert not end
        start = read(self.lines[0])
        deal = dealt(rules, start["seed"], start["dealer"], start.get("out"))
        if "round" in start:
            deal = deal.numbered(start["round"])
        self.first, self.rules, self.words = deal.state, deal.rules, words_of(deal.rules)
        self.must, self.anytime = self.rules.flow.must, self.rules.flow.reveal_anytime
        self.plain = not self.anytime and not self.rules.keeps_pungs
        self.events: list[Event] = []
        self.asked: list[State] = []
        self.after = self.first.setup.after
        self.wall = self.first.setup.wall

    def play(self) -> Round:
        """The round that the log tells.

        Raises:
            AssertionError: if a line is not what follows from those before it.
            IllegalActionError: if somebody does what is not allowed.
        """
        state = self.first
        while state.phase is not OVER:
            if state.phase is TURN:
                self.take(state)
                state = self.turns()
            else:
                state = self.answer(state)
        self.verify(state.events)
        assert len(self.lines) == len(state.events)
        return Round(self.rules, state)

    def verify(self, events: tuple[Event, ...]) -> None:
        """What the rules of the round have written down is what the log tells."""
        known = self.rules.lines
        for at in range(len(self.events), len(events)):
            event = events[at]
            assert self.lines[at] == (known.get(id(event)) or event_line(event))

    # --- between a state and its parts ---

    def take(self, state: State) -> None:
        self.verify(state.events)
        self.state = state
        self.seat, self.drawn = state.seat, state.drawn
        self.front, self.back = state.front, state.back
        self.chain, self.old_fours = state.chain, state.old_fours
        self.held = [bytearray(one) for one in state.counts]
        self.melds, self.waits, self.passed = state.melds, [*state.waits], [*state.passed]
        self.river = bytearray(state.river)
        self.open = state.revealed
        self.events = [*state.events]

    def now(self) -> State:
        return self.state._replace(
            front=self.front,
            seat=self.seat,
            drawn=self.drawn,
            chain=self.chain,
            old_fours=self.old_fours,
            counts=tuple([bytes(one) for one in self.held]),
            melds=self.melds,
            waits=tuple(self.waits),
            passed=tuple(self.passed),
            river=bytes(self.river),
            events=tuple(self.events),
        )

    def thrown(self, tile: int) -> State:
        """The state in which a tile has been thrown away."""
        return self.now()._replace(phase=CLAIM, tile=tile, drawn=NONE, old_fours=0)

    # --- turns ---

    def turns(self) -> State:
        """Play as long as tiles are thrown away that nobody can claim but for a pung."""
        lines, discards, thrown = self.lines, self.words.discards, self.rules.discarded
        events, held, river, waits_of = self.events, self.held, self.river, self.words.waits.of
        while True:
            seat, tile = discards.get(lines[len(events)], (NONE, NONE))
            if seat == NONE:
                return self.decide()
            hand = held[seat]
            assert seat == self.seat
            assert hand[tile]
            if seat in self.open:
                self.check_open(tile)
            claiming = self.claiming(tile)
            hand[tile] -= 1
            river[tile] += 1
            events.append(thrown[seat][tile])
            if tile != self.drawn:
                self.waits[seat] = waits_of(bytes(hand), self.melds[seat])
            offered = self.offered(claiming, tile) if claiming else ()
            if offered is ONLY_PUNG:
                self.ask(claiming[0], tile)
            elif offered:
                return self.thrown(tile)._replace(offers=offered)
            elif self.front == self.back:
                return finish_drawn(self.rules, self.thrown(tile))
            else:
                self.draw()

    def check_open(self, tile: int) -> None:
        """Who has revealed throws away what has been drawn, if nothing else must be done."""
        assert self.drawn in (tile, NONE)
        if self.must:
            action = self.rules.discards[tile]
            assert refuse_discard(self.rules, self.now(), action, tile) is None

    def claiming(self, tile: int) -> list[int]:
        """Who can claim a tile, or reveal instead."""
        kind, held, waits = self.rules.kinds[tile], self.held, self.waits
        return [
            one
            for one in self.after[self.seat]
            if held[one][tile] >= PAIR or (waits[one] and (self.anytime or kind in waits[one]))
        ]

    def offered(self, claiming: list[int], tile: int) -> tuple[Offer, ...]:
        """What those who can claim a tile that has been thrown away may answer."""
        seat, left = claiming[0], self.back - self.front
        alone = len(claiming) == 1 and self.held[seat][tile] == PAIR
        if alone and left and self.plain and self.rules.kinds[tile] not in self.waits[seat]:
            may_pung, _ = self.rules.decisions.pung[seat in self.open, left, False]
            return ONLY_PUNG if may_pung else ()
        return offers(self.rules, self.thrown(tile))

    def draw(self) -> None:
        """The next player draws what lies next in the wall, and the log says so."""
        self.seat = seat = self.after[self.seat][0]
        self.drawn = tile = self.wall[self.front]
        assert self.lines[len(self.events)] == self.words.draws[seat][tile]
        self.front += 1
        self.held[seat][tile] += 1
        self.passed[seat] = NONE
        self.chain = self.old_fours = 0
        self.events.append(self.rules.draws[seat][tile])

    def ask(self, seat: int, tile: int) -> None:
        """Who may make a pung says no, or does."""
        if self.lines[len(self.events)] == self.words.passes[seat]:
            self.events.append(self.rules.passed[seat])
            self.draw()
            return
        event = Punged(seat, self.rules.kinds[tile], self.seat)
        assert self.lines[len(self.events)] == line_of(event)
        self.events.append(event)
        self.held[seat][tile] -= 2
        self.river[tile] -= 1
        self.melds = put(self.melds, seat, laid(self.melds[seat], tile))
        self.waits[seat] = ()
        self.seat, self.drawn, self.chain, self.old_fours = seat, NONE, 0, 0

    # --- what is left to the rules of the round ---

    def decide(self) -> State:
        """What the player whose turn it is has decided."""
        line = read(self.lines[len(self.events)])
        action: Action
        match line["type"]:
            case "win":
                action = WIN
            case "kong":
                action = Kong(line["kind"], KINDS[line["tile"]])
            case "reveal":
                thrown = read(self.lines[len(self.events) + 1])
                assert (thrown["type"], thrown["seat"]) == ("discard", line["seat"])
                action = Discard(KINDS[thrown["tile"]], True, kongs_of(line))
            case other:
                raise AssertionError(other)
        return self.apply(self.now(), line["seat"], action)

    def answer(self, state: State) -> State:
        """What is answered to a tile; who is not told of was too late."""
        seat = deciding(state)[0]
        told = dict(self.answers(len(state.events)))
        actions = legal_actions(self.rules, state, seat)
        if seat in told:
            return self.apply(state, seat, told[seat])
        if WIN in actions and WIN not in told.values():
            return self.apply(state, seat, WIN)
        return self.apply(state, seat, PASS if PASS in actions else actions[-1])

    def answers(self, at: int) -> Iterator[tuple[int, Action]]:
        """The answers that are told from a line on."""
        for text in self.lines[at:]:
            line = read(text)
            match line["type"]:
                case "win":
                    yield line["seat"], WIN
                case "pass":
                    yield line["seat"], PASS
                case "reveal":
                    yield line["seat"], Reveal(kongs_of(line))
                case "pung":
                    yield line["seat"], PUNG
                    return
                case "kong":
                    yield line["seat"], Kong(line["kind"], KINDS[line["tile"]])
                    return
                case "transfer" | "horses":
                    pass
                case _:
                    return

    def apply(self, state: State, seat: int, action: Action) -> State:
        self.asked.append(state)
        assert action in legal_actions(self.rules, state, seat)
        return apply_action(self.rules, state, seat, action)


def kongs_of(line: dict[str, Any]) -> tuple[int, ...]:
    """The kongs that are announced with a reveal."""
    return tuple([KINDS[tile] for tile in line.get("kongs", ())])


@lru_cache(maxsize=1)
def dealt(rules: RoundRules, seed: int, dealer: int, out: int | None) -> Round:
    """A round that has been dealt; it is played twice, one time after the other."""
    return Round.new(rules, seed=seed, dealer=dealer, out=out)
