"""Which rulesets of a repository have changed since a revision, and what that changes."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from .. import git
from ..diagnostics.report import Sink
from ..diff.compare import compare
from ..driver import load_chain
from ..library import MIXINS, builtin_path, is_builtin, is_mixin, mixin_path
from ..locate import DiskFile, GitFile, read_location
from ..reports.report import Entry, Report
from ..source.limits import MAX_BYTES
from .compared import load
from .faults import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..locate import Location
    from .compared import Request

_ENDINGS: Final = (".yaml", ".yml")
_MARK: Final = re.compile(
    r"""(?:^|[{,])[ \t]*["']?kawuxing["']?[ \t]*:[ \t]*["']?\d""", re.MULTILINE
)
"""The version of the language: other files are YAML too, and some have a key of that name."""


class _Tree(NamedTuple):
    """The repository: its top, the revision, and the paths of its YAML files from the top."""

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
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(self.top))
        return found.replace(os.sep, "/")


def compare_changed(since: str, only: Sequence[str], request: Request) -> Report:
    """Compare every ruleset that has changed, or one of whose ancestors has.

    Args:
        since: the revision to compare with.
        only: files and folders to keep to; everything if there are none.
        request: how to compare.

    Raises:
        UsageFault: for a revision or a path that there is not.
    """
    tree = _tree(since)
    places = [_place(path, tree) for path in only]
    wanted = [path for path in _affected(tree) if _is_wanted(path, places)]
    sink = Sink()
    moved = _moved(wanted, tree, request)
    gone = set(moved.values())
    entries = [
        _entry(path, moved.get(path, path), tree, request, sink)
        for path in sorted(wanted)
        if path not in gone
    ]
    return Report(tuple(entries), request.policy, since, sink.diagnostics)


def _tree(since: str) -> _Tree:
    if not git.revision_exists(since):
        raise UsageFault("KWX0204", revision=since, file=since)
    try:
        top = git.top_folder()
        now = {path for ending in _ENDINGS for path in git.files_now(f"*{ending}")}
        then = {path for path in git.files_at(since) if path.endswith(_ENDINGS)}
        changed = {*git.changed_since(since), *(now - then)}
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UsageFault("KWX0203", file=since, reason=reason) from None
    there = {path for path in now if _is_own_file(os.path.join(top, path))}
    return _Tree(top, since, frozenset(there), frozenset(then), frozenset(changed))


def _is_own_file(path: str) -> bool:
    """Whether the repository holds a file there; what a link leads to need not be part of it."""
    return os.path.isfile(path) and not os.path.islink(path)


def _place(path: str, tree: _Tree) -> str:
    """A file or folder to keep to, from the top; a slip of the pen must not find all unchanged."""
    place = tree.inside(path)
    known = tree.now | tree.then
    if not os.path.exists(path) and not any(_is_wanted(one, [place]) for one in known):
        raise UsageFault("KWX0101", file=path)
    return place


def _is_wanted(path: str, places: Sequence[str]) -> bool:
    return not places or any(
        place in (".", path) or path.startswith(f"{place}/") for place in places
    )


def _affected(tree: _Tree) -> Iterator[str]:
    """The rulesets that may mean something else than they did, those that are gone included."""
    if not any(path.endswith(_ENDINGS) for path in tree.changed):
        return
    for path in tree.now | tree.then:
        if path in tree.changed:
            if _is_ruleset_now(path, tree) or _is_ruleset_then(path, tree):
                yield path
        elif _is_ruleset_now(path, tree) and tree.changed & {*_ancestors(path, tree)}:
            yield path


def _is_ruleset_now(path: str, tree: _Tree) -> bool:
    if path not in tree.now:
        return False
    try:
        with open(os.path.join(tree.top, path), "rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return False
    return _MARK.search(text) is not None


def _is_ruleset_then(path: str, tree: _Tree) -> bool:
    """Whether a file was a ruleset, whatever has become of it."""
    if path not in tree.then:
        return False
    source = git.read_at(tree.since, path, path, Sink())
    return source is not None and _MARK.search(source.text) is not None


def _moved(wanted: Sequence[str], tree: _Tree, request: Request) -> dict[str, str]:
    """The rulesets that are new under their path, with where the same variant was before."""
    gone = [path for path in wanted if path not in tree.now]
    new = [path for path in wanted if path not in tree.then] if gone else []
    if not new:
        return {}
    before = {_variant(_then(path, tree), request): path for path in sorted(gone)}
    after = {_variant(tree.shown(path), request): path for path in sorted(new)}
    return {after[id]: before[id] for id in after.keys() & before.keys() if id}


def _variant(name: str, request: Request) -> str:
    """The id of a variant; nothing where a file has errors."""
    core = load(name, request.root, Sink())
    return "" if core is None else core.ruleset.id


def _then(path: str, tree: _Tree) -> str:
    return f"git:{tree.since}:{path}"


def _ancestors(path: str, tree: _Tree) -> Iterator[str]:
    """The paths from the top of the files a ruleset extends or uses, those that lie in the tree.

    Where one of them cannot be read any more, those it had are what counts.
    """
    now = _chain(DiskFile(os.path.join(tree.top, path), tree.shown(path)), tree)
    for name in now or _chain(GitFile(tree.since, path), tree):
        folder, _, stem = os.path.splitext(name)[0].rpartition("/")
        if not folder and is_builtin(stem):
            yield tree.inside(str(builtin_path(stem)))
        if folder == MIXINS and is_mixin(stem):
            yield tree.inside(str(mixin_path(stem)))
        then = _then("", tree)
        yield name.removeprefix(then) if name.startswith(then) else tree.inside(name)


def _chain(location: Location, tree: _Tree) -> tuple[str, ...]:
    """What people call the files a ruleset lies upon; none where one of them cannot be read."""
    text = read_location(location, Sink())
    if text is None or not any(key in text.text for key in ("extends", "uses", "mixin")):
        return ()
    files = load_chain(location, tree.top, Sink()) or ()
    return tuple(file.source.name for file in files[1:])


def _entry(path: str, was: str, tree: _Tree, request: Request, sink: Sink) -> Entry:
    """What became of a ruleset that is, or was, under a path; `was` is where it was before."""
    shown = tree.shown(path)
    if was not in tree.then:
        return Entry(shown, "added")
    if path not in tree.now:
        return Entry(shown, "removed")
    names = (_then(was, tree), shown)
    before, after = (load(name, request.root, sink) for name in names)
    if before is None or after is None:
        return Entry(shown, "broken")
    if before.ruleset.abstract or after.ruleset.abstract:
        return Entry(shown, "unsupported")
    found = compare(before, after, names, budget=request.budget)
    return Entry(shown, "changed", found)
