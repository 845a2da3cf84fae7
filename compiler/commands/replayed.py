"""What becomes of recorded rounds: played again, judged under another variant, told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ...runtime.options import show
from ...runtime.round.account import items_of
from ...runtime.round.errors import LogError, RoundError
from ...runtime.round.finish import next_dealer
from ..diagnostics.report import Diagnostic
from ..source.text import Span
from .accounts import Account, account_lines, basis_lines, row_info, signed
from .columns import hang
from .output import show_diagnostics, tell, write_json
from .replaying import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...runtime.errors import HandError
    from ...runtime.ledger import Transfer
    from ...runtime.round.game import Round
    from ...runtime.round.replay import Replayed
    from ...runtime.round.rules import RoundRules
    from ...runtime.round.under import Judged
    from ..source.text import SourceText
    from .settings import Settings

_WIDTH: Final = 80
_TITLE = ("{place}: {name} ({id}), {events} events", "{place}：{name}（{id}），{events} 个事件")
_WHOLE = ("every event is true", "事件全部属实")
_SEEN = (
    "what is told is true; the rest has been worked out",
    "写下的都属实，其余由此推出",
)
_UNDER = (
    "Under {name} ({id}{options}), same tiles, same decisions",
    "改用{name}（{id}{options}），牌和决定不变",
)
_OBJECTION = ("line {line}, seat {seat}: {reason}", "第 {line} 行，{seat} 号座位：{reason}")
_NOT_ALLOWED = ("not allowed, and not paid for:", "不允许的，不付钱：")
_DROPPED = (
    "not offered before the deal, and not counted: {what}",
    "发牌前不能选的，不算：{what}",
)
_DROPPED_BY = ("{choice}={value} of seat {seat}", "{seat} 号座位的 {choice}={value}")
_CHANCE = ("line {line}: seat {seat} could have won", "第 {line} 行：{seat} 号座位本可以胡")
_UNDECIDED = (
    "the round would have gone on; nobody knows how",
    "这一局本该继续，结果无从知道",
)
_CHANGE = ("difference", "相差")
_SAME = ("nobody's money changes", "各家的钱都不变")
_ROUNDS = ("rounds: {count}", "局数：{count}")
_OPEN = ("undecided: {count}", "未定：{count}")
_BY_ROW = ("by {row}", "据 {row}")


class Answer(NamedTuple):
    """A round that was played as its log says."""

    log: str
    first: int
    replayed: Replayed
    judged: Judged | None

    def to_dict(self, settings: Settings) -> dict[str, object]:
        """The answer as JSON."""
        game = self.replayed.round
        found: dict[str, object] = {
            "ok": True,
            "log": self.log,
            "line": self.first,
            "variant": game.rules.evaluator.program.variant,
            "whole": self.replayed.whole,
            "events": len(game.events),
            **_money(game),
        }
        if self.judged is not None:
            found["under"] = self._under_dict(self.judged, settings)
        return found

    def _under_dict(self, judged: Judged, settings: Settings) -> dict[str, object]:
        program = judged.round.rules.evaluator.program
        lines = self.replayed.lines
        return {
            "variant": program.variant,
            "options": dict(judged.round.rules.bound_options()),
            "stake": judged.round.rules.stake,
            "decided": judged.decided,
            "not_offered": [one._asdict() for one in judged.dropped],
            "not_allowed": [
                {
                    "line": lines[one.at],
                    "seat": one.seat,
                    "action": one.action,
                    **_reason(one.error, judged.round.rules, settings),
                }
                for one in judged.objections
            ],
            "could_have_won": [{"line": lines[one.at], "seat": one.seat} for one in judged.chances],
            **_money(judged.round),
        }

    def lines(self, settings: Settings, *, short: bool) -> Iterator[str]:
        """The answer as text; where there are many rounds, each on one line."""
        game = self.replayed.round
        program = game.rules.evaluator.program
        name = program.zh if settings.lang == "zh" else program.en
        place = f"{self.log}:{self.first}"
        title = settings.say(_TITLE).format(
            place=place, name=name, id=program.variant, events=len(game.events)
        )
        said = settings.say(_WHOLE if self.replayed.whole else _SEEN)
        if short:
            yield self._on_one_line(f"{place}  {program.variant}")
            return
        yield from hang("", title, _WIDTH, 2).split("\n")
        yield said
        yield from account_lines(account_of(game), settings)
        if self.judged is not None:
            yield ""
            yield from self._under_lines(self.judged, settings)

    def _on_one_line(self, title: str) -> str:
        parts = [title, _totals(self.replayed.round)]
        if self.judged is not None:
            program = self.judged.round.rules.evaluator.program
            marks = "" if self.judged.decided else " ?"
            marks += f" (-{len(self.judged.objections)})" if self.judged.objections else ""
            parts.append(f"→ {program.variant} {_totals(self.judged.round)}{marks}")
        return "  ".join(parts)

    def _under_lines(self, judged: Judged, settings: Settings) -> Iterator[str]:
        rules, lines = judged.round.rules, self.replayed.lines
        program = rules.evaluator.program
        name = program.zh if settings.lang == "zh" else program.en
        options = "".join([f" {id_}={show(value)}" for id_, value in _chosen(rules)])
        said = settings.say(_UNDER).format(name=name, id=program.variant, options=options)
        yield from hang("", said, _WIDTH, 2).split("\n")
        if judged.dropped:
            who = [settings.say(_DROPPED_BY).format(**one._asdict()) for one in judged.dropped]
            text = settings.say(_DROPPED).format(what=", ".join(who))
            yield from hang("", text, _WIDTH, 2).split("\n")
        if judged.objections:
            yield settings.say(_NOT_ALLOWED)
        for one in judged.objections:
            reason = one.error.text(settings.lang)
            text = settings.say(_OBJECTION).format(line=lines[one.at], seat=one.seat, reason=reason)
            yield from hang("  ", text, _WIDTH, 4).split("\n")
            info = row_info(program, one.error.row)
            if info is not None:
                yield from basis_lines(info, settings)
        for chance in judged.chances:
            text = settings.say(_CHANCE).format(line=lines[chance.at], seat=chance.seat)
            yield f"  {text}"
        if not judged.decided:
            yield settings.say(_UNDECIDED)
        yield from account_lines(account_of(judged.round), settings)
        yield ""
        yield _difference(self.replayed.round, judged.round, settings)


class Tally:
    """What several rounds come to, seat by seat."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._rounds = 0
        self._own: list[int] = []
        self._other: list[int] = []
        self._undecided = 0
        self._dropped: dict[str, None] = {}

    def add(self, answer: Answer) -> None:
        """Take a round in."""
        self._rounds += 1
        self._own = _added(self._own, answer.replayed.round)
        if answer.judged is not None:
            self._other = _added(self._other, answer.judged.round)
            self._undecided += not answer.judged.decided
            self._dropped |= {f"{one.choice}={one.value}": None for one in answer.judged.dropped}

    def line(self, settings: Settings) -> str:
        """The totals on one line."""
        said = settings.say(_ROUNDS).format(count=self._rounds)
        parts = [said, _signed(self._own)]
        if self._other:
            parts.append(f"→ {_signed(self._other)}")
        if self._undecided:
            parts.append(settings.say(_OPEN).format(count=self._undecided))
        if self._dropped:
            parts.append(settings.say(_DROPPED).format(what=", ".join(self._dropped)))
        return "  ".join(parts)


