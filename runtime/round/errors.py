"""What is said about actions that are not allowed and logs that cannot be, in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from ..counting import filled, readable
from ..tiles import KIND_COUNT, tile_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..errors import HandError

Language = Literal["en", "zh"]

_MOST_NAMED: Final = 84
_IN_CHINESE: Final = {
    "action": {
        "win": "胡",
        "kong": "杠",
        "pung": "碰",
        "reveal": "亮牌",
        "discard": "打牌",
        "pass": "过",
        "give": "换牌",
    },
    "found": {
        "the end": "结尾",
        "nothing": "空缺",
        "a number of hundreds of digits": "几百位以上的数",
    },
    "wanted": {
        "a seat": "座位号",
        "a name": "名字",
        "a text": "文字",
        "a list of names": "名字的列表",
        "tiles": "牌",
        "an object": "对象",
        "a whole number": "整数",
        "a whole number from 1": "从 1 起的整数",
        "null, or two numbers from 1 to 6": "null，或两个 1 到 6 的数",
    },
    "expected": {
        "the end": "结尾",
        "nothing": "空缺",
        "a seat": "座位",
        "a kind of kong": "杠的种类",
        "kinds of tiles": "几种牌",
        "discard, kong or win": "discard、kong 或 win",
        "the discard that follows the reveal": "亮牌后打出的那张（discard）",
    },
}
"""Words among the values of messages, by the name of the value; events keep their own names."""

ROUND_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "KWX3601": ("seat {seat} has nothing to decide now", "现在没有轮到 {seat} 号座位"),
    "KWX3602": ("the round is over", "这一局已经结束"),
    "KWX3603": ("seat {seat} does not hold {tile}", "{seat} 号座位手里没有 {tile}"),
    "KWX3604": (
        "seat {seat} has revealed and must discard the tile it drew, {tile}",
        "{seat} 号座位已经亮牌，只能打出刚摸的 {tile}",
    ),
    "KWX3605": ("{action} is forbidden by {row}", "规则 {row} 不许{action}"),
    "KWX3606": ("the hand of seat {seat} is not complete", "{seat} 号座位的手牌没有成牌"),
    "KWX3607": (
        "seat {seat} would not be ready after discarding {tile}, so cannot reveal",
        "{seat} 号座位打出 {tile} 后没有听牌，不能亮牌",
    ),
    "KWX3608": (
        "seat {seat} has not the tiles for {action}",
        "{seat} 号座位没有{action}所需的牌",
    ),
    "KWX3610": (
        "seat {seat} has announced a kong of {tile} and must make it",
        "{seat} 号座位亮牌时报过杠 {tile}，现在必须杠",
    ),
    "KWX3611": (
        "the foul {kind} bars seat {seat} from this",
        "{seat} 号座位犯规（{kind}），不能这样做",
    ),
    "KWX3612": ("{action} cannot be done now", "现在不能{action}"),
    "KWX3613": ("seat {seat} has revealed already", "{seat} 号座位已经亮牌过"),
    "KWX3614": (
        "a kong of {tile} cannot be announced",
        "不能报杠 {tile}",
    ),
    "KWX3615": (
        "seat {seat} has revealed and must win when it can",
        "{seat} 号座位已亮牌，能胡就必须胡",
    ),
    "KWX3616": ("seat {seat} cannot give {tiles} away", "{seat} 号座位不能把 {tiles} 换出去"),
    "KWX3617": (
        "{tile} can no longer be claimed: seat {turn} is on turn",
        "{tile} 已经不能要了，现在轮到 {turn} 号座位",
    ),
    "KWX3618": (
        "seat {seat} chooses {found} for {choice}, but has chosen {held} for the whole match",
        "{seat} 号座位的 {choice} 选了 {found}，但整场牌已选定 {held}",
    ),
    "KWX3619": (
        "{field} is {found}, where the round before leads to {expected}",
        "{field} 是 {found}，照上一局应为 {expected}",
    ),
    "KWX3620": ("line {line}: this is not a whole event", "第 {line} 行不是一个完整的事件"),
    "KWX3621": ("line {line}: the log begins without start", "第 {line} 行：记录没有以 start 开头"),
    "KWX3622": (
        "line {line}: {found} cannot come here, expected {expected}",
        "第 {line} 行：此处不能是 {found}，应为 {expected}",
    ),
    "KWX3623": ("the log breaks off after line {line}", "记录在第 {line} 行后中断"),
    "KWX3624": (
        "line {line}: {field} of the log is {found}, here it is {expected}",
        "第 {line} 行：记录的 {field} 是 {found}，这里却是 {expected}",
    ),
    "KWX3625": ("line {line}: {reason}", "第 {line} 行：{reason}"),
    "KWX3626": (
        "line {line}: {found} is no tile of this variant",
        "第 {line} 行：{found} 不是这种玩法的牌",
    ),
    "KWX3627": (
        "line {line}: {count} times {tile} by now, there are {most}",
        "第 {line} 行：到此已有 {count} 张 {tile}，一共只有 {most} 张",
    ),
    "KWX3628": (
        "{found} and {expected} differ in {field}: a round of one is none of the other",
        "{found} 与 {expected} 的 {field} 不同，不能拿一种玩法的局去判另一种",
    ),
    "KWX3629": (
        "line {line}: {type} has no field {field}; it may have {offered}",
        "第 {line} 行：{type} 没有 {field} 这个字段；可用 {offered}",
    ),
    "KWX3630": (
        "this wall of {found} tiles is not made of the {expected} tiles of the variant",
        "这 {found} 张的牌墙不是由这种玩法的 {expected} 张牌砌成的",
    ),
    "KWX3631": ("seat {seat} does not play", "{seat} 号座位不打这一局"),
    "KWX3632": (
        "line {line}: {field} is {found}, and must be {wanted}",
        "第 {line} 行：{field} 是 {found}，应为{wanted}",
    ),
    "KWX3633": (
        "this wall has more than {most} of {tile}",
        "这副牌墙里的 {tile} 超过 {most} 张",
    ),
    "KWX3634": (
        "line {line}: a round of more than {lines} lines or {characters} characters",
        "第 {line} 行：一局超过 {lines} 行或 {characters} 个字符",
    ),
    "KWX3635": (
        "line {line}: seat {seat} is dealt {count} tiles, and must be dealt {most}",
        "第 {line} 行：{seat} 号座位发了 {count} 张牌，应为 {most} 张",
    ),
    "KWX3636": (
        "line {line}: {found} is no number a log can have",
        "第 {line} 行：记录里的数不能是 {found}",
    ),
    "KWX3637": (
        "line {line}: longer than {most} characters, as no event is",
        "第 {line} 行超过 {most} 个字符，没有这么长的事件",
    ),
    "KWX3638": (
        "line {line}: {found} is not a built-in variant",
        "第 {line} 行：{found} 不是内置的玩法",
    ),
    "KWX3639": (
        "line {line}: {found} is not a built-in mix-in",
        "第 {line} 行：{found} 不是内置的附加规则",
    ),
    "KWX3640": (
        "line {line}: {found} cannot be played: {codes}",
        "第 {line} 行：{found} 打不了：{codes}",
    ),
    "KWX3641": (
        "line {line}: from character {at} on this is not UTF-8",
        "第 {line} 行从第 {at} 个字符起不是 UTF-8",
    ),
}


def named(tiles: object) -> str:
    """A kind or several as text; a bot may give anything, and what is no tile is told apart."""
    if isinstance(tiles, tuple):
        return "".join(map(_named, tiles[:_MOST_NAMED])) or "–"
    return _named(tiles)


def _told(value: object) -> str | int:
    """What a text is filled with; a seat may be anything, too."""
    return readable(value) if isinstance(value, str | int) else _named(value)


def _named(tile: object) -> str:
    match tile:
        case int() if 0 <= tile < KIND_COUNT:
            return tile_text(tile)
        case int():
            return str(readable(tile))
        case str() | float() | None:
            return repr(tile)
        case _:
            return type(tile).__name__


class RoundError(ValueError):
    """Something a round does not allow.

    Attributes:
        code: the diagnostic code.
        row: the row of the variant's tables that forbids it, such as ``turn.kong.last``; empty if
            the game itself does.
        params: what the texts are filled with.
    """

    def __init__(self, code: str, params: Mapping[str, str | int], row: str = "") -> None:
        """Keep the facts; texts are made when asked for."""
        super().__init__(code, params, row)
        self.code = code
        self.params = {name: _told(value) for name, value in params.items()}
        self.row = row

    def params_in(self, lang: Language) -> dict[str, str | int]:
        """What the texts are filled with, in one language."""
        if lang == "en":
            return dict(self.params)
        return {
            name: _IN_CHINESE.get(name, {}).get(str(value), value)
            for name, value in self.params.items()
        }

    def text(self, lang: Language = "en", reader: int | None = None) -> str:
        """The message in English or Chinese; a seat that is the reader's is not told by number."""
        said = ROUND_TEXTS[self.code][lang == "zh"]
        if reader is not None and reader == self.params.get("seat"):
            said = said.replace("seat {seat}", "your seat").replace("{seat} 号座位", "你")
        return filled(said, self.params_in(lang))

    def __str__(self) -> str:
        """The English message."""
        return self.text()


class IllegalActionError(RoundError):
    """An action the player may not take; the round is as it was."""


class LogError(RoundError):
    """A log that is no record of a round under these rules.

    Attributes:
        line: the number of the line that cannot be, from 1.
        cause: what the round or the variant has against it, if that is the reason.
    """

    def __init__(
        self,
        code: str,
        line: int,
        params: Mapping[str, str | int],
        cause: RoundError | HandError | None = None,
    ) -> None:
        """Keep the facts; the row is that of the cause."""
        row = cause.row if isinstance(cause, RoundError) else ""
        super().__init__(code, {"line": line, **params}, row)
        self.line = line
        self.cause = cause

    def params_in(self, lang: Language) -> dict[str, str | int]:
        """What the texts are filled with; the reason is told in the same language."""
        params = super().params_in(lang)
        return params if self.cause is None else {**params, "reason": self.cause.text(lang)}
