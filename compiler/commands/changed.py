"""Which rulesets of a repository have changed since a revision, and what that changes."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from .. import git
from ..diagnostics.report import Sink
from ..diff.compare import compare
from ..diff.report import Entry, Report
from ..driver import load_chain
from ..library import builtin_path, is_builtin
from ..locate import DiskFile
from ..source.files import read_file
from .compared import load
from .faults import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .compared import Request

_PATTERN: Final = "*.yaml"
_HEADING_LINES: Final = 40
_MARK: Final = "kawuxing:"


class _Tree(NamedTuple):
    """The repository: its top, the revision, and the rulesets' paths from the top."""

    top: str
    since: str
    now: frozenset[str]
    then: frozenset[str]
    changed: frozenset[str]

    def shown(self, path: str) -> str:
        """A path as people here call it."""
        return os.path.relpath(os.path.join(self.top, path)).replace(os.sep, "/")

    def inside(self, path: str) -> str:
        """The path from the top of a file that people here call so."""
        return os.path.relpath(os.path.realpath(path), os.path.realpath(self.top))


def compare_changed(since: str, only: Sequence[str], request: Request) -> Report:
    """Compare every ruleset that has changed, or one of whose ancestors has.

    Args:
        since: the revision to compare with.
        only: files and folders to keep to; everything if there are none.
        request: how to compare.
    """
    tree = _tree(since)
    wanted = [path for path in _affected(tree) if _is_wanted(tree.shown(path), only)]
    sink = Sink()
    entries = [_entry(path, tree, request, sink) for path in sorted(wanted)]
    return Report(tuple(entries), request.policy, since, sink.diagnostics)


def _tree(since: str) -> _Tree:
    if not git.revision_exists(since):
        raise UsageFault("KWX0204", revision=since, file=since)
    try:
        top, now = git.top_folder(), set(git.files_now(_PATTERN))
        then = {path for path in git.files_at(since) if path.endswith(_PATTERN[1:])}
        changed = {*git.changed_since(since), *(now - then)}
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UsageFault("KWX0203", file=since, reason=reason) from None
    there = {path for path in now if _is_own_file(os.path.join(top, path))}
    return _Tree(top, since, frozenset(there), frozenset(then), frozenset(changed))


def _is_own_file(path: str) -> bool:
    """Whether the repository holds a file there; what a link leads to need not be part of it."""
    return os.path.isfile(path) and not os.path.islink(path)


def _is_wanted(path: str, only: Sequence[str]) -> bool:
    if not only:
        return True
    places = [os.path.normpath(one).replace(os.sep, "/") for one in only]
    return any(place in (path, ".") or path.startswith(f"{place}/") for place in places)


def _affected(tree: _Tree) -> Iterator[str]:
    """The rulesets that may mean something else than they did."""
    if not any(path.endswith(_PATTERN[1:]) for path in tree.changed):
        return
    for path in tree.now:
        if _is_ruleset(os.path.join(tree.top, path)) and (
            path in tree.changed or not tree.changed.isdisjoint(_ancestors(path, tree))
        ):
            yield path
    for path in tree.then & tree.changed - tree.now:
        if _is_ruleset_then(path, tree):
            yield path


def _is_ruleset(path: str) -> bool:
    """Whether a file is a ruleset; other things are YAML too."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return any(line.startswith(_MARK) for line in islice(file, _HEADING_LINES))
    except OSError:
        return False


def _is_ruleset_then(path: str, tree: _Tree) -> bool:
    source = git.read_at(tree.since, path, path, Sink())
    return source is not None and any(
        line.startswith(_MARK) for line in source.text.splitlines()[:_HEADING_LINES]
    )


def _ancestors(path: str, tree: _Tree) -> Iterator[str]:
    """The paths from the top of the files a ruleset extends, those that lie in the tree."""
    full = os.path.join(tree.top, path)
    shown = tree.shown(path)
    text = read_file(full, shown, Sink())
    if text is None or "extends" not in text.text:
        return
    chain = load_chain(DiskFile(full, shown), tree.top, Sink())
    for file in (chain or ())[1:]:
        name = file.source.name
        stem = name.removesuffix(_PATTERN[1:])
        yield tree.inside(str(builtin_path(stem)) if is_builtin(stem) else name)


def _entry(path: str, tree: _Tree, request: Request, sink: Sink) -> Entry:
    shown = tree.shown(path)
    if path not in tree.then:
        return Entry(shown, "added")
    if path not in tree.now:
        return Entry(shown, "removed")
    names = (f"git:{tree.since}:{path}", shown)
    before, after = (load(name, request.root, sink) for name in names)
    if before is None or after is None:
        return Entry(shown, "broken")
    if before.ruleset.abstract or after.ruleset.abstract:
        return Entry(shown, "unsupported")
    found = compare(before, after, names, budget=request.budget)
    return Entry(shown, "changed", found)
