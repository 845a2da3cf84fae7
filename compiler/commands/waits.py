"""`kawuxing waits`: what a hand waits for, or how it gets nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from ...runtime.tiles import tile_glyph, tile_text, tile_zh
from .batch import answer_lines
from .faults import FINE, UsageFault
from .hand_faults import answer_as_json, naming_places
from .output import write_line
from .parameters import (
    OPTIONS,
    PRESET,
    ROOT,
    USE,
    VARIANT,
    Argument,
    Option,
    Place,
    format_option,
    refuse_beside_batch,
)
from .variants import compiled, evaluator_of, options_of
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.evaluator import Evaluator
    from ...runtime.ready import Wait, WaitsAnswer
    from .settings import Settings

_COMPLETE = ("a complete hand", "已经成牌")
_READY = ("waits for", "听")
_AWAY = ("{count} away from ready; these bring it nearer", "差 {count} 张听牌；摸到这些更近一步")
_THROW = ("discard {tile}", "打 {tile}")
_NOTHING = ("nothing: every tile of it is its own", "没有一张可听：要的牌全在自己手里")
_HEADINGS = (("", ""), ("left", "剩"), ("self-draw", "自摸"), ("discard", "点炮"))
_LEFT = ("({count} left)", "（共剩 {count} 张）")
_BARRED = ("may not win", "不能胡")
_SEEN = Option(
    ["--seen"],
    "tiles that lie open elsewhere",
    "别处看得见的牌",
    default="",
    metavar="TILES",
)


class _Given(TypedDict):
    variant: str
    hand: str | None
    seen: str
    batch: str | None
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "What a hand of 13 tiles waits for, how many are left, and what each is worth; for a "
        "hand that is not ready, what brings it nearer; for 14 tiles, the best discards.",
        "13 张的一手牌听什么、各剩几张、值多少；没听牌时，摸什么更近一步；14 张时，打哪张最好。",
    ),
    VARIANT,
    Argument(
        "hand",
        "concealed tiles, and melds in brackets",
        "暗牌，以及括号里的碰杠",
        required=False,
    ),
    _SEEN,
    Option(
        ["--batch"],
        "answer every line of this file; - reads standard input",
        "逐行回答这个文件；- 为标准输入",
        metavar="FILE",
        type=Place(),
    ),
    OPTIONS,
    PRESET,
    USE,
    ROOT,
    format_option("text", "json"),
    examples=(
        'kawuxing waits NAME "46p123456s77z [555s]"',
        'kawuxing waits NAME "2245667s [555z] [666z]" --seen 5s88s',
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Answer for one hand, or for a batch."""
    hand, batch = given["hand"], given["batch"]
    if (hand is None) == (batch is None):
        raise UsageFault("KWX0009", verb="waits")
    if batch is not None:
        refuse_beside_batch((_SEEN,))
    made = compiled(given["variant"], given["root"], given["use"])
    options = options_of(made.core, given["options"], given["preset"])
    rules = evaluator_of(made, options)
    if batch is not None:
        from ...runtime.requests import Requests  # noqa: PLC0415 - not for a single hand
        from ...runtime.serve import one_by_one  # noqa: PLC0415

        return answer_lines(
            batch,
            one_by_one(Requests(rules, settings.lang, options).waits_line),
            settings.lang,
        )
    assert hand is not None
    if given["format"] == "text":
        for line in _lines(_ask(rules, hand, given["seen"]), settings):
            write_line(line)
        return FINE
    return answer_as_json(lambda: _ask(rules, hand, given["seen"]).to_dict(), settings)


def _ask(rules: Evaluator[Any], hand: str, seen: str) -> WaitsAnswer:
    with naming_places({"hand": hand, "seen": seen}):
        return rules.waits(hand, seen=seen)


def _lines(answer: WaitsAnswer, settings: Settings) -> Iterator[str]:
    if answer.discards:
        if answer.shanten < 0:
            yield settings.say(_COMPLETE)
        for choice in answer.discards:
            thrown = settings.say(_THROW).format(tile=_tile(choice.tile))
            yield f"{thrown}  {_heading(choice.shanten, settings)}"
            yield from _waits(choice.waits, choice.shanten == 0, settings)
        return
    yield _heading(answer.shanten, settings)
    if answer.waits:
        yield from _waits(answer.waits, answer.shanten == 0, settings)
    else:
        yield f"  {settings.say(_NOTHING)}"


def _heading(shanten: int, settings: Settings) -> str:
    if shanten == 0:
        return settings.say(_READY)
    return settings.say(_AWAY).format(count=shanten)


def _tile(kind: int) -> str:
    return f"{tile_glyph(kind)}  {tile_text(kind)} {tile_zh(kind)}"


def _waits(waits: Sequence[Wait], ready: bool, settings: Settings) -> list[str]:
    """A line a tile with its worth; of what only brings the hand nearer, all on one."""
    from .columns import hang, table  # noqa: PLC0415 - only for text

    if not ready:
        tiles = "  ".join(f"{tile_text(one.tile)} {tile_zh(one.tile)}" for one in waits)
        left = settings.say(_LEFT).format(count=sum(one.left for one in waits))
        return hang("  ", f"{tiles}  {left}", 80).split("\n")
    rows = [[settings.say(words) for words in _HEADINGS]]
    for wait in waits:
        off_discard = str(wait.discard) if wait.may_win_off_discard else settings.say(_BARRED)
        rows.append([_tile(wait.tile), str(wait.left), str(wait.self_draw), off_discard])
    return [f"  {line}" for line in table(rows, right=frozenset({1, 2, 3}))]
