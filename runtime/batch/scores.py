"""Figures of many hands: what they are worth when won in one way, or each in its own."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from ..circumstances import behind_another, passing, won
from ..judge import decide
from .room import CHUNK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..circumstances import Won
    from ..program import Program
    from .arrays import Flags, Ints, Ints32
    from .joins import Numbers
    from .signatures import Signature

_FIRST_ROOM: Final = 1 << 10

A = TypeVar("A", np.int64, np.bool_)


class Figures(NamedTuple):
    """What signatures are worth: arrays (ways of winning, numbers of signatures).

    Attributes:
        value: int64, the capped product, in stakes per payer; 0 for a hand that is not complete.
        product: int64, the product of the fans before the cap.
        owed: int64, what one payer owes this winner, in stakes; 0 if the hand may not win.
        may_win: bool, whether the variant lets the hand win in this way.
        complete: bool, whether it is a won hand at all.
        possible: bool, whether it can have been won in this way; if not, it is worth nothing.
    """

    value: Ints
    product: Ints
    owed: Ints
    may_win: Flags
    complete: Flags
    possible: Flags


class FigureTable:
    """The figures of one variant with its options bound; grows as signatures are found."""

    def __init__(
        self, program: Program[Any], options: object, signatures: Numbers[Signature]
    ) -> None:
        """Start with no figures."""
        self._program = program
        self._options = options
        self._signatures = signatures
        self._rows: dict[Won, int] = {}
        self._filled: list[int] = []
        self._lock = Lock()
        self._figures = _figures(0, 0)

    def of(self, ways: Sequence[Won]) -> tuple[Figures, list[int]]:
        """The figures of all signatures found so far, and the rows of some ways of winning."""
        with self._lock:
            rows = [self._rows.setdefault(way, len(self._rows)) for way in ways]
            self._make_room()
            for way, row in zip(ways, rows, strict=True):
                self._fill(row, way)
            return self._figures, rows

    def _make_room(self) -> None:
        rows, columns = self._figures.value.shape
        self._filled += [1] * (len(self._rows) - len(self._filled))
        if len(self._rows) > rows or len(self._signatures) >= columns:
            rows = max(rows, 1 << len(self._rows).bit_length())
            columns = max(columns, _FIRST_ROOM, 1 << len(self._signatures).bit_length())
            larger = _figures(rows, columns)
            for old, new in zip(self._figures, larger, strict=True):
                new[: len(old), : old.shape[1]] = old
            self._figures = larger

    def _fill(self, row: int, way: Won) -> None:
        """Judge the signatures that are new to a way of winning."""
        figures, program, options = self._figures, self._program, self._options
        for number in range(self._filled[row], len(self._signatures) + 1):
            signature = self._signatures[number]
            possible = not (way.replacement and not signature.kong)
            possible = possible and not (way.robbing and not signature.alone)
            figures.possible[row, number] = possible
            figures.complete[row, number] = bool(signature.vectors)
            if possible and signature.vectors:
                judged = decide(program, options, signature.vectors, way)
                figures.value[row, number] = judged.value
                figures.product[row, number] = judged.product
                figures.owed[row, number] = judged.owed
                figures.may_win[row, number] = judged.may_win
        self._filled[row] = len(self._signatures) + 1


def _figures(rows: int, columns: int) -> Figures:
    numbers = np.zeros((3, rows, columns), dtype=np.int64)
    truths = np.zeros((3, rows, columns), dtype=np.bool_)
    return Figures(numbers[0], numbers[1], numbers[2], truths[0], truths[1], truths[2])


class BatchScores:
    """What n hands are worth: arrays (n,) of int64 or bool, each made when it is first asked for.

    A hand that cannot have been won in the given way (on a replacement tile without a kong, by
    robbing a kind of which the winner holds more) is not `possible`, and worth nothing.
    """

    __slots__ = ("_figures", "_made", "_numbers", "_rows", "_table")

    def __init__(
        self,
        numbers: Ints32,
        table: FigureTable,
        ways: Sequence[Won],
        which: Ints | None = None,
    ) -> None:
        """Keep what the arrays are made from.

        Args:
            numbers: int32 (n,), the numbers of the hands' signatures.
            table: what signatures are worth.
            ways: ways of winning; the first for all hands unless `which` is given.
            which: int64 (n,), for each hand the index of its way.
        """
        self._numbers = numbers
        self._table = table
        self._figures, rows = table.of(ways)
        self._rows = rows[0] if which is None else np.array(rows, dtype=np.int64)[which]
        self._made: dict[str, Ints | Flags] = {}

    def again(  # noqa: PLR0913 - as for `score`
        self,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        *,
        revealed: bool = False,
        payer_revealed: bool = False,
        preceded: bool = False,
        passed: int = 0,
    ) -> BatchScores:
        """The same hands, won in another way; nothing has to be found out about them again.

        Raises:
            HandError: for circumstances that cannot be.
        """
        way = won(by, tuple(events), chain, revealed, payer_revealed)
        way = passing(way, passed)
        way = behind_another(way) if preceded else way
        return BatchScores(self._numbers, self._table, (way,))

    def __len__(self) -> int:
        """How many hands there are."""
        return len(self._numbers)

    @property
    def value(self) -> Ints:
        """The capped product, in stakes per payer; 0 for an incomplete hand."""
        return self._numbers_of("value", self._figures.value)

    @property
    def product(self) -> Ints:
        """The product of the fans before the cap."""
        return self._numbers_of("product", self._figures.product)

    @property
    def owed(self) -> Ints:
        """What one payer owes this winner, in stakes; 0 if the hand may not win."""
        return self._numbers_of("owed", self._figures.owed)

    @property
    def may_win(self) -> Flags:
        """Whether the variant lets the hand win in this way."""
        return self._truths_of("may_win", self._figures.may_win)

    @property
    def complete(self) -> Flags:
        """Whether the hand is a won hand at all."""
        return self._truths_of("complete", self._figures.complete)

    @property
    def possible(self) -> Flags:
        """Whether the hand can have been won in this way."""
        return self._truths_of("possible", self._figures.possible)

    def _numbers_of(self, name: str, table: Ints) -> Ints:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = self._gathered(table)
        return made.view(np.int64)

    def _truths_of(self, name: str, table: Flags) -> Flags:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = self._gathered(table)
        return made.view(np.bool_)

    def _gathered(self, table: NDArray[A]) -> NDArray[A]:
        """What stands in a table of figures for each hand."""
        out = np.empty(len(self), dtype=table.dtype)
        cells = np.empty(CHUNK, dtype=np.int64)
        flat = table[self._rows] if isinstance(self._rows, int) else table.reshape(-1)
        for start in range(0, len(self), CHUNK):
            part = slice(start, start + CHUNK)
            numbers = self._numbers[part]
            own = cells[: len(numbers)]
            np.copyto(own, numbers)
            if not isinstance(self._rows, int):
                own += self._rows[part] * table.shape[1]
            flat.take(own, out=out[part], mode="clip")
        return out
