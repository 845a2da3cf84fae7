"""The explanation of a hand: the interpreter's judgement of every reading, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...runtime.explain import describe, together
from ...runtime.notation import format_hand
from ...runtime.options import show
from ...runtime.score import reading_dict
from ..clause_texts import find_clause
from ..interpret.judge import judge, standing
from ..interpret.why import why
from ..surface.expressions import free_names
from .columns import hang
from .why_text import why_lines, why_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...runtime.circumstances import Won
    from ...runtime.evaluator import Evaluator
    from ...runtime.score import Score
    from ..core.nodes import Core, Fan, Row
    from ..interpret.judge import ReadingWorth, Verdict
    from ..interpret.why import Why
    from ..resolved.nodes import Basis, Ruleset, TableKind
    from ..surface.nodes import Words
    from .settings import Settings

_WIDTH: Final = 80
_NOT_COMPLETE = ("not a complete hand: no reading", "没有成牌：无从拆起")
_NEARER = (
    "`kawuxing waits` tells how far it is from ready",
    "`kawuxing waits` 会说明还差几张",
)
_TAKEN = ("taken", "取此")
_TAKEN_BECAUSE = ("taken {number}: {reason}", "取 {number}：{reason}")
_REPLACED = ("replaced by {by}", "被 {by} 取代")
_EXCLUDED = ("excluded by {by}", "被 {by} 排斥")
_NO_FAN = ("no fan", "没有番")
_FIGURES = (
    "{product}, cap {cap} ({row}) → value {value}",
    "{product}，封顶 {cap}（{row}）→ 倍数 {value}",
)
_AND = (", and points {points}", "，加点数 {points}")
_WINS = ("may win ({row})", "可以胡（{row}）")
_BARRED = ("may not win in this way ({row})", "这样不能胡（{row}）")
_BESIDE = ("of that {owed} beside ({row})", "其中另付 {owed}（{row}）")
_OWES = ("a payer owes {owed} ({row})", "每个付钱的人付 {owed}（{row}）")
_ASSUMED = ("assumed: ", "推定：")
_ONLY = ("it is the only reading", "只有这一种拆法")
_SAME = ("other readings are worth the same; the first is shown", "别的拆法与它相当，取第一种")
_ABLE = ("the others may not win", "别的拆法不能胡")
_MOST_OF_ABLE = ("of those that may win it is worth most", "可以胡的里面值得最多")
_STANDINGS: Final = (
    ("of equal ones a payer owes most for it", "相同时每家付得最多的优先"),
    ("of equal ones its row of may_win stands first", "相同时 may_win 的行排在前面的优先"),
    ("of equal ones its row of pay.win stands first", "相同时 pay.win 的行排在前面的优先"),
)
_REASONS: Final = (
    ("it is worth most", "值得最多"),
    ("of those worth as much it has the fewest points", "值得一样多的里面，点数最少"),
    ("of those worth as much it has the greatest product", "值得一样多的里面，番数之积最大"),
    ("of equal ones seven pairs come first", "相同时七个对子优先"),
    ("of equal ones it has fewer fans", "相同时番种少的优先"),
    ("of equal ones its fans stand first in the ruleset", "相同时番种排在前面的优先"),
)
_HOW: Final = {
    "self_draw": ("self-draw", "自摸"),
    "discard": ("off a discard", "点炮"),
    "replacement": ("on a replacement tile", "杠后摸牌"),
    "kong_discard": ("discarded after a kong", "杠后打出"),
    "robbing": ("robbing a kong", "抢杠"),
    "last_tile": ("with the last tile", "最后一张"),
    "revealed": ("winner revealed", "胡者亮牌"),
    "payer_revealed": ("payer revealed", "付者亮牌"),
    "preceded": ("another winner revealed before", "另有赢家先亮牌"),
}
_CHAIN = ("chain of {count} kongs", "连开 {count} 杠")
_PASSED = ("after passing {count} wins", "放过 {count} 次胡")


class Explained(NamedTuple):
    """A hand judged, with what is wanted of a fan."""

    core: Core
    hand: str
    won: Won
    verdict: Verdict | None
    asked: Fan | None


def explain_hand(core: Core, score: Score, rules: Evaluator[Any], fan: str | None) -> Explained:
    """Judge a hand that has been scored, so that its circumstances are known to be possible."""
    bound = rules.options._asdict()
    options = {name.removeprefix("x_"): value for name, value in bound.items()}
    verdict = judge(core, score.hand, score.won, options)
    asked = next((one for one in core.fans if one.id == fan), None)
    return Explained(core, format_hand(score.hand), score.won, verdict, asked)


def why_of(asked: Fan, one: ReadingWorth) -> Why:
    """Why a fan's condition holds or does not hold in a reading."""
    return why(asked.when, one.scene)


