"""Where rulesets and mix-ins are: from what people and `extends` call one to its text.

A VARIANT is a built-in id, a Chinese name, a path, ``git:REV:PATH``, or a whole text. What
`extends`, `on` and `uses` name is a built-in or a file inside the folder of the file that says so:
a ruleset of a stranger must not make the compiler read anything else.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from . import git
from .library import (
    MIXINS,
    builtin_ids,
    builtin_path,
    closest_builtins,
    closest_mixins,
    file_of_program,
    find_builtin,
    find_mixin,
    is_builtin,
    is_mixin,
    mixin_ids,
    mixin_path,
)
from .meant import did_you_mean
from .source.files import read_file
from .source.text import SourceText
from .surface.values import ID

if TYPE_CHECKING:
    from collections.abc import Hashable

    from .diagnostics.report import Sink
    from .surface.nodes import Ref


class BuiltInFile(NamedTuple):
    """A ruleset of the library, or a mix-in."""

    id: str
    mixin: bool = False

    @property
    def path(self) -> str:
        """Where its file is."""
        return str(mixin_path(self.id) if self.mixin else builtin_path(self.id))

    @property
    def shown(self) -> str:
        """What people call it."""
        return f"{MIXINS}/{self.id}.yaml" if self.mixin else f"{self.id}.yaml"


class DiskFile(NamedTuple):
    """A file, and what people call it."""

    path: str
    shown: str


class GitFile(NamedTuple):
    """A file as it was at a revision."""

    revision: str
    path: str


class GivenText(NamedTuple):
    """A ruleset's text itself, what people call it, and the folder it may be thought to lie in."""

    text: str
    shown: str = "<text>"
    folder: str | None = None


Location: TypeAlias = BuiltInFile | DiskFile | GitFile | GivenText


def locate_variant(variant: str, sink: Sink) -> Location | None:
    """Find what somebody means by a VARIANT; nothing is read yet."""
    if _is_place(variant):
        return _locate_place(variant, sink)
    id = find_builtin(variant)
    if id is not None:
        return BuiltInFile(id)
    id = find_mixin(variant)
    if id is not None:
        return BuiltInFile(id, mixin=True)
    close = ", ".join(closest_builtins(variant) or closest_mixins(variant))
    known = ", ".join(builtin_ids())
    file = file_of_program(variant)
    sink.error("KWX0201", None, found=variant, file=file, close=close, known=known)
    return None


def locate_use(given: Ref, sink: Sink) -> Location | None:
    """Find what somebody means by a mix-in, who may name any file: nobody else wrote it."""
    if _is_place(given.id):
        return _locate_place(given.id, sink)
    id = find_mixin(given.id)
    if id is None:
        _no_such_mixin(given, sink, _apart(given.id))
        return None
    return BuiltInFile(id, mixin=True)


def _apart(given: str) -> str:
    """Several names in one, as they are given one by one; empty for a single name."""
    names = [name.strip() for name in given.split(",")]
    if len(names) < 2 or not all(map(find_mixin, names)):
        return ""
    return " ".join(f"--use {name}" for name in names)


def _is_place(name: str) -> bool:
    return "\n" in name or name.startswith("git:") or is_path(name)


def _locate_place(name: str, sink: Sink) -> Location | None:
    if "\n" in name:
        return GivenText(name)
    if not name.startswith("git:"):
        return DiskFile(name, _slashes(os.path.normpath(name)))
    address = git.split_address(name)
    if address is None:
        sink.error("KWX0202", None, found=name)
        return None
    return GitFile(*address)


def is_path(variant: str) -> bool:
    """Whether a VARIANT is the path of a file rather than a name."""
    return variant.endswith((".yaml", ".yml")) or "/" in variant or os.sep in variant


def read_location(location: Location, sink: Sink) -> SourceText | None:
    """Read a ruleset's text."""
    match location:
        case BuiltInFile():
            return read_file(location.path, location.shown, sink)
        case DiskFile(path, shown):
            return read_file(path, shown, sink)
        case GitFile(revision, path):
            return git.read_at(revision, path, f"git:{revision}:{path}", sink)
        case GivenText(text, shown):
            return SourceText.of(text, shown)
        case _:
            assert_never(location)


def identity(location: Location) -> Hashable:
    """What two locations of the same file have in common."""
    match location:
        case BuiltInFile() | DiskFile():
            return os.path.realpath(location.path)
        case GitFile(revision, path):
            return revision, posixpath.normpath(path)
        case GivenText(text):
            return hash(text)
        case _:
            assert_never(location)


def locate_parent(extends: Ref, child: Location, root: str | None, sink: Sink) -> Location | None:
    """Find what `extends` names.

    Args:
        extends: What the child says.
        child: Where the child is.
        root: A folder inside which parents may be besides the child's own; the whole repository
            for files of git.
        sink: Takes the reason when it names nothing that may be read.

    Returns:
        The parent's place; there is a file.
    """
    if ID.fullmatch(extends.id):
        return _named_parent(extends, child, sink)
    return _beside(extends, child, root, sink)


