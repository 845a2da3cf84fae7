"""From a judgement back to the tiles: the reading that was taken, and the words for it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final, Generic

from .arrangements import make_win
from .circumstances import chosen
from .elements import kinds_of
from .fields import ALONE, KONGS, PAIRS, SETS, SEVEN, SUIT_BITS, SUITS, TILES, WINS
from .notation import format_hand, format_set
from .options import show
from .program import O
from .readings import Reading, Set, readings
from .tiles import suit_of, tile_text, tile_zh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .arrangements import Arrangement
    from .circumstances import Won
    from .hand import Hand
    from .judge import Judge
    from .program import OptionInfo, Program, RuleInfo, Worth
    from .score import Score
    from .tiles import TileSet

    _Parts = tuple[tuple[Arrangement, ...], int]
    """The arrangements of all blocks, and the vector of the whole."""


_SHAPE: Final = 7 << SETS | 7 << PAIRS
_FOUR_AND_A_PAIR: Final = 4 << SETS | 1 << PAIRS


def pack_reading(program: Program[O], options: O, hand: Hand, reading: Reading) -> int:
    """The packed vector of one reading, worked out from the whole hand without any table."""
    vector = sum(program.kind_atoms(kind, options) for kind in kinds_of(hand, program.tiles))
    vector += sum(program.set_atoms(one, options) for one in reading.sets)
    vector += program.win_atoms(reading.win, options) + (1 << WINS)
    vector += (len(reading.sets) << SETS) + (len(hand.held) << TILES)
    vector += sum(one.kong for one in reading.sets) << KONGS
    vector += (reading.win.held == 1 and not reading.win.pung) << ALONE
    if reading.pair is not None:
        vector += program.pair_atoms(reading.pair, options) + (1 << PAIRS)
    else:
        vector += 1 << SEVEN
    owned = [*hand.held, *(meld.tile for meld in hand.melds for _ in range(meld.size))]
    suits = [block for block in program.tiles.blocks if block.runs]
    for index, block in enumerate(suits):
        tiles = sum(suit_of(tile) == block.name for tile in owned)
        vector += tiles << SUITS + SUIT_BITS * index
    return vector


class Explainer(Generic[O]):
    """Explains the scores of one variant with its options bound."""

    __slots__ = ("_judge", "_options", "_program", "tiles")

    def __init__(self, judge: Judge[O]) -> None:
        """Explain what this judge judges."""
        self._judge = judge
        self._program = judge.program
        self._options = judge.options
        self.tiles = judge.program.tiles

    def worths(self, hand: Hand, won: Won) -> tuple[tuple[Reading, int, Worth], ...]:
        """Every reading of a hand with its packed vector and its worth, in the readings' order."""
        program, options = self._program, self._options
        found = readings(hand)
        packed = [pack_reading(program, options, hand, reading) for reading in found]
        return tuple(
            (reading, vector, program.worth(vector, won, options))
            for reading, vector in zip(found, program.told(packed, options), strict=True)
        )

    def reading(self, score: Score) -> Reading | None:
        """The first reading, in their fixed order, that is worth what the score says."""
        if not score.complete:
            return None
        if score.judgement.seven_pairs:
            return self._seven_pairs(score.packed)
        return _together(self._taken(score), laid_out(score.packed, self.tiles))

    def reading_json(self, score: Score) -> str:
        """The same as the text of JSON, put together from texts that are made once."""
        if not score.complete:
            return "null"
        if score.judgement.seven_pairs:
            return self._seven_pairs_json(score.packed)
        parts = self._taken(score)
        sets = [part.sets_json for part in parts if part.sets_json]
        sets += _laid_json(score.packed, self.tiles)
        pair = win = ""
        for part in parts:
            pair, win = pair or part.pair_json, win or part.win_json
        return (
            f'{{"shape": "standard", "pairs": [], "sets": [{", ".join(sets)}], '
            f'"pair": {pair}, "win": {{{win}}}}}'
        )

    def _taken(self, score: Score) -> tuple[Arrangement, ...]:
        """The arrangements of all blocks in the standard reading that was taken."""
        found = self._standard(score.packed)
        if len(found) > 1:
            untold = ~self._program.reading_bits
            best = [vector & untold for vector in score.judgement.vectors]
            found = [one for one in found if one[1] in best]
        if len(found) > 1:
            return min(found, key=lambda one: _order(_together(one[0], ())))[0]
        return found[0][0]

    def _seven_pairs(self, packed: bytes) -> Reading:
        kinds, held = self.tiles.kinds, packed[: len(self.tiles.kinds)]
        pairs = [kind for kind, count in zip(kinds, held, strict=True) if count]
        if len(pairs) < 7:
            pairs = [kind for kind in pairs for _ in range(held[self.tiles.position[kind]] // 2)]
        at = packed[len(held)]
        win = make_win(kinds[at], "pair", held[at], False)
        return Reading("seven_pairs", (), None, tuple(pairs), win)

    def _seven_pairs_json(self, packed: bytes) -> str:
        """`_seven_pairs` as JSON shows it."""
        kinds, held = self.tiles.kinds, packed[: len(self.tiles.kinds)]
        pairs = [
            text for text, count in zip(_texts(kinds), held, strict=True) for _ in range(count >> 1)
        ]
        win = tile_text(kinds[packed[len(held)]])
        return (
            f'{{"shape": "seven_pairs", "pairs": [{", ".join(pairs)}], "sets": [], "pair": null, '
            f'"win": {{"in": "{win}", "place": "pair"}}}}'
        )

    def _standard(self, packed: bytes) -> list[_Parts]:
        """The standard readings as parts, each with its packed vector."""
        blocks, melds = self._judge.arrangements(packed)
        found: list[_Parts] = []
        for parts in product(*blocks):
            vector = melds
            for part in parts:
                vector += part[1]
            if vector & _SHAPE == _FOUR_AND_A_PAIR:
                found.append((tuple([part[0] for part in parts]), vector))
        return found

    def explain(self, score: Score, lang: str) -> str:
        """The score in words, in English or Chinese."""
        zh = lang == "zh"
        program = self._program
        title = f"{program.zh if zh else program.en} ({program.variant})"
        lines = [title, format_hand(score.hand)]
        reading = score.reading
        if reading is None:
            return "\n".join([*lines, "没有成牌" if zh else "not a complete hand"])
        lines.append(describe(reading, lang))
        lines += [self._fan_line(fan, times, zh) for fan, times in score.fans]
        lines += [self._points_line(row, amount, zh) for row, amount in score.added]
        lines += self._figures(score, zh)
        return "\n".join(lines)

    def _fan_line(self, fan: str, times: int, zh: bool) -> str:
        info = next(one for one in self._program.fans if one.id == fan)
        return f"  ×{times}  {_named(info, zh)}".rstrip()

    def _points_line(self, row: str, amount: int, zh: bool) -> str:
        info = next(one for one in self._program.rows["points"] if one.id == row)
        return f"  +{amount}  {_named(info, zh)}".rstrip()

    def _figures(self, score: Score, zh: bool) -> list[str]:
        judged = score.judgement
        worth = self._program.worth(judged.vector, score.won, self._options)
        whole = together(score.fans, self._program.on_top, "zh" if zh else "en")
        cap, value = ("封顶", "倍数") if zh else ("cap", "value")
        value = f"{cap} {show(worth.cap)} → {value} {score.value}"
        if score.points:
            value += f"，加 {score.points}" if zh else f", and {score.points}"
        lines = [f"  {whole}，{value}" if zh else f"  {whole}, {value}"]
        row, paid = judged.rows
        if not score.may_win:
            said = "这样不能胡" if zh else "may not win in this way"
            lines.append(f"  {said} (may_win.{row})")
        else:
            said = "每家付" if score.won.self_draw and zh else "付钱者付" if zh else "a payer owes"
            beside = score.also
            if beside:
                paid = f"{paid} {score.owed - sum([n for _, n in beside])}"
            paid = " + ".join([f"pay.win.{paid}", *[f"pay.also.{one} {n}" for one, n in beside]])
            lines.append(f"  {said} {score.owed} ({paid})")
            lines += [_chosen_line(score.won, info, zh) for info in self._program.choices]
        return lines


def _chosen_line(won: Won, info: OptionInfo, zh: bool) -> str:
    """For which numbers chosen before the deal that is: where nothing is said, the default's."""
    assert isinstance(info.default, int)
    winner = chosen(won.winner_choice, info.id, info.default)
    payer = chosen(won.payer_choice, info.id, info.default)
    if zh:
        return f"    {info.zh}：胡的人选 {winner}，付钱者选 {payer}"
    return f"    {info.en}: the winner chose {winner}, the payer {payer}"


def _named(info: RuleInfo, zh: bool) -> str:
    """A fan or a row, with what it rests on."""
    cited = ", ".join(info.cite)
    if info.assumed:
        cited = ", ".join(filter(None, [cited, "推定" if zh else "assumed"]))
    return f"{info.zh if zh else info.en} ({info.id})  {cited}"


def together(fans: Sequence[tuple[str, int]], on_top: Sequence[str] | None, lang: str) -> str:
    """What fans with their factors come to, in words.

    Args:
        fans: those that score.
        on_top: of all fans those that multiply the greatest of the others; None where all fans
            multiply each other.
        lang: the language.
    """
    zh = lang == "zh"
    top = prod([times for fan, times in fans if on_top is None or fan in on_top])
    if on_top is None:
        return f"{'番数之积' if zh else 'product'} {top}"
    greatest = max([times for fan, times in fans if fan not in on_top], default=1)
    words = f"{'最大的番' if zh else 'greatest fan'} {greatest}"
    if top > 1:
        words += f"{'，另乘' if zh else ', on top'} {top}: {greatest * top}"
    return words.replace(": ", "：") if zh else words


def laid_out(packed: bytes, tiles: TileSet) -> tuple[Set, ...]:
    """The sets that the melds of a packed hand make."""
    kinds = tiles.kinds
    return tuple([_meld(byte >> 5, kinds[byte & 31]) for byte in packed[len(kinds) + 1 :]])


def _laid_json(packed: bytes, tiles: TileSet) -> list[str]:
    """The melds of a packed hand as JSON shows them."""
    kinds = tiles.kinds
    return [_meld_json(byte >> 5, kinds[byte & 31]) for byte in packed[len(kinds) + 1 :]]


@lru_cache(maxsize=128)
def _meld_json(type_: int, tile: int) -> str:
    return f'"{format_set(_meld(type_, tile))}"'


@lru_cache(maxsize=16)
def _texts(kinds: tuple[int, ...]) -> tuple[str, ...]:
    """Kinds as JSON shows them."""
    return tuple(f'"{tile_text(kind)}"' for kind in kinds)


@lru_cache(maxsize=128)
def _meld(type_: int, tile: int) -> Set:
    """The set that a meld of one of the three types of packed hands makes."""
    return Set("kong" if type_ else "triplet", tile, exposed=type_ < 2, melded=True)


def _together(parts: tuple[Arrangement, ...], laid: tuple[Set, ...]) -> Reading:
    """A reading out of the arrangements of its blocks and the melds."""
    sets: tuple[Set, ...] = ()
    pair = win = None
    for one in parts:
        sets += one.sets
        pair, win = pair or one.pair, win or one.win
    assert win is not None
    return Reading("standard", sets + laid, pair, (), win)


def _order(reading: Reading) -> tuple[int, list[tuple[int, bool]], int]:
    """The place of a standard reading among the readings of a hand."""
    concealed = [one for one in reading.sets if not one.melded]
    pair = reading.pair.tile if reading.pair is not None else -1
    won = next((index for index, one in enumerate(concealed) if one.won), -1)
    return pair, [(one.tile, one.triplet) for one in concealed], won


_PLACES = {
    "low": ("low end", "低张"),
    "middle": ("middle", "中张"),
    "high": ("high end", "高张"),
    "triplet": ("triplet", "刻子"),
    "pair": ("pair", "对子"),
}


def describe(reading: Reading, lang: str) -> str:
    """A reading in one line: its sets and pair, and where the winning tile went."""
    zh = lang == "zh"
    if reading.shape == "seven_pairs":
        parts = [tile_text(kind)[0] * 2 + tile_text(kind)[1] for kind in reading.pairs]
        name = "七个对子" if zh else "seven pairs"
    else:
        parts = [format_set(one) for one in reading.sets]
        pair = tile_text(reading.pair.tile) if reading.pair else ""
        parts.append(pair[0] * 2 + pair[1])
        name = "四副一对" if zh else "four sets and a pair"
    english, chinese = _PLACES[reading.win.place]
    tile = tile_text(reading.win.tile)
    tiles = " ".join(parts)
    if zh:
        return f"  {name}：{tiles}；胡{tile_zh(reading.win.tile)}，作{chinese}"
    return f"  {name}: {tiles}; won on {tile} as {english}"
