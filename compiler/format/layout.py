"""From the tree to text: what fits on a line stands on one, the rest below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics.width import columns
from .scalars import between_brackets, block, one_line
from .tree import Group, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .tree import Part, Remark, Tree

WIDTH: Final = 100
"""How long a line may be; comments behind it are not counted."""

_STEP: Final = 2
_LONGEST_KEY: Final = 500
"""YAML reads no key beyond a thousand characters unless it is announced by a `?`."""


def write(root: Group) -> str:
    """The text of a whole file."""
    return "\n".join(_group(root, 0)) + "\n"


def _group(group: Group, indent: int) -> list[str]:
    """The lines of a mapping or a list whose parts have lines of their own."""
    flat = group.is_list and all(_fits(part, indent) for part in group.parts)
    lines: list[str] = []
    for part in group.parts:
        lines += _part(part, indent, flat or not group.is_list)
    return lines + _remarks(group.below, indent)


def _remarks(remarks: Iterable[Remark], indent: int) -> list[str]:
    lines = []
    for remark in remarks:
        lines += [""] * remark.gap
        lines.append(" " * indent + remark.text)
    return lines


def _fits(part: Part, indent: int) -> bool:
    """Whether an item of a list, if it is a mapping or a list itself, fits on its line."""
    if isinstance(part.value, Leaf) or not part.value.parts:
        return True
    text = _on_one_line(part.value)
    return text is not None and indent + _STEP + columns(text) <= WIDTH


def _part(part: Part, indent: int, may_be_flat: bool) -> list[str]:
    """The lines of an entry or an item.

    Args:
        part: The entry or item.
        indent: Where its first line begins.
        may_be_flat: Whether a mapping or list in it may stand on one line; items of a list all do
            or none does.
    """
    announced = part.key is not None and len(part.key) > _LONGEST_KEY
    head = "-" if part.key is None else ":" if announced else f"{part.key}:"
    first, below = _value(part.value, indent, columns(head), may_be_flat)
    above, pad = _remarks(part.above, indent), " " * indent
    beside = f"  {part.beside}" if part.beside else ""
    begins = part.key is None and not first and bool(below)  # the first line below, on the dash's
    if beside and below and (announced or begins):
        above, beside = [*above, pad + part.beside], ""
    while begins and below[0].lstrip(" ").startswith("#"):
        above.append(pad + below.pop(0).lstrip(" "))
    above += [""] * part.gap
    if announced:
        above.append(f"{pad}? {part.key}")
    if begins:
        return [*above, f"{pad}- " + below[0].lstrip(" "), *below[1:]]
    return [*above, f"{pad}{head} {first}".rstrip(" ") + beside, *below]


def _value(tree: Tree, indent: int, head: int, may_be_flat: bool) -> tuple[str, list[str]]:
    """What stands behind a key or dash of so many columns, and the lines below."""
    begun = indent + head + 1
    inner = indent + _STEP
    if isinstance(tree, Leaf):
        found = block(tree, begun, inner, WIDTH)
        if found is None:
            return one_line(tree), []
        return found.indicator, [" " * inner + line if line else "" for line in found.lines]
    if not tree.parts:
        return "[]" if tree.is_list else "{}", []
    text = _on_one_line(tree) if may_be_flat else None
    if text is not None and begun + columns(text) <= WIDTH:
        return text, []
    return "", _group(tree, inner)


def _on_one_line(tree: Tree) -> str | None:
    """A value between brackets; None if it holds comments, mappings, or what needs its own line."""
    if isinstance(tree, Leaf):
        return between_brackets(tree)
    if not tree.parts:
        return "[]" if tree.is_list else "{}"
    if tree.tall or tree.below or any(_needs_lines(part, tree) for part in tree.parts):
        return None
    pieces = []
    for part in tree.parts:
        text = _on_one_line(part.value)
        if text is None:
            return None
        pieces.append(text if part.key is None else f"{part.key}: {text}")
    inside = ", ".join(pieces)
    return f"[{inside}]" if tree.is_list else f"{{{inside}}}"


def _needs_lines(part: Part, around: Group) -> bool:
    """Whether what holds this part must be written on several lines."""
    if part.above or part.beside or (part.key is not None and len(part.key) > _LONGEST_KEY):
        return True
    value = part.value
    return isinstance(value, Group) and bool(value.parts) and (around.is_list or not value.is_list)
