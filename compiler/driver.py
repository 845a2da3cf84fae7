"""Runs the passes, in the one order there is.

Every pass looks at all it can and collects what is wrong; a run ends between two passes, when the
next would have nothing to stand on.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .clauses import clause_ids
from .diagnostics.report import Label, Sink
from .library import without_examples
from .locate import (
    BuiltInFile,
    identity,
    locate_parent,
    locate_variant,
    read_location,
)
from .resolved.from_surface import resolve
from .source.yaml_nodes import read_yaml
from .surface.from_yaml import read_ruleset
from .surface.keys import MAX_CHAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .diagnostics.report import Diagnostic
    from .locate import Location
    from .resolved.nodes import Ruleset
    from .source.text import SourceText
    from .surface.nodes import Ref, RulesetDecl


def load_ruleset(variant: str, root: str | None = None) -> Ruleset:
    """Load, read and resolve a ruleset.

    Args:
        variant: A built-in id, a Chinese name, a path, ``git:REV:PATH``, or the text itself.
        root: A folder inside which `extends` may name files besides the file's own folder.

    Raises:
        CompileFailed: With everything that is wrong with it.
    """
    sink = Sink()
    ruleset = resolve_variant(variant, root, sink)
    sink.raise_if_failed()
    if ruleset is None:
        message = "a ruleset that is not there must have been reported"
        raise AssertionError(message)
    return ruleset


def resolve_variant(variant: str, root: str | None, sink: Sink) -> Ruleset | None:
    """Run the passes as far as a resolved ruleset.

    Returns:
        The ruleset; None when too little of it could be read. If the sink has failed it is only
        good for finding more errors.
    """
    location = locate_variant(variant, sink)
    return None if location is None else resolve_location(location, root, sink)


def resolve_location(location: Location, root: str | None, sink: Sink) -> Ruleset | None:
    """The same for a ruleset whose place is known."""
    chain = load_chain(location, root, sink)
    if chain is None:
        return None
    ruleset = resolve(chain, sink)
    _blame_parents(chain, sink)
    return ruleset


class _Link(NamedTuple):
    """A file of a chain, where it is, and what it says it extends."""

    location: Location
    file: RulesetDecl
    extends: Ref


def load_chain(location: Location, root: str | None, sink: Sink) -> tuple[RulesetDecl, ...] | None:
    """Read a file and, one after the other, what it extends.

    Returns:
        The file, its parent, its parent's parent and so on; None when one of them cannot be found
        or read.
    """
    links: list[_Link] = []
    file = _read(location, False, sink)
    while file is not None and file.extends is not None:
        links.append(_Link(location, file, file.extends))
        parent = _follow(links, root, sink)
        file = None if parent is None else _read_parent(parent, file.extends, sink)
        location = parent or location
    files = [link.file for link in links]
    if file is None:
        _blame_parents(files, sink)
        return None
    return (*files, file)


def _follow(links: Sequence[_Link], root: str | None, sink: Sink) -> Location | None:
    """The parent of the last link."""
    child = links[-1]
    parent = locate_parent(child.extends, child.location, root, sink)
    if parent is None:
        return None
    known = [identity(link.location) for link in links]
    if identity(parent) in known:
        circle = links[known.index(identity(parent)) :]
        _report_circle(circle, sink)
        return None
    if len(links) >= MAX_CHAIN:
        sink.error("KWX2231", child.extends.span, limit=MAX_CHAIN)
        return None
    return parent


def _report_circle(circle: Sequence[_Link], sink: Sink) -> None:
    names = [link.file.source.name for link in circle]
    labels = [
        Label(link.extends.span, "step", {"file": name})
        for link, name in zip(circle, names, strict=True)
    ]
    sink.error(
        "KWX2230",
        labels[0].span,
        labels=labels[1:],
        circle=" → ".join([*names, names[0]]),
    )


def _read_parent(location: Location, extends: Ref, sink: Sink) -> RulesetDecl | None:
    """Read a parent; if nothing can be made of it, say so where it is asked for, too."""
    own = Sink()
    file = _read(location, True, own)
    _hand_on(own.diagnostics, sink)
    if file is None:
        sink.error("KWX2233", extends.span, found=extends.id, count=_errors(own.diagnostics))
    return file


def _blame_parents(files: Sequence[RulesetDecl], sink: Sink) -> None:
    """If ancestors have errors, say so in the file that is looked at."""
    sources = [file.source for file in files[1:]]
    count = _errors(
        found
        for found in sink.diagnostics
        if found.span is not None and any(found.span.source is source for source in sources)
    )
    extends = files[0].extends if files else None
    if count and extends is not None:
        sink.error("KWX2233", extends.span, found=extends.id, count=count)


def _errors(found: Iterable[Diagnostic]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in found)


def _read(location: Location, parent: bool, sink: Sink) -> RulesetDecl | None:
    if isinstance(location, BuiltInFile):
        file, found = _read_builtin(location, parent)
        _hand_on(found, sink)
        return file
    return _passes(read_location(location, sink), parent, sink)


@cache
def _read_builtin(
    location: BuiltInFile, parent: bool
) -> tuple[RulesetDecl | None, tuple[Diagnostic, ...]]:
    """Built-in files stay as they are while the program runs, so each is read once."""
    sink = Sink()
    source = read_location(location, sink)
    if source is not None and parent:
        source = without_examples(source)
    file = _passes(source, parent, sink)
    if file is not None and file.variant is not None and file.variant.id != location.id:
        sink.error("KWX2236", file.variant.span, found=file.variant.id, file=location.id)
    return file, sink.diagnostics


def _passes(source: SourceText | None, parent: bool, sink: Sink) -> RulesetDecl | None:
    root = None if source is None else read_yaml(source, sink)
    return None if root is None else read_ruleset(root, clause_ids(), sink, parent=parent)


def _hand_on(found: Sequence[Diagnostic], sink: Sink) -> None:
    for diagnostic in found:
        sink.add(diagnostic)
