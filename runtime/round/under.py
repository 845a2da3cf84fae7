"""A round that was played under one variant, judged again under another.

Tiles and decisions stay as they were. Every step is held against the other variant's rules: what
they do not allow is listed, has been done all the same, and is not paid for. A reveal they do not
allow does not count as one. What players chose before the deal and they do not offer is listed and
dropped: their default holds. If none of the wins that ended the round is allowed, the other variant
leaves it undecided: how it would have gone on, nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ..choices import by_choice
from .actions import PUNG, Discard, Give, Kong
from .apply import apply_action, apply_foul
from .errors import IllegalActionError, RoundError
from .events import (
    Discarded,
    DrawnHand,
    Drew,
    Fouled,
    Gave,
    KongMade,
    Passed,
    Punged,
    Revealed,
    Started,
    Won,
)
from .finish import finish_drawn, finish_won
from .game import Round
from .legal import (
    offers,
    refuse_direct,
    refuse_discard,
    refuse_kong,
    refuse_pung,
    refuse_reveal,
    refuse_self_draw,
    refuse_win,
)
from .moves import (
    complete_kong,
    declare_added,
    discarded,
    make_kong,
    next_turn,
    reveal_hand,
    take_pung,
)
from .state import NONE, Phase, missed, spared
from .wins import on_tile, self_draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..circumstances import Choices
    from .events import Event
    from .rules import RoundRules
    from .state import State
    from .wins import Winning


Offered = tuple[int, Literal["win", "pung"]]
"""Who can claim a tile, and what for."""


class Objection(NamedTuple):
    """A step the other variant does not allow.

    Attributes:
        at: the index of its event in the round as it was played.
        action: the step in a word: win, kong, pung, reveal or discard.
    """

    at: int
    seat: int
    action: str
    error: IllegalActionError


class Chance(NamedTuple):
    """A win the other variant would have offered and that nobody was offered in the round."""

    at: int
    seat: int


class Dropped(NamedTuple):
    """What a seat chose before the deal and the other variant does not offer."""

    choice: str
    seat: int
    value: int


class Judged(NamedTuple):
    """A round under another variant.

    Attributes:
        round: the round as the other variant sees it, over unless it is undecided.
        decided: whether it would have ended where it did.
        dropped: what was chosen before the deal and is not counted.
    """

    round: Round
    objections: tuple[Objection, ...]
    chances: tuple[Chance, ...]
    decided: bool
    dropped: tuple[Dropped, ...]


def judge_under(played: Round, rules: RoundRules) -> Judged:
    """Judge a finished round under other rules.

    Raises:
        RoundError: if the other variant is not played with the same tiles at the same table.
    """
    _check_alike(played.rules, rules)
    return _Judge(played, rules).run()


def _check_alike(own: RoundRules, other: RoundRules) -> None:
    """Whether a round of one variant can be one of the other at all."""
    for field, same in (
        ("tiles", own.tiles == other.tiles),
        ("seats", (own.seats, own.players) == (other.seats, other.players)),
        ("deal", own.flow.dealer_tiles == other.flow.dealer_tiles),
        ("tail", own.flow.tail == other.flow.tail),
        ("exchange", own.flow.exchange == other.flow.exchange),
    ):
        if not same:
            names = [one.evaluator.program.variant for one in (own, other)]
            params = {"field": field, "found": names[0], "expected": names[1]}
            raise RoundError("KWX3628", params)


def _offered_choices(
    played: Round, rules: RoundRules
) -> tuple[tuple[Choices, ...], tuple[Dropped, ...]]:
    """What was chosen before the deal: what other rules offer of it, by seat, and the rest.

    A choice they do not have is nothing lost to those who left it at its default.
    """
    own = played.rules.evaluator.program.choices
    offered = {one.id: one.offered for one in rules.evaluator.program.choices}
    chosen = played.state.setup.choices or ((),) * rules.players
    kept: list[list[tuple[str, int]]] = [[] for _ in chosen]
    dropped: list[Dropped] = []
    for info in own:
        for seat, value in enumerate(by_choice(own, chosen)[info.id]):
            if value in offered.get(info.id, ()):
                kept[seat].append((info.id, value))
            elif info.id in offered or value != info.default:
                dropped.append(Dropped(info.id, seat, value))
    playing = played.state.setup.playing
    return tuple(map(tuple, kept)), tuple([one for one in dropped if one.seat in playing])


class _Judge:
    """The round as both variants see it, side by side."""

    def __init__(self, played: Round, rules: RoundRules) -> None:
        self.events = played.events
        self.own = _Table(played, played.rules)
        self.other = _Table(played, rules)

    def run(self) -> Judged:
        """Follow all events."""
        first = self.own.drew + 1
        going_on = True
        for at in range(first, len(self.events)):
            offered = frozenset(self.own.offered)
            self.own.follow(at, self.events, offered)
            going_on = going_on and self.other.follow(at, self.events, offered)
        other = self.other
        decided = Round(other.rules, other.state)
        chances = [one for one in other.chances if one not in self.own.chances]
        return Judged(decided, tuple(other.objections), tuple(chances), decided.over, other.dropped)


class _Table:
    """What one variant makes of the events, whether it allows them or not."""

    def __init__(self, played: Round, rules: RoundRules) -> None:
        setup = played.state.setup
        out = next((one for one in range(rules.players) if one not in setup.playing), None)
        wall = [rules.kinds[tile] for tile in setup.wall]
        start = played.events[0]
        dice = start.dice if isinstance(start, Started) else None
        choices, self.dropped = _offered_choices(played, rules)
        game = Round.new(rules, wall=wall, dealer=setup.dealer, out=out, choices=choices).with_dice(
            dice
        )
        self.rules = game.rules
        self.state: State = game.state
        gifts = [one for one in played.events if isinstance(one, Gave)]
        for one in gifts:
            self.state = apply_action(rules, self.state, one.seat, Give(one.tiles))
        self.objections: list[Objection] = []
        self.chances: list[Chance] = []
        self.offered: dict[Offered, int] = {}  # the wins, with their values, and the pungs
        self.reveal: tuple[int, Revealed] | None = None
        self.earns = True
        self.at = 0
        self.drew = 1 + len(setup.playing) + len(gifts)

    def follow(self, at: int, events: Sequence[Event], offered: frozenset[Offered]) -> bool:
        """Follow one event.

        Args:
            at: its index.
            events: all events of the round.
            offered: who was offered a win or a pung when they decided.

        Returns:
            Whether the round goes on, or has ended, as it did.
        """
        self.at = at
        match events[at]:
            case Revealed() as event:
                self._revealed(event, offered)
            case Discarded(_, tile):
                self._discarded(tile)
            case Passed(seat):
                self._passed(seat, offered)
            case Punged(seat=seat):
                self._object(seat, "pung", refuse_pung(self.rules, self.state, seat))
                self._passed(seat, offered)
                self._set(take_pung(self.rules, self.state, seat))
            case KongMade() as event:
                self._kong(event, offered)
            case Won() as event:
                return self._won(event, events)
            case DrawnHand():
                self._drawn_hand()
            case Drew():
                self.drew = at
                self._drew()
            case Fouled(seat, kind):
                self.state = apply_foul(self.rules, self.state, seat, kind)
            case _:
                pass
        return True

    def _set(self, state: State) -> None:
        """A state in which nothing can be claimed."""
        self.state = state
        self.offered = {}

    def _ask(self, state: State) -> None:
        """A state in which others can claim a tile."""
        found = offers(self.rules, state)
        self.state = state
        pungs: dict[Offered, int] = {(one.seat, "pung"): 0 for one in found if PUNG in one.actions}
        self.offered = {(one.seat, "win"): one.value for one in found if one.value != NONE} | pungs
        self.chances += [Chance(self.at, seat) for seat, claim in self.offered if claim == "win"]

    def _object(self, seat: int, action: str, error: IllegalActionError | None) -> bool:
        """Note a step that is not allowed."""
        if error is not None:
            self.objections.append(Objection(self.at, seat, action, error))
        return error is not None

    def _passed(self, seat: int, offered: frozenset[Offered]) -> None:
        """A player has let a tile go or taken it otherwise: what both rules offered is passed."""
        both = offered & self.offered.keys()
        if (seat, "win") in both:
            self.state = missed(self.state, seat, self.offered[seat, "win"])
        if (seat, "pung") in both and self.rules.keeps_pungs:
            self.state = spared(self.state, seat)

    def _revealed(self, event: Revealed, offered: frozenset[Offered]) -> None:
        if self.state.phase is Phase.TURN:
            self.reveal = (self.at, event)
            return
        seat = event.seat
        self._passed(seat, offered)
        if not self._object(seat, "reveal", refuse_reveal(self.rules, self.state, seat)):
            self.state = reveal_hand(self.rules, self.state, seat, event.kongs)

    def _discarded(self, tile: int) -> None:
        rules, state, seat = self.rules, self.state, self.state.seat
        self._notice_self_draw()
        action = Discard(tile)
        at = rules.position[tile]
        barred = self._object(seat, "discard", refuse_discard(rules, state, action, at))
        if self.reveal is not None:
            number, event = self.reveal
            revealing = Discard(tile, True, event.kongs)
            error = None if barred else refuse_discard(rules, state, revealing, at)
            if error is None:
                action = revealing
            else:
                self.objections.append(Objection(number, seat, "reveal", error))
            self.reveal = None
        self._ask(discarded(rules, state, action))

    def _notice_self_draw(self) -> None:
        if refuse_self_draw(self.rules, self.state) is None:
            self.chances.append(Chance(self.drew, self.state.seat))

    def _kong(self, event: KongMade, offered: frozenset[Offered]) -> None:
        rules, state, seat = self.rules, self.state, event.seat
        kong = Kong(event.kind, event.tile)
        tile = rules.position[event.tile]
        if event.kind == "direct":
            self._passed(seat, offered)
            error = refuse_direct(rules, self.state, seat, kong)
        else:
            self._notice_self_draw()
            error = refuse_kong(rules, state, kong)
        self.earns = not self._object(seat, "kong", error)
        if event.kind == "added":
            self._ask(declare_added(rules, self.state, tile))
        else:
            self._set(make_kong(rules, self.state, seat, event.kind, tile, self.earns))

    def _drew(self) -> None:
        """Nobody has taken a tile; the replacement of a kong that could not be robbed is drawn."""
        rules, state = self.rules, self.state
        match state.phase:
            case Phase.ROB:
                self._complete_added()
            case Phase.CLAIM:
                self._set(next_turn(rules, state, list(state.counts), state.waits, state.river, ()))
            case _:
                pass

    def _drawn_hand(self) -> None:
        """Nobody has taken the last tile; an added kong of it could not be robbed."""
        if self.state.phase is Phase.ROB:
            self._complete_added()
        if self.state.phase is not Phase.OVER:
            self._set(finish_drawn(self.rules, self.state))

    def _complete_added(self) -> None:
        state = self.state
        self._set(complete_kong(self.rules, state, state.seat, "added", state.tile, self.earns))

    def _won(self, event: Won, events: Sequence[Event]) -> bool:
        """The wins that ended the round, all of them together."""
        if self.state.phase is Phase.OVER:
            return True
        winners = [
            (at, one.seat)
            for at, one in enumerate(events[self.at :], self.at)
            if isinstance(one, Won)
        ]
        found: list[Winning] = []
        for at, seat in winners:
            self.at = at
            own = event.giver is None
            winning = (
                self_draw(self.rules, self.state) if own else on_tile(self.rules, self.state, seat)
            )
            error = refuse_win(self.rules, self.state, winning)
            if found and self.rules.flow.winners == "one":
                row = "turn.winners"
                error = IllegalActionError("KWX3605", {"action": "win", "row": row}, row)
            if not self._object(seat, "win", error) and winning is not None:
                found.append(winning)
        if not found:
            return False
        self._set(finish_won(self.rules, self.state, tuple(found)))
        return True
