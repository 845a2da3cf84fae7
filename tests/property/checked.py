"""Rounds checked by their events alone: a second account of tiles and money that shares no code.

A round is followed event by event with tiles in heaps: what is drawn leaves the wall, what is
thrown lies in the river, what is claimed leaves it. Nothing may ever be taken that is not there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import kawuxing
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.quick import Quick
from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.round.events import (
    Dealt,
    Discarded,
    DrawnHand,
    Drew,
    Ended,
    KongMade,
    Paid,
    Passed,
    Punged,
    Revealed,
    Started,
    Won,
)
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.wall import derive

from ..oracle.brute_force import TOWNS, judge
from .told import told_again

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.hand import Hand
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.events import Event
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.round.sight import Sight

ROUNDS_A_MATCH = 20
KINDS = 30


class Asked:
    """A bot that sees to it that whoever is asked has a choice, and takes one of its actions."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        found = self.bot.choose(sight, actions, chance)
        assert len(actions) > 1
        assert found in actions
        return found


class Course:
    """A round as its events tell it."""

    def __init__(self, game: Round) -> None:
        rules = game.rules
        self.game = game
        self.wall = [0] * KINDS
        for at in game.state.setup.wall:
            self.wall[rules.kinds[at]] += 1
        self.whole = list(self.wall)
        self.hands = [[0] * KINDS for _ in range(rules.players)]
        self.melds: list[dict[int, int]] = [{} for _ in range(rules.players)]
        self.river = [0] * KINDS
        self.money = [0] * rules.players
        self.revealed: list[int] = []
        self.paid: list[Paid] = []
        self.wins: list[Won] = []
        self.robbed: tuple[int, int] | None = None
        self.ended = False

    def follow(self) -> None:
        """Follow all events, and see that everything is where it must be at the end."""
        for event in self.game.events:
            assert not self.ended
            self.take(event)
        assert self.ended
        self.check_tiles()

    def take(self, event: Event) -> None:
        match event:
            case Drew(seat, tile):
                self.move(self.wall, self.hands[seat], tile)
            case Discarded(seat, tile):
                self.move(self.hands[seat], self.river, tile)
            case Paid():
                self.pay(event)
            case Dealt(seat, tiles):
                for tile in tiles:
                    self.move(self.wall, self.hands[seat], tile)
            case Punged() | KongMade():
                self.claim(event)
            case _:
                self.show(event)

    def show(self, event: Event) -> None:
        """What moves neither tiles nor money."""
        match event:
            case Revealed(seat, hand):
                self.reveal(seat, hand)
            case Won():
                self.win(event)
            case Ended(totals):
                assert totals == tuple(self.money)
                self.ended = True
            case Started() | Passed() | DrawnHand():
                pass
            case _:
                raise AssertionError(event)

    def move(self, there: list[int], here: list[int], tile: int, count: int = 1) -> None:
        assert there[tile] >= count, (tile, count)
        there[tile] -= count
        here[tile] += count

    def lay(self, seat: int, tile: int, held: int) -> None:
        """Tiles of a hand go to a meld."""
        assert self.hands[seat][tile] >= held
        self.hands[seat][tile] -= held
        self.melds[seat][tile] = self.melds[seat].get(tile, 0) + held

    def claim(self, event: Punged | KongMade) -> None:
        seat, tile = event.seat, event.tile
        if isinstance(event, KongMade) and event.kind != "direct":
            before = self.melds[seat].get(tile, 0)
            assert before == (3 if event.kind == "added" else 0)
            self.lay(seat, tile, 4 - before)
            self.robbed = (seat, tile) if event.kind == "added" else None
            return
        assert self.river[tile]
        self.river[tile] -= 1
        self.melds[seat][tile] = 1
        self.lay(seat, tile, 3 if isinstance(event, KongMade) else 2)

    def pay(self, event: Paid) -> None:
        one = event.transfer
        self.money[one.payer] -= one.amount
        self.money[one.payee] += one.amount
        assert sum(self.money) == 0
        assert one.amount > 0
        assert {one.payer, one.payee} <= set(self.game.state.setup.playing)
        self.paid.append(event)

    def reveal(self, seat: int, hand: Hand) -> None:
        """What is shown is what is held; in an own turn the tile to be thrown is held too."""
        shown = [0] * KINDS
        for tile in hand.concealed:
            shown[tile] += 1
        over = sum(self.hands[seat]) - sum(shown)
        assert over in (0, 1)
        assert sum(abs(a - b) for a, b in zip(shown, self.hands[seat], strict=True)) == over
        self.revealed.append(seat)

    def win(self, event: Won) -> None:
        self.wins.append(event)
        held = list(self.hands[event.seat])
        assert event.hand.win is not None
        if event.giver is None:
            held[event.hand.win] -= 1
        elif "robbing" in event.events:
            assert self.robbed == (event.giver, event.hand.win)
        else:
            assert self.river[event.hand.win]
        for tile in event.hand.concealed:
            held[tile] -= 1
        assert not any(held)
        melds = {meld.tile: meld.size for meld in event.hand.melds}
        assert melds == self.melds[event.seat]

    def check_tiles(self) -> None:
        """Nothing was lost or doubled, and the state says the same."""
        found = [sum(counts) for counts in zip(self.wall, self.river, *self.hands, strict=True)]
        for melds in self.melds:
            for tile, count in melds.items():
                found[tile] += count
        assert found == self.whole
        state, kinds = self.game.state, self.game.rules.kinds
        assert sum(self.wall) == state.left
        assert self.revealed == list(state.revealed)
        for counts, hand in zip(state.counts, self.hands, strict=True):
            assert [hand[kind] for kind in kinds] == list(counts)
        assert [self.river[kind] for kind in kinds] == list(state.river)

    def check_wins(self, variant: str) -> None:
        """Score every win again, by brute force."""
        for won in self.wins:
            events: Any = won.events
            verdict = judge(
                variant,
                format_hand(won.hand),
                by="self_draw" if won.giver is None else "discard",
                events=events,
                chain=won.chain,
                revealed=won.seat in self.revealed,
                payer_revealed=won.giver in self.revealed,
            )
            assert verdict.complete
            assert verdict.may_win
            assert verdict.value == won.value


