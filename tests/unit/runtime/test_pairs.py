"""How far seven pairs are, against the cheapest seven of all pairs there can be."""

from __future__ import annotations

from random import Random

import pytest

from kawuxing.runtime.pairs import pair_table

KINDS = 14


def cheapest(counts: bytes, copies: int) -> int:
    """Each pair lacks two tiles, or one, or none: the seven that lack least."""
    lacks = [
        min(2, max(0, 2 * number - held)) for held in counts for number in range(1, copies // 2 + 1)
    ]
    return sum(sorted(lacks)[:7])


def with_one(counts: bytes, at: int, change: int) -> bytes:
    return bytes([count + change * (place == at) for place, count in enumerate(counts)])


@pytest.mark.parametrize("copies", [2, 3, 4])
def test_away_nearer_and_spare(copies: int) -> None:
    dice, table, short = Random(copies), pair_table(copies), 0
    for number in range(600):
        wall = [at for at in range(dice.choice([7, 9, KINDS])) for _ in range(copies)]
        dealt = dice.sample(wall, min(len(wall), 13 + number % 2))
        if copies == 3 and number % 3 == 0:  # many that no fourth tile can join
            dealt = [at for at in range(4) for _ in range(3)] + [9] * (1 + number % 2)
        if len(dealt) != 13 + number % 2:
            continue
        counts = bytes(map(dealt.count, range(KINDS)))
        away = cheapest(counts, copies)
        assert table.away(counts) == away
        come = [at for at in range(KINDS) if counts[at] < copies]
        nearer = [at for at in come if cheapest(with_one(counts, at, 1), copies) < away]
        short += any(not counts[at] for at in nearer)
        if away:
            assert [at for at in range(KINDS) if table.nearer(counts)[at]] == nearer
        if number % 2:
            held = [at for at in range(KINDS) if counts[at]]
            spare = [at for at in held if cheapest(with_one(counts, at, -1), copies) == away]
            assert [at for at in held if table.spare(counts)[at]] == spare
            for gone, lanes in table.nearer_without(counts, spare[:2] if away else ()).items():
                rest = with_one(counts, gone, -1)
                come = [at for at in range(KINDS) if rest[at] < copies]
                nearer = [at for at in come if cheapest(with_one(rest, at, 1), copies) < away]
                assert lanes == sum([255 << 8 * at for at in nearer])
    assert (short > 0) == (copies == 3)