def locate_mixin(used: Ref, child: Location, root: str | None, sink: Sink) -> Location | None:
    """Find what an item of `uses` names; as for `extends`, but among the mix-ins."""
    if ID.fullmatch(used.id):
        return _named_mixin(used, child, sink)
    return _beside(used, child, root, sink)


def _beside(named: Ref, child: Location, root: str | None, sink: Sink) -> Location | None:
    name = named.id
    if not name.endswith(".yaml") or _is_absolute(name):
        close = (*closest_builtins(name), *closest_mixins(name))
        fix = close[0] if close else None
        sink.error("KWX2234", named.span, fix=fix, found=name, close=", ".join(close))
        return None
    if isinstance(child, GitFile):
        return _git_parent(named, child, root, sink)
    return _disk_parent(named, child, root, sink)


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~")) or "\\" in path or ":" in path or not path.isprintable()


def _named_parent(extends: Ref, child: Location, sink: Sink) -> Location | None:
    name = extends.id
    if isinstance(child, GitFile):
        folder = posixpath.dirname(child.path)
        beside = posixpath.join(folder, f"{name}.yaml")
        if git.kind_at(child.revision, beside) == "file":
            return GitFile(child.revision, beside)
        above = posixpath.join(posixpath.dirname(folder), f"{name}.yaml")
        of_mixins = posixpath.basename(folder) == MIXINS
        if of_mixins and git.kind_at(child.revision, above) == "file":
            return GitFile(child.revision, above)
    if is_builtin(name):
        return BuiltInFile(name)
    if is_mixin(name):
        sink.error("KWX2294", extends.span, found=name)
        return None
    close = closest_builtins(name)
    fix = close[0] if close else None
    sink.error("KWX2232", extends.span, fix=fix, found=name, close=", ".join(close))
    return None


def _named_mixin(used: Ref, child: Location, sink: Sink) -> Location | None:
    name = used.id
    if isinstance(child, GitFile):
        beside = posixpath.join(posixpath.dirname(child.path), MIXINS, f"{name}.yaml")
        if git.kind_at(child.revision, beside) == "file":
            return GitFile(child.revision, beside)
    if is_mixin(name):
        return BuiltInFile(name, mixin=True)
    _no_such_mixin(used, sink)
    return None


def _no_such_mixin(used: Ref, sink: Sink, apart: str = "") -> None:
    if is_builtin(used.id):
        sink.error("KWX2293", used.span, found=used.id)
        return
    close = () if apart else closest_mixins(used.id)
    fix = close[0] if close else None
    sink.error(
        "KWX2292",
        used.span,
        fix=fix,
        found=used.id,
        close=", ".join(close),
        apart=apart,
        known=", ".join(mixin_ids()),
    )


def _git_parent(extends: Ref, child: GitFile, root: str | None, sink: Sink) -> Location | None:
    folder = posixpath.dirname(child.path)
    path = posixpath.normpath(posixpath.join(folder, extends.id))
    inside = path if root is not None else posixpath.relpath(path, folder or ".")
    if inside == ".." or inside.startswith("../"):
        sink.error("KWX0206", extends.span, found=extends.id)
        return None
    if child.path.startswith("./"):
        path = f"./{path}"
    if git.kind_at(child.revision, path) != "file":
        sink.error("KWX2232", extends.span, found=extends.id, close="")
        return None
    return GitFile(child.revision, path)


def _disk_parent(
    extends: Ref, child: BuiltInFile | DiskFile | GivenText, root: str | None, sink: Sink
) -> Location | None:
    match child:
        case BuiltInFile() | DiskFile():
            folder, shown = os.path.dirname(child.path), os.path.dirname(child.shown)
        case GivenText(folder=beside):
            if beside is None and root is None:
                sink.error("KWX2235", extends.span, found=extends.id)
                return None
            folder, shown = beside or root or ".", beside or ""
        case _:
            assert_never(child)
    path = os.path.normpath(os.path.join(folder, extends.id))
    allowed = [folder] if root is None else [folder, root]
    if not any(_is_inside(path, limit) for limit in allowed):
        sink.error("KWX0206", extends.span, found=extends.id)
        return None
    if not os.path.exists(path):
        close, fix = did_you_mean(os.path.basename(path), _files_beside(path))
        fix = _slashes(os.path.join(os.path.dirname(extends.id), fix)) if fix else None
        sink.error("KWX2232", extends.span, fix=fix, found=extends.id, close=close)
        return None
    return DiskFile(path, _slashes(os.path.normpath(os.path.join(shown, extends.id))))


def _is_inside(path: str, folder: str) -> bool:
    """Whether a path leads into a folder when all links are followed."""
    real, limit = os.path.realpath(path), os.path.realpath(folder or ".")
    return os.path.commonpath([real, limit]) == limit


def _files_beside(path: str) -> list[str]:
    try:
        names = os.listdir(os.path.dirname(path) or ".")
    except OSError:
        return []
    return [name for name in names if name.endswith(".yaml")][:200]


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")
