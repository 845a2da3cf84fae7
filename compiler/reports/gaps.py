"""What a comparison may leave out, in words."""

from __future__ import annotations

from typing import Final

GAPS: Final[dict[str, tuple[str, str]]] = {
    "tiles": (
        "hands with tiles that only one side has: {before} against {after}",
        "只有一方才有的牌的手牌：{before}，对 {after}",
    ),
    "no_tiles": (
        "all hands: no suit is on both sides ({before} against {after})",
        "所有手牌：两方没有共同的数牌（{before}，对 {after}）",
    ),
    "outside": (
        "all hands: {rule} asks about tiles that only one side has",
        "所有手牌：{rule} 问到只有一方才有的牌",
    ),
    "seats": (
        "how many pay: {before} players against {after}",
        "几家付钱：{before} 人，对 {after} 人",
    ),
    "too_many": (
        "all hands: the rules tell too many of them apart to put them together, and looking at "
        "them one by one needs the extra `batch` and time (--budget)",
        "所有手牌：规则分得太细，无法合并；逐手去看需要安装附加包 `batch`，还要有时间（--budget）",
    ),
    "budget": (
        "the hands that were left when the time was over: {seen} were looked at; --budget gives "
        "more time",
        "时间用完时还没看到的手牌：看了 {seen}；可用 --budget 放宽时间",
    ),
    "values": (
        "other values of the option {options}, with which changed rules calculate",
        "选项 {options} 的其他值：改动过的规则拿它来计算",
    ),
    "combinations": (
        "other combinations of {options}: there are too many",
        "{options} 的其他搭配：搭配太多",
    ),
    "rounds": (
        "rounds in which {options} is not what it is at first",
        "{options} 与开局不同的各局",
    ),
    "dealing": (
        "who deals next and what is carried on: that follows who has paid",
        "下一局谁坐庄、带到下一局的数：要看谁付了钱",
    ),
    "follows": (
        "what {asking} makes of {facts}: one switch changes that, the other what comes of it",
        "{asking} 由 {facts} 得出的结果：一个开关改这些，另一个改由此得出的结果",
    ),
    "waits": (
        "what is paid when nobody has won for waits that come together in one hand",
        "荒庄时一手牌同听几张而付的钱",
    ),
}
