"""Cells of hands: where they lead, and that forgetting changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from kawuxing.runtime.match import cells as cells_module
from kawuxing.runtime.match.cells import Cell, Cells
from kawuxing.runtime.waits import wait_table

from ..round.tables import town

RULES = town("hubei")
TABLE = wait_table(RULES.tiles)


def check(cells: list[Cell], counts: list[int]) -> None:
    """A hand's cells against what is known of its tiles otherwise."""
    held = bytes(counts)
    assert b"".join(cell.counts for cell in cells) == held
    for cell, (cut, values) in zip(cells, TABLE.blocks, strict=True):
        assert cell.value == values[held[cut]]
        assert cell.full == (4 in held[cut])
        kinds = [one.tile for one in cell.discards]
        places = range(cut.start, cut.stop)
        assert kinds == [RULES.kinds[at] for at in places if counts[at]]


@pytest.mark.parametrize("limit", [1 << 15, 5])
def test_tiles_come_and_go(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells_module, "_LIMIT", limit)
    random = Random(3)
    known = Cells(RULES.tiles)
    counts = [0] * 21
    hand = known.hand(bytes(counts))
    for _ in range(600):
        tile = random.randrange(21)
        block, rank = known.block[tile], known.rank[tile]
        if counts[tile] and (sum(counts) > 13 or random.random() < 0.3):
            counts[tile] -= 1
            hand[block] = hand[block].less[rank] or known.gone(hand[block], tile)
        elif counts[tile] < 4:
            counts[tile] += 1
            hand[block] = hand[block].more[rank] or known.come(hand[block], tile)
        check(hand, counts)
