"""Where things are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolved.nodes import Origin
    from ..source.text import Span


class Declared(Protocol):
    """Something a ruleset declares."""

    @property
    def origin(self) -> Origin:
        """Where it stands."""


class Keyed(Declared, Protocol):
    """Something whose keys have places of their own."""

    @property
    def keys(self) -> Mapping[str, Origin]:
        """Where each key stands."""


def place(thing: Keyed, key: str) -> Span:
    """Where a key of a declaration stands, or else the declaration."""
    return thing.keys.get(key, thing.origin).span


def places(one: Keyed, other: Keyed, key: str) -> tuple[Span, Span]:
    """The same for both sides."""
    return place(one, key), place(other, key)


def origins(one: Declared | None, other: Declared | None) -> tuple[Span | None, Span | None]:
    """Where a declaration stands on both sides."""
    return (
        None if one is None else one.origin.span,
        None if other is None else other.origin.span,
    )
