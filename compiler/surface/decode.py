"""From nodes to values, by the place a node stands at: mappings, lists and single values.

A decoder takes an `At` and gives the value, or None after reporting what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from ..diagnostics.report import Diagnostic
from ..meant import did_you_mean
from ..source.cut_short import follows_comma
from ..source.text import Span
from ..source.yaml_nodes import Mapping, Scalar, Sequence
from .keys import MAX_ITEMS
from .nodes import Located, Origin

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Collection, Iterator

    from ..diagnostics.report import Sink
    from ..source.yaml_nodes import Node

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """What every decoder needs: where to report, and which clauses there are."""

    sink: Sink
    clauses: Collection[str]


class At(NamedTuple):
    """A node and its place in the ruleset.

    Attributes:
        node: The node.
        path: The keys that lead to it, such as ``fans.x.times``.
        key: The key it stands under, or the node's own beginning; errors about what is missing
            point there.
        reader: Shared by all decoders of a run.
    """

    node: Node
    path: str
    key: Span
    reader: Reader


Decoder: TypeAlias = "Callable[[At], T | None]"


class Fields:
    """The keys of one mapping. `sound` turns false when any of them cannot be read."""

    __slots__ = ("_entries", "at", "sound")

    def __init__(self, at: At, entries: dict[str, At], sound: bool) -> None:
        """Hold entries by key."""
        self.at = at
        self._entries = entries
        self.sound = sound

    def __contains__(self, key: object) -> bool:
        """Whether the author wrote this key."""
        return key in self._entries

    def at_key(self, key: str) -> At | None:
        """What stands under a key."""
        return self._entries.get(key)

    def get(self, key: str, decoder: Decoder[T]) -> Located[T] | None:
        """Decode what stands under a key; None when nothing does or it cannot be read."""
        at = self._entries.get(key)
        if at is None:
            return None
        value = decoder(at)
        if value is None:
            self.sound = False
            return None
        return Located(value, Origin(at.node.span))

    def value(self, key: str, decoder: Decoder[T]) -> T | None:
        """The same without the place."""
        found = self.get(key, decoder)
        return None if found is None else found.value

    def need(self, *keys: str) -> None:
        """Report each of these keys that is not written."""
        missing = [key for key in keys if key not in self._entries]
        if missing and self.sound:
            for key in missing:
                self.at.reader.sink.error("KWX2202", self.at.key, key=key, path=self.at.path)
        self.sound = self.sound and not missing


def join(path: str, key: str) -> str:
    """The path of what stands under a key."""
    return f"{path}.{key}" if path else key


def whole(entry_key: Span, node: Node) -> Span:
    """From a key to the end of what stands under it."""
    return Span(entry_key.source, entry_key.start, node.span.end)


def entries_of(at: At) -> Iterator[tuple[Scalar, At]] | None:
    """The entries of a mapping whose keys are ids."""
    node = at.node
    if not isinstance(node, Mapping):
        wrong_shape("KWX2203", at)
        return None
    path, reader = at.path, at.reader
    return (
        (entry.key, At(entry.value, join(path, entry.key.text), entry.key.span, reader))
        for entry in node.entries
    )


def fields_of(at: At, keys: tuple[str, ...]) -> Fields | None:
    """The entries of a mapping whose keys are fixed; an unknown key is an error."""
    entries = entries_of(at)
    if entries is None:
        return None
    known: dict[str, At] = {}
    sound = True
    for key, inside in entries:
        if key.text in keys:
            known[key.text] = inside
        else:
            sound = False
            _unknown_key(key, at, [key for key in keys if key not in known])
    return Fields(at, known, sound)


def _unknown_key(key: Scalar, at: At, keys: list[str]) -> None:
    if follows_comma(key.span):
        at.reader.sink.error("KWX1116", key.span, sign=",", comma=key.text)
        return
    close, fix = did_you_mean(key.text, keys, sink=at.reader.sink)
    at.reader.sink.error(
        "KWX2201",
        key.span,
        fix=fix,
        found=key.text,
        path=at.path,
        close=close,
        keys=", ".join(keys),
    )


def items_of(at: At, limit: int) -> list[At] | None:
    """The items of a list, at most so many."""
    node = at.node
    if not isinstance(node, Sequence):
        wrong_shape("KWX2204", at)
        return None
    if len(node.items) > limit:
        too_many(at, len(node.items), limit)
        return None
    return [
        At(item, f"{at.path}[{index}]", _beginning(item), at.reader)
        for index, item in enumerate(node.items)
    ]


def too_many(at: At, count: int, limit: int) -> None:
    """Report a list or mapping that is too long."""
    at.reader.sink.error("KWX2219", at.key, path=at.path, count=count, limit=limit)


def _beginning(node: Node) -> Span:
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0].key.span
    if isinstance(node, Scalar):
        return node.span
    return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))


def list_of(item: Decoder[T], limit: int = MAX_ITEMS) -> Decoder[tuple[T, ...]]:
    """A decoder for lists whose items are all alike; it looks at every item."""

    def decode(at: At) -> tuple[T, ...] | None:
        items = items_of(at, limit)
        if items is None:
            return None
        values = [item(inside) for inside in items]
        read = tuple(value for value in values if value is not None)
        return read if len(read) == len(values) else None

    return decode


def scalar_of(at: At) -> Scalar | None:
    """A single value that is not empty."""
    node = at.node
    if not isinstance(node, Scalar):
        wrong_shape("KWX2205", at)
        return None
    if not node.text.strip():
        at.reader.sink.error("KWX2206", node.span if node.text else at.key, path=at.path)
        return None
    return node


def is_removed(at: At) -> bool:
    """Whether all that stands here is the word `removed`."""
    node = at.node
    return isinstance(node, Scalar) and node.style == "plain" and node.text == "removed"


def wrong_shape(code: str, at: At) -> None:
    """Report a mapping, a list or a single value where another of these is wanted."""
    node = at.node
    found: dict[str, str | int]
    fix = None
    match node:
        case Mapping():
            found = {"mapping": len(node.entries)}
        case Sequence():
            found = {"list": len(node.items)}
        case Scalar(text=""):
            at.reader.sink.error("KWX2206", at.key, path=at.path)
            return
        case Scalar():
            found = {"text": node.text}
            fix = f"[{node.span.text}]" if code == "KWX2204" and node.style == "plain" else None
    report(at, code, _beginning(node), found, fix)


def report(
    at: At, code: str, span: Span, values: abc.Mapping[str, str | int], fix: str | None = None
) -> None:
    """Report an error whose page speaks of those of its values that are given."""
    at.reader.sink.add(Diagnostic(code, span, {"path": at.path, **values}, (), "error", fix))
