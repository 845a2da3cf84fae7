"""What the things of a ruleset are called, and where the book speaks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..surface.options import spelled_value
from .conditions import Teller
from .document import Line, Quiet, To, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Row
    from ..resolved.nodes import Basis, Foul, OptionValue
    from .shown import Town
    from .voice import Pair, Voice

TABLES: Final[dict[str, Pair]] = {
    "cap": ("The cap", "封顶"),
    "points": ("Points", "点数"),
    "may_win": ("Who may win", "起胡"),
    "pay.win": ("Paying for a win", "胡牌的钱"),
    "pay.also": ("Paying beside that", "另付的钱"),
    "pay.kong": ("Paying for a kong", "杠钱"),
    "pay.drawn": ("When nobody wins", "荒庄的钱"),
    "turn.kong": ("When a kong may be made", "什么时候可以杠"),
    "turn.chain": ("What continues a chain of kongs", "怎样算连杠"),
    "turn.pung": ("When a pung may be made", "什么时候可以碰"),
    "turn.reveal": ("When one may reveal", "什么时候可以亮牌"),
    "turn.missed": ("After a missed win", "漏胡以后"),
    "dealer": ("Who deals next", "下一局谁坐庄"),
    "horses.draw": ("How many horses are turned", "翻几张马"),
    "horses.hits": ("What a horse scores", "一张马值多少"),
    "horses.again": ("Whether a horse brings another", "还翻不翻马"),
}
_TABLE, _COURSE = ("the table", "牌桌"), ("the course of a round", "一局怎么打")
_ASSUMED = ("assumed", "推定")


def table_name(kind: str, voice: Voice) -> str:
    """What a decision table is called."""
    return voice.say(TABLES.get(kind, (kind, kind)))


def row_name(row: Row, voice: Voice) -> str:
    """What a row is called: its name, or its id."""
    return voice.words(row.name) or row.id


def foul_name(foul: Foul, voice: Voice) -> str:
    """What a foul is called: its name, or its id."""
    return voice.words(foul.name) or foul.id


def value_name(value: OptionValue, voice: Voice) -> str:
    """What the value of an option is called."""
    if isinstance(value, bool):
        return voice.say(("on", "开") if value else ("off", "关"))
    if value is None:
        return voice.say(("none", "不限"))
    return spelled_value(value)


def teller_of(town: Town, voice: Voice, table: str = "") -> Teller:
    """Who says the rules of a table, or those of fans."""
    options = {
        option.id: (
            voice.words(option.name) or option.id,
            value_name(town.values[option.id], voice),
        )
        for option in town.core.options
    }
    fans = {fan.id: voice.words(fan.name) for fan in town.core.fans}
    options |= {
        f"choice.{one.id}": (voice.words(one.name) or one.id, "")
        for one in town.core.ruleset.choices
    }
    notes = {one.id: voice.words(one.note) for one in town.core.ruleset.defines}
    return Teller(voice, fans, options, notes, table, town.core.ruleset.seating.seats)


def cited(basis: Basis, voice: Voice) -> Line:
    """The clauses a rule rests on."""
    links = [(To(voice.anchor("clause", ref.id), ref.id),) for ref in basis.cites]
    return joined(links, " ")


def grounds(basis: Basis, voice: Voice) -> Line:
    """The clauses a rule rests on, and that it is assumed, if it is."""
    if basis.assumed is None:
        return cited(basis, voice)
    tag: Line = (Quiet(f"〔{voice.say(_ASSUMED)}〕"),)
    return joined([cited(basis, voice), tag], " ") if basis.cites else tag


def places(town: Town, voice: Voice) -> Iterator[tuple[str, str, Basis]]:
    """Everything that rests on something: its anchor, its name, its grounds."""
    ruleset = town.core.ruleset
    yield voice.anchor("table"), voice.say(_TABLE), ruleset.seating.basis
    yield voice.anchor("course"), voice.say(_COURSE), ruleset.turn.basis
    fans = {fan.id: fan for fan in town.core.fans}
    for id_ in town.core.order:
        yield voice.anchor("fan", id_), voice.words(fans[id_].name), fans[id_].basis
    for table in town.core.tables:
        name = table_name(table.kind, voice)
        for row in table.rows:
            anchor = voice.anchor("row", table.kind, row.id)
            yield anchor, f"{name}{voice.colon}{row_name(row, voice)}", row.basis
    for foul in ruleset.fouls:
        yield voice.anchor("foul", foul.id), foul_name(foul, voice), foul.basis
    for gone in ruleset.removed:
        yield voice.anchor("removed", gone.path), gone.path, gone.basis
    for option in town.core.options:
        yield voice.anchor("option", option.id), voice.words(option.name) or option.id, option.basis
    for one in ruleset.choices:
        yield voice.anchor("choice", one.id), voice.words(one.name) or one.id, one.basis