def barred_by(fan: Fan, one: ReadingWorth) -> tuple[str, str] | None:
    """What keeps a fan that holds from scoring: how, and which fan."""
    scored = {id_ for id_, _ in one.fans}
    for other in fan.replaced_by:
        if other in one.held:
            return "replaced", other
    for other in fan.excluded_by:
        if other in scored:
            return "excluded", other
    return None


def reason(verdict: Verdict, core: Core) -> tuple[str, str]:
    """Why the best reading is taken and no other."""
    place = {fan: at for at, fan in enumerate(core.order)}
    criteria: tuple[Callable[[ReadingWorth], object], ...] = (
        lambda one: one.value + one.scene.points,
        lambda one: one.value,
        lambda one: one.product,
        lambda one: one.reading.shape,
        lambda one: len(one.fans),
        lambda one: [place[fan] for fan, _ in one.fans],
    )
    rivals = [one for one in verdict.readings if one is not verdict.best]
    if not rivals:
        return _ONLY
    able = [one for one in rivals if standing(core, one)[0] == verdict.may_win]
    if not able:
        return _ABLE
    rivals, barred = able, len(able) < len(rivals)
    for criterion, words in zip(criteria, _REASONS, strict=True):
        rivals = [one for one in rivals if criterion(one) == criterion(verdict.best)]
        if not rivals:
            return _MOST_OF_ABLE if barred and words is _REASONS[0] else words
    own = standing(core, verdict.best)[1:]
    others = [standing(core, one)[1:] for one in rivals]
    for length, words in enumerate(_STANDINGS, 1):
        if all(other[:length] != own[:length] for other in others):
            return words
    return _SAME


def explanation_lines(explained: Explained, settings: Settings) -> Iterator[str]:
    """The explanation as text."""
    ruleset = explained.core.ruleset
    name = ruleset.name.zh if settings.lang == "zh" else ruleset.name.en
    yield f"{name} ({ruleset.id})"
    yield f"{explained.hand}  {_how(explained.won, settings)}"
    if explained.verdict is None:
        yield settings.say(_NOT_COMPLETE)
        yield settings.say(_NEARER)
        return
    yield from _Text(explained.core, explained.verdict, settings).lines()
    if explained.asked is not None:
        yield ""
        yield from why_lines(explained.asked, _whys(explained), settings)


def _whys(explained: Explained) -> list[tuple[Why, tuple[str, str] | None]]:
    """For each reading what came of the fan that was asked about."""
    assert explained.verdict is not None
    assert explained.asked is not None
    asked = explained.asked
    return [(why_of(asked, one), barred_by(asked, one)) for one in explained.verdict.readings]


def _how(won: Won, settings: Settings) -> str:
    words = ["self_draw" if won.self_draw else "discard", *won.events]
    words += ["revealed"] if won.winner_revealed else []
    words += ["payer_revealed"] if won.payer_revealed else []
    words += ["preceded"] if won.winner_preceded else []
    parts = [settings.say(_HOW[word]) for word in words]
    if won.chain > 1:
        parts.append(settings.fill(_CHAIN, count=won.chain))
    if won.winner_passed:
        parts.append(settings.fill(_PASSED, count=won.winner_passed))
    return ("，" if settings.lang == "zh" else ", ").join(parts)


