"""`kawuxing replay`: recorded rounds played again, under their own variant or another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from .faults import FINDINGS, FINE, UsageFault
from .output import write_json, write_line
from .parameters import (
    OPTIONS,
    ROOT,
    Argument,
    Option,
    format_option,
    options_given,
    verb,
)

if TYPE_CHECKING:
    from .replayed import Answer, Tables
    from .settings import Settings


class _Given(TypedDict):
    files: tuple[str, ...]
    under: str | None
    options: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Play recorded rounds again: every event is verified, what is not allowed is named with "
        "the rule, the money is worked out anew. With --under, or with options, the same tiles "
        "and decisions are judged again: who would have been paid what.",
        "重放记录的牌局：逐个核对事件，不允许的指出是哪一条规则，钱重新算过。"
        "加 --under 或选项，则牌和各家的决定不变，另按一种规则重判：谁会收谁多少。",
    ),
    Argument(
        "files",
        "logs, one event a line; before them the variant may stand, if its name in the logs is "
        "not that of a built-in one",
        "记录，每行一个事件；记录里的玩法不是内置的，就在前面写上规则",
        nargs=-1,
        required=True,
        metavar="LOG",
    ),
    Option(
        ["--under"],
        "judge the rounds by this variant too",
        "另按这种规则重判",
        metavar="VARIANT",
    ),
    OPTIONS,
    ROOT,
    format_option("text", "json"),
    examples=(
        "kawuxing replay round.jsonl",
        "kawuxing replay mine.yaml round.jsonl --under NAME",
        "kawuxing replay round.jsonl -o cap=16",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Replay every round of every log."""
    from .replayed import Tables  # noqa: PLC0415 - not for `--help`

    variant, logs = _split(given["files"])
    if not logs:
        raise UsageFault("KWX0004", missing="LOG", verb="kawuxing replay")
    tables = Tables(variant, given["under"], options_given(given["options"]), given["root"])
    fine = [_replay(log, tables, given["format"], settings) for log in logs]
    return FINE if all(fine) else FINDINGS


def _split(words: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """The variant, if the first word names one, and the logs."""
    from ..library import find_builtin  # noqa: PLC0415

    first = words[0]
    named = first.startswith("git:") or first.endswith((".yaml", ".yml")) or find_builtin(first)
    return (first, words[1:]) if named else (None, words)


def _replay(log: str, tables: Tables, form: str, settings: Settings) -> bool:
    """Replay the rounds of one log, and say whether all of them are sound."""
    from ...runtime.round.errors import LogError  # noqa: PLC0415 - not for `--help`
    from ...runtime.round.log import read_rounds  # noqa: PLC0415
    from .reading import MOST_OF_A_LOG, text_of_file  # noqa: PLC0415
    from .replayed import Answer, Tally, refuse  # noqa: PLC0415

    source = text_of_file(log, MOST_OF_A_LOG)
    try:
        rounds = read_rounds(source.text)
    except LogError as error:
        refuse(error, source, None, form, settings)
        return False
    fine, tally = True, Tally()
    for recorded in rounds:
        try:
            answer = Answer(log, recorded.first, *tables.replay(recorded))
        except LogError as error:
            fine = False
            rules = tables.own(recorded) if error.row else None
            refuse(error, source, rules, form, settings)
        else:
            tally.add(answer)
            _tell(answer, len(rounds) > 1, form, settings)
    if form == "text" and len(rounds) > 1:
        write_line(tally.line(settings))
    return fine


def _tell(answer: Answer, short: bool, form: str, settings: Settings) -> None:
    if form == "json":
        write_json(answer.to_dict(settings), pretty=False)
        return
    for line in answer.lines(settings, short=short):
        write_line(line)
