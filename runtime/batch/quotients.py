"""From the packed counts of a block to a number, by way of a small table.

The counts of a suit are cut into the lowest five kinds and the others. Many values of either part
are interchangeable: whatever the other part is, the number is the same. So a table with a row for
each group of upper parts and a column for each group of lower parts is small enough to stay near
the processor, where the table of all counts would not.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

from .words import BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .arrays import Ints, Ints32
    from .words import Lanes

CUT: Final = 5
"""How many kinds are in the lower part."""
DIGITS: Final = 5
"""How many different counts a kind can have."""

_NONE: Final = np.zeros(0, dtype=np.int64)

N = TypeVar("N", np.int64, np.int32)


class Quotient(NamedTuple):
    """The tables of a block.

    With the lower kinds' packed counts as the index of `low` and the others' as that of `high`, the
    sum of what stands there is the place of a number in `cells`. A block that has only lower kinds
    needs no more than `cells`.

    Attributes:
        low: int64, a column for each packed value of the five lowest kinds.
        high: int64, the beginning of a row for each packed value of the others.
        cells: numbers, row by row.
    """

    low: Ints
    high: Ints
    cells: Ints32

    def find(
        self, words: Sequence[Ints], lanes: Lanes, out: Ints, spare: tuple[Ints, Ints]
    ) -> None:
        """The places of hands in the cells.

        Args:
            words: int64 (n,), the packed counts of n hands.
            lanes: where those of the block are.
            out: int64 (n,), where the places go.
            spare: two more such arrays.
        """
        word, (part, row) = words[lanes.word], spare
        if lanes.kinds <= CUT:
            np.right_shift(word, lanes.shift, out=out)
            np.bitwise_and(out, len(self.cells) - 1, out=out)
            return
        if lanes.shift:
            np.right_shift(word, lanes.shift, out=part)
            np.bitwise_and(part, len(self.low) - 1, out=part)
        else:
            np.bitwise_and(word, len(self.low) - 1, out=part)
        self.low.take(part, out=out, mode="clip")
        np.right_shift(word, lanes.shift + BITS * CUT, out=part)
        np.bitwise_and(part, len(self.high) - 1, out=part)
        self.high.take(part, out=row, mode="clip")
        np.add(out, row, out=out)


def places(codes: Ints, kinds: int) -> tuple[Ints, Ints]:
    """Where packed counts stand in a table of all counts: the row, and the column.

    Args:
        codes: int64 (n,), packed counts of a block, none above four.
        kinds: how many kinds the block has.
    """
    counts = [codes >> BITS * at & 7 for at in range(kinds)]
    row, column = np.zeros((2, len(codes)), dtype=np.int64)
    for at, count in enumerate(counts):
        part = column if at < CUT else row
        part += count * DIGITS ** (at % CUT)
    return row, column


def whole_table(kinds: int) -> Ints32:
    """A table of all counts of a block, by row and column, all 0."""
    lower, upper = min(kinds, CUT), max(kinds - CUT, 0)
    return np.zeros((DIGITS**upper, DIGITS**lower), dtype=np.int32)


def quotient(whole: Ints32, kinds: int) -> Quotient:
    """The tables of a block.

    Args:
        whole: the table of all counts; where all counts are four stands what means nothing.
        kinds: how many kinds the block has.
    """
    if kinds <= CUT:
        return Quotient(_NONE, _NONE, _spread(whole[0], kinds))
    rows, row_of = _groups(whole)
    columns, column_of = _groups(np.ascontiguousarray(whole[rows].T))
    cells = whole[rows][:, columns].reshape(-1)
    return Quotient(_spread(column_of, CUT), _spread(row_of, kinds - CUT) * len(columns), cells)


def _groups(whole: Ints32) -> tuple[Ints, Ints]:
    """One of each group of equal rows, and for each row the number of its group."""
    found: dict[bytes, int] = {}
    firsts: list[int] = []
    groups = np.empty(len(whole), dtype=np.int64)
    for index, each in enumerate(whole):
        key = each.tobytes()
        if key not in found:
            found[key] = len(firsts)
            firsts.append(index)
        groups[index] = found[key]
    return np.array(firsts, dtype=np.int64), groups


def _spread(numbers: NDArray[N], kinds: int) -> NDArray[N]:
    """A table by packed counts. Counts above four mean nothing, like four of every kind."""
    table = np.full(1 << BITS * kinds, numbers[-1], dtype=numbers.dtype)
    packed = [
        sum(count << BITS * at for at, count in enumerate(reversed(counts)))
        for counts in product(range(DIGITS), repeat=kinds)
    ]
    table[packed] = numbers
    return table
