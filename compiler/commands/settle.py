"""`kawuxing settle`: who pays whom at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from .batch import answer_lines
from .faults import FINE, USAGE, UsageFault
from .output import write, write_line
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
    from collections.abc import Iterator

    from ...runtime.program import Program
    from ...runtime.settle import Settlement
    from .settings import Settings


class _Given(TypedDict):
    variant: str
    file: str | None
    batch: str | None
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Who pays whom at the end of a round: kongs, wins, or a hand nobody won, each payment "
        "with its rule. The round is a JSON object in a file. With --batch every line of a file "
        "is one, and is answered by a line. Options given here hold whatever the rounds say.",
        "一局结束后谁付谁：杠、胡、荒庄，每一笔都注明规则。这一局写成文件里的一个 JSON 对象。"
        "用 --batch 时，文件的每一行是一局，各答一行。命令行上的选项优先于文件里写的。",
    ),
    VARIANT,
    Argument(
        "file",
        "the end of a round as JSON; - reads standard input",
        "一局的结果（JSON）；- 为标准输入",
        required=False,
    ),
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
        "kawuxing settle NAME round.json",
        "kawuxing settle NAME - -o stake=5 < round.json",
        "kawuxing settle NAME --batch rounds.jsonl",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Settle one round, or a batch."""
    file, batch = given["file"], given["batch"]
    if (file is None) == (batch is None):
        raise UsageFault("KWX0020", verb="settle")
    if batch is not None:
        refuse_beside_batch(())
    from ...runtime.json_text import decode  # noqa: PLC0415 - not for `--help`
    from ...runtime.requests import Requests  # noqa: PLC0415
    from ...runtime.round_report import split_options  # noqa: PLC0415
    from ...runtime.serve import BAD, one_by_one  # noqa: PLC0415
    from .json_places import naming_fields  # noqa: PLC0415

    made = compiled(given["variant"], given["root"], given["use"])
    fixed = options_of(made.core, given["options"], given["preset"])
    _, options = split_options(fixed)
    rules = evaluator_of(made, options)
    requests = Requests(rules, settings.lang, fixed)
    if batch is not None:
        return answer_lines(batch, one_by_one(requests.settle_line), settings.lang)
    assert file is not None
    from .input_text import text_of_file  # noqa: PLC0415 - not for a batch

    source = text_of_file(file)
    if given["format"] == "json":
        answer = requests.settle_line(source.text)
        write(answer + "\n")
        return USAGE if answer.startswith(BAD) else FINE
    with naming_fields(source):
        found = requests.settlement(decode(source.text))
    for line in _lines(rules.program, found, settings):
        write_line(line)
    return FINE


def _lines(program: Program[Any], found: Settlement, settings: Settings) -> Iterator[str]:
    from .accounts import Account, account_lines  # noqa: PLC0415 - only for text

    yield f"{program.zh if settings.lang == 'zh' else program.en} ({program.variant})"
    dealer = (found.next_dealer, found.dealer_row)
    yield from account_lines(Account(program, found.items, found.totals, *dealer), settings)
