"""From concealed tiles to the number of what they contribute to a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..packed_readings import PAIRS, SETS, field
from .blocks import NOTHING, BlockMaker
from .joins import Join, Numbers
from .quotients import places, quotient, whole_table
from .words import BYTE, WIN_STATES, lanes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..program import Program
    from ..suits import SuitCounts
    from .arrays import Ints
    from .blocks import BlockClasses, Content
    from .quotients import Quotient
    from .room import Room
    from .words import Lanes


class _Table(NamedTuple):
    """One block's way from packed counts to the number of its class.

    Attributes:
        lanes: where its counts are.
        tables: the tables they go through.
        classes: int64, numbers of classes, by mark and place in the cells of `tables`.
        marks: int64, by the byte of the winning tile: where its mark begins in `classes`; None
            if there is only one.
    """

    lanes: Lanes
    tables: Quotient
    classes: Ints
    marks: Ints | None


class Concealed:
    """The tables for the concealed tiles of a variant's hands, options bound.

    Attributes:
        made: the contributions, numbered.
        common: int by byte of the winning tile: what it adds in every reading.
    """

    def __init__(self, program: Program[Any], options: object, suits: SuitCounts) -> None:
        """Work out the classes of all blocks."""
        maker = BlockMaker(program, options)
        blocks = program.tiles.blocks
        none = (0,) * (suits.MOST + 1)
        by_suit = [*suits.part, none]
        classes = [
            maker.classes(block, by_suit[index] if block.runs else none)
            for index, block in enumerate(blocks)
        ]
        self.common: dict[int, int] = {
            WIN_STATES * (block.start + at) + state: vector
            for block, own in zip(blocks, classes, strict=True)
            for (at, state), vector in own.common.items()
        }
        numbered = [Numbers(own.contents) for own in classes]
        self._tables = _tables(classes, lanes_of(program.tiles))
        self.made = numbered[0]
        self._joins: list[Join[Content, Content, Content]] = []
        for right in numbered[1:]:
            join = Join(self.made, right, _together)
            self._joins.append(join)
            self.made = join.made

    def numbers(self, room: Room, *, learn: bool) -> None:
        """Put the numbers of the contributions of a chunk of hands on the left.

        Args:
            room: the hands.
            learn: whether to work out what is not known yet; otherwise it becomes 0.
        """
        _classes(self._tables[0], room, room.left)
        for table, join in zip(self._tables[1:], self._joins, strict=True):
            _classes(table, room, room.right)
            join.pass_through(room.left, room.right, room.out, learn=learn)
            room.swap()


def _classes(table: _Table, room: Room, out: Ints) -> None:
    """The numbers of one block's classes."""
    cell, part = room.cell, room.part
    table.tables.find(room.words, table.lanes, cell, (part, out))
    if table.marks is not None:
        table.marks.take(room.wins, out=part, mode="clip")
        np.add(cell, part, out=cell)
    table.classes.take(cell, out=out, mode="clip")


def _tables(classes: Sequence[BlockClasses], lanes: Sequence[Lanes]) -> list[_Table]:
    """The tables of all blocks; blocks with the same codes share theirs."""
    known: dict[int, tuple[Quotient, Ints]] = {}
    found = []
    for own, where in zip(classes, lanes, strict=True):
        if id(own.codes) not in known:
            tables = _quotient(own.codes, where.kinds)
            by_mark = np.array(own.by_mark, dtype=np.int64).T
            known[id(own.codes)] = tables, by_mark[:, tables.cells].reshape(-1)
        tables, numbers = known[id(own.codes)]
        marks = np.zeros(BYTE, dtype=np.int64)
        for (at, state), mark in own.marks.items():
            marks[WIN_STATES * (where.start + at) + state] = mark * len(tables.cells)
        found.append(_Table(where, tables, numbers, marks if own.marks else None))
    return found


def _quotient(numbers: Mapping[int, int], kinds: int) -> Quotient:
    """The tables of one block, from the numbers of its packed counts."""
    whole = whole_table(kinds)
    codes = np.fromiter(numbers, dtype=np.int64, count=len(numbers))
    whole[places(codes, kinds)] = list(numbers.values())
    return quotient(whole, kinds)


def _together(one: Content, other: Content) -> Content:
    """What two parts of a hand contribute together, as far as it can still become a won hand."""
    vectors = frozenset(
        [
            whole
            for a in one[0]
            for b in other[0]
            for whole in [a + b]
            if field(whole, SETS, 3) <= 4 and field(whole, PAIRS, 3) <= 1
        ]
    )
    even = None if one[1] is None or other[1] is None else one[1] + other[1]
    return (vectors, even) if vectors or even is not None else NOTHING
