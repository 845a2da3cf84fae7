"""What git runs for a ruleset when it shows a difference.

``git config diff.kawuxing.command 'kawuxing diff --git-driver'`` and, in ``.gitattributes``,
``rulesets/*.yaml diff=kawuxing``. Git gives the path, then for each side a file with its content,
the id of the content and the mode; and, after a renaming, the other path.
"""

from __future__ import annotations

import difflib
import os
import sys
from typing import TYPE_CHECKING

from ..compile import check
from ..diagnostics.report import Sink
from ..diagnostics.visible import visible
from ..diff.compare import compare
from ..driver import resolve_location
from ..locate import GivenText
from ..reports.report import Entry, Policy, Report
from ..source.files import read_file
from .faults import FINE, UsageFault
from .output import colours, show_diagnostics, write, write_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core
    from .settings import Settings

_HEADING_LINES = 40
_MARK = "kawuxing:"
_ARGUMENTS = (7, 9)
_ABSTRACT = (
    "an abstract ruleset: only its children can be compared",
    "抽象的规则：只能比较承自它的规则",
)


def as_git_driver(arguments: Sequence[str], settings: Settings) -> int:
    """Show the changed lines and what they change; git wants to hear of success in any case.

    Raises:
        UsageFault: for arguments that git does not give.
    """
    if len(arguments) == 1:
        write_line(f"* Unmerged path {visible(arguments[0])}")
        return FINE
    if len(arguments) not in _ARGUMENTS:
        raise UsageFault("KWX0004", missing="PATH OLD HEX MODE NEW HEX MODE", verb="--git-driver")
    old_path, old_file, new_file = arguments[0], arguments[1], arguments[4]
    new_path = arguments[7] if len(arguments) == 9 else old_path
    sink = Sink()
    texts = _text(old_file, old_path, sink), _text(new_file, new_path, sink)
    _lines(texts, (old_path, new_path))
    if all(map(_is_ruleset, texts)):
        before = _load(texts[0], f"a/{old_path}", old_path, sink)
        after = _load(texts[1], f"b/{new_path}", new_path, sink)
        if before is not None and after is not None:
            _compare(before, after, (f"a/{old_path}", f"b/{new_path}"), settings)
    show_diagnostics(sink.diagnostics, settings.lang)
    return FINE


def _text(file: str, path: str, sink: Sink) -> str:
    """The content of one side; none of a file that is not there."""
    if file == os.devnull:
        return ""
    source = read_file(file, path, sink)
    return "" if source is None else source.text


def _is_ruleset(text: str) -> bool:
    return any(line.startswith(_MARK) for line in text.splitlines()[:_HEADING_LINES])


def _lines(texts: tuple[str, str], paths: tuple[str, str]) -> None:
    """The changed lines, as git would show them."""
    old, new = (text.splitlines() for text in texts)
    write_line(f"diff --kawuxing a/{visible(paths[0])} b/{visible(paths[1])}")
    names = (
        f"a/{paths[0]}" if texts[0] else os.devnull,
        f"b/{paths[1]}" if texts[1] else os.devnull,
    )
    for line in difflib.unified_diff(old, new, *names, lineterm=""):
        write_line(visible(line))


def _load(text: str, shown: str, path: str, sink: Sink) -> Core | None:
    """A side's rules; what it extends is read from the working tree."""
    own = Sink()
    ruleset = resolve_location(GivenText(text, shown, os.path.dirname(path) or "."), None, own)
    core = None if ruleset is None or own.failed else check(ruleset, own)
    for found in own.diagnostics if core is None else ():
        sink.add(found)
    return core


def _compare(before: Core, after: Core, names: tuple[str, str], settings: Settings) -> None:
    from ..reports.render import render  # noqa: PLC0415 - not for files that only have errors

    if before.ruleset.abstract or after.ruleset.abstract:
        write_line(settings.say(_ABSTRACT))
        return
    report = Report((Entry(names[1], "changed", compare(before, after, names)),), Policy())
    write_line("")
    write(render(report, "text", settings.lang, colour=colours(sys.stdout)))
