"""Conditions in words say what the expressions say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.book.document import text_of
from kawuxing.compiler.book.naming import teller_of
from kawuxing.compiler.book.shown import Town
from kawuxing.compiler.book.voice import Voice
from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset

from ..toy import TOY

if TYPE_CHECKING:
    from kawuxing.compiler.book.voice import Lang

SAID = (
    (
        "in_some_reading(win.place == middle)",
        "in some reading of the hand the winning tile goes into the middle of a run",
        "有一种拆法里胡的牌作顺子的正中",
    ),
    (
        "not in_some_reading(seven_pairs)",
        "in no reading of the hand seven pairs",
        "没有一种拆法里七个对子",
    ),
    ("seven_pairs", "seven pairs", "七个对子"),
    ("not self_draw", "not won by self-draw", "不是自摸"),
    (
        "self_draw and not winner.revealed",
        "won by self-draw and the winner has not revealed",
        "自摸，且胡的人没有亮牌",
    ),
    (
        "not (self_draw or robbing)",
        "not won by self-draw and not by robbing a kong",
        "不是自摸，且不是抢杠",
    ),
    (
        "self_draw and (standard or last_tile)",
        "won by self-draw and (four sets and a pair or won with the wall's last tile or the "
        "discard after it)",
        "自摸，且（四副一对，或胡最后一张牌或其后打出的牌）",
    ),
    ("win.rank == 5", "the winning tile has the number 5", "胡的牌数字为5"),
    ("win.rank in [1, 9]", "the winning tile has the number 1 or 9", "胡的牌数字为1或9"),
    (
        "win.rank != 5",
        "the winning tile has the number anything but 5",
        "胡的牌数字为非5",
    ),
    # A dragon has no number: that it is no 5 is not that its number is another one.
    ("not (win.rank == 5)", "not so: the winning tile has the number 5", "并非胡的牌数字为5"),
    ("win.place == middle", "the winning tile goes into the middle of a run", "胡的牌作顺子的正中"),
    (
        "win.held >= 3",
        "the winning tile makes at least 3 of its kind in hand",
        "胡的牌在手里连它共至少3张同样的",
    ),
    ("count(s.kong for s in sets) == 2", "exactly 2 sets are kongs", "恰有2副是杠"),
    ("count(s.kong for s in sets) >= 1", "at least 1 set is a kong", "有至少1副是杠"),
    ("count(s.kong for s in sets) < 2", "fewer than 2 sets are kongs", "有不到2副是杠"),
    ("not (count(s.kong for s in sets) < 2)", "at least 2 sets are kongs", "有至少2副是杠"),
    (
        "any(k.held == 4 for k in kinds)",
        "some kind of tile has 4 in hand",
        "有一种牌手里有4张",
    ),
    (
        "not any(k.owned > 0 and (k.dragon or k.rank in [1, 9]) for k in kinds)",
        "no kind of tile has one or more (melds included) and (is a dragon or has the "
        "number 1 or 9)",
        "没有一种牌连碰杠共有至少1张，且（是三元牌，或数字为1或9）",
    ),
    (
        "all(k.held == 0 for k in kinds if k.dragon)",
        "every kind of tile has none in hand (of those where it is a dragon)",
        "每一种牌都手里有0张（只看是三元牌的）",
    ),
    ("not any(k.dragon for k in kinds)", "no kind of tile is a dragon", "没有一种牌是三元牌"),
    (
        "standard and all(not s.run for s in sets)",
        "four sets and a pair and every set is no run",
        "四副一对，且每一副都不是顺子",
    ),
    ("triplets == 4", "exactly 4 sets are triplets or kongs", "恰有4副是刻子或杠"),
    ("pair.dragon", "the pair is of dragons", "将牌是三元牌"),
    ("win.tile == red", "the winning tile is 7z", "胡的牌为红中"),
    ("chain > 2", "the number of kongs in the chain is more than 2", "连杠数大于2"),
    (
        "(chain + 1) * 2 // 3 > chain",
        "((the number of kongs in the chain + 1) × 2) ÷ (rounded down) 3 is more than the number "
        "of kongs in the chain",
        "（（连杠数 + 1） × 2） ÷（舍去余数）3大于连杠数",
    ),
    ("options.most == 10", "“Most” (here 10) is 10", "“封顶”（此处10）为10"),
)


def told(condition: str, lang: Lang) -> str:
    """What the book says of a fan of the toy with that condition."""
    sink = Sink()
    text = TOY.replace("when: seven_pairs", f'when: "{condition}"', 1)
    core = check(load_ruleset(text), sink)
    assert core is not None
    options = {option.id: option.default for option in core.options}
    unused: Any = None
    town = Town(core, unused, options, (), {})
    fan = next(fan for fan in core.fans if fan.id == "pairs")
    return text_of(teller_of(town, Voice(lang)).clause(fan.when))


@pytest.mark.parametrize(("condition", "en", "zh"), SAID, ids=[one[0] for one in SAID])
def test_a_condition_in_words(condition: str, en: str, zh: str) -> None:
    assert told(condition, "en") == en
    assert told(condition, "zh") == zh


def test_what_cannot_be_said_is_shown_as_written() -> None:
    assert told("sum(k.held for k in kinds if k.dragon) == 3", "en") == (
        "sum(k.held for k in kinds if k.dragon) is 3"
    )
