"""`kawuxing score`: what a won hand is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from .batch import answer_lines
from .faults import FINE, UsageFault
from .hand_faults import answer_as_json, naming_places
from .output import write_line
from .parameters import (
    CHOOSE,
    OPTIONS,
    PRESET,
    ROOT,
    USE,
    VARIANT,
    WAY,
    Argument,
    Option,
    Place,
    chosen_given,
    format_option,
    refuse_beside_batch,
)
from .variants import compiled, evaluator_of, options_of
from .verb import verb

if TYPE_CHECKING:
    from ...runtime.evaluator import Evaluator
    from ...runtime.score import Score
    from .settings import Settings


class Way(TypedDict):
    """How a hand was won, as typed."""

    by: str
    event: tuple[str, ...]
    chain: int
    revealed: bool
    payer_revealed: bool
    preceded: bool
    passed: int
    choose: tuple[str, ...]


class _Given(Way):
    variant: str
    hand: str | None
    batch: str | None
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "What a won hand is worth, and why. With --batch every line of a file is a hand as JSON "
        "and is answered by a line; what is said of a hand stands in its line, and -o given here "
        "holds whatever a line says.",
        "一手胡牌值多少、为什么。用 --batch 时，文件的每一行是一手牌（JSON），各答一行；"
        "这手牌的情形写在它那一行里；命令行上的 -o 优先于各行写的。",
    ),
    VARIANT,
    Argument(
        "hand",
        "concealed tiles, melds in brackets, + and the winning tile",
        "暗牌、括号里的碰杠、+ 和胡的牌",
        required=False,
    ),
    *WAY,
    CHOOSE,
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
        'kawuxing score NAME "1122334455667s+7s" --by discard',
        'kawuxing score NAME "46p12399s777z(1111p)+5p" --event replacement --revealed',
        "kawuxing score NAME --batch hands.jsonl",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Score one hand, or a batch."""
    hand, batch = given["hand"], given["batch"]
    if (hand is None) == (batch is None):
        raise UsageFault("KWX0009", verb="score")
    if batch is not None:
        refuse_beside_batch((*WAY, CHOOSE))
    made = compiled(given["variant"], given["root"], given["use"])
    options = options_of(made.core, given["options"], given["preset"])
    rules = evaluator_of(made, options)
    if batch is not None:
        from ...runtime.requests import Requests  # noqa: PLC0415 - not for a single hand

        return answer_lines(
            batch, Requests(rules, settings.lang, options).score_lines, settings.lang
        )
    assert hand is not None
    if given["format"] == "text":
        write_line(score_hand(rules, hand, given).explain(settings.lang))
        return FINE
    return answer_as_json(lambda: score_hand(rules, hand, given).to_dict(), settings)


def score_hand(rules: Evaluator[Any], hand: str, way: Way) -> Score:
    """Score a hand as typed.

    Raises:
        HandFault: for a hand or circumstances that cannot be, with the place.
    """
    with naming_places({"hand": hand}):
        return rules.score(
            hand,
            by=way["by"],
            events=way["event"],
            chain=way["chain"],
            revealed=way["revealed"],
            payer_revealed=way["payer_revealed"],
            preceded=way["preceded"],
            passed=way["passed"],
            choices=chosen_given(way["choose"]),
        )
