"""A recorded round played again: every event is made anew and held against its line.

Nobody's decisions are written down as such; they follow from the events. Who could have claimed a
tile and has neither passed nor got it was too late: somebody else went first. Beside a win no
answers are told at all: who has not won has passed, or, where that is not allowed, has claimed the
tile for what the win goes before.

A log whose first line has a seed or the whole wall must tell every event, and tell it whole. One
that has neither tells what was seen at a table: what follows from the rest may be left out, lines
of payments and passes and fields of any line; what is written must be true all the same.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import HandError
from ..notation import parse_tiles
from ..records import expect
from .actions import PASS, PUNG, WIN, Discard, Give, Kong, Reveal
from .errors import IllegalActionError, LogError
from .events import to_dict
from .legal import refuse_claim
from .log import Recorded, read_rounds, same
from .log_fields import check_fields, in_short, shown, whole_number
from .moves import declare_added, discarded
from .opened import RULES, opened
from .rules import RoundRules
from .state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .actions import Action
    from .events import Event
    from .game import Round
    from .state import State

    Line = Mapping[str, object]

_CLAIMS: Final = ("win", "kong", "pung")
_FOLLOWS: Final = ("pass", "transfer", "drawn", "end")
"""Events that a log of what was seen may leave out."""
_OF_THE_WALL: Final = ("seed", "wall", "dice")
_OF_THE_DISCARD: Final = ("KWX3603", "KWX3604", "KWX3610")
"""What may be wrong with the discard of who reveals, not with the reveal."""


class Replayed(NamedTuple):
    """A log that has been played again.

    Attributes:
        lines: for each event of the round the number of the line that tells it, or, if none does,
            of the last one before it.
        whole: every event is told and true; if not, all that is told is.
    """

    round: Round
    lines: tuple[int, ...]
    whole: bool


def replay(rules: RoundRules, text: str) -> Round:
    """The round a log records, which must have been played under the same rules.

    Raises:
        LogError: naming the line that cannot be, and the row that forbids it if one does.
        HandError: for what are no rules, and what is no text.
    """
    expect(rules, "rules", "RoundRules", RoundRules)
    expect(text, "text", "string", str)
    first, *more = read_rounds(text)
    found = replay_recorded(rules, first).round
    if more:
        raise LogError("KWX3622", more[0].first, {"found": "start", "expected": "the end"})
    return found


def replay_recorded(rules: RoundRules, recorded: Recorded) -> Replayed:
    """One round of a log, which must have been played under the same rules.

    Raises:
        LogError: naming the line that cannot be, and the row that forbids it if one does.
    """
    return _Replay(rules, recorded).run()


class _Replay:
    """A log, the round so far, and how many lines it has accounted for."""

    def __init__(self, rules: RoundRules, recorded: Recorded) -> None:
        self.recorded = recorded
        self.lines: Sequence[Line] = recorded.lines
        self.whole = any(name in self.lines[0] for name in ("seed", "wall"))
        self.open: State | None = None  # the last tile others could claim, before they were asked
        self.done = 0
        self.told: list[int] = []
        self.round = opened(rules, recorded, self.whole)
        self.rules = self.round.rules  # with what the dice showed
        self._verify()

    def run(self) -> Replayed:
        """Play all lines."""
        while not self.round.over:
            if self.done == len(self.lines) and not self._may_go_on():
                raise LogError("KWX3623", self.recorded.number(self.done), {})
            self._step()
        if self.done < len(self.lines):
            raise self._differs(self.done, {"type": "the end"})
        return Replayed(self.round, tuple(self.told), self.whole)

    def _may_go_on(self) -> bool:
        """Whether the round can end although nothing more is told: nobody has taken a tile."""
        return not self.whole and self.round.state.phase not in (Phase.TURN, Phase.EXCHANGE)

    def _step(self) -> None:
        """One decision, or one foul."""
        line = self.lines[self.done] if self.done < len(self.lines) else {"type": ""}
        if line["type"] == "foul":
            self._apply(whole_number(line.get("seat")), None, str(line.get("kind")))
        elif self.round.state.phase is Phase.EXCHANGE:
            given = len(self.round.state.answers)
            self._apply(self.round.deciding[0], self._gift(given), "")
        elif self.round.state.phase is Phase.TURN:
            seat = whole_number(line.get("seat"))
            self._apply(seat, self._own_action(line), "")
        else:
            seat = self.round.deciding[0]
            self._apply(seat, self._answer(seat), "")
        self._verify()

    def _apply(self, seat: int | None, action: Action | None, foul: str) -> None:
        before, at = self.round, self.done
        if seat is None:
            raise self._wrong(at, "a seat")
        try:
            if action is None:
                self.round = before.foul(seat, foul)
            else:
                self.round = before.apply(seat, action)
                self._remember(before.state, action)
        except IllegalActionError as error:
            if isinstance(action, Discard) and action.reveal and error.code in _OF_THE_DISCARD:
                at += 1  # the line of the reveal comes before it
            raise self._illegal(at, error) from error

    def _remember(self, state: State, action: Action) -> None:
        """Keep the tile that others can claim now."""
        match action:
            case Discard():
                self.open = discarded(self.rules, state, action)
            case Kong(kind="added", tile=tile):
                self.open = declare_added(self.rules, state, self.rules.position[tile])
            case _ if state.phase is Phase.TURN:
                self.open = None
            case _:
                pass

    def _gift(self, number: int) -> Give:
        """What is given away before play, by lines one behind the other."""
        at = self.done + number
        if at >= len(self.lines):
            raise LogError("KWX3623", self.recorded.number(at), {})
        if self._type(at) != "give":
            raise self._wrong(at, "tiles to give away")
        found = self.lines[at].get("tiles")
        try:
            kinds = parse_tiles(found if isinstance(found, str) else "?", self.rules.tiles, "")
        except HandError:
            raise LogError("KWX3626", self.recorded.number(at), {"found": shown(found)}) from None
        return Give(tuple(sorted(kinds)))

    def _own_action(self, line: Line) -> Action:
        """What the player whose turn it is has decided."""
        match line["type"]:
            case "win":
                return WIN
            case "kong":
                return self._kong(self.done)
            case "discard":
                return Discard(self._tile(self.done))
            case "reveal" if self._type(self.done + 1) == "discard":
                return Discard(self._tile(self.done + 1), True, self._kinds(self.done))
            case "reveal" if self.done + 1 == len(self.lines):
                raise LogError("KWX3623", self.recorded.number(self.done), {})
            case "reveal":
                raise self._wrong(self.done + 1, "the discard that follows the reveal")
            case _:
                raise self._wrong(self.done, "discard, kong or win")

    def _answer(self, seat: int) -> Action:
        """What a player has answered to a tile: what the lines that follow say of the seat."""
        last = self._last_answer()
        told = {
            str(self.lines[at]["type"]): at
            for at in range(self.done, last)
            if self.lines[at].get("seat") == seat
        }
        won = any(line["type"] == "win" for line in self.lines[self.done : last])
        if "win" in told:
            return WIN
        if "reveal" in told:
            return Reveal(self._kinds(told["reveal"]))
        if "kong" in told:
            return self._kong(told["kong"])
        if "pung" in told:
            return PUNG
        actions = self.round.legal_actions(seat)
        if PASS not in actions and "pass" not in told:
            return self._lost(seat, actions, last)
        if won or "pass" in told or not self.whole:
            return PASS
        return WIN if WIN in actions else PASS

    def _lost(self, seat: int, actions: tuple[Action, ...], last: int) -> Action:
        """What a player has claimed in vain who had to claim a tile; `PASS` if nothing goes first.

        Args:
            seat: the player's.
            actions: what it could do.
            last: the end of the lines that tell what was answered.
        """
        taken = [line for line in self.lines[self.done : last] if line["type"] in _CLAIMS]
        lost = [action for action in actions if taken and self._goes_first(taken[0], seat, action)]
        return lost[0] if lost else PASS

    def _goes_first(self, line: Line, seat: int, action: Action) -> bool:
        """Whether a claim that is told goes before a claim of another seat."""
        flow, after = self.rules.flow, self.round.state.setup.after[self.round.state.seat]
        claim = "win" if action == WIN else "kong"
        if line["type"] != claim:
            return flow.precedence.index(str(line["type"])) < flow.precedence.index(claim)
        one, nearest = flow.winners == "one", line.get("seat") in after[: after.index(seat)]
        return claim == "win" and one and nearest

    def _last_answer(self) -> int:
        """The end of the lines that tell what was answered."""
        if self._type(self.done) == "win":
            return len(self.lines)
        at = self.done
        while self._type(at) in ("pass", "reveal"):
            at += 1
        return at + (self._type(at) in _CLAIMS)

    def _verify(self) -> None:
        """Hold the events that are new against their lines."""
        new = self.round.events[len(self.told) :]
        for number, event in enumerate(new, 1):
            if self._told(to_dict(event), new[number:]):
                self.done += 1
            self.told.append(self.recorded.number(max(0, self.done - 1)))

    def _told(self, expected: Line, then: Sequence[Event]) -> bool:
        """Whether the next line tells an event; one that may be left out need not be told.

        Args:
            expected: the event.
            then: those that are new behind it, one of which the line may tell.

        Raises:
            LogError: if it must be told and is not.
        """
        at = self.done
        left_out = not self.whole and expected["type"] in _FOLLOWS
        if at >= len(self.lines):
            if left_out:
                return False
            raise LogError("KWX3623", self.recorded.number(at), {})
        line = self.lines[at]
        if same(line, expected) if self.whole else _tells(line, expected):
            return True
        told = line["type"] == expected["type"]
        if left_out and (not told or expected["type"] == "pass" or _tells_one(line, then)):
            return False
        raise self._differs(at, expected)

    def _differs(self, at: int, expected: Line) -> LogError:
        """A line that is not what follows; a claim is said to be illegal by its row."""
        line = self.lines[at]
        seat = whole_number(line.get("seat"))
        claimed = line["type"] in _CLAIMS and line["type"] != expected["type"]
        if claimed and self.open is not None and seat is not None:
            return self._illegal(at, refuse_claim(self.rules, self.open, seat, self._claim(at)))
        check_fields(line, self.recorded.number(at))
        return self._wrong(at, in_short(expected, line), expected)

    def _claim(self, at: int) -> Action:
        match self.lines[at]["type"]:
            case "win":
                return WIN
            case "pung":
                return PUNG
            case _:
                return self._kong(at)

    def _illegal(self, at: int, error: IllegalActionError) -> LogError:
        return LogError("KWX3625", self.recorded.number(at), {}, error)

    def _wrong(self, at: int, expected: str, beside: Line | None = None) -> LogError:
        found = in_short(self.lines[at], beside) if at < len(self.lines) else "the end"
        params = {"found": found, "expected": expected}
        return LogError("KWX3622", self.recorded.number(at), params)

    def _type(self, at: int) -> str:
        return str(self.lines[at]["type"]) if at < len(self.lines) else ""

    def _tile(self, at: int) -> int:
        found = self.lines[at].get("tile")
        try:
            (kind,) = parse_tiles(found if isinstance(found, str) else "?", self.rules.tiles, "")
        except (HandError, ValueError):
            number = self.recorded.number(at)
            raise LogError("KWX3626", number, {"found": shown(found)}) from None
        return kind

    def _kong(self, at: int) -> Kong:
        match self.lines[at].get("kind"):
            case "concealed" | "direct" | "added" as kind:
                return Kong(kind, self._tile(at))
            case _:
                raise self._wrong(at, "a kind of kong")

    def _kinds(self, at: int) -> tuple[int, ...]:
        """The kongs announced with a reveal."""
        said: Any = self.lines[at].get("kongs", [])
        try:
            kinds = [parse_tiles(str(one), self.rules.tiles, "kongs") for one in said]
        except (HandError, TypeError) as error:
            raise self._wrong(at, "kinds of tiles") from error
        return tuple([kind for found in kinds for kind in found])


def _tells_one(line: Line, events: Iterable[Event]) -> bool:
    """Whether a line tells one of events before which there are only some that may be left out."""
    found = takewhile(lambda one: one["type"] in _FOLLOWS, map(to_dict, events))
    return any(_tells(line, one) for one in found)


def _tells(line: Line, expected: Line) -> bool:
    """Whether what a line says of an event is true."""
    if line["type"] == "start":
        left_out = (*_OF_THE_WALL, *RULES)
        return expected["type"] == "start" and all(
            name in expected and same(line[name], expected[name])
            for name in line
            if name not in left_out
        )
    return all(name in expected and same(line[name], expected[name]) for name in line)
