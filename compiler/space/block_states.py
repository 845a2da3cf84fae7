"""Everything one block of a won hand can be, listed: tiles, melds, the winning tile. Needs NumPy.

Nothing is asked of any rule here. The lists are as long as there are blocks: half a million for a
suit, three times as many with the winning tile in it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...runtime.batch.complete import complete
from ...runtime.batch.melds import (
    CONCEALED_KONG,
    MELD_STATES,
    OPEN_KONG,
    PUNG,
    PUNG_HELD,
    PUNG_WON,
    meld_code,
)
from ...runtime.batch.words import BITS, WIN_STATES
from .signatures import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.batch.arrays import Bytes, Flags, Ints, Masks

MOST_SETS = 4
MOST_TILES = 14
_BYTE = 8
_PUNGED = 4
_PLACE_BITS, _MELD_BITS = 4, 5
_LAID_BITS = MOST_SETS * _MELD_BITS
_TYPES = np.array([0, 0, 0, 1, 2], dtype=np.int64)


class SetShape(NamedTuple):
    """Blocks of sets and up to one pair: what decides which can be parts of one hand.

    Attributes:
        sets: how many sets, melds included.
        pairs: 0 or 1.
        melds: how many melds.
        won: whether the winning tile is in it.
    """

    sets: int
    pairs: int
    melds: int
    won: bool


class PairShape(NamedTuple):
    """Blocks of pairs only.

    Attributes:
        pairs: how many pairs; a four counts as two.
        standard: how many pairs it has when read as sets and up to one pair; -1 if it cannot be.
        won: whether the winning tile is in it.
    """

    pairs: int
    standard: int
    won: bool


class States(NamedTuple):
    """Blocks of one shape, n of them.

    Attributes:
        counts: int64 (n,), packed counts of the concealed tiles, the lowest kind lowest.
        melds: uint32 (n,), the codes of the melds, a byte each, the first lowest.
        wins: uint8 (n,), the code of the winning tile; 0 if it is elsewhere.
        order: int64 (n,), in the order of witnesses: the rank among all blocks.
    """

    counts: Ints
    melds: Masks
    wins: Bytes
    order: Ints


class BlockStates(NamedTuple):
    """All blocks of some kinds, places counted from the block's first kind.

    Attributes:
        sets: the blocks of sets and up to one pair, melds included.
        even: the blocks of pairs only.
        kinds: how many kinds the block has.
        keys: int64, of every rank what `witness` reads.
    """

    sets: dict[SetShape, States]
    even: dict[PairShape, States]
    kinds: int
    keys: Ints

    def witness(self, rank: int) -> Witness:
        """The block of a rank."""
        key = int(self.keys[rank])
        digits = [key >> shift & 31 for shift in range(_LAID_BITS - _MELD_BITS, -1, -_MELD_BITS)]
        laid = tuple(divmod(digit - 1, 3) for digit in digits if digit)
        win = (key >> _LAID_BITS & (1 << _PLACE_BITS) - 1) - 1
        code = (1 << BITS * self.kinds) - 1 - (key >> _LAID_BITS + _PLACE_BITS)
        return Witness(len(laid), code, win, laid)


def block_states(kinds: int, copies: int, *, runs: bool) -> BlockStates:
    """List all blocks of some kinds.

    Args:
        kinds: how many kinds the block has.
        copies: how many tiles there are of each kind.
        runs: whether they can form runs.
    """
    known = complete(kinds, copies, runs=runs)
    sets: dict[SetShape, States] = {}
    for (number, pairs), counts in known.items():
        for melds, laid in enumerate(_with_melds(counts, kinds, copies, MOST_SETS - number)):
            shape = SetShape(number + melds, pairs, melds, won=False)
            sets[shape] = _more(sets.get(shape), _plain(laid, kinds))
            shape = shape._replace(won=True)
            sets[shape] = _more(sets.get(shape), _won(laid, kinds))
    even: dict[PairShape, States] = {}
    for alike, counts in _even_counts(kinds, copies, known).items():
        bare = (counts, np.zeros(len(counts), dtype=np.uint32))
        even[alike] = _plain(bare, kinds)
        even[alike._replace(won=True)] = _won(bare, kinds)
    together = [one.order for one in (*sets.values(), *even.values())]
    keys, ranks = np.unique(np.concatenate(together), return_inverse=True)
    ends = np.cumsum([len(one) for one in together])
    ranked = iter(np.split(ranks.reshape(-1), ends[:-1]))
    return BlockStates(
        {shape: one._replace(order=next(ranked)) for shape, one in sets.items()},
        {alike: one._replace(order=next(ranked)) for alike, one in even.items()},
        kinds,
        keys,
    )


def _with_melds(counts: Ints, kinds: int, copies: int, most: int) -> Iterator[tuple[Ints, Masks]]:
    """The blocks with no meld, one, … beside the concealed tiles."""
    none = np.zeros(len(counts), dtype=np.uint32)
    by_number = [(counts, none), *[(counts[:0], none[:0])] * most]
    for at in range(kinds):
        for number in range(most - 1, -1, -1):
            parts = [by_number[number + 1], *_one_more(*by_number[number], at, number, copies)]
            by_number[number + 1] = (
                np.concatenate([own for own, _ in parts]),
                np.concatenate([melds for _, melds in parts]),
            )
    yield from by_number


def _one_more(
    counts: Ints, melds: Masks, at: int, number: int, copies: int
) -> Iterator[tuple[Ints, Masks]]:
    """The blocks with one more meld, of the kind at a place, above those they have."""
    held = counts >> BITS * at & 7
    for state, own, size in (
        (PUNG, 0, 3),
        (PUNG_HELD, 1, 3),
        (OPEN_KONG, 0, 4),
        (CONCEALED_KONG, 0, 4),
    ):
        if own + size <= copies:
            fits = held == own
            yield counts[fits], melds[fits] | np.uint32(meld_code(at, state) << _BYTE * number)


def _plain(blocks: tuple[Ints, Masks], kinds: int) -> States:
    """The blocks without a winning tile."""
    counts, melds = blocks
    wins = np.zeros(len(counts), dtype=np.uint8)
    return States(counts, melds, wins, _keys(counts, melds, -1, kinds))


def _won(blocks: tuple[Ints, Masks], kinds: int) -> States:
    """The blocks with each of their concealed tiles as the winning one."""
    found = None
    for at in range(kinds):
        here = (blocks[0] >> BITS * at & 7) > 0
        counts = blocks[0][here]
        melds, punged = _won_melds(blocks[1][here], at)
        state = np.where(punged, _PUNGED, (counts >> BITS * at & 7) - 1)
        wins = (WIN_STATES * at + state).astype(np.uint8)
        found = _more(found, States(counts, melds, wins, _keys(counts, melds, at, kinds)))
    assert found is not None
    return found


def _won_melds(melds: Masks, at: int) -> tuple[Masks, Flags]:
    """The melds of blocks with the winning tile at a place, and whether its pung is among them."""
    found = melds.copy()
    punged = np.zeros(len(melds), dtype=np.bool_)
    for number in range(MOST_SETS):
        shift = np.uint32(_BYTE * number)
        own = (melds >> shift & np.uint32(255)) == meld_code(at, PUNG_HELD)
        found[own] += np.uint32(PUNG_WON - PUNG_HELD) << shift
        punged |= own
    return found, punged


def _even_counts(
    kinds: int, copies: int, known: dict[tuple[int, int], Ints]
) -> dict[PairShape, Ints]:
    """All choices of even counts of at most fourteen tiles."""
    standard = {code: pairs for (_, pairs), counts in known.items() for code in counts.tolist()}
    found: dict[PairShape, list[int]] = {}
    for held in product(range(0, copies + 1, 2), repeat=kinds):
        if sum(held) <= MOST_TILES:
            code = sum(count << BITS * at for at, count in enumerate(held))
            alike = PairShape(sum(held) // 2, standard.get(code, -1), won=False)
            found.setdefault(alike, []).append(code)
    return {alike: np.array(codes, dtype=np.int64) for alike, codes in found.items()}


def _keys(counts: Ints, melds: Masks, win: int, kinds: int) -> Ints:
    """Numbers in the order of witnesses: the most of the lowest tiles, the winning tile, melds."""
    keys = np.full(len(counts), (1 << BITS * kinds) - 1, dtype=np.int64)
    for at in range(kinds):
        keys -= (counts >> BITS * at & 7) << BITS * (kinds - 1 - at)
    keys <<= _PLACE_BITS
    keys += win + 1
    for number in range(MOST_SETS):
        code = (melds >> np.uint32(_BYTE * number) & np.uint32(255)).astype(np.int64)
        place, state = np.divmod(code - 1, MELD_STATES)
        keys <<= _MELD_BITS
        keys += np.where(code > 0, 3 * place + _TYPES[state] + 1, 0)
    return keys


def _more(some: States | None, others: States) -> States:
    if some is None:
        return others
    return States(
        np.concatenate([some.counts, others.counts]),
        np.concatenate([some.melds, others.melds]),
        np.concatenate([some.wins, others.wins]),
        np.concatenate([some.order, others.order]),
    )
