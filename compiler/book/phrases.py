"""The words for what rules ask, in both languages, English first.

What is not listed here is said as the vocabulary of the rule language has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.nodes import OTHERS

if TYPE_CHECKING:
    from ..core.nodes import Comparison
    from .voice import Pair


CIRCUMSTANCES: Final[dict[str, tuple[Pair, Pair]]] = {
    "self_draw": (("won by self-draw", "自摸"), ("not won by self-draw", "不是自摸")),
    "discard": (
        ("won on another player's tile", "点炮或抢杠"),
        ("not won on another player's tile", "不是点炮或抢杠"),
    ),
    "replacement": (
        ("won on the replacement tile after one's own kong", "杠后补牌自摸"),
        ("not won on a replacement tile", "不是杠后补牌"),
    ),
    "kong_discard": (
        ("won on the discard made right after the discarder's kong", "胡别人杠后打出的牌"),
        ("not won on a discard after a kong", "不是别人杠后打出的牌"),
    ),
    "robbing": (
        ("won on the tile another player adds to a pung", "抢别人补杠的牌"),
        ("not by robbing a kong", "不是抢杠"),
    ),
    "last_tile": (
        ("won with the wall's last tile or the discard after it", "胡最后一张牌或其后打出的牌"),
        ("not with the last tile", "不是最后一张"),
    ),
    "seven_pairs": (("seven pairs", "七个对子"), ("not seven pairs", "不是七个对子")),
    "standard": (
        ("four sets and a pair", "四副一对"),
        ("not four sets and a pair", "不是四副一对"),
    ),
    "winner.revealed": (
        ("the winner has revealed", "胡的人已亮牌"),
        ("the winner has not revealed", "胡的人没有亮牌"),
    ),
    "payer.revealed": (
        ("the payer has revealed", "付的人已亮牌"),
        ("the payer has not revealed", "付的人没有亮牌"),
    ),
    "payer.first_revealed": (
        ("the payer was the first to reveal", "付的人第一个亮牌"),
        ("the payer was not the first to reveal", "付的人不是第一个亮牌"),
    ),
    "payer.ready": (
        ("the payer waits for something", "付的人已听牌"),
        ("the payer waits for nothing", "付的人没有听牌"),
    ),
    "payee.ready": (
        ("the player to be paid waits for something", "收的人已听牌"),
        ("the player to be paid waits for nothing", "收的人没有听牌"),
    ),
    "payee.revealed": (
        ("the player to be paid has revealed", "收的人已亮牌"),
        ("the player to be paid has not revealed", "收的人没有亮牌"),
    ),
    "konger.revealed": (
        ("the player of the kong had revealed", "开杠的人已亮牌"),
        ("the player of the kong had not revealed", "开杠的人没有亮牌"),
    ),
    "kong.concealed": (("a concealed kong", "暗杠"), ("no concealed kong", "不是暗杠")),
    "kong.direct": (("a direct kong", "直杠"), ("no direct kong", "不是直杠")),
    "kong.added": (("an added kong", "补杠"), ("no added kong", "不是补杠")),
    "turn.kong konger.revealed": (
        ("the player has revealed", "要杠的人已亮牌"),
        ("the player has not revealed", "要杠的人没有亮牌"),
    ),
    "turn.chain konger.revealed": (
        ("the player has revealed", "开杠的人已亮牌"),
        ("the player has not revealed", "开杠的人没有亮牌"),
    ),
    "kong.fresh": (
        ("the fourth tile has just been drawn or discarded", "第四张是刚摸到或刚打出的"),
        ("the fourth tile is not the one just drawn or discarded", "第四张不是刚摸到或刚打出的"),
    ),
    "kong.fixed": (
        (
            "the three tiles are a triplet in every reading of every wait",
            "不论胡哪张、怎么拆，这三张都是刻子",
        ),
        (
            "the three tiles are not a triplet in every reading of every wait",
            "这三张并非怎么拆都是刻子",
        ),
    ),
    "kong.keeps_waits": (
        ("the waits stay the same", "开杠后听的牌不变"),
        ("the waits do not stay the same", "开杠后听的牌不能保持不变"),
    ),
    "kong.keeps_ready": (
        ("the hand still waits for something", "开杠后仍然听牌"),
        ("the hand no longer waits", "开杠后不再听牌"),
    ),
    "kong.announced": (
        ("the kong was announced at the reveal", "亮牌时报过这一杠"),
        ("the kong was not announced at the reveal", "亮牌时没有报过这一杠"),
    ),
    "kong.awaited": (
        ("another player who has revealed waits for the tile", "别家亮倒的正听这张牌"),
        ("no other player who has revealed waits for the tile", "别家亮倒的不听这张牌"),
    ),
    "passed.same": (
        ("the tile is of a kind that was passed", "放过的就有这种牌"),
        ("the tile is of no kind that was passed", "放过的没有这种牌"),
    ),
    "passed.pung": (
        ("the player has passed a pung of this kind", "放过同一种牌的碰"),
        ("the player has passed no pung of this kind", "没有放过同一种牌的碰"),
    ),
    "horse.dragon": (
        ("the horse is a dragon", "马是三元牌"),
        ("the horse is no dragon", "马不是三元牌"),
    ),
    "horse.won": (
        ("the horse is of the winning tile's kind", "马与胡的牌相同"),
        ("the horse is not of the winning tile's kind", "马与胡的牌不同"),
    ),
    "horse.grouped": (
        (
            "the horse is of the winning tile's group (1 4 7, 2 5 8, 3 6 9)",
            "马与胡的牌同组（147、258、369）",
        ),
        ("the horse is not of the winning tile's group", "马与胡的牌不同组"),
    ),
    "punger.revealed": (
        ("the player has revealed", "要碰的人已亮牌"),
        ("the player has not revealed", "要碰的人没有亮牌"),
    ),
    "turn.drew": (
        ("the turn began with a draw", "这一轮从摸牌开始"),
        ("the turn did not begin with a draw", "这一轮不是从摸牌开始"),
    ),
    "turn.own": (("in one's own turn", "轮到自己"), ("not in one's own turn", "没有轮到自己")),
    "dice.pair": (
        ("both dice showed the same number", "发牌前掷出一对"),
        ("the dice showed two numbers", "发牌前没有掷出一对"),
    ),
    "dealer.won": (("the dealer has won", "庄家胡了"), ("the dealer has not won", "庄家没有胡")),
    "dealer.lost": (
        ("the dealer has paid for a win", "庄家为别人胡牌付了钱"),
        ("the dealer has not paid for a win", "庄家没有为别人胡牌付钱"),
    ),
    "pay.win payer.fed": (
        ("the payer dealt the winning tile or had the kong robbed", "付的人放炮或被抢杠"),
        ("the payer did not feed the win", "付的人没有放炮"),
    ),
    "pay.also payer.fed": (
        ("the payer dealt the winning tile or had the kong robbed", "付的人放炮或被抢杠"),
        ("the payer did not feed the win", "付的人没有放炮"),
    ),
    "pay.kong payer.fed": (
        ("the payer gave the tile", "付的人放杠"),
        ("the payer did not give the tile", "付的人没有放杠"),
    ),
    "may_win payer.revealed": (
        ("the discarder has revealed", "放炮的人已亮牌"),
        ("the discarder has not revealed", "放炮的人没有亮牌"),
    ),
}
"""Yes-or-no names; those that mean something else in one table stand behind its name."""

CHOOSERS: Final[dict[str, Pair]] = {
    "winner": ("the winner's “{name}”", "胡的人选的“{name}”"),
    "payer": ("the payer's “{name}”", "付的人选的“{name}”"),
    "payee": ("the “{name}” of who is paid", "收的人选的“{name}”"),
    "konger": ("the “{name}” of who made the kong", "开杠的人选的“{name}”"),
    "others": ("the “{name}” of all others together", "其余各家选的“{name}”之和"),
}
"""What a player chose before the deal, by player."""

NUMBERS: Final[dict[str, Pair]] = {
    "product": ("the product of the fans", "番数之积"),
    OTHERS: ("the product of the other fans", "其余各番之积"),
    "share": ("one share", "一份"),
    "points": ("the points", "点数"),
    "owed": ("the payment for the win", "胡牌的钱"),
    "players": ("the number of players", "人数"),
    "payee.best": (
        "the worth of the dearest wait of the player to be paid",
        "收的人听牌最大的倍数",
    ),
    "payee.worst": (
        "the worth of the cheapest wait of the player to be paid",
        "收的人听牌最小的倍数",
    ),
    "payee.points": (
        "the points of the dearest wait of the player to be paid",
        "收的人最大那一张的点数",
    ),
    "chain": ("the number of kongs in the chain", "连杠数"),
    "winner.passed": ("the number of wins the winner has passed", "胡的人放过的次数"),
    "horses": ("what the horses score", "马值的数"),
    "horse.rank": ("the number on the horse (0 on a dragon)", "马上的数字（三元牌为 0）"),
    "horse.turned": ("the number of horses turned", "已翻马的张数"),
    "kong.chain": ("the kong's place in its chain", "第几个连杠"),
    "value": ("the worth of the hand now", "这次的倍数"),
    "passed.value": ("the worth of the win that was passed", "放过的那次的倍数"),
    "winners": ("the number of winners", "胡的家数"),
    "revealed": ("the number of players who have revealed", "亮牌的家数"),
    "payers": ("the number of players who have paid", "付钱的家数"),
    "ready": ("the number of players who wait", "听牌的家数"),
    "kongs": ("the number of kongs made", "开杠的个数"),
    "turn.concealed_kongs": (
        "the number of concealed kongs made in this turn",
        "这一轮开过的暗杠数",
    ),
    "wall.left": ("the number of tiles left in the wall", "墙上剩的张数"),
}

ELEMENTS: Final[dict[str, tuple[Pair, Pair]]] = {
    "set": (("set", "副"), ("sets", "副")),
    "kind": (("kind of tile", "种牌"), ("kinds of tile", "种牌")),
    "suit_view": (("suit", "门"), ("suits", "门")),
}
"""What lists are made of: one of it, and several."""

SUBJECTS: Final[dict[str, Pair]] = {
    "pair": ("the pair", "将牌"),
    "win": ("the winning tile", "胡的牌"),
}

ATTRIBUTES: Final[dict[str, tuple[Pair, Pair]]] = {
    "set.triplet": (
        ("{is} {a}triplet{s} or kong{s}", "是刻子或杠"),
        ("{is} no triplet{s} or kong{s}", "不是刻子或杠"),
    ),
    "set.run": (("{is} {a}run{s}", "是顺子"), ("{is} no run{s}", "不是顺子")),
    "set.kong": (("{is} {a}kong{s}", "是杠"), ("{is} no kong{s}", "不是杠")),
    "set.exposed": (
        ("{is} claimed from other players", "是碰出或明杠"),
        ("{is} not claimed from other players", "没有碰出或明杠"),
    ),
    "set.melded": (("{is} laid out", "已摊开"), ("{is} not laid out", "没有摊开")),
    "set.concealed": (
        ("{is} concealed", "是暗的（暗杠也算）"),
        ("{is} not concealed", "不是暗的"),
    ),
    "set.won": (
        ("{is} completed by the winning tile", "由胡的牌凑成"),
        ("{is} not completed by the winning tile", "不由胡的牌凑成"),
    ),
    "set.dragon": (("{is} of dragons", "是三元牌"), ("{is} not of dragons", "不是三元牌")),
    "kind.pung": (
        ("{is} laid out as a pung", "已经碰出"),
        ("{is} not laid out as a pung", "没有碰出"),
    ),
    "kind.kong": (
        ("{is} laid out as a kong", "已经杠出"),
        ("{is} not laid out as a kong", "没有杠出"),
    ),
    "kind.won": (
        ("{is} the winning one", "就是胡的牌"),
        ("{is} not the winning one", "不是胡的牌"),
    ),
    "kind.dragon": (("{is} {a}dragon{s}", "是三元牌"), ("{is} no dragon{s}", "不是三元牌")),
    "pair.won": (
        ("{is} completed by the winning tile", "由胡的牌凑成"),
        ("{is} not completed by the winning tile", "不由胡的牌凑成"),
    ),
    "pair.dragon": (("{is} of dragons", "是三元牌"), ("{is} not of dragons", "不是三元牌")),
    "win.dragon": (("{is} a dragon", "是三元牌"), ("{is} no dragon", "不是三元牌")),
    "win.pung": (
        ("{is} the fourth of an exposed pung", "是已碰牌的第四张"),
        ("{is} not the fourth of an exposed pung", "不是已碰牌的第四张"),
    ),
}
"""Yes-or-no questions to a thing."""

MEASURES: Final[dict[str, Pair]] = {
    "set.rank": ("{has} the number {n}, of a run the lowest", "数字（顺子取最小）为{n}"),
    "set.suit": ("{is} of {n}", "属{n}"),
    "set.tile": ("{is} of {n}, a run from there on", "（顺子取最小）为{n}"),
    "kind.held": ("{has} {n} in hand", "手里有{n}张"),
    "kind.owned": ("{has} {n} (melds included)", "连碰杠共有{n}张"),
    "kind.rank": ("{has} the number {n}", "数字为{n}"),
    "kind.suit": ("{is} of {n}", "属{n}"),
    "kind.tile": ("{is} {n}", "为{n}"),
    "suit_view.tiles": ("{has} {n} (melds included)", "连碰杠有{n}张"),
    "suit_view.suit": ("{is} {n}", "为{n}"),
    "pair.rank": ("{has} the number {n}", "数字为{n}"),
    "pair.suit": ("{is} of {n}", "属{n}"),
    "pair.tile": ("{is} of {n}", "为{n}"),
    "win.rank": ("{has} the number {n}", "数字为{n}"),
    "win.suit": ("{is} of {n}", "属{n}"),
    "win.tile": ("{is} {n}", "为{n}"),
    "win.place": ("goes into {n}", "作{n}"),
    "win.held": ("makes {n} of its kind in hand", "在手里连它共{n}张同样的"),
}
"""Questions whose answer is compared with something."""

WORDS: Final[dict[str, Pair]] = {
    "low": ("the low end of a run", "顺子的小头"),
    "middle": ("the middle of a run", "顺子的正中"),
    "high": ("the high end of a run", "顺子的大头"),
    "triplet": ("a triplet", "刻子"),
    "pair": ("a pair", "对子"),
    "dots": ("dots", "筒"),
    "bamboos": ("bamboos", "条"),
    "characters": ("characters", "万"),
    "winner": ("the winner", "胡的人"),
    "discarder": ("the discarder", "放炮的人"),
    "dealer": ("the dealer again", "庄家连庄"),
    "first_revealed": ("the first to have revealed", "第一个亮牌的人"),
    "payer": ("the player who pays", "付钱的人"),
    "newcomer": ("the player who takes the seat", "补上的人"),
    "last_drawer": ("who drew the last tile", "摸最后一张牌的人"),
    "odd_revealed": (
        "the only one to have revealed, or not to have revealed",
        "只有一家亮牌时是他，只有一家没亮时是没亮的",
    ),
    "odd_ready": (
        "the only one to wait, or not to wait",
        "只有一家听牌时是他，只有一家没听时是没听的",
    ),
    "odd_payer": (
        "the only one to have paid, or not to have paid",
        "只有一家付钱时是他，只有一家没付时是没付的",
    ),
}

QUANTITIES: Final[dict[Comparison, Pair]] = {
    "==": ("{n}", "{n}"),
    "!=": ("anything but {n}", "非{n}"),
    "<": ("fewer than {n}", "不到{n}"),
    "<=": ("at most {n}", "至多{n}"),
    ">": ("more than {n}", "多于{n}"),
    ">=": ("at least {n}", "至少{n}"),
}
"""How much of something there is."""

RELATIONS: Final[dict[Comparison, Pair]] = {
    "==": ("is {n}", "为{n}"),
    "!=": ("is not {n}", "不为{n}"),
    "<": ("is less than {n}", "小于{n}"),
    "<=": ("is at most {n}", "不超过{n}"),
    ">": ("is more than {n}", "大于{n}"),
    ">=": ("is at least {n}", "不小于{n}"),
}
"""How one number stands to another."""
