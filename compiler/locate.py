"""Where rulesets are: from what people and `extends` call one to its text.

A VARIANT is a built-in id, a Chinese name, a path, ``git:REV:PATH``, or a whole text. What
`extends` names is a built-in or a file inside the folder of the file that says so: a ruleset of a
stranger must not make the compiler read anything else.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from . import git
from .library import builtin_ids, builtin_path, closest_builtins, find_builtin, is_builtin
from .meant import did_you_mean
from .source.files import read_file
from .source.text import SourceText
from .surface.values import ID

if TYPE_CHECKING:
    from collections.abc import Hashable

    from .diagnostics.report import Sink
    from .surface.nodes import Ref


class BuiltInFile(NamedTuple):
    """A ruleset of the library."""

    id: str


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
    if "\n" in variant:
        return GivenText(variant)
    if variant.startswith("git:"):
        address = git.split_address(variant)
        if address is None:
            sink.error("KWX0202", None, found=variant)
            return None
        return GitFile(*address)
    if is_path(variant):
        return DiskFile(variant, _slashes(os.path.normpath(variant)))
    id = find_builtin(variant)
    if id is not None:
        return BuiltInFile(id)
    close = ", ".join(closest_builtins(variant))
    known = ", ".join(builtin_ids())
    sink.error("KWX0201", None, found=variant, close=close, known=known)
    return None


def is_path(variant: str) -> bool:
    """Whether a VARIANT is the path of a file rather than a name."""
    return variant.endswith((".yaml", ".yml")) or "/" in variant or os.sep in variant


def read_location(location: Location, sink: Sink) -> SourceText | None:
    """Read a ruleset's text."""
    match location:
        case BuiltInFile(id):
            return read_file(builtin_path(id), f"{id}.yaml", sink)
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
        case BuiltInFile(id):
            return os.path.realpath(builtin_path(id))
        case DiskFile(path):
            return os.path.realpath(path)
        case GitFile(revision, path):
            return revision, posixpath.normpath(path)
        case GivenText():
            return None
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
    name = extends.id
    if ID.fullmatch(name):
        return _named_parent(extends, child, sink)
    if not name.endswith(".yaml") or _is_absolute(name):
        close = closest_builtins(name)
        fix = close[0] if close else None
        sink.error("KWX2234", extends.span, fix=fix, found=name, close=", ".join(close))
        return None
    if isinstance(child, GitFile):
        return _git_parent(extends, child, root, sink)
    return _disk_parent(extends, child, root, sink)


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~")) or "\\" in path or ":" in path or not path.isprintable()


def _named_parent(extends: Ref, child: Location, sink: Sink) -> Location | None:
    name = extends.id
    if isinstance(child, GitFile):
        beside = posixpath.join(posixpath.dirname(child.path), f"{name}.yaml")
        if git.kind_at(child.revision, beside) == "file":
            return GitFile(child.revision, beside)
    if is_builtin(name):
        return BuiltInFile(name)
    close = closest_builtins(name)
    fix = close[0] if close else None
    sink.error("KWX2232", extends.span, fix=fix, found=name, close=", ".join(close))
    return None


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
        case BuiltInFile(id):
            folder, shown = str(builtin_path(id).parent), ""
        case DiskFile(path, name):
            folder, shown = os.path.dirname(path), os.path.dirname(name)
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
