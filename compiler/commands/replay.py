"""`kawuxing replay`: recorded rounds played again, under their own variant or another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from .batch import opened
from .faults import FINDINGS, FINE, UsageFault
from .output import write_json, write_line
from .parameters import OPTIONS, PRESET, ROOT, USE, Argument, Option, format_option, options_given
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.round.errors import LogError
    from ...runtime.round.log import Recorded
    from .replayed import Answer
    from .replaying import Tables
    from .settings import Settings


class _Given(TypedDict):
    files: tuple[str, ...]
    under: str | None
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    other_use: tuple[str, ...]
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
    PRESET,
    USE,
    Option(
        ["-U", "--other-use"],
        "a mix-in under which to judge the rounds too; may be repeated",
        "另按加上这个附加规则的规则重判；可写多次",
        multiple=True,
        metavar="MIXIN",
    ),
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
    from .replaying import Judging, Tables  # noqa: PLC0415 - not for `--help`

    variant, logs = _split(given["files"])
    if not logs:
        raise UsageFault("KWX0004", missing="LOG", verb="kawuxing replay")
    chosen = options_given(given["options"])
    judged = Judging(given["under"], chosen, given["preset"], given["other_use"])
    tables = Tables(variant, given["use"], judged, given["root"])
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
    from ...runtime.match.recorded import RecordedMatch  # noqa: PLC0415 - not for `--help`
    from ...runtime.round.errors import LogError  # noqa: PLC0415
    from ...runtime.round.log import rounds_and_faults  # noqa: PLC0415
    from .log_file import LogFile  # noqa: PLC0415
    from .replayed import Answer, Tally, refuse  # noqa: PLC0415

    with opened(log) as bytes_of:
        file, tally, fine = LogFile("<stdin>" if log == "-" else log, bytes_of), Tally(), True
        match, several = RecordedMatch(), False
        for found, several in _ahead(rounds_and_faults(file.lines())):
            try:
                recorded = _sound(found)
                file.forget(recorded.first)
                answer = Answer(file.name, recorded.first, *tables.replay(recorded, match))
            except LogError as error:
                fine, match = False, RecordedMatch()
                rules = tables.own(_sound(found)) if error.row else None
                refuse(error, file.line(error.line), rules, form, settings)
            else:
                tally.add(answer)
                _tell(answer, several, form, settings)
    if form == "text" and several:
        write_line(tally.line(settings))
    return fine


def _ahead(rounds: Iterator[Recorded | LogError]) -> Iterator[tuple[Recorded | LogError, bool]]:
    """The rounds, or what is wrong with them, and of each whether there are others."""
    held, several = next(rounds), False
    for one in rounds:
        several = True
        yield held, several
        held = one
    yield held, several


def _sound(found: Recorded | LogError) -> Recorded:
    """The round.

    Raises:
        LogError: what is wrong, if there is no round.
    """
    if isinstance(found, Exception):
        raise found
    return found


def _tell(answer: Answer, short: bool, form: str, settings: Settings) -> None:
    if form == "json":
        write_json(answer.to_dict(settings), pretty=False)
        return
    for line in answer.lines(settings, short=short):
        write_line(line)
