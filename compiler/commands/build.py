"""`kawuxing build`: evaluator modules, byte for byte the same wherever they are built."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, Unpack

from .faults import FINDINGS, FINE, INTERNAL, UsageFault
from .output import show_diagnostics, write_line
from .parameters import ROOT, USE, Argument, Option, Place
from .variants import compiled
from .verb import verb
from .writing import check_writable, unwritable, write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.nodes import Core
    from .settings import Settings

_WORDS = {
    "written": ("written", "已写出"),
    "unchanged": ("unchanged", "没有变化"),
    "missing": ("missing", "缺少"),
    "stale": ("stale", "已过时"),
}


class _Given(TypedDict):
    variants: tuple[str, ...]
    directory: str
    check: bool
    standalone: bool
    use: tuple[str, ...]
    root: str | None


@verb(
    (
        "Write an evaluator module for each variant: a Python file that needs the runtime of this "
        "package only, or, with --standalone, nothing at all. Before anything is written, each "
        "module is tried beside the interpreter on every kind of hand its rules tell apart.",
        "为每份规则生成一个算番模块：只依赖本软件包的运行时；用 --standalone 则什么也不依赖。"
        "写出之前，每个模块都与解释器逐一比对规则所能区分的每一种牌。",
    ),
    Argument(
        "variants",
        "rulesets: built-in ids, Chinese names, paths, or git:REV:PATH",
        "规则：内置规则的 id、中文名、文件路径，或 git:REV:PATH",
        nargs=-1,
        required=True,
    ),
    Option(
        ["-d", "--directory"],
        "folder to write to; made if it is not there",
        "写到哪个文件夹；没有就新建",
        required=True,
        metavar="DIR",
        type=Place(stream=False),
    ),
    Option(
        ["--check"],
        "write nothing; status 1 if a file is missing or stale",
        "什么也不写；缺少或过时的文件使退出码为 1",
        is_flag=True,
    ),
    Option(
        ["--standalone"],
        "put the runtime into the file",
        "把运行时一并放进文件",
        is_flag=True,
    ),
    USE,
    ROOT,
    examples=("kawuxing build mytown.yaml -d out", "kawuxing build mytown.yaml -d out --check"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Compile everything first, so that a fault leaves all files as they were."""
    folder = given["directory"]
    modules = _modules(given)
    paths = {os.path.join(folder, f"{variant}.py"): made for variant, made in modules.items()}
    states = {path: _state(path, text.encode()) for path, (_, text) in paths.items()}
    if given["check"]:
        behind = {path: state for path, state in states.items() if state != "unchanged"}
        for path, state in behind.items():
            write_line(f"{path}: {settings.say(_WORDS[state])}")
        return FINDINGS if behind else FINE
    new = {path: paths[path] for path, state in states.items() if state != "unchanged"}
    for path, (_, text) in new.items():
        if states[path] == "stale" and not _was_built(path, text):
            raise UsageFault("KWX0011", file=path)
        check_writable(path, folders=True)
    for core, text in new.values():
        _validate(core, text, settings)
    _write_all({path: text for path, (_, text) in new.items()})
    for path, state in states.items():
        word = state if state == "unchanged" else "written"
        write_line(f"{path}: {settings.say(_WORDS[word])}")
    return FINE


def _modules(given: _Given) -> dict[str, tuple[Core, str]]:
    """The rules and the text of each variant's module, by id."""
    modules: dict[str, tuple[Core, str]] = {}
    named: dict[str, str] = {}
    for variant in given["variants"]:
        made = compiled(variant, given["root"], given["use"])
        id_ = made.core.ruleset.id
        text = made.text
        if given["standalone"]:
            from ..emit.standalone import bundle  # noqa: PLC0415 - only when asked for

            text = bundle(text)
        if id_ in modules and modules[id_][1] != text:
            raise UsageFault("KWX0014", variant=id_, first=named[id_], second=variant)
        modules[id_], named[id_] = (made.core, text), variant
    return modules


def _validate(core: Core, text: str, settings: Settings) -> None:
    """Run a module beside the interpreter.

    Raises:
        UsageFault: if they do not agree, which is a mistake of ours.
    """
    from ..compile import module_of  # noqa: PLC0415 - not to see what is stale
    from ..proofs.translation import disagreement  # noqa: PLC0415
    from ..space.signatures import NotFoldableError  # noqa: PLC0415

    variant = core.ruleset.id
    try:
        found = disagreement(core, module_of(text, variant))
    except NotFoldableError:
        note = UsageFault("KWX2613", variant=variant).diagnostic
        show_diagnostics([replace(note, severity="note")], settings.lang)
        return
    if found is not None:
        raise UsageFault("KWX9002", status=INTERNAL, variant=variant, **found._asdict())


def _state(path: str, data: bytes) -> str:
    """Whether a file is ``missing``, ``stale`` or ``unchanged``.

    Raises:
        UsageFault: if what stands there is no file, or cannot be read.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for, for ever
            raise UsageFault("KWX0033", file=path)
        with open(path, "rb") as file:
            return "unchanged" if file.read(len(data) + 1) == data else "stale"
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        raise unwritable(path, error) from None


def _was_built(path: str, text: str) -> bool:
    """Whether a file begins as what is built does: another file is somebody's own."""
    head = text[: text.index(".") + 1].encode()
    try:
        with open(path, "rb") as file:
            return file.read(len(head)) == head
    except OSError as error:
        raise unwritable(path, error) from None


def _write_all(texts: Mapping[str, str]) -> None:
    """Write files so that each is either as before or complete."""
    for path, text in texts.items():
        try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            write_atomically(path, text.encode())
        except OSError as error:
            raise unwritable(path, error) from None
