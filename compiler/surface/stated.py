"""What a file states, by path, whatever the sections mean.

Two mix-ins that lie side by side must not say different things in the same place. To see that, it
is enough to know what stands under which keys; so sections of any kind need nothing of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..source.yaml_nodes import Mapping, Scalar, Sequence
from .keys import BASIS, NOT_IN_MIXINS, WORDS
from .nodes import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source.text import Span
    from ..source.yaml_nodes import Node

_OF_THE_FILE = frozenset(
    ("kawuxing", "mixin", "on", "examples", "excused", "assumptions", "refuses", *NOT_IN_MIXINS)
)
"""What is never laid over anything."""
_ABOUT_RULES = frozenset(("name", "note", *BASIS, *WORDS))
"""What is said about a rule, and is no part of it."""
REMOVED = "removed"


def stated(root: Mapping) -> dict[str, Ref]:
    """What a file says of rules: each value as text, under the keys that lead to it.

    What removes something, and what replaces a whole table, stands under the path of that.
    """
    found: dict[str, Ref] = {}
    for entry in root.entries:
        if entry.key.text not in _OF_THE_FILE | _ABOUT_RULES:
            found.update(_values(entry.value, entry.key.text, entry.key.span))
    return found


def _values(node: Node, path: str, key: Span) -> Iterator[tuple[str, Ref]]:
    if not isinstance(node, Mapping):
        yield path, Ref(_text(node), node.span)
    elif any(entry.key.text == REMOVED for entry in node.entries):
        yield path, Ref(REMOVED, key)
    else:
        for entry in node.entries:
            if entry.key.text not in _ABOUT_RULES:
                yield from _values(entry.value, f"{path}.{entry.key.text}", entry.key.span)


def _text(node: Node) -> str:
    """A value as text, however its blanks and lists are written."""
    match node:
        case Scalar():
            return " ".join(node.text.split())
        case Sequence():
            return f"[{', '.join(map(_text, node.items))}]"
        case Mapping():
            parts = sorted(f"{entry.key.text}: {_text(entry.value)}" for entry in node.entries)
            return f"{{{', '.join(parts)}}}"
