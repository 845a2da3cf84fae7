"""The public face of a round: a value that is never changed, only followed by another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..choices import by_choice, without_defaults
from ..ledger import Ledger
from ..records import as_name, expect, whole_number
from ..tiles import tile_text
from .apply import apply_action, apply_foul
from .errors import IllegalActionError, RoundError
from .events import Dealt, Started
from .exchange import begun
from .legal import deciding, legal_actions
from .log import log_text
from .rules import RoundRules
from .sight import sight_of
from .state import EXCHANGE, NO_MELDS, NONE, OVER, TURN, Setup, State, hand_of
from .view import view_of
from .wall import MAX_SEED, build_wall

if TYPE_CHECKING:
    from ..circumstances import Choices
    from ..hand import Hand
    from .actions import Action
    from .events import Event
    from .sight import Sight
    from .view import View


class Round:
    """One round under the rules of one variant.

    Two rounds are equal when their states are: same tiles, same decisions, same money.
    """

    __slots__ = ("rules", "state")

    def __init__(self, rules: RoundRules, state: State) -> None:
        """Wrap a state; `Round.new` makes the first one."""
        self.rules = rules
        self.state = state

    @classmethod
    def new(
        cls,
        rules: RoundRules,
        *,
        seed: int | None = None,
        wall: Sequence[int] = (),
        dealer: int = 0,
        out: int | None = None,
        choices: tuple[Choices, ...] = (),
    ) -> Round:
        """The round after the deal, with the dealer's extra tile drawn.

        Args:
            rules: what is played.
            seed: where the wall and the dice come from.
            wall: the kinds of the wall in drawing order, instead of a seed.
            dealer: the seat that deals.
            out: the seat that rests or only watches.
            choices: what each seat has chosen before the deal, if anybody has chosen anything: for
                every seat pairs of a choice and its value, such as ``((("ante", 1),), (), ())``.

        Raises:
            RoundError: for seats that do not play and for a wall that is not the variant's.
            HandError: for choices the variant does not have, and for what is none of all these.
        """
        expect(rules, "rules", "RoundRules", RoundRules)
        expect(wall, "wall", "array of kinds", Sequence)
        if seed is not None:
            whole_number(seed, "seed", 0, MAX_SEED)
        return cls._dealt(rules, _Source(rules, seed, wall), _Table(dealer, out, choices))

    @classmethod
    def of_match(
        cls,
        rules: RoundRules,
        seed: int,
        number: int,
        *,
        dealer: int,
        out: int | None,
        choices: tuple[Choices, ...],
    ) -> Round:
        """The same as the round of a number, from 1, in its match."""
        return cls._dealt(rules, _Source(rules, seed, ()), _Table(dealer, out, choices, number))

    @classmethod
    def _dealt(cls, rules: RoundRules, source: _Source, table: _Table) -> Round:
        choices = table.choices
        if choices != ():
            infos = rules.evaluator.program.choices
            table = table._replace(choices=without_defaults(infos, choices, rules.players))
        rules = rules.thrown(source.dice)
        return cls(rules, _first_state(rules, source, table))

    def with_dice(self, dice: tuple[int, int] | None) -> Round:
        """The same round, just dealt, of which it is known without a seed what the dice showed."""
        start = self.state.events[0]
        if dice is None or not isinstance(start, Started):
            return self
        expect(dice, "dice", "two integers 1…6", tuple)
        for at, one in enumerate(dice):
            whole_number(one, f"dice[{at}]", 1, 6)
        rules = self.rules.thrown(dice)
        start = replace(start, options=rules.bound_options(), dice=dice)
        return Round(rules, self.state._replace(events=(start, *self.state.events[1:])))

    def numbered(self, number: int) -> Round:
        """The same round, just dealt, as the one of this number, from 1, in its match."""
        whole_number(number, "number", 1, MAX_SEED)
        start = self.state.events[0]
        assert isinstance(start, Started)
        events = (replace(start, number=number), *self.state.events[1:])
        return Round(self.rules, self.state._replace(events=events))

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat may decide now; nothing if it has nothing to decide."""
        return legal_actions(self.rules, self.state, seat)

    def apply(self, seat: int, action: Action) -> Round:
        """The round after a seat's decision.

        Raises:
            IllegalActionError: if the rules forbid it, with the row that does.
        """
        return Round(self.rules, apply_action(self.rules, self.state, seat, action))

    def foul(self, seat: int, kind: str) -> Round:
        """The round after something the rules forbid was done at the table.

        Raises:
            IllegalActionError: if the round is over or the seat does not play.
            HandError: for a kind that is no text.
        """
        expect(kind, "kind", "string", str)
        self._sits(seat)
        return Round(self.rules, apply_foul(self.rules, self.state, seat, kind))

    def view(self, seat: int) -> View:
        """What a seat that plays may see.

        Raises:
            RoundError: for a seat that is none.
        """
        self._sits(seat)
        return view_of(self.rules, self.state, seat)

    def sight(self, seat: int) -> Sight:
        """What a seat that plays decides from: its view in the packed form.

        Raises:
            RoundError: for a seat that is none.
        """
        self._sits(seat)
        return sight_of(self.state, seat)

    def hand(self, seat: int) -> Hand:
        """The tiles of a seat, a drawn one included.

        Raises:
            RoundError: for a seat that is none.
        """
        self._sits(seat)
        return hand_of(self.rules.kinds, self.state, seat)

    def _sits(self, seat: object) -> None:
        """Refuse what is no seat at the table."""
        check_seat(seat, self.rules.players)

    def log(self) -> str:
        """The events so far as JSON lines."""
        return log_text(self.events, self.rules.lines)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have something to decide; none when the round is over."""
        state = self.state
        return (state.seat,) if state.phase is TURN else deciding(state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return self.state.events

    @property
    def ledger(self) -> Ledger:
        """The payments so far."""
        return self.state.ledger

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.state.phase is OVER

    @property
    def next_dealer(self) -> int | None:
        """Who deals the next round, once this one is over."""
        return self.state.next_dealer if self.over else None

    def __eq__(self, other: object) -> bool:
        """Whether the same has happened in both."""
        return isinstance(other, Round) and self.state == other.state

    def __hash__(self) -> int:
        """The hash of the state."""
        return hash(self.state)


class _Source:
    """Where the tiles come from: a seed, or a wall that was given."""

    def __init__(self, rules: RoundRules, seed: int | None, wall: Sequence[int]) -> None:
        self.seed = seed
        self.dice: tuple[int, int] | None = None
        copies = rules.tiles.copies
        self.wall: tuple[int, ...] = ()
        if seed is not None:
            self.tiles, self.dice = build_wall(rules.size, copies, seed)
            return
        places = [rules.place(kind) for kind in wall]
        self.tiles = bytes([rules.size if place == NONE else place for place in places])
        if len(wall) != rules.tiles.size or rules.size in self.tiles:
            raise RoundError("KWX3630", {"found": len(wall), "expected": rules.tiles.size})
        self.wall = tuple([rules.kinds[tile] for tile in self.tiles])
        for tile, kind in enumerate(rules.kinds):
            if self.tiles.count(tile) > copies:
                raise RoundError("KWX3633", {"tile": tile_text(kind), "most": copies})


class _Table(NamedTuple):
    """Who deals, who is out, and what was chosen; the number of the round if it is of a match."""

    dealer: int
    out: int | None
    choices: tuple[Choices, ...]
    number: int | None = None


def _first_state(rules: RoundRules, source: _Source, table: _Table) -> State:
    """The state after the deal."""
    dealer, out, choices, number = table
    setup = _setup(rules, source.tiles, dealer, out)
    if any(choices):
        setup = setup._replace(choices=choices)
    players = rules.players
    counts = [bytes(rules.size)] * players
    started = Started(
        rules.evaluator.program.variant,
        rules.bound_options(),
        rules.stake,
        rules.source,
        source.seed,
        source.wall,
        source.dice,
        dealer,
        players,
        out,
        _chosen(rules, choices),
        rules.evaluator.program.use,
        number,
    )
    events: list[Event] = [started]
    wall = setup.wall
    for seat, dealt in zip((dealer, *setup.after[dealer]), rules.dealt, strict=True):
        tiles = bytes(sorted(dealt(wall)))
        held = bytearray(rules.size)
        for tile in tiles:
            held[tile] += 1
        counts[seat] = bytes(held)
        events.append(Dealt(seat, tuple(tiles.translate(rules.named))))
    waits = tuple([rules.waits(one + NO_MELDS) for one in counts])
    state = State(
        setup=setup,
        front=rules.tiles_dealt,
        back=len(wall),
        phase=EXCHANGE,
        seat=dealer,
        drawn=NONE,
        tile=NONE,
        chain=0,
        old_fours=0,
        counts=tuple(counts),
        melds=(NO_MELDS,) * players,
        waits=waits,
        passed=(NONE,) * players,
        river=bytes(rules.size),
        revealed=(),
        announced=((),) * players,
        kongs=(),
        fouls=(),
        offers=(),
        answers=(),
        ledger=Ledger(),
        events=tuple(events),
        winners=(),
        giver=NONE,
        next_dealer=NONE,
    )
    return state if rules.flow.exchange is not None else begun(rules, state, [])


def _chosen(
    rules: RoundRules, choices: tuple[Choices, ...]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What was chosen, by choice, as the first event tells it."""
    infos = rules.evaluator.program.choices
    if not infos:
        return ()
    said = by_choice(infos, choices or ((),) * rules.players)
    return tuple([(id_, tuple(values)) for id_, values in said.items()])


