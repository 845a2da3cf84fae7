"""Runs the passes, in the one order there is.

Every pass looks at all it can and collects what is wrong; a run ends between two passes, when the
next would have nothing to stand on.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from .clauses import clause_ids
from .diagnostics.report import Label, Sink
from .library import closest_mixins, is_mixin, mixin_ids, without_examples
from .locate import (
    BuiltInFile,
    identity,
    locate_mixin,
    locate_parent,
    locate_use,
    locate_variant,
    read_location,
)
from .resolved.from_surface import resolve
from .source.text import SourceText, Span
from .source.yaml_nodes import read_yaml
from .surface.from_yaml import read_ruleset
from .surface.keys import MAX_CHAIN
from .surface.nodes import Ref

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from .diagnostics.report import Diagnostic
    from .locate import Location
    from .resolved.nodes import Ruleset
    from .surface.nodes import RulesetDecl

_GIVEN: Final = "--use"
"""Where mix-ins stand that no file names."""


def load_ruleset(
    variant: str, root: str | None = None, use: Sequence[str] = (), *, examples: bool = True
) -> Ruleset:
    """Load, read and resolve a ruleset.

    Args:
        variant: A built-in id, a Chinese name, a path, ``git:REV:PATH``, or the text itself; a
            mix-in is laid upon the ruleset on which it is tried.
        root: A folder inside which `extends` may name files besides the file's own folder.
        use: Mix-ins to lie on top of it, the last of them uppermost, named in the same ways.
        examples: Whether those of a built-in ruleset are wanted: they are most of its file. What
            people wrote is read in full.

    Raises:
        CompileFailed: With everything that is wrong with it.
    """
    sink = Sink()
    ruleset = resolve_variant(variant, root, sink, use, examples=examples)
    sink.raise_if_failed()
    if ruleset is None:
        message = "a ruleset that is not there must have been reported"
        raise AssertionError(message)
    return ruleset


def resolve_variant(
    variant: str, root: str | None, sink: Sink, use: Sequence[str] = (), *, examples: bool = True
) -> Ruleset | None:
    """Run the passes as far as a resolved ruleset.

    Returns:
        The ruleset; None when too little of it could be read. If the sink has failed it is only
        good for finding more errors.
    """
    location = locate_variant(variant, sink)
    return (
        None if location is None else resolve_location(location, root, sink, use, examples=examples)
    )


def resolve_location(
    location: Location,
    root: str | None,
    sink: Sink,
    use: Sequence[str] = (),
    *,
    examples: bool = True,
) -> Ruleset | None:
    """The same for a ruleset whose place is known."""
    reader = _Reader(root, sink, examples=examples)
    chain = reader.chain(location, use)
    if chain is None:
        return None
    ruleset = resolve(chain, sink, len(use))
    reader.blame(chain, len(use))
    return ruleset


def load_chain(location: Location, root: str | None, sink: Sink) -> tuple[RulesetDecl, ...] | None:
    """Read a file and, one after the other, what it uses and extends.

    Returns:
        The file, the mix-ins it uses, the last of them first, its parent, those its parent uses,
        and so on; None when one of them cannot be found or read.
    """
    return _Reader(root, sink).chain(location, ())


class _Link(NamedTuple):
    """A file of a chain, where it is, and what it says it extends."""

    location: Location
    file: RulesetDecl
    extends: Ref


class _Reader:
    """Reads the files of one chain."""

    def __init__(self, root: str | None, sink: Sink, *, examples: bool = True) -> None:
        self._root = root
        self._examples = examples
        self._sink = sink
        self._used: dict[Hashable, Ref] = {}
        """Who uses a mix-in, by its id, or, if it has none, by what its file is known by."""
        self._refs: dict[SourceText, Ref] = {}
        """The same by the text."""

    def chain(self, location: Location, use: Sequence[str]) -> tuple[RulesetDecl, ...] | None:
        """The files of a chain, those on top first; None when one of them cannot be had."""
        given = [_as_given(name, number, len(use)) for number, name in enumerate(use, 1)]
        on_top = [self._mixin(ref, locate_use(ref, self._sink)) for ref in given][::-1]
        below = list(self._below(location))
        files = [file for file in (*on_top, *below) if file is not None]
        if len(files) == len(on_top) + len(below):
            return tuple(files)
        self.blame(files, len(on_top) - on_top.count(None))
        return None

    def _below(self, location: Location) -> Iterator[RulesetDecl | None]:
        """A file and all it lies upon; None for what cannot be had."""
        links: list[_Link] = []
        here: Location | None = location
        own = self._examples or not isinstance(location, BuiltInFile)
        file = _read(location, not own, self._sink)
        while file is not None and here is not None:
            yield file
            for ref in reversed(file.uses):
                yield self._mixin(ref, locate_mixin(ref, here, self._root, self._sink))
            if file.extends is None:
                return
            links.append(_Link(here, file, file.extends))
            here = _follow(links, self._root, self._sink)
            file = None if here is None else self._ruleset(file.extends, here)
        yield None

    def _ruleset(self, ref: Ref, location: Location) -> RulesetDecl | None:
        file = self._other(ref, location, "KWX2233")
        if file is not None and file.mixin:
            self._sink.error("KWX2294", ref.span, found=ref.id)
            return None
        return file

    def _mixin(self, ref: Ref, location: Location | None) -> RulesetDecl | None:
        file = None if location is None else self._other(ref, location, "KWX2297")
        if location is None or file is None:
            return None
        if not file.mixin:
            self._sink.error("KWX2293", ref.span, found=ref.id)
            return None
        known = identity(location) if file.variant is None else file.variant.id
        before = self._used.setdefault(known, ref)
        if before is not ref:
            self._sink.error(
                "KWX2295", ref.span, labels=(Label(before.span, "first"),), found=ref.id
            )
            return None
        self._refs[file.source] = ref
        return file

    def _other(self, ref: Ref, location: Location, code: str) -> RulesetDecl | None:
        """Read what is named; if nothing can be made of it, say so where it is named, too."""
        own = Sink()
        file = _read(location, True, own)
        _hand_on(own.diagnostics, self._sink)
        if file is None:
            count = sum(found.severity == "error" for found in own.diagnostics)
            self._sink.error(code, ref.span, found=ref.id, count=count)
        return file

    def blame(self, files: Sequence[RulesetDecl], head: int) -> None:
        """If what a file lies upon has errors, say so in the file that is looked at."""
        errors = [
            found.span.source
            for found in self._sink.diagnostics
            if found.severity == "error" and found.span is not None
        ]
        if not errors or head >= len(files):
            return
        own, beyond = files[head], 0
        for number, file in enumerate(files):
            count = sum(source is file.source for source in errors)
            ref = self._refs.get(file.source)
            if ref is not None and (number < head or ref.span.source is own.source):
                if count:
                    self._sink.error("KWX2297", ref.span, found=ref.id, count=count)
            elif number != head:
                beyond += count
        if beyond and own.extends is not None:
            self._sink.error("KWX2233", own.extends.span, found=own.extends.id, count=beyond)


def _as_given(name: str, number: int, count: int) -> Ref:
    """A name that stands in no file, but is one of several that were given."""
    source = SourceText.of(name, _GIVEN if count == 1 else f"{_GIVEN} #{number}")
    return Ref(name, Span(source, 0, len(name)))


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
    file = None if root is None else read_ruleset(root, clause_ids(), sink, parent=parent)
    for refusal in () if file is None else file.refuses:
        if not is_mixin(refusal.id.id):
            _no_such_mixin(refusal.id, sink)
    return file


def _no_such_mixin(refused: Ref, sink: Sink) -> None:
    close = closest_mixins(refused.id)
    fix, known = close[0] if close else None, ", ".join(mixin_ids())
    sink.error(
        "KWX2292", refused.span, fix=fix, found=refused.id, close=", ".join(close), refusable=known
    )


def _hand_on(found: Sequence[Diagnostic], sink: Sink) -> None:
    for diagnostic in found:
        sink.add(diagnostic)
