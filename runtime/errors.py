"""What is said about hands that cannot be: codes, places and texts in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from .counting import filled, readable

if TYPE_CHECKING:
    from collections.abc import Mapping

Language = Literal["en", "zh"]

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "KWX3101": (
        "{found} tiles, expected {expected} (a meld counts as three)",
        "共 {found} 张牌，应为 {expected} 张（碰和杠各按三张计）",
    ),
    "KWX3102": ("five {tile}", "五张 {tile}"),
    "KWX3103": (
        "{tile} is not among this variant's tiles",
        "这种玩法没有 {tile} 这张牌",
    ),
    "KWX3104": ("unknown character {found}", "无法识别的字符 {found}"),
    "KWX3105": (
        "no suit after {found}, expected p, s, m or z",
        "{found} 后面缺少花色（p、s、m、z）",
    ),
    "KWX3106": ("there is no tile {found}", "没有 {found} 这样的牌"),
    "KWX3107": (
        "the tiles of a meld must be equal, found {found}",
        "碰、杠的牌必须相同，却是 {found}",
    ),
    "KWX3108": ("a run cannot be a meld: {found}", "顺子不能摆成一副明牌：{found}"),
    "KWX3109": (
        "{found} tiles in a meld, expected {expected}",
        "一副碰或杠里有 {found} 张牌，应为 {expected} 张",
    ),
    "KWX3110": ("the bracket {found} is never closed", "括号 {found} 没有闭合"),
    "KWX3111": ("unexpected bracket {found}", "此处不应有括号 {found}"),
    "KWX3112": ("{found} melds, at most four", "有 {found} 副碰、杠，最多四副"),
    "KWX3113": ("no tiles", "一张牌也没有"),
    "KWX3114": ("a second winning tile", "胡的牌写了两次"),
    "KWX3115": (
        "exactly one tile must be the winning tile, found {found}",
        "胡的牌应当恰好一张，却是 {found} 张",
    ),
    "KWX3116": (
        "{found} characters of text, at most {expected}",
        "文字长 {found} 个字符，最多 {expected} 个",
    ),
    "KWX3117": ("no digit before {found}", "{found} 前面缺少数字"),
    "KWX3118": (
        "inside a meld, + may only stand before the fourth tile of an added kong",
        "碰、杠的括号里，+ 只能写在补杠的第四张牌前",
    ),
    "KWX3119": (
        "no winning tile: write + before it",
        "没有标明胡的牌：在它前面写 +",
    ),
    "KWX3120": ("a winning tile in a hand that has not won", "还没有胡的牌里不应标明胡的牌"),
    "KWX3121": (
        "expected one meld in brackets, such as [555p]",
        "应为一副带括号的碰或杠，如 [555p]",
    ),
    "KWX3122": ("only tiles are expected here, found {found}", "此处只能写牌，却有 {found}"),
    "KWX3130": (
        "{found} bytes, a packed hand of this variant has at least {expected}",
        "只有 {found} 个字节，这种玩法的压缩手牌至少有 {expected} 个",
    ),
    "KWX3131": (
        "byte {found} is not the position of a held tile, nor 255 for none",
        "字节 {found} 不是手里某张牌的位置，也不是表示没有的 255",
    ),
    "KWX3132": ("byte {found} is not a meld", "字节 {found} 不是一副碰或杠"),
    "KWX3133": (
        "the melds are not in ascending order at byte {found}",
        "到字节 {found} 处，碰、杠没有按顺序排列",
    ),
    "KWX3134": (
        "{found} of {tile}, and the set has only {most} of each kind",
        "{tile} 有 {found} 张，而这副牌每种只有 {most} 张",
    ),
    "KWX3135": (
        "the words {found} are not those of a hand",
        "{found} 不是一手牌的编码",
    ),
    "KWX3201": (
        "a hand is won by self_draw or by discard, found {found}",
        "胡牌方式只能是 self_draw（自摸）或 discard（点炮），却是 {found}",
    ),
    "KWX3202": (
        "there is no event {found}; known are replacement, kong_discard, robbing, last_tile",
        "没有 {found} 这种情形；可用 replacement、kong_discard、robbing、last_tile",
    ),
    "KWX3203": (
        "{one} and {other} cannot come together",
        "{one} 与 {other} 不能同时发生",
    ),
    "KWX3204": (
        "a chain of {found} kongs, expected 0 to {most}, and 0 unless a kong led to the win",
        "连杠数为 {found}，应在 0 到 {most} 之间，没有杠时只能为 0",
    ),
    "KWX3205": (
        "a win on a replacement tile, but the hand holds no kong",
        "胡的是杠后补的牌，可是这手牌没有杠",
    ),
    "KWX3206": (
        "a robbed kong, but the winner holds more of the winning tile than the robbed one",
        "胡的是抢来的杠牌，可是除了这一张，手里还有同样的牌",
    ),
    "KWX3207": (
        "{found} wins passed, expected 0 to {most}",
        "放过 {found} 次胡，应在 0 到 {most} 之间",
    ),
    "KWX3301": (
        "there is no option {found}; known are {offered}",
        "没有 {found} 这个选项；可用 {offered}",
    ),
    "KWX3302": (
        "the option {option} cannot be {found}; it may be {accepted}",
        "选项 {option} 不能是 {found}；可以是 {accepted}",
    ),
    "KWX3303": (
        "there is no preset {found}; known are {offered}",
        "没有 {found} 这个预设；可用 {offered}",
    ),
    "KWX3401": (
        "a line of more than {most} characters",
        "一行超过 {most} 个字符",
    ),
    "KWX3402": ("this is not JSON", "这不是 JSON"),
    "KWX3403": ("a request is a JSON object", "请求应当是一个 JSON 对象"),
    "KWX3404": (
        "unknown field {found}; known are {offered}",
        "没有 {found} 这个字段；可用 {offered}",
    ),
    "KWX3405": (
        "the field {found} belongs to a round to settle as a whole, not here",
        "字段 {found} 是待结算的一局整个的，不写在此处",
    ),
    "KWX3406": (
        "{field} must be: {wanted}; found {found}",
        "{field} 的类型应为：{wanted}；写的是 {found}",
    ),
    "KWX3407": ("the field {field} is missing", "缺少字段 {field}"),
    "KWX3408": ("this line is not UTF-8", "这一行不是 UTF-8"),
    "KWX3409": ("the field {found} stands twice", "字段 {found} 写了两次"),
    "KWX3410": ("a number here is too large to be read", "这里有个数太大，读不进来"),
    "KWX3411": (
        "{field} is {found}, and must be from {low} to {high}",
        "{field} 是 {found}，应在 {low} 到 {high} 之间",
    ),
    "KWX3501": (
        "unknown word {found}; known are {offered}",
        "没有 {found} 这个词；可用 {offered}",
    ),
    "KWX3502": (
        "{found} seats at play, this variant is for {expected}; a seat that rests is named in out",
        "有 {found} 家打牌，这种玩法应为 {expected} 家；轮休的座位写在 out 里",
    ),
    "KWX3503": (
        "there is no seat {found}; the seats are 0 to {last}",
        "没有 {found} 号座位；座位为 0 到 {last} 号",
    ),
    "KWX3504": ("seat {seat} is out of this round", "{seat} 号座位这一局不打"),
    "KWX3505": ("seat {seat} comes a second time", "{seat} 号座位写了两次"),
    "KWX3506": (
        "from is missing: the seat that gave the tile",
        "缺少 from：这张牌是哪一家打出的",
    ),
    "KWX3507": (
        "nobody gave this tile, so from must be left out",
        "这张牌不是别家给的，不应写 from",
    ),
    "KWX3508": (
        "seat {seat} cannot take a tile from itself",
        "{seat} 号座位不能拿自己打出的牌",
    ),
    "KWX3509": (
        "exactly one tile is expected here, found {found}",
        "此处应当恰好一张牌，却是 {found} 张",
    ),
    "KWX3510": (
        "only an added kong can be robbed, this one is {kind}",
        "只有补杠能被抢，这个杠是 {kind}",
    ),
    "KWX3511": ("a second kong of {tile}", "{tile} 已经杠过一次"),
    "KWX3512": (
        "more than {most} kongs of seat {seat}",
        "{seat} 号座位的杠超过 {most} 副",
    ),
    "KWX3513": (
        "a kong after a robbed one, which ended the round",
        "被抢的杠之后还有杠，而抢杠时这一局已经结束",
    ),
    "KWX3514": (
        "kong number {found} of a chain, here it can only be {expected}",
        "连杠的第 {found} 杠，此处只能是 {expected}",
    ),
    "KWX3515": (
        "kong number {found} of a chain needs the replacement tile or the discard of seat {seat}",
        "连杠的第 {found} 杠，只能来自 {seat} 号座位的补牌或补牌后的弃牌",
    ),
    "KWX3516": ("a robbed kong that nobody has won on", "这个杠被抢了，却没有人胡它"),
    "KWX3517": (
        "kong number {found} of a chain, but {row} lets no such kong continue one",
        "连杠的第 {found} 杠，可是照 {row}，这样的杠接不上",
    ),
    "KWX3520": (
        "a round that ends with {kind} has no {found}",
        "以 {kind} 结束的一局没有 {found}",
    ),
    "KWX3521": ("a win without a winner", "有人胡牌，却没有写是谁"),
    "KWX3522": ("{found} winners, at most {most}", "有 {found} 家胡牌，最多 {most} 家"),
    "KWX3523": (
        "several winners, and one of them by self_draw",
        "几家同时胡牌，其中却有自摸（self_draw）",
    ),
    "KWX3524": (
        "several win on one and the same tile, but {field} is not the first winner's",
        "几家只能胡同一张牌，{field} 却与第一家不同",
    ),
    "KWX3525": (
        "a robbed kong, but the last kong is not an added one of seat {seat} that was robbed",
        "胡的是抢来的牌，可是最后一个杠不是 {seat} 号座位被抢的补杠",
    ),
    "KWX3526": (
        "{event}, but the last kong is not one that seat {seat} has made",
        "{event}，可是最后一个杠不是 {seat} 号座位开成的",
    ),
    "KWX3527": (
        "the robbed kong is one of {tile}, but another tile was won on",
        "被抢的杠是 {tile}，胡的却是另一张牌",
    ),
    "KWX3528": (
        "a chain of {found} kongs, but the kong that led to the win was number {expected}",
        "连杠数为 {found}，可是引出这次胡牌的是第 {expected} 杠",
    ),
    "KWX3530": (
        "a kong of {tile} that seat {seat} has not made so in kongs",
        "手牌里有 {tile} 的杠，可是 kongs 里 {seat} 号座位没有这样的杠",
    ),
    "KWX3531": (
        "no kong of {tile}, which seat {seat} has made in kongs",
        "手牌里没有 {tile} 的杠，而 kongs 里 {seat} 号座位开过",
    ),
    "KWX3532": (
        "{found} times {tile} over all hands and kongs, there are {most}",
        "所有手牌和杠里共有 {found} 张 {tile}，一共只有 {most} 张",
    ),
    "KWX3533": (
        "the hand of seat {seat} is missing: what a hand waits for matters when nobody wins",
        "缺 {seat} 号座位的手牌：荒庄时要看各家听什么牌",
    ),
    "KWX3534": (
        "{found} horses, and {expected} are turned",
        "翻了 {found} 张马，应翻 {expected} 张",
    ),
    "KWX3535": (
        "the horses that were turned after this win are missing",
        "缺胡牌后翻的马",
    ),
    "KWX3536": (
        "seat {seat} has revealed, but this hand waits for nothing",
        "{seat} 号座位亮了牌，可是这手牌没有听",
    ),
    "KWX3540": (
        "the hand of seat {seat} is not complete",
        "{seat} 号座位的手牌没有成牌",
    ),
    "KWX3541": (
        "the hand of seat {seat} may not win in this way ({row})",
        "{seat} 号座位的手牌这样不能胡（{row}）",
    ),
    "KWX3550": (
        "{found} values, and there are {expected} seats at the table",
        "写了 {found} 个值，而桌上有 {expected} 个座位",
    ),
    "KWX3551": (
        "players of this variant choose no {found}; they choose {offered}",
        "这种玩法里没有 {found} 可选；可选的有 {offered}",
    ),
    "KWX3552": (
        "nobody can choose {found} for {choice}; it may be {accepted}",
        "{choice} 不能选 {found}；可以选 {accepted}",
    ),
    "KWX3553": (
        "the number {name} carried into a round cannot be {found}; it may be {accepted}",
        "带入一局的数 {name} 不能是 {found}；可以是 {accepted}",
    ),
    "KWX3554": (
        "{found} is carried in as {name}, but options.carried_{name} is {said}",
        "carried 里的 {name} 是 {found}，而 options.carried_{name} 是 {said}",
    ),
}


class HandError(ValueError):
    """A hand or circumstance that cannot be.

    Attributes:
        code: the diagnostic code.
        at: character offset in the text or field (byte offset in a packed hand), None for no place.
        field: which input it is about, ``hand`` for a whole hand's text.
        params: what the text templates are filled with.
    """

    def __init__(
        self,
        code: str,
        at: int | None = None,
        field: str = "hand",
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        """Keep the facts; texts are made when asked for."""
        super().__init__(code, at, field, params)
        self.code = code
        self.at = at
        self.field = field
        self.params = {name: readable(value) for name, value in (params or {}).items()}

    def text(self, lang: Language = "en") -> str:
        """The message in English or Chinese."""
        english, chinese = TEXTS[self.code]
        return filled(chinese if lang == "zh" else english, self.params)

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text("en")

    def __str__(self) -> str:
        """The English message."""
        return self.message
