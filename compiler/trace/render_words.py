"""What a trace says in words of its own, in both languages, as text and as a page."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .catalogue import Clause
    from .nodes import Shown
    from .view import Count

WORDS: Final = {
    "title": ("Where the rules come from", "规则的依据"),
    "about": (
        "Every clause of the sources: the rules that carry it, the examples that show it, or why "
        "there is no rule; and for every ruleset what it rests on and what it assumes.",
        "文献的每一条：由哪些规则体现、哪些例子说明，或为什么没有规则；以及每份规则的依据和推定。",
    ),
    "contents": ("Contents", "目录"),
    "summary": ("Summary", "总览"),
    "document": ("document", "文献"),
    "live": ("Live programs", "实际程序"),
    "clauses": ("clauses", "条文"),
    "distinct": ("distinct", "不重复"),
    "carried": ("carried", "有规则"),
    "shown": ("with an example", "有例子"),
    "excused": ("excused", "有说明"),
    "open": ("open", "未定"),
    "all": ("all", "合计"),
    "says": ("says", "英文"),
    "terms": ("terms", "原词"),
    "but": ("but", "差别"),
    "unclear": ("unclear", "歧义"),
    "carried_by": ("carried by", "规则"),
    "sums_up": ("sums up", "汇总"),
    "shown_by": ("shown by", "例子"),
    "no_rule": ("no rule", "无规则"),
    "see": ("see", "参见"),
    "aside": ("set aside", "不从"),
    "neither": ("neither carried nor excused", "既没有规则体现，也没有说明"),
    "not_here": ("not carried here", "这里没有规则体现"),
    "in": ("in", "适用于"),
    "more": ("and {count} more", "另有 {count} 个"),
    "rule": ("rule", "规则"),
    "rests_on": ("rests on", "依据"),
    "assumed": ("assumed", "推定"),
    "nothing": ("rests on nothing", "没有依据"),
    "own": (
        "{count} points assumed, {own} of them its own",
        "推定 {count} 处，其中自己的 {own} 处",
    ),
}

TOPICS: Final = {
    "bao": "包胡",
    "cap": "封顶",
    "claims": "碰杠",
    "deal": "发牌",
    "dealer": "庄家",
    "fan": "番种",
    "fan-combination": "番的组合",
    "history": "来历",
    "irregularity": "违例",
    "kong-legality": "开杠",
    "last-tile": "最后一张",
    "live": "实际程序",
    "missed-win": "漏胡",
    "multi-win": "一炮双响",
    "players": "人数",
    "reveal": "亮牌",
    "rob-kong": "抢杠",
    "seating": "座次",
    "settlement-draw": "荒庄",
    "settlement-kong": "杠钱",
    "settlement-win": "胡牌付钱",
    "strategy": "打法",
    "terminology": "用语",
    "tiles": "用牌",
    "turn": "轮次",
    "win-eligibility": "能否胡",
    "win-shape": "牌型",
}
"""What the topics of clauses are called in Chinese."""


def topic_of(clause: Clause, lang: str) -> str:
    """What a clause is about."""
    return TOPICS.get(clause.topic, clause.topic) if lang == "zh" else clause.topic


def count_rows(found: Sequence[Count], all_: str) -> list[list[str]]:
    """The cells of a table of counts."""
    return [[one.document or all_, *map(str, one[1:])] for one in found]


def grouped(shown: Sequence[Shown], home: str) -> list[str]:
    """Examples behind the names of their editions, unless that is where they are told."""
    return [
        ("" if edition == home else f"{edition}: ") + ", ".join(one.example for one in ones)
        for edition, ones in groupby(shown, lambda one: one.edition)
    ]
