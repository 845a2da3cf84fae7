"""A round played again from its log alone, by players who do what it tells.

`replay` looks for what is wrong with a log; here a log is taken at its word, and the quick loop
asks each player at every decision, which must have been allowed. What comes of it is a log again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Kong, Reveal
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.state import TURN
from kawuxing.runtime.tiles import tile_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kawuxing.runtime.match.quick import Quick
    from kawuxing.runtime.round.actions import Action
    from kawuxing.runtime.round.sight import Sight

KINDS = {tile_text(kind): kind for kind in range(30)}
DISCARDS = {text: Discard(kind) for text, kind in KINDS.items()}


class Story:
    """What was decided in a round.

    Decisions are found by the tiles left in the wall and the melds laid out: with every turn
    there is a tile less or a meld more. What one seat answers is no other's answer.
    """

    def __init__(self, lines: Iterable[dict[str, Any]], tiles: int) -> None:
        self.left, self.melds = tiles, 0
        self.own: dict[tuple[int, int], Action] = {}
        self.answers: dict[tuple[int, int, int], Action] = {}
        self.won: set[tuple[int, int]] = set()
        self.reveals: list[tuple[tuple[int, int, bool], int]] = []
        self.announced: tuple[int, ...] | None = None
        for line in lines:
            match line["type"]:
                case "draw":
                    self.left -= 1
                case "discard" if self.announced is None:
                    self.own[self.left, self.melds] = DISCARDS[line["tile"]]
                case "pass":
                    self.answers[self.left, self.melds, line["seat"]] = PASS
                case kind:
                    self.tell(kind, line)

    def tell(self, kind: str, line: dict[str, Any]) -> None:
        """What happens in few turns."""
        match kind:
            case "deal":
                self.left -= sum(map(line["tiles"].count, "123456789"))
            case "discard":
                kongs = self.announced or ()
                self.own[self.left, self.melds] = Discard(KINDS[line["tile"]], True, kongs)
                self.announced = None
            case "reveal":
                self.reveal(line["seat"], tuple([KINDS[tile] for tile in line.get("kongs", ())]))
            case "win":
                self.won.add((self.left, self.melds))
                self.decide(line["seat"], WIN, line["by"] == "self_draw")
            case "pung":
                self.decide(line["seat"], PUNG, False)
                self.melds += 1
            case "kong":
                kong = Kong(line["kind"], KINDS[line["tile"]])
                self.decide(line["seat"], kong, line["kind"] != "direct")
                self.melds += line["kind"] != "added"
            case _:
                pass

    def reveal(self, seat: int, kongs: tuple[int, ...]) -> None:
        """In an own turn, with the discard that follows, or in answer to one."""
        answer = (self.left, self.melds) in self.own
        self.reveals.append(((-self.left, self.melds, answer), seat))
        if answer:
            self.decide(seat, Reveal(kongs), False)
        else:
            self.announced = kongs

    def decide(self, seat: int, action: Action, own: bool) -> None:
        if own:
            self.own[self.left, self.melds] = action
        else:
            self.answers[self.left, self.melds, seat] = action


class Follower:
    """A player who does what is told, and sees no hand but its own and those revealed."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        story, left = self.story, sight.left
        melds = sum(map(len, sight.melds)) - len(sight.melds)
        answer = sight.phase is not TURN
        told = story.answers.get((left, melds, sight.seat)) if answer else story.own[left, melds]
        action = told or PASS
        if told is None:  # somebody else went first
            won = (left, melds) in story.won
            action = WIN if WIN in actions and not won else PASS
        if type(action) is not Discard or action.reveal:  # the loop refuses other wrong discards
            assert action in actions
        if story.reveals or sight.open:
            now = (-left, melds, answer)
            revealed = [seat for when, seat in story.reveals if when < now]
            assert [one.seat for one in sight.open] == revealed
        return action


def told_again(quick: Quick, text: str) -> Round:
    """The round that a log tells."""
    lines = json.loads("[" + text.rstrip("\n").replace("\n", ",") + "]")
    rules, start = quick.rules, lines[0]
    follower = Follower(Story(lines, rules.tiles.size))
    game = Round.new(rules, seed=start["seed"], dealer=start["dealer"], out=start.get("out"))
    return quick.play_out(game, [follower] * rules.players, [0] * rules.players)
