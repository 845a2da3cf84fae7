"""The decision tables: rows in the order in which they are asked, the first that holds decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.circumstances import Konged
from ..core.nodes import Const, Read, children
from ..interpret.evaluate import number
from ..interpret.scene import Scene
from ..resolved.nodes import SUMMED_KINDS
from ..surface.printer import print_expression
from .document import Code, Grid, GridRow, Heading, Paragraph, Quiet, Section, stacked
from .naming import grounds, table_name, teller_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.nodes import Expr, Row, Table
    from ..resolved.nodes import Row as Declared
    from .document import Block, Line
    from .shown import Town
    from .voice import Pair, Voice

_PLAYING: Final = ("cap", "points", "may_win")
_PAYING: Final = (
    *("horses.draw", "horses.hits", "horses.again"),
    *("pay.win", "pay.also", "pay.kong", "pay.drawn"),
)
_WINNING_TITLE = ("What a hand is worth, and who may win", "一手牌值多少，谁可以胡")
_PAYING_TITLE = ("Payments", "付钱")
FIRST = (
    "The rows are asked from top to bottom; the first that holds decides.",
    "从上往下看，第一条成立的算数。",
)
_EXCLUSIVE = ("Besides the last row never more than one holds.", "除最后一条外，各条不会同时成立。")
_HEAD: Final = (("No.", "序"), ("Rule", "规则"), ("When", "条件"))
_RESULTS: Final[dict[str, Pair]] = {
    "cap": ("Cap", "封顶"),
    "points": ("Adds", "加"),
    "may_win": ("May win", "可否胡"),
    "pay.win": ("A payer pays", "付的人付"),
    "pay.also": ("A payer pays", "付的人付"),
    "pay.kong": ("A payer pays", "付的人付"),
    "pay.drawn": ("One pays the other", "付的人付"),
    "turn.chain": ("Continues", "可否接续"),
    "dealer": ("Deals next", "坐庄"),
    "horses.draw": ("Number", "张数"),
    "horses.hits": ("Scores", "值"),
    "horses.again": ("One more", "再翻一张"),
}
_RESULT: Pair = ("Allowed", "可否")
_GROUNDS = ("Rests on", "依据")
_OTHERWISE = ("otherwise", "其余")
_ALWAYS = ("always", "总要")
_NOTHING = ("nothing", "不付")
_YES, _NO = ("yes", "可以"), ("no", "不可以")
_ASSUMED = ("Assumed", "推定")
_CHAIN: Pair = ("{first}; in a chain {rest}, …", "{first}；连杠依次 {rest}……")
_INTRO: Final[dict[str, Pair]] = {
    "cap": (
        "The most a hand counts for, in stakes, for each payer.",
        "每个付钱的人为一手牌最多付几倍底金。",
    ),
    "points": (
        "Added up, whatever the fans come to; all rows that hold count.",
        "与番数无关，成立的各条相加。",
    ),
    "may_win": ("Whether a complete hand may win in the way it was won.", "成牌能不能这样胡。"),
    "pay.win": (
        "Asked for each other player separately. One share is the product of the fans, at most the "
        "cap, times the stake.",
        "对其余每一家分别看。一份是番数之积（不超过封顶）乘底金。",
    ),
    "pay.also": (
        "In stakes, beside the payment for the win. Here every row that holds is paid.",
        "按底金计，在胡牌的钱之外。这里凡成立的各条都要付。",
    ),
    "horses.draw": (
        "Horses are tiles of the wall that are turned up after a win.",
        "马是胡牌后从牌墙翻出的牌。",
    ),
    "pay.kong": (
        "In stakes, asked for each other player separately.",
        "按底金计，对其余每一家分别看。",
    ),
    "turn.kong": (
        "Asked for every kong a player could make.",
        "每当有人可以开杠时看。",
    ),
    "turn.chain": (
        "Asked for every kong that comes right after a kong. One that does not continue the chain "
        "is the first of a new one.",
        "紧接着一个杠再开杠时看。接不上的，从头算起。",
    ),
    "turn.reveal": (
        "Asked with each discard after which the hand waits.",
        "每当打出一张牌而听牌时看。",
    ),
    "turn.missed": (
        "Asked when a player who has passed a win since their last draw could win again.",
        "自己上次摸牌以来放过胡牌的人又可以胡时看。",
    ),
    "pay.drawn": (
        "In stakes, asked for each player towards each other, when the wall is used up.",
        "牌摸完无人胡时，按底金计，对每两家分别看。",
    ),
}
_CHAIN_SHOWN = 4


def winning(town: Town, voice: Voice) -> Section:
    """The cap, and who may win."""
    return _section(town, voice, "winning", _WINNING_TITLE, _PLAYING)


def paying(town: Town, voice: Voice) -> Section:
    """The payments."""
    return _section(town, voice, "paying", _PAYING_TITLE, _PAYING)


def round_tables(town: Town, voice: Voice) -> Iterator[Block]:
    """The tables about the course of a round."""
    known = {*_PLAYING, *_PAYING}
    for table in town.core.tables:
        if table.kind not in known:
            yield from _table(town, voice, table)


def _section(town: Town, voice: Voice, anchor: str, title: Pair, kinds: Sequence[str]) -> Section:
    tables = [table for table in town.core.tables if table.kind in kinds]
    blocks = [block for table in tables for block in _table(town, voice, table)]
    intro = Paragraph((voice.say(FIRST),))
    return Section(voice.anchor(anchor), voice.say(title), (intro, *blocks))


def _table(town: Town, voice: Voice, table: Table) -> Iterator[Block]:
    yield Heading(table_name(table.kind, voice))
    exclusive = any(ref.id == table.kind for ref in town.core.ruleset.exclusive)
    said = [_INTRO[table.kind]] if table.kind in _INTRO else []
    said += [_EXCLUSIVE] if exclusive else []
    if said:
        yield Paragraph((" ".join(map(voice.say, said)),))
    result = _RESULTS.get(table.kind, _RESULT)
    head = tuple(voice.say(one) for one in (*_HEAD, result, _GROUNDS))
    declared = next(one for one in town.core.ruleset.tables if one.kind == table.kind)
    rows = zip(table.rows, declared.rows, strict=True)
    yield Grid(
        head, tuple(_row(town, voice, table, at, *both) for at, both in enumerate(rows, 1)), (0,)
    )


def _row(town: Town, voice: Voice, table: Table, at: int, row: Row, declared: Declared) -> GridRow:
    teller = teller_of(town, voice, table.kind)
    when: Line = (voice.say(_ALWAYS if table.kind in SUMMED_KINDS else _OTHERWISE),)
    if declared.when is not None:
        when = stacked(teller.clause(row.when), (Code(print_expression(declared.when)),))
    note: Line = (Quiet(voice.words(row.note)),) if row.note else ()
    assumed: Line = ()
    if row.basis.assumed is not None:
        words = voice.words(row.basis.assumed)
        assumed = (Quiet(f"{voice.say(_ASSUMED)}{voice.colon}{words}"),)
    cells: tuple[Line, ...] = (
        (str(at),),
        (voice.words(row.name),) if row.name else (Code(row.id),),
        stacked(when, note, assumed),
        _result(town, voice, table, row),
        grounds(row.basis, voice),
    )
    return GridRow(cells, voice.anchor("row", table.kind, row.id))


def _result(town: Town, voice: Voice, table: Table, row: Row) -> Line:
    teller, result = teller_of(town, voice, table.kind), row.result
    match result:
        case Const(value=bool() as value):
            return (voice.say(_YES if value else _NO),)
        case Const(value=0) if table.kind.startswith("pay."):
            return (voice.say(_NOTHING),)
        case _ if result.type.base == "bool":
            return teller.clause(result)
        case _ if _reads(result) == {"kong.chain"}:
            return (_chained(town, result, voice),)
        case _:
            return teller.noun(result)


def _chained(town: Town, result: Expr, voice: Voice) -> str:
    """What the first kongs of a chain earn."""
    amounts = [
        str(number(result, Scene(town.bound, Konged(True, False, False, chain, False, True))))
        for chain in range(1, _CHAIN_SHOWN + 1)
    ]
    return voice.say(_CHAIN, first=amounts[0], rest=voice.listed(amounts[1:]))


def _reads(expr: Expr) -> set[str]:
    """The names an expression asks for."""
    if isinstance(expr, Read):
        return {expr.path}
    return set().union(*map(_reads, children(expr)))
