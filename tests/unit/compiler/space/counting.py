"""Won hands counted without any rules: multisets of tiles, block by block, nothing folded.

A block is a tuple of counts. Sets and a pair are laid out in every way and the multisets kept in
a Python set; melds are laid on kinds that leave room for them.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Block = tuple[int, ...]
    Tally = Counter[tuple[int, int]]
    """How many blocks have so many tiles, a kong counted as three, and so many kinds held."""


class Counts(NamedTuple):
    """How many won hands there are; a point is a hand with one of its tiles as the winning one."""

    configurations: int
    points: int
    concealed: int


def count(suits: int, dragons: int, copies: int = 4) -> Counts:
    """Count the won hands of a tile set."""
    shapes = [(9, True)] * suits + [(dragons, False)] * bool(dragons)
    sets = [arrangeable(kinds, runs, copies) for kinds, runs in shapes]
    pairs = [set(even(kinds, copies)) for kinds, _ in shapes]
    melded = one_pair(tally(block, copies, most=4) for block in sets)
    concealed = one_pair(tally(block, copies, most=0) for block in sets)
    seven = together(tally(block, copies, most=0) for block in pairs)
    both = one_pair(
        tally(one & other, copies, most=0) for one, other in zip(sets, pairs, strict=True)
    )
    return Counts(
        hands(melded) + hands(seven) - hands(both),
        points(melded) + points(seven) - points(both),
        hands(concealed) + hands(seven) - hands(both),
    )


@cache
def arrangeable(kinds: int, runs: bool, copies: int) -> set[Block]:
    """Every multiset of up to four sets and up to one pair."""
    shapes = [[at] * 3 for at in range(kinds)]
    if runs:
        shapes += [[at, at + 1, at + 2] for at in range(kinds - 2)]
    layer = {(0,) * kinds}
    found = set(layer)
    for _ in range(4):
        layer = {more for one in layer for shape in shapes for more in laid(one, shape, copies)}
        found |= layer
    return found | {
        more for one in found for at in range(kinds) for more in laid(one, [at] * 2, copies)
    }


def laid(block: Block, tiles: list[int], copies: int) -> Iterator[Block]:
    held = list(block)
    for at in tiles:
        held[at] += 1
    if max(held) <= copies:
        yield tuple(held)


def even(kinds: int, copies: int) -> Iterator[Block]:
    """Every multiset of pairs of at most fourteen tiles."""
    return (block for block in product(range(0, copies + 1, 2), repeat=kinds) if sum(block) <= 14)


def tally(found: Iterable[Block], copies: int, most: int) -> Tally:
    """The blocks with up to so many melds beside them."""
    total: Tally = Counter()
    for block in found:
        for melds, ways in enumerate(ways_to_meld(block, copies)[: most + 1]):
            total[sum(block) + 3 * melds, sum(map(bool, block))] += ways
    return total


def ways_to_meld(block: Block, copies: int) -> list[int]:
    """In how many ways none, one, … four melds can be laid beside the concealed tiles."""
    ways = [1, 0, 0, 0, 0]
    for held in block:
        own = (held + 3 <= copies) + 2 * (held + 4 <= copies)
        ways = [ways[n] + (own * ways[n - 1] if n else 0) for n in range(5)]
    return ways


def one_pair(tallies: Iterable[Tally]) -> Tally:
    """Whole hands of four sets and a pair: one block has a pair, and so two tiles over."""
    apart = [halves(block) for block in tallies]
    whole: Tally = Counter()
    for at in range(len(apart)):
        whole += together(half[index == at] for index, half in enumerate(apart))
    return whole


def halves(block: Tally) -> tuple[Tally, Tally]:
    """The blocks without a pair, and those with one."""
    without = Counter({key: number for key, number in block.items() if key[0] % 3 == 0})
    return without, Counter({key: number for key, number in block.items() if key[0] % 3 == 2})


def together(tallies: Iterable[Tally]) -> Tally:
    """Whole hands: fourteen tiles, a kong counted as three."""
    whole: Tally = Counter({(0, 0): 1})
    for block in tallies:
        joined: Tally = Counter()
        for (tiles, kinds), number in whole.items():
            for (more, others), ways in block.items():
                if tiles + more <= 14:
                    joined[tiles + more, kinds + others] += number * ways
        whole = joined
    return Counter({key: number for key, number in whole.items() if key[0] == 14})


def hands(whole: Tally) -> int:
    return sum(whole.values())


def points(whole: Tally) -> int:
    return sum(kinds * number for (_, kinds), number in whole.items())