def _added(totals: list[int], game: Round) -> list[int]:
    gained = game.ledger.totals(game.rules.players)
    return [a + b for a, b in zip(totals or [0] * len(gained), gained, strict=False)]


def _chosen(rules: RoundRules) -> list[tuple[str, object]]:
    """The stake and the options that are not as they are if nothing is said."""
    usual = rules.evaluator.program.defaults._asdict()
    chosen: list[tuple[str, object]] = [("stake", rules.stake)] if rules.stake > 1 else []
    for field, value in rules.options._asdict().items():
        if value != usual[field]:
            chosen.append((field.removeprefix("x_"), value))
    return chosen


def account_of(game: Round) -> Account:
    """The money of a round that has been played."""
    rules = game.rules
    program = rules.evaluator.program
    row = ""
    if game.over:
        _, index = next_dealer(rules, game.state)
        row = f"dealer.{rules.row('dealer', index).id}"
    items = items_of(rules.evaluator, game.events)
    totals = game.ledger.totals(rules.players)
    return Account(program, items, totals, game.next_dealer, row)


def refuse(
    error: LogError, source: SourceText, rules: RoundRules | None, form: str, settings: Settings
) -> None:
    """Say what is wrong with a log, in which of its lines, and which clauses stand behind it."""
    cause = error.cause or error
    if form == "json":
        reason = _reason(cause, rules, settings)
        row, cite = reason.pop("row"), reason.pop("cite")
        found = {**reason, "line": error.line, "row": row, "cite": cite}
        write_json({"ok": False, "log": source.name, "error": found}, pretty=False)
        return
    place = Span(source, 0, len(source.line(source.first_line)))
    params = cause.params_in(settings.lang) if isinstance(cause, RoundError) else cause.params
    more = error.diagnostics if isinstance(error, UnplayableError) else ()
    show_diagnostics([Diagnostic(cause.code, place, params), *more], settings.lang)
    info = row_info(rules.evaluator.program, error.row) if rules else None
    if info is not None:
        tell(settings.say(_BY_ROW).format(row=error.row))
        for text in basis_lines(info, settings):
            tell(text)


def _reason(
    error: RoundError | HandError, rules: RoundRules | None, settings: Settings
) -> dict[str, object]:
    row = error.row if isinstance(error, RoundError) else ""
    info = row_info(rules.evaluator.program, row) if rules else None
    return {
        "code": error.code,
        "message": error.text(settings.lang),
        "row": row,
        "cite": [] if info is None else list(info.cite),
    }


def _money(game: Round) -> dict[str, object]:
    return {
        "transfers": [_transfer(one) for one in game.ledger.transfers],
        "totals": list(game.ledger.totals(game.rules.players)),
        "next_dealer": game.next_dealer,
    }


def _transfer(one: Transfer) -> dict[str, object]:
    money: dict[str, object] = {"amount": one.amount, "rule": one.rule}
    return {"from": one.payer, "to": one.payee, **money, "cite": list(one.cite)}


def _totals(game: Round) -> str:
    return _signed(game.ledger.totals(game.rules.players))


def _signed(totals: Iterable[int]) -> str:
    return " ".join(map(signed, totals))


def _difference(own: Round, other: Round, settings: Settings) -> str:
    before, after = (one.ledger.totals(own.rules.players) for one in (own, other))
    if before == after:
        return settings.say(_SAME)
    changes = [late - early for early, late in zip(before, after, strict=True)]
    return f"{settings.say(_CHANGE)}  {_signed(before)} → {_signed(after)}  ({_signed(changes)})"
