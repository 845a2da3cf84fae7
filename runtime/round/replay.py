"""A recorded round played again: every event is made anew and held against its line.

Nobody's decisions are written down as such; they follow from the events. Who could have claimed a
tile and has neither passed nor got it was too late: somebody else went first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HandError
from ..notation import parse_tiles
from .actions import PASS, PUNG, WIN, Discard, Kong, Reveal
from .errors import IllegalActionError, LogError, RoundError
from .events import to_dict
from .game import Round
from .legal import refuse_claim
from .log import read_lines
from .moves import declare_added, discarded
from .state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .actions import Action
    from .rules import RoundRules
    from .state import State

_CLAIMS = ("win", "kong", "pung")


def replay(rules: RoundRules, text: str) -> Round:
    """The round a log records, which must have been played under the same rules.

    Raises:
        LogError: naming the line that cannot be, and the row that forbids it if one does.
    """
    return _Replay(rules, read_lines(text)).run()


class _Replay:
    """A log, the round so far, and how many lines it has accounted for."""

    def __init__(self, rules: RoundRules, lines: Sequence[Mapping[str, object]]) -> None:
        self.rules = rules
        self.lines = lines
        self.open: State | None = None  # the last tile others could claim, before they were asked
        self.round = self._start()
        self.done = 0
        self._verify()

    def run(self) -> Round:
        """Play all lines."""
        while not self.round.over:
            if self.done == len(self.lines):
                raise LogError("KWX3623", {"line": self.done})
            self._step()
        if self.done < len(self.lines):
            raise self._wrong(self.done, "the end")
        return self.round

    def _start(self) -> Round:
        if not self.lines or self.lines[0]["type"] != "start":
            raise LogError("KWX3621", {"line": 1})
        line = self.lines[0]
        rules = self.rules
        seed, dealer, out = (_whole(line.get(name)) for name in ("seed", "dealer", "out"))
        try:
            wall = parse_tiles(str(line.get("wall", "")), rules.tiles, "wall") if not seed else ()
        except HandError:
            wall = ()
        if seed is not None:
            wall = ()
        try:
            return Round.new(rules, seed=seed, wall=wall, dealer=dealer or 0, out=out)
        except RoundError as error:
            raise LogError("KWX3625", {"line": 1, "reason": str(error)}) from error

    def _step(self) -> None:
        """One decision, or one foul."""
        line = self.lines[self.done]
        if line["type"] == "foul":
            self._apply(_whole(line.get("seat")), None, str(line.get("kind")))
        elif self.round.state.phase is Phase.TURN:
            seat = _whole(line.get("seat"))
            self._apply(seat, self._own_action(line), "")
        else:
            seat = self.round.deciding[0]
            self._apply(seat, self._answer(seat), "")
        self._verify()

    def _apply(self, seat: int | None, action: Action | None, foul: str) -> None:
        before, number = self.round, self.done + 1
        if seat is None:
            raise self._wrong(self.done, "a seat")
        try:
            if action is None:
                self.round = before.foul(seat, foul)
            else:
                self.round = before.apply(seat, action)
                self._remember(before.state, action)
        except IllegalActionError as error:
            raise self._illegal(number, error) from error

    def _remember(self, state: State, action: Action) -> None:
        match action:
            case Discard():
                self.open = discarded(self.rules, state, action)
            case Kong(kind="added", tile=tile):
                self.open = declare_added(self.rules, state, self.rules.position[tile])
            case _:
                pass

    def _own_action(self, line: Mapping[str, object]) -> Action:
        """What the player whose turn it is has decided."""
        match line["type"]:
            case "win":
                return WIN
            case "kong":
                return self._kong(line)
            case "discard":
                return Discard(self._tile(self.done))
            case "reveal" if self._type(self.done + 1) == "discard":
                return Discard(self._tile(self.done + 1), True, self._kinds(line))
            case _:
                raise self._wrong(self.done, "discard, kong or win")

    def _answer(self, seat: int) -> Action:
        """What a player has answered to a tile: what the lines that follow say of the seat."""
        last = self._last_answer()
        kinds = {
            str(line["type"]): line
            for line in self.lines[self.done : last]
            if line.get("seat") == seat
        }
        won = any(line["type"] == "win" for line in self.lines[self.done : last])
        if "win" in kinds:
            return WIN
        if "reveal" in kinds:
            return Reveal(self._kinds(kinds["reveal"]))
        if "kong" in kinds:
            return self._kong(kinds["kong"])
        if "pung" in kinds:
            return PUNG
        return PASS if won or "pass" in kinds or WIN not in self.round.legal_actions(seat) else WIN

    def _last_answer(self) -> int:
        """The end of the lines that tell what was answered."""
        if any(line["type"] == "win" for line in self.lines[self.done :][:1]):
            return len(self.lines)
        at = self.done
        while self._type(at) in ("pass", "reveal"):
            at += 1
        return at + (self._type(at) in _CLAIMS)

    def _verify(self) -> None:
        """Hold the events that are new against their lines."""
        for at in range(self.done, len(self.round.events)):
            expected = to_dict(self.round.events[at])
            if at >= len(self.lines):
                raise LogError("KWX3623", {"line": len(self.lines)})
            if self.lines[at] != expected:
                raise self._differs(at, expected)
        self.done = len(self.round.events)

    def _differs(self, at: int, expected: Mapping[str, object]) -> LogError:
        """A line that is not what follows; a claim is said to be illegal by its row."""
        line = self.lines[at]
        if at == 0:
            names = ("variant", "options", "stake", "hash")
            name = next((name for name in names if line.get(name) != expected[name]), "")
            if name:
                params = {"found": str(line.get(name)), "expected": str(expected[name])}
                return LogError("KWX3624", {"line": 1, **params})
        seat = _whole(line.get("seat"))
        if line["type"] in _CLAIMS and self.open is not None and seat is not None:
            action = self._claim(line)
            return self._illegal(at + 1, refuse_claim(self.rules, self.open, seat, action))
        return self._wrong(at, _shown(expected))

    def _claim(self, line: Mapping[str, object]) -> Action:
        match line["type"]:
            case "win":
                return WIN
            case "pung":
                return PUNG
            case _:
                return self._kong(line)

    def _illegal(self, number: int, error: IllegalActionError) -> LogError:
        return LogError("KWX3625", {"line": number, "reason": str(error)}, error.row)

    def _wrong(self, at: int, expected: str) -> LogError:
        found = _shown(self.lines[at])
        return LogError("KWX3622", {"line": at + 1, "found": found, "expected": expected})

    def _type(self, at: int) -> str:
        return str(self.lines[at]["type"]) if at < len(self.lines) else ""

    def _tile(self, at: int) -> int:
        try:
            (kind,) = parse_tiles(str(self.lines[at].get("tile")), self.rules.tiles, "tile")
        except (HandError, ValueError) as error:
            raise self._wrong(at, "a tile") from error
        return kind

    def _kong(self, line: Mapping[str, object]) -> Kong:
        at = next(at for at, one in enumerate(self.lines) if one is line)
        match line.get("kind"):
            case "concealed" | "direct" | "added" as kind:
                return Kong(kind, self._tile(at))
            case _:
                raise self._wrong(at, "a kind of kong")

    def _kinds(self, line: Mapping[str, object]) -> tuple[int, ...]:
        """The kongs announced with a reveal."""
        said: Any = line.get("kongs", [])
        try:
            return tuple([parse_tiles(str(one), self.rules.tiles, "kongs")[0] for one in said])
        except (HandError, TypeError) as error:
            raise self._wrong(self.done, "kinds of tiles") from error


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _shown(line: Mapping[str, object]) -> str:
    """An event in a few words."""
    fields = ("type", "seat", "kind", "tile", "amount", "rule")
    return " ".join([str(line[name]) for name in fields if name in line])
