"""From nodes to the tree that is written: keys in order, expressions canonical, comments placed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..source.yaml_nodes import Mapping, Scalar, Sequence
from ..surface.expression import MAX_LENGTH, parse_expression
from ..surface.printer import print_expression
from ..surface.yaml11 import read_as_yaml11
from .scalars import is_bare_inside, quoted
from .shapes import RULESET
from .tree import Group, Leaf, Part, under, with_gap

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from ..source.yaml_nodes import Node
    from .comments import Notes, Spot
    from .shapes import Shape
    from .tree import Tree


def arrange(root: Mapping, notes: Notes, sink: Sink) -> Group:
    """Put a whole file into canonical order.

    Args:
        root: The file's root.
        notes: Its comments and blank lines.
        sink: Takes what is wrong with expressions; the tree is of no use then.
    """
    whole = _Arranger(notes, sink).group(root, RULESET)
    parts = [
        with_gap(part, True) if number and part.key and RULESET.under(part.key).tall else part
        for number, part in enumerate(whole.parts)
    ]
    return replace(whole, parts=tuple(parts))


class _Arranger:
    def __init__(self, notes: Notes, sink: Sink) -> None:
        self._notes = notes
        self._sink = sink

    def group(self, node: Mapping | Sequence, shape: Shape) -> Group:
        below = tuple(self._notes.above.get(("end", node.span.start), ()))
        if isinstance(node, Sequence):
            items = [self._item(item, shape.item()) for item in node.items]
            parts = _without_first_gap(items)
            return Group(tuple(parts), True, below, shape.tall)
        entries = [
            (entry.key.text, self._entry(entry.key, entry.value, shape.under(entry.key.text)))
            for entry in node.entries
        ]
        parts = _in_order(entries, shape, first_stays_above=shape is RULESET)
        return Group(tuple(parts), False, below, shape.tall)

    def _entry(self, key: Scalar, value: Node, shape: Shape) -> Part:
        text = key.text if is_bare_inside(key.text) else quoted(key.text)
        return self._part(text, ("entry", key.span.start), value, shape)

    def _item(self, value: Node, shape: Shape) -> Part:
        part = self._part(None, ("item", value.span.start), value, shape)
        group = part.value
        if not isinstance(group, Group) or not group.parts:
            return part
        first, *rest = group.parts
        bare = replace(first, above=(), gap=False)
        lifted = under(part, first) if first.above else part
        return replace(
            part,
            value=replace(group, parts=(bare, *rest)),
            above=lifted.above,
            gap=lifted.gap,
        )

    def _part(self, key: str | None, spot: Spot, node: Node, shape: Shape) -> Part:
        value = self._value(node, shape)
        above = tuple(self._notes.above.get(spot, ()))
        beside = self._notes.beside.get(spot, "")
        gap = self._notes.gap(spot)
        if isinstance(value, Group) and not value.parts:
            above += value.below
            value = replace(value, below=())
        return Part(key, value, above, beside, gap)

    def _value(self, node: Node, shape: Shape) -> Tree:
        if isinstance(node, Scalar):
            return self._leaf(node, shape)
        group = self.group(node, shape)
        return _lone(group) if shape.lone else group

    def _leaf(self, node: Scalar, shape: Shape) -> Leaf:
        text = node.text
        kind = "exact" if text in {"", "removed"} else shape.leaf
        match kind:
            case "tiles":
                return Leaf(text, "always")
            case "text":
                return Leaf(text, "needed" if read_as_yaml11(text) is None else "always")
            case "expression":
                return Leaf(self._expression(node), "needed")
            case "exact":
                plain = node.style == "plain" and "\n" not in text
                return Leaf(text, "never" if plain else "always")

    def _expression(self, node: Scalar) -> str:
        """The canonical text of an expression, if that too may be written in a ruleset."""
        expr = parse_expression(node.text, node.part, self._sink)
        if expr is None:
            return node.text
        text = print_expression(expr)
        return text if len(text) <= MAX_LENGTH else node.text


def _lone(group: Group) -> Tree:
    """A list of a single value as that value, where that says the same."""
    match group:
        case Group((Part(value=Leaf() as leaf, above=(), beside=""),), is_list=True, below=()):
            return leaf
        case _:
            return group


def _in_order(
    entries: list[tuple[str, Part]], shape: Shape, *, first_stays_above: bool
) -> list[Part]:
    """The entries as their keys are ordered, those of unknown keys behind the others.

    Args:
        entries: Keys and parts in the order of the file.
        shape: What knows the order.
        first_stays_above: Whether the comments above the first of the file stay at the top.
    """
    if not entries:
        return []
    rank = {key: number for number, key in enumerate(shape.keys)}
    key, first = entries[0]
    head = with_gap(first, False)
    if first_stays_above:
        entries = [(key, replace(head, above=(), gap=False)), *entries[1:]]
    else:
        entries = [(key, head), *entries[1:]]
    parts = [part for _, part in sorted(entries, key=lambda it: rank.get(it[0], len(rank)))]
    if first_stays_above:
        parts[0] = under(head, with_gap(parts[0], False))
    return _without_first_gap(parts)


def _without_first_gap(parts: list[Part]) -> list[Part]:
    return [with_gap(parts[0], False), *parts[1:]] if parts else []
