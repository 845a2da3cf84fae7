"""What is said about hands that cannot be: codes, places and texts in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

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
        "{found} tiles of one kind, more than the set has",
        "同一种牌有 {found} 张，超过了牌的总数",
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
        "杠上开花，可是这手牌没有杠",
    ),
    "KWX3206": (
        "a robbed kong, but the winner holds more of the winning tile than the robbed one",
        "抢杠胡，可是除了抢来的一张，手里还有同样的牌",
    ),
    "KWX3301": (
        "there is no option {found}; known are {offered}",
        "没有 {found} 这个选项；可用 {offered}",
    ),
    "KWX3302": (
        "the option {option} cannot be {found}; it may be {accepted}",
        "选项 {option} 不能是 {found}；可以是 {accepted}",
    ),
    "KWX3401": (
        "a line of {found} characters, at most {most}",
        "一行有 {found} 个字符，最多 {most} 个",
    ),
    "KWX3402": ("this is not JSON", "这不是 JSON"),
    "KWX3403": ("a request is a JSON object", "请求应当是一个 JSON 对象"),
    "KWX3404": (
        "unknown field {found}; known are {offered}",
        "没有 {found} 这个字段；可用 {offered}",
    ),
    "KWX3405": (
        "the field {found} is reserved for later",
        "字段 {found} 留待以后使用",
    ),
    "KWX3406": ("{field} must be: {wanted}", "{field} 的类型应为：{wanted}"),
    "KWX3407": ("the field {field} is missing", "缺少字段 {field}"),
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
        self.params: Mapping[str, str | int] = params or {}

    def text(self, lang: Language = "en") -> str:
        """The message in English or Chinese."""
        english, chinese = TEXTS[self.code]
        return (chinese if lang == "zh" else english).format_map(self.params)

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text("en")

    def __str__(self) -> str:
        """The English message."""
        return self.message
