"""Sections whose keys are ids: fans, options, definitions, assumptions, rows that are patched."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..source.yaml_nodes import Mapping
from .decode import At, entries_of, fields_of, is_removed, too_many, whole
from .keys import BASIS, RESERVED_IDS
from .nodes import Basis, Origin, Ref, Removed
from .values import basis, check_id, truth, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source.yaml_nodes import Scalar

D = TypeVar("D")

_REMOVED = ("removed", "note", *BASIS)


def section(
    at: At,
    limit: int,
    declare: Callable[[Ref, Origin, At], D],
    reserved: frozenset[str] = RESERVED_IDS,
) -> tuple[D | Removed, ...] | None:
    """Read a mapping from ids to declarations.

    Args:
        at: The mapping.
        limit: How many declarations there may be.
        declare: Makes a declaration of what stands under an id. It must not report what is
            missing, since the parent may have it.
        reserved: Ids that may not be used.

    Returns:
        The declarations in the order written; None, with an error reported, for no mapping.
    """
    entries = entries_of(at)
    if entries is None:
        return None
    if isinstance(at.node, Mapping) and len(at.node.entries) > limit:
        too_many(at, len(at.node.entries), limit)
        return None
    return tuple(_declaration(key, inside, declare, reserved) for key, inside in entries)


def _declaration(
    key: Scalar,
    at: At,
    declare: Callable[[Ref, Origin, At], D],
    reserved: frozenset[str],
) -> D | Removed:
    ref = check_id(key, at) or Ref(key.text, key.span)
    if ref.id in reserved:
        at.reader.sink.error("KWX2211", key.span, found=ref.id, path=at.path)
    origin = Origin(whole(key.span, at.node))
    if is_removed(at):
        return Removed(ref, origin)
    if isinstance(at.node, Mapping) and _says_removed(at.node):
        return Removed(ref, origin, _why_removed(at))
    return declare(ref, origin, at)


def _says_removed(node: Mapping) -> bool:
    return any(entry.key.text == "removed" for entry in node.entries)


def _why_removed(at: At) -> Basis:
    """``{removed: true}`` may give its reason, and says nothing else."""
    keys = [entry.key for entry in at.node.entries] if isinstance(at.node, Mapping) else []
    others = [key for key in keys if key.text not in _REMOVED]
    if others:
        at.reader.sink.error("KWX2248", others[0].span, found=others[0].text, path=at.path)
        return Basis()
    fields = fields_of(at, _REMOVED)
    if fields is None:
        return Basis()
    found = basis(fields)
    fields.get("note", words)
    value = fields.get("removed", truth)
    if value is not None and not value.value:
        at.reader.sink.error("KWX2249", value.origin.span, fix="true", path=at.path)
    return Basis() if found is None else found.value
