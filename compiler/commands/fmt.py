"""`kawuxing fmt`: rulesets in canonical form, comments kept."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict, Unpack

from ..diagnostics.report import Sink
from ..locate import DiskFile, locate_variant, read_location
from ..source.files import decode
from ..source.limits import MAX_BYTES
from .faults import FINDINGS, FINE, UsageFault, status_of
from .output import show_diagnostics, standard_input, tell, write
from .parameters import Argument, Option
from .verb import verb
from .writing import rewrite

if TYPE_CHECKING:
    from ..locate import Location
    from ..source.text import SourceText
    from .settings import Settings

_STANDARD_INPUT: Final = "-"
_WORDS: Final = {
    "rewritten": ("{file}: rewritten", "{file}：已重写"),
    "unchanged": ("{file}: unchanged", "{file}：没有变化"),
    "pending": ("{file}: not in canonical form", "{file}：不是统一格式"),
    "unseen": (
        "{file}: only line ends or a byte order mark differ",
        "{file}：只有换行符或字节顺序标记不同",
    ),
}


class _Given(TypedDict):
    files: tuple[str, ...]
    check: bool
    diff: bool


class _File(NamedTuple):
    """A file as it was given, and where that is; nowhere for standard input."""

    name: str
    location: Location | None


@verb(
    (
        "Write rulesets in canonical form: keys in order, expressions and lists written in the one "
        "way, comments kept. What a ruleset says does not change. A file with syntax errors is "
        "left as it is.",
        "把规则文件写成统一格式：键按次序排列，表达式和列表写法一致，注释保留。规则的含义不变。"
        "有语法错误的文件保持原样。",
    ),
    Argument(
        "files",
        "paths of rulesets; - reads standard input and writes standard output; with --check or "
        "--diff anything a VARIANT may be",
        "规则文件的路径；- 从标准输入读、往标准输出写；用 --check 或 --diff 时可用任何 VARIANT",
        nargs=-1,
        required=True,
    ),
    Option(
        ["--check"],
        "write nothing; list the files that would change, status 1 if there are any",
        "什么也不写；列出会改动的文件，有则退出码为 1",
        is_flag=True,
    ),
    Option(
        ["--diff"],
        "write nothing; show what would change, status 1 if anything would",
        "什么也不写；显示会怎样改动，有改动则退出码为 1",
        is_flag=True,
    ),
    examples=("kawuxing fmt mytown.yaml", "kawuxing fmt --check rulesets/*.yaml"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Format each file; one that cannot be read or written does not keep the others from it."""
    sink = Sink()
    looking = given["check"] or given["diff"]
    files = [_locate(name, sink, looking=looking) for name in given["files"]]
    changes = [_format(file, settings, given, sink) for file in files if file is not None]
    if sink.diagnostics:
        from ..diagnostics.render_text import summary  # noqa: PLC0415 - only if there are any

        show_diagnostics(sink.diagnostics, settings.lang)
        tell(summary(sink.diagnostics, settings.lang))
    pending = FINDINGS if looking and any(changes) else FINE
    return max(pending, status_of(sink.diagnostics))


def _locate(name: str, sink: Sink, *, looking: bool) -> _File | None:
    if name == _STANDARD_INPUT:
        return _File(name, None)
    location = locate_variant(name, sink)
    if location is None:
        return None
    if not looking and not isinstance(location, DiskFile):
        raise UsageFault("KWX0019", found=name)
    return _File(name, location)


def _format(file: _File, settings: Settings, given: _Given, sink: Sink) -> bool:
    """Format one file as far as is wanted; whether that changes it."""
    from ..format.canonical import canonical  # noqa: PLC0415 - `-h` needs none of it

    source = _read(file, sink)
    text = None if source is None else canonical(source, sink)
    if source is None or text is None:
        return False
    changed = hashlib.sha256(text.encode()).hexdigest() != source.sha256
    if given["diff"] and changed:
        write(_difference(source, text) or _say("unseen", file, settings))
    if given["check"] and changed:
        write(_say("pending", file, settings))
    if given["check"] or given["diff"]:
        return changed
    if not isinstance(file.location, DiskFile):
        write(text)
    elif not changed or _rewrite(file.location, text, sink):
        write(_say("rewritten" if changed else "unchanged", file, settings))
    return changed


def _say(word: str, file: _File, settings: Settings) -> str:
    name = "<stdin>" if file.location is None else file.name
    return settings.say(_WORDS[word]).format(file=name) + "\n"


def _read(file: _File, sink: Sink) -> SourceText | None:
    if file.location is not None:
        return read_location(file.location, sink)
    return decode(standard_input().read(MAX_BYTES + 1), "<stdin>", sink)


def _rewrite(file: DiskFile, text: str, sink: Sink) -> bool:
    """Write a file; whether that could be done."""
    try:
        rewrite(file.path, text.encode())
    except OSError as error:
        reason = error.strerror or type(error).__name__
        sink.error("KWX0012", None, file=file.shown, reason=reason)
        return False
    return True


def _difference(source: SourceText, text: str) -> str:
    """What formatting changes, as a unified diff of lines; nothing if it is only their ends."""
    import difflib  # noqa: PLC0415 - only when it is shown

    before = [source.line(number) for number in range(1, source.line_count + 1)]
    found = difflib.unified_diff(
        before[:-1] if not before[-1] else before,
        text.split("\n")[:-1],
        source.name,
        f"{source.name} (fmt)",
        lineterm="",
    )
    return "".join(f"{line}\n" for line in found)
