"""Rounds played quickly, against the same rounds played through the public interface."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

import kawuxing
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.offered import Offered
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.match.seat import Seat
from kawuxing.runtime.round.actions import WIN, Discard, Kong, Pung
from kawuxing.runtime.round.errors import IllegalActionError
from kawuxing.runtime.round.events import Punged, Revealed
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.wall import derive

from ..round.tables import FULL, town
from .test_match import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.round.sight import Sight

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan")
PLAYERS = (
    ("random",) * 4,
    ("greedy",) * 4,
    ("careful",) * 4,
    ("careful", "random", "greedy", "random"),
)


def anytime() -> RoundRules:
    """Players may reveal out of turn, announce kongs and must make them; one winner only."""
    flow = replace(FULL.flow, reveal_anytime=True, must=("announced_kong",), winners="one")
    return RoundRules(kawuxing.load("hubei"), replace(FULL, flow=flow))


def check(rules: RoundRules, names: tuple[str, ...], seed: int, rounds: int) -> None:
    """Hold a match against itself, event by event, and then the whole states."""
    bots = [BOTS[name](rules) for name in names[: rules.players]]
    quick = Quick(rules)
    match = Match.new(rules, seed)
    for _ in range(rounds):
        expected = play_round(match, bots)
        found = quick.play_round(match, bots)
        for one, other in zip_longest(expected.events, found.events):
            assert one == other
        assert found.state == expected.state
        if not found.state.winners:  # what is owed for drawn hands is found by these waits
            hands = zip(found.state.counts, found.state.melds, strict=True)
            assert found.state.waits == tuple([rules.waits(held + melds) for held, melds in hands])
        match = match.after(found)


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.parametrize("variant", TOWNS)
def test_the_same_in_the_towns(variant: str, names: tuple[str, ...]) -> None:
    check(town(variant), names, 11, 20)


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.parametrize("table", ["rests", "watches", "four"])
def test_the_same_at_other_tables(table: str, names: tuple[str, ...]) -> None:
    check(TABLES[table], names, 12, 12)


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
def test_the_same_where_much_is_allowed(names: tuple[str, ...]) -> None:
    check(anytime(), names, 13, 25)


OPEN_PUNGS = """kawuxing: 1
variant: openly
name: {zh: 开门, en: Openly}
extends: suizhou
turn:
  pung: {final: {allowed: true, assumed: so}, revealed: {allowed: true, assumed: so}}
  assumed: so
