"""Random hands of any tile set, packed: won ones of every sort, and ones that just miss."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kawuxing.runtime.tiles import starts_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.runtime.tiles import TileSet

NONE = 255
TILE_SETS: tuple[tuple[str, str, int], ...] = (
    ("dots, bamboos", "red, green, white", 4),
    ("dots, bamboos, characters", "red, green, white", 4),
    ("dots, characters", "green", 3),
    ("bamboos", "", 4),
)


class Dealer:
    """Makes packed hands of 14 tiles (a meld counts as three), with a winning tile."""

    def __init__(self, tiles: TileSet, seed: int) -> None:
        self.tiles = tiles
        self.random = Random(seed)
        self.size = len(tiles.kinds)

    def won(self, number: int) -> Iterator[bytes]:
        """Hands, most of them complete; every one is possible."""
        while number:
            made = self._pairs() if self.random.random() < 0.15 else self._sets()
            if made is None:
                continue
            counts, melds = made
            if self.random.random() < 0.1:
                self._spoil(counts, melds)
            held = [at for at in range(self.size) if counts[at]]
            yield bytes([*counts, self.random.choice(held), *melds])
            number -= 1

    def waiting(self, number: int) -> Iterator[bytes]:
        """The same without the winning tile, and hands of 13 tiles from the wall."""
        wall = [at for at in range(self.size) for _ in range(self.tiles.copies)]
        for packed in self.won(number):
            if self.random.random() < 0.2:
                dealt = self.random.sample(wall, 13)
                yield bytes([*(dealt.count(at) for at in range(self.size)), NONE])
            else:
                counts = bytearray(packed[: self.size])
                counts[packed[self.size]] -= 1
                yield bytes([*counts, NONE, *packed[self.size + 1 :]])

    def _sets(self) -> tuple[list[int], list[int]] | None:
        """Four sets and a pair from some of the kinds, some triplets melded."""
        random, size = self.random, self.size
        first = random.choice((0, 0, 9 * random.randrange(1 + size // 9)))
        kinds = range(min(first, size - 3), min(size, first + random.choice((5, 9, size))))
        owned, counts, melds = [0] * size, [0] * size, []
        runs, exposing = random.random(), random.choice((0.0, 0.3, 1.0))
        for _ in range(4):
            at = random.choice(kinds)
            if random.random() < runs:
                if at + 2 >= size or not starts_run(self.tiles.kinds[at]):
                    return None
                places, type_ = [at, at + 1, at + 2], NONE
            elif random.random() < exposing:
                type_ = random.choice((0, 0, 1, 2))
                places = [at] * (4 if type_ else 3)
            else:
                places, type_ = [at] * 3, NONE
            for place in places:
                owned[place] += 1
                counts[place] += type_ == NONE
            if type_ != NONE:
                melds.append(type_ << 5 | at)
        pair = random.choice(kinds)
        owned[pair] += 2
        counts[pair] += 2
        if max(owned) > self.tiles.copies or len({one & 31 for one in melds}) < len(melds):
            return None
        return counts, sorted(melds, key=lambda one: one & 31)

    def _pairs(self) -> tuple[list[int], list[int]] | None:
        """Seven pairs, some of them twice."""
        kinds = self.random.sample(range(self.size), 7)
        fours = self.random.choice((0, 1, 2, 3)) if self.tiles.copies == 4 else 0
        chosen = kinds[: 7 - fours] + kinds[:fours]
        return [2 * chosen.count(at) for at in range(self.size)], []

    def _spoil(self, counts: list[int], melds: list[int]) -> None:
        """Exchange one tile for another kind of which there is room."""
        laid = {one & 31: 4 if one >> 5 else 3 for one in melds}
        out = self.random.choice([at for at in range(self.size) if counts[at]])
        room = [at for at in range(self.size) if counts[at] + laid.get(at, 0) < self.tiles.copies]
        counts[out] -= 1
        counts[self.random.choice(room)] += 1