def check_with(
    quick: Quick, bots: Sequence[Bot], variant: str, seed: int, logs_every: int
) -> list[int]:
    """Play a match and check its rounds.

    Every round is played again from its log, one in `logs_every` by the public machine too.

    Returns:
        How many rounds were won, and how many replayed by the public machine.
    """
    match = Match.new(quick.rules, seed)
    found = [0, 0]
    for number in range(ROUNDS_A_MATCH):
        game = quick.play_round(match, bots)
        course = Course(game)
        course.follow()
        if variant in TOWNS:
            course.check_wins(variant)
        found[0] += bool(course.wins)
        text = game.log()
        assert told_again(quick, text).log() == text
        if (seed + number) % logs_every == 0:
            assert replay(quick.rules, text).log() == text
            found[1] += 1
        match = match.after(game)
        assert sum(match.totals) == 0
    return found


def check_matches(
    variant: str, bots: tuple[str, ...], matches: range, logs_every: int
) -> list[int]:
    """Several matches of a run; can be sent to another process."""
    quick = _quick(variant)
    made = [_bot(name, quick.rules) for name in bots[: quick.rules.players]]
    found = [0, 0]
    for number in matches:
        one = check_with(quick, made, variant, derive(1, number), logs_every)
        found = [a + b for a, b in zip(found, one, strict=True)]
    return found


@lru_cache
def _quick(variant: str) -> Quick:
    return Quick(RoundRules(kawuxing.load(variant)))


def _bot(name: str, rules: RoundRules) -> Bot:
    """A bot; one that plays by chance is asked as it is, for it is not asked for its sake."""
    bot = BOTS[name](rules)
    return bot if name == "random" else Asked(bot)
