"""A ruleset's text in canonical form."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Sink
from ..source.limits import MAX_BYTES
from ..source.text import SourceText, Span
from ..source.yaml_nodes import Mapping, Scalar, read_yaml
from ..surface.keys import LANGUAGE_VERSION
from .arrange import arrange
from .comments import read_notes
from .layout import write
from .tree import comments_of, without_comments

if TYPE_CHECKING:
    from .tree import Group


def canonical(source: SourceText, sink: Sink) -> str | None:
    """Write a ruleset in canonical form.

    Only what makes it unclear what is written stops this: a ruleset may be formatted before it is
    right.

    Args:
        source: The file.
        sink: Takes what is wrong with its YAML or its expressions.

    Returns:
        The text; None, with an error in the sink, when there is none.
    """
    own = Sink()
    read = _read(source, own)
    for found in own.diagnostics:
        sink.add(found)
    if read is None or own.failed:
        return None
    text = write(read.tree)
    if len(text.encode()) > MAX_BYTES:
        sink.error("KWX1001", Span(source, 0, 0), limit=MAX_BYTES)
        return None
    _compare(read, text, source.name)
    return text


class _Read(NamedTuple):
    tree: Group
    comments: int


def _read(source: SourceText, sink: Sink) -> _Read | None:
    root = read_yaml(source, sink)
    if root is None or sink.failed:
        return None
    if not isinstance(root, Mapping):
        sink.error("KWX2208", root.span.opening)
        return None
    if not _is_this_language(root, sink):
        return None
    notes = read_notes(root, source)
    return _Read(arrange(root, notes, sink), notes.count)


def _is_this_language(root: Mapping, sink: Sink) -> bool:
    key = "kawuxing"
    versions = [entry.value for entry in root.entries if entry.key.text == key]
    if not versions:
        start = Span(root.span.source, root.span.start, root.span.start)
        sink.error("KWX2202", start, key=key, path="")
        return False
    (version,) = versions
    text = version.text if isinstance(version, Scalar) else version.span.text
    if text == str(LANGUAGE_VERSION):
        return True
    sink.error("KWX2207", version.span, found=text, known=LANGUAGE_VERSION)
    return False


def _compare(read: _Read, text: str, name: str) -> None:
    """Read what was written, so that a mistake of ours never reaches a file."""
    sink = Sink()
    again = _read(SourceText.of(text, name), sink)
    if again is None or sink.failed:
        found = ", ".join(diagnostic.code for diagnostic in sink.diagnostics)
        problem = f"cannot be read again ({found})"
    elif without_comments(again.tree) != without_comments(read.tree):
        problem = "says something else"
    elif not read.comments == again.comments == len(list(comments_of(read.tree))):
        problem = "has lost comments"
    elif Counter(comments_of(again.tree)) != Counter(comments_of(read.tree)):
        problem = "has other comments"
    elif write(again.tree) != text:
        problem = "is not what comes of formatting it again"
    else:
        return
    message = f"the canonical form of {name} {problem}"
    raise AssertionError(message)
