"""Cells of hands: where they lead, what they say, and that forgetting changes nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kawuxing.runtime.match import cells as cells_module
from kawuxing.runtime.match.cells import MELDED, Cell, Cells
from kawuxing.runtime.shanten import shanten_table
from kawuxing.runtime.waits import wait_table

from ..random_hands import Dealer
from ..round.tables import town

RULES = town("hubei")
TABLE = wait_table(RULES.tiles)
SIZE = len(RULES.kinds)


def check(cells: list[Cell], facts: int, counts: list[int]) -> None:
    """A hand's cells against what is known of its tiles otherwise."""
    held = bytes(counts)
    assert b"".join(cell.counts for cell in cells) == held
    assert facts == sum(cell.facts for cell in cells)
    for cell, (cut, values) in zip(cells, TABLE.blocks, strict=True):
        assert cell.value == values[held[cut]]
        assert list(cell.held) == [at for at in range(cut.start, cut.stop) if counts[at]]
        assert [one.tile for one in cell.discards] == [RULES.kinds[at] for at in cell.held]


@pytest.mark.parametrize("limit", [1 << 15, 5])
def test_tiles_come_and_go(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells_module, "_LIMIT", limit)
    random = Random(3)
    known = Cells(RULES.tiles)
    counts = [0] * SIZE
    hand = known.hand(bytes(counts))
    facts = sum(cell.facts for cell in hand)
    for _ in range(600):
        tile = random.randrange(SIZE)
        at, rank = known.place[tile]
        cell = hand[at]
        if counts[tile] and (sum(counts) > 13 or random.random() < 0.3):
            counts[tile] -= 1
            hand[at] = cell.less[rank] or known.gone(cell, at, rank)
        elif counts[tile] < 4:
            counts[tile] += 1
            hand[at] = cell.more[rank] or known.come(cell, at, rank)
        facts += hand[at].facts - cell.facts
        check(hand, facts, counts)


def test_what_a_player_can_do() -> None:
    """Hands of 14 tiles, against how far they are from ready by another table."""
    known, table = Cells(RULES.tiles), shanten_table(RULES.tiles)
    seen = Counter[tuple[bool, bool, bool]]()
    for packed in Dealer(RULES.tiles, 4).waiting(3000):
        counts, tail = bytearray(packed[:SIZE]), packed[SIZE:]
        laid = {byte & 31 for byte in tail[1:]}
        tile = next(at for at in range(SIZE) if counts[at] < 4 and at not in laid)
        counts[tile] += 1
        cells = known.hand(bytes(counts))
        marks = MELDED if len(tail) > 1 else 0
        facts = sum(cell.facts for cell in cells) | marks
        ready = any(
            TABLE.waits(bytes([*counts[:at], counts[at] - 1, *counts[at + 1 :]]) + tail)
            for at in range(SIZE)
            if counts[at]
        )
        plain, kinds = known.plain_discards[facts], sum(count > 0 for count in counts)
        assert plain == 0 if 4 in counts or kinds == 1 else abs(plain) == kinds
        may_reveal = known.may_reveal(cells, facts)
        assert plain <= 0 or not ready  # nothing is overlooked
        assert may_reveal or not ready
        if not marks:
            away = table.shanten(bytes(counts) + tail)
            assert may_reveal == (away <= 0)  # and hardly anything is seen that is not there
        rest = known.hand(packed[:SIZE])
        if TABLE.waits(packed):
            assert known.may_wait[sum(cell.facts for cell in rest) | marks]
        seen[bool(marks), ready, plain > 0] += 1
    for melded, ready, plain in ((False, False, True), (False, True, False), (True, True, False)):
        assert seen[melded, ready, plain] > 20
