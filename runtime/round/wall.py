"""The wall: a shuffle that is the same on every machine, the dice, the break, the deal.

The generator is splitmix64. Its state is a number of 64 bits; each step adds `GAMMA` to it and
mixes the sum into one output. Of an output, a number below n is taken as the whole part of
output * n / 2**64; the fraction that is left serves for the next number, four times in all.

The wall is built sorted, each position of the tile set once for every copy, and shuffled from its
end down: for n = size, ..., 2 the tile n - 1 changes places with a tile below n. Before that the
dice are thrown, two numbers below 6 from the first output. Twice as many tiles as the dice show are
counted off the front and put to the back; then the front is where tiles are drawn and dealt, the
back where replacement tiles are taken.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SEED: Final = (1 << 64) - 1
"""The largest seed there is."""
GAMMA: Final = 0x9E3779B97F4A7C15
_PICKS: Final = 4
_PER_ROUND: Final = 4
_AT_ONCE: Final = 12


_Four = tuple[int, int, int, int, int, int, int, int]
"""The product of four bounds, the bounds after the first, and the places of the last tiles."""


class Wall(NamedTuple):
    """Positions of tiles in the order in which they are drawn, and the dice if any were thrown."""

    tiles: bytes
    dice: tuple[int, int] | None


def mix(state: int) -> int:
    """The output that belongs to a state of the generator."""
    mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MAX_SEED
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MAX_SEED
    return mixed ^ mixed >> 31


def derive(seed: int, number: int) -> int:
    """The seed of one round or match of many: output `number` of the generator, from 0 on."""
    return mix(seed + (number + 1) * GAMMA & MAX_SEED)


def numbers(seed: int) -> Iterator[int]:
    """The outputs that belong to a seed, as `derive` counts them; made several at once."""
    while True:
        yield from outputs(seed, _AT_ONCE)
        seed += _AT_ONCE * GAMMA


def outputs(state: int, count: int) -> tuple[int, ...]:
    """The outputs that follow a state, all at once: each in 128 bits of its own of one number."""
    ones, steps, low, numbers = _lanes(count)
    mixed = (state & MAX_SEED) * ones + steps & low
    mixed = ((mixed ^ mixed >> 30) & low) * 0xBF58476D1CE4E5B9 & low
    mixed = ((mixed ^ mixed >> 27) & low) * 0x94D049BB133111EB & low
    mixed = (mixed ^ mixed >> 31) & low
    return numbers.unpack(mixed.to_bytes(numbers.size, "little"))


@lru_cache(maxsize=16)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """A one in each lane, what the state has grown by there, the lower halves, and their form."""
    lanes = range(0, 128 * count, 128)
    ones = sum([1 << at for at in lanes])
    steps = sum([(number * GAMMA & MAX_SEED) << at for number, at in enumerate(lanes, 1)])
    return ones, steps, ones * MAX_SEED, Struct("<" + "Q8x" * count)


def build_wall(kinds: int, copies: int, seed: int) -> Wall:
    """The wall of a seed, after the break.

    Args:
        kinds: how many kinds the tile set has.
        copies: how many tiles of each.
        seed: any whole number; its lowest 64 bits count.
    """
    state = seed + GAMMA & MAX_SEED
    rest = mix(state) * 6
    first, rest = rest >> 64, (rest & MAX_SEED) * 6
    second = rest >> 64
    tiles = shuffled(_sorted(kinds, copies), state)
    cut = 2 * (first + second + 2)
    return Wall(tiles[cut:] + tiles[:cut], (first + 1, second + 1))


@lru_cache(maxsize=16)
def _sorted(kinds: int, copies: int) -> bytes:
    """Each position of a tile set once for every copy."""
    return bytes([tile for tile in range(kinds) for _ in range(copies)])


def shuffled(tiles: bytes, state: int) -> bytes:
    """Sorted tiles in another order, by the outputs that follow a state.

    Four numbers taken from one output are the digits of one number below the product of their
    bounds, which is taken from it all at once.
    """
    left = [*tiles]
    fours = _bounds(len(left))
    for output, (product, second, third, fourth, a, b, c, d) in zip(
        outputs(state, len(fours)), fours, strict=True
    ):
        picks = output * product >> 64
        rest = picks // fourth
        high = rest // third
        at = high // second
        left[at], left[a] = left[a], left[at]
        at = high % second
        left[at], left[b] = left[b], left[at]
        at = rest % third
        left[at], left[c] = left[c], left[at]
        at = picks % fourth
        left[at], left[d] = left[d], left[at]
    return bytes(left)


@lru_cache(maxsize=16)
def _bounds(size: int) -> tuple[_Four, ...]:
    """What is taken from each output of a shuffle.

    Where fewer than four are left the others are 1, and a tile changes places with itself.
    """
    fours = [(at, max(1, at - 1), max(1, at - 2), max(1, at - 3)) for at in range(size, 1, -_PICKS)]
    return tuple([(a * b * c * d, b, c, d, a - 1, b - 1, c - 1, d - 1) for a, b, c, d in fours])


def deal_order(players: int, each: int) -> tuple[tuple[int, ...], ...]:
    """Which tiles of the wall each player is dealt, the dealer first.

    Four at a time as long as four are wanted, then one by one.
    """
    dealt: list[list[int]] = [[] for _ in range(players)]
    at = 0
    while len(dealt[-1]) < each:
        count = _PER_ROUND if each - len(dealt[-1]) >= _PER_ROUND else 1
        for one in dealt:
            one.extend(range(at, at + count))
            at += count
    return tuple(tuple(one) for one in dealt)