class _Text:
    """Writes one verdict in one language."""

    def __init__(self, core: Core, verdict: Verdict, settings: Settings) -> None:
        self.core = core
        self.verdict = verdict
        self.settings = settings

    def lines(self) -> Iterator[str]:
        for number, one in enumerate(self.verdict.readings, 1):
            yield ""
            yield from self._reading(number, one)
        yield ""
        yield from self._outcome()

    def _reading(self, number: int, one: ReadingWorth) -> Iterator[str]:
        best = one is self.verdict.best
        words = describe(one.reading, self.settings.lang).strip()
        mark = f"  ← {self.settings.say(_TAKEN)}" if best else ""
        yield from hang(f"{number}. ", words + mark, _WIDTH).split("\n")
        if not one.held:
            yield f"   {self.settings.say(_NO_FAN)}"
        times = dict(one.fans)
        for id_ in self.core.order:
            if id_ in one.held:
                yield from self._fan(id_, times.get(id_), one)
        figures = self.settings.say(_FIGURES).format(
            product=together(one.fans, self.core.on_top, self.settings.lang),
            cap=show(one.cap),
            row=f"cap.{one.cap_row}",
            value=one.value,
        )
        for row, points in one.added:
            yield from self._added(row, points, best=best)
        if one.added:
            figures += self.settings.say(_AND).format(points=one.scene.points)
        yield f"   {figures}"

    def _added(self, id_: str, points: int, *, best: bool) -> Iterator[str]:
        row = self._row("points", id_)
        name = row.name and (row.name.zh if self.settings.lang == "zh" else row.name.en)
        yield f"   +{points:<3} {name} ({id_})" if name else f"   +{points:<3} points.{id_}"
        if best:
            yield from self._basis(row.basis, "        ")

    def _fan(self, id_: str, times: int | None, one: ReadingWorth) -> Iterator[str]:
        fan = next(fan for fan in self.core.fans if fan.id == id_)
        name = f"{fan.name.zh if self.settings.lang == 'zh' else fan.name.en} ({id_})"
        if times is None:
            barred = barred_by(fan, one)
            assert barred is not None
            how, by = barred
            said = self.settings.say(_REPLACED if how == "replaced" else _EXCLUDED).format(by=by)
            colon = "：" if self.settings.lang == "zh" else ": "
            yield f"   –    {name}{colon}{said}"
            return
        yield f"   ×{times:<3} {name}"
        if one is self.verdict.best:
            yield from self._basis(fan.basis, "        ")

    def _basis(self, basis: Basis, indent: str) -> Iterator[str]:
        """The clauses a rule rests on, each with what it says."""
        for ref in basis.cites:
            text = clause_words(ref.id, self.settings)
            yield from hang(f"{indent}{ref.id} ", text, _WIDTH, len(indent) + 2).split("\n")
        if basis.assumed is not None:
            assumed = basis.assumed.zh if self.settings.lang == "zh" else basis.assumed.en
            first = indent + self.settings.say(_ASSUMED)
            yield from hang(first, assumed, _WIDTH, len(indent) + 2).split("\n")

    def _outcome(self) -> Iterator[str]:
        say, verdict = self.settings.say, self.verdict
        number = verdict.readings.index(verdict.best) + 1
        why_taken = say(reason(verdict, self.core))
        yield say(_TAKEN_BECAUSE).format(number=number, reason=why_taken)
        words = _WINS if verdict.may_win else _BARRED
        yield say(words).format(row=f"may_win.{verdict.may_win_row}")
        yield from self._basis(self._row("may_win", verdict.may_win_row).basis, "  ")
        if verdict.may_win:
            rows = [f"pay.win.{verdict.pay_row}", *(f"pay.also.{row}" for row, _ in verdict.also)]
            yield say(_OWES).format(owed=verdict.owed, row=" + ".join(rows))
            yield from self._paid("pay.win", verdict.pay_row, "  ")
            for row, amount in verdict.also:
                yield "  " + say(_BESIDE).format(owed=amount, row=f"pay.also.{row}")
                yield from self._paid("pay.also", row, "    ")

    def _paid(self, kind: TableKind, id_: str, indent: str) -> Iterator[str]:
        """What a row of payments rests on: its clauses, and what definitions make of the value."""
        row = self._row(kind, id_)
        yield from self._basis(row.basis, indent)
        for first, note in notes_of(self.core.ruleset, kind, id_):
            words = note.zh if self.settings.lang == "zh" else note.en
            colon = "：" if self.settings.lang == "zh" else ": "
            yield from hang(f"{indent}{first}{colon}", words, _WIDTH, len(indent) + 2).split("\n")

    def _row(self, kind: TableKind, id_: str) -> Row:
        return next(row for row in self.core.table(kind).rows if row.id == id_)


