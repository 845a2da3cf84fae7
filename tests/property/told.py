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


class Moment:
    """A turn, and what the others answer to what is done in it."""

    __slots__ = ("answers", "open", "open_after", "own", "won")

    def __init__(self, revealed: tuple[int, ...]) -> None:
        self.open = self.open_after = revealed
        self.own: Action | None = None
        self.answers: dict[int, Action] = {}
        self.won = False


class Story:
    """What was decided in a round, by the tiles left in the wall and the melds laid out then."""

    def __init__(self, lines: Iterable[dict[str, Any]], left: int) -> None:
        self.left, self.melds = left, 0
        self.moments: dict[tuple[int, int], Moment] = {}
        self.revealed: tuple[int, ...] = ()
        self.now = Moment(())
        self.announced: tuple[int, ...] | None = None
        for line in lines:
            self.tell(line["type"], line)

    def begin(self) -> None:
        """A turn begins, with a tile from the wall or one that was taken."""
        self.now = self.moments[self.left, self.melds] = Moment(self.revealed)

    def tell(self, kind: str, line: dict[str, Any]) -> None:
        match kind:
            case "draw":
                self.left -= 1
                self.begin()
            case "discard":
                self.now.own = DISCARDS[line["tile"]]
                if self.announced is not None:
                    self.now.own = Discard(KINDS[line["tile"]], True, self.announced)
                    self.announced = None
            case "deal":
                self.left -= len(line["tiles"]) - sum(map(line["tiles"].count, "pszm"))
            case "pass":
                self.now.answers[line["seat"]] = PASS
            case "pung":
                self.now.answers[line["seat"]] = PUNG
                self.melds += 1
                self.begin()
            case "kong" | "reveal" | "win":
                self.tell_more(kind, line)
            case _:
                pass

    def tell_more(self, kind: str, line: dict[str, Any]) -> None:
        """What happens in few turns."""
        now, seat = self.now, line["seat"]
        if kind == "reveal":
            kongs = tuple([KINDS[tile] for tile in line.get("kongs", ())])
            self.revealed += (seat,)
            if now.own is None:
                self.announced, now.open_after = kongs, self.revealed
            else:
                now.answers[seat] = Reveal(kongs)
        elif kind == "win":
            now.won = True
            self.decide(seat, WIN, line["by"] == "self_draw")
        else:
            self.decide(seat, Kong(line["kind"], KINDS[line["tile"]]), line["kind"] != "direct")
            self.melds += line["kind"] != "added"

    def decide(self, seat: int, action: Action, own: bool) -> None:
        if own:
            self.now.own = action
        else:
            self.now.answers[seat] = action


class Follower:
    """A player who does what is told, and sees no hand but its own and those revealed."""

    def __init__(self, story: Story) -> None:
        self.moments = story.moments

    def choose(self, sight: Sight, actions: Sequence[Action], chance: int) -> Action:
        melds = sum(map(len, sight.melds)) - len(sight.melds)
        moment = self.moments[sight.left, melds]
        action: Action | None
        if sight.phase is TURN:
            action, revealed = moment.own, moment.open
        else:
            action, revealed = moment.answers.get(sight.seat), moment.open_after
        if action is None:  # somebody else went first
            action = WIN if not moment.won and WIN in actions else PASS
        assert action in actions
        assert tuple([one.seat for one in sight.open]) == revealed
        return action


def told_again(quick: Quick, text: str) -> Round:
    """The round that a log tells."""
    lines = json.loads("[" + text.rstrip("\n").replace("\n", ",") + "]")
    rules, start = quick.rules, lines[0]
    follower = Follower(Story(lines, rules.tiles.size))
    game = Round.new(rules, seed=start["seed"], dealer=start["dealer"], out=start.get("out"))
    return quick.play_out(game, [follower] * rules.players, [0] * rules.players)