def playing_seats(rules: RoundRules, dealer: int, out: int | None) -> tuple[int, ...]:
    """The seats that play.

    Raises:
        RoundError: for a dealer that does not, and if a seat is out where none is, or none where
            one is.
    """
    for seat in (dealer,) if out is None else (dealer, out):
        check_seat(seat, rules.players)
    return _playing(rules.players, rules.seats, dealer, out)


def check_seat(seat: object, players: int) -> None:
    """Refuse what is no number of a seat at a table of so many.

    Raises:
        IllegalActionError: with whatever it is.
    """
    if type(seat) is not int or not 0 <= seat < players:
        raise IllegalActionError("KWX3631", {"seat": seat if type(seat) is int else as_name(seat)})


@lru_cache(maxsize=64)
def _playing(players: int, seats: int, dealer: int, out: int | None) -> tuple[int, ...]:
    """The seats at a table of so many at which so many play."""
    playing = tuple([seat for seat in range(players) if seat != out])
    if dealer not in playing:
        raise RoundError("KWX3631", {"seat": dealer})
    if len(playing) != seats:
        raise RoundError("KWX3631", {"seat": players - 1 if out is None else out})
    return playing


def _setup(rules: RoundRules, tiles: bytes, dealer: int, out: int | None) -> Setup:
    playing = playing_seats(rules, dealer, out)
    return Setup(dealer, playing, _turns(playing, rules.players), tiles, closed=rules.closed)


@lru_cache(maxsize=64)
def _turns(playing: tuple[int, ...], players: int) -> tuple[tuple[int, ...], ...]:
    """For each seat those that play, in the order of their turns after it."""
    return tuple(
        [
            tuple([seat for seat in (*playing, *playing) if seat != one][_turn(playing, one) :])[
                : len(playing) - 1
            ]
            for one in range(players)
        ]
    )


def _turn(playing: tuple[int, ...], seat: int) -> int:
    """How many seats come before a seat."""
    return len([one for one in playing if one < seat])
