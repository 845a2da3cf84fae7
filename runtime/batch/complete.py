"""All concealed tiles of one block that are sets, or sets and a pair."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from .words import BITS

if TYPE_CHECKING:
    from .arrays import Ints

_MOST_SETS = 4


@lru_cache(maxsize=16)
def complete(kinds: int, copies: int, *, runs: bool) -> dict[tuple[int, int], Ints]:
    """Packed counts (int64, ascending) by the number of sets, up to four, and of pairs.

    Args:
        kinds: how many kinds the block has.
        copies: how many tiles there are of each kind.
        runs: whether they can form runs.
    """
    sets = [3 << BITS * at for at in range(kinds)]
    if runs:
        sets += [0o111 << BITS * at for at in range(kinds - 2)]
    pairs = [2 << BITS * at for at in range(kinds)]
    found: dict[tuple[int, int], Ints] = {(0, 0): np.zeros(1, dtype=np.int64)}
    for number in range(_MOST_SETS + 1):
        if number:
            found[number, 0] = _added(found[number - 1, 0], sets, kinds, copies)
        found[number, 1] = _added(found[number, 0], pairs, kinds, copies)
    return found


def _added(codes: Ints, parts: list[int], kinds: int, copies: int) -> Ints:
    """All counts with one of the parts added, as far as the copies go."""
    # Three bits hold no more than seven, and four and a triplet are no more than that.
    sums = np.unique(np.add.outer(codes, np.array(parts, dtype=np.int64)))
    fits = np.ones(len(sums), dtype=np.bool_)
    for at in range(kinds):
        fits &= (sums >> BITS * at & 7) <= copies
    return sums[fits]