"""


@pytest.mark.parametrize("names", [("random",) * 3, ("careful", "careful", "random")])
def test_the_same_where_open_hands_take_pungs(names: tuple[str, ...]) -> None:
    check(RoundRules(kawuxing.load(OPEN_PUNGS)), names, 3, 60)


class Watcher:
    """Decides by all it sees, so that whatever it sees wrongly soon changes a round."""

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        seen = crc32(repr(sight).encode()) ^ chance & 0xFFFFFFFF
        claims = [one for one in actions if isinstance(one, Pung)]
        opens = [one for one in actions if isinstance(one, Discard) and one.reveal]
        chosen = claims or opens or actions
        return chosen[seen * len(chosen) >> 32]


@pytest.mark.parametrize("closed", [False, True])
def test_open_hands_that_take_pungs_are_seen_as_they_are(closed: bool) -> None:
    shown = "waiting" if closed else "hand"
    rules = RoundRules(kawuxing.load(f"{OPEN_PUNGS}  reveal_shows: {shown}\n"))
    quick, match, watchers, pungs = Quick(rules), Match.new(rules, 5), [Watcher()] * 3, 0
    for _ in range(100):
        expected = play_round(match, watchers)
        found = quick.play_round(match, watchers)
        assert found.events == expected.events
        assert found.state == expected.state
        lying: set[int] = set()
        for one in found.events:
            lying |= {one.seat} if isinstance(one, Revealed) else set()
            pungs += isinstance(one, Punged) and one.seat in lying
        match = match.after(found)
    assert pungs > 20


class Stubborn:
    """Throws away what it draws, but in one phase gives the same answer always."""

    def __init__(self, answer: Action, phase: Phase) -> None:
        self.answer, self.phase = answer, phase

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        return self.answer if sight.phase is self.phase else actions[-1]


class Silent:
    """Does nothing in its turn, or nothing where it could claim a tile."""

    def __init__(self, phase: Phase) -> None:
        self.phase = phase

    def choose(self, sight: Sight, actions: Sequence[Action], _chance: int) -> Any:  # noqa: ANN401
        return None if sight.phase is self.phase else actions[-1]


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.CLAIM])
@pytest.mark.parametrize("variant", ["hubei", "suizhou"])
def test_who_returns_no_action_is_refused(phase: Phase, variant: str) -> None:
    rules = town(variant)
    bots = [Silent(phase)] * 3
    for play in (play_round, Quick(rules).play_round):
        found = [outcome(play, Match.new(rules, seed), bots) for seed in range(8)]
        assert {one for one in found if isinstance(one, str)} == {"NoneType cannot be done now"}


ANYTHING: Any = "5p"


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.CLAIM])
@pytest.mark.parametrize(
    "answer",
    [
        *(WIN, Kong("direct", 0), Discard(0), Discard(0, reveal=False, kongs=(5,))),
        *(Discard(200), Discard(ANYTHING), Discard(0, ANYTHING), Kong("added", ANYTHING)),
    ],
    ids=str,
)
def test_what_is_not_allowed_is_refused_alike(answer: Action, phase: Phase) -> None:
    rules = town("hubei")
    bots = [Stubborn(answer, phase)] * 3
    quick = Quick(rules)
    refused = 0
    for seed in range(8):
        match = Match.new(rules, seed)
        expected, found = (outcome(play, match, bots) for play in (play_round, quick.play_round))
        assert found == expected
        refused += isinstance(found, str)
    assert refused


def test_a_round_that_broke_off_leaves_nothing_behind() -> None:
    """The seats are those of the next round, too."""
    rules = town("hubei")
    quick, bots, stubborn = Quick(rules), [BOTS["random"](rules)] * 3, Stubborn(WIN, Phase.CLAIM)
    broken = 0
    for seed in range(8):
        match = Match.new(rules, seed)
        broken += isinstance(outcome(quick.play_round, match, [stubborn] * 3), str)
        assert quick.play_round(match, bots).state == play_round(match, bots).state
    assert broken


def outcome(
    play: Callable[[Match, Sequence[Bot]], Round], match: Match, bots: Sequence[Bot]
) -> Round | str:
    """The round, or why it was not played to its end."""
    try:
        return play(match, bots)
    except IllegalActionError as error:
        return str(error)


@pytest.mark.slow
@pytest.mark.parametrize("variant", TOWNS)
def test_the_same_in_ten_thousand_rounds(variant: str) -> None:
    """Ten thousand with the four towns together."""
    for number, names in enumerate(PLAYERS):
        for match in range(25):
            check(town(variant), names, derive(number, match), 25)


def test_actions_are_looked_for_once_and_late() -> None:
    rules = town("suizhou")
    game = Match.new(rules, 3).deal()
    state, at = game.state, game.state.seat
    seat = Seat(rules, at)
    seat.sit(BOTS["greedy"](rules), 1)
    seat.take(state.counts[at], state.melds[at], state.waits[at], state.passed[at])
    asked = []

    def reveals(one: Seat) -> tuple[Action, ...]:
        asked.append(one)
        return (Discard(2, True),)

    discards = seat.discards()
    assert discards == tuple(map(Discard, sorted(set(game.hand(seat.number).concealed))))
    offered = Offered(seat, (), reveals)
    assert offered[0] == discards[0]
    assert Offered(seat, (WIN,), reveals)[0] == WIN
    assert discards[-1] in offered
    assert next(one for one in map(Discard, rules.kinds) if one not in discards) not in offered
    assert Discard(99) not in offered
    assert not asked
    assert list(offered) == [*discards, Discard(2, True)]
    assert offered[-1] == Discard(2, True)
    assert Discard(2, True) in offered
    assert Discard(1, True) not in offered
    assert len(offered) == len(discards) + 1
    assert offered[len(discards) - 1 :] == (discards[-1], Discard(2, True))
    assert asked == [seat]
