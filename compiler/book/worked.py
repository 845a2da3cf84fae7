"""The ruleset's examples, each worked out step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.circumstances import Won
from ...runtime.declared import UNLIMITED
from ...runtime.errors import HandError
from ...runtime.options import show
from ...runtime.round_report import read_round
from ...runtime.tiles import tile_text, tile_zh
from ..examples.facts import spelled
from ..examples.given import asked_of, is_waiting, options_of, round_of, way_of
from ..flow import situation_text
from ..interpret.judge import tile_set
from .document import Card, Grid, GridRow, Items, Paragraph, Section, To, joined
from .hands import how, loose_tiles, read_waiting, read_won, waiting_hand, won_hand
from .naming import row_name, table_name, value_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.round_report import Kong, RoundReport, Win
    from ..examples.by_interpreter import Trace
    from ..interpret.judge import Verdict
    from ..surface.nodes import Example
    from .document import Block, Line
    from .shown import Town, Worked
    from .voice import Pair, Voice

_TITLE = ("Worked examples", "算例")
_INTRO = (
    "Options are as the ruleset has them, except where an example says otherwise.",
    "选项都按规则的默认值，例子里另有说明的除外。",
)
_WAITS, _NOTHING = ("Waits for:", "听："), ("It waits for nothing.", "什么也不听。")
_INCOMPLETE = ("Not a complete hand.", "没有成牌。")
_REFUSED = ("This cannot have happened.", "不可能有这样的牌。")
_NO_FAN = ("No fan: 1", "没有番：1")
_CAP: Pair = ("Cap {cap}: counts as {value}", "封顶 {cap}：算 {value}")
_NO_CAP: Pair = ("No cap: counts as {value}", "不封顶：算 {value}")
_BARRED = ("May not win in this way", "这样不能胡")
_OWED: Final[tuple[Pair, Pair]] = (
    ("Each other player pays {owed}", "其余每家付 {owed}"),
    ("The discarder pays {owed}", "放炮的人付 {owed}"),
)
_OPTIONS: Pair = ("Options: {chosen}", "选项：{chosen}")
_SEATS = ("A", "B", "C", "D", "E", "F", "G", "H")
_SEATS_ZH = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛")
_REVEALED: Pair = ("Revealed, in this order: {seats}", "依次亮牌：{seats}")
_KONGS: Final[dict[str, Pair]] = {
    "concealed": ("{by}: concealed kong of {tile}", "{by}暗杠{tile}"),
    "direct": ("{by}: direct kong of {tile}, given by {giver}", "{by}直杠{giver}打出的{tile}"),
    "added": ("{by}: added kong of {tile}", "{by}补杠{tile}"),
}
_CHAIN: Pair = (", number {chain} of its chain", "，连杠第 {chain} 个")
_ROBBED = (", which is robbed", "，被抢")
_DRAWN = ("Nobody wins.", "荒庄。")
_WINS: Pair = ("{seat} wins, {how}:", "{seat}胡，{how}：")
_FROM: Pair = (" by {giver}", "，{giver}点的")
_HEAD: Final[tuple[Pair, ...]] = (
    ("Pays", "付"),
    ("To", "收"),
    ("Amount", "数目"),
    ("By the rule", "依规则"),
)
_TOTALS: Pair = ("In all: {totals}", "合计：{totals}")
_NOBODY_PAYS = ("Nobody pays anything.", "谁也不付。")


def examples(town: Town, voice: Voice) -> Section | None:
    """One card for each example."""
    if not town.worked:
        return None
    cards = tuple(_card(town, one, voice) for one in town.worked)
    intro = Paragraph((voice.say(_INTRO),))
    return Section(voice.anchor("examples"), voice.say(_TITLE), (intro, *cards))


def _card(town: Town, one: Worked, voice: Voice) -> Card:
    example = one.example
    blocks = tuple(_blocks(town, one, voice))
    links = [(To(voice.anchor("clause", ref.id), ref.id),) for ref in example.cites]
    why: Line = (voice.words(example.why),)
    why += (" (", *joined(links, voice.comma), ")") if links else ()
    anchor = voice.anchor("example", example.id)
    return Card(anchor, example.id, "", (Paragraph(why), *blocks))


def _blocks(town: Town, one: Worked, voice: Voice) -> Iterator[Block]:
    example, trace = one
    chosen = _chosen(town, example, voice)
    if chosen:
        yield Paragraph((voice.say(_OPTIONS, chosen=chosen),))
    if trace is None:
        yield Paragraph((voice.say(_REFUSED),))
    elif round_of(example) is not None:
        yield from _Round(town, example, trace, voice).blocks()
    elif trace.fact:
        yield Paragraph((f"{trace.fact} → {spelled(trace.facts['said'])}",))
    elif (asked := asked_of(example)) is not None:
        said = ", ".join(str(row) for row in _rows_of(trace))
        yield Paragraph((f"{situation_text(asked[1])} → {said}",))
    elif is_waiting(example):
        yield from _waits(town, example, trace, voice)
    else:
        yield from _hand(town, example, trace, voice)


def _rows_of(trace: Trace) -> tuple[int | str, ...]:
    rows = trace.facts["rules"]
    assert isinstance(rows, tuple)
    return rows


def _chosen(town: Town, example: Example, voice: Voice) -> str:
    played = round_of(example)
    known = town.rules.program.options
    given = options_of(example, known) if played is None else played.get("options", {})
    names = {option.id: voice.words(option.name) or option.id for option in town.core.options}
    values = {option.id: option.default for option in town.core.options}
    assert isinstance(given, dict)
    return voice.listed(
        f"{names.get(id_, id_)} {_value(value, values.get(id_), voice)}"
        for id_, value in given.items()
    )


def _value(value: object, default: object, voice: Voice) -> str:
    if value == "none" and not isinstance(default, str):
        return value_name(None, voice)
    return value_name(value, voice) if isinstance(value, bool) else show(value)


def _waits(town: Town, example: Example, trace: Trace, voice: Voice) -> Iterator[Block]:
    tiles = tile_set(town.core.ruleset.seating)
    yield waiting_hand(read_waiting(str(example.given["hand"]), tiles))
    waits = trace.facts["waits"]
    assert isinstance(waits, tuple)
    if not waits:
        yield Paragraph((voice.say(_NOTHING),))
        return
    kinds = [kind for kind in tiles.kinds if tile_text(kind) in waits]
    yield Paragraph((voice.say(_WAITS),))
    yield loose_tiles(kinds, voice.listed(str(one) for one in waits))


def _hand(town: Town, example: Example, trace: Trace, voice: Voice) -> Iterator[Block]:
    hand = read_won(str(example.given["hand"]), tile_set(town.core.ruleset.seating))
    way = way_of(example)
    said = how(way.won(), voice)
    if not trace.verdicts:
        yield waiting_hand(hand)
        yield Paragraph((f"{said}{voice.colon}{voice.say(_INCOMPLETE)}",))
        return
    verdict = trace.verdicts[0]
    yield won_hand(hand, verdict.best.reading)
    steps = [(f"{said}",), *_steps(town, verdict, voice)]
    if not verdict.may_win:
        steps.append(
            (voice.say(_BARRED), " (", _rule(town, "may_win", verdict.may_win_row, voice), ")")
        )
    else:
        words = voice.say(_OWED[way.by == "discard"], owed=verdict.owed)
        steps.append((words, " (", _rule(town, "pay.win", verdict.pay_row, voice), ")"))
    yield Items(tuple(steps))


def _steps(town: Town, verdict: Verdict, voice: Voice) -> Iterator[Line]:
    """From the fans to the worth."""
    best = verdict.best
    names = {fan.id: voice.words(fan.name) for fan in town.core.fans}
    fans: list[Line] = [
        (To(voice.anchor("fan", id_), names[id_]), f" {times}") for id_, times in best.fans
    ]
    if not fans:
        yield (voice.say(_NO_FAN),)
    elif len(fans) == 1:
        yield fans[0]
    else:
        joint = voice.comma if town.core.by_maximum else " × "
        yield (*joined(fans, joint), f" = {best.product}")
    for id_, points in best.added:
        yield (_rule(town, "points", id_, voice), f" +{points}")
    words = _NO_CAP if best.cap >= UNLIMITED else _CAP
    said = voice.say(words, cap=best.cap, value=best.value)
    yield (said, " (", _rule(town, "cap", best.cap_row, voice), ")")


def _rule(town: Town, kind: str, row: str, voice: Voice) -> To:
    """A link to a row."""
    table = next(table for table in town.core.tables if table.kind == kind)
    found = next(one for one in table.rows if one.id == row)
    name = f"{table_name(kind, voice)}{voice.colon}{row_name(found, voice)}"
    return To(voice.anchor("row", kind, row), name)


class _Round:
    """Tells what happened in a round, and who pays."""

    def __init__(self, town: Town, example: Example, trace: Trace, voice: Voice) -> None:
        self.town, self.trace, self.voice = town, trace, voice
        given = round_of(example)
        assert given is not None
        self.given: Mapping[str, object] = given
        self.played: RoundReport = read_round(
            given, town.rules.program.tiles, town.rules.program.seats
        )

    def blocks(self) -> Iterator[Block]:
        events = [(line,) for line in self._events()]
        if events:
            yield Items(tuple(events))
        for win, verdict in zip(self.played.wins, self.trace.verdicts, strict=True):
            yield Paragraph((self._won(win, verdict),))
            yield won_hand(win.shown.hand, verdict.best.reading)
            yield Items(tuple(_steps(self.town, verdict, self.voice)))
        yield from self._payments()

    def _events(self) -> Iterator[str]:
        if self.played.revealed:
            seats = self.voice.listed(map(self._seat, self.played.revealed))
            yield self.voice.say(_REVEALED, seats=seats)
        for kong in self.played.kongs:
            yield self._kong(kong)
        if not self.played.wins:
            yield self.voice.say(_DRAWN)

    def _kong(self, kong: Kong) -> str:
        voice = self.voice
        tile = tile_zh(kong.tile) if voice.lang == "zh" else tile_text(kong.tile)
        giver = "" if kong.giver is None else self._seat(kong.giver)
        said = voice.say(_KONGS[kong.kind], by=self._seat(kong.by), tile=tile, giver=giver)
        said += voice.say(_CHAIN, chain=kong.chain) if kong.chain > 1 else ""
        return said + (voice.say(_ROBBED) if kong.robbed else "")

    def _won(self, win: Win, verdict: Verdict) -> str:
        situation = verdict.best.scene.situation
        said = how(situation, self.voice) if isinstance(situation, Won) else ""
        if win.giver is not None:
            said += self.voice.say(_FROM, giver=self._seat(win.giver))
        return self.voice.say(_WINS, seat=self._seat(win.shown.seat), how=said)

    def _seat(self, seat: int) -> str:
        return (_SEATS_ZH if self.voice.lang == "zh" else _SEATS)[seat]

    def _payments(self) -> Iterator[Block]:
        voice = self.voice
        try:
            settled = self.town.rules.load({}).settle(self.given)
        except HandError:
            return
        if not settled.transfers:
            yield Paragraph((voice.say(_NOBODY_PAYS),))
            return
        rows = []
        for one in settled.transfers:
            kind, _, row = one.rule.rpartition(".")
            rule: Line = (_rule(self.town, kind, row, voice),)
            seats: tuple[Line, Line] = ((self._seat(one.payer),), (self._seat(one.payee),))
            rows.append(GridRow((*seats, (str(one.amount),), rule)))
        yield Grid(tuple(voice.say(one) for one in _HEAD), tuple(rows), (2,))
        totals = (f"{self._seat(at)} {total:+d}" for at, total in enumerate(settled.totals))
        yield Paragraph((voice.say(_TOTALS, totals=voice.listed(totals)),))
