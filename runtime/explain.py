"""From a judgement back to the tiles: the reading that was taken, and the words for it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Generic

from .arrangements import make_win, parts_of
from .circumstances import chosen
from .declared import O
from .elements import kinds_of
from .hand import unpack
from .notation import format_hand, format_set
from .options import show
from .packed_readings import (
    ALONE,
    ATOMS_START,
    KONGS,
    PAIRS,
    SETS,
    SEVEN,
    SUIT_BITS,
    SUITS,
    TILES,
    WINS,
)
from .readings import Reading, Set, readings
from .tiles import suit_of, tile_text, tile_zh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .arrangements import Arrangement
    from .circumstances import Won
    from .declared import OptionInfo, RuleInfo
    from .hand import Hand
    from .judge import Judge, Judgement
    from .program import Program, Worth
    from .tiles import TileSet


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

    def reading(self, judged: Judgement, packed: bytes) -> Reading | None:
        """The first reading of a hand, in their fixed order, that is worth what was judged."""
        if not judged.complete:
            return None
        if judged.seven_pairs:
            return self._seven_pairs(packed)
        return self._together(self._taken(judged, packed), packed)

    def reading_json(self, judged: Judgement, packed: bytes) -> str:
        """The same as the text of JSON, put together from texts that are made once."""
        kinds = self.tiles.kinds
        if not judged.complete:
            return "null"
        if judged.seven_pairs:
            return self._seven_pairs_json(packed)
        sets = pair = win = ""
        for part in self._taken(judged, packed):
            sets += part.sets_json
            pair += part.pair_json
            win += part.win_json
        if len(packed) > len(kinds) + 1:
            sets += _laid_json(packed[len(kinds) + 1 :], kinds)
        return (
            f'{{"shape": "standard", "pairs": [], "sets": [{sets[:-2]}], '
            f'"pair": {pair}, "win": {{{win}}}}}'
        )

    def _taken(self, judged: Judgement, packed: bytes) -> Sequence[Arrangement]:
        """The arrangements of all blocks in the standard reading that was taken.

        The tiles of a block say how many sets it makes, and whether a pair: so whatever way each is
        arranged, together they are four sets and a pair.
        """
        blocks = self._judge.arrangements(packed)
        open_blocks = [block for block in blocks if len(block) > 1]
        if not open_blocks:
            return [only for (only,) in blocks]
        # Only the atoms differ between the readings of a hand.
        atoms = (-1 << ATOMS_START) & ~self._program.reading_bits
        best = [vector & atoms for vector in judged.vectors]
        melds = self._judge.meld_key(packed, packed[len(self.tiles.kinds)])
        found = [
            parts
            for parts in product(*blocks)
            if (sum([part.vector for part in parts]) + melds) & atoms in best
        ]
        # The arrangements of one block stand in this order already.
        return found[0] if len(open_blocks) == 1 else min(found, key=_order)

    def _together(self, parts: Sequence[Arrangement], packed: bytes) -> Reading:
        """A reading out of the arrangements of its blocks and the melds."""
        kinds, at = self.tiles.kinds, packed[len(self.tiles.kinds)]
        sets: tuple[Set, ...] = ()
        pair, place = None, "pair"
        for block, part in zip(self.tiles.blocks, parts, strict=True):
            made, laid = parts_of(part.way, kinds[block.start : block.start + block.length])
            sets += made
            pair = pair or laid
            if part.win_json:
                place = part.way[2]
        win = make_win(kinds[at], place, packed[at], at in packed[len(kinds) + 1 :])
        return Reading("standard", sets + laid_out(packed, self.tiles), pair, (), win)

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
        kinds, pairs = self.tiles.kinds, self._judge.pairs_shown(packed)
        return (
            f'{{"shape": "seven_pairs", "pairs": [{pairs}], "sets": [], "pair": null, '
            f'"win": {{"in": "{tile_text(kinds[packed[len(kinds)]])}", "place": "pair"}}}}'
        )

    def explain(self, judged: Judgement, packed: bytes, won: Won, lang: str) -> str:
        """What has been judged of a hand in words, in English or Chinese."""
        zh = lang == "zh"
        program = self._program
        title = f"{program.zh if zh else program.en} ({program.variant})"
        lines = [title, format_hand(unpack(packed, self.tiles))]
        reading = self.reading(judged, packed)
        if reading is None:
            return "\n".join([*lines, "没有成牌" if zh else "not a complete hand"])
        lines.append(describe(reading, lang))
        lines += [self._fan_line(fan, times, zh) for fan, times in judged.fans]
        lines += [self._points_line(row, amount, zh) for row, amount in judged.added]
        lines += self._figures(judged, won, zh)
        return "\n".join(lines)

    def _fan_line(self, fan: str, times: int, zh: bool) -> str:
        info = next(one for one in self._program.fans if one.id == fan)
        return f"  ×{times}  {_named(info, zh)}".rstrip()

    def _points_line(self, row: str, amount: int, zh: bool) -> str:
        info = next(one for one in self._program.rows["points"] if one.id == row)
        return f"  +{amount}  {_named(info, zh)}".rstrip()

    def _figures(self, judged: Judgement, won: Won, zh: bool) -> list[str]:
        worth = self._program.worth(judged.vector, won, self._options)
        whole = together(judged.fans, self._program.on_top, "zh" if zh else "en")
        cap, value = ("封顶", "倍数") if zh else ("cap", "value")
        value = f"{cap} {show(worth.cap)} → {value} {judged.value}"
        if judged.points:
            value += f"，加 {judged.points}" if zh else f", and {judged.points}"
        lines = [f"  {whole}，{value}" if zh else f"  {whole}, {value}"]
        row, paid = judged.rows
        if not judged.may_win:
            said = "这样不能胡" if zh else "may not win in this way"
            lines.append(f"  {said} (may_win.{row})")
        else:
            said = "每家付" if won.self_draw and zh else "付钱者付" if zh else "a payer owes"
            beside = judged.also
            if beside:
                paid = f"{paid} {judged.owed - sum([n for _, n in beside])}"
            paid = " + ".join([f"pay.win.{paid}", *[f"pay.also.{one} {n}" for one, n in beside]])
            lines.append(f"  {said} {judged.owed} ({paid})")
            program = self._program
            lines += [_chosen_line(won, info, program, zh) for info in program.choices]
        return lines


def _chosen_line(won: Won, info: OptionInfo, program: Program[Any], zh: bool) -> str:
    """For which numbers chosen before the deal that is: where nothing is said, the default's."""
    assert isinstance(info.default, int)
    winner = chosen(won.winner_choice, info.id, info.default)
    payer = chosen(won.payer_choice, info.id, info.default)
    line = f"    {info.en}: the winner chose {winner}, the payer {payer}"
    if zh:
        line = f"    {info.zh}：胡的人选 {winner}，付钱者选 {payer}"
    if "others" in program.asks:
        others = chosen(won.others_choice, info.id, info.default * (program.seats - 2))
        line += f"，其余各家合计 {others}" if zh else f", all others together {others}"
    return line


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


@lru_cache(maxsize=1 << 12)
def _laid_json(melds: bytes, kinds: tuple[int, ...]) -> str:
    """The melds of a packed hand as JSON shows them, each with a comma after it."""
    return "".join([f'"{format_set(_meld(byte >> 5, kinds[byte & 31]))}", ' for byte in melds])


@lru_cache(maxsize=128)
def _meld(type_: int, tile: int) -> Set:
    """The set that a meld of one of the three types of packed hands makes."""
    return Set("kong" if type_ else "triplet", tile, exposed=type_ < 2, melded=True)


def _order(parts: Sequence[Arrangement]) -> tuple[object, ...]:
    """The place of a standard reading among those of a hand: its pair, its sets, the set won.

    Which block has the pair, and which the winning tile, is the same in all of them.
    """
    divisions, won, _ = zip(*[part.way for part in parts], strict=True)
    sets, pair = zip(*divisions, strict=True)
    return pair, sets, won


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
