"""A person at a terminal and bots in the other seats."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ...runtime.bots.named import BOTS
from ...runtime.round.errors import IllegalActionError
from ...runtime.round.log import event_line
from ...runtime.round.state import Phase
from ...runtime.round.wall import derive
from .accounts import account_lines, basis_lines, row_info, signed
from .choices import action_typed, menu_lines
from .columns import hang
from .faults import UsageFault
from .hints import hint_lines
from .output import standard_input, write_line
from .replayed import account_of
from .table_text import TableText, names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Choices
    from ...runtime.declared import OptionInfo
    from ...runtime.match.match import Match
    from ...runtime.round.actions import Action
    from ...runtime.round.game import Round
    from .saved_log import Saved
    from .settings import Settings

_PERSON: Final = 0
_WIDTH: Final = 80
_WELCOME = (
    "{name}, seed {seed}, against {bots}. ? helps, q leaves.",
    "{name}，种子 {seed}，对手 {bots}。? 求助，q 离开。",
)
_HELP = (
    "type: a number of the menu · a tile (5p) to discard it · win, pung, kong 5p, reveal 5p, pass, "
    "give 1p2p3p; "
    "of what is not allowed you are told the rule · Enter to pass, or to do what has to be done · "
    "w: what you wait for and what it is worth · t: the table again · q: leave, the log stays",
    "可以输入：菜单里的号码 · 写牌（5p）就打这张 · 胡、碰、杠 5p、亮 5p、过、换 1p2p3p，"
    "不许时会说明是哪条规则 · 回车为过，或做唯一可做的事 · w：听什么、值多少 · "
    "t：再看一遍牌桌 · q：离开，记录保留",
)
_UNKNOWN = ("? tells what can be typed", "输入 ? 看可以写什么")
_REFUSED = ("not allowed: {reason}", "不行：{reason}")
_AGAIN = ("Enter: another round · q: leave", "回车：再来一局 · q：离开")
_MATCH = ("after {count} rounds: you {own}, all {all}", "{count} 局之后：你 {own}，各人 {all}")
_MIDDLE = ("you leave in the middle of a round", "这一局没有打完")
_SAVED = ("the log is in {file}", "记录在 {file}")
_CHOOSE = ("{name}: {offered} (Enter: {default})", "{name}：{offered}（回车：{default}）")
_RESTING = ("you rest in this round", "这一局你轮休")
_YOURS = ("your turn", "轮到你")
_CLAIM = ("do you want it?", "要不要？")


def _typed() -> bytes:
    """A line that is typed; nothing at the end of the input, and where there is no input."""
    try:
        return standard_input().readline()
    except UsageFault:
        return b""


class Leave(Exception):  # noqa: N818 - reads as what happened
    """The person has had enough, or there is nothing more to read."""


class Game:
    """A match between a person and bots."""

    def __init__(self, match: Match, bots: Sequence[str], saved: Saved, settings: Settings) -> None:
        """Seat everybody; nothing is dealt yet."""
        self.match = match
        self.names = tuple(bots)
        self.bots = [None, *(BOTS[name](match.rules) for name in bots)]
        self.saved = saved
        self.settings = settings
        self.playing = False

    def play(self) -> None:
        """Play rounds until the person leaves; the log is complete so far whatever happens."""
        say = self.settings.say
        program = self.match.rules.evaluator.program
        name = program.zh if self.settings.lang == "zh" else program.en
        welcome = say(_WELCOME).format(name=name, seed=self.match.seed, bots=", ".join(self.names))
        self._lines(hang("", welcome, _WIDTH))
        try:
            while True:
                self._round()
                self._after_round()
        except Leave:
            pass
        except KeyboardInterrupt:
            write_line("")
        if self.playing:
            write_line(say(_MIDDLE))
        self._lines(hang("", say(_SAVED).format(file=self.saved.path), _WIDTH, 2))

    def _round(self) -> None:
        """One round, from the deal to the money."""
        self.playing = True
        round_ = _Round(self)
        game = round_.play()
        self.playing = False
        self.match = self.match.after(game)
        account = account_of(game)._replace(names=round_.text.names)
        write_line("")
        for line in account_lines(account, self.settings):
            write_line(line)

    def _after_round(self) -> None:
        """The match so far, and whether to go on."""
        say = self.settings.say
        if self.match.number > 1:
            totals = [signed(total) for total in self.match.totals]
            said = {"own": totals[_PERSON], "all": " ".join(totals)}
            write_line(say(_MATCH).format(count=self.match.number, **said))
        write_line("")
        if self.ask(say(_AGAIN)).lower() in ("q", "quit"):
            raise Leave

    def ask(self, prompt: str) -> str:
        """What the person types; a pipe is shown in what is written, so that it can be read.

        Raises:
            Leave: at the end of input.
        """
        sys.stdout.write(f"{prompt} > ")
        sys.stdout.flush()
        data = _typed()
        text = data.decode("utf-8", "replace").strip()
        if not data:
            write_line("")
            raise Leave
        if not sys.stdin.isatty():
            write_line(text)
        return text

    def _lines(self, text: str) -> None:
        for line in text.split("\n"):
            write_line(line)


class _Round:
    """One round at the table."""

    def __init__(self, game: Game) -> None:
        match = game.match
        self.host = game
        self.settings = game.settings
        self.chairs = match.chairs
        self.seat = match.chairs.index(_PERSON)
        self.round: Round = match.deal(self._choices())
        self.seeds = match.seeds
        self.made = [0] * len(self.seeds)
        playing = self.round.state.setup.playing
        names = names_of(playing, self.seat, match.rules.players, game.settings)
        self.text = TableText(names, game.settings, closed=match.rules.closed)
        self.told = 0

    def _choices(self) -> tuple[Choices, ...]:
        """What the person chooses before the deal; the bots choose the default."""
        match = self.host.match
        infos = match.asked_of(_PERSON)
        if not infos or self.seat == match.out:
            return ()
        own = tuple([(info.id, self._choice(info)) for info in infos])
        return tuple([own if seat == self.seat else () for seat in range(match.rules.players)])

    def _choice(self, info: OptionInfo) -> int:
        """One choice, asked until it is one of those that are offered."""
        zh = self.settings.lang == "zh"
        offered = {str(value): value for value in info.offered if isinstance(value, int)}
        name, default = info.zh if zh else info.en, str(info.default)
        prompt = self.settings.say(_CHOOSE).format(
            name=name, offered=" ".join(offered), default=default
        )
        while True:
            said = self.host.ask(prompt) or default
            if said.lower() in ("q", "quit"):
                raise Leave
            if said in offered:
                return offered[said]

    def play(self) -> Round:
        """Everybody decides until the round is over."""
        if self.seat not in self.round.state.setup.playing:
            write_line(self.settings.say(_RESTING))
        self._tell()
        while not self.round.over:
            seat = self.round.deciding[0]
            if seat == self.seat:
                self._decide()
            else:
                action = self._chosen(seat, self.round.legal_actions(seat))
                self.round = self.round.apply(seat, action)
            self._tell()
        return self.round

    def _chosen(self, seat: int, actions: Sequence[Action]) -> Action:
        """What a bot chooses; where there is no choice it is not asked."""
        bot = self.host.bots[self.chairs[seat]]
        if len(actions) == 1 or bot is None:
            return actions[0]
        chance = derive(self.seeds[seat], self.made[seat])
        self.made[seat] += 1
        return bot.choose(self.round.sight(seat), actions, chance)

    def _tell(self) -> None:
        """Write down what is new, and say what the person may know of it."""
        new = self.round.events[self.told :]
        self.told += len(new)
        self.host.saved.write("".join([event_line(event) + "\n" for event in new]))
        for event in new:
            if line := self.text.event(event, self.seat):
                write_line(line)

    def _decide(self) -> None:
        """The person's decision, asked for even where there is no choice: one may want to know."""
        self._show()
        before = self.round
        while self.round is before:
            prompt = _CLAIM if before.state.phase in (Phase.CLAIM, Phase.ROB) else _YOURS
            self._obey(self.host.ask(self.settings.say(prompt)))

    def _show(self) -> None:
        write_line("")
        for line in self.text.table(self.round, self.seat):
            write_line(line)
        for line in menu_lines(self.round, self.seat, self.settings):
            write_line(line)

    def _obey(self, typed: str) -> None:
        match typed.lower():
            case "q" | "quit":
                raise Leave
            case "?" | "？" | "help":
                self._say(hang("", self.settings.say(_HELP), _WIDTH, 2).split("\n"))
            case "t":
                self._show()
            case "w":
                self._say(hint_lines(self.round, self.seat, self.settings))
            case _:
                self._act(typed)

    def _act(self, typed: str) -> None:
        action = action_typed(self.round, self.seat, typed)
        if action is None:
            write_line(self.settings.say(_UNKNOWN))
            self._say_gifts()
            return
        try:
            self.round = self.round.apply(self.seat, action)
        except IllegalActionError as error:
            reason = error.text(self.settings.lang, self.seat)
            write_line(self.settings.say(_REFUSED).format(reason=reason))
            info = row_info(self.round.rules.evaluator.program, error.row)
            if info is not None:
                self._say(basis_lines(info, self.settings))
            self._say_gifts()

    def _say_gifts(self) -> None:
        """What has to be given away, while that is what is asked for."""
        if self.round.state.phase is Phase.EXCHANGE:
            self._say(menu_lines(self.round, self.seat, self.settings))

    def _say(self, lines: Iterator[str] | Sequence[str]) -> None:
        for line in lines:
            write_line(line)
