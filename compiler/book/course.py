"""The course of a round: claims, kongs, reveals, missed wins, the next dealer, fouls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .decisions import FIRST, round_tables
from .document import Facts, Grid, GridRow, Heading, Items, Paragraph, Quiet, Section, stacked
from .naming import cited, foul_name, grounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..resolved.nodes import Exchange, Foul, Ruleset
    from .document import Block, Line
    from .shown import Town
    from .voice import Pair, Voice

_TITLE = ("The course of a round", "一局怎么打")
_STEPS: Final[tuple[Pair, ...]] = (
    (
        "Who deals first is drawn by lot; who deals next stands in the last of the tables below. "
        "The dealer has one tile more and begins.",
        "头一局谁坐庄由抽签定，以后看下面最后一张表。庄家多一张牌，先打。",
    ),
    (
        "In turn each player draws a tile, and wins, makes a kong, or discards. The wall is played "
        "to its end.",
        "轮流摸一张牌，或胡，或杠，或打出一张；牌墙摸完为止。",
    ),
    (
        "A discard may be claimed for a win, for a kong by whoever holds three, or for a pung by "
        "whoever holds two; never for a run, except to win.",
        "别人打出的牌可以胡；手里有三张可以杠，有两张可以碰；除非胡牌，不能吃。",
    ),
    (
        "After a kong a replacement tile is drawn.",
        "开杠后补一张牌。",
    ),
    (
        "Who waits may reveal: the hand is laid open and not changed any more.",
        "听牌后可以亮牌：牌摊开给大家看，此后不再换牌。",
    ),
)
_CLAIMS: Final[dict[str, Pair]] = {
    "win": ("a win", "胡"),
    "kong": ("a kong", "杠"),
    "pung": ("a pung", "碰"),
}
_PRECEDENCE, _WINNERS = ("Claims", "先后"), ("Several winners", "几家同时胡")
_BEFORE = (" before ", "先于")
_MANY: Final[dict[str, Pair]] = {
    "many": ("all of them win", "都算胡"),
    "one": ("only the first in turn wins", "只算轮次在先的一家"),
}
_EXCHANGE = ("Before play", "开打之前")
_GIVEN = ("everybody gives {count} tiles{of} to {to}", "各家拿出 {count} 张{of}给{to}")
_OF: Final[dict[str, Pair]] = {
    "one_suit": (" of one suit, or dragons,", "同一门（三元牌算一门）的牌"),
    "any": ("", "牌"),
}
_TO: Final[dict[str, Pair]] = {
    "next": ("the next player", "下家"),
    "previous": ("the player before", "上家"),
    "dice": (
        "the next player if the dice are even together, else to the one before",
        "下家（骰子点数之和为双）或上家（为单）",
    ),
}
_TAIL = ("Replacement tiles", "补牌")
_FROM_TAIL: Final[tuple[Pair, Pair]] = (
    ("from the front of the wall", "从牌墙前头补"),
    ("from the tail of the wall", "从牌墙末尾补"),
)
_REVEAL = ("Revealing", "亮牌")
_ANYTIME: Final[tuple[Pair, Pair]] = (
    ("with a discard in one's own turn", "自己打牌时"),
    ("at any time, out of turn too", "随时，没有轮到自己也可以"),
)
_SHOWS = ("What is shown", "亮出")
_ONLY_WAITS = (
    "the others see only what the hand waits for",
    "别家只看到听什么",
)
_AS_CHOSEN: Pair = (
    "the hand, or only what it waits for, as chosen under “{name}”",
    "整手牌，或只有听什么，由“{name}”定",
)
_MUST = ("After a reveal", "亮牌以后")
_DUTIES: Final[dict[str, Pair]] = {
    "win_by_self_draw": (
        "who draws the winning tile must win with it",
        "摸到听的牌必须自摸",
    ),
    "win_off_discard": (
        "who can win on another player's tile must",
        "别人打出听的牌必须胡",
    ),
    "announced_kong": ("an announced kong must be made when it comes", "报过的杠来了必须杠"),
}
_GROUNDS, _ASSUMED = ("Rests on", "依据"), ("Assumed", "推定")
_FOULS = ("Fouls", "违例")
_FOULS_INTRO = ("Fouls that are not named here are only recorded.", "这里没有列出的违例只作记录。")
_FOUL_HEAD: Final[tuple[Pair, ...]] = (
    ("Foul", "违例"),
    ("What follows", "后果"),
    ("Rests on", "依据"),
)
_NO_WIN, _NO_KONG = ("may not win", "不能胡"), ("may not make kongs", "不能杠")
_MONEY: Final[dict[str, Pair]] = {
    "void": ("no kong money in this round", "本局杠钱作废"),
    "last_void": ("that kong's money is void", "这一杠的钱作废"),
}
_NOTHING = ("nothing", "没有")


def course(town: Town, voice: Voice) -> Section:
    """How a round goes."""
    ruleset = town.core.ruleset
    blocks: list[Block] = [
        Items(tuple((voice.say(step),) for step in _STEPS)),
        _facts(ruleset, voice),
        Paragraph((voice.say(FIRST),)),
        *round_tables(town, voice),
    ]
    if ruleset.fouls:
        head = tuple(voice.say(one) for one in _FOUL_HEAD)
        rows = tuple(_foul(one, voice) for one in ruleset.fouls)
        intro = Paragraph((voice.say(_FOULS_INTRO),))
        blocks += [Heading(voice.say(_FOULS)), intro, Grid(head, rows)]
    return Section(voice.anchor("course"), voice.say(_TITLE), tuple(blocks))


def _shown(ruleset: Ruleset, voice: Voice) -> Line:
    """What a reveal shows; nothing where it is the hand, as is usual."""
    said = ruleset.turn.reveal_shows
    option = next((one for one in ruleset.options if said == f"options.{one.id}"), None)
    if option is not None:
        name = voice.words(option.name) if option.name else option.id
        return (voice.say(_AS_CHOSEN, name=name),)
    return (voice.say(_ONLY_WAITS),) if said == "waiting" else ()


def _facts(ruleset: Ruleset, voice: Voice) -> Facts:
    turn = ruleset.turn
    claims = voice.say(_BEFORE).join(voice.say(_CLAIMS[one]) for one in turn.precedence)
    duties = [voice.say(_DUTIES.get(one, (one, one))) for one in turn.must]
    entries: list[tuple[Pair, Line]] = [
        (_EXCHANGE, (_exchanged(turn.exchange, voice),) if turn.exchange else ()),
        (_PRECEDENCE, (claims,)),
        (_WINNERS, (voice.say(_MANY[turn.winners]),)),
        (_TAIL, (voice.say(_FROM_TAIL[turn.tail]),)),
        (_REVEAL, (voice.say(_ANYTIME[turn.reveal_anytime]),)),
        (_SHOWS, _shown(ruleset, voice)),
        (_MUST, (voice.listed(duties),) if duties else ()),
        (_GROUNDS, cited(turn.basis, voice)),
        (_ASSUMED, (voice.words(turn.basis.assumed),) if turn.basis.assumed else ()),
    ]
    return Facts(tuple((voice.say(label), line) for label, line in entries if line))


def _exchanged(exchange: Exchange, voice: Voice) -> str:
    """What changes hands before play."""
    if not exchange:
        return ""
    count, of, to = exchange
    return voice.say(_GIVEN, count=count, of=voice.say(_OF[of]), to=voice.say(_TO[to]))


def _foul(foul: Foul, voice: Voice) -> GridRow:
    found = list(_consequences(foul, voice)) or [voice.say(_NOTHING)]
    note: Line = (Quiet(voice.words(foul.note)),) if foul.note else ()
    assumed: Line = ()
    if foul.basis.assumed is not None:
        words = voice.words(foul.basis.assumed)
        assumed = (Quiet(f"{voice.say(_ASSUMED)}{voice.colon}{words}"),)
    cells: tuple[Line, ...] = (
        (foul_name(foul, voice),),
        stacked((voice.listed(found),), note, assumed),
        grounds(foul.basis, voice),
    )
    return GridRow(cells, voice.anchor("foul", foul.id))


def _consequences(foul: Foul, voice: Voice) -> Iterator[str]:
    if not foul.may_win:
        yield voice.say(_NO_WIN)
    if not foul.may_kong:
        yield voice.say(_NO_KONG)
    if foul.kong_money in _MONEY:
        yield voice.say(_MONEY[foul.kong_money])
