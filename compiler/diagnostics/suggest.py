"""Did you mean …? The nearest of the words that would have been right.

A word is compared with ids and with their other names: Chinese, simplified or traditional, English,
pinyin. Case, underscores, spaces and the width of letters do not count.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST = 3
_LONGEST = 40
_EXACT, _NEAR, _PART, _FAR = range(4)

# Each character and the one it is read as: traditional forms, and what people write instead.
_PAIRS = (
    "龍龙對对槓杠開开發发萬万條条紅红樁桩莊庄門门風风東东餅饼將将邊边單单連连雙双帶带國国"
    "無无雜杂碼码買买續续數数憑凭鬍胡糊胡衚胡聽听湊凑輪轮齊齐過过寶宝報报飄漂漲涨請请亂乱"
    "滿满貫贯馬马頭头隨随陽阳結结點点領领剛刚戶户燈灯圓圆錢钱籌筹計计實实絕绝張张間间獨独"
    "階阶槍枪搶抢後后補补樓楼壓压綠绿嗎吗擲掷擊击鬥斗誰谁讓让轉转僅仅兩两順顺歸归闇暗鳴鸣"
    "華华飛飞進进還还擺摆倉仓賠赔贏赢輸输規规則则區区縣县漢汉應应黃黄岡冈棗枣壽寿離离飘漂"
    "選选項项類类組组絲丝銅铜夾夹釣钓殺杀"
)
_FOLD = str.maketrans(dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)))
_IGNORED = str.maketrans("", "", "_- ·")


class Candidate(NamedTuple):
    """A word that would have been right.

    Attributes:
        id: How it is written in a ruleset.
        aliases: What else people call it.
    """

    id: str
    aliases: tuple[str, ...] = ()


def closest(word: str, candidates: Iterable[Candidate]) -> list[str]:
    """Find what a misspelt word may have been meant for.

    Args:
        word: As its author wrote it.
        candidates: The words that would have been right.

    Returns:
        At most three ids, the nearest first; none where nothing is near.
    """
    wanted = folded(word)
    if not wanted or len(word) > _LONGEST:
        return []
    ranked = sorted({(*_rank(wanted, candidate), candidate.id) for candidate in candidates})
    best = [entry for entry in ranked if entry[:2] == ranked[0][:2] and entry[0] != _FAR]
    return [entry[-1] for entry in best[:_MOST]]


def folded(text: str) -> str:
    """A word without the differences that do not count."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return plain.translate(_IGNORED).translate(_FOLD)


def _rank(wanted: str, candidate: Candidate) -> tuple[int, int, int]:
    names = (candidate.id, *candidate.aliases)
    return min(_compare(wanted, folded(name)) for name in names)


def _compare(wanted: str, name: str) -> tuple[int, int, int]:
    """How near a name is: in what way, by how many slips, and how much longer or shorter."""
    apart = abs(len(wanted) - len(name))
    if wanted == name:
        return _EXACT, 0, 0
    limit = _slips_allowed(wanted if len(wanted) >= len(name) else name)
    if apart <= limit:
        distance = _distance(wanted, name)
        if distance <= limit:
            return _NEAR, distance, apart
    shorter = min(wanted, name, key=len)
    if len(shorter) >= (4 if shorter.isascii() else 2) and (shorter in wanted and shorter in name):
        return _PART, apart, 0
    return _FAR, 0, 0


def _slips_allowed(word: str) -> int:
    """One in about four letters, one in three Chinese characters."""
    return max(1, (len(word) + 1) // 4) if word.isascii() else len(word) // 3


def _distance(one: str, other: str) -> int:
    """The least number of letters added, lost, changed or swapped with their neighbour."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        row = [i]
        for j, letter in enumerate(other, 1):
            changed = last[j - 1] + (char != letter)
            cost = min(last[j] + 1, row[j - 1] + 1, changed)
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == letter:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
