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
    Turned,
    Won,
)
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.sight import sight_of
from kawuxing.runtime.round.wall import derive

from ..oracle.brute_force import TOWNS, judge
from ..sources import ROOT
from ..unit.runtime.bots.rounds import exchanged
from .told import Retold, dealt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.runtime.bots.bot import Bot
    from kawuxing.runtime.hand import Hand
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.events import Event
    from kawuxing.runtime.round.sight import Sight
    from kawuxing.runtime.round.state import State

LIVE = ROOT / "rulesets/live"
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
        rules, wall = game.rules, game.state.setup.wall
        self.game = game
        self.whole = [0] * KINDS
        for kind in rules.kinds:
            self.whole[kind] = rules.tiles.copies
        self.wall = list(self.whole)
        assert sorted(wall) == sorted(bytes(range(len(rules.kinds))) * rules.tiles.copies)
        self.hands = [[0] * KINDS for _ in range(rules.players)]
        self.melds: list[dict[int, int]] = [{} for _ in range(rules.players)]
        self.river = [0] * KINDS
        self.turned = [0] * KINDS
        self.money = [0] * rules.players
        self.revealed: list[int] = []
        self.paid: list[Paid] = []
        self.wins: list[Won] = []
        self.robbed: tuple[int, int] | None = None
        self.ended = False

    def follow(self) -> None:
        """Follow all events, and see that everything is where it must be at the end."""
        hands, wall, river = self.hands, self.wall, self.river
        for event in self.game.events:
            assert not self.ended
            if isinstance(event, Drew):  # the two of which nearly all of a round consists
                tile = event.tile
                assert wall[tile] > 0
                wall[tile] -= 1
                hands[event.seat][tile] += 1
            elif isinstance(event, Discarded):
                tile, hand = event.tile, hands[event.seat]
                assert hand[tile] > 0
                hand[tile] -= 1
                river[tile] += 1
            else:
                self.take(event)
        assert self.ended
        self.check_tiles()

    def take(self, event: Event) -> None:
        """What happens a few times in a round."""
        match event:
            case Dealt(seat, tiles):
                self.take_off(tiles, self.hands[seat])
            case Turned(_, tiles):
                self.take_off(tiles, self.turned)
            case Punged() | KongMade():
                self.claim(event)
            case Revealed(seat, hand):
                self.reveal(seat, hand)
            case Won():
                self.win(event)
            case Started() | Passed() | DrawnHand():
                pass
            case _:
                self.account(event)

    def account(self, event: Event) -> None:
        """What is about money."""
        match event:
            case Paid():
                self.pay(event)
            case Ended(totals):
                assert totals == tuple(self.money)
                self.ended = True
            case _:
                raise AssertionError(event)

    def take_off(self, tiles: tuple[int, ...], here: list[int]) -> None:
        """Tiles come off the wall."""
        for tile in tiles:
            assert self.wall[tile] > 0
            self.wall[tile] -= 1
            here[tile] += 1

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
        heaps = (self.wall, self.river, self.turned, *self.hands)
        found = [sum(counts) for counts in zip(*heaps, strict=True)]
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
    rules: RoundRules, bots: Sequence[Bot], variant: str, seed: int, public_every: int
) -> list[int]:
    """Play a match and check its rounds.

    Every round is played again from its log, one in `public_every` by the public machine too.

    Returns:
        How many rounds were won, and how many replayed by the public machine.
    """
    match = Match.new(rules, seed)
    found = [0, 0]
    for number in range(ROUNDS_A_MATCH):
        game = play(match, bots)
        course = Course(game)
        course.follow()
        if variant in TOWNS:
            course.check_wins(variant)
        found[0] += bool(course.wins)
        text = game.log()
        again = Retold(match.rules, text)
        assert again.play() == game
        check_sights(game.rules, again.asked, deeply=number % 8 == seed % 8)
        if (seed + number) % public_every == 0:
            assert replay(match.rules, text).log() == text
            found[1] += 1
        match = match.after(game)
        assert sum(match.totals) == 0
    return found


def play(match: Match, bots: Sequence[Bot]) -> Round:
    """The next round of a match, as `Quick.play_round` plays it."""
    deal = dealt(match.rules, match.round_seed, match.dealer, match.out)
    seeds = match.seeds
    return _quick(deal.rules).play_out(deal, [bots[one] for one in match.chairs], seeds)


def check_sights(rules: RoundRules, states: Sequence[State], *, deeply: bool) -> None:
    """Nobody sees another hand but those that have been revealed.

    Args:
        rules: what is played.
        states: some states of a round.
        deeply: other hidden tiles in other hands, and in the wall, must make no difference.
    """
    for state in states:
        shown = [one.seat for one in state.events if type(one) is Revealed]
        for seat in state.setup.playing:
            sight = sight_of(state, seat)
            assert [one.seat for one in sight.open] == shown
            if deeply:
                changed = exchanged(Round(rules, state), seat)
                assert changed.sight(seat) == sight


def check_matches(
    variant: str, bots: tuple[str, ...], matches: range, public_every: int
) -> list[int]:
    """Several matches of a run; can be sent to another process."""
    rules = _rules(variant)
    made = [_bot(name, rules) for name in bots[: rules.players]]
    found = [0, 0]
    for number in matches:
        one = check_with(rules, made, variant, derive(1, number), public_every)
        found = [a + b for a, b in zip(found, one, strict=True)]
    return found


@lru_cache
def _rules(variant: str) -> RoundRules:
    live = LIVE / f"{variant}.yaml"
    return RoundRules(kawuxing.load(str(live) if live.exists() else variant))


@lru_cache
def _quick(rules: RoundRules) -> Quick:
    return Quick(rules)


def _bot(name: str, rules: RoundRules) -> Bot:
    """A bot; one that plays by chance is asked as it is, for it is not asked for its sake."""
    bot = BOTS[name](rules)
    return bot if name == "random" else Asked(bot)