def notes_of(ruleset: Ruleset, kind: TableKind, id_: str) -> Iterator[tuple[str, Words]]:
    """The notes of the definitions of which a row's result is made, through others too."""
    rows = [row for table in ruleset.tables if table.kind == kind for row in table.rows]
    waiting, met = [row.result for row in rows if row.id == id_], set[str]()
    defines = {one.id: one for one in ruleset.defines}
    while waiting:
        for name in free_names(waiting.pop(0)):
            define = defines.get(name.parts[0])
            if define is None or define.id in met:
                continue
            met.add(define.id)
            waiting.append(define.body)
            if define.note is not None:
                yield define.id, define.note


def clause_words(id_: str, settings: Settings) -> str:
    """What a clause says: its own terms in Chinese, its sense in English."""
    clause = find_clause(id_)
    if clause is None:
        return ""
    return clause.terms or clause.says if settings.lang == "zh" else clause.says


def explanation_object(explained: Explained, settings: Settings) -> dict[str, object]:
    """The explanation as plain data."""
    verdict = explained.verdict
    found: dict[str, object] = {
        "ok": True,
        "variant": explained.core.ruleset.id,
        "hand": explained.hand,
        "complete": verdict is not None,
    }
    if verdict is None:
        return found
    found |= {
        "readings": [_reading_object(explained.core, verdict, one) for one in verdict.readings],
        "taken_because": settings.say(reason(verdict, explained.core)),
        "may_win": verdict.may_win,
        "owed": verdict.owed,
        **({"also": [{"id": row, "pay": n} for row, n in verdict.also]} if verdict.also else {}),
        "rows": {"may_win": verdict.may_win_row, "pay.win": verdict.pay_row},
    }
    if explained.asked is not None:
        whys = _whys(explained)
        found["why"] = {"fan": explained.asked.id, "readings": [why_object(one) for one in whys]}
    return found


def _reading_object(core: Core, verdict: Verdict, one: ReadingWorth) -> dict[str, object]:
    fans = {fan.id: fan for fan in core.fans}
    barred = [
        {"id": id_, "how": how[0], "by": how[1]}
        for id_ in core.order
        if id_ in one.held and (how := barred_by(fans[id_], one)) is not None
    ]
    return {
        "reading": reading_dict(one.reading),
        "taken": one is verdict.best,
        "fans": [
            {
                "id": id_,
                "times": times,
                "cite": [
                    {"id": ref.id, "says": clause.says if (clause := find_clause(ref.id)) else ""}
                    for ref in fans[id_].basis.cites
                ],
            }
            for id_, times in one.fans
        ],
        "held_without_scoring": barred,
        "product": one.product,
        "cap": show(one.cap),
        "value": one.value,
        **({"added": [{"id": row, "add": n} for row, n in one.added]} if one.added else {}),
    }
