"""The first page: who plays with what, and how a hand is reckoned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..interpret.judge import tile_set
from .document import Facts, Items, Paragraph, Section
from .hands import loose_tiles
from .naming import cited, value_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..resolved.nodes import Seating
    from .document import Block, Line
    from .shown import Town
    from .voice import Pair, Voice

_TABLE = ("The table", "牌桌")
_RECKONING = ("How a hand is reckoned", "怎样算番")
_PLAYERS = ("Players", "人数")
_TILES = ("Tiles", "用牌")
_AT_TABLE: Pair = (
    "{play}; {seats} seats at the table, {out}",
    "{play} 人；桌上 {seats} 个座位，{out}",
)
_OUT: Final[dict[str, Pair]] = {
    "rests": ("the winner of a round rests", "胡的人下桌休息一局"),
    "watches": ("the last only watches", "末一位只看牌"),
}
_DEAL = ("Deal", "发牌")
_DEALT: Pair = (
    "{dealer} tiles to the dealer, {others} to each other player, {direction}",
    "庄家 {dealer} 张，其余各 {others} 张，{direction}",
)
_DIRECTIONS: Final[dict[str, Pair]] = {
    "clockwise": ("clockwise", "顺时针"),
    "counterclockwise": ("counter-clockwise", "逆时针"),
}
_OPTIONS = ("Options of this book", "本书的选项")
_GROUNDS, _ASSUMED = ("Rests on", "依据"), ("Assumed", "推定")
_WALL: Pair = ("{size}: {parts}, {copies} of each", "{size} 张：{parts}，各 {copies} 张")
_SUITS: Final[dict[str, Pair]] = {
    "dots": ("dots {low}–{high}", "筒 {low}–{high}"),
    "bamboos": ("bamboos {low}–{high}", "条 {low}–{high}"),
    "characters": ("characters {low}–{high}", "万 {low}–{high}"),
}
_DRAGONS: Final[dict[str, Pair]] = {
    "red": ("red dragon", "红中"),
    "green": ("green dragon", "发财"),
    "white": ("white dragon", "白板"),
}
_BLOCKS: Final[dict[str, Pair]] = {
    "dots": ("dots", "筒"),
    "bamboos": ("bamboos", "条"),
    "characters": ("characters", "万"),
    "dragons": ("dragons", "三元牌"),
}
_PRODUCT: Final[Pair] = (
    "The factors of the fans that count are multiplied; a hand without any is worth 1. The cap "
    "bounds the product.",
    "算到的各番倍数相乘，没有番的牌算 1；乘积不超过封顶。",
)
_MAXIMUM: Final[Pair] = (
    "Of the fans that count the greatest is taken, and those on top multiply it; a hand without "
    "any is worth 1. The cap bounds what comes of it.",
    "算到的各番里取最大的一个，再乘上另乘的番，没有番的牌算 1；结果不超过封顶。",
)
_STEPS: Final[tuple[Pair, ...]] = (
    (
        "A complete hand is four sets and a pair, or seven pairs without a meld. Four equal tiles "
        "may stand for two pairs. It is taken apart in every possible way, the place of the "
        "winning tile included.",
        "成牌是四副一对，或没有碰杠的七个对子；四张相同的牌可以当两对。每一种拆法都要看，胡的那张牌放在哪里也算在内。",
    ),
    (
        "In each reading every fan whose condition holds counts, unless another takes its place or "
        "does not go with it.",
        "每一种拆法里，条件成立的番都算；被别的番取代、或不与同计的除外。",
    ),
    _PRODUCT,
    (
        "Of the readings that may win the dearest is taken; of equal ones the one with the greater "
        "product, then seven pairs, then the one with fewer fans.",
        "可以胡的拆法里取最大的一种；一样大时取番数之积大的，再取七个对子，再取番种少的。",
    ),
)


def table(town: Town, voice: Voice) -> Section:
    """Who plays with what, and what was chosen."""
    ruleset = town.core.ruleset
    seating, tiles = ruleset.seating, tile_set(ruleset.seating)
    low, high = tiles.ranks
    parts = [voice.say(_SUITS[suit], low=low, high=high) for suit in tiles.suits]
    parts += [voice.say(_DRAGONS[dragon]) for dragon in reversed(tiles.dragons)]
    wall = voice.say(_WALL, size=tiles.size, parts=voice.listed(parts), copies=tiles.copies)
    chosen = [
        f"{voice.words(option.name) or option.id}{voice.colon}"
        f"{value_name(town.values[option.id], voice)}"
        for option in town.core.options
    ]
    entries: list[tuple[Pair, Line]] = [
        (_PLAYERS, (_players(seating, voice),)),
        (_TILES, (wall,)),
        (_DEAL, (_dealt(seating, voice),)),
        (_OPTIONS, (("；" if voice.lang == "zh" else "; ").join(chosen),) if chosen else ()),
        (_GROUNDS, cited(seating.basis, voice)),
        (_ASSUMED, (voice.words(seating.basis.assumed),) if seating.basis.assumed else ()),
    ]
    facts = Facts(tuple((voice.say(label), line) for label, line in entries if line))
    blocks = _notes(town, voice)
    pictures = [
        loose_tiles(tiles.kinds[one.start : one.start + one.length], voice.say(_BLOCKS[one.name]))
        for one in tiles.blocks
    ]
    return Section(voice.anchor("table"), voice.say(_TABLE), (*blocks, facts, *pictures))


def _players(seating: Seating, voice: Voice) -> str:
    out = _OUT.get(seating.out)
    if out is None:
        return str(seating.seats)
    return voice.say(_AT_TABLE, play=seating.seats, seats=seating.at_table, out=voice.say(out))


def _dealt(seating: Seating, voice: Voice) -> str:
    words = _DIRECTIONS.get(seating.direction, (seating.direction, seating.direction))
    direction = voice.say(words)
    return voice.say(_DEALT, dealer=seating.dealer, others=seating.others, direction=direction)


def _notes(town: Town, voice: Voice) -> Iterator[Block]:
    for note in (town.core.ruleset.note, town.core.ruleset.seating.note):
        if note is not None:
            yield Paragraph((voice.words(note),))


def reckoning(town: Town, voice: Voice) -> Section:
    """How a hand is reckoned; towns differ in whether fans multiply each other."""
    combined = _MAXIMUM if town.core.by_maximum else _PRODUCT
    steps = Items(tuple((voice.say(combined if step is _PRODUCT else step),) for step in _STEPS))
    return Section(voice.anchor("reckoning"), voice.say(_RECKONING), (steps,))
