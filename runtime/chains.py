"""Chains of kongs: which kong right after a kong is one more of its chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .circumstances import KongKind


@dataclass(frozen=True, slots=True)
class ChainAsked:
    """A kong right after a kong: of who has drawn for that, or of the discard that followed.

    Attributes:
        kong_fresh: the fourth tile is the one just drawn or just discarded.
    """

    kong_concealed: bool
    kong_direct: bool
    kong_added: bool
    kong_fresh: bool
    konger_revealed: bool


def chain_asked(kind: KongKind, fresh: bool, revealed: bool) -> ChainAsked:
    """A kong as the rules about chains see it."""
    return ChainAsked(kind == "concealed", kind == "direct", kind == "added", fresh, revealed)


def every_chain(
    kinds: tuple[KongKind, ...] = ("concealed", "added", "direct"),
    revealed: tuple[bool, ...] = (False, True),
) -> tuple[ChainAsked, ...]:
    """Every kong that can come right after a kong; the fourth tile of a direct one is fresh."""
    return tuple(
        chain_asked(kind, fresh, open_)
        for kind in kinds
        for fresh in ((True,) if kind == "direct" else (True, False))
        for open_ in dict.fromkeys(revealed)
    )
