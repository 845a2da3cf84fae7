"""The space for some sides: folded once for the atoms they share, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..emit.functions import atoms_text
from .cache import cache_folder, key_of, load, store
from .sides import suit_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .sides import Side
    from .signatures import Space


def space_of(sides: Sequence[Side]) -> Space:
    """The space of hands that the rules of the sides can tell apart.

    All sides must share their atoms and play with the same tiles.

    Raises:
        NotFoldableError: if they tell too many hands apart.
    """
    first, classes = sides[0], suit_classes(sides)
    folder, key = cache_folder(), space_key(first, classes)
    lengths = [block.length for block in first.program.tiles.blocks]
    found = None if folder is None else load(folder, key, lengths)
    if found is None:
        from .fold import fold  # noqa: PLC0415 - not where the space has been kept

        found = fold(first.program, first.options, classes)
        if folder is not None:
            store(folder, key, found)
    return found


def space_key(side: Side, classes: Sequence[Sequence[int]]) -> str:
    """The name of the space of a side: it depends on the tiles, the atoms and little else.

    Atoms never read an option here: where they would, the options have been bound.
    """
    tiles = side.program.tiles
    sort = (tiles.suits, tiles.ranks, tiles.dragons, tiles.copies)
    return key_of(sort, atoms_text(side.plan), classes)
