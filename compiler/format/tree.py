"""A ruleset about to be written: what stands in it, in canonical order, with its comments.

A tree does not know how the file was written; what is written depends on the tree alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Quotes: TypeAlias = Literal["never", "needed", "always"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a line of its own, and whether a blank line stands above it."""

    text: str
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value: its text, and whether it stands in quotes."""

    text: str
    quotes: Quotes


@dataclass(frozen=True, slots=True)
class Part:
    """An entry of a mapping or an item of a list.

    Attributes:
        key: The key as written; None in a list.
        value: What stands there.
        above: The comments above it.
        beside: The comment at the end of its first line.
        gap: Whether a blank line stands above it, below the comments.
    """

    key: str | None
    value: Tree
    above: tuple[Remark, ...] = ()
    beside: str = ""
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A mapping or a list.

    Attributes:
        parts: What it holds.
        is_list: Which of the two it is.
        below: The comments after its last part.
        tall: Whether it is never written on one line.
    """

    parts: tuple[Part, ...]
    is_list: bool
    below: tuple[Remark, ...] = ()
    tall: bool = False


Tree: TypeAlias = Leaf | Group


def with_gap(part: Part, gap: bool) -> Part:
    """The part with or without a blank line above all of it, comments included."""
    if not part.above:
        return replace(part, gap=gap)
    first, *rest = part.above
    return replace(part, above=(replace(first, gap=gap), *rest))


def under(outer: Part, inner: Part) -> Part:
    """The inner part with the comments and blank lines of the outer one above its own."""
    if not inner.above:
        return replace(inner, above=outer.above, gap=outer.gap)
    first, *rest = inner.above
    joined = (*outer.above, replace(first, gap=outer.gap), *rest)
    return replace(inner, above=joined)


def without_comments(tree: Tree) -> Tree:
    """What a tree says to machines."""
    if isinstance(tree, Leaf):
        return tree
    parts = (Part(part.key, without_comments(part.value)) for part in tree.parts)
    return Group(tuple(parts), tree.is_list, tall=tree.tall)


def comments_of(tree: Tree) -> Iterator[str]:
    """All comments of a tree."""
    if isinstance(tree, Leaf):
        return
    for part in tree.parts:
        yield from (remark.text for remark in part.above)
        if part.beside:
            yield part.beside
        yield from comments_of(part.value)
    yield from (remark.text for remark in tree.below)
