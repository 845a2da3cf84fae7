"""`kawuxing new`: a ruleset file to start from, which passes `check` as it is."""

from __future__ import annotations

import keyword
import os
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from ..driver import load_ruleset
from ..library import builtin_ids, find_builtin
from ..locate import is_path
from ..surface.keys import RESERVED_IDS
from ..surface.values import ID
from .faults import FINE, UsageFault
from .output import tell, write
from .parameters import Argument, Option
from .scaffold import Start, hands, text_of
from .verb import verb

if TYPE_CHECKING:
    from ...runtime.score import Score
    from .settings import Settings

_UNNAMED: Final = "my_town"
_WRITTEN: Final = (
    "{file} is written; look into it, then: kawuxing check {file}",
    "已写出 {file}；先看看里面，然后：kawuxing check {file}",
)


class _Given(TypedDict):
    name: str
    file: str | None
    extends: str


@verb(
    (
        "Write a commented ruleset file that passes `check` as it is and says how to go on.",
        "新建一份带注释的规则文件：一写出就能通过 check，并说明怎样接着改。",
    ),
    Argument(
        "name",
        "id of the new ruleset; - prints the file, for a ruleset called my_town",
        "新规则的 id；- 则只打印，id 为 my_town",
    ),
    Argument(
        "file",
        "where to write it; NAME.yaml if left out, - prints it",
        "写到哪里；不写则为 NAME.yaml，- 则只打印",
        required=False,
    ),
    Option(
        ["--extends"],
        "the ruleset it starts from: a built-in one, or a file inside its own folder",
        "从哪份规则开始：内置规则，或新文件所在文件夹里的文件",
        required=True,
        metavar="VARIANT",
    ),
    examples=("kawuxing new mytown --extends NAME", "kawuxing new mytown - --extends base.yaml"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Write it, unless something stands there already."""
    name, file = given["name"], given["file"]
    if name == "-":
        name, file = _UNNAMED, "-"
    _check_name(name)
    file = f"{name}.yaml" if file is None else file
    shown = f"{name}.yaml" if file == "-" else file
    extends = _extends(given["extends"], os.path.dirname(shown))
    parent = load_ruleset(given["extends"])
    if parent.mixin:
        raise UsageFault("KWX2294", found=parent.id)
    start = Start(name, shown, extends, parent)
    text = _text(start)
    if file == "-":
        write(text)
        return FINE
    _write_new(file, text)
    tell(settings.say(_WRITTEN).format(file=file))
    return FINE


def _check_name(name: str) -> None:
    taken = name in builtin_ids() or name in RESERVED_IDS or keyword.iskeyword(name)
    if taken or not ID.fullmatch(name):
        raise UsageFault("KWX0013", found=name)


def _extends(variant: str, folder: str) -> str:
    """What the new file writes behind `extends:`."""
    if not is_path(variant) or variant.startswith("git:"):
        builtin = find_builtin(variant)
        if variant.startswith("git:"):
            raise UsageFault("KWX0017", found=variant)
        return builtin or variant  # a name nobody knows is refused when it is loaded
    path = os.path.relpath(os.path.realpath(variant), os.path.realpath(folder or "."))
    path = path.replace(os.sep, "/")
    if path.startswith("../") or not path.endswith(".yaml"):
        raise UsageFault("KWX0017", found=variant)
    return path


def _text(start: Start) -> str:
    """The file, its examples worked out under the rules it inherits."""
    played = hands(start.parent)
    return text_of(start, [_score(start, hand, by) for hand, by in played], played)


def _score(start: Start, hand: str, by: str) -> Score:
    from ..compile import check, compile_core, run_module  # noqa: PLC0415 - `-h` needs none of it
    from ..diagnostics.report import Sink  # noqa: PLC0415

    sink = Sink()
    core = check(start.parent, sink)
    sink.raise_if_failed()
    assert core is not None
    return run_module(compile_core(core)).score(hand, by=by)


def _write_new(file: str, text: str) -> None:
    """Write a file that must not be there yet."""
    from .writing import unwritable  # noqa: PLC0415 - not where it is printed

    try:
        with open(file, "x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise UsageFault("KWX0011", file=file) from None
    except (OSError, ValueError) as error:
        raise unwritable(file, error) from None
