"""`kawuxing explain`: why a hand is worth what it is worth, or what a message means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from .faults import FINE, UsageFault
from .hand_faults import answer_as_json
from .output import write, write_line
from .parameters import (
    CHOOSE,
    OPTIONS,
    PRESET,
    ROOT,
    USE,
    WAY,
    Argument,
    Option,
    format_option,
    typed_options,
)
from .verb import verb

if TYPE_CHECKING:
    from ..core.nodes import Core
    from .explained import Explained
    from .score import Way
    from .settings import Settings

_CODE: Final = re.compile(r"kwx ?-?([0-9]+)", re.IGNORECASE)


class _Given(TypedDict):
    what: str
    hand: str | None
    why: str | None
    by: str
    event: tuple[str, ...]
    chain: int
    revealed: bool
    payer_revealed: bool
    preceded: bool
    passed: int
    choose: tuple[str, ...]
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Every reading of a won hand: the fans that hold with the clauses they rest on, which "
        "reading is taken and why; with --why, what a fan asks for that is not so. Or the page of "
        "a message's code.",
        "一手胡牌的每种拆法：成立的番种及其依据，取哪种拆法、为什么；用 --why 则说明某番差在哪里。"
        "也可给一个提示编号，显示它的说明。",
    ),
    Argument(
        "what",
        "a VARIANT, or the code of a message",
        "规则 VARIANT，或提示编号",
        metavar="VARIANT|KWX…",
    ),
    Argument(
        "hand",
        "concealed tiles, melds in brackets, + and the winning tile",
        "暗牌、括号里的碰杠、+ 和胡的牌",
        required=False,
    ),
    Option(
        ["--why"],
        "a fan: which part of its condition does not hold, with values",
        "某个番种：它的条件哪里不成立，连同数值",
        metavar="FAN",
    ),
    *WAY,
    CHOOSE,
    OPTIONS,
    PRESET,
    USE,
    ROOT,
    format_option("text", "json"),
    examples=(
        'kawuxing explain NAME "1122334455566s+5s"',
        'kawuxing explain NAME "22334p56667789s+1p" --why FAN',
        "kawuxing explain KWX2301",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Explain a hand, or a message."""
    hand = given["hand"]
    if hand is None:
        if typed_options():  # all of which are about hands
            raise UsageFault("KWX0018", found=given["what"])
        _show_page(given["what"], settings)
        return FINE
    from .explained import explain_hand, explanation_lines, explanation_object  # noqa: PLC0415
    from .score import score_hand  # noqa: PLC0415
    from .variants import compiled, evaluator_of, options_of  # noqa: PLC0415

    made = compiled(given["what"], given["root"], given["use"])
    rules = evaluator_of(made, options_of(made.core, given["options"], given["preset"]))
    fan = None if given["why"] is None else _fan(made.core, given["why"])
    way: Way = {
        "by": given["by"],
        "event": given["event"],
        "chain": given["chain"],
        "revealed": given["revealed"],
        "payer_revealed": given["payer_revealed"],
        "preceded": given["preceded"],
        "passed": given["passed"],
        "choose": given["choose"],
    }

    def explained() -> Explained:
        return explain_hand(made.core, score_hand(rules, hand, way), rules, fan)

    if given["format"] == "json":
        return answer_as_json(lambda: explanation_object(explained(), settings), settings)
    for line in explanation_lines(explained(), settings):
        write_line(line)
    return FINE


def _show_page(word: str, settings: Settings) -> None:
    from ..diagnostics import catalogue  # noqa: PLC0415 - not for hands

    found = _CODE.fullmatch(word)
    if found is None:
        raise UsageFault("KWX0018", found=word)
    code = f"KWX{found[1].zfill(4)}"
    page = catalogue.page(code, settings.lang)
    if page is None:
        from ..meant import did_you_mean  # noqa: PLC0415

        close, _ = did_you_mean(code, catalogue.all_codes())
        raise UsageFault("KWX0015", found=code, close=close)
    write(page)


def _fan(core: Core, word: str) -> str:
    """The id of the fan that people call so: by its id, Chinese, traditional or English."""
    from ..diagnostics.suggest import folded  # noqa: PLC0415 - only with --why
    from ..meant import did_you_mean  # noqa: PLC0415

    names = {fan.id: (fan.name.zh, fan.name.en) for fan in core.ruleset.fans}
    if word in names:
        return word
    for id_, others in names.items():
        if folded(word) in {folded(name) for name in (id_, *others)}:
            return id_
    close, _ = did_you_mean(word, names, names)
    known = ", ".join(names)
    raise UsageFault("KWX0016", found=word, variant=core.ruleset.id, close=close, known=known)
